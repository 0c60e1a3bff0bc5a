"""Many tables, some of them moving: who moves when, and how long until all at a table know.

A table is in flight from the moment its mover sends a move until every seat has been told.  Tables
take turns, so that all connections are used however few are in flight.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

import numpy as np
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.load.processes import Process

_PATIENCE = 20.0
_CONNECTING_AT_ONCE = 32
_MOVING_AT_ONCE = 32


class StandsStillError(Exception):
    """A table did not go on."""


class Traffic:
    """All that has come in."""

    frames = 0
    bytes = 0


traffic = Traffic()


class Seat(WSListener):
    """A connection that plays one seat."""

    transport: WSTransport

    def __init__(self, table: Table, number: int, url: str) -> None:
        """Take a seat; ``connect`` opens the connection."""
        super().__init__()
        self.table = table
        self.number = number
        self.url = url
        self.played = -1
        self._leaving = False

    async def connect(self) -> None:
        """Open the connection."""
        await ws_connect(lambda: self, self.url, websocket_handshake_timeout=_PATIENCE)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.greet()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            return
        data = frame.get_payload_as_bytes()
        traffic.frames += 1
        traffic.bytes += len(data)
        self.told(data)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._leaving:
            self.table.failed(f"seat {self.number + 1} was cut off")

    def leave(self) -> None:
        """Close the connection, without a word."""
        self._leaving = True
        self.transport.disconnect()

    def greet(self) -> None:
        """Say who it is, once connected."""

    def told(self, data: bytes) -> None:
        """Take in what the server says."""
        raise NotImplementedError

    def sees(self, played: int) -> None:
        """The table after so many moves has come to this seat."""
        if played != self.played:
            self.played = played
            self.table.seen(played)


class Table(ABC):
    """A table with somebody at every seat."""

    def __init__(self) -> None:
        """Nobody sits here yet."""
        self.seats: Sequence[Seat] = ()
        self.played = 0
        self.over = False
        self._missing = 0
        self._sent_at = 0.0
        self.moved: Callable[[Table, float], None] = lambda _table, _took: None
        self.dealt: Callable[[Table], None] = lambda _table: None
        self.failed: Callable[[str], None] = print

    def move(self) -> None:
        """Let whoever is to move do so."""
        self._missing = len(self.seats)
        self.played += 1
        self._sent_at = perf_counter()
        self.send_move()

    def seen(self, played: int) -> None:
        """One more seat has seen the table after so many moves."""
        if self._missing and played == self.played:
            self._missing -= 1
            if not self._missing:
                self.moved(self, perf_counter() - self._sent_at)

    @abstractmethod
    def send_move(self) -> None:
        """Send a legal move."""

    def deal(self) -> None:
        """Begin the next game; ``dealt`` is called when it is on."""
        raise NotImplementedError


async def connect(seats: Iterable[Seat]) -> None:
    """Connect them all, a few at a time."""
    waiting = deque(seats)

    async def one_after_another() -> None:
        while waiting:
            await waiting.popleft().connect()

    await asyncio.gather(*(one_after_another() for _ in range(_CONNECTING_AT_ONCE)))


async def leave(seats: Iterable[Seat]) -> None:
    """Close all their connections."""
    leaving = list(seats)
    for seat in leaving:
        seat.leave()
    for seat in leaving:
        await seat.transport.wait_disconnected()


async def leave_tables(tables: Iterable[Table]) -> None:
    """Everybody goes."""
    await leave(seat for table in tables for seat in table.seats)


async def each_moves(tables: Sequence[Table], moves: Sequence[int]) -> None:
    """Let so many moves be made at each of the tables; no game may end by that."""
    a_few = asyncio.Semaphore(_MOVING_AT_ONCE)

    async def moves_on(table: Table, times: int) -> None:
        async with a_few:
            for _ in range(times):
                await _one_move(table)

    await asyncio.gather(*map(moves_on, tables, moves))


async def _one_move(table: Table) -> None:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    table.moved = lambda _table, _took: done.set_result(None)
    table.move()
    await asyncio.wait_for(done, _PATIENCE)


@dataclass(frozen=True)
class Run:
    """What a load came to."""

    rate: float  # moves a second
    p50: float  # milliseconds until all seats knew
    p99: float
    cpu: float  # microseconds of the server's CPU for each move
    frame: float  # bytes of each message to a seat
    client: float  # share of a core the client used


class Load:
    """Keep so many of the tables in flight."""

    def __init__(self, tables: Sequence[Table], in_flight: int) -> None:
        """Take over the *tables*, all of which can move now."""
        self._idle = deque(tables)
        self._in_flight = in_flight
        self._took: list[float] = []
        self._stopping = False
        self._still = asyncio.get_running_loop().create_future()
        for table in tables:
            table.moved, table.dealt, table.failed = self._moved, self._dealt, self._failed

    async def run(self, servers: Sequence[Process], seconds: float, warm_up: float) -> Run:
        """Play for so many seconds, and say what it came to."""
        running = self._in_flight
        for _ in range(running):
            self._next()
        await self._play_on(warm_up)
        before, start = len(self._took), perf_counter()
        cpu, own = sum(server.cpu for server in servers), process_time()
        frames, told = traffic.frames, traffic.bytes
        await self._play_on(seconds)
        took = np.array(self._took[before:]) * 1e3
        elapsed = perf_counter() - start
        if not len(took):
            raise StandsStillError(f"no move in {elapsed:.1f} seconds")
        run = Run(
            rate=len(took) / elapsed,
            p50=float(np.percentile(took, 50)),
            p99=float(np.percentile(took, 99)),
            cpu=(sum(server.cpu for server in servers) - cpu) / len(took) * 1e6,
            frame=(traffic.bytes - told) / (traffic.frames - frames),
            client=(process_time() - own) / elapsed,
        )
        await self._stop()
        return run

    async def _play_on(self, seconds: float) -> None:
        done, _ = await asyncio.wait([self._still], timeout=seconds)
        if done:
            self._still.result()

    async def _stop(self) -> None:
        self._stopping = True
        if self._in_flight:
            await asyncio.wait_for(self._still, _PATIENCE)

    def _next(self) -> None:
        if self._stopping:
            self._in_flight -= 1
            if not self._in_flight and not self._still.done():
                self._still.set_result(None)
        else:
            self._idle.popleft().move()

    def _moved(self, table: Table, took: float) -> None:
        self._took.append(took)
        if table.over:
            table.deal()
        else:
            self._dealt(table)

    def _dealt(self, table: Table) -> None:
        self._idle.append(table)
        self._next()

    def _failed(self, why: str) -> None:
        if not self._still.done():
            self._still.set_exception(StandsStillError(why))
