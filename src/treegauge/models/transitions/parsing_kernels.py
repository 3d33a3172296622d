"""Greedy parsing as a loop: at each configuration the transition that a linear model scores highest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import FLOAT_LANES, borrowed, in_64_bits, kernel
from ...core.types import Array
from ..perceptron.key_kernels import add_scores, best_class, make_keys
from .configuration_kernels import HEAD, RELATION, ROWS, begin, carry_out, permitted
from .feature_kernels import SLOTS, observe
from .features import NONE
from .kernels import longest


@kernel
def parse_sentences(
    kind: int,
    single_root: bool,
    span: tuple[int, int],
    offsets: Array,
    words: Array,
    templates: Any,
    model: Any,
    head: Array,
    relation: Array,
) -> None:
    """Parse sentences: at each configuration the transition that the model scores highest. `head` counts from 1 within
    the sentence, 0 is the root, -1 a word that no arc attached."""
    starts, slots = templates
    weights, (kinds, labels) = borrowed(model)
    size = longest(offsets) + 1
    work, at, values = np.empty((ROWS, size), np.int32), np.empty(4, np.int64), np.empty(SLOTS, np.int64)
    keys, scores = np.empty(len(starts) - 1, np.uint64), np.empty(len(kinds) + FLOAT_LANES, np.float32)
    for s in range(span[0], span[1]):
        start, n = offsets[s], offsets[s + 1] - offsets[s]
        begin(n, work, at)
        allowed = permitted(kind, single_root, work, at)
        while allowed != 0:
            observe(kind, n, words, start, work, at, values)
            make_keys(values, starts, slots, 0, keys)
            scores[:] = 0
            add_scores(keys, weights, scores)
            chosen = best_class(scores, kinds, allowed, -1)
            if chosen < 0:
                break
            carry_out(kind, kinds[chosen], in_64_bits(labels[chosen]), work, at)
            allowed = permitted(kind, single_root, work, at)
        for w in range(1, n + 1):
            head[start + w - 1], relation[start + w - 1] = work[HEAD, w], work[RELATION, w]


@kernel
def complete(single_root: bool, offsets: Array, tag: Array, fallback: Array, head: Array, relation: Array) -> None:
    """Attach the words that no transition attached: to the root or, if there may be only one root, to the word below
    it;
    the first of them becomes that word if there is none yet."""
    for s in range(len(offsets) - 1):
        above = 0
        if single_root:
            for t in range(offsets[s], offsets[s + 1]):
                if head[t] == 0:
                    above = t - offsets[s] + 1
                    break
        for t in range(offsets[s], offsets[s + 1]):
            if head[t] >= 0:
                continue
            head[t] = above
            if above == 0:
                relation[t] = fallback[NONE]
                if single_root:
                    above = t - offsets[s] + 1
            else:
                relation[t] = fallback[tag[t]]
