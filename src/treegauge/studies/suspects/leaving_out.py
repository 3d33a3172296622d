"""How unusual a value is in its context, in bits, by the other sentences of the treebank: exact counts without the
sentence itself."""

from __future__ import annotations

import numpy as np

from ...core.types import Floats, Int64s, Integers

_PRIOR = 1.0  # how many observations the estimate in the wider context is worth
_UNSEEN = 0.5  # of one observation, for a value that no other sentence has


def numbered(*columns: Integers) -> Int64s:
    """Equal rows of several columns get equal numbers, from 0."""
    from .kernels import number_values

    number = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        shifted = column.astype(np.int64) - int(column.min(initial=0))
        number = number_values(number * (int(shifted.max(initial=0)) + 1) + shifted)
    return number


def others(key: Int64s, sentence: Int64s) -> Floats:
    """How often each row's key occurs in other sentences."""
    total = np.bincount(key)[key]
    inside = numbered(key, sentence)
    return (total - np.bincount(inside)[inside]).astype(np.float64)


def surprise(values: Int64s, contexts: list[Int64s], sentence: Int64s) -> Floats:
    """-log2 of the probability of each row's value, given its context in the other sentences.

    contexts  from the widest to the narrowest; the estimate in each is smoothed by that in the one before
    """
    value = numbered(values)
    everywhere = np.zeros(len(value), np.int64)
    distinct = int(value.max(initial=0)) + 1
    probability = (others(value, sentence) + _UNSEEN) / (others(everywhere, sentence) + _UNSEEN * (distinct + 1))
    for context in contexts:
        both, alone = others(numbered(context, value), sentence), others(numbered(context), sentence)
        probability = (both + _PRIOR * probability) / (alone + _PRIOR)
    return np.asarray(-np.log2(probability))
