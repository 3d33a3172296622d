"""Sums over samples: single precision where it is exact, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from treegauge.evaluation.statistics.resample import _blocks, random_subsets, resampled_totals


def drawn(counts: np.ndarray, seed: int = 3) -> list[np.ndarray]:
    return [
        resampled_totals(counts, 300, np.random.default_rng(seed)),
        random_subsets(counts, 300, np.random.default_rng(seed)),
    ]


def test_whole_counts_have_the_same_sums_in_single_precision() -> None:
    counts = np.random.default_rng(0).integers(0, 900, (2000, 30)).astype(float)
    assert {block.dtype for block in _blocks(counts)} == {np.dtype(np.float32)}
    for single, double in zip(drawn(counts), drawn(counts / 4096), strict=True):
        assert np.array_equal(single, double * 4096)
        assert single.dtype == np.float64


@pytest.mark.parametrize("scale", [0.1, 1e5])
def test_fractions_and_large_counts_are_summed_in_double_precision(scale: float) -> None:
    counts = (np.random.default_rng(0).integers(1, 900, (2000, 3)) * scale).astype(np.float64)
    assert {block.dtype for block in _blocks(counts)} == {np.dtype(np.float64)}
