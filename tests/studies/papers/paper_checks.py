"""What holds for the tables of every paper, for the tests of each."""

from __future__ import annotations

from treegauge import StudyResults


def check_every_table_is_made(results: StudyResults) -> None:
    assert {table.name: table.failed for table in results.tables if table.failed} == {}
    assert results.rows.failed == ()


def check_printed_figures_are_in_columns(results: StudyResults) -> None:
    for table in results.tables:
        known = {*(name for row in table.rows for name in row)}
        assert all(set(row) <= known for row in table.entry.printed), table.name
