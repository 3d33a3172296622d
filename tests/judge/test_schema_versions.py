"""The tables: those that the migrations make are those of the mapper, from the first version on."""

from __future__ import annotations

import re
from contextlib import closing
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from databases import KINDS, NewAddress
from sqlalchemy import Connection, inspect

from treegauge.core.errors import DataError
from treegauge.judge.database.connection import Database, open_database
from treegauge.judge.database.records import Record
from treegauge.judge.database.schema import check_schema, newest, upgrade_tables, version_of

pytest_plugins = ["database_fixtures"]


def test_the_migrations_make_the_tables_of_the_mapper(database: Database) -> None:
    with database.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Record.metadata) == []
        assert conditions(connection) == {
            (index.name, str(index.dialect_options["sqlite"]["where"]))
            for table in Record.metadata.sorted_tables
            for index in table.indexes
            if index.dialect_options["sqlite"]["where"] is not None
        }


def conditions(connection: Connection) -> set[tuple[str, str]]:
    """The conditions of indexes, which Alembic does not compare."""
    kind = connection.dialect.name
    indexes: list[Any] = inspect(connection).get_indexes("place")
    return {
        (each["name"], re.sub(r"[()]", "", str(where)))
        for each in indexes
        if (where := each.get("dialect_options", {}).get(f"{kind}_where")) is not None
    }


@pytest.mark.parametrize("kind", KINDS)
def test_every_version_since_the_first_becomes_the_newest(new_address: NewAddress, kind: str) -> None:
    with closing(open_database(new_address(kind, tables=False))) as database:
        with pytest.raises(DataError, match="has no tables"):
            check_schema(database)
        upgrade_tables(database, "0001")
        assert version_of(database) == "0001"
        upgrade_tables(database)
        assert version_of(database) == newest()
        check_schema(database)


def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DataError, match="made by a newer treegauge"):
        check_schema(database)
