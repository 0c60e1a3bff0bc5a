"""What every store keeps to, on SQLite and on PostgreSQL."""

import asyncio
import random
from collections.abc import Awaitable

import pytest

from motherlode.server.store import Entry, StoreError, Taken, Unavailable
from tests.server.loop import on_a_loop
from tests.server.store.worlds import TABLE, entries, numbers, opened, row, with_tables


async def outcome(doing: Awaitable[None]) -> type[Exception] | None:
    """What became of it."""
    try:
        await doing
    except StoreError as error:
        return type(error)
    return None


# --- The log -------------------------------------------------------------------------------------


@on_a_loop
async def test_what_was_written_comes_back_to_the_letter(address: str) -> None:
    odd = [
        Entry(1, 0, b""),
        Entry(2, 2**62, b'{"a": "\xc3\xa4\\u0000"}'),
        Entry(3, -5, bytes(range(256)) * 100),
    ]
    async with opened(address) as store:
        await store.create(row(), odd[:1])
        await store.append(TABLE, odd[1:])
    async with opened(address) as store:
        assert await store.read(TABLE) == odd
        assert all(type(entry.body) is bytes for entry in await store.read(TABLE))


@on_a_loop
async def test_a_log_is_read_from_behind_a_number(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1, 12))

        assert numbers(await store.read(TABLE, 9)) == [10, 11, 12]
        assert await store.read(TABLE, 12) == []
        assert await store.read("nobody") == []


@on_a_loop
async def test_a_number_is_taken_once(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1))
        await store.append(TABLE, entries(2, who="first"))
        with pytest.raises(Taken):
            await store.append(TABLE, entries(2, who="second"))

        assert await store.read(TABLE, 1) == entries(2, who="first")


@on_a_loop
async def test_several_entries_go_in_together_or_not_at_all(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1, 3))
        for begin in (1, 2, 3):
            with pytest.raises(Taken):
                await store.append(TABLE, entries(begin, 6))
        assert numbers(await store.read(TABLE)) == [1, 2, 3]
        await store.append(TABLE, entries(4, 6))

        assert numbers(await store.read(TABLE)) == [1, 2, 3, 4, 5, 6]


@on_a_loop
async def test_a_log_has_no_gap(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1))
        for table, number in [(TABLE, 3), ("nobody", 1), ("nobody", 2)]:
            with pytest.raises(Taken):
                await store.append(table, entries(number))

        assert numbers(await store.read(TABLE)) == [1]
        assert await store.read("nobody") == []


@on_a_loop
async def test_entries_that_do_not_follow_on_are_a_mistake(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1))
        with pytest.raises(ValueError, match="nothing to write"):
            await store.append(TABLE, [])
        with pytest.raises(ValueError, match=r"count up from 2, not \[2, 4\]"):
            await store.append(TABLE, entries(2) + entries(4))
        with pytest.raises(ValueError, match="count up from 1"):
            await store.create(row("other"), entries(2))

        assert await store.listing("other") is None


@on_a_loop
async def test_what_comes_at_once_shares_a_commit(address: str) -> None:
    async with opened(address) as store:
        tables = await with_tables(store, 100)
        before = store.counters.batches
        await asyncio.gather(*(store.append(table, entries(2)) for table in tables))

        assert store.counters.appends == 100
        assert store.counters.batches - before < 30
        assert store.counters.seconds > 0


@on_a_loop
async def test_who_comes_too_late_costs_nobody_else_anything(address: str) -> None:
    async with opened(address) as store:
        tables = await with_tables(store, 20)
        await asyncio.gather(*(store.append(table, entries(2)) for table in tables[::3]))
        outcomes = await asyncio.gather(
            *(outcome(store.append(table, entries(2, 4))) for table in tables)
        )

        assert outcomes == [Taken if i % 3 == 0 else None for i in range(20)]
        assert store.counters.taken == 7
        for i, table in enumerate(tables):
            assert numbers(await store.read(table)) == ([1, 2] if i % 3 == 0 else [1, 2, 3, 4])


