"""The words of running text that the official alignment pairs, and the parser's words in the sentences of gold."""

from __future__ import annotations

import numpy as np

from ...core.types import Int64s
from ...treebank import Rows, Strings, Text, Treebank
from ...treebank.table import NOT_GIVEN
from .items import BOTH, EXTRA, HEAD, MISSING, RELATION, ComparedItems
from .ud_words import PairedText

_KINDS = (HEAD, RELATION, BOTH, MISSING, EXTRA)
_MISSING, _EXTRA = _KINDS.index(MISSING), _KINDS.index(EXTRA)


def word_items(pair: PairedText) -> ComparedItems:
    """All words of gold with the words that they are paired with, then the extra words of test. The trees of test are
    those of `in_gold_sentences`."""
    relation, test_relation = pair.relations
    sentence, place = pair.sentences()
    extra, aligned = np.flatnonzero(pair.extra), ~pair.missing
    codes = np.full(len(pair.match), -1, np.int32)
    codes[aligned] = test_relation.codes[pair.match[aligned]]
    kind = 2 * (codes != relation.codes) + ~pair.right_head - 1
    kind[pair.missing] = _MISSING
    return ComparedItems(
        "tokens",
        pair.gold.treebank,
        in_gold_sentences(pair),
        np.concatenate((sentence, place[extra])),
        np.concatenate((np.arange(len(codes)), np.full(len(extra), -1))),
        np.concatenate((np.where(aligned, pair.match, -1), extra)).astype(np.int64),
        Text(np.concatenate((relation.codes, np.full(len(extra), -1, np.int32))), relation.values),
        Text(np.concatenate((codes, test_relation.codes[extra])), relation.values),
        Text(np.append(kind, np.full(len(extra), _EXTRA)).astype(np.int32), Strings.of(_KINDS)),
    )


def in_gold_sentences(pair: PairedText) -> Treebank:
    """The words of test, in the same order, divided into the sentences of gold. Further columns of the words:

    paired        the number of the gold word in the sentence, or -1
    outside       the head, if it is in another sentence of gold; `head` is then not given
    begins, ends  1 for the first and the last word of the sentences that test has
    """
    gold, test = pair.treebanks
    tokens = test.tokens
    owner = _owners(pair)
    offsets = np.searchsorted(owner, np.arange(len(gold) + 1))
    paired = np.full(len(tokens), -1, np.int64)
    words = np.flatnonzero(~pair.missing)
    paired[pair.match[words]] = words - gold.tokens.start[words]
    head = pair.heads[1].astype(np.int64)
    is_outside = (head >= 0) & (owner[head] != owner)
    columns = {name: column for name, column in tokens.columns.items() if name not in ("parent", "function")}
    first, last = (np.zeros(len(tokens) + 1, np.int8) for _ in range(2))
    first[tokens.offsets[:-1]] = 1
    last[tokens.offsets[1:] - 1] = 1  # -1, if the first sentence has no words, is one past the end
    form = tokens.text("form")
    columns |= {
        "head": np.where(is_outside, NOT_GIVEN, np.where(head >= 0, head - offsets[owner], head)).astype(np.int32),
        "paired": paired.astype(np.int32),
        "outside": Text(np.where(is_outside, form.codes[head], -1).astype(np.int32), form.values),
        "begins": first[:-1],
        "ends": last[:-1],
    }
    return Treebank.of(gold.sentences, Rows(offsets.astype(np.int64), columns))


def _owners(pair: PairedText) -> Int64s:
    """The gold sentence in which each word of test is shown: that of its gold word, or else where it begins."""
    sentence, place = pair.sentences()
    owner = place.copy()
    words = np.flatnonzero(~pair.missing)
    owner[pair.match[words]] = sentence[words]
    return np.maximum.accumulate(owner)
