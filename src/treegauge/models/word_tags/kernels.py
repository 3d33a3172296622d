"""The tags of words one after the other, from the left: the features of each, and its tag."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import FLOAT_LANES, borrowed, kernel
from ...core.types import Array
from ..perceptron.key_kernels import add_scores, best_class, make_keys, no_keys, number_keys


@kernel
def look_left(word: int, first: int, given: Array, values: Array) -> None:
    """The tags of the two words before, as the last values of a row; 0 where the sentence has no such word."""
    for distance in range(1, 3):
        other = word - distance
        values[len(values) - 3 + distance] = given[other] + 1 if other >= first else 0


@kernel
def observe_words(offsets: Array, values: Array, given: Array, templates: Any) -> Any:
    """The keys of all features, and the numbers of those of each word, with the right tags before it."""
    starts, slots, _ = templates
    keys, store, count = np.empty(len(starts) - 1, np.uint64), no_keys(1 << 15), 0
    features = np.empty((len(values), len(keys)), np.int32)
    for sentence in range(len(offsets) - 1):
        for k in range(offsets[sentence], offsets[sentence + 1]):
            look_left(k, offsets[sentence], given, values[k])
            make_keys(values[k], starts, slots, 0, keys)
            count, store = number_keys(keys, count, store, features[k])
    return store[2][:count].copy(), features


@kernel
def tag_words(begin: int, end: int, offsets: Array, values: Array, given: Array, templates: Any, model: Any) -> None:
    """Give each word of the sentences from `begin` to `end` the tag that the model scores highest."""
    (starts, slots, _), (weights, kinds) = templates, borrowed(model)
    keys, scores = np.empty(len(starts) - 1, np.uint64), np.empty(len(kinds) + FLOAT_LANES, np.float32)
    for sentence in range(begin, end):
        for k in range(offsets[sentence], offsets[sentence + 1]):
            look_left(k, offsets[sentence], given, values[k])
            make_keys(values[k], starts, slots, 0, keys)
            scores[:] = 0
            add_scores(keys, weights, scores)
            given[k] = best_class(scores, kinds, 1, -1)
