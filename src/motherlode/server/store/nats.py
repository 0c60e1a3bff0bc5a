"""Hints over NATS, for where they are to leave the database alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from motherlode.server.store.address import Address
from motherlode.server.store.hints import CHANNEL, chunks, hear, write
from motherlode.server.store.log import Hint

_PAUSE = 0.5


class Nats:
    """A bus over NATS; while its server is away, hints wait, the newest of each table."""

    channel = ""

    def __init__(self, address: Address, origin: str, hint: Hint) -> None:
        """Name all it works with; nothing happens yet."""
        self._address = address
        self._origin = origin
        self._hint = hint
        self._grown: dict[str, int] = {}
        self._wake = asyncio.Event()

    async def start(self) -> None:
        """Begin to connect; nobody waits for that, for hints are only hints."""
        self._task = asyncio.create_task(self._run())

    def tell(self, grown: Iterable[tuple[str, int]]) -> None:
        """Tell the others that these logs go up to these numbers; returns at once."""
        self._grown.update(grown)
        self._wake.set()

    async def close(self) -> None:
        """Hear and tell no more."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        client = await nats.connect(
            self._address.url,
            name="motherlode",
            connect_timeout=2,
            reconnect_time_wait=_PAUSE,
            max_reconnect_attempts=-1,
            error_cb=_be_silent,
            reconnected_cb=self._back,
        )
        try:
            await client.subscribe(CHANNEL, cb=self._heard)
            await self._back()
            while True:
                await self._wake.wait()
                self._wake.clear()
                await self._send(client)
        finally:
            await client.close()

    async def _send(self, client: Client) -> None:
        """Send all that is to be told; what did not go out is told later."""
        grown, self._grown = self._grown, {}
        payloads: dict[int, list[tuple[str, int]]] = {}
        for chunk, pair in chunks(grown.items()):
            payloads.setdefault(chunk, []).append(pair)
        try:
            for pairs in payloads.values():
                await client.publish(CHANNEL, write(self._origin, pairs).encode())
            await client.flush(timeout=2)
        except Exception:  # noqa: BLE001 - whatever it is, the next attempt may do
            self._grown = grown | self._grown
            self._wake.set()
            await asyncio.sleep(_PAUSE)

    async def _heard(self, message: Msg) -> None:
        hear(message.data.decode("utf-8", "replace"), self._origin, self._hint)

    async def _back(self) -> None:
        self._hint(None, 0)


async def _be_silent(_: Exception) -> None:
    """A server that is away is tried again by itself."""
