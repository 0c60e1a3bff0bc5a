"""Which store an address means."""

from __future__ import annotations

import asyncio
from pathlib import Path

from motherlode.server.store import sqlite
from motherlode.server.store.address import NATS, POSTGRES, Address, path_of, scheme
from motherlode.server.store.hints import ignore
from motherlode.server.store.log import CannotOpen, Hint, Store


async def open_store(address: str, hint: Hint = ignore, bus: str | None = None) -> Store:
    """Open the store at *address*: a path, ``sqlite:///PATH`` or ``postgresql://…``.

    *hint* is called on the event loop when another process has written: through the database
    itself, or over *bus*, a ``nats://…`` address.
    """
    if bus is not None and scheme(bus) not in NATS:
        raise CannotOpen("hints travel through the database, or over nats://HOST:PORT")
    if scheme(address) in POSTGRES:
        return await _open_postgres(Address(address), hint, Address(bus) if bus else None)
    path = path_of(address)
    if bus:
        raise CannotOpen(f"{path} serves one process: there is nobody to send hints to")
    return await asyncio.to_thread(sqlite.SqliteStore, path, asyncio.get_running_loop())


async def _open_postgres(address: Address, hint: Hint, nats: Address | None) -> Store:
    try:
        from motherlode.server.store.postgres import PostgresStore
    except ImportError as error:
        raise CannotOpen(
            f"PostgreSQL needs {error.name}: pip install 'motherlode[server,postgres]'"
        ) from error
    store = PostgresStore(address, hint, nats)
    await store.open()
    return store


def backup(address: str, path: Path) -> None:
    """Copy the database at *address* into a file, whether a server is using it or not."""
    if scheme(address) in POSTGRES:
        from motherlode.server.store.postgres import cannot_back_up

        raise cannot_back_up(path)
    sqlite.backup(path_of(address), path)
