"""The children of every phrase in order, and new phrases over some of them: the basis of transforms that insert
phrases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core.types import Int64s, Mask
from ..treebank import Text, Treebank
from ..treebank.edit import insert_nodes, restructure
from ..treebank.rows import Column

_NO_ROW = -1


@dataclass(frozen=True, eq=False)
class Siblings:
    """All tokens and nodes that have a parent, those of one parent together and in the order of the words.

    item    row of the token, or (tokens in the treebank) + row of the node
    parent  row of the node above
    place   how many sisters come before it
    """

    item: Int64s
    parent: Int64s
    place: Int64s
    tokens: int
    nodes: int

    @classmethod
    def of(cls, treebank: Treebank) -> Siblings:
        """The children of every phrase of a treebank."""
        tokens, nodes = treebank.tokens, treebank.nodes
        parent = np.concatenate((parent_rows(treebank, "tokens"), parent_rows(treebank, "nodes")))
        first = np.concatenate((np.arange(len(tokens)) - tokens.start, nodes.numbers("left")))
        below = np.flatnonzero(parent >= 0)
        key = parent[below] * (int(tokens.counts.max(initial=0)) + 2) + first[below]
        item = below[np.argsort(key, kind="stable")]  # a word comes before an empty phrase at the same place
        parent = parent[item]
        begins = np.flatnonzero(np.diff(parent, prepend=_NO_ROW) != 0)
        counts = np.diff(np.append(begins, len(item)))
        place = np.arange(len(item)) - np.repeat(begins, counts)
        return cls(item, parent, place, len(tokens), len(nodes))

    @cached_property
    def is_token(self) -> Mask:
        is_token: Mask = self.item < self.tokens
        return is_token

    def marked(self, tokens: Mask, nodes: Mask) -> Mask:
        """Which children are among these tokens and nodes."""
        marked: Mask = np.concatenate((tokens, nodes))[self.item]
        return marked

    def first(self, chosen: Mask) -> Int64s:
        """For each node, the place of its first chosen child; the number of its children if none is chosen."""
        places = self.count(np.ones(len(self.item), bool))
        np.minimum.at(places, self.parent[chosen], self.place[chosen])
        return places

    def last(self, chosen: Mask) -> Int64s:
        """For each node, the place of its last chosen child, or -1."""
        places = np.full(self.nodes, _NO_ROW, np.int64)
        np.maximum.at(places, self.parent[chosen], self.place[chosen])
        return places

    def count(self, chosen: Mask) -> Int64s:
        """For each node, how many of its children are chosen."""
        return np.bincount(self.parent[chosen], minlength=self.nodes).astype(np.int64)

    def any(self, chosen: Mask) -> Mask:
        """Which nodes have a chosen child."""
        return self.count(chosen) > 0

    def between(self, begin: Int64s, end: Int64s) -> Mask:
        """The children from place `begin` to before place `end` of their parent; both have one number per node."""
        inside: Mask = (self.place >= begin[self.parent]) & (self.place < end[self.parent])
        return inside


def parent_rows(treebank: Treebank, table: str) -> Int64s:
    """The row of the node above each token or node, -1 for none."""
    rows = treebank.tables[table]
    parent = rows.numbers("parent").astype(np.int64)
    return np.where(parent >= 0, parent + np.repeat(treebank.nodes.offsets[:-1], rows.counts), _NO_ROW)


@dataclass(frozen=True, eq=False)
class NewPhrases:
    """Phrases to insert.

    inside    row of the old node that each is put into
    label     the label of each
    function  the function of each. Those that contain the head of the phrase above get HD, so that head rules that do
              not know such phrases find the same heads as before
    above     the number of the new phrase that each is below, or -1
    """

    inside: Int64s
    label: Text
    function: Text
    above: Int64s | None = None


def put_below(treebank: Treebank, siblings: Siblings, new: NewPhrases, moved: Mask, into: Int64s) -> Treebank:
    """Insert phrases and move children below them: `moved` marks the siblings to move, `into` has the new phrase of
    each of them."""
    total = len(new.inside)
    if not total:
        return treebank
    tokens, nodes = treebank.tokens, treebank.nodes
    sentence = nodes.sentence[new.inside]
    order = np.argsort(sentence, kind="stable")
    counts = np.bincount(sentence, minlength=len(treebank)).astype(np.int64)
    number = np.empty(total, np.int32)  # of each new phrase, within its sentence
    number[order] = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(nodes.counts, counts)
    above = (new.inside - nodes.start[new.inside]).astype(np.int32)
    if new.above is not None:
        above = np.where(new.above >= 0, number[new.above], above)
    parents = np.concatenate((tokens.numbers("parent"), nodes.numbers("parent"))).astype(np.int32)
    parents[siblings.item[moved]] = number[into]
    columns: dict[str, Column] = {"label": new.label.take(order), "parent": above[order]}
    if "function" in nodes or (new.function.codes >= 0).any():
        columns["function"] = new.function.take(order)
    changed = treebank.replace(nodes=nodes.replace(parent=parents[len(tokens) :]))
    return restructure(insert_nodes(changed, counts, first=False, **columns), token_parent=parents[: len(tokens)])
