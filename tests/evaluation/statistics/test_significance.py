"""McNemar, Holm and effect sizes: textbook values, scipy, and limits."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from treegauge import CallError
from treegauge.evaluation.statistics import effect_sizes, holm, mcnemar, odds_ratio

numbers = st.integers(0, 300)


def test_the_textbook_case_of_mcnemar_comes_out() -> None:
    # The approval ratings in Agresti (2002), Categorical Data Analysis, section 10.1: 150 and 86 changed their mind.
    found = mcnemar(150, 86, exact=False)
    assert round(found.statistic, 2) == 16.82
    assert found.p == pytest.approx(stats.chi2.sf(found.statistic, 1))
    assert mcnemar(150, 86).p == pytest.approx(found.p, rel=0.2)


@given(numbers, numbers)
def test_the_exact_mcnemar_is_the_binomial_test(only_a: int, only_b: int) -> None:
    if only_a + only_b == 0:
        expected = 1.0
    else:
        expected = stats.binomtest(only_a, only_a + only_b, 0.5).pvalue
    assert mcnemar(only_a, only_b).p == pytest.approx(expected)
    assert mcnemar(only_b, only_a).p == mcnemar(only_a, only_b).p


def test_small_numbers_by_hand() -> None:
    assert mcnemar(0, 5).p == pytest.approx(2 / 2**5)
    assert mcnemar(1, 5).p == pytest.approx(2 * (1 + 6) / 2**6)
    assert mcnemar(3, 3).p == 1.0


@pytest.mark.parametrize("exact", [True, False])
def test_no_discordant_sentence_is_not_a_difference(exact: bool) -> None:
    assert mcnemar(0, 0, exact=exact).p == 1.0


def test_equal_numbers_have_the_statistic_0() -> None:
    assert mcnemar(7, 7, exact=False).statistic == 0
    assert mcnemar(7, 7, exact=False).p == 1.0
    assert math.isnan(mcnemar(7, 7).statistic)


@pytest.mark.parametrize("pair", [(-1, 3), (2, -5), (1.5, 2)])
def test_numbers_that_count_nothing_are_refused(pair: Any) -> None:
    with pytest.raises(CallError, match="whole"):
        mcnemar(*pair)
    with pytest.raises(CallError, match="whole"):
        odds_ratio(*pair)


def test_the_textbook_case_of_holm_comes_out() -> None:
    # By hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, and 0.04, which may not fall below the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_lies_between_the_p_values_and_bonferroni(p_values: list[float]) -> None:
    corrected, given_values = holm(p_values), np.array(p_values)
    assert (corrected >= given_values).all()
    assert (corrected <= np.minimum(1, given_values * len(p_values)) + 1e-12).all()
    order = np.argsort(given_values, kind="stable")
    assert (np.diff(corrected[order]) >= 0).all()
    # Rejecting by corrected values is stepping down until one fails.
    for level in (0.01, 0.05, 0.2):
        rejected = 0
        for rank, value in enumerate(sorted(p_values)):
            if value * (len(p_values) - rank) > level:
                break
            rejected += 1
        assert np.count_nonzero(corrected <= level) == rejected


def test_holm_passes_over_nan() -> None:
    corrected = holm([0.02, math.nan, 0.03])
    assert corrected[[0, 2]].tolist() == pytest.approx([0.04, 0.04])
    assert math.isnan(corrected[1])
    assert len(holm([])) == 0


def test_holm_refuses_what_is_not_a_probability() -> None:
    with pytest.raises(CallError, match="between 0 and 1"):
        holm([0.5, 1.5])


def mean(total: Any) -> dict[str, Any]:
    with np.errstate(invalid="ignore", divide="ignore"):
        return {"mean": np.asarray(total[..., 0] / total[..., 1])}


def column(*values: float) -> Any:
    return np.stack((np.array(values), np.ones(len(values))), axis=1)


def test_effect_sizes_by_hand() -> None:
    found = effect_sizes(column(3, 5, 4, 8), column(2, 3, 4, 9), mean)["mean"]
    assert found.d_z == pytest.approx(0.5 / np.std([1, 2, 0, -1], ddof=1))
    assert found.delta == pytest.approx((2 - 1) / 4)
    assert found.sentences == 4


def test_d_z_is_the_paired_t_divided_by_the_root_of_n() -> None:
    generator = np.random.default_rng(0)
    x, y = generator.normal(1, 1, 40), generator.normal(0, 1, 40)
    found = effect_sizes(column(*x), column(*y), mean)["mean"]
    assert found.d_z == pytest.approx(stats.ttest_rel(x, y).statistic / math.sqrt(40))


def test_effects_without_spread_or_sentences() -> None:
    same = effect_sizes(column(1, 2, 3), column(1, 2, 3), mean)["mean"]
    assert (same.d_z, same.delta) == (0.0, 0.0)
    assert effect_sizes(column(1, 2), column(2, 3), mean)["mean"].d_z == -math.inf
    assert effect_sizes(column(0.1 + 0.2, 1), column(0.3, 0), mean)["mean"].delta == 0.5
    assert math.isnan(effect_sizes(column(1), column(2), mean)["mean"].d_z)
    assert math.isnan(effect_sizes(column(), column(), mean)["mean"].delta)


def test_a_sentence_without_a_score_is_left_out_of_the_effect() -> None:
    a = np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]])
    b = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    assert effect_sizes(a, b, mean)["mean"].sentences == 2


@given(numbers, numbers, st.sampled_from([0.9, 0.95, 0.99]))
def test_the_interval_of_the_odds_ratio_agrees_with_the_exact_test(only_a: int, only_b: int, level: float) -> None:
    found = odds_ratio(only_a, only_b, level=level)
    if not only_a + only_b:
        assert math.isnan(found.value)
        return
    share = stats.binomtest(only_a, only_a + only_b).proportion_ci(level)
    low, high = (value / (1 - value) if value < 1 else math.inf for value in share)
    assert found.interval == pytest.approx((low, high), rel=1e-6)
    assert found.interval[0] <= found.value <= found.interval[1]
    p = mcnemar(only_a, only_b).p
    if abs(p - (1 - level)) > 1e-9:
        assert (p > 1 - level) == (found.interval[0] <= 1 <= found.interval[1])
