"""Databases of every version there has been, as SQL.

``python -m tests.server.store.dumping`` writes those of the version of today; older ones stay as
they are, for they are what people have.
"""

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from motherlode.server.store import Entry, Listing
from motherlode.server.store.migrate import versions
from tests.server.postgres import running
from tests.server.store.worlds import entries, opened, row

FOLDER = Path(__file__).parent / "dumps"

LISTINGS = [
    row("amber-mule-17", look_at=5000),
    row("quiet-lode-4", phase="over", listed=False, free=0, ended_at=2000),
]
LOGS: dict[str, list[Entry]] = {
    "amber-mule-17": entries(1, 3),
    "quiet-lode-4": [Entry(1, 1000, '{"name":"Zoë \'; --"}'.encode())],
}


async def fill(address: str) -> None:
    """Write what the dumps have in them."""
    async with opened(address) as store:
        for listing in LISTINGS:
            await store.create(listing, LOGS[listing.id])


async def content(address: str) -> tuple[list[Listing | None], dict[str, list[Entry]]]:
    """What a store says it has of that."""
    async with opened(address) as store:
        return (
            [await store.listing(listing.id) for listing in LISTINGS],
            {table: await store.read(table) for table in LOGS},
        )


def sqlite_dump(path: Path) -> str:
    """A SQLite file as SQL, with its mark, which SQLite leaves out."""
    with closing(sqlite3.connect(path)) as connection:
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        return "\n".join([f"PRAGMA application_id = {mark};", *connection.iterdump(), ""])


def postgres_dump(dump: str) -> str:
    """What pg_dump wrote, without what only psql understands and what belongs to a session."""
    lines = dump.splitlines()
    outside = ("\\", "--", "SET ", "SELECT pg_catalog.set_config")
    return "\n".join(line for line in lines if line and not line.startswith(outside)) + "\n"


def main() -> None:
    """Write the dumps of the version of today."""
    version = versions()[-1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tables.db")
        asyncio.run(fill(str(path)))
        (FOLDER / f"{version}.sqlite.sql").write_text(sqlite_dump(path), "utf-8")
    with running() as server:
        asyncio.run(fill(server.url()))
        dump = postgres_dump(server.dump("postgres", "--inserts", "--no-owner"))
        (FOLDER / f"{version}.postgres.sql").write_text(dump, "utf-8")
    sys.stdout.write(f"version {version}\n")


if __name__ == "__main__":
    main()
