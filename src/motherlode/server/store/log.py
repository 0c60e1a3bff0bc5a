"""What a store is: a log of entries for each table, and a directory with one row a table.

The log is the truth.  Its numbers count from 1 without a gap, and appending is the lock: entries go
in right behind the last one or not at all, whoever else appends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

# The phase of a table that people can still sit down at.
GATHERING = "gathering"


class StoreError(Exception):
    """Something a store could not do; the text is for the people who run it."""


class CannotOpen(StoreError):
    """A database that cannot be used, and why."""


class CannotBackUp(StoreError):
    """There is no copy, and why."""


class Taken(StoreError):
    """The log does not end where the entries go on from: read on and try again."""


class Unavailable(StoreError):
    """The store cannot be read or written now; what was to be written is not there."""


class Unknown(Unavailable):
    """Contact was lost on the way: written or not, only reading the log will tell."""


class Entry(NamedTuple):
    """A line of a table's log: its number from 1, its time in milliseconds, its text as JSON."""

    number: int
    at: int
    body: bytes


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's row in the directory: what can be asked about it without reading its log."""

    id: str
    game: str
    opened_at: int
    phase: str
    listed: bool
    seats: int
    free: int
    look_at: int | None = None  # when some process has to see what time brings about
    ended_at: int | None = None  # since when nothing goes on at it, until somebody comes back


@dataclass(slots=True)
class Counters:
    """What a store has done since it was opened."""

    appends: int = 0
    batches: int = 0
    seconds: float = 0.0  # spent in committing
    taken: int = 0
    refused: int = 0

    @contextmanager
    def append(self) -> Iterator[None]:
        """Count an append by how it goes."""
        try:
            yield
        except Taken:
            self.taken += 1
            raise
        except Unavailable:
            self.refused += 1
            raise
        self.appends += 1


# Called on the event loop, and soon back: "this table's log goes up to this number now, by another
# process", or, with no table, "something may have been missed: look at everything".
Hint: TypeAlias = Callable[[str | None, int], None]


class Store(Protocol):
    """Where tables are kept."""

    counters: Counters
    # Whether no other process can use it at the same time.
    alone: bool

    async def create(self, listing: Listing, entries: Sequence[Entry]) -> None:
        """Begin a table with its first entries; Taken if there is one of that id."""

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Add *entries* to the end of a log: all, durably, or none (Taken, Unavailable)."""

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table, from behind number *after*."""

    async def listing(self, table: str) -> Listing | None:
        """A table's row in the directory."""

    async def relist(self, listing: Listing) -> None:
        """Change a table's row in the directory to this."""

    async def names(self) -> list[str]:
        """All tables there are."""

    async def open_tables(self, limit: int) -> list[Listing]:
        """Listed tables that still gather players, the newest first."""

    async def to_look_at(self, now: int, until: int, limit: int) -> list[str]:
        """Take on tables whose time to be looked at has come: their next is *until*.

        Of several processes that ask, each gets other tables.
        """

    async def keep(self, tables: Sequence[str], until: int) -> None:
        """Let nobody else take on these tables before *until*; ended ones stay as they are."""

    async def prune(self, ended_before: int) -> int:
        """Forget tables that ended before that time; how many they were."""

    async def backup(self, path: Path) -> None:
        """Copy everything into a file, as it is at one moment."""

    async def close(self) -> None:
        """Finish what was accepted, and let go."""


def follow_on(entries: Sequence[Entry], first: int | None = None) -> None:
    """Refuse entries that are none, or whose numbers have a gap."""
    if not entries:
        raise ValueError("there is nothing to write")
    if len(entries) == 1 and first is None:  # as nearly always
        return
    begin = entries[0].number if first is None else first
    numbers = [entry.number for entry in entries]
    if numbers != list(range(begin, begin + len(entries))):
        raise ValueError(f"numbers count up from {begin}, not {numbers!r:.60}")
