"""The summary `best`."""

from __future__ import annotations

from ...core.types import Row
from ..running.tasks import summary


@summary("best")
def best_rows(rows: list[Row], *, of: str) -> list[Row]:
    """For each treebank the row with the highest value in the column `of`; the first one of equals."""
    known = [row for row in rows if row.get(of) is not None]
    best: dict[str, Row] = {}
    for row in known:
        if row["treebank"] not in best or row[of] > best[row["treebank"]][of]:
            best[row["treebank"]] = row
    return list(best.values())
