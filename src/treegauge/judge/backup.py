"""Save all of a database in one file, and make a database of it: of the same kind or of the other.

The file is JSON lines: a head with the version of the tables, one line per row, and an end with the number of rows, so
that a file which was cut off is not taken for a whole one. It has everything but the secret that signs cookies: after
a restoration people log in again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.exc import OperationalError, StatementError

from ..core.errors import DataError
from ..core.outputs import create_binary
from ..core.types import PathLike
from ..formats.sources import find_sources
from .database.connection import Database, translated
from .database.records import Record
from .database.schema import newest, upgrade_in, version_of

_FORM = "treegauge judge backup"
_ROWS = 2000  # that are read or written at once
_DAMAGED = "{}: this is not a backup of treegauge judge, or it is damaged"


def back_up(database: Database, path: PathLike) -> int:
    """Write all rows, as they are at one moment, to a file; .gz and so on compress it. People go on meanwhile. Returns
    the number of rows."""
    count = 0
    level = {"isolation_level": "REPEATABLE READ"} if database.kind == "postgresql" else {}
    engine = database.engine.execution_options(**level)
    with translated(), engine.connect() as connection, _private(), create_binary(os.fspath(path)) as file:
        file.write(_line({"form": _FORM, "tables": version_of(database)}))
        for table in Record.metadata.sorted_tables:
            for row in connection.execution_options(yield_per=_ROWS).execute(select(table)):
                file.write(_line({"table": table.name, "row": dict(row._mapping)}))
                count += 1
        file.write(_line({"rows": count}))
    return count


@contextmanager
def _private() -> Iterator[None]:
    """Files that are made are for nobody else: a backup has what people wrote, and hashes of their passwords."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def restore_database(path: PathLike, database: Database) -> int:
    """Make the tables of an empty database, and fill them from a backup, in one transaction. Returns the number of
    rows."""
    if version_of(database) is not None:
        raise DataError("the database has tables already; a backup is restored into an empty one")
    lines = _lines(path)
    version = next(lines)["tables"]
    with translated(), database.engine.begin() as connection:
        upgrade_in(connection, str(version))
        count = _fill(connection, lines, str(path))
        if database.kind == "postgresql":
            _advance_numbers(connection)
        upgrade_in(connection)
    return count


def _fill(connection: Connection, lines: Iterator[dict[str, Any]], source: str) -> int:
    tables = {table.name: table for table in Record.metadata.sorted_tables}
    rows: list[dict[str, Any]] = []
    current, count, end = None, 0, None
    for line in lines:
        end = line.get("rows")
        if end is not None:
            break
        if line.get("table") not in tables or not isinstance(line.get("row"), dict):
            raise DataError(_DAMAGED.format(source))
        if line["table"] != current or len(rows) == _ROWS:
            _insert(connection, tables.get(current or ""), rows)
            rows, current = [], line["table"]
        rows.append(line["row"])
        count += 1
    _insert(connection, tables.get(current or ""), rows)
    if end != count or next(lines, None) is not None:
        raise DataError(f"{source}: the backup is cut off after {count:,} rows; nothing was restored")
    return count


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        try:
            connection.execute(table.insert(), rows)
        except OperationalError:  # not of what is written
            raise
        except StatementError:
            raise DataError(f"the backup is damaged: rows of {table.name} cannot be restored") from None


def _advance_numbers(connection: Connection) -> None:
    """PostgreSQL numbers new rows from where its counters are, which do not know of restored rows."""
    for table in Record.metadata.sorted_tables:
        number = table.c.get("id")
        if number is not None and number.type.python_type is int:
            counter = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(counter, func.coalesce(func.max(number), 0) + 1, False)))


def _lines(path: PathLike) -> Iterator[dict[str, Any]]:
    """The lines of a backup, the head first."""
    (source,) = find_sources(path)
    head = True
    for number, text in enumerate(source.load().split(b"\n"), 1):
        if not text:
            continue
        try:
            line = json.loads(text)
        except ValueError:
            raise DataError(_DAMAGED.format(f"{source.name}:{number}")) from None
        if not isinstance(line, dict):
            raise DataError(_DAMAGED.format(f"{source.name}:{number}"))
        if head and (line.get("form") != _FORM or "tables" not in line):
            raise DataError(f"{source.name}: this is not a backup of treegauge judge")
        if head and str(line["tables"]) > newest():
            raise DataError(f"{source.name}: the backup was made by a newer treegauge; install that")
        head = False
        yield line


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
