"""Paired tests: exact cases by hand, calibration under the null hypothesis, ties, and degenerate systems."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import numpy as np
import pytest
from scipy import stats

from treegauge import CallError
from treegauge.evaluation.statistics import PairedDifference, bootstrap, paired_bootstrap, randomisation
from treegauge.evaluation.statistics.resample import GROUPS


def share(total: Any) -> dict[str, Any]:
    with np.errstate(invalid="ignore", divide="ignore"):
        return {"right": np.asarray(100 * total[..., 0] / total[..., 1])}


def systems(number: int, seed: int, better: float = 0.0) -> tuple[Any, Any]:
    """Two systems on the same sentences, of which some are hard for both."""
    generator = np.random.default_rng(seed)
    words = generator.integers(5, 30, number)
    ease = generator.beta(8, 2, number)
    right = [generator.binomial(words, np.clip(ease + shift, 0, 1)) for shift in (better, 0.0)]
    first, second = (np.stack((hits, words), axis=1).astype(float) for hits in right)
    return first, second


def test_exact_randomisation_tries_every_swap() -> None:
    a, b = systems(9, 1)
    found = randomisation(a, b, share)["right"]
    observed = abs(share(a.sum(axis=0))["right"] - share(b.sum(axis=0))["right"])
    hits = 0
    for swap in product([False, True], repeat=9):
        chosen = np.array(swap)[:, None]
        one, other = np.where(chosen, b, a), np.where(chosen, a, b)
        hits += abs(share(one.sum(axis=0))["right"] - share(other.sum(axis=0))["right"]) >= observed - 1e-9
    assert found.p == hits / 2**9
    assert found.test == "exact randomisation"


def test_exact_randomisation_of_a_mean_is_the_paired_permutation_test_of_scipy() -> None:
    generator = np.random.default_rng(5)
    x, y = generator.normal(0.5, 1, 10), generator.normal(0, 1, 10)
    a, b = (np.stack((values, np.ones(10)), axis=1) for values in (x, y))
    expected = stats.permutation_test(
        (x, y), lambda u, v, axis: (u - v).mean(axis=axis), permutation_type="samples", vectorized=True
    )
    assert randomisation(a, b, share)["right"].p == pytest.approx(expected.pvalue)


def test_approximate_randomisation_comes_near_the_exact_one() -> None:
    a, b = systems(12, 3, better=0.05)
    ways = 2 ** int((a != b).any(axis=1).sum())
    exact = randomisation(a, b, share, resamples=ways)["right"]
    sampled = randomisation(a, b, share, resamples=ways - 1)["right"]
    assert (exact.test, sampled.test) == ("exact randomisation", "approximate randomisation")
    assert sampled.p == pytest.approx(exact.p, abs=0.03)


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_p_values_are_uniform_where_the_systems_are_equally_good(test: Any) -> None:
    p_values = [test(*systems(60, seed), share, resamples=400, seed=seed)["right"].p for seed in range(300)]
    assert stats.kstest(p_values, "uniform").pvalue > 0.01
    assert 0.02 <= np.mean(np.array(p_values) <= 0.05) <= 0.09


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_a_real_difference_is_found(test: Any) -> None:
    a, b = systems(500, 0, better=0.05)
    found = test(a, b, share, resamples=2000)["right"]
    assert found.difference > 0
    assert found.p == pytest.approx(1 / 2001)
    other = test(b, a, share, resamples=2000)["right"]
    assert other.difference == -found.difference
    assert other.p == found.p


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_the_interval_of_the_difference_covers_the_truth(method: Literal["percentile", "bca"]) -> None:
    covered = 0
    for seed in range(300):
        found = paired_bootstrap(*systems(80, seed), share, resamples=400, method=method, seed=seed)["right"]
        assert found.interval is not None
        covered += found.interval[0] <= 0 <= found.interval[1]
    assert 0.91 <= covered / 300 <= 0.98


def test_pairing_makes_the_interval_narrower_than_two_unpaired_ones() -> None:
    a, b = systems(200, 0)
    low, high = paired_bootstrap(a, b, share)["right"].interval or (0, 0)
    one, other = (np.diff(bootstrap(counts, share)["right"])[0] for counts in (a, b))
    assert high - low < 0.8 * np.hypot(one, other)


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_a_system_does_not_differ_from_itself(test: Any) -> None:
    a, _ = systems(50, 0)
    found = test(a, a, share)["right"]
    assert (found.difference, found.p) == (0.0, 1.0)


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_the_same_seed_gives_the_same_answer(test: Any) -> None:
    a, b = systems(50, 1, better=0.02)
    assert test(a, b, share, seed=1) == test(a, b, share, seed=1)
    assert test(a, b, share, seed=1) != test(a, b, share, seed=2)


def test_differences_equal_but_for_rounding_are_ties() -> None:
    # In floating point 0.1 + 0.2 - 0.3 is not 0, and sums of the same numbers in another order differ.
    base = np.stack((np.full(3, 0.6), np.ones(3)), axis=1)
    moved = base + np.array([[0.1, 0.0], [0.2, 0.0], [-0.3, 0.0]])
    assert moved.sum(axis=0)[0] != base.sum(axis=0)[0]
    assert randomisation(moved, base, share)["right"].p == 1.0
    assert paired_bootstrap(moved, base, share)["right"].p == 1.0
    farther = base + np.array([[0.1, 0.0], [0.2, 0.0], [0.3, 0.0]])
    assert randomisation(farther, base, share)["right"].p == 2 / 8


def test_sentences_with_equal_counts_do_not_change_the_exact_test() -> None:
    a, b = systems(8, 2, better=0.1)
    equal = np.full((1000, 2), 7.0)
    longer = randomisation(np.concatenate((a, equal)), np.concatenate((b, equal)), share)["right"]
    assert longer.test == "exact randomisation"
    assert longer.resamples == 2 ** int((a != b).any(axis=1).sum())


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_many_sentences_are_tested_in_groups(test: Any) -> None:
    a, b = systems(3 * GROUPS, 0, better=0.001)
    found = test(a, b, share, resamples=1000)["right"]
    difference = (a - b)[:, 0]
    z = abs(difference.sum()) / np.sqrt((difference**2).sum())
    assert found.p == pytest.approx(2 * stats.norm.sf(z), abs=0.05)


def test_one_sentence_proves_nothing() -> None:
    a, b = np.array([[3.0, 4.0]]), np.array([[1.0, 4.0]])
    drawn = paired_bootstrap(a, b, share)["right"]
    assert drawn.difference == 50.0
    assert np.isnan([drawn.p, *(drawn.interval or ())]).all()
    assert randomisation(a, b, share)["right"].p == 1.0


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_without_sentences_there_is_no_p_value(test: Any) -> None:
    found = test(np.zeros((0, 2)), np.zeros((0, 2)), share)["right"]
    assert np.isnan([found.value_a, found.value_b, found.difference, found.p]).all()


@pytest.mark.parametrize("test", [paired_bootstrap, randomisation])
def test_a_score_of_nothing_has_no_p_value(test: Any) -> None:
    a = np.array([[0.0, 0.0]] * 4)
    b = np.array([[1.0, 2.0]] * 4)
    assert np.isnan(test(a, b, share)["right"].p)


def test_systems_with_other_sentences_are_refused() -> None:
    with pytest.raises(CallError, match="same sentences"):
        randomisation(np.ones((3, 2)), np.ones((4, 2)), share)
    with pytest.raises(CallError, match="the second counts of sentence 1 are NaN"):
        paired_bootstrap(np.ones((3, 2)), np.full((3, 2), np.nan), share)


def test_a_comparison_says_what_it_is() -> None:
    a, b = np.array([[1.0, 2.0], [2.0, 2.0]]), np.array([[1.0, 2.0], [1.0, 2.0]])
    assert randomisation(a, b, share)["right"] == PairedDifference(
        75.0, 50.0, 25.0, None, 1.0, "exact randomisation", 2
    )
