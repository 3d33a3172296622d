"""The task `stats`."""

from __future__ import annotations

from ...core.types import Row
from ...evaluation.describe import describe
from ...transforms.preparation import apply_alike
from ..running.data import StudyData
from ..running.tasks import task


@task("stats")
def description_rows(data: StudyData, *, prepared: bool = False) -> list[Row]:
    """Size and shape of a treebank: the columns of `treegauge stats`. `prepared`: after its transforms."""
    trees = apply_alike([data.whole], data.transforms, data.seed)[0][0] if prepared else data.whole
    row = describe(trees, data.entry.name).row()
    return [{name: value for name, value in row.items() if name not in ("treebank", "skipped")}]
