"""The summary `predictors`."""

from __future__ import annotations

import math

from ...core.bounds import Positive
from ...core.types import Row
from ..difficulty.smoothed import Measured, compare_predictors
from ..running.tasks import summary

_ACCURACY = {"emr": "parseval_exact_match", "f1": "parseval_f1"}


@summary("predictors")
def predictor_rows(
    rows: list[Row], *, plain: str, smoothed: str, other: str = "", resamples: Positive = 10_000
) -> list[Row]:
    """Does the ECC under the rules of the trees, or under a model of rules, predict accuracy better? Correlations over
    treebanks, with intervals over treebanks.

    plain     the block of rows of the task difficulty under the rules of the trees
    smoothed  that under a model of rules
    other     the block of the task parse with another parser, whose accuracy is also predicted
    """
    blocks: dict[str, dict[str, Row]] = {}
    for row in rows:
        blocks.setdefault(row["rows"], {})[row["treebank"]] = _numbers(row)
    sides = [blocks.get(name, {}) for name in (plain, smoothed, *([other] if other in blocks else []))]
    names = [name for name in sides[0] if all(name in side for side in sides)]
    pairs = [Measured(sides[0][name], sides[1][name]) for name in names]
    others = {other: [_accuracy(sides[2][name]) for name in names]} if len(sides) > 2 else None
    return [_plain(dict(row)) for row in compare_predictors(pairs, others, resamples=resamples)]


def _numbers(row: Row) -> Row:
    """Undefined figures as numbers."""
    return {name: math.nan if value is None else value for name, value in row.items()}


def _plain(row: Row) -> Row:
    """Intervals as lists, and None where one is undefined."""
    intervals = {name: list(value) for name, value in row.items() if isinstance(value, tuple)}
    return {**row, **{name: None if math.isnan(sum(ends)) else ends for name, ends in intervals.items()}}


def _accuracy(row: Row) -> Row:
    return {name: row[column] for name, column in _ACCURACY.items()}
