"""GOLD: flip two cards, carry the gold out, and remember what lay where.

A normal turn is two flips by one seat, the second chosen after the first was seen.  Once ten cards
or fewer lie face down at the beginning of a turn the Gold Rush is on: one flip a turn, gold is
kept, everything else leaves.  Our two house rules call the Gold Rush early: on a dead table (Q1)
and after too many turns without a card leaving (Q2).

Where the printed rules are silent, the rulebook of this folder says what we ruled.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.games.goldrush.cards import (
    BLASTED,
    CARRIED,
    CLEARED,
    COLOURS,
    DEAD_TABLE,
    DIGGERS,
    DUELLED,
    DYNAMITE,
    FEW_LEFT,
    FIRST_FLIP,
    NO_RUSH,
    NOBODY,
    NOTHING_HAPPENED,
    NUGGETS,
    QUIET_LIMIT,
    QUIET_LIMIT_PER_SEAT,
    QUIET_TURNS,
    RUSH,
    RUSH_AT,
    SECOND_FLIP,
    SPOTS,
    TAKEN,
    UNSETTLED,
)
from motherlode.kernel.bits import NOTHING, Word, below, bit, count, first, has, nth
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, rule

LEGAL, GAME_OVER, NO_SUCH_SPOT, CARD_GONE, ALREADY_UP = 0, 1, 2, 3, 4


@rule
def deal(s: Struct, setup: Struct, order: NDArray[np.int8]) -> None:
    """Lay out the cards: the *i*-th spot gets the card that stands *order[i]*-th in the deck."""
    s.table = below(setup.cards)
    s.known = NOTHING
    s.left[:] = 0
    s.won[:] = 0
    s.card[:] = 0
    for spot in range(setup.cards):
        card = setup.deck[order[spot]]
        s.card[spot] = card
        s.left[card] += 1
    for i in range(len(COLOURS)):
        s.owner[i] = setup.owner[i]
    s.seats = setup.seats
    s.rush = NO_RUSH
    s.quiet = 0
    s.up[:] = NOBODY
    s.fate = UNSETTLED
    begin_turn(s, setup.starter)


@rule
def legal(s: Struct) -> Word:
    """The spots the seat to move may turn up: all cards but the one it has just turned."""
    if s.stage == SECOND_FLIP:
        return s.table & ~bit(s.up[0])
    return s.table


@rule
def moves(s: Struct, out: NDArray[np.int16]) -> int:
    """Write the legal moves into *out*, in rising order, and return how many they are."""
    spots = legal(s)
    n = 0
    while spots != NOTHING:
        out[n] = first(spots)
        spots &= spots - Word(1)
        n += 1
    return n


@rule
def why_not(s: Struct, spot: int) -> int:
    """The code of the reason why *spot* may not be turned up now, or ``LEGAL``."""
    if over(s):
        return GAME_OVER
    if spot < 0 or spot >= SPOTS:
        return NO_SUCH_SPOT
    if not has(s.table, spot):
        return CARD_GONE
    if not has(legal(s), spot):
        return ALREADY_UP
    return LEGAL


@rule
def play(s: Struct, spot: int) -> None:
    """Turn up the card at *spot*, which must be legal, and let it do what it does."""
    s.known |= bit(spot)
    if s.stage == FIRST_FLIP:
        s.up[0] = spot
        s.up[1] = NOBODY
        s.fate = UNSETTLED
        s.stage = SECOND_FLIP
    elif s.stage == SECOND_FLIP:
        s.up[1] = spot
        settle(s, s.up[0], spot)
        end_turn(s)
    else:
        s.up[0] = spot
        s.up[1] = NOBODY
        pick_up(s, spot)
        s.turn = next_seat(s)


@rule
def settle(s: Struct, a: int, b: int) -> None:
    """What two cards turned up in one go do to each other."""
    s.fate = fate_of(s.card[a], s.card[b])
    if s.fate == BLASTED:
        remove(s, a)
        remove(s, b)
    elif s.fate == DUELLED:
        remove(s, b if strength(s.card[a]) > strength(s.card[b]) else a)
    elif s.fate == CARRIED:
        if is_digger(s.card[a]):
            carry(s, a, b)
        else:
            carry(s, b, a)


@rule
def fate_of(a: int, b: int) -> int:
    """What becomes of two cards.

    Dynamite blasts both away; the stronger digger drives out the weaker and is turned down where
    it lies; a digger at least as strong as the gold is heavy carries it.
    """
    if a == DYNAMITE or b == DYNAMITE:
        return BLASTED
    if is_digger(a) and is_digger(b):
        return NOTHING_HAPPENED if strength(a) == strength(b) else DUELLED
    if is_gold(a) and is_gold(b):
        return NOTHING_HAPPENED
    digger, gold = (a, b) if is_digger(a) else (b, a)
    return CARRIED if strength(digger) >= nuggets(gold) else NOTHING_HAPPENED


@rule
def carry(s: Struct, digger: int, gold: int) -> None:
    """The digger carries the gold to its owner, or to whoever turned it up, and is gone."""
    owner = s.owner[colour(s.card[digger])]
    win(s, s.turn if owner == NOBODY else owner, gold)
    remove(s, digger)


@rule
def pick_up(s: Struct, spot: int) -> None:
    """One card of the Gold Rush: gold is kept by the seat that turned it, the rest just leaves."""
    if is_gold(s.card[spot]):
        s.fate = TAKEN
        win(s, s.turn, spot)
    else:
        s.fate = CLEARED
        remove(s, spot)


@rule
def win(s: Struct, seat: int, gold: int) -> None:
    """Put the gold card at spot *gold* under the entrance of *seat*."""
    s.won[seat, nuggets(s.card[gold]) - 1] += 1
    remove(s, gold)


@rule
def remove(s: Struct, spot: int) -> None:
    """Take the card at *spot* from the table."""
    s.table &= ~bit(spot)
    s.left[s.card[spot]] -= 1


@rule
def end_turn(s: Struct) -> None:
    """Count a turn that removed nothing, and hand on to the next seat."""
    if s.fate == NOTHING_HAPPENED:
        s.quiet += 1
    else:
        s.quiet = 0
    begin_turn(s, next_seat(s))


@rule
def begin_turn(s: Struct, seat: int) -> None:
    """Let *seat* begin, and call the Gold Rush if there is reason to."""
    s.turn = seat
    s.stage = FIRST_FLIP
    if count(s.table) <= RUSH_AT:
        call_gold_rush(s, FEW_LEFT)
    elif is_dead(s):
        call_gold_rush(s, DEAD_TABLE)
    elif s.quiet >= quiet_limit(s):
        call_gold_rush(s, QUIET_TURNS)


@rule
def call_gold_rush(s: Struct, reason: int) -> None:
    """From now on every turn is a single flip."""
    s.stage = RUSH
    s.rush = reason
    s.quiet = 0


@rule
def is_dead(s: Struct) -> bool:
    """Whether no pair of cards on the table can change it (house rule Q1).

    That is so when there is no dynamite, all diggers are equally strong, and no gold is light
    enough for them.
    """
    if s.left[DYNAMITE] > 0:
        return False
    of_all = 0
    for card in range(DIGGERS):
        if s.left[card] > 0:
            if of_all > 0 and strength(card) != of_all:
                return False
            of_all = strength(card)
    for card in range(DIGGERS, DYNAMITE):
        if s.left[card] > 0 and nuggets(card) <= of_all:
            return False
    return True


@rule
def quiet_limit(s: Struct) -> int:
    """How many turns in a row may remove nothing (house rule Q2)."""
    return max(QUIET_LIMIT, QUIET_LIMIT_PER_SEAT * int(s.seats))


@rule
def over(s: Struct) -> bool:
    """Whether the last card has left the table."""
    return s.table == NOTHING


@rule
def points(s: Struct, out: NDArray[np.int16]) -> None:
    """Write the nuggets each seat has won into *out*."""
    for seat in range(s.seats):
        total = 0
        for i in range(len(NUGGETS)):
            total += int(s.won[seat, i]) * (i + 1)
        out[seat] = total


@rule
def winners(s: Struct, points: NDArray[np.int16]) -> int:
    """The set of seats that win with these *points*: most nuggets, then most gold cards."""
    best = -1
    ahead = 0
    for seat in range(s.seats):
        cards = 0
        for i in range(len(NUGGETS)):
            cards += int(s.won[seat, i])
        standing = int(points[seat]) * SPOTS + cards
        if standing > best:
            best = standing
            ahead = 0
        if standing == best:
            ahead |= 1 << seat
    return ahead


@rule
def any_move(s: Struct, rng: Stream) -> int:
    """One of the legal moves, each exactly as likely."""
    spots = legal(s)
    return nth(spots, pick(rng, count(spots)))


@rule
def next_seat(s: Struct) -> int:
    """The seat to the left of the one that has just moved."""
    seat = s.turn + 1
    return 0 if seat == s.seats else seat


@rule
def is_digger(card: int) -> bool:
    """Whether the card is a digger."""
    return card < DIGGERS


@rule
def is_gold(card: int) -> bool:
    """Whether the card is gold."""
    return DIGGERS <= card < DYNAMITE


@rule
def colour(digger: int) -> int:
    """The colour of a digger."""
    return digger >> 2


@rule
def strength(digger: int) -> int:
    """The strength of a digger, from 2 to 5."""
    return (digger & 3) + 2


@rule
def nuggets(gold: int) -> int:
    """The nuggets on a gold card, from 1 to 4."""
    return gold - DIGGERS + 1
