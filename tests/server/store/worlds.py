"""Listings, entries and stores to test with."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from motherlode.server.store import GATHERING, Entry, Hint, Listing, Store, open_store

TABLE = "amber-mule-17"


def row(table: str = TABLE, **differently: Any) -> Listing:
    """A table that has just been opened."""
    listing = Listing(
        id=table, game="goldrush", opened_at=1000, phase=GATHERING, listed=True, seats=4, free=3
    )
    return msgspec.structs.replace(listing, **differently)


def entries(first: int, last: int | None = None, who: str = "") -> list[Entry]:
    """Entries with these numbers; the text says who wrote them."""
    last = first if last is None else last
    return [
        Entry(number, 1000 + number, f'{{"who":"{who}","number":{number}}}'.encode())
        for number in range(first, last + 1)
    ]


def numbers(log: Sequence[Entry]) -> list[int]:
    """The numbers in a log."""
    return [entry.number for entry in log]


@asynccontextmanager
async def opened(
    address: str, hint: Hint | None = None, bus: str | None = None
) -> AsyncIterator[Store]:
    """A store, open for a while."""
    store = await (open_store(address, hint, bus) if hint else open_store(address, bus=bus))
    try:
        yield store
    finally:
        await store.close()


async def with_tables(store: Store, count: int) -> list[str]:
    """So many new tables with one entry each."""
    tables = [f"table-{i}" for i in range(count)]
    for table in tables:
        await store.create(row(table), entries(1))
    return tables
