"""The task `head-reliability`."""

from __future__ import annotations

from ...core.types import Row
from ..annotation_schemes.converted import conversion_reliability
from ..running.data import StudyData
from ..running.tasks import task


@task("head-reliability")
def head_reliability(data: StudyData, *, rules: str = "auto") -> list[Row]:
    """How far heads by head rules agree with the heads that the functions of the treebank mark, and both with its own
    dependencies where it has any: the columns of `treegauge schemes --reliability`."""
    row = conversion_reliability(data.whole, name=data.entry.name, rules=rules)
    return [{name: value for name, value in row.items() if name != "treebank"}]