@on_a_loop
async def test_who_brings_what_cannot_be_written_costs_nobody_else_anything(address: str) -> None:
    endless = 2**70  # more than either database can hold
    async with opened(address) as store:
        tables = await with_tables(store, 9)
        outcomes = await asyncio.gather(
            *(
                store.append(table, [Entry(2, 0 if i % 3 else endless, b"")])
                for i, table in enumerate(tables)
            ),
            return_exceptions=True,
        )

        assert [outcome is None for outcome in outcomes] == [i % 3 != 0 for i in range(9)]
        for i, table in enumerate(tables):
            assert numbers(await store.read(table)) == ([1, 2] if i % 3 else [1])


@on_a_loop
async def test_appends_to_one_table_go_in_as_they_came(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1))
        coming = [(2, 2), (3, 5), (6, 6), (6, 7), (7, 7), (9, 9), (8, 8)]
        outcomes = await asyncio.gather(
            *(outcome(store.append(TABLE, entries(*each, who=str(each)))) for each in coming)
        )

        assert outcomes == [None, None, None, Taken, None, Taken, None]
        assert numbers(await store.read(TABLE)) == [1, 2, 3, 4, 5, 6, 7, 8]
        assert (await store.read(TABLE, 5))[0] == entries(6, who="(6, 6)")[0]


@on_a_loop
async def test_any_crowd_of_appends_ends_as_if_each_came_alone(address: str) -> None:
    chance = random.Random(7)
    async with opened(address) as store:
        tables = await with_tables(store, 4)
        model = {table: entries(1) for table in tables}
        for turn in range(40):
            coming, expected = [], []
            for i in range(chance.randrange(1, 30)):
                table = chance.choice(tables)
                first = max(2, len(model[table]) + chance.choice([0, 1, 1, 1, 2]))
                new = entries(first, first + chance.choice([0, 0, 2]), who=f"{turn}.{i}")
                coming.append(outcome(store.append(table, new)))
                fits = first == len(model[table]) + 1
                expected.append(None if fits else Taken)
                model[table] += new if fits else []
            assert await asyncio.gather(*coming) == expected
        for table in tables:
            assert await store.read(table) == model[table]


@on_a_loop
async def test_who_stops_waiting_harms_nobody(address: str) -> None:
    async with opened(address) as store:
        tables = await with_tables(store, 10)
        waiting = [asyncio.create_task(store.append(table, entries(2))) for table in tables]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)

        assert outcomes[1::2] == [None] * 5
        for table in tables[1::2]:
            await store.append(table, entries(3))


# --- Opening a table -----------------------------------------------------------------------------


@on_a_loop
async def test_an_id_is_given_once(address: str) -> None:
    async with opened(address) as store:
        outcomes = await asyncio.gather(
            *(outcome(store.create(row(seats=seats), entries(1, seats))) for seats in (2, 3, 4))
        )

        assert outcomes == [None, Taken, Taken]
        assert await store.listing(TABLE) == row(seats=2)
        assert numbers(await store.read(TABLE)) == [1, 2]


@on_a_loop
async def test_tables_open_while_others_are_played_at(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1))
        await asyncio.gather(
            store.append(TABLE, entries(2)),
            store.create(row("new"), entries(1)),
            store.append(TABLE, entries(3)),
            store.append("new", entries(2)),
        )

        assert numbers(await store.read(TABLE)) == [1, 2, 3]
        assert numbers(await store.read("new")) == [1, 2]


# --- The directory -------------------------------------------------------------------------------


@on_a_loop
async def test_a_row_says_what_was_said_last(address: str) -> None:
    later = row(phase="playing", free=0, look_at=5000, ended_at=9000, listed=False)
    async with opened(address) as store:
        await store.create(row(), entries(1))
        assert await store.listing(TABLE) == row()
        assert await store.listing("nobody") is None
        await store.relist(later)
        await store.relist(row("nobody"))

        assert await store.listing(TABLE) == later
        assert await store.listing("nobody") is None


