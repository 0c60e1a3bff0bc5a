"""Who can play: the levels of each game and the baselines, by the names the arena calls them."""

from collections.abc import Callable
from typing import NamedTuple

from motherlode.bots.baselines import BASELINES
from motherlode.bots.level import levels
from motherlode.bots.sight import Bot
from motherlode.games.game import Game, shown

_MOST_ROUNDS = 1_000_000


class UnknownEntrant(ValueError):
    """Nobody of that name plays this game."""


class Entrant(NamedTuple):
    """Someone who can be sent to a table; each seat gets a bot of its own, made from a seed."""

    name: str
    make: Callable[[int], Bot]


def entrants(game: Game) -> tuple[str, ...]:
    """The names of all who play *game*; those with a colon want a number behind it."""
    by_level = (str(level.number) for level in levels(game))
    return (*by_level, *BASELINES)


def entrant(game: Game, text: str) -> Entrant:
    """Who plays *game* by that name: a level by its number, or a baseline.

    Some search, and are told behind a colon how many times they look ahead: ``plain:500``.
    """
    for level in levels(game):
        if text == str(level.number):
            return Entrant(text, level.make)
    name, colon, rounds = text.partition(":")
    make = BASELINES.get(name + colon)
    if make is None:
        known = ", ".join(entrants(game))
        raise UnknownEntrant(f"nobody called {shown(text)} plays {game.title}; there are {known}")
    number = _rounds(game, text, rounds) if colon else 0
    return Entrant(text, lambda seed: make(game, number, seed))


def _rounds(game: Game, text: str, rounds: str) -> int:
    if rounds.isascii() and rounds.isdigit() and 0 < len(rounds) <= 7:
        number = int(rounds)
        if 0 < number <= _MOST_ROUNDS:
            return number
    raise UnknownEntrant(
        f"{shown(text)}: behind the colon stands how often to look ahead, from 1 to {_MOST_ROUNDS}"
    )
