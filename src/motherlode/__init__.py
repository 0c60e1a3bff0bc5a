"""Three gold-rush card games, their rules written once.

>>> import motherlode
>>> motherlode.start("goldrush", seed="lamplight").play("c4").play("f6").view(0).up
{'c4': 'violet 3', 'f6': 'red 3'}
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motherlode.games import GAMES as GAMES
    from motherlode.games import game as game
    from motherlode.games.position import Position as Position
    from motherlode.match import Match as Match
    from motherlode.record import Record as Record

__version__ = "0.1.0"

_HOMES = {
    "GAMES": "motherlode.games",
    "Match": "motherlode.match",
    "Position": "motherlode.games.position",
    "Record": "motherlode.record",
    "game": "motherlode.games",
}

__all__ = ["GAMES", "Match", "Position", "Record", "game", "start"]


def start(name: str, *, seed: str | None = None, **options: Any) -> "Position":
    """Begin a game of that name; a *seed* deals the same cards to everyone who names it."""
    from motherlode import fair
    from motherlode.games import game

    its = game(name)
    chosen = its.options(**options)
    draws = fair.seeded(
        its.id, its.rules_version, fair.options_text(chosen), seed or fair.new_secret()
    )
    return its.start(chosen, its.draw(chosen, draws))


def __getattr__(name: str) -> Any:
    """Load what is asked for when it is asked for: importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'motherlode' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
