"""Preparation of a sentence for its chart: its weights, its tags with new numbers, another scale."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import kernel
from ....core.types import Array


class Lattice(NamedTuple):
    """The tags that the words of a sentence can have, renumbered in the order in which they first occur: `tags` are
    their numbers in the grammar. `look` has for each place its tags as bits. `weight` has for each place and each tag
    two numbers, its weight there (0: the word cannot have it) and the logarithm of that."""

    tags: Array
    look: Array
    weight: Array


TRIES = 6  # other scales, before logarithms


@kernel
def patch_weights(patch: Any, sentence: int, weight: Array, scale: Array) -> None:
    """Set the weights and scales of one sentence, and their logarithms."""
    for item in range(patch.rule_first[sentence], patch.rule_first[sentence + 1]):
        weight[patch.rule[item], 0], weight[patch.rule[item], 1] = patch.weight[item], log2(patch.weight[item])
    for item in range(patch.label_first[sentence], patch.label_first[sentence + 1]):
        scale[patch.label[item], 0], scale[patch.label[item], 1] = patch.scale[item], log2(patch.scale[item])


@kernel
def mend_weights(patch: Any, sentence: int, weight: Array, scale: Array) -> None:
    """Restore the usual weights."""
    for item in range(patch.rule_first[sentence], patch.rule_first[sentence + 1]):
        weight[patch.rule[item], 0], weight[patch.rule[item], 1] = patch.usual[item], log2(patch.usual[item])
    for item in range(patch.label_first[sentence], patch.label_first[sentence + 1]):
        scale[patch.label[item], 0], scale[patch.label[item], 1] = 1.0, 0.0


@kernel
def find(numbers: Array, number: int) -> int:
    """The place of a number, or -1."""
    for place in range(len(numbers)):
        if numbers[place] == number:
            return place
    return -1


@kernel
def next_slope(attempt: int, slope: float, guess: float, low: float, high: float) -> float:
    """Another slope: the guess, then one between those that were too low and too high, or one beyond them."""
    if attempt == 0:
        return guess
    if low > -np.inf and high < np.inf:
        return (low + high) / 2
    return slope - 2.0 ** (attempt - 2) if high < np.inf else slope + 2.0 ** (attempt - 2)


@kernel
def with_logs(numbers: Array) -> Any:
    pairs = np.empty((len(numbers), 2))
    for place in range(len(numbers)):
        pairs[place, 0], pairs[place, 1] = numbers[place], log2(numbers[place])
    return pairs


@kernel
def lattice_of(readings: Any, begin: int, end: int) -> Any:
    """The tags of the words from `begin` to `end`; `tags` is empty if a word has none."""
    items, distinct = readings.first[end] - readings.first[begin], 0
    tags, local = np.empty(items, np.int32), np.empty(items, np.int32)
    for item in range(items):
        tag, new = readings.tag[readings.first[begin] + item], 0
        while new < distinct and tags[new] != tag:
            new += 1
        if new == distinct:
            tags[new] = tag
            distinct += 1
        local[item] = new
    look, weight = np.zeros(end - begin, np.int64), np.zeros(2 * distinct * (end - begin))
    weight[1::2] = -np.inf
    item = 0
    for place in range(end - begin):
        if readings.first[begin + place] == readings.first[begin + place + 1]:
            return Lattice(tags[:0], look, weight)
        for reading in range(readings.first[begin + place], readings.first[begin + place + 1]):
            look[place] |= np.int64(1) << np.int64(local[item] & 63)
            at = 2 * (place * distinct + local[item])
            weight[at], weight[at + 1] = readings.weight[reading], readings.log[reading]
            item += 1
    return Lattice(tags[:distinct], look, weight)
