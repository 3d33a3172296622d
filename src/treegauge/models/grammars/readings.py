"""`Readings`: the tags that every word of a treebank can have, with their weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.types import Floats


class Readings(NamedTuple):
    """Token t can have the tags tag[first[t] : first[t + 1]], numbered as in the grammar; a token without tags cannot
    be in a tree.

    A tag has a weight, such as p(word | tag), and its logarithm, both relative to the greatest weight of its token, so
    that products over a long sentence do not leave the range of floats; `log2_factor` has the factor of each token.
    """

    first: NDArray[np.int64]
    tag: NDArray[np.int32]
    weight: Floats
    log: Floats
    log2_factor: Floats


def as_given(tags: NDArray[np.int32]) -> Readings:
    """One tag per token, with weight one; none if the number is negative."""
    there = tags >= 0
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(there, dtype=np.int64)))
    count = int(first[-1])
    return Readings(first, tags[there], np.ones(count), np.zeros(count), np.zeros(len(tags)))


def weighed(first: NDArray[np.int64], tag: NDArray[np.int32], log: Floats) -> Readings:
    """Readings by log2 of their weights, which are finite."""
    token = np.repeat(np.arange(len(first) - 1), np.diff(first))
    factor = np.full(len(first) - 1, -np.inf)
    np.maximum.at(factor, token, log)
    factor = np.where(np.isfinite(factor), factor, 0.0)
    relative = log - factor[token]
    return Readings(first, tag, np.exp2(relative), relative, factor)


def log2_of(readings: Readings, tags: NDArray[np.int32], offsets: NDArray[np.int64]) -> Floats:
    """log2 of the weights of these tags, one for each token, summed over each sentence; -inf where one is not there."""
    token = np.repeat(np.arange(len(tags)), np.diff(readings.first))
    chosen = readings.tag == tags[token]
    logs = np.full(len(tags), -np.inf)
    logs[token[chosen]] = readings.log[chosen]
    sentence = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    sums: Floats = np.bincount(sentence, logs + readings.log2_factor, len(offsets) - 1).astype(np.float64)
    return sums


def log2_factors(readings: Readings, offsets: NDArray[np.int64]) -> Floats:
    """log2 of the factors of all tokens, summed over each sentence."""
    sentence = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    factors: Floats = np.bincount(sentence, readings.log2_factor, len(offsets) - 1).astype(np.float64)
    return factors
