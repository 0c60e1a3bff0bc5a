"""What a connection is still to be told: an outbox of its own, so a slow reader delays nobody.

Of pictures of the table only the newest is kept: whoever falls behind is shown the table as it is,
not all that it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from motherlode.server import protocol as told
from motherlode.server.picture import Picture
from motherlode.server.table import Table
from motherlode.server.wire import Wire

# More replies than that wait for nobody who reads.
MOST_WAITING = 64

_encoder = msgspec.json.Encoder()


class Outbox:
    """The way to one connection: what it is shown, and how far it was told."""

    def __init__(self, wire: Wire, clock: Callable[[], int]) -> None:
        """Begin with nothing told."""
        self._wire = wire
        self._clock = clock
        self._replies: deque[bytes] = deque()
        self._picture: Picture | None = None
        self._re: list[int] = []
        self._told_about: msgspec.Raw | None = None
        self._told_shown: msgspec.Raw | None = None
        self._told_own: msgspec.Raw | None = None
        self._told_you: told.You | None = None
        self.device: int | None = None
        self.lock = ""  # of that device, when this connection came
        self.looking: int | None = None
        self.overflowing = False
        wire.when_writable = self._send

    def fits(self, table: Table) -> bool:
        """Whether this connection's key still opens what it came for."""
        return self.device is None or table.devices[self.device].lock == self.lock

    def show(self, picture: Picture, re: int | None = None) -> None:
        """Show the table as it is now; *re* is the command of this connection it answers."""
        self._picture = picture
        if re is not None:
            self._re.append(re)
        self._send()

    def say(self, message: told.FromServer) -> None:
        """Say something beside the table."""
        self._replies.append(_encoder.encode(message))
        self._send()

    def close(self) -> None:
        """Send nothing more."""
        self._wire.when_writable = None
        self._replies.clear()
        self._picture = None

    def _send(self) -> None:
        """Send what there is, as far as the reader keeps up."""
        while self._replies and self._wire.is_writable:
            self._wire.write(self._replies.popleft())
        if self._picture is not None and self._wire.is_writable:
            self._wire.write(self._update())
        self.overflowing = len(self._replies) + len(self._re) > MOST_WAITING

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
