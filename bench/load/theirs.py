"""Play on servers that are not ours, with the same client and in step with how theirs would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from itertools import count
from typing import Any

import msgspec
from picows import WSMsgType

from bench.load.play import Seat, StandsStillError, Table, connect
from bench.load.processes import Peer

_PATIENCE = 60.0
_names = count()


class PeerTable(Table):
    """A table for two on another server; they move in turns and the game never ends."""

    def __init__(self) -> None:
        super().__init__()
        self._here: set[int] = set()

    def arrives(self, seat: int) -> None:
        """A seat sees the table for the first time."""
        self._here.add(seat)
        if len(self._here) == len(self.seats):
            self.dealt(self)


async def sit(make: Callable[[int], PeerTable], port: int, tables: int) -> list[PeerTable]:
    """Open *tables* on a server, with both players connected."""
    opened = [await asyncio.to_thread(make, port) for _ in range(tables)]
    loop = asyncio.get_running_loop()
    on: asyncio.Future[None] = loop.create_future()
    waiting: set[Table] = set(opened)

    def dealt(table: Table) -> None:
        waiting.discard(table)
        if not waiting and not on.done():
            on.set_result(None)

    def failed(why: str) -> None:
        if not on.done():
            on.set_exception(StandsStillError(why))

    for table in opened:
        table.dealt, table.failed = dealt, failed
    for seat in (0, 1):
        await connect(table.seats[seat] for table in opened)
    await asyncio.wait_for(on, _PATIENCE)
    return opened


# --- boardgame.io: Socket.IO over the socket ----------------------------------------------------


_PLAYED = b'"played":'


class BoardgameSeat(Seat):
    """A seat on boardgame.io."""

    table: BoardgameTable

    def told(self, data: bytes) -> None:
        if data.startswith(b'42/table,["update"'):
            start = data.index(_PLAYED) + len(_PLAYED)
            self.sees(int(data[start : data.index(b",", start)]))
        elif data.startswith(b'42/table,["sync"'):
            self.table.arrives(self.number)
        elif data == b"2":
            self.say("3")
        elif data.startswith(b"0"):
            self.say("40/table,")
        elif data.startswith(b"40/table,"):
            self.emit("sync", self.table.name, str(self.number), None, 2)
        elif not data.startswith(b'42/table,["matchData"'):
            self.table.failed(f"boardgame.io: {data[:200].decode()}")

    def say(self, text: str) -> None:
        """Say it as it is."""
        self.transport.send(WSMsgType.TEXT, text.encode())

    def emit(self, *what: Any) -> None:
        """Say it as Socket.IO does."""
        self.say("42/table," + json.dumps(what, separators=(",", ":")))


class BoardgameTable(PeerTable):
    """A match on boardgame.io; it is made when the first player asks for it."""

    seats: Sequence[BoardgameSeat]

    def __init__(self, port: int) -> None:
        super().__init__()
        self.name = f"match{next(_names)}"
        url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self.seats = tuple(BoardgameSeat(self, number, url) for number in range(2))

    def send_move(self) -> None:
        after = self.played - 1
        seat = self.seats[after % 2]
        payload = {"type": "place", "args": [after % 3], "playerID": str(seat.number)}
        move = {"type": "MAKE_MOVE", "payload": payload}
        seat.emit("update", move, after, self.name, str(seat.number))


# --- Colyseus: MessagePack over the socket ------------------------------------------------------

_JOIN_ROOM, _ROOM_DATA = 10, 13
_VIEW = bytes([_ROOM_DATA, 0xA0 + len("view")]) + b"view"
_COLYSEUS_PLAYED = b"\xa6played"


class ColyseusSeat(Seat):
    """A seat on Colyseus."""

    table: ColyseusTable

    def told(self, data: bytes) -> None:
        if data.startswith(_VIEW):
            start = data.index(_COLYSEUS_PLAYED) + len(_COLYSEUS_PLAYED)
            self.sees(_number(data, start))
        elif data[0] == _JOIN_ROOM:
            self.transport.send(WSMsgType.BINARY, bytes([_JOIN_ROOM]))
            self.table.arrives(self.number)
        else:
            self.table.failed(f"Colyseus: {data[:200]!r}")

    def send(self, what: str, message: Any) -> None:
        """Send a message of a room."""
        head = bytes([_ROOM_DATA, 0xA0 + len(what)]) + what.encode()
        self.transport.send(WSMsgType.BINARY, head + msgspec.msgpack.encode(message))


def _number(data: bytes, start: int) -> int:
    """A whole number in MessagePack."""
    size = {0xCC: 1, 0xCD: 2, 0xCE: 4}.get(data[start], 0)
    return int.from_bytes(data[start + 1 : start + 1 + size], "big") if size else data[start]


class ColyseusTable(PeerTable):
    """A room on Colyseus."""

    seats: Sequence[ColyseusSeat]

    def __init__(self, port: int) -> None:
        super().__init__()
        first = _matchmake(port, "create/table")
        second = _matchmake(port, f"joinById/{first['roomId']}")
        where = f"ws://127.0.0.1:{port}/{first['processId']}/{first['roomId']}"
        self.seats = tuple(
            ColyseusSeat(self, number, f"{where}?sessionId={reserved['sessionId']}")
            for number, reserved in enumerate((first, second))
        )

    def send_move(self) -> None:
        after = self.played - 1
        self.seats[after % 2].send("move", {"held": after % 3})


def _matchmake(port: int, how: str) -> Any:
    connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    connection.request("POST", f"/matchmake/{how}", "{}", {"content-type": "application/json"})
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    if answer.status >= 300:
        raise StandsStillError(f"Colyseus: {answer.status} {said.decode()}")
    return json.loads(said)


KINDS: dict[str, Callable[[int], PeerTable]] = {
    "boardgame": BoardgameTable,
    "colyseus": ColyseusTable,
}


async def sit_at(peer: Peer, tables: int) -> list[PeerTable]:
    """Sit down at new tables of a peer."""
    return await sit(KINDS[peer.kind], peer.port, tables)
