"""What a moment of GOLD is worth, found the slow and obvious way.

A moment is all the worlds that may be true, each as likely as the others.  Every spot is turned up
in every world by the real rules; the worlds that show the same card stay together.  What a moment
is worth depends on the cards and not on where they lie, and is looked up the second time.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.worth import Taste, judge
from motherlode.games import game

K = game("goldrush").kernel
FIRST_FLIP, SECOND_FLIP, RUSH = 0, 1, 2
ROUNDING = 1e-9

State = NDArray[np.void]
Value = tuple[float, ...]  # of each seat its worth and its share of the victory


class Option(NamedTuple):
    """A spot that may be turned up, and what that is worth."""

    spot: int
    looks: int | None  # the card there, if it is known
    value: Value


class Brute:
    """Someone who plays out everything; remembers what moments were worth."""

    def __init__(self, taste: Taste, *, may_pass: bool) -> None:
        """Begin with nothing played out."""
        self._taste = taste
        self._may_pass = may_pass
        self._found: dict[Any, Value] = {}
        self.moments: list[State] = []  # all that were met before the end, as they were seen

    def options(self, seen: State) -> list[Option]:
        """What may be done in the moment that is *seen*."""
        return self._options(all_worlds(seen))

    def _options(self, worlds: list[State]) -> list[Option]:
        return [
            Option(spot, shown_at(worlds[0], spot), self._turn_up(worlds, spot))
            for spot in self.allowed(worlds[0])
        ]

    def _turn_up(self, worlds: list[State], spot: int) -> Value:
        moments: dict[int, list[State]] = defaultdict(list)
        for world in worlds:
            moments[int(world["card"][0, spot])].append(played(world, spot))
        values = [(len(moment) / len(worlds), self._value(moment)) for moment in moments.values()]
        return tuple(sum(p * value[k] for p, value in values) for k in range(len(values[0][1])))

    def _value(self, worlds: list[State]) -> Value:
        if K.over(worlds[0]):
            return self._end(worlds[0])
        content = what_is_known(worlds[0])
        if content not in self._found:
            seat = int(worlds[0]["turn"][0])
            self.moments.append(K.new())
            K.observe(worlds[0], seat, self.moments[-1])
            values = [option.value for option in self._options(worlds)]
            best = values[0]
            for value in values[1:]:
                if prefers(seat, value, best):
                    best = value
            self._found[content] = best
        return self._found[content]

    def _end(self, state: State) -> Value:
        seats = int(state["seats"][0])
        points, worth, share = np.zeros(5, np.int16), np.zeros(5), np.zeros(5)
        K.points(state, points)
        judge(points, K.winners(state, points), seats, self._taste, worth, share)
        return tuple(float(x[seat]) for seat in range(seats) for x in (worth, share))

    def allowed(self, state: State) -> list[int]:
        """The legal spots; where nobody may pass, without pairs known to change nothing."""
        room = np.zeros(64, np.int16)
        legal: list[int] = room[: K.moves(state, room)].tolist()
        if self._may_pass or state["stage"][0] == RUSH:
            return legal
        busy = [spot for spot in legal if shown_at(state, spot) is None or is_busy(state, spot)]
        return busy or legal


def prefers(seat: int, one: Value, other: Value) -> bool:
    """Whether *seat* prefers *one*: it gets more; or as much, and the next seat gets less."""
    seats = len(one) // 2
    for later in range(seats):
        who = (seat + later) % seats
        for mine, theirs in zip(
            one[2 * who : 2 * who + 2], other[2 * who : 2 * who + 2], strict=True
        ):
            if abs(mine - theirs) > ROUNDING:
                return mine > theirs if later == 0 else mine < theirs
    return False


def is_busy(state: State, spot: int) -> bool:
    """Whether the known card at *spot* does something, alone or with another known one."""
    after = played(state, spot)
    if state["stage"][0] == SECOND_FLIP:
        return changed(state, after)
    return any(
        changed(state, played(after, other))
        for other in cards(after)
        if other != spot and shown_at(state, other) is not None
    )


def changed(before: State, after: State) -> bool:
    return bool(before["table"][0] != after["table"][0])


def played(state: State, spot: int) -> State:
    """The state after turning up that spot."""
    after = state.copy()
    K.play(after, spot)
    return after


def cards(state: State) -> list[int]:
    """The spots where cards lie."""
    table = int(state["table"][0])
    return [spot for spot in range(64) if table >> spot & 1]


def shown_at(state: State, spot: int) -> int | None:
    """The card at *spot* if it is known."""
    return int(state["card"][0, spot]) if int(state["known"][0]) >> spot & 1 else None


def what_is_known(state: State) -> tuple[Any, ...]:
    """All that matters in a moment: which cards are there and known, who has what, whose turn."""
    shown = [shown_at(state, spot) for spot in cards(state)]
    seats = int(state["seats"][0])
    won = state["won"][0, :seats]
    second = state["stage"][0] == SECOND_FLIP
    return (
        tuple(sorted(card for card in shown if card is not None)),
        state["left"][0].tobytes(),
        tuple((int(pile @ (1, 2, 3, 4)), int(pile.sum())) for pile in won),
        int(state["turn"][0]),
        int(state["stage"][0]),
        int(state["quiet"][0]),
        int(state["card"][0, int(state["up"][0, 0])]) if second else None,
    )


def all_worlds(seen: State) -> list[State]:
    """Every way the unseen cards may lie; equal cards give each way equally often."""
    hidden = [spot for spot in cards(seen) if shown_at(seen, spot) is None]
    unseen = seen["left"][0].copy()
    for spot in cards(seen):
        if spot not in hidden:
            unseen[seen["card"][0, spot]] -= 1
    heap = [card for card, copies in enumerate(unseen) for _ in range(copies)]
    worlds = []
    for order in sorted(set(permutations(heap))):
        world = seen.copy()
        for spot, card in zip(hidden, order, strict=True):
            world["card"][0, spot] = card
        worlds.append(world)
    return worlds
