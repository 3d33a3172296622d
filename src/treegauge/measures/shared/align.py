"""Align two sentences with different words on their characters, so that the text that both have can be compared."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...treebank import Text, Treebank
from ...treebank.edit import drop_tokens, split_tokens
from .words import plain_form, word_lists, words_only

Aligned = Literal["pieces", "words"]
Spans = NDArray[np.int64]


def align(gold: Treebank, test: Treebank, by: Aligned) -> tuple[Treebank, Treebank]:
    """Both with the same words. `pieces` splits the words of each side where the other has a boundary, so that brackets
    are compared as spans of characters; `words` keeps the words that are the same span of text on both sides. Text
    that only one side has is removed."""
    gold, test = words_only(gold), words_only(test)
    spans = [_spans(*pair) for pair in zip(_plain(gold), _plain(test), strict=True)]
    first = np.concatenate([pair[0] for pair in spans]) if spans else np.zeros((0, 2), np.int64)
    second = np.concatenate([pair[1] for pair in spans]) if spans else np.zeros((0, 2), np.int64)
    if by == "words":
        keep = _same_spans(gold, first, test, second), _same_spans(test, second, gold, first)
        return _renamed(drop_tokens(gold, ~keep[0]), drop_tokens(test, ~keep[1]))
    return _renamed(*(_cut(*sides) for sides in ((gold, first, test, second), (test, second, gold, first))))


def _plain(treebank: Treebank) -> list[list[str]]:
    tokens = treebank.tokens
    return word_lists(tokens.replace(form=tokens.text("form").map(plain_form)))


def _spans(gold: list[str], test: list[str]) -> tuple[Spans, Spans]:
    """For each word its first common character and one past its last, numbered among the characters that both have."""
    gold_text, test_text = "".join(gold), "".join(test)
    common = [np.zeros(len(text) + 1, np.int64) for text in (gold_text, test_text)]
    for a, b, size in SequenceMatcher(None, gold_text, test_text, autojunk=False).get_matching_blocks():
        common[0][a + 1 : a + size + 1] = 1
        common[1][b + 1 : b + size + 1] = 1
    numbered = [np.cumsum(flags) for flags in common]
    ends = [np.cumsum([0, *map(len, words)]) for words in (gold, test)]
    pairs = [np.column_stack((number[end[:-1]], number[end[1:]])) for number, end in zip(numbered, ends, strict=True)]
    return pairs[0], pairs[1]


def _same_spans(treebank: Treebank, spans: Spans, other: Treebank, others: Spans) -> NDArray[np.bool_]:
    """The words that cover exactly the characters of one word of the other side."""
    width = int(max(spans.max(initial=0), others.max(initial=0))) + 1
    keys = [
        (side.tokens.sentence.astype(np.int64) * width + span[:, 0]) * width + span[:, 1]
        for side, span in ((treebank, spans), (other, others))
    ]
    return np.isin(keys[0], keys[1]) & (spans[:, 1] > spans[:, 0])


def _cut(treebank: Treebank, spans: Spans, other: Treebank, others: Spans) -> Treebank:
    """Words split at every boundary of either side; those without a common character are removed."""
    width = int(max(spans.max(initial=0), others.max(initial=0))) + 1
    places = [
        side.tokens.sentence.astype(np.int64)[:, None] * width + span
        for side, span in ((treebank, spans), (other, others))
    ]
    boundaries = np.unique(np.concatenate([place.ravel() for place in places]))
    first, last = places[0].T
    pieces = np.searchsorted(boundaries, last) - np.searchsorted(boundaries, first)
    return split_tokens(drop_tokens(treebank, pieces == 0), pieces[pieces > 0])


def _renamed(gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
    """Both with the forms of gold."""
    form = gold.tokens.text("form")
    return gold, test.replace(tokens=test.tokens.replace(form=Text(form.codes, form.values)))
