"""Correlations of size and size over perplexity with accuracy, and increases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from treegauge.evaluation.statistics import williams
from treegauge.studies.derivation_perplexity.predicting import increases, predict

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


def test_predictors_are_tested_against_size_by_williams() -> None:
    found = over_string_row()
    best, sizes = [70, 61, 90, 85, 80], [row["size"] for row in ROWS]
    over_string = [row["size"] / row["string"] for row in ROWS]
    assert found["spearman_against_size"] == pytest.approx(williams(over_string, sizes, best, ranks=True))
    assert found["against_size"] == pytest.approx(williams(over_string, sizes, best))


def test_the_increase_of_means_is_not_the_mean_of_increases() -> None:
    everything, native, converted = increases(ROWS)
    assert (everything["group"], everything["n"]) == ("all", 5)
    assert everything["increase_of_means"] == pytest.approx(100 * (1550 / 950 - 1))
    assert everything["mean_of_increases"] == pytest.approx(72)
    assert native["mean_of_increases"] == pytest.approx(160 / 3)
    assert (converted["string"], converted["derivation"]) == (150, 325)
