"""Where tables are kept: one append-only log a table, in SQLite or PostgreSQL."""

from motherlode.server.store.address import is_shared
from motherlode.server.store.log import (
    GATHERING,
    CannotBackUp,
    CannotOpen,
    Counters,
    Entry,
    Hint,
    Listing,
    Store,
    StoreError,
    Taken,
    Unavailable,
    Unknown,
)
from motherlode.server.store.opening import backup, open_store

__all__ = [
    "GATHERING",
    "CannotBackUp",
    "CannotOpen",
    "Counters",
    "Entry",
    "Hint",
    "Listing",
    "Store",
    "StoreError",
    "Taken",
    "Unavailable",
    "Unknown",
    "backup",
    "is_shared",
    "open_store",
]
