"""The tables of a study: rows that were chosen, summarised, put in order; and the printed figures of a paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import DataError, TreegaugeError
from ...core.types import AnyRow, Row
from ...core.wording import nearest, shown
from .engine import StudyRows
from .study_file import StudyFile, TableEntry, plain
from .tasks import SUMMARIES

WITH_INTERVAL = " ±"  # after the name of a column: with its interval


@dataclass(frozen=True)
class StudyTable:
    """A table or a figure of a study.

    name     its key in the file of the study
    entry    what the file says of it
    rows     the rows, in order
    columns  the columns to show
    failed   why it could not be made; empty if it was
    """

    name: str
    entry: TableEntry
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    failed: str = ""

    @property
    def heads(self) -> list[str]:
        """The titles of the columns."""
        return [self.head(name) for name in self.columns]

    def head(self, column: str) -> str:
        """The title of a column; one with its interval has the title of the column without it."""
        bare = column.removesuffix(WITH_INTERVAL)
        title = self.entry.heads.get(column) or self.entry.heads.get(bare, bare.replace("_", " "))
        return title if column in (bare, *self.entry.heads) else f"{title} ±"

    @property
    def cells(self) -> list[list[str]]:
        """The cells of the table, as text."""
        return [[self._cell(row, name) for name in self.columns] for row in self.rows]

    @property
    def printed_cells(self) -> list[list[str]]:
        """The figures of the paper in the same columns."""
        return [[self._cell(row, name) for name in self.columns] for row in self.entry.printed]

    @property
    def numeric(self) -> list[bool]:
        """Which columns have numbers."""
        rows = [*self.rows, *self.entry.printed]
        bare = [name.removesuffix(WITH_INTERVAL) for name in self.columns]
        return [any(isinstance(row.get(name), (int, float)) for row in rows) for name in bare]

    def _cell(self, row: AnyRow, column: str) -> str:
        name = column.removesuffix(WITH_INTERVAL)
        cell, interval = self._figure(row.get(name)), row.get(f"{name}_interval")
        if name == column or interval is None:
            return cell
        return (
            f"{cell} ({self._figure(interval)})" if isinstance(interval, list) else f"{cell} ± {self._figure(interval)}"
        )

    def _figure(self, value: Any) -> str:
        if _undefined(value):
            return "-"
        if isinstance(value, list):
            return " to ".join(self._figure(item) for item in value)
        if isinstance(value, float):
            return f"{round(value, self.entry.digits) + 0.0:,.{self.entry.digits}f}"
        return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def make_tables(study: StudyFile, results: StudyRows) -> list[StudyTable]:
    """All tables of a study; one that cannot be made says why, and the others are made."""
    return [_made(name, entry, study, results) for name, entry in study.tables.items()]


def _made(name: str, entry: TableEntry, study: StudyFile, results: StudyRows) -> StudyTable:
    try:
        rows = _rows(name, entry, study, results)
    except TreegaugeError as error:
        return StudyTable(name, entry, (), (), str(error))
    if not rows:
        failed = [unit.message for unit in results.failed if unit.block in entry.rows]
        return StudyTable(name, entry, (), entry.columns, failed[0] if failed else "no row fits")
    return StudyTable(name, entry, tuple(rows), entry.columns or _columns(rows))


def _rows(name: str, entry: TableEntry, study: StudyFile, results: StudyRows) -> list[Row]:
    rows = [row for row in results.of(entry.rows) if _fits(row, entry)]
    if entry.make and (rows or not entry.rows):
        options = {option: plain(value) for option, value in entry.options.items()}
        rows = SUMMARIES.get(entry.make).function(rows, **options)
    known = {name for row in rows for name in row}
    sorting = [name.removeprefix("-") for name in _sort_columns(entry.sort)]
    for shown_column in (*entry.columns, entry.x, entry.y, *sorting):
        column = shown_column.removesuffix(WITH_INTERVAL)
        if rows and column and column not in known:
            raise DataError(
                f"{study.where}: tables.{name}: no row has a column {shown(column)}"
                f"{nearest(column, known) or '; they have: ' + ', '.join(sorted(known))}"
            )
    return _sorted(rows, entry.sort)


def _fits(row: Row, entry: TableEntry) -> bool:
    return all(
        row.get(name) in value if isinstance(value, tuple) else row.get(name) == value
        for name, value in entry.where.items()
    )


def _sorted(rows: list[Row], by: str) -> list[Row]:
    """Rows by one column or several; those without a value come last."""
    for name in reversed(_sort_columns(by)):
        column, down = name.removeprefix("-"), name.startswith("-")
        known = [row for row in rows if not _undefined(row.get(column))]
        unknown = [row for row in rows if _undefined(row.get(column))]
        rows = sorted(known, key=lambda row: row[column], reverse=down) + unknown
    return rows


def _sort_columns(by: str) -> list[str]:
    return [name.strip() for name in by.split(",") if name.strip()]


def _undefined(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _columns(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for row in rows for name in row if name != "rows"))
