"""The socket: one connection to one table, from its hello to its end."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from motherlode.server import protocol as told
from motherlode.server.gate import Gate, Limited, NoKey, NotFromHere, TheGate, address_of
from motherlode.server.handle import Refused
from motherlode.server.house import Held, House, NoSuchTable
from motherlode.server.limits import Bucket
from motherlode.server.outbox import Outbox
from motherlode.server.store import Unavailable
from motherlode.server.wire import wire_of

# Longer than any message of ours; uvicorn refuses longer ones before they are read.
LONGEST_MESSAGE = 8192
# How long a new connection may keep silent before its hello.
HELLO = 10.0

_TRY_AGAIN, _REFUSED, _BAD = 1013, 4403, 4400

_decoder = msgspec.json.Decoder(told.Said)


class Ended(Exception):
    """The connection is to be closed."""

    def __init__(self, code: int, trouble: told.Troubles) -> None:
        """Close with a *code*, after saying what the *trouble* is."""
        super().__init__(trouble)
        self.code = code
        self.trouble = trouble


@websocket("/api/socket")
async def socket_handler(socket: WebSocket[Any, Any, Any], gate: TheGate) -> None:
    """Let somebody play, or look on."""
    address = address_of(socket)
    try:
        gate.check_origin(socket)
        gate.take_socket(address)
    except (NotFromHere, Limited):
        await socket.close(code=_REFUSED)
        return
    await socket.accept()
    gate.connected[address] += 1
    gate.house.metrics.connections.inc()
    try:
        await _serve(gate, socket, address)
    finally:
        gate.house.metrics.connections.dec()
        gate.connected[address] -= 1
        if not gate.connected[address]:
            del gate.connected[address]


async def _serve(gate: Gate, socket: WebSocket[Any, Any, Any], address: str) -> None:
    outbox = Outbox(wire_of(socket.scope), gate.house.now)
    held: Held | None = None
    try:
        held = await _greet(gate, socket, outbox, address)
        await gate.house.connect(held, outbox)
        await _listen(gate, socket, held, outbox)
    except Ended as ended:
        outbox.close()
        await _close(socket, ended)
    except WebSocketDisconnect:
        pass
    finally:
        outbox.close()
        if held is not None:
            gate.house.disconnect(held, outbox)


async def _greet(
    gate: Gate, socket: WebSocket[Any, Any, Any], outbox: Outbox, address: str
) -> Held:
    try:
        said = await asyncio.wait_for(_receive(socket), HELLO)
    except TimeoutError:
        raise Ended(_BAD, "no hello") from None
    hello = said.ask
    if not isinstance(hello, told.Hello):
        raise Ended(_BAD, "no hello")
    if hello.version != told.VERSION:
        raise Ended(_BAD, "other version")
    try:
        held = await gate.table(hello.table, address)
        if hello.key is not None:
            outbox.device = gate.device(held, hello.key, address)
            outbox.lock = held.table.devices[outbox.device].lock
    except NoSuchTable:
        raise Ended(_REFUSED, "no such table") from None
    except NoKey:
        raise Ended(_REFUSED, "no key") from None
    except Limited:
        raise Ended(_TRY_AGAIN, "too much") from None
    except Unavailable:
        raise Ended(_TRY_AGAIN, "storage") from None
    return held


async def _listen(gate: Gate, socket: WebSocket[Any, Any, Any], held: Held, outbox: Outbox) -> None:
    house, allowance = gate.house, Bucket(gate.rates.messages)
    while True:
        said = await _receive(socket)
        if outbox.overflowing:
            raise Ended(_TRY_AGAIN, "too much")
        if not allowance.take():
            house.metrics.limited.labels("messages").inc()
            raise Ended(_TRY_AGAIN, "too much")
        if not outbox.fits(held.table):
            raise Ended(_REFUSED, "key changed")
        with house.metrics.answering.time():
            await _answer(house, held, outbox, said)


async def _answer(house: House, held: Held, outbox: Outbox, said: told.Said) -> None:
    ask = said.ask
    try:
        if isinstance(ask, told.Ping):
            outbox.say(told.Pong(said.id, house.now()))
        elif isinstance(ask, told.Look):
            house.look(held, outbox, ask.seat, said.id)
        elif isinstance(ask, told.Hello):
            raise Ended(_BAD, "bad message")
        else:
            await house.command(held, ask, outbox.device, outbox, said.id)
    except Refused as refused:
        house.metrics.refused.labels(refused.why).inc()
        outbox.say(told.Refusal(said.id, refused.why, refused.number))
    except Unavailable:
        outbox.say(told.Trouble("storage", said.id))


async def _receive(socket: WebSocket[Any, Any, Any]) -> told.Said:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    data: Any = event.get("text") or event.get("bytes") or b""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Ended(_BAD, "bad message") from None


async def _close(socket: WebSocket[Any, Any, Any], ended: Ended) -> None:
    """Say why, and close; whoever does not read is not waited for."""
    trouble = msgspec.json.encode(told.Trouble(ended.trouble)).decode()
    with contextlib.suppress(Exception):
        async with asyncio.timeout(1.0):
            await socket.send({"type": "websocket.send", "bytes": None, "text": trouble})
            await socket.close(code=ended.code)
