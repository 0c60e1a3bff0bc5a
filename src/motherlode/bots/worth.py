"""What the end of a game is worth to each seat, on one scale for search and exact play."""

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.edge import rule


class Taste(NamedTuple):
    """What a player plays for: mostly to win, a little for the margin."""

    margin: float  # how much of a result is the margin, the rest being the victory
    scale: float  # the margin that counts in full


@rule
def judge(
    points: NDArray[np.int16],
    ahead: int,
    seats: int,
    taste: Taste,
    worth: NDArray[np.float64],
    share: NDArray[np.float64],
) -> None:
    """Write the *share* of the victory of each seat, and its *worth*, both from 0 to 1.

    *ahead* is the set of seats that have won.
    """
    winners = 0
    for seat in range(seats):
        winners += ahead >> seat & 1
    for seat in range(seats):
        share[seat] = (ahead >> seat & 1) / winners
    add_margin(points, seats, taste, worth, share)


@rule
def guess(
    points: NDArray[np.int16],
    spread: float,
    seats: int,
    taste: Taste,
    worth: NDArray[np.float64],
    share: NDArray[np.float64],
) -> None:
    """The same for a game that goes on, with such a *spread* of what may still come."""
    most = -32768
    for seat in range(seats):
        most = max(most, int(points[seat]))
    total = 0.0
    for seat in range(seats):
        share[seat] = exp((int(points[seat]) - most) / spread)
        total += share[seat]
    for seat in range(seats):
        share[seat] /= total
    add_margin(points, seats, taste, worth, share)


@rule
def add_margin(
    points: NDArray[np.int16],
    seats: int,
    taste: Taste,
    worth: NDArray[np.float64],
    share: NDArray[np.float64],
) -> None:
    """Write what victory and margin together are worth to each seat."""
    for seat in range(seats):
        rival = -32768
        for other in range(seats):
            if other != seat:
                rival = max(rival, int(points[other]))
        margin = 0.5 + 0.5 * (int(points[seat]) - rival) / taste.scale
        worth[seat] = (1 - taste.margin) * share[seat] + taste.margin * min(1.0, max(0.0, margin))
