"""``motherlode serve``: the server as a process."""

from __future__ import annotations

import logging
import socket

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
    house = House(store, threads=settings.threads)
    hints.append(house)
    return house


def run(settings: Settings) -> None:
    """Serve until told to stop; what was accepted is finished first."""
    set_up()
    warm_up()
    app = make_app(
        lambda: open_house(settings),
        rates=Rates() if settings.limited else UNLIMITED,
        origins=settings.origins,
    )
    config = config_of(app, settings.host, settings.port, proxies=settings.proxies)
    uvicorn.Server(config).run()


def config_of(app: Litestar, host: str, port: int, *, proxies: str | None = None) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        http="httptools",
        ws="websockets-sansio",
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


def addresses(port: int) -> list[str]:
    """Where people on the same network find this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses a way out
            here = probe.getsockname()[0]
        except OSError:
            return []
    return [f"http://{here}:{port}"]
