"""Several processes over one PostgreSQL: a table's people may sit on different ones."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from motherlode.server import house as houses
from motherlode.server.table import Phase, Table
from tests.server.postgres import Server, running
from tests.server.served import Client, Served, deal, play_on, served

QUICK = {"showing": 0, "thinking": 0, "pace": 0}


@asynccontextmanager
async def town(database: str) -> AsyncIterator[tuple[Served, Served]]:
    """Two servers over one database."""
    async with served(database) as one, served(database) as two:
        yield one, two


async def split_table(one: Served, two: Served, game: str = "golddigger") -> tuple[Client, Client]:
    """Two people at one table, each on a server of their own."""
    ada = await one.open(game=game, seats=[{"name": "Ada"}, {}], **QUICK)
    ben = await two.sit(ada.table, "Ben")
    await ada.until(lambda state: state["table"]["seats"][1]["person"])
    return ada, ben


@pytest.mark.parametrize("game", ["goldrush", "golddonkey"])
def test_people_on_different_servers_play_one_game(game: str, on_postgres: str) -> None:
    async def evening() -> None:
        async with town(on_postgres) as (one, two):
            ada, ben = await split_table(one, two, game)
            await deal(ada, ben)
            await play_on(ada, ben)
            await ben.phase("over")
            assert ada.state["shown"] == ben.state["shown"]
            assert ada.state["head"] == ben.state["head"]
            assert ada.state["table"] == ben.state["table"]

    asyncio.run(evening())


def test_two_servers_that_append_at_once_never_both_do(on_postgres: str) -> None:
    async def evening() -> None:
        async with town(on_postgres) as (one, two):
            ada, ben = await split_table(one, two)
            await deal(ada, ben)
            for number in range(25):
                await asyncio.gather(
                    ada.ask("say", seat=0, phrase="hello"),
                    ben.ask("say", seat=1, phrase="good luck"),
                    ada.ask("wish end", seat=0, wishes=number % 2 == 0),
                )
            log = houses.as_told(await one.house.store.read(ada.table))
            assert [entry.number for entry in log] == list(range(1, len(log) + 1))
            number = len(log)
            for client in (ada, ben):
                await client.until(lambda state: state["number"] == number)
            assert ada.state["table"] == ben.state["table"]

    asyncio.run(evening())


def test_a_click_on_both_servers_is_one_move(on_postgres: str) -> None:
    async def evening() -> None:
        async with town(on_postgres) as (one, two):
            ada, ben = await split_table(one, two)
            await deal(ada, ben)
            mover = ada if ada.is_to_move else ben
            phone = await (two if mover is ada else one).client(mover.table, mover.key)
            seat, move = mover.state["shown"]["turn"], mover.state["own"]["moves"][0]["move"]
            replies = await asyncio.gather(
                mover.ask("move", seat=seat, move=move, after=0),
                phone.ask("move", seat=seat, move=move, after=0),
            )
            kinds = sorted((reply["is"], reply.get("why", "")) for reply in replies)
            assert kinds == [("refused", "late"), ("update", "")]

    asyncio.run(evening())


def test_a_machines_turn_is_one_move_whoever_thinks_about_it(on_postgres: str) -> None:
    async def evening() -> None:
        async with town(on_postgres) as (one, two):
            seats = [{"name": "Ada"}, {"level": 1}]
            ada = await one.open(game="golddonkey", seats=seats, **QUICK)
            watcher = await two.client(ada.table)
            await deal(ada)
            await play_on(ada)
            await watcher.phase("over")
            assert watcher.state["head"] == ada.state["head"]

    asyncio.run(evening())


def test_tables_of_a_server_that_died_go_on_elsewhere(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "KEPT", 300)
    monkeypatch.setattr(houses, "KEEPING", 0.1)
    monkeypatch.setattr(houses, "LOOKING", 0.1)

    async def evening() -> None:
        async with served(on_postgres) as two:
            async with served(on_postgres) as one:
                machines = [{"level": 1}, {"level": 2}]
                slow = QUICK | {"thinking": 30}
                ada = await one.open(game="golddigger", seats=machines, **slow)
                await ada.ask("deal")
                await asyncio.sleep(0.3)
                # It dies: nothing is tidied up, nobody is told.
                one.house.stopping = True
                for task in list(one.house._tasks):
                    task.cancel()
                await one.house.machines.stop()
                table = ada.table
            for _ in range(400):
                if table in two.house._held:
                    break
                await asyncio.sleep(0.05)
            assert table in two.house._held
            watcher = await two.client(table)
            await watcher.phase("over")

    asyncio.run(evening())


def test_somebody_on_the_other_server_is_not_taken_for_absent(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "BLINK", 0.1)

    async def evening() -> None:
        async with town(on_postgres) as (one, two):
            ada, ben = await split_table(one, two)
            await deal(ada, ben)
            await asyncio.sleep(1.0)
            for client in (ada, ben):
                away = [seat["away"] for seat in client.state["table"]["seats"]]
                assert away == [False, False]

    asyncio.run(evening())


def test_a_database_that_is_gone_and_back_loses_nothing_and_the_players_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(houses, "LOOKING", 0.2)

    async def evening(postgres: Server, database: str) -> None:
        async with served(database) as here:
            ada = await here.open(game="golddigger", seats=[{"name": "Ada"}, {}], **QUICK)
            ben = await here.sit(ada.table, "Ben")
            await deal(ada, ben)
            await play_on(ada, ben, moves=4)
            await asyncio.to_thread(postgres.stop)
            mover = ada if ada.is_to_move else ben
            seat, move = mover.state["shown"]["turn"], mover.state["own"]["moves"][0]["move"]
            told = await mover.ask("move", seat=seat, move=move, after=4)
            assert (told["is"], told["code"]) == ("trouble", "storage")
            assert (await here.http.get("/readyz")).status_code == 503
            assert mover.state["played"] == 4
            await asyncio.to_thread(postgres.start)
            for _ in range(100):
                if (await here.http.get("/readyz")).status_code == 200:
                    break
                await asyncio.sleep(0.2)
            assert (await here.http.get("/readyz")).status_code == 200
            for _ in range(100):
                told = await mover.ask("move", seat=seat, move=move, after=4)
                if told["is"] != "trouble":
                    break
                await asyncio.sleep(0.2)
            assert told["is"] == "update"
            await play_on(ada, ben)
            await ada.phase("over")
            assert (await here.http.get("/readyz")).status_code == 200

    with running() as postgres:
        asyncio.run(evening(postgres, postgres.database()))


def test_whatever_the_wire_does_two_clients_end_in_the_same_view(on_postgres: str) -> None:
    async def evening() -> None:
        rng = random.Random(5)
        async with town(on_postgres) as (one, two):
            ada, ben = await split_table(one, two)
            await deal(ada, ben)
            watcher = await two.client(ada.table)
            while ada.state["table"]["phase"] == "playing":
                mover = ada if ada.is_to_move else ben
                if not mover.is_to_move:
                    await asyncio.sleep(0.01)
                    continue
                if rng.random() < 0.2:
                    await mover.close()
                    mover.served = rng.choice((one, two))
                    await mover.connect()
                if mover.is_to_move:
                    await mover.move()
            await watcher.phase("over")
            fresh = await one.client(ada.table)
            assert fresh.state["shown"] == watcher.state["shown"]
            assert fresh.state["table"] == watcher.state["table"]

    asyncio.run(evening())


def test_a_log_is_the_same_table_wherever_it_is_read(on_postgres: str) -> None:
    async def evening() -> None:
        async with town(on_postgres) as (one, two):
            ada, ben = await split_table(one, two)
            await deal(ada, ben)
            await play_on(ada, ben, moves=11)
            kept = await two.house.store.read(ada.table)
            table = Table.told(ada.table, houses.as_told(kept))
            assert table == one.house._held[ada.table].table
            assert table.phase is Phase.PLAYING

    asyncio.run(evening())
