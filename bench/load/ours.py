"""Play at tables of ours, as quickly as a program can: what is not needed is not read."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from random import Random
from typing import Any

import msgspec
from picows import WSMsgType

from bench.load.play import Seat, StandsStillError, Table, connect
from motherlode.fair import Terms, commit_nonce, new_nonce

_PLAYED, _MOVE, _OWN, _MOVES = b'"played":', b'"move":"', b'"own":{', b'"moves":[{'
_TABLE, _YOU = b'"table":{', b'"you":{'
_PATIENCE = 60.0
_DEALING_AT_ONCE = 16


class _Deal(msgspec.Struct, frozen=True):
    table: str
    number: int
    attempt: int
    starter: int | None
    commitment: str
    devices: tuple[str, ...]


class _Table(msgspec.Struct, frozen=True):
    game: str
    rules: int
    options: dict[str, str]
    phase: str
    deal: _Deal | None


class _You(msgspec.Struct, frozen=True):
    awaited: bool


class _Told(msgspec.Struct, frozen=True):
    table: _Table | None = None
    you: _You | None = None


_decoder = msgspec.json.Decoder(_Told)


class OurSeat(Seat):
    """A seat at one of our tables."""

    table: OurTable

    def __init__(self, table: OurTable, number: int, url: str, key: str | None) -> None:
        """Take the seat that *key* belongs to; without one, look on."""
        super().__init__(table, number, url)
        self._key = key
        self.asked = 0
        self.last = b""  # what it was told last
        self._about: _Table | None = None
        self._awaited = False
        self._nonce = ""
        self._did = ""
        self._opened = False

    def greet(self) -> None:
        self.ask({"do": "hello", "table": self.table.name, "key": self._key})

    def ask(self, what: dict[str, Any]) -> None:
        """Ask for something."""
        self.asked += 1
        said = msgspec.json.encode({"id": self.asked, "ask": what})
        self.transport.send(WSMsgType.TEXT, said)

    def move(self, move: bytes, after: int) -> None:
        """Make a move."""
        self.asked += 1
        self.transport.send(
            WSMsgType.TEXT,
            b'{"id":%d,"ask":{"do":"move","seat":%d,"move":"%b","after":%d}}'
            % (self.asked, self.number, move, after),
        )

    def told(self, data: bytes) -> None:
        if not data.startswith(b'{"is":"update"'):
            self.table.failed(f"{self.table.name}, seat {self.number + 1}: {data.decode()}")
            return
        self.last = data
        own = data.rfind(_OWN)
        if own >= 0 and data.find(_MOVES, own) >= 0:
            self.table.mover, self.table.choices, self.table.first = self, data, own
        if _TABLE in data or _YOU in data:
            self._read(data)
        start = data.find(_PLAYED) + len(_PLAYED)
        self.sees(int(data[start : data.index(b",", start)]))

    def _read(self, data: bytes) -> None:
        said = _decoder.decode(data)
        if said.table is not None:
            self._about = said.table
        if said.you is not None:
            self._awaited = said.you.awaited
        if self._about is not None:
            self._take_part(self._about)

    def _take_part(self, about: _Table) -> None:
        deal = about.deal
        self.table.over = about.phase == "over"
        if deal is None:
            return
        if about.phase == "playing":
            self.table.has_cards(self.number, deal)
        elif not self._awaited:
            return
        elif about.phase == "committing":
            self._commit(about, deal)
        elif about.phase == "opening" and not self._opened:
            self._opened = True
            self.ask({"do": "open", "nonce": self._nonce})

    def _commit(self, about: _Table, deal: _Deal) -> None:
        # One after the other: a place in the list of devices is taken once.
        if self._did == deal.commitment or len(deal.devices) != self.number:
            return
        self._did, self._opened, self._nonce = deal.commitment, False, new_nonce()
        options = " ".join(f"{name}={value}" for name, value in about.options.items())
        terms = Terms(
            deal.table,
            about.game,
            about.rules,
            options,
            deal.number,
            deal.attempt,
            deal.starter,
        )
        commits = commit_nonce(terms, self.number, self._nonce)
        self.ask({"do": "commit", "place": self.number, "commits": commits})


class OurTable(Table):
    """One of our tables."""

    seats: Sequence[OurSeat]

    def __init__(
        self, name: str, keys: Sequence[str | None], ports: Sequence[int], seed: int = 0
    ) -> None:
        """Sit down with these *keys*, at the processes in turns."""
        super().__init__()
        self.name = name
        self._random = Random(seed).random
        self._keys = keys
        self._ports = ports
        self.seats = tuple(self.seat(number) for number in range(len(keys)))
        self.mover = self.seats[0]
        self.choices = b""
        self.first = 0  # where in them the moves begin
        self._with_cards: set[int] = set()
        self._on = ""  # the commitment of the deal being played

    def seat(self, number: int) -> OurSeat:
        """Somebody for this seat, not connected yet."""
        port = self._ports[number % len(self._ports)]
        return OurSeat(self, number, socket_of(port), self._keys[number])

    def send_move(self) -> None:
        # From a place anywhere in the list, the next move there is.
        choices, first = self.choices, self.first
        anywhere = first + int(self._random() * (len(choices) - first))
        start = choices.find(_MOVE, anywhere)
        if start < 0:
            start = choices.index(_MOVE, first)
        start += len(_MOVE)
        self.mover.move(choices[start : choices.index(b'"', start)], self.played - 1)

    def deal(self) -> None:
        self.seats[0].ask({"do": "deal"})

    def has_cards(self, seat: int, deal: _Deal) -> None:
        """A seat has been dealt its cards."""
        if deal.commitment == self._on:
            return
        self._with_cards.add(seat)
        if len(self._with_cards) == len(self.seats):
            self._with_cards.clear()
            self._on = deal.commitment
            self.played = 0
            self.dealt(self)


def socket_of(port: int) -> str:
    """Where a server's socket is."""
    return f"ws://127.0.0.1:{port}/api/socket"


