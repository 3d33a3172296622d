"""The summary `joined`."""

from __future__ import annotations

from ...core.types import Row
from ..running.tasks import summary


@summary("joined")
def joined_rows(rows: list[Row], *, by: str = "", labels: str = "") -> list[Row]:
    """One row per treebank, with the figures of all its rows: `loo.ecc` is the column ecc of the block loo.

    by      a column whose value is in the names too, for blocks with several rows per treebank: `parse.pcfg.f1`
    labels  columns that are the same in all rows of a treebank, with commas between them; they keep their names
    """
    kept = ["treebank", *(name.strip() for name in labels.split(",") if name.strip())]
    joined: dict[str, Row] = {}
    for row in rows:
        own = joined.setdefault(row["treebank"], {name: row.get(name) for name in kept})
        start = ".".join(str(part) for part in (row["rows"], row.get(by)) if part not in (None, ""))
        own |= {f"{start}.{name}": value for name, value in row.items() if name not in ("rows", by, *kept)}
    return list(joined.values())
