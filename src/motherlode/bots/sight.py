"""What a bot is handed, and all it ever is: what its seat may know, and what all saw happen."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from motherlode.games.game import Game
from motherlode.games.position import Position


class Event(NamedTuple):
    """A move somebody made, and what the seat that looks on knew right after it."""

    seat: int
    move: int  # as the kernel numbers it
    seen: NDArray[np.void]


class Sight(NamedTuple):
    """The game as one seat may know it when it is to move."""

    game: Game
    seat: int
    played: int  # moves made so far, by all seats
    seen: NDArray[np.void]
    events: tuple[Event, ...]  # the latest of these moves
    moves: tuple[str, ...]  # what is legal now


class Bot(Protocol):
    """Someone who plays from what a seat may know."""

    def choose(self, sight: Sight, /) -> str:
        """One of the moves that are legal in *sight*."""


def look(position: Position, told: int = 0) -> Sight:
    """What the seat to move may know, and what happened since it was *told* of so many moves."""
    seat = position.seat
    events = []
    then = position
    while then.played > told and then.before is not None:
        events.append(Event(then.before.seat, _number(then), _known(then, seat)))
        then = then.before
    events.reverse()
    seen = events[-1].seen if events else _known(position, seat)
    return Sight(position.game, seat, position.played, seen, tuple(events), position.moves)


def _number(position: Position) -> int:
    return position.game.number_of[position.move]


def _known(position: Position, seat: int) -> NDArray[np.void]:
    kernel = position.game.kernel
    seen = kernel.new()
    kernel.observe(position.states(), seat, seen)
    return seen


class Player:
    """A bot at a table: here positions end, and the bot gets what its seat may know."""

    def __init__(self, bot: Bot) -> None:
        """Sit down; nothing has happened yet, as far as the bot was told."""
        self._bot = bot
        self._told = 0

    def move(self, position: Position) -> str:
        """The bot's move in a *position* in which its seat is to move."""
        sight = look(position, self._told)
        self._told = position.played
        return self._bot.choose(sight)
