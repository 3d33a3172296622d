"""The difference of two treebanks whose sentences are not the same."""

from __future__ import annotations

import math

import numpy as np
import pytest

from treegauge import CallError
from treegauge.core.types import Counts, Floats
from treegauge.evaluation.statistics import paired_bootstrap, unpaired_bootstrap


def share(total: Counts) -> dict[str, Floats]:
    return {"share": 100 * total[..., 0] / total[..., 1]}


def sides(generator: np.random.Generator, *sizes: int) -> list[Counts]:
    return [np.stack((generator.integers(6, size=size), np.full(size, 5)), axis=1).astype(float) for size in sizes]


def test_the_interval_is_that_of_samples_drawn_one_by_one() -> None:
    a, b = sides(np.random.default_rng(1), 80, 120)
    difference, (low, high) = unpaired_bootstrap(a, b, share, resamples=5000)["share"]
    generator = np.random.default_rng(2)
    drawn = []
    for _ in range(5000):
        one, other = (side[generator.integers(len(side), size=len(side))].sum(0) for side in (a, b))
        drawn.append(float(share(one)["share"] - share(other)["share"]))
    assert difference == pytest.approx(float(share(a.sum(0))["share"] - share(b.sum(0))["share"]))
    assert (low, high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.6)


def test_the_interval_is_near_that_of_the_normal_distribution() -> None:
    """The mean of independent sentences: the variances of both sides add up."""
    a, b = sides(np.random.default_rng(3), 400, 900)
    _, (low, high) = unpaired_bootstrap(a, b, share, resamples=20_000)["share"]
    error = math.sqrt(sum(float(np.var(20 * side[:, 0])) / len(side) for side in (a, b)))
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=0.03)


def test_the_same_sentences_are_better_compared_in_pairs() -> None:
    (a,) = sides(np.random.default_rng(4), 200)
    b = a.copy()
    b[::7, 0] = np.maximum(b[::7, 0] - 1, 0)
    _, apart = unpaired_bootstrap(a, b, share)["share"]
    together = paired_bootstrap(a, b, share)["share"].interval
    assert together is not None
    assert apart[1] - apart[0] > 2 * (together[1] - together[0])


def test_one_sentence_has_no_interval_and_no_samples_are_an_error() -> None:
    a, b = sides(np.random.default_rng(5), 1, 9)
    difference, interval = unpaired_bootstrap(a, b, share)["share"]
    assert math.isfinite(difference)
    assert np.isnan(interval).all()
    with pytest.raises(CallError, match="resamples"):
        unpaired_bootstrap(b, b, share, resamples=0)
