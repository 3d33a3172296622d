"""Correlations over parsers, averaged over treebanks, and their p-values."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from treegauge.evaluation.statistics.correlation import Alternative
from treegauge.studies.derivation_perplexity.ranking import distinct_outputs, p_of, permuted, rank


def outputs(treebank: str, perplexity: list[float], uas: list[float], exact: list[float]) -> list[dict[str, Any]]:
    return [
        {"treebank": treebank, "parser": str(n), "derivation": p, "uas": u, "las": u - 5, "uem": e, "lem": e / 2}
        for n, (p, u, e) in enumerate(zip(perplexity, uas, exact, strict=True))
    ]


ONE = outputs("one", [300, 310, 320, 330], [80, 79, 78, 77], [10, 12, 9, 8])
OTHER = outputs("other", [200, 190, 210, 205], [70, 72, 69, 71], [20, 20, 20, 20])


def test_the_mean_is_over_the_treebanks_that_have_a_correlation() -> None:
    found = rank([*ONE, *OTHER])
    first, second = found.treebanks
    assert first["P/UAS"] == pytest.approx(-1)
    assert second["P/UAS"] == pytest.approx(np.corrcoef([200, 190, 210, 205], [70, 72, 69, 71])[0, 1])
    assert math.isnan(second["P/EM"])
    pairs = {row["pair"]: row for row in found.pairs}
    assert pairs["P/UAS"]["mean"] == pytest.approx((first["P/UAS"] + second["P/UAS"]) / 2)
    assert (pairs["P/UAS"]["treebanks"], pairs["P/UAS"]["left_out"]) == (2, [])
    assert pairs["P/EM"]["mean"] == first["P/EM"]
    assert (pairs["P/EM"]["treebanks"], pairs["P/EM"]["left_out"]) == (1, ["other"])


def test_an_output_that_two_parsers_share_counts_once() -> None:
    named = [{**row, "output": f"o{n}"} for n, row in enumerate(ONE)]
    twice = [*named, {**named[3], "parser": "twin"}]
    assert rank(twice) == rank(named) == rank(ONE)
    elsewhere = {**named[3], "treebank": "other"}
    assert distinct_outputs([*twice, elsewhere]) == [*named, elsewhere]
    assert rank([*ONE, dict(ONE[3])]).treebanks[0]["n"] == 5  # without the output, nobody knows


def test_a_pair_without_any_correlation_has_no_figures() -> None:
    pairs = {row["pair"]: row for row in rank(OTHER).pairs}
    assert pairs["P/EM"]["treebanks"] == 0
    assert all(math.isnan(value) for name, value in pairs["P/EM"].items() if name.endswith("sided") or name == "mean")


@pytest.mark.parametrize(("value", "printed"), [(-0.5670, 0.0172), (-0.5464, 0.0217), (0.5510, 0.0206)])
def test_the_papers_p_values_are_one_sided_with_14_pairs(value: float, printed: float) -> None:
    alternative: Alternative = "less" if value < 0 else "greater"
    assert p_of(value, 14, alternative) == pytest.approx(printed, abs=1.1e-4)  # it had more digits of the correlation
    assert p_of(value, 14) == pytest.approx(2 * p_of(value, 14, alternative))


def test_p_is_that_of_scipy_where_there_is_one_correlation() -> None:
    from scipy import stats

    x, y = np.random.default_rng(1).normal(size=(2, 9))
    alternatives: tuple[Alternative, ...] = ("less", "greater", "two-sided")
    for alternative in alternatives:
        expected = stats.pearsonr(x, y, alternative=alternative)
        assert p_of(expected.statistic, 9, alternative) == pytest.approx(expected.pvalue)
    assert math.isnan(p_of(0.5, 2))
    assert math.isnan(p_of(1.0, 9))


def test_permuted_means_are_those_of_the_orders_one_by_one() -> None:
    one, other = np.array([1.0, 2.0, 4.0]), np.array([5.0, 3.0, 9.0])
    drawn = permuted([(one, other)], 500)
    expected = {round(float(np.corrcoef(order, other)[0, 1]), 9) for order in permutations(one)}
    assert {round(value, 9) for value in drawn.tolist()} == expected


def test_permutation_p_is_the_share_of_orders_that_are_as_far_out() -> None:
    """Four parsers in perfect order: 1 of 24 orders on one treebank."""
    row = rank(ONE, draws=100_000).pairs[0]
    assert row["permutation_one_sided"] == pytest.approx(1 / 24, abs=0.003)
    assert row["permutation_two_sided"] == pytest.approx(2 / 24, abs=0.003)


def test_more_parsers_than_all_orders_can_be_tried_for_are_shuffled() -> None:
    x = np.arange(8.0)
    drawn = permuted([(x, x)], 20_000)
    assert abs(drawn.mean()) < 0.02
    assert drawn.std() == pytest.approx(1 / math.sqrt(7), abs=0.02)


def test_treebanks_that_all_agree_are_significant_by_every_test() -> None:
    rows = [row for n in range(8) for row in outputs(f"t{n}", [1, 2, 3, 4 + n], [9, 8, 7, 6], [4, 3.5, 2, 1.5])]
    row = rank(rows).pairs[0]
    assert row["sign_one_sided"] == pytest.approx(1 / 256)
    assert row["sign_two_sided"] == pytest.approx(2 / 256)
    assert row["t_one_sided"] < 1e-6
    assert row["permutation_one_sided"] < 1e-3
    wrong_way = rank([{**row, "derivation": -row["derivation"]} for row in rows]).pairs[0]
    assert wrong_way["sign_one_sided"] == 1
    assert wrong_way["permutation_one_sided"] == pytest.approx(1, abs=1e-3)
    assert wrong_way["permutation_two_sided"] < 1e-3
