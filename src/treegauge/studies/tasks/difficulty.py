"""The tasks `difficulty`, `difficulty-by` and `ecc-curve`."""

from __future__ import annotations

import numpy as np

from ...core.bounds import Folds, InnerShare, Positive, Repeats
from ...core.types import Row
from ..difficulty.curves import ecc_curve
from ..difficulty.measuring import Difficulty, difficulty
from ..difficulty.nodes import NodeGroup
from ..difficulty.protocols import MAX_LENGTH, Protocol
from ..running.data import StudyData
from ..running.tasks import task

_LEFT_OUT = ("treebank", "test", "signature")


def _measured(
    data: StudyData,
    protocol: Protocol | None,
    variant: str,
    max_length: int | None,
    *,
    folds: int | None = None,
    split: float | None = None,
    grammar: str | None = None,
    prm: str = "none",
) -> Difficulty:
    transforms = [*data.transforms, *([variant] if variant else [])]
    parts = data.has_parts and protocol == "test" and not folds and not split
    return difficulty(
        data.train if parts else data.whole,
        data.test if parts else None,
        protocol=protocol,
        folds=folds,
        split=split,
        max_length=max_length,
        transforms=transforms,
        grammar=grammar,
        prm=prm,
        seed=data.seed,
        name=data.entry.name,
    )


@task("difficulty")
def difficulty_rows(
    data: StudyData,
    *,
    protocol: Protocol | None = None,
    variant: str = "",
    folds: Folds | None = None,
    split: InnerShare | None = None,
    max_length: Positive | None = MAX_LENGTH,
    grammar: str | None = None,
    prm: str = "none",
) -> list[Row]:
    """The ECC and the accuracy of the most probable trees: the columns of `treegauge difficulty`, `length`, and
    `coverage`, the share of trees that are covered, in per cent.

    With protocol=test and neither `folds` nor `split`, the test part of the treebank is measured under the grammar of
    its training part; otherwise all sentences are used. `variant` is one more transform.
    """
    result = _measured(data, protocol, variant, max_length, folds=folds, split=split, grammar=grammar, prm=prm)
    row: Row = {name: value for name, value in result.row().items() if name not in _LEFT_OUT}
    return [{**row, "coverage": 100 * row["covered"] / row["trees"] if row["trees"] else None}]


@task("difficulty-by")
def node_group_rows(
    data: StudyData,
    *,
    by: NodeGroup = "construction",
    protocol: Protocol | None = None,
    variant: str = "",
    max_length: Positive | None = MAX_LENGTH,
    scheme: str = "auto",
) -> list[Row]:
    """Where the ECC is: the columns of `treegauge difficulty --by`, one row per label, rule or construction; `share` is
    in per cent. `variant` is that of the task difficulty."""
    result = _measured(data, protocol, variant, max_length)
    rows = [{**row, "share": 100 * row["share"]} for row in result.by_nodes(by, scheme=scheme)]
    return [{name: value for name, value in row.items() if name not in _LEFT_OUT} for row in rows]


@task("ecc-curve")
def ecc_curve_rows(
    data: StudyData, *, orders: Repeats = 3, points: Positive = 40, max_length: Positive | None = MAX_LENGTH
) -> list[Row]:
    """Learning curves: the estimate of the ECC after some numbers of `trees`, in random `order`s of the trees."""
    result = _measured(data, None, "", max_length)
    estimates = ecc_curve(result.figures, orders=orders, seed=data.seed).estimates
    trees = np.unique(np.linspace(1, estimates.shape[1], points).astype(int))
    return [
        {"order": order + 1, "trees": int(number), "ecc": float(estimates[order, number - 1])}
        for order in range(orders)
        for number in trees
    ]
