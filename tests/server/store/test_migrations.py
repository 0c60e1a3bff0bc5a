"""A database of any earlier version becomes one of today, with all that was in it."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from motherlode.server.store import CannotOpen, migrate
from motherlode.server.store.schema import metadata
from tests.server.loop import on_a_loop
from tests.server.postgres import Server
from tests.server.store import dumping
from tests.server.store.worlds import TABLE, entries, numbers, opened, row

VERSIONS = migrate.versions()


def in_a_file(address: str) -> bool:
    return address.startswith("sqlite")


async def restore(address: str, version: str) -> None:
    """Make an empty database what it was in that version."""
    if in_a_file(address):
        dump = (dumping.FOLDER / f"{version}.sqlite.sql").read_text("utf-8")
        with closing(sqlite3.connect(make_url(address).database or "")) as file:
            file.executescript(dump)
    else:
        dump = (dumping.FOLDER / f"{version}.postgres.sql").read_text("utf-8")
        connection = await asyncpg.connect(address)
        await connection.execute(dump)
        await connection.close()


async def build(address: str) -> None:
    """Make the tables as the program knows them, without any migration."""
    if in_a_file(address):
        engine = create_engine(address)
        metadata.create_all(engine)
        engine.dispose()
    else:
        awaiting = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(address)
        )
        async with awaiting.begin() as connection:
            await connection.run_sync(metadata.create_all)
        await awaiting.dispose()


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, metadata))


def schema(address: str, server: Server) -> list[str]:
    """All that makes up a database, but for what is in it, and Alembic's own table."""
    if in_a_file(address):
        with closing(sqlite3.connect(make_url(address).database or "")) as file:
            found = [sql for (sql,) in file.execute("SELECT sql FROM sqlite_master WHERE sql > ''")]
    else:
        database = make_url(address).database or ""
        dump = dumping.postgres_dump(server.dump(database, "--schema-only", "--no-owner"))
        found = dump.split(";\n")
    return sorted(" ".join(sql.split()) for sql in found if "alembic" not in sql)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_there_is_a_dump_of_every_version(kind: str) -> None:
    kept = {path.name for path in dumping.FOLDER.glob(f"*.{kind}.sql")}

    assert kept == {f"{version}.{kind}.sql" for version in VERSIONS}


@on_a_loop
@pytest.mark.parametrize("version", VERSIONS)
async def test_from_every_version_nothing_is_lost(address: str, version: str) -> None:
    await restore(address, version)
    listings, logs = await dumping.content(address)

    assert listings == dumping.LISTINGS
    assert logs == dumping.LOGS
    async with opened(address) as store:
        await store.append(TABLE, entries(4))
        assert numbers(await store.read(TABLE)) == [1, 2, 3, 4]


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_from_every_version_the_tables_become_those_the_program_knows(
    address: str, version: str | None, postgres: Server, tmp_path: Path
) -> None:
    known = f"sqlite:///{tmp_path}/known.db" if in_a_file(address) else postgres.database()
    asyncio.run(build(known))
    if version:
        asyncio.run(restore(address, version))
    asyncio.run(_open(address))

    assert len(schema(known, postgres)) >= 5
    assert schema(address, postgres) == schema(known, postgres)


@on_a_loop
async def test_alembic_finds_no_difference_either(address: str) -> None:
    await _open(address)
    if in_a_file(address):
        engine = create_engine(address)
        with engine.connect() as connection:
            assert differences(connection) == []
        engine.dispose()
    else:
        awaiting = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(address)
        )
        async with awaiting.connect() as connecting:
            assert await connecting.run_sync(differences) == []
        await awaiting.dispose()


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{last}"


def upgrade():
    op.add_column("tables", sa.Column("added", sa.Integer))
    {then}
"""


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations, which the program takes for its own."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    return folder


@on_a_loop
async def test_a_newer_database_is_refused_and_left_alone(
    address: str, migrations: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = migrations / "versions" / "next.py"
    newer.write_text(NEXT.format(last=VERSIONS[-1], then="pass"))
    async with opened(address) as store:
        await store.create(row(), entries(1))
    newer.unlink()
    said = f"version next, which a newer Motherlode made.* up to {VERSIONS[-1]}$"
    with pytest.raises(CannotOpen, match=said):
        await _open(address)
    newer.write_text(NEXT.format(last=VERSIONS[-1], then="pass"))
    async with opened(address) as store:
        assert await store.read(TABLE) == entries(1)


@on_a_loop
async def test_a_migration_that_fails_changes_nothing(address: str, migrations: Path) -> None:
    async with opened(address) as store:
        await store.create(row(), entries(1))
    newer = migrations / "versions" / "next.py"
    newer.write_text(NEXT.format(last=VERSIONS[-1], then="raise ArithmeticError"))
    with pytest.raises(ArithmeticError):
        await _open(address)
    newer.unlink()
    async with opened(address) as store:
        assert await store.read(TABLE) == entries(1)
        assert await store.listing(TABLE) == row()


async def _open(address: str) -> None:
    async with opened(address):
        pass
