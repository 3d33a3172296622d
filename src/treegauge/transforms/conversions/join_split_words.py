"""Join the words that CoNLL-2008 split at hyphens."""

from __future__ import annotations

import numpy as np

from ...core.types import Integers
from ...treebank import ROOT, Rows, Text, Treebank
from ..base import transform

_CONTINUED = "_"
_WHOLE = {"form": "whole_form", "lemma": "whole_lemma", "tag": "gold_tag"}


@transform("join-split-words")
def join_split_words(treebank: Treebank) -> Treebank:
    """Join the words that CoNLL-2008 split at hyphens: Rolls - Royce is one word again, with one head.

    The head of a word is the head of the last of its pieces whose head is outside the word. The dependents of a piece
    become dependents of the word.
    """
    tokens = treebank.tokens
    if "whole_form" not in tokens or not treebank.has_dependencies:
        return treebank
    continued = tokens.text("whole_form").mask({_CONTINUED})
    continued[tokens.offsets[:-1][tokens.counts > 0]] = False
    if not continued.any():
        return treebank
    word = np.cumsum(~continued) - 1
    head = tokens.numbers("head").astype(np.int64)
    above = np.where(head >= 0, word[np.where(head >= 0, head + tokens.start, 0)], ROOT)
    out = np.where((head < 0) | (above != word), np.arange(len(word)), -1)
    chosen = np.full(int(word[-1]) + 1, -1, np.int64)
    np.maximum.at(chosen, word, out)
    chosen = np.where(chosen < 0, np.flatnonzero(~continued), chosen)
    kept = tokens.keep(~continued)
    joined = np.where(head[chosen] >= 0, above[chosen] - kept.start, head[chosen]).astype(np.int32)
    return treebank.replace(tokens=_whole(kept, joined, tokens.text("deprel").take(chosen)))


def _whole(kept: Rows, head: Integers, relation: Text) -> Rows:
    columns = {name: kept.text(whole) for name, whole in _WHOLE.items() if whole in kept}
    return kept.replace(**columns, head=head, deprel=relation)
