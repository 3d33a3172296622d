"""What is done for one sentence before its chart: its weights, new numbers for its tags, another scale."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import log2

from ...compiled import kernel

Array = Any
TRIES = 6  # other scales, before logarithms


@kernel
def patch_weights(patch: Any, sentence: int, weight: Array, scale: Array) -> None:
    """The weights and scales, and their logarithms, that a sentence has for itself."""
    for item in range(patch.rule_first[sentence], patch.rule_first[sentence + 1]):
        weight[patch.rule[item], 0], weight[patch.rule[item], 1] = patch.weight[item], log2(patch.weight[item])
    for item in range(patch.label_first[sentence], patch.label_first[sentence + 1]):
        scale[patch.label[item], 0], scale[patch.label[item], 1] = patch.scale[item], log2(patch.scale[item])


@kernel
def mend_weights(patch: Any, sentence: int, weight: Array, scale: Array) -> None:
    """The usual weights again."""
    for item in range(patch.rule_first[sentence], patch.rule_first[sentence + 1]):
        weight[patch.rule[item], 0], weight[patch.rule[item], 1] = patch.usual[item], log2(patch.usual[item])
    for item in range(patch.label_first[sentence], patch.label_first[sentence + 1]):
        scale[patch.label[item], 0], scale[patch.label[item], 1] = 1.0, 0.0


@kernel
def find(numbers: Array, number: int) -> int:
    """Where a number stands, or -1."""
    for place in range(len(numbers)):
        if numbers[place] == number:
            return place
    return -1


@kernel
def next_slope(attempt: int, slope: float, guess: float, low: float, high: float) -> float:
    """Another slope: the guess, then between what was too low and what was too high, or further on."""
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
def renumbered(sentence: Array) -> Any:
    """Tags by the order in which they first occur, as in the part of the network."""
    local = np.empty(len(sentence), np.int32)
    distinct = 0
    for t in range(len(sentence)):
        new = -1
        for other in range(t):
            if sentence[other] == sentence[t]:
                new = local[other]
                break
        if new < 0:
            new = distinct
            distinct += 1
        local[t] = new
    return local
