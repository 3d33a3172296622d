"""Which word of gold each word of a system is, by the official alignment of running text: what the page links."""

from __future__ import annotations

import numpy as np

from ...core.types import Mask
from ...evaluation.sentence_keys import SentenceKeys
from ...measures.shared.ud_words import PairedText
from ...measures.shared.words import plain_form, same_words
from ...treebank import Treebank


def aligned_side(gold: Treebank, test: Treebank) -> tuple[Treebank, Mask]:
    """The trees of a system whose text is aligned as a whole, and where the words are those of gold: each is paired
    with the gold word at its place."""
    tokens = test.tokens
    moved = tokens.sentence[tokens.numbers("paired") != np.arange(len(tokens)) - tokens.start]
    same = same_words(gold, test)
    same[moved] = False
    return test, same


def paired_side(gold: Treebank, test: Treebank) -> tuple[Treebank, Mask]:
    """The trees of a system with the gold word of each word, and where the words are those of gold. In a sentence with
    other words, they are aligned if its text is that of gold."""
    same = same_words(gold, test)
    paired = np.where(same[test.tokens.sentence], np.arange(len(test.tokens)) - test.tokens.start, -1)
    letters = [SentenceKeys.of(side).letters for side in (gold, test)]
    others = np.flatnonzero(~same & (letters[0] == letters[1]) & (test.tokens.counts > 0))
    if len(others):
        parts = _plain_text(gold.select(others)), _plain_text(test.select(others))
        match = PairedText.of(*parts).match
        words = np.flatnonzero(match >= 0)
        rows = np.flatnonzero(np.isin(test.tokens.sentence, others))
        paired[rows[match[words]]] = words - parts[0].tokens.start[words]
    return test.replace(tokens=test.tokens.replace(paired=paired.astype(np.int32))), same


def _plain_text(treebank: Treebank) -> Treebank:
    """The words as `SentenceKeys.letters` compares them."""
    tokens = treebank.tokens
    return Treebank.of(treebank.sentences, tokens.replace(form=tokens.text("form").map(_plain_letters)))


def _plain_letters(form: str) -> str:
    return "".join(plain_form(form).split()).casefold()
