"""A real server on a loopback port, over a real store, and clients that talk to it as any would."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from motherlode.fair import Terms, commit_nonce
from motherlode.server.app import make_app
from motherlode.server.house import House, clock
from motherlode.server.limits import UNLIMITED, Rates
from motherlode.server.serve import config_of
from motherlode.server.store import open_store
from tests.server.evening import Made

PATIENCE = 20.0


class Served:
    """A server that runs, and how to reach it."""

    house: House  # where it runs in this process

    def __init__(self, port: int, now: Callable[[], int]) -> None:
        self.now = now
        self.place = f"127.0.0.1:{port}"
        self.clients: list[Client] = []
        self.http = httpx.AsyncClient(base_url=f"http://{self.place}", timeout=PATIENCE)

    @classmethod
    def at(cls, port: int) -> Served:
        """A server that runs in a process of its own."""
        return cls(port, clock)

    async def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        """Ask for something over HTTP that must be granted."""
        answer = await self.http.post(path, json=body, headers=bearer(key))
        assert answer.is_success, (path, answer.status_code, answer.text)
        return answer.json()

    async def open(self, **wanted: Any) -> Client:
        """Open a table, and be at it."""
        welcome = await self.post("/api/tables", wanted)
        return await self.client(welcome["table"], welcome["key"])

    async def sit(self, table: str, name: str) -> Client:
        """Sit down at a table with a device of one's own."""
        welcome = await self.post(f"/api/tables/{table}/devices", {"name": name})
        return await self.client(table, welcome["key"])

    async def client(self, table: str, key: str | None = None) -> Client:
        """A connection that is shown the table."""
        client = Client(self, table, key)
        self.clients.append(client)
        await client.connect()
        return client

    async def close(self) -> None:
        """Close all browsers."""
        for client in self.clients:
            await client.close()
        await self.http.aclose()


def bearer(key: str | None) -> dict[str, str]:
    return {} if key is None else {"authorization": f"Bearer {key}"}


