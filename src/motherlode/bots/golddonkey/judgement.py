"""What a player of Gold! makes of the offer and the rows.

A row of one colour is worth something for what it may become: a set, or the best row of its colour
in the end.  What a move is worth at first sight is what it changes in the rows of its seat.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import MOST_IDEAS, mixed
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
from motherlode.kernel.chance import Stream
from motherlode.kernel.edge import Struct, record_type, records, rule

_COLOURS = len(COLOURS)
_VALUES = np.array(VALUES, np.int8)
# Of what a row of one or two cards would be worth as a set, how much it is worth now: in eighths.
_HOPE = np.array([0, 3, 5, 8], np.int8)
# What a set brings beside its cards, and so the hope of one.
_BONUS = 4


FEATURES = ("value", "what may become of the rows")


# A margin that is much, for practice.
SCALE = 30.0


# What is seen, and room for it.
LORE = record_type(
    ("weights", np.float64, len(FEATURES)),
    ("described", np.float64, len(FEATURES)),
    ("appeal", np.float64, MOST_IDEAS),
    ("ideas", np.int16, MOST_IDEAS),
)


def new_lore(weights: tuple[float, ...]) -> NDArray[np.void]:
    """Room for lore, with an eye for what is seen."""
    lore = records(LORE)
    lore["weights"] = weights
    return lore


@rule
def ponder(seen: Struct, lore: Struct) -> None:
    """Nothing needs to be worked out beforehand."""


@rule
def dream(seen: Struct, lore: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world."""
    imagine(seen, rng, out)


@rule
def choices(s: Struct, lore: Struct, ideas: NDArray[np.int16]) -> int:
    """Write into *ideas* the moves worth thinking about: all of them."""
    return moves(s, ideas)


@rule
def move_of(s: Struct, lore: Struct, idea: int) -> int:
    """An idea is a move here."""
    return idea


@rule
def idea_of(s: Struct, move: int) -> int:
    """And a move an idea."""
    return move


@rule
def one_like(seen: Struct, move: int, rng: Stream) -> int:
    """Every move differs from every other."""
    return move


@rule
def key(s: Struct, lore: Struct) -> Word:
    """What all know, as a number: offer, rows, score piles, whose turn it is."""
    h = mixed(s.offer, Word((int(s.turn) << 2 | int(s.stage)) << 3 | int(s.set) + 1))
    for seat in range(s.seats):
        h = mixed(mixed(h, s.row[seat]), s.score[seat])
    return h


@rule
def hope(cards: int, total: int) -> int:
    """What so many *cards* of a colour with that *total* are worth in a row, in eighths."""
    return (total + _BONUS) * _HOPE[min(cards, SET)]


@rule
def change(row: Word, colour: int, cards: int, total: int) -> int:
    """What so many more *cards* of *colour*, with that *total*, change in a *row*."""
    own = row & of_colour(colour)
    n = count(own)
    value = worth(own)
    return hope(n + cards, value + total) - hope(n, value)


@rule
def look(s: Struct, lore: Struct) -> None:
    """Everything lies open."""


@rule
def describe(s: Struct, lore: Struct, move: int) -> None:
    """Write down what is seen of *move*."""
    lore.described[:] = 0.0
    if move == NO_BONUS:
        return
    row = s.row[s.turn]
    taken = taken_kind(move)
    value = int(_VALUES[taken // _COLOURS])
    if s.stage == BONUS:
        lore.described[0] = value
        lore.described[1] = hope(1, value) / 8.0
    elif move < FIRST_SWAP:
        lore.described[0] = value
        lore.described[1] = change(row, taken % _COLOURS, 1, value) / 8.0
    else:
        given = given_kind(move)
        lost = int(_VALUES[given // _COLOURS])
        lore.described[0] = value - lost
        if given % _COLOURS == taken % _COLOURS:
            both = change(row, taken % _COLOURS, 0, value - lost)
        else:
            both = change(row, taken % _COLOURS, 1, value)
            both += change(row, given % _COLOURS, -1, -lost)
        lore.described[1] = both / 8.0


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: no bonus waits."""
    return s.stage == ACTION


@rule
def promise(s: Struct, lore: Struct, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat has and may hope for, and return how much may change."""
    for seat in range(s.seats):
        points[seat] = 8 * worth(s.score[seat])
        for colour in range(_COLOURS):
            own = s.row[seat] & of_colour(colour)
            points[seat] += hope(count(own), worth(own))
    return 1.0 + 8.0 * sqrt(float(cards_in_pile(s) + count(s.offer)))
