"""A bot thinks in a thread, and the table goes on meanwhile."""

import asyncio
import sys
import threading
import time

import pytest

from motherlode.bots.baselines import BASELINES
from motherlode.bots.sight import look
from motherlode.kernel.edge import compiled
from tests.worlds import SEATINGS, Table

needs_numba = pytest.mark.skipif(not compiled(), reason="nothing is compiled here")
pairs = pytest.mark.parametrize(
    "table", [table for table in SEATINGS if table.options.seats == 2], ids=str
)

ROUNDS = 50_000  # one call of a few tenths of a second


@needs_numba
@pairs
def test_an_event_loop_goes_on_while_a_search_thinks(table: Table) -> None:
    sight = look(table.start(0))
    bot = BASELINES["plain:"](table.game, ROUNDS, 0)
    BASELINES["plain:"](table.game, 1, 0).choose(sight)
    begun, ended = 0.0, 0.0

    def think() -> None:
        nonlocal begun, ended
        begun = time.monotonic()
        bot.choose(sight)
        ended = time.monotonic()

    async def tick() -> list[float]:
        ticks = []
        thread = threading.Thread(target=think)
        thread.start()
        while thread.is_alive():
            await asyncio.sleep(0.001)
            ticks.append(time.monotonic())
        thread.join()
        return ticks

    ticks = asyncio.run(tick())
    # Left and right of the middle, not only on the way in and out.
    margin = (ended - begun) / 5
    during = [at for at in ticks if begun + margin < at < ended - margin]
    assert ended - begun > 0.05
    assert len(during) >= 5


@pairs
def test_threads_that_ask_for_moves_at_once_each_get_their_own(
    table: Table,
) -> None:
    positions = [*table.positions(1)][:40:3]
    every = table.game.words.MOVES
    expected = [position.moves for position in positions]
    found = []

    def ask() -> None:
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            found.append([position.legal_of(every) for position in positions])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert len(found) > len(threads)
    assert all(each == expected for each in found)
