"""The one writer of a process on PostgreSQL: its statement, and what it does when cut off."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from time import perf_counter
from typing import TypeAlias

import asyncpg
import msgspec

from motherlode.server.store.address import Address
from motherlode.server.store.hints import Bus, chunks
from motherlode.server.store.log import Counters, Entry, Listing, Taken, Unavailable, Unknown
from motherlode.server.store.schema import tables

Link: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

# A statement that takes longer has lost its way.
STATEMENT_SECONDS = 5.0
# How long those wait to be told whose entries were on their way when contact was lost.
PATIENCE_SECONDS = 5.0
_ATTEMPTS = 2
_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LARGEST_BATCH, _MOST_BYTES = 1000, 8_000_000

# The first entry of each table decides: it goes in if the log ends right before it, and nobody else
# is putting it in.  All others follow it, and nobody can have been there.
_APPEND = """
WITH begun AS (
    INSERT INTO entries (table_id, number, at, body)
    SELECT f.table_id, f.number, f.at, f.body
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[])
         AS f (table_id, number, at, body)
    WHERE (SELECT max(e.number) FROM entries AS e WHERE e.table_id = f.table_id) = f.number - 1
    ON CONFLICT DO NOTHING
    RETURNING table_id
), rest AS (
    INSERT INTO entries (table_id, number, at, body)
    SELECT r.table_id, r.number, r.at, r.body
    FROM unnest($5::text[], $6::bigint[], $7::bigint[], $8::bytea[])
         AS r (table_id, number, at, body)
    JOIN begun USING (table_id)
)
SELECT array_agg(g.table_id) AS written, CASE WHEN $11 <> '' THEN
    pg_notify($11, $12 || string_agg(' ' || g.table_id || ' ' || g.last, '')) END
