"""How Alembic finds the database: the store has it open already, in a transaction."""

from alembic import context

from motherlode.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
