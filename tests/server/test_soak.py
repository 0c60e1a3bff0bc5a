"""Evening after evening at one server: what it takes up in the end is what it took up before.

People open tables, play with each other and with machines, talk, pause, vanish and come back, play
again, and close the door or just leave it open.  In between, all is put aside and read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.served import Client, Served, deal
from tests.server.test_kill import free_port

MB = 1 << 20
GAMES = ("goldrush", "golddigger", "golddonkey")
PHRASES = ("hello", "good luck")
QUICK = {"showing": 0, "thinking": 0, "pace": 0}
AT_ONCE = 12


class Evening:
    """What happens at one table in one evening; chance decides, the same every time."""

    def __init__(self, here: Served, number: int, counts: Counter[str]) -> None:
        self._here = here
        self._rng = random.Random(number)
        self._counts = counts
        self._people: list[Client] = []

    async def pass_by(self) -> None:
        """From the opening to the end."""
        try:
            await self._open()
            for _ in range(self._rng.choice((1, 1, 2))):
                await deal(*self._people)
                await self._play()
                if self._people[0].state["table"]["phase"] != "over":
                    break
            if self._rng.random() < 0.3:
                await self._people[0].ask("close")
            self._counts["evenings"] += 1
        finally:
            for person in self._people:
                await person.close()

    async def _open(self) -> None:
        people = self._rng.choice((1, 2, 2))
        seats = [{"name": "Ada"}, {}] if people == 2 else [{"name": "Ada"}, {"level": 1}]
        game = self._rng.choice(GAMES)
        self._people.append(
            await self._forgetful(await self._here.open(game=game, seats=seats, **QUICK))
        )
        table = self._people[0].table
        if people == 2:
            self._people.append(await self._forgetful(await self._here.sit(table, "Ben")))
            await self._people[0].until(lambda state: state["table"]["seats"][1]["person"])

    async def _forgetful(self, client: Client) -> Client:
        """A browser that keeps no history: this process is not what is weighed."""
        client.raw = Nothing()
        self._here.clients.remove(client)
        return client

    async def _play(self) -> None:
        """Play to the end, or stop in the middle and go home."""
        stops = self._rng.randrange(400)
        for moves in range(stops):
            if not await self._move():
                self._counts["games played to the end"] += 1
                return
            if self._rng.random() < 0.05:
                await self._something_else(moves)
        if self._rng.random() < 0.5:
            for seat, person in enumerate(self._people):
                await person.ask("wish end", seat=seat, wishes=True)
            await self._people[0].phase("over")

    async def _move(self) -> bool:
        people = self._people
        await people[0].until(
            lambda state: (
                state["table"]["phase"] != "playing" or any(each.is_to_move for each in people)
            )
        )
        if people[0].state["table"]["phase"] != "playing":
            return False
        mover = next(each for each in people if each.is_to_move)
        move = self._rng.choice(mover.state["own"]["moves"])["move"]
        reply = await mover.move(move)
        for each in people:
            await each.reaches(reply["played"])
        self._counts["moves"] += 1
        return True

    async def _something_else(self, moves: int) -> None:
        seat = self._rng.randrange(len(self._people))
        person = self._people[seat]
        what = self._rng.choice(("talk", "pause", "vanish", "all vanish", "look on"))
        self._counts[what] += 1
        if what == "talk":
            await person.ask("say", seat=seat, phrase=self._rng.choice(PHRASES))
        elif what == "pause":
            await self._people[0].ask("pause")
            await self._people[0].ask("resume")
        elif what == "look on":
            watcher = await self._forgetful(await self._here.client(person.table))
            await watcher.close()
        else:
            await self._vanish(self._people if what == "all vanish" else [person])

    async def _vanish(self, people: list[Client]) -> None:
        """Be gone for longer than a blink, perhaps until the table is put aside, and come back."""
        for person in people:
            await person.close()
        await asyncio.sleep(self._rng.choice((0.0, 0.1, 0.6)))
        for person in people:
            await person.connect()


class Nothing(list[str]):
    """A list that keeps nothing."""

    def append(self, _: str) -> None:
        """Forget it."""


@asynccontextmanager
async def a_server(database: Path) -> AsyncIterator[Served]:
    """The server of the soak."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.soaked", str(database), str(port)),
        stderr=asyncio.subprocess.DEVNULL,
    )
    here = Served.at(port)
    # A connection kept for later would be one of the server's handles.
    here.http = httpx.AsyncClient(
        base_url=here.http.base_url, limits=httpx.Limits(max_keepalive_connections=0), timeout=60
    )
    try:
        await is_up(here)
        yield here
    finally:
        await here.close()
        process.send_signal(signal.SIGTERM)
        await process.wait()


async def is_up(here: Served) -> None:
    """Wait until it answers."""
    for _ in range(600):
        with contextlib.suppress(httpx.HTTPError):
            if (await here.http.get("/readyz")).is_success:
                return
        await asyncio.sleep(0.1)
    raise TimeoutError("the server does not start")


async def weighed(here: Served) -> dict[str, int]:
    """What the server takes up, once everybody has gone home and every table is put aside."""
    for _ in range(600):
        found: dict[str, int] = (await here.http.get("/weigh")).json()
        if not found["tables"]:
            return found
        await asyncio.sleep(0.1)
    raise TimeoutError(f"tables are not put aside: {found}")


async def evenings(here: Served, numbers: range, counts: Counter[str]) -> None:
    """That many evenings, some at a time."""
    waiting = iter(numbers)

    async def host() -> None:
        for number in waiting:
            await Evening(here, number, counts).pass_by()

    await asyncio.gather(*(host() for _ in range(AT_ONCE)))


async def soaked(database: Path, first: int, then: int) -> tuple[dict[str, int], dict[str, int]]:
    """What the server takes up after the *first* evenings, and after many more."""
    counts: Counter[str] = Counter()
    async with a_server(database) as here:
        await evenings(here, range(first), counts)
        before = await weighed(here)
        counts.clear()
        begin = time.monotonic()
        await evenings(here, range(first, first + then), counts)
        after = await weighed(here)
        told(counts, before, after, time.monotonic() - begin)
    return before, after


def told(counts: Counter[str], before: Any, after: Any, seconds: float) -> None:
    """For whoever runs this with -s."""
    print(f"\n{seconds:.0f} s:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    for what, was in before.items():
        print(f"{what:>8}  {was:>12,}  {after[what]:>12,}")


def grown(before: dict[str, int], after: dict[str, int], what: str) -> int:
    return after[what] - before[what]


def test_a_few_evenings_leave_no_handle_and_no_task_behind(tmp_path: Path) -> None:
    before, after = asyncio.run(soaked(tmp_path / "tables.db", 8, 16))

    assert grown(before, after, "handles") <= 0
    assert grown(before, after, "tasks") <= 0
    assert grown(before, after, "memory") < 8 * MB


@pytest.mark.slow
def test_an_hour_of_evenings_leaves_the_server_as_it_was(tmp_path: Path) -> None:
    before, after = asyncio.run(
        soaked(tmp_path / "tables.db", 150, int(os.environ.get("MOTHERLODE_EVENINGS", "700")))
    )

    assert grown(before, after, "handles") <= 0
    assert grown(before, after, "tasks") <= 0
    # Python starts the threads of its own pool one by one, and keeps them.
    assert grown(before, after, "threads") <= (os.cpu_count() or 1) + 4
    assert grown(before, after, "memory") < 8 * MB