class _Desk:
    """Asks one server over HTTP; each thread has a connection of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._own = threading.local()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send something, and read the answer."""
        if not hasattr(self._own, "connection"):
            self._own.connection = HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE)
        connection: HTTPConnection = self._own.connection
        text = json.dumps(body)
        connection.request("POST", path, text, {"content-type": "application/json"})
        answer = connection.getresponse()
        said = answer.read()
        if answer.status >= 300:
            raise StandsStillError(f"POST {path}: {answer.status} {said.decode()}")
        return json.loads(said)

    def open(self, game: str, seats: int) -> tuple[str, list[str]]:
        """A new table with somebody at every seat: its name, and their keys."""
        wanted = [{"name": "Player 1"}, *({} for _ in range(seats - 1))]
        body = {"game": game, "seats": wanted, "pace": 3600, "showing": 0}
        opened = self.post("/api/tables", body)
        keys = [opened["key"]]
        for seat in range(1, seats):
            sits = {"name": f"Player {seat + 1}", "seat": seat}
            keys.append(self.post(f"/api/tables/{opened['table']}/devices", sits)["key"])
        return opened["table"], keys

    def machines(self, game: str, levels: Sequence[int]) -> tuple[str, str]:
        """A new table of machines: its name, and the key of who watches them."""
        body = {"game": game, "seats": [{"level": level} for level in levels], "thinking": 0}
        opened = self.post("/api/tables", {**body, "showing": 0})
        return opened["table"], opened["key"]


async def open_tables(ports: Sequence[int], game: str, seats: int, tables: int) -> list[OurTable]:
    """Open *tables* with somebody at every seat, nobody connected yet."""
    desk = _Desk(ports[0])
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(8) as pool:
        opened = [loop.run_in_executor(pool, desk.open, game, seats) for _ in range(tables)]
        there = await asyncio.gather(*opened)
    return [OurTable(name, keys, ports, seed) for seed, (name, keys) in enumerate(there)]


async def machine_table(port: int, game: str, levels: Sequence[int]) -> tuple[str, str]:
    """Open a table of machines: its name, and the key of who watches them."""
    return await asyncio.to_thread(_Desk(port).machines, game, levels)


async def _deal(tables: Sequence[OurTable]) -> None:
    """Deal at every table, at a few at a time."""
    all_dealt: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    waiting, missing = deque(tables), set[Table](tables)

    def dealt(table: Table) -> None:
        missing.discard(table)
        if waiting:
            waiting.popleft().deal()
        elif not missing and not all_dealt.done():
            all_dealt.set_result(None)

    def failed(why: str) -> None:
        if not all_dealt.done():
            all_dealt.set_exception(StandsStillError(why))

    for table in tables:
        table.dealt, table.failed = dealt, failed
    await connect(seat for table in tables for seat in table.seats)
    for _ in range(min(_DEALING_AT_ONCE, len(tables))):
        waiting.popleft().deal()
    await asyncio.wait_for(all_dealt, _PATIENCE)


async def sit_and_deal(ports: Sequence[int], game: str, seats: int, tables: int) -> list[OurTable]:
    """Open *tables*, connect everybody, and deal."""
    opened = await open_tables(ports, game, seats, tables)
    await _deal(opened)
    return opened
