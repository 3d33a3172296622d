"""Intervals over sentences for the studies of inserted errors.

The studies draw errors again for each seed, in the same sentences. Here each draw also resamples the sentences (with
replacement), and then inserts the errors. The deviation of a figure over such draws is its standard error (Efron and
Tibshirani 1993, chapter 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.types import Floats
from ...treebank import Treebank
from .dial import bias_curve
from .inserted import InsertedErrors, inserted_errors

_NORMAL = 1.96  # standard errors in half a 95 % interval


def inserted_over_sentences(
    pair: Sequence[Treebank], result: InsertedErrors, draws: int, *, same: bool = False
) -> Floats:
    """Half the interval of the difference of two treebanks, by kind of errors (the average is last) and measure.
    `same`: both have the same sentences, so the same ones are drawn from both."""
    return _half_width(np.array([_differences(pair, result, draw, same=same) for draw in range(draws)]))


def curve_over_sentences(treebank: Treebank, draws: int, **options: Any) -> Floats:
    """Half the interval of the cost ratio of a bias curve, by measure."""
    ratios = []
    for draw in range(draws):
        curve = bias_curve(_resampled(treebank, np.random.default_rng(draw)), seeds=1, **options)
        ratios.append([row["cost_ratio"] for row in curve.flatness()])
    return _half_width(np.array(ratios))


def _differences(pair: Sequence[Treebank], result: InsertedErrors, draw: int, *, same: bool) -> Floats:
    """The differences in resampled sentences, for the same numbers of errors: others have room for a few more or fewer,
    and a difference grows with the number of errors."""
    generators = [np.random.default_rng([draw, 0 if same else side]) for side in range(2)]
    sides = [_resampled(side, generator) for side, generator in zip(pair, generators, strict=True)]
    drawn = inserted_errors(sides, measures=[first.measure.spec for first, _ in result.yardsticks], seeds=1)
    wanted = result.errors.mean(1)
    rows = np.full((len(result.kinds), len(result.yardsticks)), np.nan)  # kinds without a place in these sentences
    for place, kind in enumerate(result.kinds):
        if kind in drawn.kinds:
            at = drawn.kinds.index(kind)
            rows[place] = (drawn.values[1] - drawn.values[0])[at, :, 0] * wanted[place] / drawn.errors[at, 0]
    there = ~np.isnan(rows[:, 0])
    return np.vstack((rows, np.average(rows[there], axis=0, weights=wanted[there])))


def _resampled(treebank: Treebank, generator: np.random.Generator) -> Treebank:
    """As many sentences as there are, drawn with replacement."""
    return treebank.select(np.sort(generator.integers(len(treebank), size=len(treebank))))


def _half_width(values: Floats) -> Floats:
    """NaN where fewer than two draws have a figure."""
    several = np.isfinite(values).sum(0) > 1
    widths = np.full(values.shape[1:], np.nan)
    widths[several] = _NORMAL * np.nanstd(values[:, several], axis=0, ddof=1)
    return widths
