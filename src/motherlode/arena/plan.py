"""Which games are to be played: everyone against everyone or up a ladder, on numbered deals.

The deal is the unit.  All games of a pairing on one deal are played with the same cards and the
same seeds, each seat being taken by each side, so that luck falls on both sides alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

import motherlode
from motherlode.bots import entrant, levels
from motherlode.fair import MOST_IN_SEED, check_text, check_whole
from motherlode.games.game import Game, Options, shown

MOST_DEALS = 1_000_000
# What decides how a game goes, beside the versions of NumPy and Numba.
_SOURCES = ("kernel", "games", "bots", "fair.py", "arena/plan.py", "arena/table.py")


class LineUp(NamedTuple):
    """One entrant alone among copies of another, in each seat in turn."""

    seats: int
    lone: str
    rest: str


class Pairing(NamedTuple):
    """Two entrants who meet at tables of so many seats."""

    seats: int
    one: str
    other: str

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """Each alone among copies of the other; with two seats both are the same games."""
        there = LineUp(self.seats, self.one, self.other)
        back = LineUp(self.seats, self.other, self.one)
        return (there,) if self.seats == 2 else (there, back)

    @property
    def games(self) -> int:
        """How many games are played on each deal."""
        return self.seats * len(self.line_ups)

    def __str__(self) -> str:
        """Who meets whom, as errors say it."""
        return f"{self.one} against {self.other} ({self.seats} seats)"


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides what is played, and so what comes of it."""

    game: str
    rules: int
    options: dict[str, str]  # all but the seats
    seats: tuple[int, ...]
    entrants: tuple[str, ...]
    ladder: bool  # whether each entrant meets only the one before it
    deals: int  # for each pairing, the first being number 1
    until_clear: bool  # whether a pairing stops when it is clear who is the stronger
    seed: str
    version: str
    sources: str  # a hash of the code that plays

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who meets whom; the one named later comes first, as it is the challenger on a ladder."""
        pairs = pairwise(self.entrants) if self.ladder else combinations(self.entrants, 2)
        met = [(one, other) for other, one in pairs]
        return tuple(Pairing(seats, *pair) for seats in self.seats for pair in met)

    def to_json(self) -> bytes:
        """The contest for a worker far away."""
        return msgspec.json.encode(self)


def contest(
    game: Game,
    tables: Sequence[Options],
    entrants: Sequence[str],
    *,
    deals: int,
    seed: str,
    ladder: bool = False,
    until_clear: bool = False,
) -> Contest:
    """Plan a contest of at least two *entrants*; *tables* has the options of each seat count."""
    check_whole("number of deals", deals, 1, MOST_DEALS)
    check_text("seed", seed, MOST_IN_SEED)
    _check_entrants(game, entrants)
    by_seats = {options.seats: options.texts() for options in tables}
    texts = next(iter(by_seats.values()))
    return Contest(
        game=game.id,
        rules=game.rules_version,
        options={name: text for name, text in texts.items() if name != "seats"},
        seats=tuple(sorted(by_seats)),
        entrants=tuple(entrants),
        ladder=ladder,
        deals=deals,
        until_clear=until_clear,
        seed=seed,
        version=motherlode.__version__,
        sources=sources(),
    )


def _check_entrants(game: Game, entrants: Sequence[str]) -> None:
    for name in entrants:
        entrant(game, name)
        if entrants.count(name) > 1:
            raise ValueError(f"{shown(name)} is named twice; each entrant is named once")
    if len(entrants) < 2:
        raise ValueError(f"a contest needs two entrants at least, not {len(entrants)}")


def called(game: Game, name: str) -> str:
    """An entrant as people read it: a level also has a name."""
    return next(
        (f"{name} {level.name}" for level in levels(game) if name == str(level.number)), name
    )


@cache
def sources() -> str:
    """A hash of the code that plays: other code may play otherwise."""
    package = Path(motherlode.__file__).parent
    digest = hashlib.sha256()
    for part in _SOURCES:
        place = package / part
        for source in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode() + b"\0")
            digest.update(source.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:12]
