"""The cold paths, written once for both databases: all that is asked and said of the directory."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Select, delete, insert, select, update

from motherlode.server.store.log import GATHERING, Listing
from motherlode.server.store.schema import entries, tables

# Far below the number of parameters a statement may have.
_IN_ONE_STATEMENT = 10_000


def add(connection: Connection, listing: Listing) -> None:
    """Enter a new table."""
    connection.execute(insert(tables).values(msgspec.structs.asdict(listing)))


def listing(connection: Connection, table: str) -> Listing | None:
    """A table's row."""
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().first()
    return Listing(**row) if row else None


def relist(connection: Connection, listing: Listing) -> None:
    """Change a table's row."""
    values = msgspec.structs.asdict(listing)
    connection.execute(update(tables).where(tables.c.id == listing.id).values(values))


def names(connection: Connection) -> list[str]:
    """All tables there are."""
    return list(connection.execute(select(tables.c.id)).scalars())


def open_tables(connection: Connection, limit: int) -> list[Listing]:
    """Listed tables that still gather players, the newest first."""
    found = connection.execute(
        select(tables)
        .where(tables.c.phase == GATHERING, tables.c.listed)
        .order_by(tables.c.opened_at.desc())
        .limit(limit)
    )
    return [Listing(**row) for row in found.mappings()]


def to_look_at(connection: Connection, now: int, until: int, limit: int) -> list[str]:
    """Take on tables whose time has come."""
    due = select(tables.c.id).where(tables.c.look_at <= now).order_by(tables.c.look_at).limit(limit)
    return _put_off(connection, due, until)


def keep(connection: Connection, ids: Sequence[str], until: int) -> None:
    """Put off when these tables are to be looked at; an ended one has no such time any more."""
    for start in range(0, len(ids), _IN_ONE_STATEMENT):
        some = tables.c.id.in_(ids[start : start + _IN_ONE_STATEMENT])
        _put_off(connection, select(tables.c.id).where(some, tables.c.ended_at.is_(None)), until)


def _put_off(connection: Connection, which: Select[str], until: int) -> list[str]:
    """Set a new time to look at tables, but for those another process is changing just now."""
    chosen = select(which.with_for_update(skip_locked=True).cte())
    change = update(tables).where(tables.c.id.in_(chosen)).values(look_at=until)
    return list(connection.execute(change.returning(tables.c.id)).scalars())


def prune(connection: Connection, ended_before: int, limit: int) -> int:
    """Forget some tables that ended before that time, with their logs; how many they were."""
    old = select(tables.c.id).where(tables.c.ended_at < ended_before).limit(limit)
    # Not those somebody comes back to just now, or that another process is forgetting.
    ids = list(connection.execute(old.with_for_update(skip_locked=True)).scalars())
    connection.execute(delete(entries).where(entries.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    return len(ids)
