"""Two processes at one table: never both."""

import asyncio
import random

from motherlode.server.store import Entry, Store, Taken
from tests.server.loop import on_a_loop
from tests.server.store.worlds import entries, opened, row, with_tables


async def race(store: Store, who: str, tables: list[str], until: int) -> dict[str, list[Entry]]:
    """Append to tables as quickly as it goes; all that was acknowledged."""
    chance = random.Random(who)
    mine: dict[str, list[Entry]] = {table: [] for table in tables}
    ends = dict.fromkeys(tables, 1)
    while playing := [table for table in tables if ends[table] < until]:
        table = chance.choice(playing)
        first = ends[table] + 1
        new = entries(first, first + chance.choice([0, 0, 0, 2]), who)
        try:
            await store.append(table, new)
        except Taken:
            ends[table] = (await store.read(table, ends[table]))[-1].number
        else:
            mine[table] += new
            ends[table] = new[-1].number
    return mine


@on_a_loop
async def test_of_two_processes_only_one_writes_a_number(on_postgres: str) -> None:
    async with opened(on_postgres) as one, opened(on_postgres) as other:
        tables = await with_tables(one, 3)
        runs = await asyncio.gather(
            *(race(store, f"{i}", tables, until=80) for i, store in enumerate([one, other] * 4))
        )
        for table in tables:
            log = await one.read(table)
            acknowledged = sorted(entry for run in runs for entry in run[table])

            assert [entry.number for entry in log] == list(range(1, len(log) + 1))
            assert acknowledged == log[1:]
        assert one.counters.taken > 20
        assert other.counters.taken > 20


@on_a_loop
async def test_of_two_processes_one_opens_a_table(on_postgres: str) -> None:
    async with opened(on_postgres) as one, opened(on_postgres) as other:
        for i in range(20):
            done = await asyncio.gather(
                *(store.create(row(f"table-{i}"), entries(1)) for store in (one, other)),
                return_exceptions=True,
            )
            assert sorted(map(type, done), key=str) == [type(None), Taken]


@on_a_loop
async def test_tables_to_look_at_are_shared_out_among_processes(on_postgres: str) -> None:
    async with opened(on_postgres) as one, opened(on_postgres) as other:
        for i in range(60):
            await one.create(row(f"table-{i}", look_at=i), entries(1))
        shares = await asyncio.gather(
            *(store.to_look_at(now=60, until=99, limit=20) for store in (one, other) * 3)
        )
        shares.append(await one.to_look_at(now=60, until=99, limit=60))

        assert sorted(table for share in shares for table in share) == sorted(
            f"table-{i}" for i in range(60)
        )


@on_a_loop
async def test_processes_that_start_together_make_the_tables_once(on_postgres: str) -> None:
    async with (
        opened(on_postgres) as first,
        asyncio.TaskGroup() as group,
    ):
        del first
        for _ in range(4):
            group.create_task(_open_and_close(on_postgres))


async def _open_and_close(address: str) -> None:
    async with opened(address) as store:
        assert await store.open_tables(1) == []


@on_a_loop
async def test_two_processes_that_forget_at_once_forget_each_table_once(on_postgres: str) -> None:
    async with opened(on_postgres) as one, opened(on_postgres) as other:
        for i in range(250):
            await one.create(row(f"table-{i}", ended_at=i), entries(1))
        done = await asyncio.gather(*(store.prune(240) for store in (one, other) * 2))

        assert sum(done) == 240
        assert len(await one.names()) == 10
