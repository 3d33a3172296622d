"""Words that CoNLL-2008 split at hyphens, as a transform."""

from __future__ import annotations

from ..treebank import Treebank
from .base import transform
from .conversions import split_words


@transform("join-split-words")
def join_split_words(treebank: Treebank) -> Treebank:
    """Join the words that CoNLL-2008 split at hyphens: Rolls - Royce is one word again, with one head."""
    return split_words.join_split_words(treebank)
