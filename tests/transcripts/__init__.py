"""Whole games as text, to be read as a diff when the rules change.

Each file tells one seeded game: every move, what came of it, and every few moves all that the seat
to move sees.  Seats count from 1 where they move and from 0 inside what a client is sent.
``make transcripts`` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import motherlode
from motherlode.fair import options_text
from motherlode.games.position import Position
from tests.worlds import Player

FOLDER = Path(__file__).parent

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "goldrush-2": ("goldrush", 1, {"seats": 2}),
    "goldrush-4-grid": ("goldrush", 2, {"seats": 4, "layout": "grid"}),
    "goldrush-5": ("goldrush", 3, {"seats": 5}),
    "golddigger-2": ("golddigger", 4, {"seats": 2}),
    "golddigger-5": ("golddigger", 5, {"seats": 5}),
    "golddigger-3-other-deck": (
        "golddigger",
        6,
        {"seats": 3, "deck": "1,1,1,1,2,2,2,2,3,3,3,3,6,6,10"},
    ),
    "golddonkey-2": ("golddonkey", 7, {"seats": 2}),
    "golddonkey-3": ("golddonkey", 8, {"seats": 3}),
}

# How many moves go by between two looks at the whole table.
_TABLE_EVERY = 10
# What a view says beside what the transcript says anyway, or what is the same all game long.
_LEFT_OUT = {"game", "you", "seats", "turn", "happened", "moves", "outcome"}


def transcript(name: str) -> str:
    """The text of one of the games."""
    return "\n".join(_lines(*GAMES[name])) + "\n"


def file_of(name: str) -> Path:
    """Where its text is kept."""
    return FOLDER / f"{name}.txt"


def _lines(name: str, seed: int, options: dict[str, Any]) -> Iterator[str]:
    position = motherlode.start(name, seed=f"transcript {seed}", **options)
    player = Player(seed)
    yield f"{position.game.title} (rules {position.game.rules_version})"
    yield f"{options_text(position.options)}, dealt from the seed 'transcript {seed}'"
    number = 0
    while not position.over:
        if number % _TABLE_EVERY == 0:
            yield from _table(position)
        number += 1
        seat, choices = position.seat, len(position.moves)
        position = position.play(player.choose(position.moves))
        yield f"{number:4} seat {seat + 1}  {position.move}  (of {choices})"
        yield from _events(position)
    yield from _table(position)
    yield f"outcome: {_plain(position.outcome)}"


def _table(position: Position) -> Iterator[str]:
    yield ""
    for what, value in _plain(position.view(position.seat)).items():
        if what not in _LEFT_OUT:
            yield f"     {what}: {_short(value)}"
    yield ""


def _events(position: Position) -> Iterator[str]:
    for event in _plain(position.view(None).happened):
        details = [f"{what} {_short(value)}" for what, value in event.items() if what != "event"]
        yield f"            {event['event']}{': ' if details else ''}{', '.join(details)}"


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_short(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_short(v) for v in value) + "]"
    return "–" if value is None else str(value)
