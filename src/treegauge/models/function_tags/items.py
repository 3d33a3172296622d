"""Tokens and nodes of a treebank in one numbering, with the items above, next to and below each, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import numpy as np

from ...annotation.head_rules import HeadRules, find_rules, read_head_rules
from ...core.types import Int64s
from ...transforms.conversions.to_dependencies import lexicalised
from ...treebank import Rows, Treebank

_NOWHERE = np.full(1, -1, np.int64)


@cache
def content_rules() -> HeadRules:
    """The head rules that find the word which carries the meaning."""
    return read_head_rules("content", files(__package__).joinpath("content.toml").read_text("utf-8"))


@dataclass(frozen=True, eq=False)
class Items:
    """Token t is item t, node k is item tokens + k, and the last item stands for nothing: a link of -1 leads there, and
    from there to itself.

    nodes                         the items that are nodes
    sentence, parent, family      its sentence, the node above, and a number for the items below the same node
    previous, following           its neighbours below the same node
    first, last                   the first and the last child
    head_child                    the head among the children
    rank                          the number of items before it below the same node
    head, content                 the head word, and the word that carries the meaning (tokens, as items)
    left, right                   the first word, and the last
    """

    nodes: Int64s
    sentence: Int64s
    parent: Int64s
    family: Int64s
    previous: Int64s
    following: Int64s
    first: Int64s
    last: Int64s
    head_child: Int64s
    rank: Int64s
    head: Int64s
    content: Int64s
    left: Int64s
    right: Int64s

    @classmethod
    def of(cls, treebank: Treebank, rules: str) -> Items:
        """Those of a treebank, with heads by the rules named."""
        tokens, nodes = treebank.tokens, treebank.nodes
        size, starts = len(tokens), _starts(nodes, tokens)
        itself, nobody = np.arange(size), np.full(size, -1, np.int64)
        sentence: Int64s = np.concatenate((tokens.sentence, nodes.sentence, _NOWHERE), dtype=np.int64)
        parent = np.concatenate((_linked(tokens, nodes, size), _linked(nodes, nodes, size), _NOWHERE))
        family = np.where(parent >= 0, parent, -2 - sentence)
        left = np.concatenate((itself, nodes.numbers("left") + starts, _NOWHERE))
        right = np.concatenate((itself, nodes.numbers("right") + starts - 1, _NOWHERE))
        previous, following, rank = _siblings(family[:-1], left[:-1])
        child, head = _heads(treebank, find_rules(rules, treebank))
        _, content = _heads(treebank, content_rules())
        return cls(
            np.arange(size, len(parent) - 1),
            sentence,
            parent,
            family,
            previous,
            following,
            _outermost(parent, previous),
            _outermost(parent, following),
            np.concatenate((nobody, child, _NOWHERE)),
            rank,
            np.concatenate((itself, head, _NOWHERE)),
            np.concatenate((itself, content, _NOWHERE)),
            np.where(right >= left, left, -1),
            np.where(right >= left, right, -1),
        )

    def same_sentence(self, words: Int64s, items: Int64s) -> Int64s:
        """Each word if it is in the sentence of its item, otherwise -1."""
        inside = (words >= 0) & (words < len(self.parent) - 1 - len(self.nodes))
        return np.where(inside & (self.sentence[np.where(inside, words, -1)] == self.sentence[items]), words, -1)

    def node_links(self) -> Int64s:
        """Of each node, counted from the first node: the node above, and the phrase to the left below the same node. A
        link never leads to a later node."""
        nodes, tokens = self.nodes, len(self.parent) - 1 - len(self.nodes)
        previous, _, _ = _siblings(self.family[nodes], self.left[nodes])
        above = np.where(self.parent[nodes] >= 0, self.parent[nodes] - tokens, -1)
        links = np.column_stack((above, previous[:-1]))
        return np.where(links < np.arange(len(nodes))[:, None], links, -1)


def _outermost(parent: Int64s, beside: Int64s) -> Int64s:
    """The child of each item that has no neighbour on one side."""
    child = np.full(len(parent), -1, np.int64)
    outer = np.flatnonzero((parent >= 0) & (beside < 0))
    child[parent[outer]] = outer
    return child


def _starts(nodes: Rows, tokens: Rows) -> Int64s:
    """The first token of the sentence of each node."""
    return np.repeat(tokens.offsets[:-1], nodes.counts)


def _linked(rows: Rows, nodes: Rows, size: int) -> Int64s:
    """The item of the node above each row."""
    parent = rows.numbers("parent").astype(np.int64)
    return np.where(parent >= 0, parent + np.repeat(nodes.offsets[:-1], rows.counts) + size, -1)


def _heads(treebank: Treebank, rules: HeadRules) -> tuple[Int64s, Int64s]:
    """The head child of each node and its head word, as items. All nodes count; none is skipped."""
    tokens, nodes = treebank.tokens, treebank.nodes
    heads = lexicalised(treebank, replace(rules, transparent=frozenset()))
    start, count = _starts(nodes, tokens), np.repeat(tokens.counts, nodes.counts)
    child, word = heads.child.astype(np.int64), heads.word.astype(np.int64)
    item = np.where(child < count, start + child, len(tokens) + nodes.start + child - count)
    return np.where(child >= 0, item, -1), np.where(word >= 0, start + word, -1)


def _siblings(family: Int64s, left: Int64s) -> tuple[Int64s, Int64s, Int64s]:
    """The items before and after each item of a family, and the number of items before."""
    order = np.lexsort((left, family))
    same = family[order][1:] == family[order][:-1]
    previous, following = np.full((2, len(family) + 1), -1, np.int64)
    previous[order[1:]] = np.where(same, order[:-1], -1)
    following[order[:-1]] = np.where(same, order[1:], -1)
    begins = np.flatnonzero(np.append(True, ~same)) if len(order) else order
    rank = np.zeros(len(family) + 1, np.int64)
    rank[order] = np.arange(len(order)) - np.repeat(begins, np.diff(np.append(begins, len(order))))
    return previous, following, rank
