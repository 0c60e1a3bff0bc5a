"""What a connection is still to be told: an outbox of its own, so a slow reader delays nobody.

Of pictures of the table only the newest is kept: whoever falls behind is shown the table as it is,
not all that it was.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from motherlode.server import protocol as told
from motherlode.server.picture import Picture

# More replies than that wait for nobody who reads.
MOST_WAITING = 64

_encoder = msgspec.json.Encoder()


class Outbox:
    """The way to one connection: what it is shown, and how far it was told."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]], clock: Callable[[], int]) -> None:
        """Begin with nothing told."""
        self._send = send
        self._clock = clock
        self._replies: deque[bytes] = deque()
        self._picture: Picture | None = None
        self._re: list[int] = []
        self._wake = asyncio.Event()
        self._told_about: msgspec.Raw | None = None
        self._told_shown: msgspec.Raw | None = None
        self._told_own: msgspec.Raw | None = None
        self._told_you: told.You | None = None
        self.device: int | None = None
        self.looking: int | None = None
        self.overflowing = False

    def show(self, picture: Picture, re: int | None = None) -> None:
        """Show the table as it is now; *re* is the command of this connection it answers."""
        self._picture = picture
        if re is not None:
            self._re.append(re)
        self._note(len(self._re))

    def say(self, message: told.FromServer) -> None:
        """Say something beside the table."""
        self._replies.append(_encoder.encode(message))
        self._note(len(self._replies))

    def _note(self, waiting: int) -> None:
        if waiting > MOST_WAITING:
            self.overflowing = True
        self._wake.set()

    async def run(self) -> None:
        """Send what there is, as long as the connection lasts."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._replies:
                await self._send(self._replies.popleft())
            if self._picture is not None:
                await self._send(self._update())

    def _update(self) -> bytes:
        picture, self._picture = self._picture, None
        if picture is None:
            raise RuntimeError("there is nothing to show")
        table = picture.table
        re, self._re = tuple(self._re), []
        own = picture.own(self.looking)
        its_you = picture.you(self.device, self.looking)
        update = told.Update(
            table.number,
            self._clock(),
            re,
            0 if table.position is None else table.position.played,
            table.head,
            table.turn_from,
            picture.turn_ends,
            msgspec.UNSET if picture.about is self._told_about else picture.about,
            msgspec.UNSET if its_you is self._told_you else its_you,
            msgspec.UNSET if picture.shown is self._told_shown else picture.shown,
            msgspec.UNSET if own is self._told_own else own,
        )
        self._told_about, self._told_shown, self._told_own = picture.about, picture.shown, own
        self._told_you = its_you
        return _encoder.encode(update)
