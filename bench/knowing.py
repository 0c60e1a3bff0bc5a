# ruff: noqa: F821 - the names declared without a value are the point of this file
"""Search by someone who knows that its rival is greedy, to be told apart from any fair player.

The same search as ever, but whenever the rival is to move the one move greed makes is the only one
there is.  What it wins against greed is what somebody wins who is out for nothing else; if it may
stall, it may also turn up pairs it knows to change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.eye import Eye
from motherlode.bots.goldrush.judgement import FEATURES, LORE, SORTS, UNSEEN, idea_of
from motherlode.games.goldrush.cards import RUSH
from motherlode.kernel.bits import NOTHING
from motherlode.kernel.chance import Stream
from motherlode.kernel.edge import Struct, records

useful_choices: Callable[[Struct, Any, NDArray[np.int16]], int]
any_likely_move: Callable[[Struct, Any, Stream], int]
best_move: Callable[[Struct, Any], int]

_LORE = np.dtype(
    [
        *((name, LORE[name]) for name in LORE.names or ()),
        ("own", np.float64, len(FEATURES)),
        ("greed", np.float64, len(FEATURES)),
        ("me", np.int64),
        ("may_stall", np.int64),
    ],
    align=True,
)


def new_lore(own: Eye, greed: Eye, *, may_stall: bool) -> NDArray[np.void]:
    """Room for lore, with the own eye and that of greed."""
    lore = records(_LORE)
    lore["weights"] = lore["own"] = own
    lore["greed"] = greed
    lore["may_stall"] = may_stall
    return lore


def ponder(seen: Struct, lore: Struct) -> None:
    """Note who is asking."""
    lore.me = seen.turn


def choices(s: Struct, lore: Struct, ideas: NDArray[np.int16]) -> int:
    """The own ideas, or what greed does."""
    if s.turn == lore.me:
        if lore.may_stall and s.stage != RUSH:
            return all_there_is(s, lore, ideas)
        return useful_choices(s, lore, ideas)
    ideas[0] = idea_of(s, greedy_move(s, lore))
    return 1


def all_there_is(s: Struct, lore: Struct, ideas: NDArray[np.int16]) -> int:
    """Every sort that is known, and an unseen card."""
    n = 0
    for sort in range(SORTS):
        if lore.known[sort] > 0:
            ideas[n] = sort
            n += 1
    if s.table & ~s.known != NOTHING:
        ideas[n] = UNSEEN
        n += 1
    return n


def likely_move(s: Struct, lore: Struct, rng: Stream) -> int:
    """A move of one's own by its appeal, or what greed does."""
    if s.turn == lore.me:
        return any_likely_move(s, lore, rng)
    return greedy_move(s, lore)


def greedy_move(s: Struct, lore: Struct) -> int:
    """What looks best to greed."""
    for i in range(len(lore.weights)):
        lore.weights[i] = lore.greed[i]
    move = best_move(s, lore)
    for i in range(len(lore.weights)):
        lore.weights[i] = lore.own[i]
    return move
