"""Where Alembic begins: with the connection that `schema.upgrade_tables` has opened."""

from alembic import context

from treegauge.judge.database.records import Record

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Record.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
