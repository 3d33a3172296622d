"""Bring a database to the tables of this version, step by step, and say which version it has."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ...core.errors import DataError
from .connection import Database, translated


def upgrade_tables(database: Database, to: str = "head") -> None:
    """Make the tables, or change those of an older version; an error leaves all as it was."""
    with translated(), database.engine.begin() as connection:
        upgrade_in(connection, to)


def upgrade_in(connection: Connection, to: str = "head") -> None:
    """The same, as part of a transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def version_of(database: Database) -> str | None:
    """The version of the tables; None if there are none."""
    with translated(), database.engine.connect() as connection:
        return _version(connection)


def newest() -> str:
    """The version that this program works with."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None  # there is at least one
    return head


def check_schema(database: Database) -> None:
    """Raise an error if the tables are those of another version."""
    there, here = version_of(database), newest()
    if there is None:
        raise DataError("the database has no tables of treegauge judge; `treegauge judge init` makes them")
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if there not in known:
        raise DataError(f"the database was made by a newer treegauge (tables {there}, here {here}); install that")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("treegauge.judge.database").joinpath("migrations")))
    return config
