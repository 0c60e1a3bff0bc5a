"""Bringing a database to the schema of this program."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from motherlode.server.store.log import CannotOpen

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection, to: str = "head") -> None:
    """Take a database from whatever version it has to *to*, in the transaction that is open."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    version = version_of(connection)
    if version is not None and version not in versions():
        raise CannotOpen(
            f"its tables are of version {version}, which a newer Motherlode made; "
            f"this one knows versions up to {versions()[-1]}"
        )
    command.upgrade(config, to)


def version_of(connection: Connection) -> str | None:
    """Which version of the schema a database has."""
    return MigrationContext.configure(connection).get_current_revision()


def versions() -> list[str]:
    """All versions of the schema, the oldest first."""
    script = ScriptDirectory(str(MIGRATIONS))
    return [revision.revision for revision in script.walk_revisions()][::-1]
