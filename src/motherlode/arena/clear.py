"""Whether it is clear who is the stronger, asked after every deal without fooling oneself.

Somebody bets on each result against the claim that the mean is *m*, at odds that are fair if the
claim is true.  If it is, the capital grows twentyfold one day in at most one of twenty runs
(Ville's inequality), however long the run and whenever one looks.  The capital is spread over bets
of many sizes on either side, so that nothing needs to be guessed beforehand; it is the method of
Waudby-Smith and Ramdas (2024) with a mixture in place of a plug-in bet.
"""

import numpy as np
from numpy.typing import NDArray

ERROR = 0.05
# What is staked of the capital each time: small stakes for small edges, large ones for large.
_STAKES = 0.9 * 0.75 ** np.arange(16.0)
_SIDES = np.concatenate([_STAKES, -_STAKES])
_PRECISION = 50  # halvings


class Doubt:
    """Capital bet, deal by deal, against the claim that two sides are equally strong."""

    def __init__(self) -> None:
        """Nothing is bet yet."""
        self._log_capital = np.zeros(len(_SIDES))

    def hear(self, balance: float) -> None:
        """Settle the bets on one deal: 1 for the one side, 0 for the other, 0.5 for neither."""
        self._log_capital += np.log1p(_SIDES * (2 * balance - 1))

    @property
    def is_settled(self) -> bool:
        """Whether equal strength has become unbelievable."""
        return bool(np.exp(self._log_capital).mean() >= 1 / ERROR)


def believable(values: NDArray[np.float64]) -> tuple[float, float]:
    """The means from 0 to 1 that are believable after these *values*, whenever one looks."""
    different, times = np.unique(values, return_counts=True)
    mean = float(values.mean())
    low = _edge_of_belief(different, times, mean, 0.0)
    high = 1 - _edge_of_belief(1 - different, times, 1 - mean, 0.0)
    return low, high


def _edge_of_belief(
    values: NDArray[np.float64], times: NDArray[np.int64], inside: float, outside: float
) -> float:
    """Where belief ends between the mean, which is believable, and 0.

    The capital is a convex function of the claim, so there is one such place only.
    """
    for _ in range(_PRECISION):
        middle = (inside + outside) / 2
        if 0 < middle < 1 and _log_capital(values, times, middle) < np.log(1 / ERROR):
            inside = middle
        else:
            outside = middle
    return inside


def _log_capital(values: NDArray[np.float64], times: NDArray[np.int64], claim: float) -> np.float64:
    above = np.log1p(np.multiply.outer(_STAKES, values / claim - 1)) @ times
    below = np.log1p(np.multiply.outer(_STAKES, (1 - values) / (1 - claim) - 1)) @ times
    every = np.concatenate([above, below])
    log_capital: np.float64 = np.logaddexp.reduce(every) - np.log(len(every))
    return log_capital
