"""Correlations of size and size over perplexity with accuracy, and increases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge.studies.derivation_perplexity.predicting import increases, predict, williams

ROWS: list[dict[str, Any]] = [
    {"treebank": "a", "group": "native", "size": 1000, "string": 100.0, "derivation": 200.0, "increase": 100.0},
    {"treebank": "b", "group": "native", "size": 2000, "string": 300.0, "derivation": 300.0, "increase": 0.0},
    {"treebank": "c", "group": "converted", "size": 3000, "string": 100.0, "derivation": 150.0, "increase": 50.0},
    {"treebank": "d", "group": "converted", "size": 8000, "string": 200.0, "derivation": 500.0, "increase": 150.0},
    {"treebank": "e", "group": "native", "size": 4000, "string": 250.0, "derivation": 400.0, "increase": 60.0},
]
UAS = {"a": [70.0, 60.0], "b": [60.0, 61.0], "c": [90.0, 70.0], "d": [85.0, 85.0], "e": [80.0, 70.0]}


def one(found: list[dict[str, Any]], **wanted: str) -> dict[str, Any]:
    (row,) = [row for row in found if all(row[name] == value for name, value in wanted.items())]
    return row


def over_string_row() -> dict[str, Any]:
    return one(predict(ROWS, {"UAS": UAS}), group="all", of="best", predictor="size / string")


def test_the_correlations_are_those_of_the_predictors_with_best_and_average() -> None:
    found = predict(ROWS, {"UAS": UAS})
    predictors = {
        "size": [1000, 2000, 3000, 8000, 4000],
        "size / string": [10, 2000 / 300, 30, 40, 16],
        "size / derivation": [5, 2000 / 300, 20, 16, 10],
    }
    reached = {"best": [70, 61, 90, 85, 80], "average": [65, 60.5, 80, 85, 75]}
    for name, values in predictors.items():
        for of, accuracy in reached.items():
            row = one(found, group="all", of=of, predictor=name)
            assert row["pearson"] == pytest.approx(np.corrcoef(np.array(values), np.array(accuracy))[0, 1])
            assert row["n"] == 5
            assert row["p_one_sided"] == pytest.approx(row["p"] / 2)
            low, high = row["interval"]
            assert low < row["pearson"] < high


def test_groups_are_correlated_by_themselves_and_treebanks_without_accuracy_are_left_out() -> None:
    found = predict(ROWS, {"UAS": UAS, "other": {name: UAS[name] for name in "abe"}})
    assert one(found, group="native", accuracy="UAS", of="best", predictor="size")["n"] == 3
    assert one(found, group="converted", accuracy="UAS", of="best", predictor="size")["n"] == 2
    everything = one(found, group="all", accuracy="other", of="best", predictor="size")
    native = one(found, group="native", accuracy="other", of="best", predictor="size")
    assert everything["n"] == 3
    assert everything["pearson"] == native["pearson"]
    assert math.isnan(one(found, group="converted", accuracy="other", of="best", predictor="size")["pearson"])
    alone = predict(ROWS[:2], {"UAS": UAS})
    assert {row["group"] for row in alone} == {"all"}


def test_few_ranks_in_order_are_not_proof() -> None:
    """Three treebanks: 1 of 6 orders, though the correlation is perfect."""
    rows = [{**row, "size": size} for row, size in zip(ROWS, (1, 2, 3), strict=False)]
    found = predict(rows, {"UAS": {"a": [1.0], "b": [2.0], "c": [30.0]}})
    row = one(found, group="all", of="best", predictor="size")
    assert row["spearman"] == pytest.approx(1)
    assert row["spearman_p_one_sided"] == pytest.approx(1 / 6)


def test_williams_is_the_test_of_the_textbook() -> None:
    """Against the determinant of the correlation matrix, as Steiger (1980, formula 7) writes it."""
    from scipy import stats

    generator = np.random.default_rng(5)
    one, other, accuracy = generator.normal(size=(3, 12))
    other = other + one
    matrix = np.corrcoef([accuracy, one, other])
    jk, jh, kh = matrix[0, 1], matrix[0, 2], matrix[1, 2]
    mean = (jk + jh) / 2
    t = (jk - jh) * np.sqrt(11 * (1 + kh) / (2 * 11 / 9 * np.linalg.det(matrix) + mean**2 * (1 - kh) ** 3))
    assert williams(one, other, accuracy) == pytest.approx(2 * stats.t.sf(abs(t), 9))


def test_williams_on_ranks_is_williams_of_the_ranks() -> None:
    """Ties have their mean rank, as in Spearman's rho."""
    from scipy import stats

    one, other, accuracy = np.random.default_rng(6).integers(9, size=(3, 15)).tolist()
    ranked = (stats.rankdata(values).tolist() for values in (one, other, accuracy))
    assert williams(one, other, accuracy, ranks=True) == pytest.approx(williams(*ranked))
    assert williams(one, other, accuracy, ranks=True) != pytest.approx(williams(one, other, accuracy))
    found = over_string_row()
    best, sizes = [70, 61, 90, 85, 80], [row["size"] for row in ROWS]
    over_string = [row["size"] / row["string"] for row in ROWS]
    assert found["spearman_against_size"] == pytest.approx(williams(over_string, sizes, best, ranks=True))
    assert found["against_size"] == pytest.approx(williams(over_string, sizes, best))


@pytest.mark.parametrize("size", [9, 23])
def test_williams_on_ranks_rejects_about_one_in_twenty_where_both_correlate_equally(size: int) -> None:
    """The test was made for normal distributions; here are predictors that are as alike as those of the study."""
    mixture = np.linalg.cholesky(np.array([[1, 0.9, 0.5], [0.9, 1, 0.5], [0.5, 0.5, 1]]))
    generator = np.random.default_rng(7)
    drawn = (mixture @ generator.normal(size=(3, size)) for _ in range(400))
    rejected = sum(williams(*values.tolist(), ranks=True) < 0.05 for values in drawn)
    assert 0.025 <= rejected / 400 <= 0.085


@given(st.lists(st.tuples(*[st.floats(-9, 9)] * 3), min_size=4, max_size=9))
def test_williams_does_not_depend_on_which_predictor_is_first(rows: list[tuple[float, float, float]]) -> None:
    one, other, accuracy = zip(*rows, strict=True)
    found, swapped = williams(one, other, accuracy), williams(other, one, accuracy)
    assert found == pytest.approx(swapped, nan_ok=True)


def test_williams_of_a_predictor_with_itself_or_of_three_treebanks_is_not_defined() -> None:
    assert math.isnan(williams([1, 2, 3, 4], [1, 2, 3, 4], [2, 1, 4, 3]))
    assert math.isnan(williams([1, 2, 3], [3, 1, 2], [2, 1, 4]))


def test_the_increase_of_means_is_not_the_mean_of_increases() -> None:
    everything, native, converted = increases(ROWS)
    assert (everything["group"], everything["n"]) == ("all", 5)
    assert everything["increase_of_means"] == pytest.approx(100 * (1550 / 950 - 1))
    assert everything["mean_of_increases"] == pytest.approx(72)
    assert native["mean_of_increases"] == pytest.approx(160 / 3)
    assert (converted["string"], converted["derivation"]) == (150, 325)