class Client:
    """A device at a table: it keeps what it was told, as a page would."""

    def __init__(self, served: Served, table: str, key: str | None) -> None:
        self.served = served
        self.table = table
        self.key = key
        self.state: dict[str, Any] = {}
        self.raw: list[str] = []
        self.troubles: list[str] = []
        self.nonce = f"{abs(hash(key)) % 2**64:064x}"
        self.socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listener: asyncio.Task[None] | None = None
        self._id = 0

    async def connect(self) -> None:
        """Connect, say hello, and wait for the table."""
        self.state = {}
        self.socket = await connect(f"ws://{self.served.place}/api/socket", max_size=2**20)
        self._listener = asyncio.ensure_future(self._listen(self.socket))
        hello: dict[str, Any] = {"do": "hello", "table": self.table}
        if self.key is not None:
            hello["key"] = self.key
        await self.send(hello)
        await self.until(lambda state: "table" in state)

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._hear(socket)
        self._changed.set()

    async def _hear(self, socket: ClientConnection) -> None:
        async for message in socket:
            assert isinstance(message, str)
            self.raw.append(message)
            told = json.loads(message)
            if told["is"] == "update":
                self.state.update(told)
                for re in told["re"]:
                    self._reply(re, told)
            elif told["is"] == "trouble":
                self.troubles.append(told["code"])
                self._reply(told["re"], told)
            else:
                self._reply(told["re"], told)
            self._changed.set()

    def _reply(self, re: int | None, told: dict[str, Any]) -> None:
        waiting = None if re is None else self._replies.pop(re, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(told)

    async def send(self, ask: Any) -> int:
        """Say something, and wait for nothing."""
        self._id += 1
        assert self.socket is not None
        await self.socket.send(json.dumps({"id": self._id, "ask": ask}))
        return self._id

    async def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Ask for something, and wait for what comes of it."""
        self._id += 1
        reply = self._replies[self._id] = asyncio.get_running_loop().create_future()
        assert self.socket is not None
        await self.socket.send(json.dumps({"id": self._id, "ask": {"do": do, **more}}))
        return await asyncio.wait_for(reply, PATIENCE)

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until what is known of the table is so."""

        async def wait() -> None:
            while not holds(self.state):
                self._changed.clear()
                await self._changed.wait()

        await asyncio.wait_for(wait(), PATIENCE)
        return self.state

    async def reaches(self, played: int) -> None:
        """Wait until so many moves are played."""
        await self.until(lambda state: state["played"] >= played)

    async def phase(self, phase: str) -> dict[str, Any]:
        """Wait for a phase of the table."""
        return await self.until(lambda state: state["table"]["phase"] == phase)

    async def take_part(self) -> None:
        """Do this device's part in the deal."""
        await self.until(
            lambda state: state["table"]["phase"] == "committing" and state["you"]["awaited"]
        )
        await self.commit()
        await self.until(lambda state: state["table"]["phase"] != "committing")
        await self.ask("open", nonce=self.nonce)
        await self.phase("playing")

    async def commit(self) -> None:
        """Commit to the nonce, for whichever place is free."""
        while self.state["table"]["phase"] == "committing" and self.state["you"]["awaited"]:
            place = len(self.state["table"]["deal"]["devices"])
            commits = commit_nonce(terms_of(self.state["table"]), place, self.nonce)
            await self.ask("commit", place=place, commits=commits)

    async def move(self, move: str | None = None) -> dict[str, Any]:
        """Make a move, the first there is if none is named, once it is this seat's turn."""
        state = await self.until(
            lambda state: (
                bool(state.get("own"))
                and bool(state["own"]["moves"])
                and self.served.now() >= state["turn_from"]
            )
        )
        chosen = move or state["own"]["moves"][0]["move"]
        seat = state["shown"]["turn"]
        return await self.ask("move", seat=seat, move=chosen, after=state["played"])

    @property
    def is_to_move(self) -> bool:
        """Whether this seat may move now."""
        own = self.state.get("own")
        return bool(own and own["moves"])

    async def close(self) -> None:
        """Close the browser."""
        if self.socket is not None:
            await self.socket.close()
        if self._listener is not None:
            await asyncio.gather(self._listener, return_exceptions=True)


def terms_of(table: dict[str, Any]) -> Terms:
    """The terms of the deal, as a page puts them together."""
    deal = table["deal"]
    options = " ".join(f"{name}={value}" for name, value in table["options"].items())
    return Terms(
        deal["table"],
        table["game"],
        table["rules"],
        options,
        deal["number"],
        deal["attempt"],
        deal["starter"],
    )


async def deal(*clients: Client) -> None:
    """Let the first of them deal, and all take part."""
    reply = await clients[0].ask("deal")
    assert reply["is"] == "update", reply
    await asyncio.gather(*(client.take_part() for client in clients))


async def play_on(*clients: Client, moves: int = 10_000) -> None:
    """Let whoever is to move do so, so many times or to the end."""
    for _ in range(moves):
        await clients[0].until(
            lambda _: (
                clients[0].state["table"]["phase"] != "playing"
                or any(client.is_to_move for client in clients)
            )
        )
        if clients[0].state["table"]["phase"] != "playing":
            return
        mover = next(client for client in clients if client.is_to_move)
        reply = await mover.move()
        assert reply["is"] == "update", reply
        for client in clients:
            await client.reaches(reply["played"])


@asynccontextmanager
async def served(
    database: Path | str,
    *,
    now: Callable[[], int] = clock,
    fresh: Made | None = None,
    rates: Rates = UNLIMITED,
    threads: int | None = None,
    forget: int = 0,
) -> AsyncIterator[Served]:
    """A server over this database, for as long as it is needed."""
    houses: list[House] = []

    def hint(name: str | None, number: int) -> None:
        for house in houses:
            house.hint(name, number)

    async def open_house() -> House:
        store = await open_store(str(database), hint)
        houses.append(House(store, now=now, fresh=fresh, threads=threads, forget=forget))
        return houses[0]

    server = uvicorn.Server(config_of(make_app(open_house, rates=rates), "127.0.0.1", 0))
    running = asyncio.ensure_future(server._serve())
    try:
        while not server.started:
            assert not running.done(), running.exception()
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        here = Served(port, now)
        here.house = houses[0]
        try:
            yield here
        finally:
            await here.close()
    finally:
        server.should_exit = True
        await running
