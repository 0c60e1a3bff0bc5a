"""A wire between a program and a server that can be cut, stopped, or made to lose an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit


class Wire:
    """Connections to a local port, passed on to a socket."""

    def __init__(self, socket: Path) -> None:
        """Name where it leads."""
        self._socket = socket
        self._open: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._lose_answer_to: bytes | None = None
        self.lost = asyncio.Event()

    async def lay(self, port: int = 0) -> int:
        """Take connections; gives the port."""
        self._server = await asyncio.start_server(self._join, "127.0.0.1", port)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self.port

    def cut(self) -> None:
        """Break all connections that there are."""
        for end in self._open:
            end.transport.abort()
        self._open.clear()

    async def take_away(self) -> None:
        """Break all, and let no new ones in."""
        self._server.close()
        self.cut()

    async def put_back(self) -> None:
        """Let connections in again."""
        await self.lay(self.port)

    def stop(self) -> None:
        """Let nothing through, in either direction, but break nothing."""
        self._flows.clear()

    def go_on(self) -> None:
        """Let everything through again."""
        self._flows.set()

    def lose_answer_to(self, request: bytes) -> None:
        """Break the connection when the server answers the next request with this in it."""
        self._lose_answer_to = request

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(self._socket)
        self._open |= {writer, far_writer}
        doomed = asyncio.Event()
        await asyncio.gather(
            self._carry(reader, far_writer, doomed),
            self._carry(far_reader, writer, doomed, back=True),
        )
        self._open -= {writer, far_writer}

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        doomed: asyncio.Event,
        *,
        back: bool = False,
    ) -> None:
        with suppress(OSError):
            while some := await reader.read(1 << 16):
                await self._flows.wait()
                if not back and self._lose_answer_to and self._lose_answer_to in some:
                    self._lose_answer_to = None
                    doomed.set()
                elif back and doomed.is_set():
                    self.lost.set()
                    self.cut()
                    break
                writer.write(some)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def wire_to(url: str) -> AsyncIterator[tuple[Wire, str]]:
    """A wire to a database that is reached through a socket, and the address at its near end."""
    folder = urlsplit(url).query.removeprefix("host=")
    wire = Wire(Path(folder, ".s.PGSQL.5432"))
    port = await wire.lay()
    try:
        yield wire, f"postgresql://postgres@127.0.0.1:{port}{urlsplit(url).path}"
    finally:
        wire.go_on()
        await wire.take_away()
