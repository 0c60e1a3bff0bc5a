"""The writing end of a socket: what is to be sent goes to the transport at once.

ASGI would take every message through a task that wakes up for it, a queue and three wrappers, which
costs a third of a move at a full table.  Reading stays as ASGI has it; writing is five lines here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_EXTENSION = "motherlode.wire"
_TEXT = 0x81  # a whole text message in one frame
_SHORT, _MEDIUM = 126, 2**16


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's socket, and a way to write to it without waiting."""

    when_writable: Callable[[], None] | None = None

    def handle_connect(self, event: Any) -> None:
        """Be found by whoever answers this connection."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][_EXTENSION] = {"wire": self}

    def resume_writing(self) -> None:
        """Go on with what could not be written, now that the reader has caught up."""
        super().resume_writing()
        if self.when_writable is not None:
            self.when_writable()

    @property
    def is_writable(self) -> bool:
        """Whether the reader keeps up, and is still there."""
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def write(self, message: bytes) -> None:
        """Write a message."""
        self.transport.write(_head(len(message)) + message)


def _head(length: int) -> bytes:
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _MEDIUM:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


def wire_of(scope: Any) -> Wire:
    """The wire of a connection."""
    wire: Wire = scope["extensions"][_EXTENSION]["wire"]
    return wire
