"""Which databases can be opened, and what is said of those that cannot."""

import asyncio
import os
import sqlite3
import stat
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from motherlode.server.store import CannotBackUp, CannotOpen, backup, open_store
from motherlode.server.store.address import Address
from tests.processes import in_a_process_of_its_own
from tests.server.loop import on_a_loop
from tests.server.store.worlds import TABLE, entries, numbers, opened, row, with_tables

SECRET = "t0p s/ecret@#"  # noqa: S105 - it is one for tests
WRITTEN = "t0p%20s%2Fecret%40%23"


async def refused(address: str, bus: str | None = None) -> str:
    """What is said when a store cannot be opened."""
    with pytest.raises(CannotOpen) as error:
        await open_store(address, bus=bus)
    said = [str(error.value), repr(error.value)]
    under: BaseException | None = error.value
    while under := under and (
        under.__cause__ or (None if under.__suppress_context__ else under.__context__)
    ):
        said.append(str(under))
    for secret in (SECRET, WRITTEN, "ecret"):
        assert not any(secret in each for each in said)
    return str(error.value)


# --- SQLite --------------------------------------------------------------------------------------


@on_a_loop
async def test_a_file_is_named_by_its_path_or_as_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(str(tmp_path / "odd ?#%20 name.db")) as store:
        await store.create(row(), entries(1))
    assert "odd ?#%20 name.db" in modes_in(tmp_path)
    for address in (f"sqlite:///{tmp_path}/one.db", "sqlite:///one.db", "one.db"):
        async with opened(address) as store:
            if address.startswith("sqlite:////"):
                await store.create(row(), entries(1))
            assert await store.listing(TABLE) == row()


@on_a_loop
async def test_a_file_serves_one_process(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    async with opened(str(path)):
        said = await refused(str(path))
        assert said.startswith(f"{path} is in use by another process (its number is {os.getpid()})")
        elsewhere = await asyncio.to_thread(
            in_a_process_of_its_own,
            "import asyncio; from motherlode.server.store import open_store;"
            f"asyncio.run(open_store({str(path)!r}))",
        )
        assert f"CannotOpen: {path} is in use by another process" in elsewhere.stderr
    async with opened(str(path)):
        pass


@on_a_loop
async def test_what_is_no_database_of_ours_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("Dear diary, " * 1000)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE contacts (name)")
    before = text.read_bytes()

    assert "file is not a database" in await refused(str(text))
    assert "is the database of another program" in await refused(str(foreign))
    assert "cannot be used as a database" in await refused(str(tmp_path))
    assert "No such file or directory" in await refused(str(tmp_path / "nowhere" / "tables.db"))
    assert text.read_bytes() == before
    with closing(sqlite3.connect(foreign)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("contacts",)]


@on_a_loop
async def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "tables.db")) as store:
        await store.create(row(), entries(1))
        await store.backup(tmp_path / "copy.db")
        modes = modes_in(tmp_path)

    assert set(modes) >= {"tables.db", "tables.db-wal", "tables.db.lock", "copy.db"}
    if sys.platform != "win32":
        assert not any(stat.S_IMODE(mode) & 0o077 for mode in modes.values()), modes


def modes_in(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode for file in folder.iterdir()}


@on_a_loop
async def test_every_commit_is_synced(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "tables.db")) as store:
        writing = store._writing  # type: ignore[attr-defined]
        assert writing.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert writing.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


# --- PostgreSQL and NATS -------------------------------------------------------------------------


@on_a_loop
async def test_a_password_is_never_shown(on_postgres: str) -> None:
    away = "127.0.0.1:9"
    said = await refused(f"postgresql://me:{WRITTEN}@{away}/tables")
    assert said.startswith(f"postgresql://me@{away}/tables cannot be used as a database: ")
    for wrong in (
        f"postgresql://me:{SECRET}@{away}/tables",
        f"postgresql://me:{WRITTEN}@[::1/tables",
        f"postgresql://me:{WRITTEN}@{away}/tables?sslmode={WRITTEN}",
        f"postgresql://{away}/tables?user=me&password={WRITTEN}",
        f"mysql://me:{WRITTEN}@{away}/tables",
    ):
        await refused(wrong)
    await refused(on_postgres, bus=f"https://me:{WRITTEN}@{away}")


def test_a_password_is_struck_out_of_what_others_say() -> None:
    for url in (f"postgresql://me:{WRITTEN}@host/x", f"postgresql://host/x?password={WRITTEN}"):
        assert Address(url).hide(OSError(f"wrong: {SECRET}")) == "wrong: ***"
    url = f"postgresql://me:{WRITTEN}@host/x"
    assert Address(url).hide(OSError(f"no host {url}")) == "no host postgresql://me:***@host/x"


