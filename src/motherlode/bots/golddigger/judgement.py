"""What a player of GOLD DIGGER makes of the mines.

Every ore card still to come is taken for an average one, so each mine has an expected end; what a
move is worth is what it changes there for its seat, set against what it changes for the others.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import mixed
from motherlode.games.golddigger.cards import (
    FOOLS_GOLD,
    HAND,
    MINES,
    ORE_OF_A_MINE,
    STAKES,
)
from motherlode.games.golddigger.knowledge import hidden_cards, imagine
from motherlode.games.golddigger.rules import (
    bags_in,
    card_of,
    has_room,
    is_choice,
    is_person,
    is_staked,
    mine_of,
    moves,
    ore_move,
    person_move,
)
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.chance import Stream, draw
from motherlode.kernel.edge import Struct, rule

Lore = NDArray[np.int16]

_MINES = len(MINES)
# In sixteenths of a bag.
_BAG = 16


def new_lore(state: np.dtype[np.void]) -> Lore:
    """Room for lore."""
    return np.zeros(128, np.int16)


@rule
def ponder(seen: Struct, lore: Lore) -> None:
    """Note in *lore* what an ore card to come is worth on average."""
    bags = 0
    ores = 0
    for i in range(seen.drawn - hidden_cards(seen), seen.cards):
        if not is_person(seen.pile[i]):
            bags += int(seen.pile[i]) - FOOLS_GOLD
            ores += 1
    for place in range(HAND):
        card = seen.hand[seen.turn, place]
        if card >= FOOLS_GOLD:
            bags += int(card) - FOOLS_GOLD
            ores += 1
    lore[0] = _BAG * bags // ores if ores > 0 else 0


@rule
def dream(seen: Struct, lore: Lore, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world."""
    imagine(seen, rng, out)


@rule
def choices(s: Struct, lore: Lore, ideas: NDArray[np.int16]) -> int:
    """Write into *ideas* the moves worth thinking about: all of them."""
    return moves(s, ideas)


@rule
def move_of(s: Struct, lore: Lore, idea: int) -> int:
    """An idea is a move here."""
    return idea


@rule
def idea_of(s: Struct, move: int) -> int:
    """And a move an idea."""
    return move


@rule
def key(s: Struct, lore: Lore) -> Word:
    """What the seat to move knows, as a number: the mines, whose turn it is, and its hand."""
    h = Word(s.turn)
    for mine in range(_MINES):
        word = Word(int(s.people[mine]) << 16 | int(s.ores[mine]) << 10 | bags_in(s, mine))
        for seat in range(s.seats):
            word = word << Word(2) | Word(s.stakes[seat, mine])
        h = mixed(h, word)
    hand = NOTHING
    for place in range(HAND):
        hand = hand << Word(6) | Word(s.hand[s.turn, place] + 1)
    return mixed(h, hand)


@rule
def expected(s: Struct, lore: Lore, mine: int) -> int:
    """What *mine* will hold in the end."""
    return _BAG * int(bags_in(s, mine)) + (ORE_OF_A_MINE - int(s.ores[mine])) * int(lore[0])


@rule
def stakes_on(s: Struct, mine: int) -> int:
    """All the stakes on *mine*."""
    stakes = 0
    for seat in range(s.seats):
        stakes += int(s.stakes[seat, mine])
    return stakes


@rule
def value_of_stake(s: Struct, lore: Lore, mine: int) -> int:
    """What another stake on *mine* is worth to the seat to move."""
    gold = expected(s, lore, mine)
    stakes = stakes_on(s, mine)
    own = int(s.stakes[s.turn, mine])
    share = gold // (stakes + 1)
    lost = gold // stakes - share if stakes > 0 else 0
    return share - own * lost + (stakes - own) * lost // (int(s.seats) - 1)


@rule
def lever(s: Struct, mine: int) -> int:
    """What a bag at *mine* is worth to the seat to move."""
    stakes = stakes_on(s, mine)
    if stakes == 0:
        return 0
    own = int(s.stakes[s.turn, mine])
    return (_BAG * own - _BAG * (stakes - own) // (int(s.seats) - 1)) // stakes


@rule
def reserve(s: Struct, lore: Lore) -> int:
    """What a stake is worth that is kept for later."""
    gold = 0
    for mine in range(_MINES):
        gold += expected(s, lore, mine)
    later = int(s.cards) - int(s.played)
    return gold * later // (int(s.cards) * STAKES * int(s.seats))


@rule
def appeal(s: Struct, lore: Lore, move: int) -> int:
    """What *move* is worth at first sight."""
    card = card_of(move)
    if is_person(card):
        if not is_staked(move):
            return 0
        return value_of_stake(s, lore, card) - reserve(s, lore)
    return (_BAG * (card - FOOLS_GOLD) - int(lore[0])) * lever(s, mine_of(move)) // _BAG


@rule
def likely_move(s: Struct, lore: Lore, rng: Stream) -> int:
    """The move worth most at first sight, near ties being settled by chance."""
    best = -1
    most = -100000
    kept = reserve(s, lore) if s.unplaced[s.turn] > 0 else 0
    for place in range(HAND):
        if not is_choice(s, place):
            continue
        card = int(s.hand[s.turn, place])
        if is_person(card):
            value = int(draw(rng) & Word(7))
            if value > most:
                most = value
                best = person_move(card, False)
            if s.unplaced[s.turn] > 0:
                value += value_of_stake(s, lore, card) - kept
                if value > most:
                    most = value
                    best = person_move(card, True)
        else:
            above = _BAG * (card - FOOLS_GOLD) - int(lore[0])
            for mine in range(_MINES):
                if has_room(s, mine):
                    value = above * lever(s, mine) // _BAG + int(draw(rng) & Word(7))
                    if value > most:
                        most = value
                        best = ore_move(card, mine)
    return best


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: any is."""
    return True


@rule
def promise(s: Struct, lore: Lore, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat may hope for, and return how much may still change."""
    kept = reserve(s, lore)
    for seat in range(s.seats):
        points[seat] = int(s.unplaced[seat]) * kept
    for mine in range(_MINES):
        stakes = stakes_on(s, mine)
        if stakes > 0:
            share = expected(s, lore, mine) // stakes
            for seat in range(s.seats):
                points[seat] += int(s.stakes[seat, mine]) * share
    return 1.0 + 8.0 * sqrt(float(s.cards - s.played))
