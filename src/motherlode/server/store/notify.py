"""Hints through the database itself: the writer's statement tells, one connection listens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from motherlode.server.store.hints import CHANNEL, hear
from motherlode.server.store.log import Hint
from motherlode.server.store.writer import Link, hang_up

# A connection that says nothing may be dead: how often to ask, and how long to wait for an answer.
_ASK_SECONDS, _ANSWER_SECONDS = 15.0, 5.0
_PAUSE, _LONGEST_PAUSE = 0.05, 1.0


class Notify:
    """A bus over PostgreSQL's NOTIFY."""

    channel = CHANNEL

    def __init__(self, connect: Callable[[], Awaitable[Link]], origin: str, hint: Hint) -> None:
        """Name all it works with; nothing happens yet."""
        self._connect = connect
        self._origin = origin
        self._hint = hint

    async def start(self) -> None:
        """Connect and listen."""
        await self._listen()
        self._task = asyncio.create_task(self._stay())

    def tell(self, grown: Iterable[tuple[str, int]]) -> None:
        """Nothing: the statement that wrote them has told it."""

    async def close(self) -> None:
        """Hear no more."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await hang_up(self._link)

    async def _listen(self) -> None:
        link = await self._connect()
        self._lost = asyncio.Event()
        link.add_termination_listener(lambda _: self._lost.set())
        await link.add_listener(CHANNEL, self._heard)
        self._link = link

    def _heard(self, _link: object, _process: int, _channel: str, payload: object) -> None:
        hear(str(payload), self._origin, self._hint)

    async def _stay(self) -> None:
        """Listen again whenever the connection is lost, and say that something may be missed."""
        while True:
            await self._end()
            self._link.terminate()
            pause = _PAUSE
            while True:
                try:
                    await self._listen()
                    break
                except Exception:  # noqa: BLE001 - whatever it is, the next attempt may do
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
            self._hint(None, 0)

    async def _end(self) -> None:
        """Wait until the connection is lost, or gives no answer."""
        while not self._lost.is_set():
            try:
                async with asyncio.timeout(_ASK_SECONDS):
                    await self._lost.wait()
            except TimeoutError:
                try:
                    await self._link.execute("SELECT 1", timeout=_ANSWER_SECONDS)
                except Exception:  # noqa: BLE001 - no answer is no answer
                    return
