"""What a server forgets by itself: tables that were left, and never one where something goes on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from motherlode.server import house as houses
from motherlode.server.house import clock
from motherlode.server.table import DAY
from tests.server.loop import on_a_loop
from tests.server.served import Client, Served, deal, play_on, served

DAYS = 30
QUICK = {"showing": 0, "thinking": 0}


class Calendar:
    """A clock whose days can be let pass."""

    def __init__(self) -> None:
        self._days = 0

    def __call__(self) -> int:
        return clock() + self._days * DAY

    def pass_days(self, days: int) -> None:
        self._days += days


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leaves is gone at once, and a table nobody looks at is put aside soon after."""
    for name in ("BLINK", "IDLE", "KEEPING", "LOOKING", "FORGETTING", "FORGETTING_FIRST"):
        monkeypatch.setattr(houses, name, 0.05)


@asynccontextmanager
async def forgetful(
    database: Path | str, days: int = DAYS
) -> AsyncIterator[tuple[Served, Calendar]]:
    """A server that forgets after so many days."""
    calendar = Calendar()
    async with served(database, now=calendar, forget=days) as here:
        yield here, calendar


async def opened(here: Served, **more: object) -> Client:
    """Ada at a table for two."""
    return await here.open(game="golddonkey", seats=[{"name": "Ada"}, {}], **QUICK, **more)


async def in_the_middle(here: Served, **more: object) -> tuple[Client, Client]:
    """Two people in the middle of a game."""
    ada = await opened(here, **more)
    ben = await here.sit(ada.table, "Ben")
    await deal(ada, ben)
    await play_on(ada, ben, moves=3)
    return ada, ben


async def all_leave(here: Served, *clients: Client) -> None:
    """Everybody closes the browser, and the table is put aside."""
    for client in clients:
        await client.close()
    table = clients[0].table

    async def is_aside() -> bool:
        listing = await here.house.store.listing(table)
        is_listed = listing is None or listing.ended_at is not None or listing.look_at is not None
        return is_listed and table not in here.house._held

    await until(is_aside)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that happens soon."""
    for _ in range(3000):
        if await holds():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def is_forgotten(here: Served, table: str) -> None:
    """Wait until there is nothing of a table any more."""

    async def is_gone() -> bool:
        return not await is_kept(here, table)

    await until(is_gone)


async def is_kept(here: Served, table: str) -> bool:
    """Whether there still is such a table."""
    return await here.house.store.listing(table) is not None


async def after_forgetting(here: Served, calendar: Calendar, days: int) -> None:
    """So many days later, once whatever is to be forgotten then is."""
    witness = await opened(here)
    await all_leave(here, witness)
    calendar.pass_days(DAYS + 1)
    await is_forgotten(here, witness.table)
    calendar.pass_days(days - DAYS - 1)


# --- Left tables ---------------------------------------------------------------------------------


@on_a_loop
async def test_a_gathering_table_nobody_came_to_is_forgotten(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db") as (here, calendar):
        ada = await opened(here)
        await all_leave(here, ada)
        await after_forgetting(here, calendar, DAYS + 1)

        assert not await is_kept(here, ada.table)
        assert await here.house.store.read(ada.table) == []
        assert (await here.http.get(f"/api/tables/{ada.table}")).status_code == 404


@on_a_loop
async def test_a_finished_table_is_forgotten(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db") as (here, calendar):
        ada, ben = await in_the_middle(here)
        for seat, client in enumerate((ada, ben)):
            await client.ask("wish end", seat=seat, wishes=True)
        await ada.phase("over")
        await all_leave(here, ada, ben)
        await after_forgetting(here, calendar, DAYS + 1)

        assert not await is_kept(here, ada.table)


@on_a_loop
async def test_a_deserted_game_is_forgotten(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db") as (here, calendar):
        ada, ben = await in_the_middle(here)
        await all_leave(here, ada, ben)
        await after_forgetting(here, calendar, DAYS + 1)

        assert not await is_kept(here, ada.table)


@on_a_loop
async def test_a_deserted_game_is_forgotten_after_a_restart_too(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db") as (here, _):
        ada, ben = await in_the_middle(here)
    async with forgetful(tmp_path / "tables.db") as (here, calendar):
        await all_leave(here, ada, ben)
        await after_forgetting(here, calendar, DAYS + 1)

        assert not await is_kept(here, ada.table)


# --- Tables where something goes on --------------------------------------------------------------


@on_a_loop
async def test_a_table_somebody_came_back_to_is_kept_as_long_again(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db") as (here, calendar):
        ada, ben = await in_the_middle(here)
        await all_leave(here, ada, ben)
        witness = await opened(here)
        await all_leave(here, witness)
        calendar.pass_days(DAYS - 5)
        await ada.connect()
        await all_leave(here, ada)
        calendar.pass_days(6)
        await is_forgotten(here, witness.table)

        assert await is_kept(here, ada.table)


@on_a_loop
async def test_a_game_by_the_day_is_never_forgotten_while_it_runs(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db", days=3) as (here, calendar):
        ada, ben = await in_the_middle(here, by_the_day=True, pace=14)
        await all_leave(here, ada, ben)
        await after_forgetting(here, calendar, DAYS + 1)

        assert await is_kept(here, ada.table)
        await ada.connect()
        assert ada.state["table"]["phase"] == "playing"


@on_a_loop
async def test_a_table_with_somebody_at_it_is_kept_however_long_they_wait(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db") as (here, calendar):
        ada = await opened(here)
        await after_forgetting(here, calendar, 3 * DAYS)
        await after_forgetting(here, calendar, 3 * DAYS)

        assert await is_kept(here, ada.table)
        ben = await here.sit(ada.table, "Ben")
        await deal(ada, ben)


@on_a_loop
async def test_a_server_told_so_forgets_nothing(tmp_path: Path) -> None:
    async with forgetful(tmp_path / "tables.db", days=0) as (here, calendar):
        ada = await opened(here)
        await all_leave(here, ada)
        calendar.pass_days(10_000)
        await asyncio.sleep(0.3)

        assert await is_kept(here, ada.table)


# --- Several processes ---------------------------------------------------------------------------


@on_a_loop
async def test_whoever_is_at_a_table_that_another_process_forgot_is_told(on_postgres: str) -> None:
    async with served(on_postgres) as one, served(on_postgres) as two:
        ada = await opened(one)

        async def is_pruned() -> bool:
            return await two.house.store.prune(clock() + DAY) == 1

        await until(is_pruned)
        refused = await ada.ask("rename", seat=0, name="Eve")
        assert (refused["is"], refused["why"]) == ("refused", "closed")
        assert (await one.http.get(f"/api/tables/{ada.table}")).status_code == 404
