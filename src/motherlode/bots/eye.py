# ruff: noqa: F821 - the names declared without a value are the point of this file
"""How a move looks at first sight: what is seen of it, weighed.

Each game says in ``bots/<game>/judgement.py`` what there is to see of a move, as a row of numbers;
what weight each has is an *eye*, learned by practice (``bots/practice.py``) or set by hand.  A move
is then as likely as its weight says, in a search, in the games it plays on, and at first sight.
"""

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.chance import Stream, draw
from motherlode.kernel.edge import Struct, rule

choices: Callable[[Struct, Any, NDArray[np.int16]], int]
describe: Callable[[Struct, Any, int], None]
look: Callable[[Struct, Any], None]
move_of: Callable[[Struct, Any, int], int]

_ALL_BITS = 4294967296.0


@rule
def weighed(lore: Any) -> float:
    """What has just been described, weighed."""
    weights, described = lore.weights, lore.described
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * described[i]
    return total


@rule
def any_of(lore: Any, n: int, rng: Stream) -> int:
    """One of *n* ideas, by their appeal."""
    appeal = lore.appeal
    most = appeal[0]
    for i in range(1, n):
        most = max(most, appeal[i])
    total = 0.0
    for i in range(n):
        appeal[i] = exp(appeal[i] - most)
        total += appeal[i]
    left = total * (float(draw(rng)) / _ALL_BITS)
    for i in range(n - 1):
        left -= appeal[i]
        if left < 0:
            return i
    return n - 1


def appeal(s: Struct, lore: Any, idea: int) -> float:
    """How good an *idea* looks, after a look at the game."""
    describe(s, lore, idea)
    return weighed(lore)


def likely_move(s: Struct, lore: Any, rng: Stream) -> int:
    """A move, each as likely as it looks good."""
    look(s, lore)
    ideas, looks = lore.ideas, lore.appeal
    n = choices(s, lore, ideas)
    for i in range(n):
        describe(s, lore, ideas[i])
        looks[i] = weighed(lore)
    return move_of(s, lore, ideas[any_of(lore, n, rng)])


def best_move(s: Struct, lore: Any) -> int:
    """The move that looks best."""
    look(s, lore)
    n = choices(s, lore, lore.ideas)
    best = 0
    most = -1e30
    for i in range(n):
        describe(s, lore, lore.ideas[i])
        value = weighed(lore)
        if value > most:
            most = value
            best = lore.ideas[i]
    return move_of(s, lore, best)
