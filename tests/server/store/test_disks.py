"""What is said when the disk is full or fails, and that it is true."""

import asyncio
import os
import sys
from pathlib import Path

import asyncpg
import pytest

from motherlode.server.store import Entry, Store, Unavailable
from motherlode.server.store.sqlite import SqliteStore
from tests.processes import in_a_process_of_its_own
from tests.server.loop import on_a_loop
from tests.server.postgres import Server
from tests.server.store.worlds import TABLE, entries, numbers, opened, row

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="this way to break a disk is Linux's")

LARGE = 100_000


@on_a_loop
async def test_a_file_that_may_not_grow_is_said_and_goes_on_when_it_may(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "tables.db")) as store:
        await store.create(row(), entries(1))
        await store.create(row("other"), entries(1))
        _limit_pages(store, 40)
        done, refusal = await _append_until_refused(store, most=100)
        assert type(refusal) is Unavailable
        assert "full" in str(refusal)
        assert numbers(await store.read(TABLE)) == list(range(1, done + 1))
        _limit_pages(store, 2**31)
        await store.append(TABLE, _large(done + 1))

        assert numbers(await store.read(TABLE)) == list(range(1, done + 2))


@on_a_loop
async def test_who_fits_on_a_full_disk_is_not_refused_for_who_does_not(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "tables.db")) as store:
        await store.create(row(), entries(1))
        await store.create(row("other"), entries(1))
        _limit_pages(store, 40)
        outcomes = await asyncio.gather(
            store.append(TABLE, _large(2) + _large(3)),
            store.append("other", entries(2)),
            return_exceptions=True,
        )

        assert [type(each) for each in outcomes] == [Unavailable, type(None)]
        assert numbers(await store.read(TABLE)) == [1]
        assert numbers(await store.read("other")) == [1, 2]


async def _append_until_refused(store: Store, most: int) -> tuple[int, Exception | None]:
    """The last number that went in, and what was said then."""
    for number in range(2, most):
        try:
            await store.append(TABLE, _large(number))
        except Unavailable as refusal:
            return number - 1, refusal
    return most, None


def _large(number: int) -> list[Entry]:
    return [Entry(number, 0, os.urandom(LARGE))]


def _limit_pages(store: Store, pages: int) -> None:
    assert isinstance(store, SqliteStore)
    store._writing.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


@on_linux
def test_a_full_disk_is_said_and_writing_goes_on_when_there_is_room(tmp_path: Path) -> None:
    done = in_a_process_of_its_own(f"""
import asyncio, resource
from motherlode.server.store import *
from tests.server.store.worlds import *

async def main():
    async with opened({str(tmp_path / "tables.db")!r}) as store:
        await store.create(row(), entries(1))
        # From here on, no file may be larger: the system refuses every write behind that.
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
        done = 1
        try:
            while True:
                await store.append(TABLE, entries(done + 1, done + 50))
                done += 50
        except Unavailable as refused:
            print(type(refused).__name__)
        for _ in range(3):
            try:
                await store.append(TABLE, entries(done + 1, done + 50))
            except Unavailable as refused:
                print(type(refused).__name__)
        assert await store.read(TABLE) == entries(1, done), done
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        await store.append(TABLE, entries(done + 1, done + 50))
        assert await store.read(TABLE) == entries(1, done + 50)
    print(done)

asyncio.run(main())
""")

    assert not done.stderr
    *said, count = done.stdout.split()
    assert said == ["Unavailable"] * 4
    assert asyncio.run(_whole_log(tmp_path / "tables.db")) == entries(1, int(count) + 50)


@on_linux
def test_a_disk_that_does_not_sync_leaves_nobody_in_false_belief(tmp_path: Path) -> None:
    done = in_a_process_of_its_own(f"""
import asyncio
from motherlode.server.store import *
from tests.server.store.worlds import *
from tests.server.brokendisk import fail_to_sync

async def main():
    async with opened({str(tmp_path / "tables.db")!r}) as store:
        await store.create(row(), entries(1))
        await store.append(TABLE, entries(2))
        fail_to_sync()
        for _ in range(3):
            try:
                await store.append(TABLE, entries(3, who="lost"))
            except Unavailable as refused:
                print(type(refused).__name__, flush=True)
        print(len(await store.read(TABLE)), flush=True)
        os._exit(0)

import os
asyncio.run(main())
""")

    assert not done.stderr
    assert done.stdout.split() == ["Unknown"] * 3 + ["2"]
    log = asyncio.run(_whole_log(tmp_path / "tables.db"))
    # It was written but not synced: after the end of the process it may be there or not.
    assert log in (entries(1, 2), entries(1, 2) + entries(3, who="lost"))


async def _whole_log(path: Path) -> list[Entry]:
    async with opened(str(path)) as store:
        return await store.read(TABLE)


@on_linux
@on_a_loop
async def test_a_full_disk_under_postgresql_is_said_and_gets_over(
    postgres: Server, on_postgres: str
) -> None:
    async with opened(on_postgres) as store:
        await store.create(row(), entries(1))
        asker = await asyncpg.connect(on_postgres)
        (writer,) = await asker.fetch(
            "SELECT pid FROM pg_stat_activity "
            "WHERE application_name LIKE 'motherlode writer%' AND datname = current_database()"
        )
        await asker.close()
        # The log of the database itself comes in files of 16 MB, which have to fit.
        limit = 17_000_000
        postgres.let_files_grow(writer["pid"], f"{limit}:")
        done, refusal = await _append_until_refused(store, most=300)
        assert type(refusal) is Unavailable
        assert 100 < done < 200
        assert numbers(await store.read(TABLE)) == list(range(1, done + 1))
        postgres.let_files_grow(writer["pid"], "unlimited:")
        await store.append(TABLE, _large(done + 1))

        assert numbers(await store.read(TABLE)) == list(range(1, done + 2))
