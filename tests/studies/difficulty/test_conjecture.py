"""Correlations over the rows of treebanks, and what is left of them at equal length."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from treegauge.evaluation.statistics import spearman
from treegauge.studies.difficulty.conjecture import conjecture, partial


def some(size: int = 12, seed: int = 0) -> list[dict[str, Any]]:
    generator = np.random.default_rng(seed)
    length = generator.uniform(5, 25, size)
    ecc = length / 2 + generator.normal(0, 2, size)
    emr = 100 - 4 * ecc + generator.normal(0, 4, size)
    columns = (ecc.tolist(), emr.tolist(), length.tolist())
    return [dict(zip(("ecc", "emr", "length"), row, strict=True)) for row in zip(*columns, strict=True)]


def test_each_correlation_is_that_of_scipy() -> None:
    rows = some()
    ecc, emr, length = ([row[name] for row in rows] for name in ("ecc", "emr", "length"))
    found = {(own["x"], own["y"], own["given"], own["method"]): own for own in conjecture(rows)}
    expected = {
        ("ecc", "emr", None, "spearman"): stats.spearmanr(ecc, emr, alternative="less"),
        ("ecc", "emr", None, "kendall"): stats.kendalltau(ecc, emr, alternative="less"),
        ("ecc", "emr", None, "pearson"): stats.pearsonr(ecc, emr, alternative="less"),
        ("length", "emr", None, "spearman"): stats.spearmanr(length, emr, alternative="less"),
        ("length", "ecc", None, "spearman"): stats.spearmanr(length, ecc, alternative="greater"),
        ("ecc_per_word", "emr", None, "spearman"): stats.spearmanr(np.divide(ecc, length), emr, alternative="less"),
    }
    for names, own in expected.items():
        assert (found[names]["value"], found[names]["p"]) == pytest.approx((own.statistic, own.pvalue))
    assert set(found) - set(expected) == {("ecc", "emr", "length", "spearman")}
    assert {own["n"] for own in found.values()} == {12}


def test_rows_without_figures_are_left_out() -> None:
    rows = some()
    nothing = {"ecc": math.nan, "emr": math.nan, "length": math.nan}
    assert conjecture([nothing, *rows, nothing]) == conjecture(rows)


def test_two_rows_say_nothing() -> None:
    assert conjecture(some(2)) == []
    assert len(conjecture(some(3))) == 7


@pytest.mark.parametrize("alternative", ["less", "greater", "two-sided"])
@pytest.mark.parametrize("pairs", [([1.0, 2, 3], [3.0, 2, 1]), ([4.0, 1, 3, 2, 9, 7], [1.0, 5, 2, 2, 0, 1])])
def test_few_pairs_are_held_against_all_their_orders(pairs: tuple[list[float], list[float]], alternative: Any) -> None:
    x, y = pairs
    expected = stats.permutation_test(
        (y,),
        lambda order: stats.spearmanr(x, order).statistic,
        permutation_type="pairings",
        n_resamples=math.inf,
        alternative=alternative,
    )
    found = spearman(np.array(x), np.array(y), alternative)
    assert (found.value, found.p) == pytest.approx((expected.statistic, expected.pvalue))


def test_three_rows_in_order_are_one_of_six() -> None:
    assert spearman(np.array([1.0, 2, 3]), np.array([30.0, 20, 10]), "less").p == pytest.approx(1 / 6)


def test_what_is_left_may_be_a_line_of_which_nothing_more_can_be_said() -> None:
    found = partial(np.array([1.0, 2, 3, 4, 5]), np.array([5.0, 4, 3, 2, 1]), np.array([2.0, 1, 4, 3, 5]), "less")
    assert found.value == pytest.approx(-1)
    assert math.isnan(found.p)


@pytest.mark.parametrize("seed", range(5))
def test_a_partial_correlation_is_that_of_the_residuals_of_ranks(seed: int) -> None:
    rows = some(20, seed)
    x, y, z = (stats.rankdata([row[name] for row in rows]) for name in ("ecc", "emr", "length"))
    left = [values - np.polyval(np.polyfit(z, values, 1), z) for values in (x, y)]
    r = stats.pearsonr(*left).statistic
    t = r * math.sqrt(17 / (1 - r * r))
    for alternative, p in (
        ("less", stats.t.cdf(t, 17)),
        ("greater", stats.t.sf(t, 17)),
        ("two-sided", 2 * stats.t.sf(abs(t), 17)),
    ):
        found = partial(x, y, z, alternative)  # type: ignore[arg-type]
        assert (found.value, found.p) == pytest.approx((r, p))


def test_nothing_is_left_where_length_says_it_all() -> None:
    line = np.arange(8.0)
    assert math.isnan(partial(line, np.array([3.0, 1, 4, 1, 5, 9, 2, 6]), 2 * line).value)


def test_three_rows_leave_no_freedom_for_a_partial_correlation() -> None:
    assert math.isnan(partial(np.array([1.0, 3, 2]), np.array([1.0, 2, 3]), np.array([2.0, 1, 3])).value)
