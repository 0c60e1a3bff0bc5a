"""What a load of moves does not show: memory, slow readers, storms, machines that think."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import numpy as np
from picows import WSTransport, ws_connect

from bench.load.ours import (
    OurSeat,
    OurTable,
    machine_table,
    open_tables,
    sit_and_deal,
    socket_of,
)
from bench.load.play import (
    Load,
    Run,
    StandsStillError,
    connect,
    each_moves,
    leave,
    leave_tables,
)
from bench.load.processes import Server

GAME = "golddigger"
_PATIENCE = 60.0
# The server gives up on who answers no ping for about forty seconds.
_FILLING = 25.0
_PAUSE = 0.005
_PINGS = 500  # a second


class Watcher(OurSeat):
    """Somebody who looks on; how often it was told something is counted."""

    def __init__(self, table: OurTable, port: int) -> None:
        """Look at a *table*."""
        super().__init__(table, 0, socket_of(port), None)
        self.times = 0

    def told(self, data: bytes) -> None:
        self.last = data
        self.times += 1


async def _until(all_is_so: Any, what: str) -> None:
    end = perf_counter() + _PATIENCE
    while not all_is_so():
        if perf_counter() > end:
            raise StandsStillError(what)
        await asyncio.sleep(_PAUSE)


# --- Memory -------------------------------------------------------------------------------------


async def idle_connection(server: Server, connections: int) -> float:
    """Bytes of memory for each connection that only looks on."""
    (table,) = await open_tables([server.port], GAME, 4, 1)
    await _watch(server, table, connections // 10, stay=False)
    before = server.memory
    watchers = await _watch(server, table, connections, stay=True)
    each = (server.memory - before) / connections
    await leave(watchers)
    return each


async def _watch(server: Server, table: OurTable, number: int, *, stay: bool) -> list[Watcher]:
    watchers = [Watcher(table, server.port) for _ in range(number)]
    await connect(watchers)
    await _until(lambda: all(watcher.times for watcher in watchers), "a watcher saw nothing")
    await asyncio.sleep(1)
    if not stay:
        await leave(watchers)
    return watchers


async def live_table(server: Server, tables: int, moves: int) -> float:
    """Bytes of memory for each table with four people after so many moves, connections included."""
    first = await sit_and_deal([server.port], GAME, 4, tables // 10)
    await each_moves(first, [moves] * len(first))
    await leave_tables(first)
    before = server.memory
    playing = await sit_and_deal([server.port], GAME, 4, tables)
    await each_moves(playing, [moves] * tables)
    each = (server.memory - before) / tables
    await leave_tables(playing)
    return each


# --- A slow reader ------------------------------------------------------------------------------


class SlowReader(Watcher):
    """Somebody who looks on and reads nothing for a while, with little room for what waits."""

    number_seen = 0
    skipped = 0

    async def connect(self) -> None:
        def small(_where: Any) -> socket.socket:
            ours = socket.socket()
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            ours.setblocking(False)
            return ours

        await ws_connect(lambda: self, self.url, socket_factory=small)

    def on_ws_connected(self, transport: WSTransport) -> None:
        super().on_ws_connected(transport)
        transport.underlying_transport.pause_reading()

    def told(self, data: bytes) -> None:
        number = msgspec.json.decode(data)["number"]
        if self.number_seen:
            self.skipped = max(self.skipped, number - self.number_seen - 1)
        self.number_seen = number

    def reads(self) -> None:
        """Read again."""
        self.transport.underlying_transport.resume_reading()

    @property
    def waits(self) -> int:
        """How many bytes for it are stuck in the server's socket."""
        address = self.transport.underlying_transport.get_extra_info("sockname")
        ends = f":{address[1]:04X}"
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[2].endswith(ends):
                return int(fields[4].partition(":")[0], 16)
        return 0


async def beside_slow_readers(
    server: Server, tables: int, seconds: float, warm_up: float
) -> tuple[Run, Run, int]:
    """A load without and with a stuck reader at every table, and what one of these missed."""
    playing = await sit_and_deal([server.port], GAME, 4, tables)
    without = await Load(playing, tables).run([server], seconds, warm_up)
    slow = [SlowReader(table, server.port) for table in playing]
    await connect(slow)
    await _fill(server, playing, slow)
    beside = await Load(playing, tables).run([server], seconds, warm_up)
    for reader in slow:
        reader.reads()
    await _until(lambda: all(map(_is_up_to_date, slow)), "a slow reader never saw the table again")
    await leave(slow)
    await leave_tables(playing)
    return without, beside, min(reader.skipped for reader in slow)


