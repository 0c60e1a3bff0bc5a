"""The two tables of the database, the same for SQLite and PostgreSQL.

A change here needs a migration beside it; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("phase", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("free", Integer, nullable=False),
    Column("look_at", BigInteger),
    Column("ended_at", BigInteger),
    Index("tables_by_phase", "phase", "opened_at"),
    Index("tables_by_look_at", "look_at"),
    Index("tables_by_ended_at", "ended_at"),
)

# Bytes and not JSON of the database's own: what was written comes back to the letter, as the chain
# of hashes over it needs.
entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
