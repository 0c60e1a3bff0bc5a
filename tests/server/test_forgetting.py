"""What a server forgets by itself: tables that were left, and never one where something goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from motherlode.server import house as houses
from motherlode.server.house import NoSuchTable, clock
from motherlode.server.table import DAY
from tests.server.loop import on_a_loop
from tests.server.served import Client, Served, deal, play_on, served

DAYS = 30
QUICK = {"showing": 0, "thinking": 0}
SEATS = [{"name": "Ada"}, {}]


class Calendar:
    """A clock whose days can be let pass."""

    def __init__(self) -> None:
        self.passed = 0

    def __call__(self) -> int:
        return clock() + self.passed * DAY

    def pass_days(self, days: int) -> None:
        self.passed += days


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leaves is gone at once, and a table nobody looks at is put aside soon after."""
    for name, seconds in (
        ("BLINK", 0.02),
        ("IDLE", 0.05),
        ("KEEPING", 0.03),
        ("FORGETTING", 0.05),
        ("FORGETTING_FIRST", 0.05),
    ):
        monkeypatch.setattr(houses, name, seconds)


@asynccontextmanager
async def forgetful(database: Path | str, days: int = DAYS) -> AsyncIterator[tuple[Served, Calendar]]:
    """A server that forgets after so many days."""
    calendar = Calendar()
    async with served(database, now=calendar, forget=days) as here:
        yield here, calendar


async def all_leave(here: Served, *clients: Client) -> None:
    """Everybody closes the browser, and the table is put aside."""
    for client in clients:
        await client.close()
    while clients[0].table in here.house._held:
        await asyncio.sleep(0.01)
    # What the directory says of it may still be on its way there.
    while here.house._tasks_on_tables():
        await asyncio.sleep(0.01)
