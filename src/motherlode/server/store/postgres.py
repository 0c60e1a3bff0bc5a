"""Tables in PostgreSQL, for any number of processes.

One connection writes: whatever came in while a statement was on its way goes into the next one.
The primary key decides between processes.  One connection listens, a few read.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from motherlode.server.store import directory
from motherlode.server.store.address import Address
from motherlode.server.store.hints import Bus
from motherlode.server.store.log import (
    CannotBackUp,
    CannotOpen,
    Counters,
    Entry,
    Hint,
    Listing,
    Unavailable,
    follow_on,
)
from motherlode.server.store.migrate import migrate
from motherlode.server.store.notify import Notify
from motherlode.server.store.writer import STATEMENT_SECONDS, Link, Writer

T = TypeVar("T")

_CONNECT_SECONDS = 2.0
_QUEUE_SECONDS = 10.0
_READERS = 4
_PRUNED_IN_ONE_GO = 100
# "MLOD", so that two processes that start together do not both migrate.
_MIGRATING = int.from_bytes(b"MLOD", "big")
_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, SQLAlchemyError, OSError)

_READ = "SELECT number, at, body FROM entries WHERE table_id = $1 AND number > $2 ORDER BY number"
# Durable, whatever the server's settings say.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off'
"""
# A writer cut off from us may still be at work; what it sent must have happened, or never happen.
_END_EARLIER_WRITERS = """
SELECT coalesce(bool_and(pg_terminate_backend(pid, 2000)), true) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""


class PostgresStore:
    """A store in a PostgreSQL database."""

    alone = False

    def __init__(self, address: Address, hint: Hint, nats: Address | None) -> None:
        """Name all it works with; nothing happens yet."""
        self.counters = Counters()
        self._address = address
        self._origin = secrets.token_hex(8)
        self._bus = self._make_bus(hint, nats)
        self._writer = Writer(
            self._connect_to_write, address, self._bus, self._origin, self.counters
        )
        self._engine = self._make_engine()
        self._closed = False

    async def open(self) -> None:
        """Connect, and make or migrate the tables."""
        try:
            async with AsyncExitStack() as begun:
                await self._migrate()
                self._pool = await asyncpg.create_pool(
                    self._address.url,
                    min_size=0,
                    max_size=_READERS,
                    timeout=_CONNECT_SECONDS,
                    command_timeout=STATEMENT_SECONDS,
                    reset=_leave_as_it_is,
                )
                begun.push_async_callback(self._pool.close)
                begun.push_async_callback(self._engine.dispose)
                await self._bus.start()
                begun.push_async_callback(self._bus.close)
                await self._writer.start()
                begun.push_async_callback(self._writer.close)
                self._begun = begun.pop_all()
        except CannotOpen as error:
            raise CannotOpen(f"{self._address}: {error}") from None
        except _ERRORS as error:
            said = self._address.hide(error)
            raise CannotOpen(f"{self._address} cannot be used as a database: {said}") from None

    async def create(self, listing: Listing, entries: Sequence[Entry]) -> None:
        """Begin a table with its first entries; Taken if there is one of that id."""
        follow_on(entries, 1)
        await self._writer.write(listing.id, entries, listing)

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Add *entries* to the end of a log: all, durably, or none (Taken, Unavailable)."""
        follow_on(entries)
        with self.counters.append():
            await self._writer.write(table, entries)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table, from behind number *after*."""
        self._refuse_if_closed()
        try:
            rows = await self._pool.fetch(_READ, table, after)
        except _ERRORS as error:
            raise self._unavailable(error) from None
        return [Entry(*row) for row in rows]

    async def listing(self, table: str) -> Listing | None:
        """A table's row in the directory."""
        return await self._do(partial(directory.listing, table=table))

    async def relist(self, listing: Listing) -> None:
        """Change a table's row in the directory to this."""
        await self._do(partial(directory.relist, listing=listing))

    async def names(self) -> list[str]:
        """All tables there are."""
        return await self._do(directory.names)

    async def open_tables(self, limit: int) -> list[Listing]:
        """Listed tables that still gather players, the newest first."""
        return await self._do(partial(directory.open_tables, limit=limit))

    async def to_look_at(self, now: int, until: int, limit: int) -> list[str]:
        """Take on tables whose time to be looked at has come: their next is *until*.

        Of several processes that ask, each gets other tables.
        """
        return await self._do(partial(directory.to_look_at, now=now, until=until, limit=limit))

    async def keep(self, tables: Sequence[str], until: int) -> None:
        """Let nobody else take on these tables before *until*; ended ones stay as they are."""
        await self._do(partial(directory.keep, ids=tables, until=until))

    async def prune(self, ended_before: int) -> int:
        """Forget tables that ended before that time; how many they were."""
        some = partial(directory.prune, ended_before=ended_before, limit=_PRUNED_IN_ONE_GO)
        pruned = 0
        while forgotten := await self._do(some):
            pruned += forgotten
        return pruned

    async def backup(self, path: Path) -> None:
        """Refuse: PostgreSQL brings a program of its own for that."""
        raise cannot_back_up(path)

    async def close(self) -> None:
        """Finish what was accepted, and let go."""
        if self._closed:
            return
        self._closed = True
        await self._begun.aclose()

    async def _do(self, work: Callable[[Connection], T]) -> T:
        """Do something in the directory, in a transaction of its own."""
        self._refuse_if_closed()
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except _ERRORS as error:
            raise self._unavailable(error) from None

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed")

    def _unavailable(self, error: Exception) -> Unavailable:
        return Unavailable(f"{self._address} does not answer: {self._address.hide(error)}")

    def _make_bus(self, hint: Hint, nats: Address | None) -> Bus:
        if not nats:
            return Notify(partial(self._connect, "hints"), self._origin, hint)
        try:
            from motherlode.server.store.nats import Nats
        except ImportError as error:
            raise CannotOpen(
                f"NATS needs {error.name}: pip install 'motherlode[server,postgres,nats]'"
            ) from error
        return Nats(nats, self._origin, hint)

    async def _migrate(self) -> None:
        # A migration may take its time.
        engine = self._make_engine(seconds=None)
        try:
            async with engine.begin() as connection:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
                await connection.run_sync(migrate)
        finally:
            await engine.dispose()

    def _make_engine(self, seconds: float | None = STATEMENT_SECONDS) -> AsyncEngine:
        connect = partial(self._connect, "directory", seconds)
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_size=4,
            max_overflow=2,
            # A crowd at the door waits its turn; that is no trouble with the database.
            pool_timeout=_QUEUE_SECONDS,
            pool_pre_ping=True,
        )

    async def _connect(self, name: str, seconds: float | None = STATEMENT_SECONDS) -> Link:
        """A connection; *name* is what it is for, to be seen in the server's lists."""
        return await asyncpg.connect(
            self._address.url,
            timeout=_CONNECT_SECONDS,
            command_timeout=seconds,
            server_settings={"application_name": f"motherlode {name} {self._origin}"},
        )

    async def _connect_to_write(self) -> Link:
        """A connection for the writer, once all earlier ones have come to their end."""
        link = await self._connect("writer")
        try:
            await link.execute(_DURABLE)
            if not await link.fetchval(_END_EARLIER_WRITERS):
                raise TimeoutError("an earlier connection does not end")  # noqa: TRY301
        except BaseException:
            link.terminate()
            raise
        return link


def cannot_back_up(path: Path) -> CannotBackUp:
    """How to copy a PostgreSQL database instead."""
    return CannotBackUp(
        "PostgreSQL brings a program for that, which works while everything runs: "
        f"pg_dump --format=custom --file={path} NAME"
    )


async def _leave_as_it_is(_: object) -> None:
    """Readers change nothing in their connection that would have to be set back."""