async def _fill(server: Server, playing: Sequence[OurTable], slow: Sequence[SlowReader]) -> None:
    """Play until no more goes into what lies between the server and those who do not read."""
    end = perf_counter() + _FILLING
    before: list[int] = []
    while (now := [reader.waits for reader in slow]) != before:
        if perf_counter() > end:
            raise StandsStillError("the way to a slow reader is not full in time")
        before = now
        await Load(playing, len(playing)).run([server], 0.3, 0.0)


def _is_up_to_date(reader: SlowReader) -> bool:
    told = msgspec.json.decode(reader.table.seats[0].last)["number"]
    return bool(reader.number_seen == told)


# --- A storm ------------------------------------------------------------------------------------


async def storm(server: Server, tables: int) -> float:
    """Seconds until half of all are back in the right view, after all of them were cut off at once.

    Meanwhile there is a move at every table, so that the view they left is not the right one.
    """
    playing = await sit_and_deal([server.port], GAME, 4, tables)
    dropping = [seat for table in playing for seat in _who_drops(table)]
    start = perf_counter()
    for seat in dropping:
        seat.leave()
    for table in playing:
        table.move()
    back = [_back_at(seat) for seat in dropping]
    await asyncio.gather(*(seat.connect() for seat in back))
    await _until(lambda: all(_sees_the_move(table) for table in playing), "somebody is not back")
    took = perf_counter() - start
    for table in playing:
        _check_same_view(table)
    await leave_tables(playing)
    return took


def _who_drops(table: OurTable) -> list[OurSeat]:
    """Half of a table, but not who is to move."""
    others = [seat for seat in table.seats if seat is not table.mover]
    return others[: len(table.seats) // 2]


def _back_at(seat: OurSeat) -> OurSeat:
    """The same player, with a connection to be made."""
    table = seat.table
    back = table.seat(seat.number)
    table.seats = tuple(back if each is seat else each for each in table.seats)
    return back


def _sees_the_move(table: OurTable) -> bool:
    return all(seat.played == table.played for seat in table.seats)


def _check_same_view(table: OurTable) -> None:
    shown = {bytes(msgspec.json.decode(seat.last, type=_Seen).shown) for seat in table.seats}
    owns = [msgspec.json.decode(seat.last, type=_Seen).own["you"] for seat in table.seats]
    if len(shown) != 1 or owns != list(range(len(table.seats))):
        raise StandsStillError(f"not all at {table.name} see the same")


class _Seen(msgspec.Struct):
    shown: msgspec.Raw
    own: dict[str, Any]


# --- Beside machines ----------------------------------------------------------------------------


class Echo(OurSeat):
    """Somebody who watches machines, has them play one game after the other, and pings."""

    def __init__(self, table: OurTable, port: int, key: str, *, dealing: bool) -> None:
        """Watch a *table* that was opened with this *key*."""
        super().__init__(table, 0, socket_of(port), key)
        self.took: list[float] = []
        self.moves = 0
        self.waiting: dict[int, float] = {}
        self._dealing = dealing

    def told(self, data: bytes) -> None:
        said = msgspec.json.decode(data)
        if said["is"] == "pong":
            self.took.append((perf_counter() - self.waiting.pop(said["re"])) * 1e3)
        elif said["is"] == "update":
            self.moves += "shown" in said
            if self._dealing and said.get("table", {}).get("phase") in {"gathering", "over"}:
                self.ask({"do": "deal"})
        else:
            self.table.failed(data.decode())

    def ping(self) -> None:
        """Ask whether the server is there."""
        self.waiting[self.asked + 1] = perf_counter()
        self.ask({"do": "ping"})


async def echo(
    server: Server, tables: int, level: int, seconds: float, *, playing: bool
) -> tuple[float, float]:
    """Milliseconds in which 99 of 100 pings are answered, and moves of machines a second."""
    watchers = []
    for _ in range(tables):
        name, key = await machine_table(server.port, GAME, [level] * 4)
        table = OurTable(name, [key], [server.port])
        watchers.append(Echo(table, server.port, key, dealing=playing))
    await connect(watchers)
    await asyncio.sleep(1)
    pinging, moves = watchers[0], sum(watcher.moves for watcher in watchers)
    end = perf_counter() + seconds
    while perf_counter() < end:
        pinging.ping()
        await asyncio.sleep(1 / _PINGS)
    moves = sum(watcher.moves for watcher in watchers) - moves
    await _until(lambda: not pinging.waiting, "a ping was not answered")
    await leave(watchers)
    return float(np.percentile(pinging.took, 99)), moves / seconds