@on_a_loop
async def test_open_tables_are_the_listed_ones_that_gather_the_newest_first(address: str) -> None:
    async with opened(address) as store:
        for listing in [
            row("old", opened_at=1),
            row("new", opened_at=3),
            row("middle", opened_at=2),
            row("by-link", listed=False),
            row("playing", phase="playing"),
        ]:
            await store.create(listing, entries(1))

        found = await store.open_tables(10)
        assert [listing.id for listing in found] == ["new", "middle", "old"]
        assert found[2] == row("old", opened_at=1)
        assert [listing.id for listing in await store.open_tables(1)] == ["new"]


@on_a_loop
async def test_a_table_to_look_at_is_given_out_once(address: str) -> None:
    async with opened(address) as store:
        for table, look_at in [("late", 30), ("early", 10), ("never", None), ("middle", 20)]:
            await store.create(row(table, look_at=look_at), entries(1))

        assert await store.to_look_at(now=9, until=100, limit=10) == []
        assert await store.to_look_at(now=20, until=100, limit=1) == ["early"]
        assert sorted(await store.to_look_at(now=30, until=100, limit=10)) == ["late", "middle"]
        assert await store.to_look_at(now=99, until=100, limit=10) == []
        assert len(await store.to_look_at(now=100, until=200, limit=10)) == 3
        assert await store.listing("late") == row("late", look_at=200)


@on_a_loop
async def test_kept_tables_are_left_alone_and_ended_ones_as_they_are(address: str) -> None:
    async with opened(address) as store:
        for table in ("a", "b", "c"):
            await store.create(row(table, look_at=10), entries(1))
        await store.create(row("ended", ended_at=5), entries(1))
        await store.keep(["a", "b", "ended", "nobody"], until=50)
        await store.keep([], until=50)

        assert await store.to_look_at(now=40, until=100, limit=10) == ["c"]
        assert await store.listing("a") == row("a", look_at=50)
        assert await store.listing("ended") == row("ended", ended_at=5)


@on_a_loop
async def test_very_many_tables_are_kept_at_once(address: str) -> None:
    async with opened(address) as store:
        await store.create(row(look_at=10), entries(1))
        await store.keep([f"nobody-{i}" for i in range(25_000)] + [TABLE], until=50)

        assert await store.listing(TABLE) == row(look_at=50)


@on_a_loop
async def test_old_tables_are_forgotten_with_all_that_was_theirs(address: str) -> None:
    async with opened(address) as store:
        for i in range(120):
            await store.create(row(f"old-{i}", ended_at=99), entries(1, 2))
        await store.create(row("new", ended_at=100), entries(1, 2))
        await store.create(row("running"), entries(1, 2))

        assert await store.prune(ended_before=100) == 120
        assert await store.prune(ended_before=100) == 0
        assert await store.read("old-7") == []
        assert await store.listing("old-7") is None
        for table in ("new", "running"):
            assert numbers(await store.read(table)) == [1, 2]
        with pytest.raises(Taken):
            await store.append("old-7", entries(3))
        await store.create(row("old-7"), entries(1))


# --- Closing -------------------------------------------------------------------------------------


@on_a_loop
async def test_closing_finishes_what_was_accepted(address: str) -> None:
    async with opened(address) as store:
        tables = await with_tables(store, 20)
        waiting = [asyncio.create_task(store.append(table, entries(2))) for table in tables]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        for refused in (
            lambda: store.append(TABLE, entries(2)),
            lambda: store.create(row(), entries(1)),
            lambda: store.read(TABLE),
            lambda: store.listing(TABLE),
            lambda: store.relist(row()),
        ):
            with pytest.raises(Unavailable):
                await refused()
        await store.close()
    async with opened(address) as store:
        for table in tables:
            assert numbers(await store.read(table)) == [1, 2]
