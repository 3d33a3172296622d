"""Does the ECC predict accuracy better when rules are smoothed, so that all trees have one?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypedDict, get_args

import numpy as np

from ...core.bounds import LevelShare, Positive, SeedNumber, checked
from ...core.types import AnyRow, Floats, Int64s, Interval
from ...evaluation.statistics.bootstrap import percentile_interval
from ...evaluation.statistics.correlation import williams
from .conjecture import LEAST_ROWS

LinearOrRanks = Literal["pearson", "spearman"]
METHODS: tuple[LinearOrRanks, ...] = get_args(LinearOrRanks)
Accuracy = Literal["emr", "f1"]
OWN, PLAIN, SMOOTHED = "own trees", "plain", "smoothed"
_GIVEN = (None, "length")


class Measured(NamedTuple):
    """A treebank under its own rules and under a model of them: two rows of `difficulties`."""

    plain: AnyRow
    smoothed: AnyRow


class ComparisonRow(TypedDict):
    """How strongly both ECCs correlate with an accuracy over n treebanks, at equal mean length if it is `given`.

    outcome     whose accuracy: `own trees`, that of each model on the trees that it covers; `plain` or `smoothed`,
                that of one model on all trees; or the name of another parser, on all trees
    plain       the correlation of the ECC of the covered trees under the rules, with its interval
    smoothed    that of the ECC under the model of rules
    difference  plain - smoothed: above 0 where the smoothed ECC correlates more strongly, since both are negative
    p           that there is no difference (Williams, two-sided); None where the two accuracies are not the same, and
                where length is given
    """

    outcome: str
    accuracy: Accuracy
    method: LinearOrRanks
    given: str | None
    n: int
    plain: float
    plain_interval: Interval
    smoothed: float
    smoothed_interval: Interval
    difference: float
    difference_interval: Interval
    p: float | None


@checked
def compare_predictors(
    treebanks: Sequence[Measured],
    others: Mapping[str, Sequence[AnyRow]] | None = None,
    *,
    resamples: Positive = 10_000,
    level: LevelShare = 0.95,
    seed: SeedNumber = 0,
) -> list[ComparisonRow]:
    """Correlations of the plain and of the smoothed ECC with accuracies; treebanks without a plain ECC are left out.

    others  accuracies of other parsers, one row with `emr` and `f1` for each of the treebanks
    level   of the intervals, by resampling treebanks
    """
    kept = [number for number, pair in enumerate(treebanks) if math.isfinite(pair.plain["ecc"])]
    if len(kept) < LEAST_ROWS:
        return []
    chosen = [treebanks[number] for number in kept]
    draws = np.random.default_rng(seed).integers(len(chosen), size=(resamples, len(chosen)))
    outcomes = {OWN: None, PLAIN: None, SMOOTHED: None} | {
        name: [rows[number] for number in kept] for name, rows in (others or {}).items()
    }
    return [
        _compared(chosen, outcome, accuracy, method, given, draws, level, rows)
        for outcome, rows in outcomes.items()
        for accuracy in get_args(Accuracy)
        for method in METHODS
        for given in _GIVEN
    ]


def _compared(
    treebanks: Sequence[Measured],
    outcome: str,
    accuracy: Accuracy,
    method: LinearOrRanks,
    given: str | None,
    draws: Int64s,
    level: float,
    other: Sequence[AnyRow] | None,
) -> ComparisonRow:
    columns = [_columns([pair[side] for pair in treebanks]) for side in (0, 1)]
    reached = _reached(treebanks, outcome, accuracy, other)
    lengths = [column["length"] if outcome == OWN else columns[1]["length"] for column in columns]
    values, drawn = [], []
    every = np.arange(len(treebanks))[None]
    for column, own, length in zip(columns, reached, lengths, strict=True):
        third = length if given else None
        values.append(float(correlations(column["ecc"], own, every, method, third)[0]))
        drawn.append(correlations(column["ecc"], own, draws, method, third))
    tested = given is None and outcome != OWN
    ecc = [column["ecc"].tolist() for column in columns]
    difference = values[0] - values[1]
    return {
        "outcome": outcome,
        "accuracy": accuracy,
        "method": method,
        "given": given,
        "n": len(treebanks),
        "plain": values[0],
        "plain_interval": percentile_interval(drawn[0], values[0], level),
        "smoothed": values[1],
        "smoothed_interval": percentile_interval(drawn[1], values[1], level),
        "difference": difference,
        "difference_interval": percentile_interval(drawn[0] - drawn[1], difference, level),
        "p": williams(ecc[0], ecc[1], reached[0].tolist(), ranks=method == "spearman") if tested else None,
    }


def _columns(rows: Sequence[AnyRow]) -> dict[str, Floats]:
    return {name: np.array([row[name] for row in rows], np.float64) for name in ("ecc", "length")}


def _reached(
    treebanks: Sequence[Measured], outcome: str, accuracy: Accuracy, other: Sequence[AnyRow] | None
) -> tuple[Floats, Floats]:
    """The accuracy that is to be predicted by the plain ECC, and that by the smoothed one."""
    if other is not None:
        rows = [row[accuracy] for row in other]
        return np.array(rows), np.array(rows)
    plain = [pair.plain[accuracy if outcome == OWN else f"{accuracy}_all"] for pair in treebanks]
    smoothed = [pair.smoothed[accuracy if outcome == OWN else f"{accuracy}_all"] for pair in treebanks]
    one = {OWN: (plain, smoothed), PLAIN: (plain, plain), SMOOTHED: (smoothed, smoothed)}[outcome]
    return np.array(one[0]), np.array(one[1])


def correlations(x: Floats, y: Floats, draws: Int64s, method: LinearOrRanks, given: Floats | None = None) -> Floats:
    """The correlation of x and y in each sample of their rows, or their partial correlation given a third column. NaN
    where a column of a sample does not vary, or where the third one leaves nothing to correlate."""
    from scipy import stats

    columns = [column[draws] for column in (x, y, *(() if given is None else (given,)))]
    if method == "spearman":
        columns = [stats.rankdata(column, axis=1) for column in columns]
    standard = [_standardised(column) for column in columns]
    with np.errstate(invalid="ignore", divide="ignore"):
        xy = (standard[0] * standard[1]).mean(1)
        if given is None:
            return np.asarray(xy)
        xz, yz = (standard[0] * standard[2]).mean(1), (standard[1] * standard[2]).mean(1)
        remaining = (1 - xz**2) * (1 - yz**2)
        return np.where(remaining > 1e-12, (xy - xz * yz) / np.sqrt(remaining), np.nan)


def _standardised(samples: Floats) -> Floats:
    centred = samples - samples.mean(1, keepdims=True)
    spread = np.sqrt((centred**2).mean(1, keepdims=True))
    return np.asarray(np.where(spread > 0, centred / np.where(spread > 0, spread, 1.0), np.nan))
