"""One game's rules as Python calls them: every call takes one-game arrays."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.kernel import chance, driver
from motherlode.kernel.edge import bind, door, records

MOST_MOVES_AT_ONCE = 128
# Whoever looks at a position looks again for the next seat: a few of the latest are enough.
_FACTS_KEPT = 1024


class Kernel:
    """The compiled rules of the game in the folder *name*; each is compiled when first called.

    Beside what all games answer, any other rule of the game can be called by its name.
    """

    def __init__(self, name: str) -> None:
        """Find the rules; nothing is compiled or loaded from the cache yet."""
        self.name = name
        self.cards = self._module("cards")
        self.rules = self._module("rules")
        self.knowledge = self._module("knowledge")
        self.state: np.dtype[np.void] = self.cards.STATE
        self.setup: np.dtype[np.void] = self.cards.SETUP
        self._facts = msgspec.defstruct("Facts", self.state.names or (), frozen=True)
        self._facts_in = lru_cache(_FACTS_KEPT)(self._read)
        self.deal = door(self.rules.deal)
        self.moves = door(self.rules.moves)
        self.why_not = door(self.rules.why_not)
        self.play = door(self.rules.play)
        self.over = door(self.rules.over)
        self.points = door(self.rules.points)
        self.winners = door(self.rules.winners)
        self.any_move = door(self.rules.any_move)
        self.observe = door(self.knowledge.observe)
        self.imagine = door(self.knowledge.imagine)
        # Where players choose which unseen card to turn up; elsewhere the next comes from a pile.
        self.bring_next: Callable[..., None] | None = None
        if hasattr(self.knowledge, "bring_next"):
            self.bring_next = door(self.knowledge.bring_next)
        self.advance = door(self.bind(driver.advance))
        self.step = door(self.bind(driver.step))
        play_out = self.bind(driver.play_out)
        self.play_out = door(play_out)
        self.play_many = door(self.bind(driver.play_many, play_out=play_out))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Any other rule of this game, for what only it can be asked."""
        if name.startswith("_") or name not in vars(self.rules):
            raise AttributeError(f"{self.name} has no rule {name!r}")
        opened = door(vars(self.rules)[name])
        setattr(self, name, opened)
        return opened

    def _module(self, part: str) -> ModuleType:
        return import_module(f"motherlode.games.{self.name}.{part}")

    def bind(self, shared: Callable[..., Any], **more: Any) -> Callable[..., Any]:
        """Make *shared*, written against the names of rules, work with this game's."""
        return bind(shared, {**vars(self.rules), **vars(self.knowledge), **more})

    def new(self, n: int = 1) -> NDArray[np.void]:
        """*n* blank games."""
        return records(self.state, n)

    def facts(self, states: NDArray[np.void]) -> Any:
        """What the record of one game holds, field by field, as plain numbers and lists of them.

        It is quick to read, and only to be read: a list is the same for whoever asks next.
        """
        return self._facts_in(states.tobytes())

    def _read(self, record: bytes) -> Any:
        fields = np.frombuffer(record, self.state).tolist()[0]
        return self._facts(
            *(field.tolist() if isinstance(field, np.ndarray) else field for field in fields)
        )

    def new_setup(self, **fields: Any) -> NDArray[np.void]:
        """A setup with these fields; a deck may be shorter than the longest one."""
        setup = records(self.setup)
        for name, value in fields.items():
            if np.ndim(value) == 0:
                setup[name] = value
            else:
                setup[name][0, : len(value)] = value
        return setup

    def prepare(self, setup: NDArray[np.void], order: NDArray[np.int8]) -> None:
        """Call everything once with a deal, so that it is compiled and in the cache."""
        game, seen, out = self.new(), self.new(), room_for_moves()
        rng, points = chance.stream(0), np.zeros(8, np.int16)
        self.deal(game, setup, order)
        self.moves(game, out)
        move = int(self.any_move(game, rng))
        if self.bring_next:
            self.bring_next(game.copy(), order.copy(), move)
        self.why_not(game, move)
        self.advance(game, move, seen)
        self.play(game.copy(), move)
        self.step(game, move, out)
        self.observe(game, 0, seen)
        self.imagine(seen, rng, game)
        self.play_out(game, rng)
        self.over(game)
        self.points(game, points)
        self.winners(game, points)
        self.play_many(game, setup, order.copy(), rng, 1)


def room_for_moves() -> NDArray[np.int16]:
    """An array long enough for the legal moves of any position."""
    return np.zeros(MOST_MOVES_AT_ONCE, np.int16)
