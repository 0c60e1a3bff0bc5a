"""Ratings from all results at once: the most likely strengths, whatever order games came in.

An entrant has a strength; a seat wins with a chance in proportion to it (Bradley and Terry, Luce,
Plackett).  A win shared by k seats counts 1/k for each.  Strengths are fitted by hand, for choix
brings SciPy, which Numba would then load at every start, and openskill depends on the order of the
games.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.arena.plan import LineUp

Floats = NDArray[np.float64]

# The usual scale: 400 points more are odds of ten to one.
SCALE = 400 / np.log(10)
_MOST_STEPS = 200
_LONGEST_STEP = 1.0
_SMALL = 1e-10


def strengths(
    entrants: Sequence[str], line_ups: Sequence[LineUp], won: Floats, games: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """The logarithms of all strengths, the first being 0, for each row of *won* and *games*.

    A row has what the lone entrant of each line-up won, of how many games.  Also whether that is
    all: where some never lost to the others no strength is high enough, and each line-up is given
    one imaginary deal more, shared evenly.
    """
    places = [(entrants.index(up.lone), entrants.index(up.rest)) for up in line_ups]
    seats = np.array([up.seats for up in line_ups], float)
    exists = _connected(len(entrants), places, won, games)
    won = won + np.where(exists, 0.0, 1.0)[:, None]
    games = games + np.where(exists, 0.0, 1.0)[:, None] * seats
    sides = np.zeros((len(places), len(entrants)))
    for row, (lone, rest) in enumerate(places):
        sides[row, lone], sides[row, rest] = 1.0, -1.0
    return _climb(sides, np.log(seats - 1), won, games), exists


def _connected(
    n: int, places: Sequence[tuple[int, int]], won: Floats, games: Floats
) -> NDArray[np.bool_]:
    """Whether in each row everyone has beaten everyone, at least by way of others (Ford, 1957)."""
    beats = np.zeros((len(won), n, n), bool)
    beats[:, range(n), range(n)] = True
    for column, (lone, rest) in enumerate(places):
        beats[:, lone, rest] |= won[:, column] > 0
        beats[:, rest, lone] |= won[:, column] < games[:, column]
    for via in range(n):
        np.logical_or(beats, beats[:, :, via, None] & beats[:, None, via, :], out=beats)
    return np.asarray(beats.all(axis=(1, 2)))


def _climb(sides: Floats, crowd: Floats, won: Floats, games: Floats) -> Floats:
    """Newton's way up the one hill there is, in steps short enough not to fall off it."""
    sides = sides[:, 1:]
    strength = np.zeros((len(won), sides.shape[1]))
    for _ in range(_MOST_STEPS):
        chance = 1 / (1 + np.exp(crowd - strength @ sides.T))
        slope = (won - games * chance) @ sides
        bend = np.einsum("rl,li,lj->rij", games * chance * (1 - chance), sides, sides)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        length = np.abs(step).max(axis=1, keepdims=True)
        strength += step * np.minimum(1.0, _LONGEST_STEP / np.maximum(length, _SMALL))
        if length.max() < _SMALL:
            break
    return np.concatenate([np.zeros((len(won), 1)), strength], axis=1)
