"""Databases for tests: a file, and a PostgreSQL that runs while they do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Server, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; each test process has its own."""
    with running() as server:
        yield server


@pytest.fixture
def on_postgres(postgres: Server) -> str:
    """The address of an empty database on PostgreSQL."""
    return postgres.database()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return str(request.getfixturevalue("on_postgres"))
