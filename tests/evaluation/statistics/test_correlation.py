"""Correlations and the interval of a mean: textbook values, scipy, and too little data."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
import pytest
from scipy import stats

from treegauge import CallError
from treegauge.evaluation.statistics import correlate, mean_interval

# Anscombe (1973), Graphs in statistical analysis, data set I.
X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]


def test_anscombes_quartet_comes_out() -> None:
    found = correlate(X, Y)
    assert round(found.value, 3) == 0.816
    assert round(found.p, 5) == 0.00217
    assert found.n == 11


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("method", ["pearson", "spearman", "kendall"])
def test_correlations_are_those_of_scipy(
    method: Literal["pearson", "spearman", "kendall"], alternative: Literal["two-sided", "less", "greater"]
) -> None:
    function = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[method]
    expected = function(X, Y, alternative=alternative)
    found = correlate(X, Y, method, alternative)
    assert (found.value, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert (found.interval is not None) == (method == "pearson")


@pytest.mark.parametrize("level", [0.9, 0.99])
def test_the_interval_of_pearsons_r_is_that_of_fisher(level: float) -> None:
    expected = stats.pearsonr(X, Y).confidence_interval(level)
    assert correlate(X, Y, level=level).interval == pytest.approx((expected.low, expected.high))


def test_one_sided_p_values_are_halves_and_complements() -> None:
    both, less, greater = (correlate(X, Y, alternative=side).p for side in ("two-sided", "less", "greater"))
    assert greater == pytest.approx(both / 2)
    assert less == pytest.approx(1 - greater)


def test_kendall_and_spearman_by_hand() -> None:
    assert correlate([1, 2, 3, 4], [1, 3, 2, 4], "kendall").value == pytest.approx((5 - 1) / 6)
    assert correlate([1, 2, 3, 4], [1, 3, 2, 4], "spearman").value == pytest.approx(1 - 6 * 2 / (4 * 15))


def test_pairs_with_nan_are_left_out_and_counted() -> None:
    assert correlate([*X, 3, math.nan], [*Y, math.nan, 2]) == correlate(X, Y)


@pytest.mark.parametrize("method", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize(("x", "y"), [([], []), ([1], [2]), ([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [5, 5, 5])])
def test_too_little_data_have_no_correlation(x: Any, y: Any, method: Literal["pearson", "spearman", "kendall"]) -> None:
    found = correlate(x, y, method)
    assert math.isnan(found.value)
    assert math.isnan(found.p)


def test_few_pairs_say_nothing_and_a_line_is_certain() -> None:
    assert correlate([1, 2, 4], [1, 3, 2]).interval == (-1.0, 1.0)
    exact = correlate([1, 2, 4, 5], [2, 4, 8, 10])
    assert exact.value == pytest.approx(1)
    assert exact.interval == pytest.approx((1, 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2], [1, 2, 3]), "the same length"),
        (([[1, 2]], [[1, 2]]), "the same length"),
        ((X, Y, "cosine"), "known: pearson"),
        ((X, Y, "pearson", "bigger"), "known: two-sided"),
    ],
)
def test_a_wrong_call_is_explained(arguments: Any, message: str) -> None:
    with pytest.raises(CallError, match=message):
        correlate(*arguments)


def test_the_interval_of_a_mean_by_hand() -> None:
    found = mean_interval([2, 4, 4, 4, 5, 5, 7, 9], 0.99)
    assert found.mean == 5
    assert found.half_width == pytest.approx(2.5758293 * math.sqrt(32 / 7) / math.sqrt(8))
    assert found.interval == (5 - found.half_width, 5 + found.half_width)
    assert (found.n, found.level) == (8, 0.99)


def test_the_interval_of_a_mean_covers_the_truth_as_often_as_it_says() -> None:
    generator = np.random.default_rng(0)
    found = [mean_interval(generator.exponential(1, 400), 0.9).interval for _ in range(1000)]
    assert 0.87 <= np.mean([low <= 1 <= high for low, high in found]) <= 0.93


def test_one_value_has_no_interval_and_none_no_mean() -> None:
    one = mean_interval([3.0])
    assert one.mean == 3
    assert math.isnan(one.half_width)
    assert math.isnan(mean_interval([]).mean)
    assert mean_interval([2, 2, 2]).half_width == 0


def test_a_mean_of_a_table_is_refused() -> None:
    with pytest.raises(CallError, match="a flat list"):
        mean_interval([[1, 2], [3, 4]])


def test_few_values_have_the_interval_of_student() -> None:
    values = [42.5, 47.0, 44.0]
    found = mean_interval(values, 0.95, student=True)
    expected = stats.t.interval(0.95, 2, loc=np.mean(values), scale=stats.sem(values))
    assert found.interval == pytest.approx(expected)
    assert math.isnan(mean_interval([1.0], student=True).half_width)
