"""The plain and the smoothed ECC as predictors of the same accuracies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from treegauge.evaluation.statistics import williams
from treegauge.studies.difficulty.conjecture import partial
from treegauge.studies.difficulty.smoothed import (
    OWN,
    PLAIN,
    SMOOTHED,
    ComparisonRow,
    Measured,
    compare_predictors,
    correlations,
)


def drawn(size: int = 12, seed: int = 0) -> list[Measured]:
    """Treebanks whose smoothed ECC says more about all trees than the plain one."""
    random = np.random.default_rng(seed)

    def row(ecc: float, emr: float, f1: float, length: float) -> dict[str, Any]:
        own = {"ecc": ecc, "length": length, "emr": emr + 20, "f1": f1 + 10, "emr_all": emr, "f1_all": f1}
        return own

    found = []
    for number, hard in enumerate(random.uniform(2, 16, size).tolist()):
        noise = random.normal(0, 1, 6).tolist()
        plain = row(hard / 2 + 2 * noise[0], 60 - 3 * hard + noise[1], 90 - hard + noise[2], 12 + noise[3])
        smoothed = row(hard + noise[4] / 4, plain["emr_all"] + noise[5], plain["f1_all"], 14 + hard / 4 + noise[3])
        key = {"treebank": str(number), "transform": "", "signature": "difficulty()"}
        found.append(Measured({**key, **plain}, {**key, "signature": "difficulty(grammar=markov)", **smoothed}))
    return found


def one(rows: list[ComparisonRow], *wanted: object) -> ComparisonRow:
    names = ("outcome", "accuracy", "method", "given")
    (found,) = [row for row in rows if tuple(row[name] for name in names) == wanted]  # type: ignore[literal-required]
    return found


def column(treebanks: list[Measured], side: int, name: str) -> list[float]:
    return [pair[side][name] for pair in treebanks]


@pytest.mark.parametrize("method", ["pearson", "spearman"])
def test_both_predictors_are_held_against_the_same_accuracy(method: Any) -> None:
    treebanks = drawn()
    found = one(compare_predictors(treebanks, resamples=50), SMOOTHED, "f1", method, None)
    function = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}[method]
    f1 = column(treebanks, 1, "f1_all")
    values = [function(column(treebanks, side, "ecc"), f1).statistic for side in (0, 1)]
    assert [found["plain"], found["smoothed"]] == pytest.approx(values)
    assert found["difference"] == pytest.approx(values[0] - values[1])
    ecc = [column(treebanks, side, "ecc") for side in (0, 1)]
    assert found["p"] == pytest.approx(williams(ecc[0], ecc[1], f1, ranks=method == "spearman"))


def test_each_model_is_held_against_the_trees_that_it_covers() -> None:
    treebanks = drawn()
    found = one(compare_predictors(treebanks, resamples=50), OWN, "emr", "pearson", None)
    values = [stats.pearsonr(column(treebanks, side, "ecc"), column(treebanks, side, "emr"))[0] for side in (0, 1)]
    assert [found["plain"], found["smoothed"]] == pytest.approx(values)
    assert found["p"] is None


def test_at_equal_length_it_is_the_partial_correlation() -> None:
    treebanks = drawn()
    found = one(compare_predictors(treebanks, resamples=50), PLAIN, "emr", "spearman", "length")
    emr, length = column(treebanks, 0, "emr_all"), column(treebanks, 1, "length")
    for side, name in ((0, PLAIN), (1, "smoothed")):
        expected = partial(np.array(column(treebanks, side, "ecc")), np.array(emr), np.array(length)).value
        assert found[name] == pytest.approx(expected)  # type: ignore[literal-required]


def test_an_accuracy_of_another_parser_is_matched_to_its_treebank() -> None:
    treebanks = drawn()
    treebanks[3] = Measured({**treebanks[3].plain, "ecc": math.nan}, treebanks[3].smoothed)
    other = [{"emr": float(number), "f1": -float(number)} for number in range(12)]
    found = one(compare_predictors(treebanks, {"other": other}, resamples=50), "other", "f1", "pearson", None)
    kept = [number for number in range(12) if number != 3]
    ecc = [treebanks[number].smoothed["ecc"] for number in kept]
    assert found["n"] == 11
    assert found["smoothed"] == pytest.approx(stats.pearsonr(ecc, [-number for number in kept])[0])


def test_the_interval_of_a_difference_has_it_inside_and_is_the_same_for_the_same_seed() -> None:
    found = compare_predictors(drawn(30), resamples=400)
    for row in found:
        low, high = row["difference_interval"]
        assert low < row["difference"] < high
    assert found == compare_predictors(drawn(30), resamples=400)
    assert one(found, SMOOTHED, "emr", "pearson", None)["difference_interval"][0] > 0  # by construction


def test_samples_are_correlated_one_by_one() -> None:
    random = np.random.default_rng(3)
    x, y, z = random.normal(size=(3, 9))
    draws = random.integers(9, size=(4, 9))
    assert correlations(x, y, draws, "spearman") == pytest.approx([stats.spearmanr(x[i], y[i])[0] for i in draws])
    expected = [partial(x[i], y[i], z[i]).value for i in draws]
    assert correlations(x, y, draws, "spearman", z) == pytest.approx(expected)
    assert np.isnan(correlations(x, y, np.zeros((1, 9), np.int64), "pearson")).all()


def test_two_treebanks_say_nothing() -> None:
    assert compare_predictors(drawn(2)) == []
