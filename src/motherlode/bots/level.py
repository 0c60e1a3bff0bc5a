"""What a level of play is: how well it decides, times how well it remembers."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from motherlode.bots.sight import Bot
from motherlode.games.game import Game


class Level(NamedTuple):
    """One of the five opponents a game offers, weakest first."""

    number: int  # from 1
    name: str
    sentence: str  # what a player is told about it
    make: Callable[[int], Bot]


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of *game*, weakest first."""
    found: tuple[Level, ...] = import_module(f"motherlode.bots.{game.id}.levels").LEVELS
    return found
