"""What a level of play is: how well it decides, times how well it remembers."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from motherlode.bots.eye import Eye
from motherlode.bots.memory import Forgetful, recollection
from motherlode.bots.search import Style
from motherlode.bots.searcher import AtFirstSight, Budget, Searcher, ending, judging
from motherlode.bots.sight import Bot
from motherlode.games import game as game_of
from motherlode.games.game import Game


class Level(NamedTuple):
    """One of the five opponents a game offers."""

    game: str
    number: int  # from 1, the weakest
    name: str
    sentence: str  # what a player is told about it
    eye: Eye
    style: Style
    attention: Any = None  # its memory, as the game has it; without one it forgets nothing
    rounds: int = 0  # how often it looks ahead; at first sight if it does not
    exact: bool = False  # whether it plays endings exactly
    trust: Any = None  # how it learns from rivals' plays, as the game has it; else it does not

    def make(self, seed: int) -> Bot:
        """A player of this level for one seat of one game."""
        its = game_of(self.game)
        bot = self._decider(its, seed)
        if self.attention is None:
            return bot
        return Forgetful(bot, recollection(its), self.attention, seed)

    def _decider(self, its: Game, seed: int) -> Bot:
        mind = judging(its)
        if self.rounds == 0:
            return AtFirstSight(mind, self.eye, seed)
        exact = ending(its) if self.exact else None
        budget = Budget(rounds=self.rounds)
        return Searcher(mind, self.eye, self.style, budget, seed, exact, self.trust)


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of *game*, weakest first."""
    found: tuple[Level, ...] = import_module(f"motherlode.bots.{game.id}.levels").LEVELS
    return found


def between(one: Eye, other: Eye, part: float) -> Eye:
    """An eye that has come so far on the way from *one* to the *other*."""
    return tuple(a + (b - a) * part for a, b in zip(one, other, strict=True))