@on_a_loop
async def test_what_an_address_may_be_is_said(tmp_path: Path) -> None:
    assert "postgresql://USER:PASSWORD@HOST:PORT/NAME, not mysql" in await refused("mysql://x/y")
    assert "%40 for @" in await refused("postgresql://me:a/b@host/tables")
    for nameless in ("sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:", ""):
        assert "SQLite needs a file" in await refused(nameless)
    assert "nats://HOST:PORT" in await refused("tables.db", bus="redis://x")
    assert "nobody to send hints to" in await refused(str(tmp_path / "a.db"), bus="nats://x")


@on_a_loop
async def test_an_address_may_say_how_to_connect(on_postgres: str) -> None:
    async with opened(f"{on_postgres}&sslmode=disable".replace("postgresql", "postgres")) as store:
        assert await store.open_tables(1) == []


@on_a_loop
async def test_commits_are_durable_whatever_the_database_is_set_to(on_postgres: str) -> None:
    async with opened(f"{on_postgres}&options=-c%20synchronous_commit%3Doff") as store:
        link = store._writer._link  # type: ignore[attr-defined]
        assert await link.fetchval("SHOW synchronous_commit") == "on"


# --- Copies --------------------------------------------------------------------------------------


@on_a_loop
async def test_a_copy_is_made_while_tables_are_played_at(tmp_path: Path) -> None:
    copies = [tmp_path / "inside.db", tmp_path / "outside.db"]
    address = str(tmp_path / "tables.db")
    async with opened(address) as store:
        tables = await with_tables(store, 5)
        ends = dict.fromkeys(tables, 1)
        playing = True

        async def play(table: str) -> None:
            while playing:
                await store.append(table, entries(ends[table] + 1))
                ends[table] += 1

        games = [asyncio.create_task(play(table)) for table in tables]
        await asyncio.sleep(0.05)
        before = dict(ends)
        await store.backup(copies[0])
        await asyncio.to_thread(backup, address, copies[1])
        await asyncio.sleep(0.05)
        playing = False
        await asyncio.gather(*games)
    for copy in copies:
        assert [name for name in modes_in(tmp_path) if name.startswith(copy.name)] == [copy.name]
        async with opened(str(copy)) as store:
            for table in tables:
                log = numbers(await store.read(table))
                assert log == list(range(1, len(log) + 1))
                assert before[table] <= len(log) <= ends[table]


@on_a_loop
async def test_the_loop_goes_on_while_a_copy_is_made(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "tables.db")) as store:
        await store.create(row(), entries(1))
        for number in range(2, 12):
            await store.append(TABLE, [entries(number)[0]._replace(body=os.urandom(2_000_000))])
        copying = asyncio.create_task(store.backup(tmp_path / "copy.db"))
        late = 0.0
        while not copying.done():
            begin = time.monotonic()
            await asyncio.sleep(0.001)
            late = max(late, time.monotonic() - begin)
        await copying

        assert late < 0.5


def test_a_copy_replaces_an_older_one_and_never_the_database(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    asyncio.run(_play(database, 1))
    backup(f"sqlite:///{database}", copy)
    asyncio.run(_play(database, 2))
    backup(str(database), copy)

    assert len(asyncio.run(_read(copy))) == 2
    with pytest.raises(CannotBackUp, match="is the database itself"):
        backup(str(database), database)
    with pytest.raises(CannotBackUp, match="there is no database"):
        backup(str(tmp_path / "none.db"), copy)
    with pytest.raises(CannotBackUp, match="cannot be copied"):
        backup(str(database), tmp_path / "nowhere" / "copy.db")
    with pytest.raises(CannotBackUp, match="pg_dump"):
        backup("postgresql://me@host/tables", copy)
    assert len(asyncio.run(_read(database))) == 2


@on_a_loop
async def test_for_postgresql_there_is_a_better_program(on_postgres: str, tmp_path: Path) -> None:
    async with opened(on_postgres) as store:
        with pytest.raises(CannotBackUp, match="pg_dump"):
            await store.backup(tmp_path / "copy.db")


async def _play(path: Path, number: int) -> None:
    async with opened(str(path)) as store:
        if number == 1:
            await store.create(row(), entries(1))
        else:
            await store.append(TABLE, entries(number))


async def _read(path: Path) -> list[int]:
    async with opened(str(path)) as store:
        return numbers(await store.read(TABLE))
