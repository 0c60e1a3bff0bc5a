"""``motherlode serve``: the server as a process."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn
from litestar import Litestar

from motherlode.bots.prepare import THE_BOTS
from motherlode.games import GAMES
from motherlode.games.prepare import THE_RULES
from motherlode.server.app import make_app
from motherlode.server.house import House
from motherlode.server.limits import UNLIMITED, Rates
from motherlode.server.logs import set_up
from motherlode.server.socket import LONGEST_MESSAGE
from motherlode.server.store import open_store
from motherlode.server.wire import Wire

log = logging.getLogger("motherlode.server")

# How long a stop waits for what was accepted.
_GRACE = 10


class Settings:
    """How to serve."""

    def __init__(
        self,
        *,
        database: str,
        host: str = "127.0.0.1",
        port: int = 8000,
        origins: tuple[str, ...] = (),
        proxies: str | None = None,
        bus: str | None = None,
        threads: int | None = None,
        forget: int = 90,
        limited: bool = True,
    ) -> None:
        """Take over what was asked for."""
        self.database = database
        self.host = host
        self.port = port
        self.origins = origins
        self.proxies = proxies
        self.bus = bus
        self.threads = threads
        self.forget = forget
        self.limited = limited


def warm_up() -> None:
    """Load and compile all rules before anybody waits for them."""
    for each in GAMES.values():
        THE_RULES.prepare(each)
        THE_BOTS.prepare(each)


async def open_house(settings: Settings) -> House:
    """The house over the store that was asked for."""
    hints: list[House] = []

    def hint(name: str | None, number: int) -> None:
        for house in hints:
            house.hint(name, number)

    store = await open_store(settings.database, hint, bus=settings.bus)
    house = House(store, threads=settings.threads, forget=settings.forget)
    hints.append(house)
    return house


class CannotServe(Exception):
    """The server cannot start; the text says why, to whoever wanted it."""


class _Server(uvicorn.Server):
    """A server that says when it can be reached."""

    def __init__(self, config: uvicorn.Config, when_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_up = when_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_up()


def run(settings: Settings, when_up: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; what was accepted is finished first."""
    set_up()
    listening = _listening(settings.host, settings.port)
    warm_up()
    _settle()
    loop = uvicorn.Config(app="", log_config=None).get_loop_factory()
    with listening, asyncio.Runner(loop_factory=loop) as runner:
        runner.run(_serve(settings, listening, when_up))


def _settle() -> None:
    """Keep the collector away from what stays for good, and hand the one lock on more often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # The writer waits for the lock after every sync, and players for the writer.
    sys.setswitchinterval(0.0005)


async def _serve(settings: Settings, listening: socket.socket, when_up: Callable[[], None]) -> None:
    # Opened before anything is served, so that whoever started it is told what is wrong.
    house = await open_house(settings)

    async def opened() -> House:
        return house

    host, port = listening.getsockname()[:2]
    app = make_app(
        opened,
        rates=Rates() if settings.limited else UNLIMITED,
        origins=settings.origins,
        addresses=tuple(addresses(host, port)),
    )
    log.info("serving", extra={"number": port})
    server = _Server(config_of(app, host, port, proxies=settings.proxies), when_up)
    await server.serve(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise CannotServe(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    return listening


def config_of(app: Litestar, host: str, port: int, *, proxies: str | None = None) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        http="httptools",
        ws=Wire,
        ws_max_size=LONGEST_MESSAGE,
        # Views are short, and a window of memory for each connection is not.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies,
    )


def addresses(host: str, port: int) -> list[str]:
    """Where people on the same network find a server that listens on *host*."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 - it is asked about, not opened
        return []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses a way out
            here = probe.getsockname()[0]
        except OSError:
            return []
    return [f"http://{here}:{port}"]
