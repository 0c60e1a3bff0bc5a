"""What a player of Gold! makes of the offer and the rows.

A row of one colour is worth something for what it may become: a set, or the best row of its colour
in the end.  What a move is worth at first sight is what it changes in the rows of its seat.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import mixed
from motherlode.games.golddonkey.cards import (
    ACTION,
    BONUS,
    COLOURS,
    FIRST_SWAP,
    NO_BONUS,
    SET,
    VALUES,
)
from motherlode.games.golddonkey.knowledge import imagine
from motherlode.games.golddonkey.rules import (
    cards_in_pile,
    given_kind,
    moves,
    of_colour,
    taken_kind,
    worth,
)
from motherlode.kernel.bits import Word, count
from motherlode.kernel.chance import Stream, draw
from motherlode.kernel.edge import Struct, rule

Lore = NDArray[np.int16]

_COLOURS = len(COLOURS)
_VALUES = np.array(VALUES, np.int8)
# Of what a row of one or two cards would be worth as a set, how much it is worth now: in eighths.
_HOPE = np.array([0, 3, 5, 8], np.int8)
# What a set brings beside its cards, and so the hope of one.
_BONUS = 4


def new_lore(state: np.dtype[np.void]) -> Lore:
    """Room for lore."""
    return np.zeros(128, np.int16)


@rule
def ponder(seen: Struct, lore: Lore) -> None:
    """Nothing needs to be worked out beforehand."""


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
    """What all know, as a number: offer, rows, score piles, whose turn it is."""
    h = mixed(s.offer, Word((int(s.turn) << 2 | int(s.stage)) << 3 | int(s.set) + 1))
    for seat in range(s.seats):
        h = mixed(mixed(h, s.row[seat]), s.score[seat])
    return h


@rule
def hope(cards: int, total: int) -> int:
    """What so many *cards* of a colour with that *total* are worth in a row, in eighths."""
    return (total + _BONUS) * int(_HOPE[min(cards, SET)])


@rule
def change(row: Word, colour: int, cards: int, total: int) -> int:
    """What so many more *cards* of *colour*, with that *total*, change in a *row*."""
    own = row & of_colour(colour)
    n = count(own)
    value = worth(own)
    return hope(n + cards, value + total) - hope(n, value)


@rule
def appeal(s: Struct, lore: Lore, move: int) -> int:
    """What *move* is worth to the seat to move at first sight, in eighths of a point."""
    if move == NO_BONUS:
        return 0
    row = s.row[s.turn]
    taken = taken_kind(move)
    value = int(_VALUES[taken // _COLOURS])
    if s.stage == BONUS:
        return hope(1, value)
    if move < FIRST_SWAP:
        return change(row, taken % _COLOURS, 1, value)
    given = given_kind(move)
    lost = int(_VALUES[given // _COLOURS])
    if given % _COLOURS == taken % _COLOURS:
        return change(row, taken % _COLOURS, 0, value - lost)
    return change(row, taken % _COLOURS, 1, value) + change(row, given % _COLOURS, -1, -lost)


@rule
def likely_move(s: Struct, lore: Lore, rng: Stream) -> int:
    """The move worth most at first sight, near ties being settled by chance."""
    n = moves(s, lore)
    best = lore[0]
    most = -10000
    for i in range(n):
        value = appeal(s, lore, lore[i]) + int(draw(rng) & Word(3))
        if value > most:
            most = value
            best = lore[i]
    return best


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: no bonus waits."""
    return s.stage == ACTION


@rule
def promise(s: Struct, lore: Lore, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat has and may hope for, and return how much may change."""
    for seat in range(s.seats):
        points[seat] = 8 * worth(s.score[seat])
        for colour in range(_COLOURS):
            own = s.row[seat] & of_colour(colour)
            points[seat] += hope(count(own), worth(own))
    return 1.0 + 8.0 * sqrt(float(cards_in_pile(s) + count(s.offer)))