FROM unnest($1::text[], $9::bigint[], $10::int[]) AS g (table_id, last, chunk)
JOIN begun USING (table_id)
GROUP BY g.chunk
"""

_COLUMNS = [column.name for column in tables.columns]
_VALUES = ", ".join(f"${i}" for i in range(4, 4 + len(_COLUMNS)))
_CREATE = f"""
WITH opened AS (
    INSERT INTO tables ({", ".join(_COLUMNS)}) VALUES ({_VALUES})
    ON CONFLICT DO NOTHING
    RETURNING id
), begun AS (
    INSERT INTO entries (table_id, number, at, body)
    SELECT opened.id, f.number, f.at, f.body
    FROM opened, unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS f (number, at, body)
)
SELECT id FROM opened
"""  # noqa: S608 - the names of our own columns

_READ_BACK = """
SELECT number, at, body FROM entries WHERE table_id = $1 AND number BETWEEN $2 AND $3
ORDER BY number
"""


@dataclass(slots=True)
class _Append:
    """Entries on their way, and with a listing a whole new table."""

    table: str
    entries: Sequence[Entry]
    listing: Listing | None
    size: int
    done: asyncio.Future[None]

    @property
    def first(self) -> int:
        return self.entries[0].number

    @property
    def last(self) -> int:
        return self.entries[-1].number

    def settle(self, error: Exception | None = None) -> None:
        """Let the one who waits know."""
        if self.done.done():
            return
        if error:
            self.done.set_exception(error)
        else:
            self.done.set_result(None)


class Writer:
    """Writes all that this process has to say, one statement after the other."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Link]],
        address: Address,
        bus: Bus,
        origin: str,
        counters: Counters,
    ) -> None:
        """Name all it works with; nothing happens yet.

        *connect* gives a connection such that nothing sent over an earlier one can still happen.
        """
        self._connect = connect
        self._address = address
        self._bus = bus
        self._origin = origin
        self._counters = counters
        self._waiting: deque[_Append] = deque()
        self._wake = asyncio.Event()
        self._trouble = ""
        self._closing = False

    async def start(self) -> None:
        """Connect, and begin to write."""
        self._link = await self._connect()
        self._link.add_termination_listener(self._lost)
        self._task = asyncio.create_task(self._run())

    async def write(
        self, table: str, entries: Sequence[Entry], listing: Listing | None = None
    ) -> None:
        """Have entries written; at once Unavailable while the database is known to be away."""
        if self._closing:
            raise Unavailable("the store is closed")
        if self._trouble:
            raise Unavailable(self._trouble)
        size = sum(len(entry.body) for entry in entries)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        append = _Append(table, entries, listing, size, done)
        self._waiting.append(append)
        self._wake.set()
        await done

    async def close(self) -> None:
        """Write what was accepted, then end."""
        self._closing = True
        self._wake.set()
        await self._task
        await hang_up(self._link)

    def _lost(self, *_: object) -> None:
        self._wake.set()

    async def _run(self) -> None:
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
            if self._link.is_closed() and not self._closing:
                await self._reconnect([])
            elif self._waiting:
                await self._commit(self._next_batch())

    def _next_batch(self) -> list[_Append]:
        """What can go into one statement: of each table entries that follow on, or a new table."""
        batch: list[_Append] = []
        ends: dict[str, int] = {}
        later: list[_Append] = []
        size = 0
        while self._waiting and len(batch) < _LARGEST_BATCH and size < _MOST_BYTES:
            append = self._waiting[0]
            if append.listing and (batch or later):
                break
            self._waiting.popleft()
            if append.listing:
                return [append]
            if ends.get(append.table, append.first - 1) == append.first - 1:
                batch.append(append)
                ends[append.table] = append.last
                size += append.size
            else:
                later.append(append)
                ends[append.table] = -1  # nothing may overtake it
        self._waiting.extendleft(reversed(later))
        return batch

    async def _commit(self, batch: list[_Append]) -> None:
        """Write a batch and tell everybody how it went for them."""
        for _ in range(_ATTEMPTS):
            begin = perf_counter()
            try:
                written = await self._write(batch)
            except Exception as error:  # noqa: BLE001 - whatever it is, it must end nobody's waiting
                if not self._still_there(error):
                    self._link.terminate()
                    batch = await self._reconnect(batch)
                    if not batch:
                        return
                elif len(batch) == 1:
                    batch[0].settle(self._told(error))
                    return
                else:  # one of them may be to blame for all
                    for append in batch:
                        await self._commit([append])
                    return
            else:
                self._counters.batches += 1
                self._counters.seconds += perf_counter() - begin
                await self._tell(batch, written)
                return
        for append in batch:
            append.settle(Unavailable(f"{self._address} does not stay in contact"))

    async def _write(self, batch: list[_Append]) -> set[str]:
        """Send a batch off; the tables that were written."""
        one = batch[0]
        if one.listing:
            values = msgspec.structs.asdict(one.listing)
            columns = zip(*one.entries, strict=True)
            args = (*map(list, columns), *(values[name] for name in _COLUMNS))
            found = await self._link.fetch(_CREATE, *args, timeout=STATEMENT_SECONDS)
            return {row["id"] for row in found}
        runs: dict[str, list[Entry]] = {}
        # In one order everywhere, so that two processes never wait for each other.
        for append in sorted(batch, key=attrgetter("table")):
            runs.setdefault(append.table, []).extend(append.entries)
        firsts = [(table, *run[0]) for table, run in runs.items()]
        rest = [(table, *entry) for table, run in runs.items() for entry in run[1:]]
        grown = [(table, run[-1].number) for table, run in runs.items()]
        found = await self._link.fetch(
            _APPEND,
            *_columns(firsts),
            *_columns(rest),
            [last for _, last in grown],
            [chunk for chunk, _ in chunks(grown)],
            self._bus.channel,
            self._origin,
            timeout=STATEMENT_SECONDS,
        )
        return {table for row in found for table in row["written"]}

    async def _tell(self, batch: list[_Append], written: set[str]) -> None:
        """Let all who wait know; and the other processes, if the database does not."""
        crowd = Counter(append.table for append in batch)
        for append in batch:
            if append.table in written:
                append.settle()
            elif crowd[append.table] == 1:
                append.settle(_taken(append))
            else:  # the first of them came too late, which may be just right for the next
                await self._commit([append])
        if not batch[0].listing:  # nobody else can have a new table in mind
            self._bus.tell((each.table, each.last) for each in batch if each.table in written)

    def _still_there(self, error: Exception) -> bool:
        """Whether the database said no and is there, so that nothing was written."""
        if self._link.is_closed() or isinstance(error, TimeoutError):
            return False
        if isinstance(error, asyncpg.PostgresError):
            return error.as_dict().get("severity_en") not in {"FATAL", "PANIC"}
        return isinstance(error, asyncpg.InterfaceError)

    def _told(self, error: Exception) -> Exception:
        """What an answer of the database means to the one who wanted something written."""
        said = f"{self._address} cannot be written: {self._address.hide(error)}"
        if isinstance(error, asyncpg.UniqueViolationError):
            return Taken(said)
        return Unavailable(said)

    async def _reconnect(self, unsure: list[_Append]) -> list[_Append]:
        """Find the database again, however long it takes.

        Contact may have been lost with *unsure* on their way: those that turn out to be written are
        told so, the others given back.
        """
        loop = asyncio.get_running_loop()
        begin, pause = loop.time(), _PAUSE
        while True:
            try:
                self._link = await self._connect()
                missing = [append for append in unsure if not await self._is_there(append)]
            except Exception as error:  # noqa: BLE001 - whatever it is, the next attempt may do
                self._trouble = f"{self._address} is away: {self._address.hide(error)}"
                self._refuse_waiting()
                if self._closing or loop.time() - begin > PATIENCE_SECONDS:
                    for append in unsure:
                        append.settle(Unknown(self._trouble))
                    unsure = []
                if self._closing:
                    return []
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                self._link.add_termination_listener(self._lost)
                self._trouble = ""
                return missing

    async def _is_there(self, append: _Append) -> bool:
        """Whether exactly these entries are in the log; if so, the one who waits is told."""
        rows = await self._link.fetch(
            _READ_BACK, append.table, append.first, append.last, timeout=STATEMENT_SECONDS
        )
        there = [Entry(*row) for row in rows] == [Entry(*entry) for entry in append.entries]
        if there:
            append.settle()
        return there

    def _refuse_waiting(self) -> None:
        """Nothing of these was sent."""
        while self._waiting:
            self._waiting.popleft().settle(Unavailable(self._trouble))


async def hang_up(link: Link) -> None:
    """Close a connection, politely if that is quick."""
    try:
        await link.close(timeout=2)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        link.terminate()


def _columns(rows: list[tuple[str, int, int, bytes]]) -> list[list[object]]:
    """Rows as the four columns they have."""
    return [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]


def _taken(append: _Append) -> Taken:
    if append.listing:
        return Taken(f"there is a table {append.table} already")
    return Taken(f"the log of {append.table} does not end before {append.first}")
