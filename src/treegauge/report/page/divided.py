"""Sentences that a parser divides in another way: which of its own sentences have their words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ...core.types import Int64s
from ...measures.shared.ud_words import PairedText
from ...treebank import Treebank

_AROUND = 12  # words before and after the gold sentence that are shown
Excerpt = tuple[str, str, str]  # the words of a sentence: those before the gold sentence, those in it, those after it


def divided_sentences(gold: Treebank, test: Treebank, wanted: Int64s) -> dict[int, list[Excerpt]]:
    """For each wanted gold sentence (numbers from 0): the sentences of test that have words of it."""
    pair = PairedText.of(gold, test)
    tokens = pair.test.treebank.tokens
    forms, sentence, offsets = tokens.text("form").decode(), tokens.sentence, tokens.offsets
    begins, stops = (np.searchsorted(pair.places, wanted, side) for side in ("left", "right"))  # places ascend
    excerpts: dict[int, list[Excerpt]] = {}
    for number, first, last in zip(wanted.tolist(), begins.tolist(), stops.tolist(), strict=True):
        words = np.arange(first, last)
        excerpts[number] = []
        for own in np.unique(sentence[words]).tolist():
            inside = words[sentence[words] == own]
            ends = offsets[own], inside[0], inside[-1] + 1, offsets[own + 1]
            before, within, after = ([form or "" for form in forms[begin:end]] for begin, end in pairwise(ends))
            nearest = ["…", *before[-_AROUND:]] if len(before) > _AROUND else before
            rest = [*after[:_AROUND], "…"] if len(after) > _AROUND else after
            excerpts[number].append((" ".join(nearest), " ".join(within), " ".join(rest)))
    return excerpts
