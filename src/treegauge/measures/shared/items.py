"""The brackets or words that a measure compares, pair by pair: what is wrong, and where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

import numpy as np

from ...core.types import Int64s, Mask
from ...treebank import Rows, Text, Treebank
from ...treebank.lines import printable
from ...treebank.shape import no_words
from ...treebank.views import Token, Tree

MISSING, EXTRA, LABEL, HEAD, RELATION, BOTH, TAG = "missing", "extra", "label", "head", "relation", "both", "tag"
KINDS = (MISSING, EXTRA, LABEL, HEAD, RELATION, BOTH, TAG)
_AROUND = 3  # words of context on either side
_LONGEST = 8  # words of an item that are shown; of a longer one, the first and the last


class ItemPlace(NamedTuple):
    """Where an item is: the sentence and the words within it, from 0, the end exclusive."""

    sentence: int
    left: int
    right: int


@dataclass(frozen=True, eq=False)
class ComparedItems:
    """Brackets or words of gold and of test, paired as a measure counts them; one row per pair.

    table       what they are rows of: `nodes` (brackets) or `tokens` (words)
    gold, test  the trees as the measure compares them
    sentence    the number of the gold sentence, from 0
    gold_row, test_row      the row in the table of each side; -1: that side has no such item
    gold_label, test_label  labels, relations or tags as they are compared
    kind        what is wrong; a missing value: nothing.
                brackets: `missing` in test, `extra` in test, `label` (the same words with another label);
                words: `head`, `relation`, `both`, `tag`; `missing` or `extra` if the other side does not have it
    """

    table: Literal["nodes", "tokens"]
    gold: Treebank
    test: Treebank
    sentence: Int64s
    gold_row: Int64s
    test_row: Int64s
    gold_label: Text
    test_label: Text
    kind: Text

    def __len__(self) -> int:
        return len(self.sentence)

    @cached_property
    def wrong(self) -> Mask:
        """The pairs in which something is wrong."""
        return np.asarray(self.kind.codes >= 0)

    @cached_property
    def wrong_label(self) -> Mask:
        """The pairs with a wrong label, or with only one item."""
        return self.kind.mask(lambda kind: kind != HEAD)

    def take(self, rows: Int64s | Mask) -> ComparedItems:
        """Some of the pairs."""
        texts = {name: getattr(self, name).take(rows) for name in ("gold_label", "test_label", "kind")}
        return replace(
            self, sentence=self.sentence[rows], gold_row=self.gold_row[rows], test_row=self.test_row[rows], **texts
        )

    def all_missing(self) -> ComparedItems:
        """The same pairs as if test had nothing: what a sentence without a parse counts."""
        size = len(self)
        nothing, none = Text.constant(None, size), np.full(size, -1, np.int64)
        return replace(self, test_row=none, test_label=nothing, kind=Text.constant(MISSING, size))

    def _side(self, number: int) -> tuple[Treebank, int]:
        """The treebank and the row of an item: those of gold, if gold has it."""
        row = int(self.gold_row[number])
        return (self.gold, row) if row >= 0 else (self.test, int(self.test_row[number]))

    def place(self, number: int) -> ItemPlace:
        """Where an item is in gold; in test, if gold does not have it. Empty elements are not counted."""
        treebank, row = self._side(number)
        rows: Rows = treebank.tables[self.table]
        sentence = int(rows.sentence[row])
        before = self._gold_words if treebank is self.gold else self._test_words
        start = int(treebank.tokens.offsets[sentence])
        if self.table == "tokens":
            left, right = row, row + 1
        else:
            left, right = (start + int(rows.numbers(end)[row]) for end in ("left", "right"))
        return ItemPlace(sentence, int(before[left] - before[start]), int(before[right] - before[start]))

    @cached_property
    def _gold_words(self) -> Int64s:
        return _words_before(self.gold)

    @cached_property
    def _test_words(self) -> Int64s:
        return _words_before(self.test)

    def words(self, number: int) -> list[Token]:
        """The words of an item, without empty elements."""
        treebank, row = self._side(number)
        rows: Rows = treebank.tables[self.table]
        sentence = int(rows.sentence[row])
        index = row - int(rows.offsets[sentence])
        tree = self.tree(treebank, sentence)
        tokens = [tree.tokens[index]] if self.table == "tokens" else list(tree.nodes[index].tokens)
        return [token for token in tokens if token.is_word] or tokens

    def text(self, number: int) -> str:
        """The words of an item."""
        return " ".join(printable(token.form) for token in self.words(number))

    def context(self, number: int) -> str:
        """The words of an item in square brackets, with a few words around them."""
        inside = self.words(number)
        return words_in_context(inside[0].tree, {token.index for token in inside}) if inside else ""

    def tree(self, treebank: Treebank, sentence: int) -> Tree:
        """A tree of gold or of test."""
        key = id(treebank), sentence
        if key not in self._trees:
            if len(self._trees) > 1000:  # a tree decodes its columns once, and most errors are near each other
                self._trees.clear()
            self._trees[key] = treebank[sentence]
        return self._trees[key]

    @cached_property
    def _trees(self) -> dict[tuple[int, int], Tree]:
        return {}


def _words_before(treebank: Treebank) -> Int64s:
    """How many words, without empty elements, are before each token."""
    return np.concatenate(([0], np.cumsum(~no_words(treebank))))


def words_in_context(tree: Tree, inside: Collection[int]) -> str:
    """Some words of a sentence, by number, in square brackets, with a few words around them."""
    tokens = tree.tokens
    places = [place for place in inside if place < len(tokens)]
    if not places:
        return ""
    first, last = min(places), max(places)
    # One word more than is shown says whether there are others; the rest of a long sentence is not looked at.
    before, after = (
        list(islice((token for token in map(tokens.__getitem__, way) if token.is_word), _AROUND + 1))
        for way in (range(first - 1, -1, -1), range(last + 1, len(tokens)))
    )
    middle = [token for token in tokens[first : last + 1] if token.index in inside or token.is_word]
    shown = [*before[:_AROUND][::-1], *middle, *after[:_AROUND]]
    pieces = _bracketed([(printable(token.form), token.index in inside) for token in shown])
    return " ".join(["…"] * (len(before) > _AROUND) + pieces + ["…"] * (len(after) > _AROUND))


def _bracketed(words: list[tuple[str, bool]]) -> list[str]:
    """Words with brackets around each run of those that belong to the item; long runs are cut in the middle."""
    runs: list[tuple[list[str], bool]] = []
    for word, inside in words:
        if runs and runs[-1][1] == inside:
            runs[-1][0].append(word)
        else:
            runs.append(([word], inside))
    pieces = []
    for run, inside in runs:
        half = _LONGEST // 2
        cut = [*run[:half], "…", *run[-half:]] if len(run) > _LONGEST else run
        pieces.append(f"[{' '.join(cut)}]" if inside else " ".join(cut))
    return pieces
