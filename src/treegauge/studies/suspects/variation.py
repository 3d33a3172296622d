"""Variation: the same words are annotated differently elsewhere in the treebank.

The variation nuclei of Dickinson and Meurers (2003): a string that is a constituent somewhere, with all its other
occurrences, which have another label or are not constituents (NIL). For dependencies (Boyd, Dickinson and Meurers
2008), a nucleus is a pair of words with the words between them. An occurrence counts more if the words around it are
the same, too: one on each side (the nucleus is not at the fringe), or two.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...core.types import Floats, Int64s, Mask
from .evidence import Evidence
from .items import SuspectItems
from .leaving_out import numbered, others
from .repeats import repeated
from .sequences import sequence_numbers

NIL = -1
_LEVELS = ("the same words", "the same words between the same words", "the same words in the same context")
IN_CONTEXT = _LEVELS[1:]  # those in which a word on each side is the same, too
_BOUNDARY = -1


@dataclass(frozen=True, eq=False)
class Nuclei:
    """What can vary: spans of words with a category each, and the items that they belong to.

    first, last  the rows of the first and the last word
    category     a number
    item         the item that is responsible for it
    """

    first: Int64s
    last: Int64s
    category: Int64s
    item: Int64s


@dataclass(frozen=True, eq=False)
class Found:
    """For each item: the bits of its variation at each level, separately for items that have a category and for those
    where one is missing; and an item that is annotated differently."""

    bits: Floats
    like: Int64s
    without: Mask  # whether the item that is annotated differently is one where a category is missing
    best: Floats = field(repr=False)

    @classmethod
    def empty(cls, size: int) -> Found:
        return cls(
            np.zeros((size, 2 * len(_LEVELS))), np.full(size, -1, np.int64), np.zeros(size, bool), np.zeros(size)
        )

    def add(self, column: int, item: Int64s, bits: Floats, like: Int64s, without: Mask) -> None:
        """Keep the largest bits of each item."""
        np.maximum.at(self.bits[:, column], item, bits)
        stronger = bits > self.best[item]
        order = np.argsort(bits[stronger], kind="stable")
        self.best[item[stronger][order]] = bits[stronger][order]
        self.like[item[stronger][order]] = like[stronger][order]
        self.without[item[stronger][order]] = without[stronger][order]


def variation_evidence(items: SuspectItems) -> Evidence:
    """The variation of all items."""
    found = Found.empty(len(items))
    words = items.treebank.tokens.text("form").codes.astype(np.int64)
    nuclei = _phrases(items) if items.kind == "nodes" else _arcs(items)
    _vary(items, words, nuclei, found)
    if items.kind == "nodes" and not items.whole.all():
        _vary_with_gaps(items, words, found)
    names = [f"{what}, {level}" for what in ("other label", "no label") for level in _LEVELS]
    columns = {name: found.bits[:, k] for k, name in enumerate(names)}
    return Evidence("variation", columns, lambda item: _reason(items, found, item), found.like)


def _phrases(items: SuspectItems) -> Nuclei:
    """Strings that are constituents. Nodes over the same words are one nucleus, whose category has all their labels."""
    rows = np.flatnonzero(items.whole)
    span = numbered(items.left[rows], items.right[rows])
    order = np.lexsort((rows, span))
    labels = items.label.codes[rows[order]].astype(np.int64) + 1
    chain = sequence_numbers(span[order], labels, int(span.max(initial=-1)) + 1)
    return Nuclei(items.left[rows], items.right[rows] - 1, chain[span], rows)


def _arcs(items: SuspectItems) -> Nuclei:
    """Words with their heads; the category is the relation and which of the two is the head."""
    word = np.flatnonzero(items.above >= 0)
    head = items.above[word]
    category = (items.label.codes[word].astype(np.int64) + 1) * 2 + (head < word)
    return Nuclei(np.minimum(word, head), np.maximum(word, head), category, word)


def _vary(items: SuspectItems, words: Int64s, nuclei: Nuclei, found: Found) -> None:
    size = len(words)
    length = nuclei.last - nuclei.first + 1
    order = np.argsort(length, kind="stable")
    ends = np.searchsorted(length[order], np.arange(int(length.max(initial=0)) + 2))
    category, owner = np.full(size, NIL, np.int64), np.full(size, NIL, np.int64)
    for n, places, strings in repeated(words, items.treebank.tokens.offsets):
        if n >= len(ends) - 1:
            return
        here = order[ends[n] : ends[n + 1]]
        category[nuclei.first[here]], owner[nuclei.first[here]] = nuclei.category[here], nuclei.item[here]
        varied = _varied(strings, category[places])
        start, string = places[varied], strings[varied]
        if len(start):
            own, item = category[start], _responsible(items, owner, category, start, n, string)
            _compare(items, words, found, start, start + n - 1, string, own, item)
            if items.kind == "nodes":
                _share(nuclei, here, found)
        category[nuclei.first[here]] = owner[nuclei.first[here]] = NIL


def _share(nuclei: Nuclei, here: Int64s, found: Found) -> None:
    """Nodes over the same words have the same evidence."""
    key = numbered(nuclei.first[here])
    best = np.zeros((int(key.max(initial=-1)) + 1, found.bits.shape[1]))
    np.maximum.at(best, key, found.bits[nuclei.item[here]])
    found.bits[nuclei.item[here]] = best[key]


def _varied(string: Int64s, category: Int64s) -> Mask:
    """Strings with more than one category."""
    size = int(string.max(initial=-1)) + 1
    least, most = np.full(size, np.iinfo(np.int64).max), np.full(size, np.iinfo(np.int64).min)
    np.minimum.at(least, string, category)
    np.maximum.at(most, string, category)
    return np.asarray((least < most)[string])


def _responsible(items: SuspectItems, owner: Int64s, category: Int64s, start: Int64s, n: int, string: Int64s) -> Int64s:
    """The item of each occurrence. Where there is none (NIL), it is the lowest node above all words, in which the
    constituent would be; or the word that most often is the dependent elsewhere."""
    item = owner[start].copy()
    nil = np.flatnonzero(item < 0)
    if items.kind == "words":
        head_is_first = np.where(category[start] >= 0, (category[start] % 2) * 2 - 1, 0)
        votes = np.bincount(string, head_is_first)[string]
        item[nil] = np.where(votes[nil] > 0, start[nil] + n - 1, start[nil])
        return item
    item[nil] = items.lowest_over(start[nil], start[nil] + n - 1)
    return item


def _compare(
    items: SuspectItems,
    words: Int64s,
    found: Found,
    first: Int64s,
    last: Int64s,
    string: Int64s,
    category: Int64s,
    item: Int64s,
) -> None:
    """Compare the occurrences of each string, at each level of context."""
    sentence = items.treebank.tokens.sentence[first].astype(np.int64)
    key = numbered(string)
    for level in range(len(_LEVELS)):
        if level:
            key = numbered(key, _word(items, words, first, -level), _word(items, words, last, level))
        total, same = others(key, sentence), others(numbered(key, category + 1), sentence)
        differs = (total > same) & (item >= 0)
        bits = np.where(differs, -np.log2((same + 0.5) / (total + 1)), 0.0)
        like = _majority(key, category)
        for missing in (False, True):
            rows = differs & ((category == NIL) == missing)
            found.add(
                level + missing * len(_LEVELS), item[rows], bits[rows], item[like[rows]], category[like[rows]] == NIL
            )


def _word(items: SuspectItems, words: Int64s, row: Int64s, shift: int) -> Int64s:
    """The word at a distance from each row; a boundary where the sentence ends before it."""
    tokens = items.treebank.tokens
    there = row + shift
    inside = (there >= tokens.start[row]) & (there < tokens.offsets[tokens.sentence[row] + 1])
    return np.where(inside, words[np.clip(there, 0, len(words) - 1)], _BOUNDARY)


def _majority(key: Int64s, category: Int64s) -> Int64s:
    """For each occurrence, the row of one with the most frequent category of its key."""
    both = numbered(key, category + 1)
    count = np.bincount(both)[both]
    order = np.lexsort((count, key))
    last = np.searchsorted(key[order], np.arange(int(key.max(initial=-1)) + 1), side="right") - 1
    return np.asarray(order[last][key])


def _vary_with_gaps(items: SuspectItems, words: Int64s, found: Found) -> None:
    """Discontinuous constituents: all nodes over the same words, with or without a gap. Occurrences of the words that
    are not a constituent are not looked for."""
    owner, token = [], []
    rows, node = np.arange(len(words)), items.token_parent
    while len(rows):
        rows, node = rows[node >= 0], node[node >= 0]
        owner.append(node)
        token.append(rows)
        node = items.above[node]
    owners, tokens = np.concatenate(owner), np.concatenate(token)
    order = np.lexsort((tokens, owners))
    string = sequence_numbers(owners[order], words[tokens[order]], len(items))
    gap = np.zeros(int(string.max(initial=0)) + 1, bool)
    gap[string[~items.whole]] = True
    item = np.flatnonzero(gap[string])
    label = items.label.codes[item].astype(np.int64)
    varied = _varied(numbered(string[item]), label)
    item, label = item[varied], label[varied]
    if len(item):
        _compare(items, words, found, items.left[item], items.right[item] - 1, string[item], label, item)


def _reason(items: SuspectItems, found: Found, item: int) -> str | None:
    bits, like = found.bits[item], int(found.like[item])
    if bits.max() <= 1 or like < 0:
        return None
    column = max(range(len(bits)), key=lambda k: (bits[k] > 1, k % len(_LEVELS), bits[k]))
    level, missing = _LEVELS[column % len(_LEVELS)], column >= len(_LEVELS)
    label, place = items.label[like] or "(none)", _place(items, like, item)
    phrases = items.kind == "nodes"
    unit, one = ("a phrase", "are not one here") if phrases else ("head and dependent", "are not here")
    if found.without[item]:
        return f"{level} usually are not {unit}, as at {place}"
    if missing:
        return f"words that usually are {unit} ({label} at {place}) {one} ({level})"
    return f"{level} usually are {label}, as at {place}"


def _place(items: SuspectItems, like: int, item: int) -> str:
    """Where another item is: only the line, if it is in the same file."""
    there, here = (items.treebank.where(int(items.sentence[row])) for row in (like, item))
    file, _, line = there.rpartition(":")
    return f"line {line}" if file and here.rpartition(":")[0] == file else there
