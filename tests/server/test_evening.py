"""Whole evenings at a real server: opening, sitting, dealing, playing, leaving, coming back."""

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from motherlode.fair import Kept, Result, Verdict
from motherlode.record import Record, Series
from tests.server.served import Client, Served, deal, play_on, served

QUICK = {"showing": 0, "thinking": 0}


async def two_of(here: Served, game: str, **more: object) -> tuple[Client, Client]:
    """Two people at a table for two."""
    ada = await here.open(game=game, seats=[{"name": "Ada"}, {}], **QUICK, **more)
    return ada, await here.sit(ada.table, "Ben")


@pytest.mark.parametrize("game", ["goldrush", "golddigger", "golddonkey"])
def test_two_people_play_a_game_and_each_proves_the_deal(game: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_of(here, game)
            commitment = ada.state["table"]["deal"]["commitment"]
            await deal(ada, ben)
            kept = []
            for client in (ada, ben):
                promise = client.state["table"]["deal"]
                place = client.state["you"]["place"]
                kept.append((commitment, place, client.nonce, promise["roll"]))
            await play_on(ada, ben)
            text = (await here.http.get(f"/api/tables/{ada.table}/record")).text
            record = Record.read(text)
            for (promised, place, nonce, roll), client in zip(kept, (ada, ben), strict=True):
                proof = Kept(promised, place, nonce, roll, client.state["head"])
                verdict: Verdict = record.verify(proof)
                assert verdict.result is Result.PROVED, verdict.says
            assert ada.state["shown"] == ben.state["shown"]
            assert ada.state["table"]["deal"]["secret"] is not None

    asyncio.run(evening())


def test_machines_play_on_when_nobody_watches(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            machines = [{"level": 1}, {"level": 2}, {"level": 1}]
            ada = await here.open(game="golddonkey", seats=machines, **QUICK)
            await ada.ask("deal")
            await ada.close()
            watcher = await here.client(ada.table)
            await watcher.phase("over")

    asyncio.run(evening())


def test_a_match_goes_on_with_the_next_starter_and_adds_up(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_of(here, "golddigger", match=True)
            for _ in range(2):
                await deal(ada, ben)
                await play_on(ada, ben)
            standing = ada.state["table"]["standing"]
            text = (await here.http.get(f"/api/tables/{ada.table}/record")).text
            series = Series.read(text)
            assert [len(standing["scores"]), standing["games"]] == [2, 2]
            assert tuple(standing["winners"]) == series.match.winners
            assert {str(verdict.result) for verdict in series.verify()} == {"consistent"}

    asyncio.run(evening())


def test_after_a_restart_every_table_is_as_it_was_and_goes_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_of(here, "goldrush")
            await deal(ada, ben)
            await play_on(ada, ben, moves=9)
            before = {key: ada.state[key] for key in ("number", "played", "head", "shown", "own")}
            table, keys = ada.table, (ada.key, ben.key)
        async with served(tmp_path / "tables.db") as here:
            ada, ben = [await here.client(table, key) for key in keys]
            after = {key: ada.state[key] for key in before}
            assert after == before
            await play_on(ada, ben)
            assert ada.state["table"]["phase"] == "over"

    asyncio.run(evening())


def test_a_key_that_was_changed_opens_nothing_and_throws_out_who_used_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_of(here, "golddigger")
            await deal(ada, ben)
            thief = await here.client(ada.table, ben.key)
            assert len(thief.state["own"]["hand"]) == 3
            fresh = await here.post(f"/api/tables/{ada.table}/key", None, ben.key)
            await thief.until(lambda state: state["own"]["hand"] == [])
            await thief.send({"do": "say", "seat": 1, "phrase": "hello"})
            await asyncio.sleep(0.2)
            assert thief.troubles == ["key changed"]
            back = await here.client(ada.table, fresh["key"])
            assert back.state["you"]["seats"] == [1]

    asyncio.run(evening())


def test_two_seats_on_one_device_never_show_a_hand_that_was_not_asked_for(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            seats = [{"name": "Ada"}, {"name": "Ben"}]
            both = await here.open(game="golddigger", seats=seats, **QUICK)
            await deal(both)
            assert both.state["own"]["hand"] == []
            turn = both.state["shown"]["turn"]
            await both.ask("look", seat=turn)
            assert len(both.state["own"]["hand"]) == 3
            await both.move()
            assert both.state["own"]["hand"] == []
            assert both.state["you"]["looking"] is None

    asyncio.run(evening())


def test_a_finished_game_is_replayed_from_any_chair_and_a_running_one_from_none(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_of(here, "golddigger")
            await deal(ada, ben)
            path = f"/api/tables/{ada.table}/replay/1"
            refused = await here.http.get(path)
            assert (refused.status_code, refused.json()) == (409, {"code": "not now"})
            await play_on(ada, ben)
            for seat in (None, 0, 1):
                query = "" if seat is None else f"?seat={seat}"
                moments = (await here.http.get(path + query)).json()
                assert len(moments) == 61
                assert moments[0]["own"]["you"] == seat
                assert moments[-1]["shown"] == ada.state["shown"]

    asyncio.run(evening())


def test_what_the_address_of_a_socket_says_is_for_proxies_and_changes_nothing(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, _ = await two_of(here, "golddonkey")
            for query in (f"table={ada.table}", "table=amber-mule-lamp-0001", "table=", "x=%ff"):
                async with connect(f"ws://{here.place}/api/socket?{query}") as socket:
                    hello = {"do": "hello", "table": ada.table, "key": ada.key}
                    await socket.send(json.dumps({"id": 1, "ask": hello}))
                    told = json.loads(await socket.recv())
                    assert told["you"]["seats"] == [0]

    asyncio.run(evening())
