"""The summary `joined`."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.errors import DataError
from ...core.types import Row
from ..running.tasks import summary
from .best import best_rows


@summary("joined")
def joined_rows(
    rows: list[Row],
    *,
    by: str = "",
    labels: str = "",
    best: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
) -> list[Row]:
    """One row per treebank, with the figures of all its rows: `loo.ecc` is the column ecc of the block loo.

    by      a column whose value is in the names too, for blocks with several rows per treebank: `bias.parseval.slope`
    labels  columns that are the same in all rows of a treebank, with commas between them; they keep their names
    best    a column for each of some blocks: of a treebank, only the row with the highest value there is kept
    names   other names of blocks; two blocks may have the same name if no treebank is in both
    """
    kept = ["treebank", *(name.strip() for name in labels.split(",") if name.strip())]
    columns, called = best or {}, names or {}
    joined: dict[str, Row] = {}
    blocks: dict[tuple[str, str], str] = {}
    for row in _only_best(rows, columns):
        own = joined.setdefault(row["treebank"], {name: row.get(name) for name in kept})
        own_by = "" if row["rows"] in columns else by
        block = called.get(row["rows"], row["rows"])
        other = blocks.setdefault((row["treebank"], block), row["rows"])
        if other != row["rows"]:
            raise DataError(f"{row['treebank']}: the blocks {other} and {row['rows']} cannot both be called {block}")
        start = ".".join(str(part) for part in (block, row.get(own_by)) if part not in (None, ""))
        own |= {f"{start}.{name}": value for name, value in row.items() if name not in ("rows", own_by, *kept)}
    return list(joined.values())


def _only_best(rows: list[Row], columns: Mapping[str, str]) -> list[Row]:
    """All rows, in their order, of the blocks without a column, and the best one of each treebank of the others."""
    chosen = {
        id(row)
        for block, column in columns.items()
        for row in best_rows([row for row in rows if row["rows"] == block], of=column)
    }
    return [row for row in rows if row["rows"] not in columns or id(row) in chosen]
