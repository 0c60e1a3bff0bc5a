"""Tables of GOLD as all see them, made up for the tests, and what the solver says of them.

``python -m tests.bots.goldrush.tables SEED`` tells it of some tables, line by line.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.goldrush import endgame, judgement
from motherlode.bots.worth import Taste
from motherlode.games.goldrush.cards import (
    DECK,
    FEW_LEFT,
    FIRST_FLIP,
    HIDDEN,
    NO_RUSH,
    NOBODY,
    RUSH,
    SECOND_FLIP,
)
from motherlode.kernel.edge import door
from tests.bots.goldrush.brute import K, State

SOLVE = door(endgame.solve)
IDEA_OF = door(judgement.idea_of)
BOOK = endgame.new_book()
TASTE = Taste(0.3, 12.0)
SEATS = (2, 3, 4, 5)


class Found(NamedTuple):
    """What the solver says of an idea."""

    spot: int
    worth: float
    share: float


def solved(seen: State, *, may_pass: bool = True, taste: Taste = TASTE) -> dict[int, Found]:
    """What the solver says, by idea."""
    moves, worth, share = np.zeros(128, np.int16), np.zeros(128), np.zeros(128)
    n = SOLVE(seen, BOOK, taste, moves, worth, share, may_pass)
    assert n > 0
    found = [
        Found(*each) for each in zip(moves.tolist(), worth.tolist(), share.tolist(), strict=True)
    ][:n]
    by_idea = {int(IDEA_OF(seen, each.spot)): each for each in found}
    assert len(by_idea) == n, "two entries for one idea"
    return by_idea


def table(
    lying: Sequence[int],
    unseen: Sequence[int] = (),
    *,
    seats: int = 2,
    owner: tuple[int, ...] = (0, 0, 1, 1, NOBODY),
    stage: int = RUSH,
    turn: int = 0,
    quiet: int = 0,
    won: NDArray[np.int8] | None = None,
    at: list[int] | None = None,
) -> State:
    """A table as all see it, with these cards known, and those not; the first one may be up."""
    s = K.new()
    spots = at or list(range(len(lying) + len(unseen)))
    for spot, card in zip(spots, [*lying, *unseen], strict=True):
        s["table"] |= np.uint64(1 << spot)
        s["left"][0, card] += 1
        s["card"][0, spot] = card
    for spot in spots[: len(lying)]:
        s["known"] |= np.uint64(1 << spot)
    for spot in spots[len(lying) :]:
        s["card"][0, spot] = HIDDEN
    s["seats"], s["turn"], s["stage"], s["quiet"] = seats, turn, stage, quiet
    s["owner"][0] = owner
    s["rush"] = FEW_LEFT if stage == RUSH else NO_RUSH
    s["up"] = NOBODY
    if stage == SECOND_FLIP:
        s["up"][0, 0] = spots[0]
    if won is not None:
        s["won"][0] = won
    return s


def some_table(rng: random.Random, stage: int, most: int) -> State:
    """Any table of a few cards; before the Gold Rush it is called after the turn."""
    seats = rng.choice(SEATS)
    n = rng.randint(1 if stage == RUSH else 2, most)
    drawn = [int(card) for card in rng.sample(list(DECK), n)]
    if rng.random() < 0.5:  # more equal cards than chance would lay
        few = rng.sample(drawn, min(len(drawn), 3))
        drawn = [rng.choice(few) for _ in drawn]
    known = rng.randint(1 if stage == SECOND_FLIP else 0, n)
    owner = [seat % seats for seat in range(5)]
    if seats < 5:
        owner[rng.randrange(5)] = NOBODY
    rng.shuffle(owner)
    won = np.zeros((5, 4), np.int8)
    for _ in range(rng.choice((0, 2, 8))):
        won[rng.randrange(seats), rng.randrange(4)] += 1
    return table(
        drawn[:known],
        drawn[known:],
        seats=seats,
        owner=tuple(owner),
        stage=stage,
        turn=rng.randrange(seats),
        won=won,
        at=rng.sample(range(64), n),
    )


def tell(seed: int) -> list[str]:
    """What the solver says of some tables."""
    rng = random.Random(seed)
    return [
        f"{stage} {may_pass} {sorted(solved(some_table(rng, stage, 5), may_pass=may_pass).items())}"
        for stage in (FIRST_FLIP, SECOND_FLIP, RUSH)
        for may_pass in (True, False)
        for _ in range(10)
    ]


if __name__ == "__main__":
    print("\n".join(tell(int(sys.argv[1]))))
