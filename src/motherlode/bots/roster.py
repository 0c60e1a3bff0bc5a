"""Who can play: the levels of each game and the baselines, by the names the arena calls them."""

from collections.abc import Callable
from typing import NamedTuple

from motherlode.bots.baselines import AtRandom
from motherlode.bots.sight import Bot
from motherlode.games.game import Game, shown


class UnknownEntrant(ValueError):
    """Nobody of that name plays this game."""


class Entrant(NamedTuple):
    """Someone who can be sent to a table; each seat gets a bot of its own, made from a seed."""

    name: str
    make: Callable[[int], Bot]


def entrants(game: Game) -> tuple[str, ...]:
    """The names of all who play *game*; those with a colon want a number behind it."""
    return ("random",)


def entrant(game: Game, text: str) -> Entrant:
    """Who plays *game* by that name."""
    if text == "random":
        return Entrant(text, AtRandom)
    known = ", ".join(entrants(game))
    raise UnknownEntrant(f"nobody called {shown(text)} plays {game.title}; there are {known}")
