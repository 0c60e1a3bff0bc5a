# ruff: noqa: F821 - the names declared without a value are the point of this file
"""How a move looks at first sight: what is seen of it, weighed.

Each game says in ``bots/<game>/judgement.py`` what there is to see of a move, as a row of numbers;
what weight each has is an *eye*, learned by practice (``bots/practice.py``) or set by hand.  A move
is then as likely as its weight says, in a search, in the games it plays on, and at first sight.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.chance import Stream, draw
from motherlode.kernel.edge import Struct, rule

choices: Callable[[Struct, Any, NDArray[np.int16]], int]
describe: Callable[[Struct, Any, int], None]
look: Callable[[Struct, Any], None]
move_of: Callable[[Struct, Any, int], int]

# What weight each thing has that is seen of a move.
Eye: TypeAlias = tuple[float, ...]

_ALL_BITS = 4294967296.0


def eye_of(features: Sequence[str], weights: Mapping[str, float]) -> Eye:
    """The eye that gives these *weights* to some of the *features*, and none to the others."""
    unknown = weights.keys() - set(features)
    if unknown:
        raise ValueError(f"there is nothing called {min(unknown)!r} to be seen of a move")
    return tuple(weights.get(feature, 0.0) for feature in features)


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


def size_up(s: Struct, lore: Any) -> int:
    """Look at the game, weigh every idea, and return how many there are."""
    look(s, lore)
    n = choices(s, lore, lore.ideas)
    for i in range(n):
        lore.appeal[i] = appeal(s, lore, lore.ideas[i])
    return n


def likely_move(s: Struct, lore: Any, rng: Stream) -> int:
    """A move, each as likely as it looks good."""
    n = size_up(s, lore)
    return move_of(s, lore, lore.ideas[any_of(lore, n, rng)])


def best_move(s: Struct, lore: Any) -> int:
    """The move that looks best."""
    n = size_up(s, lore)
    best = 0
    for i in range(1, n):
        if lore.appeal[i] > lore.appeal[best]:
            best = i
    return move_of(s, lore, lore.ideas[best])
