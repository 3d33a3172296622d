"""The summary `written-difficulty`."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.types import Row
from ..difficulty.measuring import difficulty
from ..running.tasks import summary
from ..running.written_trees import written_trees

_SHOWN = ("trees", "h_d", "h_s", "ecc", "emr", "rules")


@summary("written-difficulty")
def written_difficulty(rows: list[Row], *, treebanks: Mapping[str, str]) -> list[Row]:
    """The ECC of small treebanks that are written in the file of the study, in brackets; no rows are needed."""
    found = []
    for name, brackets in treebanks.items():
        row: Row = dict(difficulty(written_trees(brackets, name)).row())
        found.append({"treebank": name, **{figure: row[figure] for figure in _SHOWN}})
    return found
