"""The counts of the UD measure divided by relation, distance, ...: aligned words, and words that one side lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...core.types import Int64s, Integers
from .arcs import arc_names, arc_parts, label_parts
from .base import Confusion
from .parts import CountedItems, PartRows, divided
from .ud_items import word_items
from .ud_words import PairedText

MISSING, EXTRA = "missing words", "extra words"  # relations have no spaces


def word_parts(pair: PairedText, by: str, columns: Sequence[str]) -> dict[str, PartRows]:
    """The rows of each part. A gold word that is not aligned is in the part `missing words`, a test word that is not in
    `extra words`. Words of gold are in the parts of gold, and those of test in the parts of test."""
    names, key, test_key = _keys(pair, by)
    key = np.where(pair.missing, len(names), key)
    test_key = np.where(pair.extra, len(names) + 1, test_key)
    counted = _items(pair, key, test_key)
    return divided([*names, MISSING, EXTRA], columns, counted, len(pair.gold.treebank))


def all_missing(parts: Mapping[str, PartRows]) -> dict[str, PartRows]:
    """The words of sentences without a parse, whatever their part: they are missing."""
    if not parts:
        return {}
    sentences, at = np.unique(np.concatenate([part.sentences for part in parts.values()]), return_inverse=True)
    table = np.concatenate([part.rows for part in parts.values()])
    rows = np.zeros((len(sentences), table.shape[1]))
    np.add.at(rows, at, table)
    return {MISSING: PartRows(sentences, rows)}


def word_confusion(pair: PairedText) -> Confusion:
    """The relations of all words; `-` where a word is missing or extra."""
    return Confusion.of(word_items(pair))


def _items(pair: PairedText, key: Integers, test_key: Integers) -> dict[str, CountedItems]:
    """The words that each column counts. What is right is counted for gold, and once more for test."""
    sentence, place = pair.sentences()
    content, test_content = pair.content
    aligned = ~pair.missing

    def of_gold(words: Integers) -> CountedItems:
        return CountedItems(key[words], sentence[words])

    def of_test(words: Integers) -> CountedItems:
        """The sentence is that of the gold word, so that a word is right in the same sentence on both sides."""
        return CountedItems(test_key[pair.match[words]], sentence[words])

    def places(words: Integers) -> CountedItems:
        return CountedItems(test_key[words], place[words])

    everything: Int64s = np.arange(len(key))
    return {
        "gold_words": of_gold(everything),
        "aligned_words": of_gold(np.flatnonzero(aligned)),
        "gold_content": of_gold(np.flatnonzero(content)),
        "aligned_content": of_gold(np.flatnonzero(content & aligned)),
        "test_words": places(np.arange(len(test_key))),
        "test_content": places(np.flatnonzero(test_content)),
        **{f"right_{name}": of_gold(np.flatnonzero(words)) for name, words in pair.right.items()},
        **{f"test_right_{name}": of_test(np.flatnonzero(words)) for name, words in pair.right.items()},
    }


def _keys(pair: PairedText, by: str) -> tuple[list[str], Integers, Integers]:
    """Names of the parts, and the part of each word of gold and of test."""
    gold, test = pair.treebanks
    if by == "label":
        return label_parts(*pair.relations)
    if by == "tag":
        return label_parts(gold.tokens.text("upos"), test.tokens.text("upos"))
    return arc_names(by), arc_parts(gold, by), arc_parts(test, by)
