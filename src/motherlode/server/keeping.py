"""Looking after what is kept: backups, games on paper, forgetting, reports.

What only reads works on a copy, beside a server that is using the store; what writes wants a SQLite
file to itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from motherlode.fair import Promise, options_text
from motherlode.record import Record, RecordError, Series
from motherlode.server import entries as fact
from motherlode.server.entries import Entry, Facts
from motherlode.server.house import as_kept, as_told, clock
from motherlode.server.names import lock_of, new_key, new_name
from motherlode.server.store import CannotOpen, Listing, Store, backup, is_shared, open_store
from motherlode.server.store.address import path_of
from motherlode.server.table import DAY, Table

_LINES_BEFORE = 10


@asynccontextmanager
async def _opened(database: str) -> AsyncIterator[Store]:
    # A file that is not there would be made, and a name mistyped not be noticed.
    if not is_shared(database) and not path_of(database).is_file():
        raise CannotOpen(f"there is no database {path_of(database)}")
    store = await open_store(database)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _copied(database: str) -> AsyncIterator[Store]:
    if is_shared(database):
        async with _opened(database) as store:
            yield store
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        await asyncio.to_thread(backup, database, copy)
        async with _opened(str(copy)) as store:
            yield store


async def forget(database: str, days: int) -> int:
    """Forget the tables that ended, or were left, more than so many days ago."""
    async with _opened(database) as store:
        return await store.prune(clock() - days * DAY)


async def on_paper(database: str, name: str) -> str | None:
    """The games of a table's last series as a record; nothing if there are none."""
    async with _copied(database) as store:
        log = as_told(await store.read(name))
    if not log:
        return None
    table = Table.told(name, log)
    return table.on_paper() if table.games else None


# --- From paper ---------------------------------------------------------------------------------


async def from_paper(database: str, file: bytes) -> str:
    """Put the games of a record on a table of their own, and return its name."""
    series = Series.read(file)
    series.replay()
    name, at = new_name(), clock()
    log = _log_of(series, at)
    table = Table.told(name, log)
    listing = Listing(
        id=name,
        game=table.opened.game,
        opened_at=at,
        phase=str(table.phase),
        listed=False,
        seats=len(table.seats),
        free=0,
        look_at=None,
        ended_at=at,
    )
    async with _opened(database) as store:
        await store.create(listing, as_kept(log))
    return name


def _log_of(series: Series, at: int) -> list[Entry]:
    """The log of a table at which these games were played; nobody holds a key to it."""
    first = series.games[0]
    facts: list[Facts] = [
        fact.Opened(
            first.game.id,
            first.game.rules_version,
            options_text(first.options),
            0,
            False,
            0,
            first.of > 1,
            False,
            False,
            lock_of(new_key()),
            0,
            1,
        )
    ]
    for number, record in enumerate(series.games):
        facts += _facts_of(record, _finished_promise(record), series.games[:number])
    return [Entry(number, at, each) for number, each in enumerate([*facts, fact.Closed()], 1)]


def _finished_promise(record: Record) -> Promise:
    promise, where = record.chance, f"game {record.number}"
    if not isinstance(promise, Promise) or promise.secret is None:
        raise RecordError(where, "a deal that was not promised", "one that can be verified")
    if record.ending is None:
        raise RecordError(where, "a game that is not over", "a finished game")
    return promise


def _facts_of(record: Record, promise: Promise, before: Sequence[Record]) -> list[Facts]:
    """What the log says of one game: each nonce is its own device's, who sat where is not known."""
    terms = promise.terms
    devices = range(1, len(promise.devices) + 1)
    facts: list[Facts] = []
    if not before:
        facts += [fact.Joined(lock_of(new_key())) for _ in devices]
    facts += [
        fact.Promised(
            1,
            terms.number,
            terms.attempt,
            terms.starter,
            promise.commitment,
            promise.secret or "",
            terms.table,
        ),
        *(fact.Sat(seat, 0, name) for seat, name in enumerate(record.names)),
        fact.Called(),
        *(
            fact.Committed(device, each.commits)
            for device, each in zip(devices, promise.devices, strict=True)
        ),
        fact.RollClosed(),
        *(
            fact.NonceOpened(device, each.opens)
            for device, each in zip(devices, promise.devices, strict=True)
            if each.opens is not None
        ),
        *(fact.Moved(move.seat, move.text) for move in record.moves),
    ]
    return facts


# --- Reports ------------------------------------------------------------------------------------


class Found(NamedTuple):
    """Something a player reported."""

    at: datetime
    table: str
    who: str
    reason: str
    before: tuple[str, ...]


async def reported(database: str) -> list[Found]:
    """All reports, the oldest first, with what was said at the table before each."""
    async with _copied(database) as store:
        logs = {name: as_told(await store.read(name)) for name in await store.names()}
    found = [each for name, log in logs.items() for each in _reports(name, log)]
    return sorted(found, key=lambda each: each.at)


def _reports(name: str, log: Sequence[Entry]) -> list[Found]:
    found: list[Found] = []
    said: list[str] = []
    table = Table.first(name, log[0])
    for entry in log[1:]:
        table = table.after(entry)
        if isinstance(entry.fact, fact.Wrote):
            said.append(f"{table.seats[entry.fact.seat].name}: {entry.fact.text}")
        elif isinstance(entry.fact, fact.Reported):
            at = datetime.fromtimestamp(entry.at / 1000, UTC)
            who = table.seats[entry.fact.seat].name
            before = tuple(said[-_LINES_BEFORE:])
            found.append(Found(at, name, who, entry.fact.reason, before))
    return found
