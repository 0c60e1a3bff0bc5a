"""Tables to test on: every game, every number of seats, every option; dealt and played by chance.

Chance here is a seed, so that a test fails tomorrow as it failed today.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from numpy.typing import NDArray

from motherlode.games import GAMES
from motherlode.games.game import Game, Options
from motherlode.games.kernel import Kernel, room_for_moves
from motherlode.games.position import Position
from motherlode.kernel.chance import Stream, stream
from motherlode.kernel.edge import compiled

States = NDArray[np.void]

# One of each kind of value an option can take, in the order of the options; seats come on top.
OPTIONS: dict[str, list[dict[str, str]]] = {
    "goldrush": [{}, {"layout": "grid"}, {"colours": "chosen"}],
    "golddigger": [{}, {"deck": ",".join(["20"] * 15)}, {"deck": ",".join(map(str, range(1, 16)))}],
    "golddonkey": [{}],
}
CHOSEN_COLOURS = {
    2: "violet+green,red+orange",
    3: "blue,violet,red",
    4: "orange,green,blue,violet",
    5: "violet,blue,green,orange,red",
}

_ROOM = room_for_moves()


class Dice:
    """The draws of a deal, each its own and all settled by a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def pick(self, label: str, n: int) -> int:
        """A number from 0 to *n* - 1."""
        return self._named(label).randrange(n)

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        """The numbers from 0 to *n* - 1 in some order."""
        return tuple(self._named(label).sample(range(n), n))

    def _named(self, label: str) -> random.Random:
        return random.Random(f"{self.seed} {label}")


@dataclass(frozen=True)
class Table:
    """A game with its seats and options."""

    name: str
    game: Game
    options: Options

    def __str__(self) -> str:
        return self.name

    @property
    def kernel(self) -> Kernel:
        """The rules."""
        return self.game.kernel

    def start(self, seed: int) -> Position:
        """The position after a deal."""
        return self.game.start(self.options, self.game.draw(self.options, Dice(seed)))

    def positions(self, seed: int) -> Iterator[Position]:
        """A whole game, from the deal to the end."""
        position = self.start(seed)
        yield position
        player = Player(seed)
        while not position.over:
            position = position.play(player.choose(position.moves))
            yield position


class Player:
    """Someone who plays at random.

    Every third seed is a creature of habit, who makes its favourite move most of the time it can:
    that is how quiet turns, long exchanges and early stakes come about.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.habits = seed if seed % 3 == 2 else None

    def choose(self, moves: tuple[str, ...]) -> str:
        """One of the *moves*."""
        if self.habits is None or self.random.random() < 0.2:
            return self.random.choice(moves)
        return min(moves, key=lambda move: crc32(f"{self.habits} {move}".encode()))


def _tables() -> Iterator[Table]:
    for its_game in GAMES.values():
        for seats in its_game.seats:
            for chosen in OPTIONS[its_game.id]:
                texts = dict(chosen)
                if "colours" in texts:
                    texts["colours"] = CHOSEN_COLOURS[seats]
                options = its_game.options(seats=seats, **texts)
                name = "-".join([its_game.id, str(seats), *(f"{k}={v}" for k, v in texts.items())])
                yield Table(name[:40], its_game, options)


TABLES = tuple(_tables())
every_table = pytest.mark.parametrize("table", TABLES, ids=str)

# Those of them with nothing chosen but the seats.
SEATINGS = tuple(
    table for table in TABLES if table.options == table.game.options(seats=table.options.seats)
)
every_seating = pytest.mark.parametrize("table", SEATINGS, ids=str)


def some(n: int, in_plain_python: int = 1) -> int:
    """How often to do something: less where the rules run a hundred times slower."""
    return n if compiled() else in_plain_python


def numbers(kernel: Kernel, states: States) -> list[int]:
    """The legal moves as the kernel numbers and orders them."""
    found: list[int] = _ROOM[: kernel.moves(states, _ROOM)].tolist()
    return found


def seen_by(kernel: Kernel, states: States, seat: int) -> States:
    """What *seat* could know."""
    seen = kernel.new()
    kernel.observe(states, seat, seen)
    return seen


def imagined(kernel: Kernel, seen: States, rng: Stream | int) -> States:
    """A world that fits what is *seen*."""
    world = kernel.new()
    kernel.imagine(seen, stream(rng) if isinstance(rng, int) else rng, world)
    return world


def placed(position: Position, states: States, *, over: bool = False) -> Position:
    """A position with these *states* in place of its own, and without a past."""
    other = Position(position.game, position.options, position.deal, states)
    other._over = over
    return other


def loaded(i: int, n: int) -> Stream:
    """A stream whose next pick from *n* is *i*."""
    # The generator gives the two halves of its state, one crossed with the other; the upper is 0.
    return np.array([((2 * i + 1) << 31) // n], np.uint64)


def odds_are_plausible(counts: dict[Any, int], expected: dict[Any, float]) -> bool:
    """Whether *counts* may well have come from these odds: a chi-square test.

    It goes wrong once in three million times, and never again for the same seed.
    """
    assert set(counts) <= set(expected), "something happened that cannot"
    assert min(expected.values()) >= 5, "too few draws to tell"
    freedom = len(expected) - 1
    square = sum((counts.get(key, 0) - mean) ** 2 / mean for key, mean in expected.items())
    # Wilson and Hilferty: the cube root of a chi-square is all but normal.
    spread = 2 / (9 * freedom)
    deviation = ((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    return float(deviation) < 5
