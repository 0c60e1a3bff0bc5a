"""What is said when the database is away, and that it is true."""

import asyncio
import signal
from time import monotonic

import asyncpg
import pytest

from motherlode.server.store import Store, Unavailable, Unknown, writer
from tests.server.loop import on_a_loop
from tests.server.postgres import Server, running
from tests.server.store.worlds import TABLE, entries, numbers, opened, row
from tests.server.wire import wire_to


async def until_it_works(store: Store, number: int) -> None:
    """Append until it is done; the number of attempts does not matter."""
    while True:
        try:
            await store.append(TABLE, entries(number))
        except Unavailable:
            await asyncio.sleep(0.05)
        else:
            return


@on_a_loop
async def test_a_connection_cut_between_appends_is_not_noticed(on_postgres: str) -> None:
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        await store.create(row(), entries(1))
        for number in range(2, 6):
            wire.cut()
            await store.append(TABLE, entries(number))
            assert numbers(await store.read(TABLE, number - 1)) == [number]


@on_a_loop
async def test_what_was_committed_is_called_done_though_the_answer_was_lost(
    on_postgres: str,
) -> None:
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        await store.create(row(), entries(1))
        wire.lose_answer_to(b'"who":"unlucky"')
        await store.append(TABLE, entries(2, 4, who="unlucky"))

        assert wire.lost.is_set()
        assert await store.read(TABLE, 1) == entries(2, 4, who="unlucky")


@on_a_loop
async def test_a_table_is_opened_though_the_answer_was_lost(on_postgres: str) -> None:
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        wire.lose_answer_to(b'"who":"unlucky"')
        await store.create(row(), entries(1, who="unlucky"))

        assert wire.lost.is_set()
        assert await store.listing(TABLE) == row()


@on_a_loop
async def test_while_the_database_is_away_that_is_said_at_once(on_postgres: str) -> None:
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        await store.create(row(), entries(1))
        await wire.take_away()
        await asyncio.sleep(0.1)
        begin = monotonic()
        for doing in (
            lambda: store.append(TABLE, entries(2)),
            lambda: store.append(TABLE, entries(2)),
            lambda: store.create(row("new"), entries(1)),
            lambda: store.read(TABLE),
            lambda: store.listing(TABLE),
            lambda: store.relist(row()),
        ):
            with pytest.raises(Unavailable) as refused:
                await doing()
            assert not isinstance(refused.value, Unknown)
        assert monotonic() - begin < 3
        assert store.counters.refused == 2
        await wire.put_back()
        await until_it_works(store, 2)

        assert numbers(await store.read(TABLE)) == [1, 2]
        assert await store.listing(TABLE) == row()


@on_a_loop
async def test_when_nobody_can_tell_that_is_said(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.2)
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        await store.create(row(), entries(1))
        wire.lose_answer_to(b'"who":"unlucky"')
        append = asyncio.create_task(store.append(TABLE, entries(2, who="unlucky")))
        await wire.lost.wait()
        await wire.take_away()
        with pytest.raises(Unknown):
            await append
        await wire.put_back()
        await until_it_works(store, 3)

        assert await store.read(TABLE, 1) == entries(2, who="unlucky") + entries(3)


@on_a_loop
async def test_a_store_closes_while_the_database_is_away(on_postgres: str) -> None:
    async with wire_to(on_postgres) as (wire, address):
        async with opened(address) as store:
            await store.create(row(), entries(1))
            wire.lose_answer_to(b'"who":"unlucky"')
            append = asyncio.create_task(store.append(TABLE, entries(2, who="unlucky")))
            await wire.lost.wait()
            await wire.take_away()
            begin = monotonic()
            await store.close()
            with pytest.raises(Unknown):
                await append
            assert monotonic() - begin < 3
        await wire.put_back()
        async with opened(address) as store:
            assert await store.read(TABLE, 1) == entries(2, who="unlucky")


@on_a_loop
async def test_a_wire_that_carries_nothing_is_given_up(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "STATEMENT_SECONDS", 0.2)
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        await store.create(row(), entries(1))
        wire.stop()
        append = asyncio.create_task(store.append(TABLE, entries(2)))
        await asyncio.sleep(0.4)
        wire.cut()
        wire.go_on()
        await append

        assert numbers(await store.read(TABLE)) == [1, 2]


@on_a_loop
async def test_what_was_called_not_written_is_not_written_later_either(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "STATEMENT_SECONDS", 0.3)
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    async with wire_to(on_postgres) as (wire, address), opened(address) as store:
        await store.create(row(), entries(1))
        await store.append(TABLE, entries(2))
        obstacle = await asyncpg.connect(on_postgres)
        async with obstacle.transaction():
            # The writer's statement waits for this on the server, and goes on waiting there when
            # the wire is cut.
            await obstacle.execute("LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE")
            append = asyncio.create_task(store.append(TABLE, entries(3, who="stuck")))
            while not await obstacle.fetchval(waiting):  # noqa: ASYNC110 - it is on the server
                await asyncio.sleep(0.01)
            wire.cut()
            with pytest.raises(Unavailable) as refused:
                await append
            assert not isinstance(refused.value, Unknown)
        await obstacle.close()
        await asyncio.sleep(0.1)
        await store.append(TABLE, entries(3, who="next"))

        assert await store.read(TABLE, 2) == entries(3, who="next")


def test_a_server_that_crashes_loses_nothing_and_is_found_again() -> None:
    with running() as server:
        asyncio.run(_through_a_crash(server))


async def _through_a_crash(server: Server) -> None:
    acknowledged = 1

    async def play(store: Store) -> None:
        nonlocal acknowledged
        while acknowledged < 400:
            try:
                await store.append(TABLE, entries(acknowledged + 1))
            except Unavailable:
                await asyncio.sleep(0.02)
            else:
                acknowledged += 1

    async with opened(server.url()) as store:
        await store.create(row(), entries(1))
        playing = asyncio.create_task(play(store))
        await asyncio.sleep(0.1)
        before = acknowledged
        await asyncio.to_thread(server.stop, signal.SIGQUIT)
        await asyncio.sleep(0.3)
        with pytest.raises(Unavailable):
            await store.append("another", entries(2))
        await asyncio.to_thread(server.start)
        await playing

        assert 1 < before < 400
        assert await store.read(TABLE) == entries(1, 400)
