"""What is ranked: the nodes of constituency trees, or the words of dependency trees with their heads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ...core.errors import DataError
from ...core.types import Int64s, Mask
from ...transforms.empties import remove_empties
from ...transforms.label_functions import category_of
from ...treebank import NOT_GIVEN, Rows, Text, Treebank
from ...treebank.shape import node_sizes

ItemKind = Literal["nodes", "words"]


@dataclass(frozen=True, eq=False)
class SuspectItems:
    """The nodes or words of a treebank. Rows are those of `treebank`, which has no empty elements.

    treebank  the trees without empty elements
    kind      `nodes`, or `words` where there are no phrases
    row       the row of each item in the treebank as it was given
    """

    treebank: Treebank
    kind: ItemKind
    row: Int64s

    def __len__(self) -> int:
        return len(self.row)

    @property
    def rows(self) -> Rows:
        """The table of the items."""
        return self.treebank.nodes if self.kind == "nodes" else self.treebank.tokens

    @cached_property
    def label(self) -> Text:
        """The label of each node without its function, or the relation of each word."""
        if self.kind == "nodes":
            return self.treebank.nodes.text("label").map(category_of)
        return self.treebank.tokens.text("deprel")

    @cached_property
    def tag(self) -> Text:
        """The tag of each token: universal tags in dependency trees that have them."""
        tokens = self.treebank.tokens
        return tokens.text("upos" if self.kind == "words" and "upos" in tokens else "tag")

    @cached_property
    def sentence(self) -> Int64s:
        """The sentence of each item."""
        return self.rows.sentence.astype(np.int64)

    @cached_property
    def above(self) -> Int64s:
        """The parent of each node, or the head of each word, as a row; -1 if it has none."""
        above = self.rows.numbers("parent" if self.kind == "nodes" else "head")
        return np.where(above >= 0, above + self.rows.start, -1).astype(np.int64)

    @cached_property
    def token_parent(self) -> Int64s:
        """The node above each token, as a row; -1 if it has none."""
        tokens, nodes = self.treebank.tokens, self.treebank.nodes
        parent = tokens.numbers("parent")
        return np.where(parent >= 0, parent + np.repeat(nodes.offsets[:-1], tokens.counts), -1).astype(np.int64)

    @cached_property
    def left(self) -> Int64s:
        """The first token of each item, as a row."""
        if self.kind == "words":
            return np.arange(len(self.rows))
        start = np.repeat(self.treebank.tokens.offsets[:-1], self.rows.counts)
        return (self.rows.numbers("left") + start).astype(np.int64)

    @cached_property
    def right(self) -> Int64s:
        """One past the last token of each item, as a row."""
        if self.kind == "words":
            return np.arange(1, len(self.rows) + 1)
        start = np.repeat(self.treebank.tokens.offsets[:-1], self.rows.counts)
        return (self.rows.numbers("right") + start).astype(np.int64)

    @cached_property
    def whole(self) -> Mask:
        """Nodes without a gap."""
        return np.asarray(node_sizes(self.treebank) == self.right - self.left)

    def lowest_over(self, first: Int64s, last: Int64s) -> Int64s:
        """The lowest node over all tokens from one to another, as a row; -1 if there is none."""
        node = self.token_parent[first]
        while True:
            low = (node >= 0) & (self.right[node] <= last)
            if not low.any():
                return node
            node = np.where(low, self.above[node], node)


def items_of(treebank: Treebank) -> SuspectItems:
    """The items of a treebank; one that cannot have any is an error."""
    if treebank.has_constituents and len(treebank.nodes):
        nodes = treebank.nodes.replace(number=np.arange(len(treebank.nodes)))
        words = remove_empties(treebank.replace(nodes=nodes))
        if not len(words.nodes):
            raise DataError(f"{treebank.where(0)}: the trees have no words, so that nothing can be compared")
        row = words.nodes.numbers("number").astype(np.int64)
        return _with_tags(SuspectItems(words.replace(nodes=words.nodes.replace(number=None)), "nodes", row))
    if treebank.has_dependencies and len(treebank.tokens):
        return _with_tags(SuspectItems(treebank, "words", np.arange(len(treebank.tokens))))
    if not len(treebank):
        raise DataError("the treebank has no sentences; suspects are found in trees")
    raise DataError(f"{treebank.where(0)}: suspects are found in trees, but the treebank has none")


def _with_tags(items: SuspectItems) -> SuspectItems:
    if len(items.treebank) < 2:
        raise DataError(
            f"{items.treebank.where(0)}: the treebank has one sentence; an error is found by comparison with other"
            " sentences, so that at least two are needed"
        )
    if not items.tag.mask(lambda tag: tag not in ("", "_")).any():
        raise DataError(
            f"{items.treebank.where(0)}: the words have no tags, and the evidence needs them; add tags first"
        )
    if items.kind == "words" and (items.treebank.tokens.numbers("head") == NOT_GIVEN).all():
        raise DataError(f"{items.treebank.where(0)}: the words have no heads; suspects are found in trees")
    if not (items.label.codes >= 0).any():
        raise DataError(f"{items.treebank.where(0)}: the trees have no labels or relations")
    return items
