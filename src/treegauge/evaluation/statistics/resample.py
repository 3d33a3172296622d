"""Resampling of sentences: sums of counts over many random samples, each as one row of a matrix product."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.types import Counts, Floats

Score = Callable[[Counts], dict[str, Floats]]

GROUPS = 10_000  # more rows than that are resampled in groups
_SMALL = 1 << 18  # multiplications for which no threads are started
_WIDTH = 13  # columns
_ROWS_AT_ONCE = 50_000
_WHOLE_IN_SINGLE = 1 << 24  # single precision has all whole numbers below it
_AT_ONCE = 1 << 18  # random numbers in one block, which fits into the cache of the processor


def checked_counts(counts: Any, what: str = "counts") -> Counts:
    """Counts as a matrix without NaN: the caller leaves out, and names, sentences that cannot be compared."""
    matrix = np.asarray(counts)
    if matrix.dtype != np.float32:  # exact counts of very many sentences may be in single precision
        matrix = np.asarray(matrix, np.float64)
    if matrix.ndim != 2:
        raise CallError(f"{what} must have one row per sentence and one column per count, not the shape {matrix.shape}")
    bad = np.flatnonzero(np.isnan(matrix).any(axis=1))
    if len(bad):
        raise CallError(
            f"{what} of sentence {bad[0] + 1} are NaN: it cannot be compared; leave such sentences out first"
        )
    return matrix


def checked_pair(a: Any, b: Any) -> tuple[Counts, Counts]:
    """The counts of two systems on the same sentences."""
    first, second = checked_counts(a, "the first counts"), checked_counts(b, "the second counts")
    if first.shape != second.shape:
        raise CallError(f"the two systems must have the same sentences: {first.shape} and {second.shape} counts")
    return first, second


def summed(counts: Counts) -> Counts:
    """The sums of all columns, in double precision."""
    return np.asarray(counts.sum(axis=0, dtype=np.float64))


def in_pieces(counts: Counts) -> Iterator[Counts]:
    """The rows of a matrix in double precision, some at a time."""
    for start in range(0, max(len(counts), 1), _ROWS_AT_ONCE):
        yield counts[start : start + _ROWS_AT_ONCE].astype(np.float64)


def check_resamples(resamples: int) -> None:
    """Refuse fewer than one sample."""
    if resamples < 1:
        raise CallError(f"resamples must be at least 1, not {resamples}")


def check_level(level: float) -> None:
    """Refuse a level of confidence that is not between 0 and 1."""
    if not 0.0 < level < 1.0:
        hint = f"; did you mean {level / 100:g}?" if 50 <= level < 100 else ""
        raise CallError(f"level must be between 0 and 1, such as 0.95, not {level:g}{hint}")


def random_groups(counts: Counts, generator: np.random.Generator) -> Counts:
    """At most GROUPS rows: more sentences are divided at random into groups of (nearly) equal size, and summed.

    The scores are ratios of sums, and random groups are independent of each other: to a first approximation, samples of
    groups have the same spread as samples of sentences. So a million sentences take no longer than ten thousand.
    """
    return in_random_groups(counts.T, len(counts), generator)


def in_random_groups(columns: Iterable[Floats], size: int, generator: np.random.Generator) -> Counts:
    """`random_groups` of a matrix of `size` rows given column by column, so that little memory is needed; the result is
    in double precision."""
    if size <= GROUPS:
        return np.stack(list(columns), axis=1, dtype=np.float64)
    group = generator.permutation(size) * GROUPS // size
    return np.stack([np.bincount(group, column, minlength=GROUPS) for column in columns], axis=1)


def resampled_totals(counts: Counts, resamples: int, generator: np.random.Generator) -> Counts:
    """The summed counts of samples with replacement, each as large as the original: one row per sample."""
    return resampled_totals_of_each([counts], resamples, generator)[0]


def resampled_totals_of_each(
    matrices: Sequence[Counts], resamples: int, generator: np.random.Generator
) -> list[Counts]:
    """`resampled_totals` of several counts of the same rows, which are drawn once for all of them."""
    size = len(matrices[0])
    pairs = [(np.empty((resamples, counts.shape[1])), _blocks(counts)) for counts in matrices]
    at_once = max(1, _AT_ONCE // size)
    shift = np.arange(at_once)[:, None] * size
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        drawn = generator.integers(size, size=(rows, size)) + shift[:rows]
        times = np.bincount(drawn.ravel(), minlength=rows * size).reshape(rows, size)
        for totals, blocks in pairs:
            totals[start : start + rows] = _product(times, blocks)
    return [totals for totals, _ in pairs]


def random_subsets(counts: Counts, resamples: int, generator: np.random.Generator) -> Counts:
    """The summed counts of random subsets, each row included with probability 1/2: one row per subset."""
    size = len(counts)
    totals, blocks = np.empty((resamples, counts.shape[1])), _blocks(counts)
    at_once = max(1, _AT_ONCE // size)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        octets = generator.integers(256, size=(rows, -(-size // 8)), dtype=np.uint8)
        totals[start : start + rows] = _product(np.unpackbits(octets, axis=1, count=size), blocks)
    return totals


def _blocks(counts: Counts) -> list[Any]:
    """The counts in blocks of a few columns; in single precision, which takes half the time, where that is exact."""
    kind = np.float32 if _sums_fit_single(counts) else np.float64
    return [np.ascontiguousarray(counts[:, left : left + _WIDTH], kind) for left in range(0, counts.shape[1], _WIDTH)]


def _sums_fit_single(counts: Counts) -> bool:
    """Whether the counts of every sample as large as the original are whole numbers that single precision has."""
    largest = float(np.abs(counts).max(initial=0))
    return len(counts) * largest < _WHOLE_IN_SINGLE and bool((counts == np.rint(counts)).all())


def _product(times: Any, blocks: list[Any]) -> Any:
    """A matrix product in pieces so small that the library for linear algebra does not divide them among threads: its
    threads wait busily for each other, which takes ten times as long where other work runs on the same processors."""
    parts = []
    times = times.astype(blocks[0].dtype, copy=False)
    for block in blocks:
        height = max(2, _SMALL // max(block.size, 1))
        parts.append(np.concatenate([times[top : top + height] @ block for top in range(0, len(times), height)]))
    return np.concatenate(parts, axis=1)


def all_subsets(counts: Counts) -> Counts:
    """The summed counts of all 2^n subsets, the empty one first: one row per subset."""
    totals = np.zeros((1, counts.shape[1]))
    for row in counts:
        totals = np.concatenate((totals, totals + row))
    return totals
