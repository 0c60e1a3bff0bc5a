"""GOLD DIGGER: play a card to a mine, perhaps stake a claim, draw a card.

Sixty cards make sixty turns.  In the end each mine pays its bags to the stakes on it, the same
whole number for each; what does not divide is lost.

Where the printed rules are silent, the rulebook of this folder says what we ruled.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.games.golddigger.cards import (
    FIRST_ORE_MOVE,
    FOOLS_GOLD,
    HAND,
    MINES,
    MOVES,
    NO_CARD,
    ORE_OF_A_MINE,
    STAKES,
)
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, rule

LEGAL, GAME_OVER, NO_SUCH_MOVE, NOT_IN_HAND, MINE_FULL, NO_STAKE_LEFT = 0, 1, 2, 3, 4, 5

_MINES = len(MINES)


@rule
def deal(s: Struct, setup: Struct, order: NDArray[np.int8]) -> None:
    """Three cards to each seat, the rest to the pile, in the *order* they were shuffled into."""
    cards = setup.cards
    s.pile[:] = NO_CARD
    for i in range(cards):
        s.pile[i] = setup.deck[order[i]]
    s.hand[:] = NO_CARD
    s.people[:] = 0
    s.ore[:] = 0
    s.ores[:] = 0
    s.stakes[:] = 0
    s.unplaced[:] = 0
    s.cards = cards
    s.drawn = 0
    s.played = 0
    s.seats = setup.seats
    s.turn = setup.starter
    for seat in range(s.seats):
        s.unplaced[seat] = STAKES
        for _ in range(HAND):
            draw_card(s, seat)


@rule
def moves(s: Struct, out: NDArray[np.int16]) -> int:
    """Write the legal moves into *out*, card by card as they stand in the hand."""
    n = 0
    for place in range(HAND):
        card = int(s.hand[s.turn, place])
        if not is_choice(s, place):
            continue
        if is_person(card):
            out[n] = person_move(card, False)
            n += 1
            if s.unplaced[s.turn] > 0:
                out[n] = person_move(card, True)
                n += 1
        else:
            for mine in range(_MINES):
                if has_room(s, mine):
                    out[n] = ore_move(card, mine)
                    n += 1
    return n


@rule
def why_not(s: Struct, move: int) -> int:
    """The code of the reason why *move* may not be made now, or ``LEGAL``."""
    if over(s):
        return GAME_OVER
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if place_in_hand(s, card_of(move)) < 0:
        return NOT_IN_HAND
    if is_person(card_of(move)):
        if is_staked(move) and s.unplaced[s.turn] == 0:
            return NO_STAKE_LEFT
    elif not has_room(s, mine_of(move)):
        return MINE_FULL
    return LEGAL


@rule
def play(s: Struct, move: int) -> None:
    """Play the card of *move*, which must be legal, stake a claim with it, and draw."""
    card = card_of(move)
    mine = mine_of(move)
    drop_card(s, place_in_hand(s, card))
    if is_person(card):
        s.people[mine] += 1
        if is_staked(move):
            stake_claim(s, mine)
    else:
        s.ore[mine, s.ores[mine]] = card - FOOLS_GOLD
        s.ores[mine] += 1
    if s.drawn < s.cards:
        draw_card(s, s.turn)
    s.played += 1
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0


@rule
def stake_claim(s: Struct, mine: int) -> None:
    """Place one of the stakes of the seat to move on *mine*."""
    s.stakes[s.turn, mine] += 1
    s.unplaced[s.turn] -= 1


@rule
def drop_card(s: Struct, place: int) -> None:
    """Take a card out of the hand of the seat to move and close the gap."""
    for i in range(place, HAND - 1):
        s.hand[s.turn, i] = s.hand[s.turn, i + 1]
    s.hand[s.turn, HAND - 1] = NO_CARD


@rule
def draw_card(s: Struct, seat: int) -> None:
    """Draw the next card of the pile into its place in the hand of *seat*."""
    card = s.pile[s.drawn]
    s.pile[s.drawn] = NO_CARD
    s.drawn += 1
    place = HAND - 1
    while place > 0 and (s.hand[seat, place - 1] > card or s.hand[seat, place - 1] == NO_CARD):
        s.hand[seat, place] = s.hand[seat, place - 1]
        place -= 1
    s.hand[seat, place] = card


@rule
def over(s: Struct) -> bool:
    """Whether every card has been played."""
    return s.played == s.cards


@rule
def points(s: Struct, out: NDArray[np.int16]) -> None:
    """Write what the mines pay each seat, as they stand, into *out*."""
    for seat in range(s.seats):
        out[seat] = 0
    for mine in range(_MINES):
        paid = share(s, mine)
        for seat in range(s.seats):
            out[seat] += paid * s.stakes[seat, mine]


@rule
def share(s: Struct, mine: int) -> int:
    """What *mine* pays for each stake on it; what does not divide is lost."""
    stakes = 0
    for seat in range(s.seats):
        stakes += int(s.stakes[seat, mine])
    return bags_in(s, mine) // stakes if stakes > 0 else 0


@rule
def bags_in(s: Struct, mine: int) -> int:
    """All the bags of gold that lie at *mine*."""
    bags = 0
    for i in range(s.ores[mine]):
        bags += s.ore[mine, i]
    return bags


@rule
def winners(s: Struct, points: NDArray[np.int16]) -> int:
    """The set of seats that win with these *points*: all that have the most."""
    best = -1
    ahead = 0
    for seat in range(s.seats):
        if points[seat] > best:
            best = points[seat]
            ahead = 0
        if points[seat] == best:
            ahead |= 1 << seat
    return ahead


@rule
def any_move(s: Struct, rng: Stream) -> int:
    """One of the legal moves, each exactly as likely."""
    staking = 2 if s.unplaced[s.turn] > 0 else 1
    room = 0
    for mine in range(_MINES):
        room += has_room(s, mine)
    n = 0
    for place in range(HAND):
        n += ways_to_play(s, place, staking, room)
    return nth_move(s, pick(rng, n), staking, room)


@rule
def ways_to_play(s: Struct, place: int, staking: int, room: int) -> int:
    """How many moves the card at that *place* of the hand has, unless it is the one before it."""
    if not is_choice(s, place):
        return 0
    return staking if is_person(s.hand[s.turn, place]) else room


@rule
def nth_move(s: Struct, n: int, staking: int, room: int) -> int:
    """The *n*-th legal move, with *staking* moves a person and *room* mines for ore."""
    place = 0
    ways = ways_to_play(s, place, staking, room)
    while n >= ways:
        n -= ways
        place += 1
        ways = ways_to_play(s, place, staking, room)
    card = int(s.hand[s.turn, place])
    if is_person(card):
        return person_move(card, n > 0)
    mine = -1
    while n >= 0:
        mine += 1
        n -= has_room(s, mine)
    return ore_move(card, mine)


@rule
def is_choice(s: Struct, place: int) -> bool:
    """Whether there is a card at that *place* of the hand, and not the same one before it."""
    card = s.hand[s.turn, place]
    return card != NO_CARD and (place == 0 or card != s.hand[s.turn, place - 1])


@rule
def place_in_hand(s: Struct, card: int) -> int:
    """Where the seat to move holds *card*, or -1."""
    for place in range(HAND):
        if s.hand[s.turn, place] == card:
            return place
    return -1


@rule
def has_room(s: Struct, mine: int) -> bool:
    """Whether another ore card may be laid at *mine*."""
    return s.ores[mine] < ORE_OF_A_MINE


@rule
def is_person(card: int) -> bool:
    """Whether the card is one of a mine's people."""
    return card < FOOLS_GOLD


@rule
def person_move(mine: int, staked: bool) -> int:
    """Play a person to its *mine*, with or without staking a claim."""
    return 2 * mine + staked


@rule
def ore_move(card: int, mine: int) -> int:
    """Lay an ore card at *mine*."""
    return FIRST_ORE_MOVE + (card - FOOLS_GOLD) * _MINES + mine


@rule
def card_of(move: int) -> int:
    """The card a move plays."""
    if move < FIRST_ORE_MOVE:
        return move >> 1
    return FOOLS_GOLD + (move - FIRST_ORE_MOVE) // _MINES


@rule
def mine_of(move: int) -> int:
    """The mine a move plays to."""
    return move >> 1 if move < FIRST_ORE_MOVE else (move - FIRST_ORE_MOVE) % _MINES


@rule
def is_staked(move: int) -> bool:
    """Whether a move stakes a claim."""
    return move < FIRST_ORE_MOVE and move & 1 == 1
