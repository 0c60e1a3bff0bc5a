"""Bots that forget: what they decide on is not what could be known, but what they still know.

Each game has a memory model of its own in ``bots/<game>/memory.py``: ``new_memory``, ``notice``,
called after every move made at the table, and ``recall``, the game as it is remembered.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from motherlode.bots.sight import Bot, Sight
from motherlode.games.game import Game
from motherlode.kernel.bits import Word
from motherlode.kernel.chance import reseed
from motherlode.kernel.edge import door


class Recollection:
    """The memory model of one game as Python calls it."""

    def __init__(self, game: Game) -> None:
        """Find the model; nothing is compiled before the first call."""
        model = import_module(f"motherlode.bots.{game.id}.memory")
        self.new_memory = model.new_memory
        self.notice = door(model.notice)
        self.recall = door(model.recall)


@cache
def recollection(game: Game) -> Recollection:
    """The memory model of *game*."""
    return Recollection(game)


class Forgetful:
    """Lets another bot decide, on what is remembered."""

    def __init__(self, bot: Bot, model: Recollection, attention: Any, seed: int) -> None:
        """Begin with an empty memory; *attention* says how good it is, as the model wants it."""
        self._bot = bot
        self._model = model
        self._attention = attention
        self._seed = Word(seed)
        self._rng = np.zeros(1, np.uint64)
        self._memory = model.new_memory()

    def choose(self, sight: Sight) -> str:
        """What the other bot makes of what is remembered."""
        first = sight.played - len(sight.events)
        for number, event in enumerate(sight.events, first):
            self._begin_draws(number)
            self._model.notice(event.seen, event.move, self._memory, self._attention, self._rng)
        self._begin_draws(sight.played)
        remembered = sight.game.kernel.new()
        self._model.recall(sight.seen, self._memory, self._attention, self._rng, remembered)
        return self._bot.choose(sight._replace(seen=remembered))

    def _begin_draws(self, number: int) -> None:
        # By the number of the move: however the moves are told, the same ones are forgotten.
        reseed(self._rng, self._seed ^ Word((number << 1 | 1) << 40))
