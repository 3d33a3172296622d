"""Quotes that are punctuation on one side only, repaired as EVALB does."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def _quotes(side: Any, s: int, tokens: Array, index: Array) -> int:
    """The quotes of a sentence, and the number of words before each."""
    count = words = 0
    t0 = side.tokens[s]
    for t in range(side.tokens[s + 1] - t0):
        tag = side.tag[t0 + t]
        if side.tag_quote[tag] and side.form_quote[side.form[t0 + t]]:
            tokens[count], index[count] = t, words
            count += 1
        words += side.tag_keep[tag]
    return count


@kernel
def repair(gold: Any, test: Any, s: int, gold_keep: Array, test_keep: Array) -> None:
    """If one side deleted a quote and the other, at the same place, did not: restore it. Of several adjacent quotes
    EVALB restores the first again and again, as often as the other side has one: a word may count more than once."""
    g0, t0 = gold.tokens[s], test.tokens[s]
    most = max(gold.tokens[s + 1] - g0, test.tokens[s + 1] - t0)
    quotes, index = np.empty((2, most), np.int64), np.empty((2, most), np.int64)
    golds = _quotes(gold, s, quotes[0], index[0])
    tests = _quotes(test, s, quotes[1], index[1])
    for i in range(tests):
        place, b = index[1, i], quotes[1, i]
        test_tag = test.tag[t0 + b]
        for j in range(golds):
            a = quotes[0, j]
            gold_tag = gold.tag[g0 + a]
            if index[0, j] != place or gold.tag_class[gold_tag] == test.tag_class[test_tag]:
                continue
            if not gold.tag_keep[gold_tag] and test.tag_keep[test_tag]:
                gold_keep[a] += 1
                index[0, j:golds] += 1
            elif gold.tag_keep[gold_tag] and not test.tag_keep[test_tag]:
                test_keep[b] += 1
                index[1, i:tests] += 1
