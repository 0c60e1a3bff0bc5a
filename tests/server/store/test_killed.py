"""Nothing that was acknowledged is lost, whenever the process is killed."""

import asyncio
import random
import time
from multiprocessing import get_context

import pytest

from tests.server.store.scribe import scribble
from tests.server.store.worlds import entries, opened

TABLES = 8


def killed_at_some_moment(address: str, turn: int, chance: random.Random) -> dict[str, int]:
    """Let a process write for a moment, then kill it: the last number acknowledged by table."""
    processes = get_context("forkserver")
    processes.set_forkserver_preload(["tests.server.store.scribe"])
    ours, theirs = processes.Pipe(duplex=False)
    scribe = processes.Process(target=scribble, args=(address, turn, TABLES, theirs))
    scribe.start()
    theirs.close()
    ends: dict[str, int] = {}
    end = float("inf")
    try:
        while True:
            table, number = ours.recv()
            ends[table] = number
            if len(ends) == TABLES and end == float("inf"):
                end = time.monotonic() + chance.uniform(0, 0.1)
            if time.monotonic() > end:
                scribe.kill()
                end = float("inf")
    except EOFError:
        scribe.join()
        ours.close()
    return ends


async def check(address: str, ends: dict[str, int]) -> None:
    """Every log goes at least as far as was acknowledged, by whole appends, and can go on."""
    whole = {1}
    number = 1
    while number < 10_000:
        number += 1 + number % 3
        whole.add(number)  # the way the scribe counts
    async with opened(address) as store:
        for table, end in ends.items():
            log = await store.read(table)
            last = log[-1].number

            assert last >= end
            assert last in whole
            assert log == entries(1, last)
            assert await store.listing(table)
            await store.append(table, entries(last + 1))


def survive(address: str, turns: int) -> None:
    chance = random.Random(turns)
    everything: dict[str, int] = {}
    for turn in range(turns):
        ends = killed_at_some_moment(address, turn, chance)
        assert len(ends) == TABLES
        everything |= ends
        asyncio.run(check(address, ends))
    assert max(everything.values()) > 20


def test_what_was_acknowledged_is_there_after_a_kill(address: str) -> None:
    survive(address, 20)


@pytest.mark.slow
def test_what_was_acknowledged_is_there_after_three_hundred_kills(address: str) -> None:
    survive(address, 300)
