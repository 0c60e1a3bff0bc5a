"""Tables in a SQLite file, for one process.

One thread writes.  Whatever came in while it was committing goes into its next transaction, so that
any number of tables share one sync of the disk, and a lone append waits for nobody.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import URL, Connection, NullPool, bindparam, create_engine, func, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from motherlode.server.store import directory
from motherlode.server.store.filelock import FileLock
from motherlode.server.store.log import (
    CannotBackUp,
    CannotOpen,
    Counters,
    Entry,
    Listing,
    Taken,
    Unavailable,
    Unknown,
    follow_on,
)
from motherlode.server.store.migrate import migrate
from motherlode.server.store.schema import entries as log

T = TypeVar("T")

# Written into the file, so that no other program's database is taken for one of ours.
_OURS = int.from_bytes(b"MLOD", "big")
# How long to wait for a lock somebody with a SQLite shell may hold.
_PATIENCE = 5.0
_LARGEST_BATCH = 1000
_PRUNED_IN_ONE_GO = 100
_PRAGMAS = (
    "PRAGMA synchronous = FULL",
    # On a Mac a sync is no sync without these; elsewhere they mean nothing.
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    # The log beside the file, once grown during a long backup, shrinks again.
    "PRAGMA journal_size_limit = 67108864",
)
# Errors of a commit after which nothing of it is on the disk; after others there may be.
_NOT_WRITTEN = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
    }
)

_INSERT = str(insert(log).compile(dialect=sqlite.dialect()))
# The same where the log ends right before; its parameters are the insert's, then table and end.
_GO_ON = str(
    insert(log)
    .from_select(
        list(log.columns),
        select(*(bindparam(column.name, type_=column.type) for column in log.columns)).where(
            select(func.max(log.c.number))
            .where(log.c.table_id == bindparam("table"))
            .scalar_subquery()
            == bindparam("end")
        ),
    )
    .compile(dialect=sqlite.dialect())
)
_READ = str(
    select(log.c.number, log.c.at, log.c.body)
    .where(log.c.table_id == bindparam("table"), log.c.number > bindparam("after"))
    .order_by(log.c.number)
    .compile(dialect=sqlite.dialect())
)

# What is done within a transaction of the writer.
Work: TypeAlias = Callable[[Connection], Any]


@dataclass(slots=True)
class _Job:
    work: Work
    future: asyncio.Future[Any]


class SqliteStore:
    """A store in one file."""

    alone = True

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        """Take the file for this process alone, and make or migrate what is in it.

        This waits for the disk: not to be called on the event loop, whose callbacks come to *loop*.
        """
        self.counters = Counters()
        self._path = path
        self._lock = FileLock(path)
        try:
            _create(path)
            self._writing = _prepare(path)
            self._reading = _connect(path)
            self._reading.exec_driver_sql("PRAGMA query_only = ON")
        except (sqlite3.Error, SQLAlchemyError, OSError) as error:
            self._lock.release()
            raise CannotOpen(f"{path} cannot be used as a database: {_cause(error)}") from error
        except BaseException:
            self._lock.release()
            raise
        self._cursor = _raw(self._writing).cursor()
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._loop = loop
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._writer = Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    async def create(self, listing: Listing, entries: Sequence[Entry]) -> None:
        """Begin a table with its first entries; Taken if there is one of that id."""
        follow_on(entries, 1)

        def work(connection: Connection) -> None:
            if directory.listing(connection, listing.id):
                raise Taken(f"there is a table {listing.id} already")
            directory.add(connection, listing)
            self._cursor.executemany(_INSERT, [(listing.id, *entry) for entry in entries])

        await self._submit(work)

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Add *entries* to the end of a log: all, durably, or none (Taken, Unavailable)."""
        follow_on(entries)

        def work(_: Connection) -> None:
            first, *rest = entries
            self._cursor.execute(_GO_ON, (table, *first, table, first.number - 1))
            if not self._cursor.rowcount:
                raise Taken(f"the log of {table} does not end before {first.number}")
            if rest:
                self._cursor.executemany(_INSERT, [(table, *entry) for entry in rest])

        with self.counters.append():
            await self._submit(work)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table, from behind number *after*."""

        def work(connection: Connection) -> list[Entry]:
            return [Entry(*row) for row in _raw(connection).execute(_READ, (table, after))]

        return await self._ask(work)

    async def listing(self, table: str) -> Listing | None:
        """A table's row in the directory."""
        return await self._ask(partial(directory.listing, table=table))

    async def relist(self, listing: Listing) -> None:
        """Change a table's row in the directory to this."""
        await self._submit(partial(directory.relist, listing=listing))

    async def names(self) -> list[str]:
        """All tables there are."""
        return await self._ask(directory.names)

    async def open_tables(self, limit: int) -> list[Listing]:
        """Listed tables that still gather players, the newest first."""
        return await self._ask(partial(directory.open_tables, limit=limit))

    async def to_look_at(self, now: int, until: int, limit: int) -> list[str]:
        """Take on tables whose time to be looked at has come: their next is *until*."""
        return await self._submit(partial(directory.to_look_at, now=now, until=until, limit=limit))

    async def keep(self, tables: Sequence[str], until: int) -> None:
        """Let nobody else take on these tables before *until*; ended ones stay as they are."""
        await self._submit(partial(directory.keep, ids=tables, until=until))

    async def prune(self, ended_before: int) -> int:
        """Forget tables that ended before that time; how many they were."""
        some = partial(directory.prune, ended_before=ended_before, limit=_PRUNED_IN_ONE_GO)
        pruned = 0
        while forgotten := await self._submit(some):
            pruned += forgotten
        return pruned

    async def backup(self, path: Path) -> None:
        """Copy everything into a file, as it is at one moment."""
        await asyncio.to_thread(backup, self._path, path)

    async def close(self) -> None:
        """Finish what was accepted, and let go."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._writer.join()
        self._reader.shutdown()
        for connection in (self._reading, self._writing):
            connection.close()
        self._lock.release()

    async def _ask(self, work: Callable[[Connection], T]) -> T:
        """Do something with the reading connection."""
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            return await self._loop.run_in_executor(self._reader, work, self._reading)
        except (sqlite3.Error, SQLAlchemyError) as error:
            raise Unavailable(f"{self._path} cannot be read: {_cause(error)}") from error

    async def _submit(self, work: Callable[[Connection], T]) -> T:
        """Have something done in the writer's next transaction."""
        if self._closed:
            raise Unavailable("the store is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, future))
        return await future

    # --- In the writer's thread ------------------------------------------------------------------

    def _write(self) -> None:
        """Commit whatever waits, all of it together, until there is nothing more to come."""
        while batch := self._next_batch():
            begin = perf_counter()
            outcomes = self._commit(batch)
            self.counters.batches += 1
            self.counters.seconds += perf_counter() - begin
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(_settle, batch, outcomes)

    def _next_batch(self) -> list[_Job]:
        """All that waits, once something does; nothing at the end."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job:
            batch.append(job)
            if len(batch) == _LARGEST_BATCH:
                return batch
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch
        self._jobs.put(None)
        return batch

    def _commit(self, batch: list[_Job]) -> list[object]:
        """Do all jobs in one transaction: what each gave, or the exception it met."""
        committing = False
        try:
            self._cursor.execute("BEGIN IMMEDIATE")
            outcomes = [_do(job, self._writing) for job in batch]
            committing = True
            self._cursor.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, its caller is to know
            self._roll_back()
            if len(batch) == 1:
                return [self._told(error, committing)]
            # One of them may be to blame for all.
            return [outcome for job in batch for outcome in self._commit([job])]
        return outcomes

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # it says so if SQLite has done it already
            self._cursor.execute("ROLLBACK")

    def _told(self, error: Exception, committing: bool) -> Exception:
        """What *error* means to the one who wanted something written."""
        cause = _cause(error)
        if isinstance(cause, sqlite3.IntegrityError):
            return Taken(f"{self._path} has that already: {cause}")
        if not isinstance(cause, sqlite3.Error):
            return error
        said = f"{self._path} cannot be written: {cause}"
        if committing and getattr(cause, "sqlite_errorcode", None) not in _NOT_WRITTEN:
            return Unknown(said)
        return Unavailable(said)


def backup(database: Path, path: Path) -> None:
    """Copy a database file into another, as it is at one moment, while others use it or not.

    The copy is whole or not there; an older one of that name is replaced at the end.
    """
    if not database.is_file():
        raise CannotBackUp(f"there is no database {database}")
    if path.exists() and path.samefile(database):
        raise CannotBackUp(f"{path} is the database itself")
    if not _is_ours(database):
        raise CannotBackUp(f"{database} is no database of Motherlode")
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        _create(part)
        with (
            closing(sqlite3.connect(database, timeout=_PATIENCE)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
            # A single file, without a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise CannotBackUp(f"{database} cannot be copied to {path}: {error}") from error


def _is_ours(database: Path) -> bool:
    """Whether a file is a database of this program; what cannot be told is left to the copying."""
    with closing(sqlite3.connect(database, timeout=_PATIENCE)) as source:
        try:
            (mark,) = source.execute("PRAGMA application_id").fetchone()
        except sqlite3.Error as error:
            return error.sqlite_errorcode != sqlite3.SQLITE_NOTADB
    return bool(mark == _OURS)


def _do(job: _Job, connection: Connection) -> object:
    try:
        return job.work(connection)
    except Taken as taken:  # it has changed nothing, and is no trouble to the others
        return taken


def _settle(batch: list[_Job], outcomes: list[object]) -> None:
    """Let all who wait know, back on the event loop."""
    for job, outcome in zip(batch, outcomes, strict=True):
        if job.future.done():
            continue
        if isinstance(outcome, Exception):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)


def _prepare(path: Path) -> Connection:
    """Open the file for writing; make or migrate what is in it."""
    connection = _connect(path)
    try:
        _refuse_others(path, connection)
        _log_ahead(path, connection)
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        connection.exec_driver_sql(f"PRAGMA application_id = {_OURS}")
        migrate(connection)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _log_ahead(path: Path, connection: Connection) -> None:
    """Write through a log beside the file, so that a commit is one sync and readers go on."""
    (mode,) = connection.exec_driver_sql("PRAGMA journal_mode = WAL").one()
    if mode != "wal":
        raise CannotOpen(f"{path}: SQLite cannot keep a log beside it there")


def _refuse_others(path: Path, connection: Connection) -> None:
    """Leave the database of another program as it is; an empty one will be ours."""
    (mark,) = connection.exec_driver_sql("PRAGMA application_id").one()
    (things,) = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").one()
    if mark != _OURS and things:
        raise CannotOpen(f"{path} is the database of another program")


def _connect(path: Path) -> Connection:
    """A connection that may move between threads, and begins and ends no transaction by itself."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"check_same_thread": False, "timeout": _PATIENCE},
        isolation_level="AUTOCOMMIT",
        poolclass=NullPool,
    )
    connection = engine.connect()
    for pragma in _PRAGMAS:
        connection.exec_driver_sql(pragma)
    return connection


def _cause(error: Exception) -> BaseException:
    """What SQLite said, without SQLAlchemy's words around it."""
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)  # noqa: S101 - for the types alone
    return raw


def _create(path: Path) -> None:
    """Make an empty file nobody else may read: it will hold the secrets of running games."""
    path.touch(mode=0o600, exist_ok=True)
