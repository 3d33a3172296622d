"""The task `bias-curve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.bounds import Natural, Repeats, Share
from ...core.types import Row
from ...transforms.preparation import apply_alike
from ..annotation_schemes.dial import bias_curve
from ..annotation_schemes.resampled import curve_over_sentences
from ..running.data import StudyData
from ..running.tasks import task


@task("bias-curve")
def bias_curves(
    data: StudyData,
    *,
    kinds: Sequence[str] = (),
    rate: Share | None = None,
    measures: Sequence[str] = (),
    seeds: Repeats = 20,
    draws: Natural = 0,
) -> list[Row]:
    """How the cost of the same errors changes from flat to deep trees of a treebank: the slope of each measure, and the
    cost in the deepest trees divided by that in the flattest. `draws` is that of the task inserted-errors."""
    treebank = apply_alike([data.whole], data.transforms, data.seed)[0][0]
    options: dict[str, Any] = {"errors": list(kinds) or None, "measures": list(measures) or None, "rate": rate}
    rows: list[Row] = [dict(row) for row in bias_curve(treebank, seeds=seeds, **options).flatness()]
    if draws:
        widths = curve_over_sentences(treebank, draws, **options)
        for row, width in zip(rows, widths.tolist(), strict=True):
            row["sentences_interval"] = width
    return [{name: value for name, value in row.items() if name not in ("treebank", "signature")} for row in rows]
