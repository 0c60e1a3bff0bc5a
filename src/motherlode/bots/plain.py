# ruff: noqa: F821 - the names declared without a value are the point of this file
"""Search without any judgement of the game: what any library offers, to be measured against.

A move is an idea, nothing looks better than anything else before it was tried, and games are
played on by chance to the very end.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import MOST_IDEAS, mixed
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.chance import Stream
from motherlode.kernel.edge import Struct, records

any_move: Callable[[Struct, Stream], int]
imagine: Callable[[Struct, Stream, NDArray[np.void]], None]
moves: Callable[[Struct, NDArray[np.int16]], int]
observe: Callable[[Struct, int, NDArray[np.void]], None]


# What is written here against the names of rules.
BOUND = (
    "appeal",
    "best_move",
    "choices",
    "dream",
    "idea_of",
    "is_quiet",
    "key",
    "likely_move",
    "look",
    "move_of",
    "one_like",
    "ponder",
    "promise",
)


class Sheet(NamedTuple):
    """Room for what a seat knows, as a record and as the words it is made of."""

    seen: NDArray[np.void]
    words: NDArray[np.uint64]
    ideas: NDArray[np.int16]


def new_lore(state: np.dtype[np.void], weights: tuple[float, ...] = ()) -> tuple[Sheet]:
    """A blank sheet."""
    seen = records(state)
    return (Sheet(seen, np.asarray(seen).view(np.uint64), np.zeros(MOST_IDEAS, np.int16)),)


def ponder(seen: Struct, lore: Sheet) -> None:
    """Nothing needs to be worked out beforehand."""


def dream(seen: Struct, lore: Sheet, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world."""
    imagine(seen, rng, out)


def choices(s: Struct, lore: Sheet, ideas: NDArray[np.int16]) -> int:
    """Every legal move is an idea."""
    return moves(s, ideas)


def move_of(s: Struct, lore: Sheet, idea: int) -> int:
    """And an idea a move."""
    return idea


def idea_of(s: Struct, move: int) -> int:
    """A move is an idea."""
    return move


def look(s: Struct, lore: Sheet) -> None:
    """Nobody looks."""


def one_like(seen: Struct, move: int, rng: Stream) -> int:
    """No other is known to be like it."""
    return move


def appeal(s: Struct, lore: Sheet, idea: int) -> float:
    """No idea looks better than another."""
    return 0.0


def best_move(s: Struct, lore: Sheet) -> int:
    """The first one is as good as any other."""
    moves(s, lore.ideas)
    return int(lore.ideas[0])


def key(s: Struct, lore: Sheet) -> Word:
    """What the seat to move knows, as a number."""
    observe(s, s.turn, lore.seen)
    h = NOTHING
    for i in range(len(lore.words)):
        h = mixed(h, lore.words[i])
    return h


def likely_move(s: Struct, lore: Sheet, rng: Stream) -> int:
    """Any move."""
    return any_move(s, rng)


def is_quiet(s: Struct) -> bool:
    """Nobody can tell."""
    return False


def promise(s: Struct, lore: Sheet, points: NDArray[np.int16]) -> float:
    """Nothing: the end is always reached."""
    return 1.0
