"""The task `growing`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.bounds import InnerShare, Positive
from ...core.types import Row
from ..difficulty.growing import growing
from ..difficulty.protocols import MAX_LENGTH
from ..running.data import StudyData
from ..running.tasks import task

_LEFT_OUT = ("treebank", "signature")


@task("growing")
def growing_rows(
    data: StudyData,
    *,
    sizes: Sequence[str],
    split: InnerShare | None = None,
    max_length: Positive | None = MAX_LENGTH,
) -> list[Row]:
    """The ECC of growing training samples, on their own trees and on the same held-out trees: the columns of
    `treegauge difficulty --growing`, and `coverage` in per cent.

    `sizes` are shares of the training sentences, or numbers of them. Held-out is the test part, or what `split` leaves.
    """
    parts = data.has_parts and split is None
    result = growing(
        data.train if parts else data.whole,
        [float(size) for size in sizes],
        data.test if parts else None,
        split=split,
        max_length=max_length,
        transforms=data.transforms,
        seed=data.seed,
    )
    rows: list[Row] = [dict(row.row()) for row in result]
    return [
        {name: value for name, value in row.items() if name not in _LEFT_OUT}
        | {"coverage": 100 * row["covered"] / row["trees"]}
        for row in rows
    ]
