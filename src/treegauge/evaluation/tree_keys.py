"""Numbers of sentences that are equal where their words, their tags or their unlabelled trees are equal."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ..core.types import Int64s
from ..treebank import Treebank
from ..treebank.rows import Rows


def sequence_keys(tokens: Rows, column: str) -> Int64s:
    """One number per sentence, the same for the same strings in a column."""
    codes, numbers = tokens.text(column).codes, dict[bytes, int]()
    spans = pairwise(tokens.offsets.tolist())
    return np.array([numbers.setdefault(codes[a:b].tobytes(), len(numbers)) for a, b in spans], np.int64)


def tree_keys(treebank: Treebank, phrases: bool) -> Int64s:
    """One number per sentence, the same for isomorphic rooted trees, in which words, labels and order do not count.

    A subtree is the sorted list of the numbers of its children (Aho, Hopcroft and Ullman 1974).
    """
    numbers: dict[tuple[int, ...], int] = {}
    return np.array([_tree_key(parent, numbers) for parent in _parents(treebank, phrases)], np.int64)


def _parents(treebank: Treebank, phrases: bool) -> list[list[int]]:
    """The parent of each part of each tree: of nodes, then of words; -1 at the top."""
    tokens, nodes = treebank.tokens, treebank.nodes
    column = (tokens.numbers("parent") if phrases else tokens.numbers("head")).tolist()
    above = nodes.numbers("parent").tolist() if phrases else []
    ends, node_ends = tokens.offsets.tolist(), nodes.offsets.tolist()
    return [
        (above[node_ends[s] : node_ends[s + 1]] if phrases else []) + column[ends[s] : ends[s + 1]]
        for s in range(len(treebank))
    ]


def _tree_key(parent: list[int], numbers: dict[tuple[int, ...], int]) -> int:
    """The number of a tree under one more node at the top; parts in a cycle are not reached from there."""
    children: list[list[int]] = [[] for _ in range(len(parent) + 1)]
    for part, above in enumerate(parent):
        children[above if above >= 0 else -1].append(part)
    order = [len(parent)]
    for part in order:
        order += children[part]
    key = [0] * (len(parent) + 1)
    for part in reversed(order):
        below = tuple(sorted([key[child] for child in children[part]]))
        key[part] = numbers.setdefault(below, len(numbers))
    return key[-1]
