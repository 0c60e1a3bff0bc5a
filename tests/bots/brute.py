"""Exact play by brute force: every line to its end, with the rules as Python calls them.

Worths are fractions and follow from points and winners alone, nothing is remembered and nothing
left out; a tree of more than so many positions is given up.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import MOST_IDEAS
from motherlode.bots.worth import Taste
from motherlode.games.kernel import Kernel, room_for_moves

State = NDArray[np.void]
# What an end is worth to a seat, and its share of the victory.
Prize = tuple[Fraction, Fraction]


class TooMany(Exception):
    """The tree has more positions than were asked for."""


class Brute:
    """Looks at every line, and takes of two ends the better one for the seat to move."""

    def __init__(self, kernel: Kernel, taste: Taste, most: int) -> None:
        self._kernel = kernel
        self._taste = taste
        self._left = most

    def moves(self, state: State) -> dict[int, Prize]:
        """What each legal move brings the seat that makes it."""
        seat = state["turn"][0]
        return {move: self._prizes(self._after(state, move))[seat] for move in self._legal(state)}

    def _prizes(self, state: State) -> tuple[Prize, ...]:
        """What all seats get if all play for themselves."""
        self._left -= 1
        if self._left < 0:
            raise TooMany
        if self._kernel.over(state):
            points = np.zeros(8, np.int16)
            self._kernel.points(state, points)
            ahead = int(self._kernel.winners(state, points))
            seats = int(state["seats"][0])
            return prizes(tuple(points[:seats].tolist()), ahead, self._taste)
        seat, seats = int(state["turn"][0]), int(state["seats"][0])
        others = [(seat + i) % seats for i in range(1, seats)]
        ends = [self._prizes(self._after(state, move)) for move in self._legal(state)]
        return max(ends, key=lambda end: (end[seat], *map(_negated, (end[i] for i in others))))

    def _legal(self, state: State) -> list[int]:
        out = room_for_moves()
        legal: list[int] = out[: self._kernel.moves(state, out)].tolist()
        return legal

    def _after(self, state: State, move: int) -> State:
        later = state.copy()
        self._kernel.play(later, move)
        return later


def _negated(prize: Prize) -> Prize:
    return -prize[0], -prize[1]


@cache
def prizes(points: tuple[int, ...], ahead: int, taste: Taste) -> tuple[Prize, ...]:
    """What an end with these *points* and this set of winners brings each seat."""
    winners = ahead.bit_count()
    weight, scale = (Fraction(value).limit_denominator(1000) for value in taste)
    found = []
    for seat, own in enumerate(points):
        rival = max(points[:seat] + points[seat + 1 :])
        margin = min(Fraction(1), max(Fraction(0), (1 + (own - rival) / scale) / 2))
        share = Fraction(ahead >> seat & 1, winners)
        found.append(((1 - weight) * share + weight * margin, share))
    return tuple(found)


class Sheet(NamedTuple):
    """Where a solver writes its answer."""

    moves: NDArray[np.int16]
    worth: NDArray[np.float64]
    share: NDArray[np.float64]


def solved(solve: Callable[..., int], seen: State, book: object, taste: Taste) -> dict[int, Prize]:
    """What *solve* says each move brings, rounded to fractions; nothing if it gives up."""
    sheet = Sheet(np.zeros(MOST_IDEAS, np.int16), np.zeros(MOST_IDEAS), np.zeros(MOST_IDEAS))
    n = solve(seen, book, taste, *sheet, False)
    values = zip(*(column[:n].tolist() for column in sheet), strict=True)
    return {move: (Fraction(worth), Fraction(share)) for move, worth, share in values}


def agree(ours: dict[int, Prize], truth: dict[int, Prize]) -> bool:
    """Whether two answers name the same moves with the same worth, but for rounding."""
    return ours.keys() == truth.keys() and all(
        abs(ours[move][i] - truth[move][i]) < Fraction(1, 10**8) for move in truth for i in range(2)
    )
