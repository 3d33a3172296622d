"""Bootstrap intervals: against scipy, by coverage, in groups, and where there is little to resample."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature
from typing import Any, Literal

import numpy as np
import pytest
from scipy import stats

from treegauge import CallError
from treegauge.evaluation.statistics import bootstrap, bootstraps
from treegauge.evaluation.statistics.bootstrap import bca_interval, percentile_interval
from treegauge.evaluation.statistics.resample import (
    GROUPS,
    all_subsets,
    random_groups,
    random_subsets,
    resampled_totals,
)


def share(total: Any) -> dict[str, Any]:
    """Two scores: a ratio, which can be 0/0, and the same turned round."""
    with np.errstate(invalid="ignore", divide="ignore"):
        right = np.asarray(100 * total[..., 0] / total[..., 1])
    return {"right": right, "wrong": 100 - right}


def sentences(number: int, seed: int = 0, accuracy: float = 0.8) -> Any:
    """Counts of right words and of words."""
    generator = np.random.default_rng(seed)
    words = generator.integers(1, 40, number)
    return np.stack((generator.binomial(words, accuracy), words), axis=1).astype(float)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_the_interval_of_a_given_distribution_is_that_of_scipy(method: Literal["percentile", "bca"]) -> None:
    counts = sentences(60, accuracy=0.95)
    generator = "rng" if "rng" in signature(stats.bootstrap).parameters else "random_state"  # before SciPy 1.15
    result = stats.bootstrap(
        (counts[:, 0], counts[:, 1]),
        lambda right, words, axis: 100 * right.sum(axis=axis) / words.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=4000,
        confidence_level=0.9,
        method="BCa" if method == "bca" else "percentile",
        **{generator: np.random.default_rng(1)},
    )
    point, drawn = float(share(counts.sum(axis=0))["right"]), result.bootstrap_distribution
    if method == "bca":
        interval = bca_interval(drawn, point, [share(counts.sum(axis=0) - counts)["right"]], 0.9)
    else:
        interval = percentile_interval(drawn, point, 0.9)
    assert interval == pytest.approx(tuple(result.confidence_interval), abs=1e-9)
    own = bootstrap(counts, share, resamples=4000, level=0.9, method=method)["right"]
    width = interval[1] - interval[0]
    assert own == pytest.approx(interval, abs=0.1 * width)


def test_the_interval_of_samples_within_groups_is_that_of_scipy() -> None:
    groups = [np.random.default_rng(seed).gamma(seed, size=10 * seed) for seed in (1, 2, 4)]
    generator = "rng" if "rng" in signature(stats.bootstrap).parameters else "random_state"  # before SciPy 1.15
    result = stats.bootstrap(
        groups,
        lambda *samples, axis: sum(sample.mean(axis=axis) for sample in samples) / len(samples),
        vectorized=True,
        n_resamples=2000,
        method="BCa",
        **{generator: np.random.default_rng(1)},
    )
    point = float(np.mean([group.mean() for group in groups]))
    without = [(group.sum() - group) / (len(group) - 1) for group in groups]
    interval = bca_interval(result.bootstrap_distribution, point, without, 0.95)
    assert interval == pytest.approx(tuple(result.confidence_interval), abs=1e-9)
    as_one = bca_interval(result.bootstrap_distribution, point, [np.concatenate(without)], 0.95)
    assert as_one != pytest.approx(interval, abs=1e-9)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_the_interval_covers_the_truth_as_often_as_it_says(method: Literal["percentile", "bca"]) -> None:
    covered = 0
    for seed in range(400):
        low, high = bootstrap(sentences(80, seed), share, resamples=500, method=method, seed=seed)["right"]
        covered += low <= 80.0 <= high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_higher_level_gives_a_wider_interval() -> None:
    counts = sentences(100)
    narrow, wide = (bootstrap(counts, share, level=level)["right"] for level in (0.8, 0.99))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_the_same_seed_gives_the_same_interval() -> None:
    counts = sentences(100)
    assert bootstrap(counts, share, seed=3) == bootstrap(counts, share, seed=3)
    assert bootstrap(counts, share, seed=3) == bootstrap(counts, share, seed=np.random.default_rng(3))
    assert bootstrap(counts, share, seed=3) != bootstrap(counts, share, seed=4)


def test_scores_that_mirror_each_other_have_mirrored_intervals() -> None:
    found = bootstrap(sentences(50), share)
    low, high = found["right"]
    assert found["wrong"] == pytest.approx((100 - high, 100 - low))


def test_samples_have_the_moments_of_sampling_with_replacement() -> None:
    counts = sentences(30)
    totals = resampled_totals(counts, 20_000, np.random.default_rng(0))
    assert totals.mean(axis=0) == pytest.approx(counts.sum(axis=0), rel=0.005)
    assert totals.var(axis=0) == pytest.approx(30 * counts.var(axis=0), rel=0.05)
    whole = resampled_totals(np.ones((30, 1)), 100, np.random.default_rng(0))
    assert (whole == 30).all()


def test_subsets_take_each_row_with_probability_one_half() -> None:
    counts = sentences(21)
    totals = random_subsets(counts, 20_000, np.random.default_rng(0))
    assert totals.mean(axis=0) == pytest.approx(counts.sum(axis=0) / 2, rel=0.01)
    assert totals.var(axis=0) == pytest.approx((counts**2).sum(axis=0) / 4, rel=0.05)


def test_all_subsets_are_all_subsets() -> None:
    totals = all_subsets(np.array([[1.0], [2.0], [4.0]]))
    assert sorted(totals[:, 0].tolist()) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert totals[0, 0] == 0


@pytest.mark.parametrize("number", [GROUPS + 5000, 200_000])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_groups_of_many_sentences_give_the_interval_of_the_sentences(
    number: int, method: Literal["percentile", "bca"]
) -> None:
    counts = sentences(number)
    low, high = bootstrap(counts, share, resamples=2000, method=method)["right"]
    point = float(share(counts.sum(axis=0))["right"])
    # The delta method: the standard error of a ratio of sums.
    rest = counts[:, 0] - point / 100 * counts[:, 1]
    error = 100 * np.sqrt((rest**2).sum()) / counts[:, 1].sum()
    assert (low, high) == pytest.approx((point - 1.96 * error, point + 1.96 * error), abs=0.2 * error)


def test_grouping_keeps_the_sums_and_mixes_the_order() -> None:
    counts = np.arange(25_000, dtype=float)[:, None]
    groups = random_groups(counts, np.random.default_rng(0))
    assert groups.shape == (GROUPS, 1)
    assert groups.sum() == counts.sum()
    assert abs(np.corrcoef(groups[:, 0], np.arange(GROUPS))[0, 1]) < 0.05


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_equal_sentences_have_an_interval_of_no_width(method: Literal["percentile", "bca"]) -> None:
    assert bootstrap(np.full((20, 2), 3.0), share, method=method)["right"] == (100.0, 100.0)


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("number", [0, 1])
def test_fewer_than_two_sentences_have_no_interval(number: int, method: Literal["percentile", "bca"]) -> None:
    found = bootstrap(sentences(number), share, method=method)
    assert found.keys() == {"right", "wrong"}
    assert np.isnan(list(found.values())).all()


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_a_score_of_nothing_has_no_interval(method: Literal["percentile", "bca"]) -> None:
    assert np.isnan(bootstrap(np.zeros((5, 2)), share, method=method)["right"]).all()


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_samples_without_a_score_are_left_out(method: Literal["percentile", "bca"]) -> None:
    counts = np.array([[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]])
    assert bootstrap(counts, share, method=method)["right"] == (50.0, 50.0)


def test_an_extreme_score_stays_within_its_samples() -> None:
    counts = np.array([[10.0, 10.0]] * 30 + [[0.0, 10.0]])
    low, high = bootstrap(counts, share, method="bca", resamples=500)["right"]
    assert 80 < low < high <= 100


@pytest.mark.parametrize(
    ("counts", "options", "message"),
    [
        (np.ones(3), {}, "one row per sentence"),
        (np.array([[1.0, 1.0], [np.nan, 1.0]]), {}, "sentence 2 are NaN"),
        (np.ones((3, 2)), {"resamples": 0}, "at least 1"),
        (np.ones((3, 2)), {"level": 95}, "between 0 and 1"),
        (np.ones((3, 2)), {"method": "studentised"}, "known: percentile, bca"),
    ],
)
def test_a_wrong_call_is_explained(counts: Any, options: Any, message: str) -> None:
    with pytest.raises(CallError, match=message):
        bootstrap(counts, share, **options)


def test_scipy_is_not_imported_at_the_start() -> None:
    code = "import sys, treegauge.evaluation.statistics; sys.exit('scipy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("number", [1, 80, GROUPS + 500])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_several_measures_at_once_have_the_intervals_of_each(number: int, method: Literal["percentile", "bca"]) -> None:
    counts = sentences(number), np.sqrt(sentences(number, seed=1))
    together = bootstraps([(matrix, share) for matrix in counts], method=method, seed=3)
    np.testing.assert_array_equal(
        [list(intervals.values()) for intervals in together],
        [list(bootstrap(matrix, share, method=method, seed=3).values()) for matrix in counts],
    )
