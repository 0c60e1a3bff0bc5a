"""Nothing acknowledged is lost: the process is killed in the middle, again and again.

Several tables are played as quickly as they go.  At random moments the server is killed without
warning and started again.  Whatever any client was told must be in the log afterwards: every move
that was acknowledged, and every head of the chain that was announced; and every table goes on.
"""

import asyncio
import contextlib
import os
import random
import signal
import socket as sockets
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from motherlode.record import Record
from tests.server.served import PATIENCE, Client, Served, deal

TABLES = ("golddigger", "golddonkey", "goldrush", "golddonkey")
ROUNDS = int(os.environ.get("MOTHERLODE_KILLS", "300"))
FAST_ROUNDS = 10
_STARTING = 60.0


def free_port() -> int:
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Program:
    """The server as a process of its own."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self._database = database
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "motherlode", "serve", "--no-limits"),
            *("--port", str(self.port)),
            env={**os.environ, "MOTHERLODE_DATABASE": self._database},
            stderr=asyncio.subprocess.DEVNULL,
        )
        async with asyncio.timeout(_STARTING), httpx.AsyncClient() as http:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/readyz")).is_success:
                        return
                await asyncio.sleep(0.05)

    async def end(self, how: int) -> None:
        """End it, gently or not."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(how)
            await self._process.wait()


class Witness:
    """What the clients of one table were told, deal by deal: the head after so many moves."""

    def __init__(self) -> None:
        self.heads: dict[str, dict[int, str]] = {}

    def notes(self, state: dict[str, Any]) -> None:
        if state["head"]:
            told = self.heads.setdefault(state["table"]["deal"]["commitment"], {})
            seen = told.setdefault(state["played"], state["head"])
            assert seen == state["head"], "one moment was announced with two heads"

    def checks(self, record: Record) -> None:
        told = self.heads.get(getattr(record.chance, "commitment", ""), {})
        for played, head in told.items():
            assert played < len(record.heads), f"move {played} was announced, and is lost"
            assert record.heads[played] == head


class Party:
    """Two devices that play one table for as long as there is a server."""

    def __init__(self, here: Served, clients: tuple[Client, Client], rng: random.Random) -> None:
        self.here = here
        self.clients = clients
        self.witness = Witness()
        self.moves = 0
        self._rng = rng

    async def play(self) -> None:
        """Play on, game after game, until the connection is lost."""
        for client in self.clients:
            await client.connect()
        while True:
            states = [client.state for client in self.clients]
            phase = states[0]["table"]["phase"]
            if phase in {"gathering", "over"}:
                await deal(*self.clients)
            elif phase in {"committing", "opening"}:
                await self._through_the_deal()
            else:
                await self._move()

    async def _through_the_deal(self) -> None:
        """A deal that was cut off goes on where it was."""
        for client in self.clients:
            if client.state["table"]["phase"] == "committing" and client.state["you"]["awaited"]:
                await client.commit()
            if client.state["table"]["phase"] == "opening" and client.state["you"]["awaited"]:
                await client.ask("open", nonce=client.nonce)
        await asyncio.sleep(0.01)

    async def _move(self) -> None:
        client = next((each for each in self.clients if each.is_to_move), None)
        if client is None:
            await asyncio.sleep(0.001)
            return
        state = client.state
        move = self._rng.choice(state["own"]["moves"])["move"]
        seat, played = state["shown"]["turn"], state["played"]
        reply = await client.ask("move", seat=seat, move=move, after=played)
        if reply["is"] == "update":
            self.moves += 1
            for each in self.clients:
                self.witness.notes(each.state)

    async def is_all_there(self) -> None:
        """Compare what was told with what is kept."""
        answer = await self.here.http.get(f"/api/tables/{self.clients[0].table}/record")
        if answer.is_success:
            self.witness.checks(Record.read(answer.text))


async def killed_again_and_again(database: str, rounds: int) -> int:
    """So many times: start, play, kill; how many moves were made."""
    rng = random.Random(20)
    program = Program(database)
    here = Served.at(program.port)
    await program.start()
    parties = [await party(here, of, rng) for of in TABLES]
    try:
        for _ in range(rounds):
            evenings = [asyncio.ensure_future(each.play()) for each in parties]
            await asyncio.sleep(rng.uniform(0.05, 0.6))
            await program.end(signal.SIGKILL)
            for evening in evenings:
                evening.cancel()
            await asyncio.gather(*evenings, return_exceptions=True)
            for each in parties:
                for client in each.clients:
                    await client.close()
                    if client.state:
                        each.witness.notes(client.state)
            await program.start()
            for each in parties:
                await each.is_all_there()
    finally:
        await program.end(signal.SIGTERM)
        await here.close()
    return sum(each.moves for each in parties)


async def party(here: Served, of: str, rng: random.Random) -> Party:
    """Two devices at a table of their own."""
    quick = {"showing": 0, "thinking": 0, "pace": 0}
    ada = await here.open(game=of, seats=[{"name": "Ada"}, {}], **quick)
    ben = await here.sit(ada.table, "Ben")
    for client in (ada, ben):
        await client.close()
    return Party(here, (ada, ben), rng)


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(address: str) -> None:
    moves = asyncio.run(killed_again_and_again(address, FAST_ROUNDS))

    assert moves > 10 * FAST_ROUNDS


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_in_hundreds_of_kills(address: str) -> None:
    moves = asyncio.run(killed_again_and_again(address, ROUNDS))

    print(f"{ROUNDS} kills, {moves} moves acknowledged")
    assert moves > 10 * ROUNDS


def test_a_server_that_is_told_to_stop_finishes_and_says_that_it_will_be_back(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        program = Program(str(tmp_path / "tables.db"))
        here = Served.at(program.port)
        await program.start()
        game = await party(here, "golddigger", random.Random(1))
        playing = asyncio.ensure_future(game.play())
        await asyncio.sleep(0.5)
        async with asyncio.timeout(PATIENCE):
            await program.end(signal.SIGTERM)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        codes = {client.socket.close_code for client in game.clients if client.socket}
        assert codes == {1012}
        await program.start()
        await game.is_all_there()
        await program.end(signal.SIGTERM)
        await here.close()

    asyncio.run(evening())
