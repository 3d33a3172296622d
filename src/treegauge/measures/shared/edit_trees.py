"""Trees as the tree edit distance sees them: ordered trees of labelled nodes, each with a root above everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from ...core.parallel import in_parts
from ...core.types import Int32s, Int64s, Integers, Mask
from ...treebank import Text, Treebank

TreeKind = Literal["constituents", "dependencies"]
MOST_PAIRS = 1 << 27  # of nodes of two trees: the tables of more would need over 1 GB

_ROOT = 0  # the code of the root above everything


@dataclass(frozen=True, eq=False)
class EditTrees:
    """Ordered trees. The nodes of tree i are those from offsets[i] to offsets[i + 1], the root first and siblings in
    order, each with its parent (a number within the tree, -1 at the root) and its label (a number)."""

    offsets: Int64s
    parent: Int64s
    label: Int64s

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def sizes(self) -> Int64s:
        """How many nodes each tree has, with the root above everything."""
        return np.diff(self.offsets)

    @cached_property
    def whole(self) -> Mask:
        """The trees all of whose nodes are below the root: their heads form no cycle."""
        return np.asarray(self._plain[4] >= 0)

    @cached_property
    def distinct(self) -> tuple[Int64s, Int64s]:
        """The number of the first tree equal to each tree, among distinct trees, and the distinct trees."""
        index: dict[bytes, int] = {}
        left, label = self._plain[1], self._plain[2]
        keys = [
            (left[a:b].tobytes() + label[a:b].tobytes()) if whole else f"{a}".encode()
            for (a, b), whole in zip(pairwise(self.offsets.tolist()), self.whole.tolist(), strict=True)
        ]
        numbers = np.array([index.setdefault(key, len(index)) for key in keys], np.int64)
        return numbers, np.unique(numbers, return_index=True)[1].astype(np.int64)

    def distances(self, first: Integers, second: Integers) -> Int32s:
        """The tree edit distance of each pair of trees, given by their numbers; -1 if one is not whole. Pairs of equal
        trees are compared once."""
        number, trees = self.distinct
        pairs = np.sort(np.stack((number[first], number[second])), axis=0)
        keys, place = np.unique(pairs[0] * len(trees) + pairs[1], return_inverse=True)
        one, other = trees[keys // max(len(trees), 1)], trees[keys % max(len(trees), 1)]
        found = np.zeros(len(keys), np.int32)
        differ = np.flatnonzero((one != other) | ~self.whole[one])
        found[differ] = self._compared(one[differ], other[differ])
        return found[place]

    def _compared(self, first: Int64s, second: Int64s) -> Int32s:
        from ..kernels.tree_edit import edit_distances

        out = np.zeros(len(first), np.int32)
        plain, mirrored = self._plain, self._mirrored
        in_parts(len(first), lambda begin, end: edit_distances(begin, end, first, second, plain, mirrored, out))
        return out

    @cached_property
    def _plain(self) -> tuple[Any, ...]:
        return self._in_postorder(reverse=False)

    @cached_property
    def _mirrored(self) -> tuple[Any, ...]:
        return self._in_postorder(reverse=True)

    def _in_postorder(self, *, reverse: bool) -> tuple[Any, ...]:
        from ..kernels.tree_edit import number_in_postorder

        left, label, roots = (np.zeros(len(self.parent), np.int64) for _ in range(3))
        costs = np.zeros(len(self), np.int64)
        numbers = number_in_postorder(self.offsets, self.parent, self.label, reverse, left, label, roots, costs)
        return self.offsets, left, label, roots, numbers, costs


def edit_trees(treebank: Treebank, kind: TreeKind) -> EditTrees:
    """The trees of a treebank. A dependency tree has one node per word, with its relation as label, in the order of the
    words. A constituency tree has phrases, tags and words as nodes; a phrase is where its first word is."""
    return _dependencies(treebank) if kind == "dependencies" else _constituents(treebank)


def _dependencies(treebank: Treebank) -> EditTrees:
    tokens = treebank.tokens
    offsets = tokens.offsets + np.arange(len(treebank) + 1)
    words = np.arange(len(tokens)) + tokens.sentence + 1
    parent, label = np.full(offsets[-1], -1, np.int64), np.full(offsets[-1], _ROOT, np.int64)
    head = np.asarray(tokens.numbers("head"), np.int64)
    parent[words] = np.where((head < 0) | (head >= tokens.counts[tokens.sentence]), 0, head + 1)
    label[words] = tokens.text("deprel").codes + 2
    return EditTrees(offsets, parent, label)


def _constituents(treebank: Treebank) -> EditTrees:
    """Phrases, tags and words in one list, sorted by sentence and first word. A root without a label is the root above
    everything."""
    tokens, nodes = treebank.tokens, treebank.nodes
    sentences = len(treebank)
    named = ~((nodes.numbers("parent") < 0) & nodes.text("label").mask(("",), missing=True))
    tagged = ~tokens.text("tag").mask(("",), missing=True)
    codes = _codes(nodes.text("label"), tokens.text("tag"), tokens.text("form"))
    place = np.full(len(nodes) + 1, -1, np.int64)  # in the list; the roots come first
    place[:-1][named] = sentences + np.arange(named.sum())
    tag_place = sentences + int(named.sum()) + np.cumsum(tagged) - 1
    above_node = _phrases_above(nodes.numbers("parent"), nodes.start, nodes.sentence, place)
    above_token = _phrases_above(tokens.numbers("parent"), nodes.offsets[:-1][tokens.sentence], tokens.sentence, place)
    within = np.arange(len(tokens)) - tokens.start
    parts: tuple[tuple[Any, ...], ...] = (
        (np.arange(sentences), np.full(sentences, -1), np.full(sentences, -1), np.full(sentences, _ROOT)),
        (nodes.sentence[named], nodes.numbers("left")[named], above_node[named], codes[0][named]),
        (tokens.sentence[tagged], within[tagged], above_token[tagged], codes[1][tagged]),
        (tokens.sentence, within, np.where(tagged, tag_place, above_token), codes[2]),
    )
    sentence, left, above, label = (np.concatenate(columns).astype(np.int64) for columns in zip(*parts, strict=True))
    order = np.lexsort((np.arange(len(left)), left, sentence))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.bincount(sentence, minlength=sentences))))
    start = offsets[sentence[order]]
    parent = np.where(above[order] < 0, -1, rank[above[order]] - start)
    return EditTrees(offsets, parent, label[order])


def _phrases_above(parent: Integers, start: Integers, sentence: Integers, place: Int64s) -> Int64s:
    """The place of the parent of each row: that of its phrase, or of the root of its sentence."""
    found = place[np.where(parent < 0, -1, parent + start)]
    return np.where(found < 0, sentence, found).astype(np.int64)


def _codes(*columns: Text) -> Sequence[Int64s]:
    """One number per string, the same in all columns."""
    index: dict[str, int] = {}
    tables = [[index.setdefault(value, len(index) + 1) for value in column.values] for column in columns]
    return [np.array([*table, -1], np.int64)[column.codes] for table, column in zip(tables, columns, strict=True)]
