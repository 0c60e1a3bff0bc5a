"""A process that appends to many tables until it is killed, and says what was acknowledged."""

import asyncio
from multiprocessing.connection import Connection

from motherlode.server.store import open_store
from tests.server.store.worlds import entries, row


def scribble(address: str, turn: int, tables: int, acknowledged: Connection) -> None:
    """Open tables of this turn and append to all of them at once; never ends by itself."""
    asyncio.run(_scribble(address, turn, tables, acknowledged))


async def _scribble(address: str, turn: int, tables: int, acknowledged: Connection) -> None:
    store = await open_store(address)

    async def play(table: str) -> None:
        await store.create(row(table), entries(1))
        number = 1
        while True:
            acknowledged.send((table, number))
            first, number = number + 1, number + 1 + number % 3
            await store.append(table, entries(first, number))

    await asyncio.gather(*(play(f"table-{turn}-{i}") for i in range(tables)))
