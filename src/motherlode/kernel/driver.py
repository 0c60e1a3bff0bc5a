# ruff: noqa: F821 - the names declared without a value are the point of this file
"""What every game can do once it has rules: written once, bound to each game's own.

The names declared at the top stand for a game's rules; ``bind`` puts the real ones in their place.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.chance import Stream, shuffle
from motherlode.kernel.edge import Struct

LEGAL = 0
ENDED = -1

deal: Callable[[Struct, Struct, NDArray[np.int8]], None]
any_move: Callable[[Struct, Stream], int]
moves: Callable[[Struct, NDArray[np.int16]], int]
over: Callable[[Struct], bool]
play: Callable[[Struct, int], None]
why_not: Callable[[Struct, int], int]


def advance(s: Struct, move: int, out: NDArray[np.void]) -> int:
    """Write into *out* the game after *move*, and return whether it goes on.

    A move that may not be made returns the reason why, and leaves *out* alone.
    """
    reason = why_not(s, move)
    if reason != LEGAL:
        return reason
    out[0] = s
    play(out[0], move)
    return ENDED if over(out[0]) else LEGAL


def step(s: Struct, move: int, out: NDArray[np.int16]) -> int:
    """Play *move*, which must be legal, and write what is legal then into *out*."""
    play(s, move)
    return moves(s, out)


def play_many(s: Struct, setup: Struct, order: NDArray[np.int8], rng: Stream, games: int) -> int:
    """Deal and play that many random games and return how many moves they were."""
    n = 0
    for _ in range(games):
        shuffle(rng, order, len(order))
        deal(s, setup, order)
        n += play_out(s, rng)
    return n


def play_out(s: Struct, rng: Stream) -> int:
    """Play random moves to the end and return how many they were."""
    n = 0
    while not over(s):
        play(s, any_move(s, rng))
        n += 1
    return n
