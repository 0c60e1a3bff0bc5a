"""Processes tell one another that a log has grown; whatever is lost on the way is made up for."""

import asyncio
import socket
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from motherlode.server.store import Store, notify
from motherlode.server.store.hints import LONGEST, chunks, hear, write
from tests.server.loop import on_a_loop
from tests.server.store.worlds import TABLE, entries, opened, row, with_tables
from tests.server.wire import wire_to

Heard = list[tuple[str | None, int]]


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that comes from elsewhere."""
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110 - it may come from another process
            await asyncio.sleep(0.01)


# --- Through the database ------------------------------------------------------------------------


@on_a_loop
async def test_the_others_hear_what_was_written_and_oneself_does_not(on_postgres: str) -> None:
    mine: Heard = []
    others: Heard = []
    async with (
        opened(on_postgres, lambda *heard: mine.append(heard)) as one,
        opened(on_postgres, lambda *heard: others.append(heard)) as other,
    ):
        await one.create(row(), entries(1))
        await one.append(TABLE, entries(2, 4))
        await other.append(TABLE, entries(5))
        await until(lambda: bool(mine and others))

        assert others == [(TABLE, 4)]
        assert mine == [(TABLE, 5)]


@on_a_loop
async def test_hints_come_after_what_they_are_about(on_postgres: str) -> None:
    early: Heard = []
    heard: Heard = []

    async def look(table: str, number: int) -> None:
        if (await other.read(table))[-1].number < number:
            early.append((table, number))
        heard.append((table, number))

    looks: list[asyncio.Task[None]] = []

    def hint(table: str | None, number: int) -> None:
        assert table is not None
        looks.append(asyncio.create_task(look(table, number)))

    async with opened(on_postgres) as one, opened(on_postgres, hint) as other:
        await one.create(row(), entries(1))
        for number in range(2, 100):
            await one.append(TABLE, entries(number))
        await until(lambda: len(heard) == 98)

        assert not early


@on_a_loop
async def test_a_crowd_of_long_names_is_told_in_several_payloads(on_postgres: str) -> None:
    heard: Heard = []
    async with (
        opened(on_postgres) as one,
        opened(on_postgres, lambda *hint: heard.append(hint)),
    ):
        tables = [f"{i}-{'x' * 400}" for i in range(60)]
        for table in tables:
            await one.create(row(table), entries(1))
        await asyncio.gather(*(one.append(table, entries(2)) for table in tables))
        await until(lambda: len(heard) == 60)

        assert sorted(heard) == sorted((table, 2) for table in tables)
        assert one.counters.batches < 60 + 60


@on_a_loop
async def test_after_a_cut_everything_is_to_be_looked_at(on_postgres: str) -> None:
    heard: Heard = []
    async with (
        opened(on_postgres) as one,
        wire_to(on_postgres) as (wire, address),
        opened(address, lambda *hint: heard.append(hint)),
    ):
        await one.create(row(), entries(1))
        await wire.take_away()
        await one.append(TABLE, entries(2))
        await wire.put_back()
        await until(lambda: heard == [(None, 0)])
        await one.append(TABLE, entries(3))
        await until(lambda: heard == [(None, 0), (TABLE, 3)])


@on_a_loop
async def test_a_connection_that_only_seems_to_be_there_is_noticed(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "_ASK_SECONDS", 0.1)
    monkeypatch.setattr(notify, "_ANSWER_SECONDS", 0.1)
    heard: Heard = []
    async with (
        wire_to(on_postgres) as (wire, address),
        opened(address, lambda *hint: heard.append(hint)),
    ):
        await asyncio.sleep(0.3)
        assert not heard
        wire.stop()
        await asyncio.sleep(0.3)
        wire.go_on()
        await until(lambda: heard == [(None, 0)])


@on_a_loop
async def test_what_anybody_else_says_does_no_harm(on_postgres: str) -> None:
    heard: Heard = []
    stranger = await asyncpg.connect(on_postgres)
    async with (
        opened(on_postgres) as one,
        opened(on_postgres, lambda *hint: heard.append(hint)),
    ):
        await one.create(row(), entries(1))
        for nonsense in ("", "x", "x y", "x y z", "x y 1 z", "x y -1", f"x y {'9' * 5000}"):
            await stranger.execute("SELECT pg_notify('motherlode', $1)", nonsense)
        await one.append(TABLE, entries(2))
        await until(lambda: bool(heard))

        assert heard == [(TABLE, 2)]
    await stranger.close()


def test_payloads_are_short_enough_and_say_all() -> None:
    grown = [("ä" * (i % 900), i) for i in range(1, 2000)]
    payloads: dict[int, list[tuple[str, int]]] = {}
    for chunk, pair in chunks(grown):
        payloads.setdefault(chunk, []).append(pair)
    heard: Heard = []
    for pairs in payloads.values():
        payload = write("0123456789abcdef", pairs)
        assert len(payload.encode()) <= LONGEST
        hear(payload, "me", lambda *hint: heard.append(hint))

    assert heard == grown


# --- Over NATS -----------------------------------------------------------------------------------


class Nats:
    """A NATS server of our own, which can go away and come back."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"nats://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = Path(sysconfig.get_path("scripts"), "nats-server")
        self._process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(self._port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture
def nats() -> Iterator[Nats]:
    server = Nats()
    yield server
    server.stop()


@on_a_loop
async def test_nats_carries_hints_and_the_database_does_not(on_postgres: str, nats: Nats) -> None:
    over_nats: Heard = []
    through_database: Heard = []
    nats.start()
    async with (
        opened(on_postgres, bus=nats.url) as one,
        opened(on_postgres, lambda *hint: over_nats.append(hint), bus=nats.url) as other,
        opened(on_postgres, lambda *hint: through_database.append(hint)),
    ):
        tables = await with_tables(one, 30)
        await until(lambda: over_nats == [(None, 0)])
        await other.create(row(), entries(1))
        await other.append(TABLE, entries(2))
        await told_until(one, tables, over_nats)

        assert (TABLE, 2) not in over_nats
        assert not through_database


async def told_until(store: Store, tables: list[str], heard: Heard, number: int = 2) -> None:
    """Append until hints arrive: the teller may need longer to connect than the listener."""
    while not {table for table, _ in heard} >= set(tables):
        await asyncio.gather(*(store.append(table, entries(number)) for table in tables))
        await asyncio.sleep(0.1)
        number += 1


@on_a_loop
async def test_while_nats_is_away_all_goes_on_and_hints_come_later(
    on_postgres: str, nats: Nats
) -> None:
    heard: Heard = []
    async with (
        opened(on_postgres, bus=nats.url) as one,
        opened(on_postgres, lambda *hint: heard.append(hint), bus=nats.url),
    ):
        await one.create(row(), entries(1))
        await one.append(TABLE, entries(2))
        assert not heard
        nats.start()
        await until(lambda: (None, 0) in heard)
        nats.stop()
        await one.append(TABLE, entries(3))
        await one.append(TABLE, entries(4))
        del heard[:]
        nats.start()
        # Whoever is back first: the listener was told to look at everything, or hears the newest.
        await until(lambda: (None, 0) in heard)
        await told_until(one, [TABLE], heard, number=5)
