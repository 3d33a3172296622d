"""What sums over trees are made from besides the grammar and the words, and what is found: plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.types import Floats, Int32s


class Patches(NamedTuple):
    """Other weights for single sentences: the rules rule[rule_first[s] : rule_first[s + 1]] have the weight `weight` in
    sentence s (`usual` elsewhere), and the weights of all rules of a label in `label` are multiplied by `scale`."""

    rule_first: NDArray[np.int64]
    rule: NDArray[np.int32]
    weight: Floats
    usual: Floats
    label_first: NDArray[np.int64]
    label: NDArray[np.int32]
    scale: Floats


class GivenTrees(NamedTuple):
    """The trees whose nodes are measured, nodes in preorder: labels and tags as the grammar numbers them, and log2 p of
    the rule of each node. `wanted`: which sentences; the nodes of others have no bits."""

    wanted: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    label: Int32s
    parent: Int32s
    left: Int32s
    right: Int32s
    log2_rule: Floats
    tag: Int32s


def no_patches(sentences: int) -> Patches:
    nothing, none = np.zeros(sentences + 1, np.int64), np.zeros(0)
    return Patches(nothing, none.astype(np.int32), none, none, nothing, none.astype(np.int32), none)


def no_given_trees(sentences: int) -> GivenTrees:
    none = np.zeros(0, np.int32)
    return GivenTrees(
        np.zeros(sentences, bool), np.zeros(sentences + 1, np.int64), none, none, none, none, np.zeros(0), none
    )


class Findings(NamedTuple):
    """What is found for each sentence (log2 of the sum and of the best tree), for each word (its parent and its tag in
    the best tree), and for each node of the given trees (its bits)."""

    logs: Floats
    parents: Int32s
    tags: Int32s
    bits: Floats


def nothing_found(sentences: int, words: int, nodes: int) -> Findings:
    tags = np.full(words, -1, np.int32)
    return Findings(np.full((sentences, 2), -np.inf), np.zeros(words, np.int32), tags, np.full((nodes, 2), np.nan))


class BestNodes(NamedTuple):
    """The nodes of the best trees of some sentences (label, parent, begin, end), and how many each of these has."""

    sentences: NDArray[np.int64]
    nodes: Int32s
    counts: NDArray[np.int64]


def join_nodes(parts: Sequence[BestNodes], sentences: int) -> tuple[Int32s, NDArray[np.int64]]:
    """The nodes of all sentences in their order, and how many each has."""
    of_node = [np.repeat(part.sentences, part.counts) for part in parts]
    sentence = np.concatenate([np.zeros(0, np.int64), *of_node])
    nodes = np.concatenate([np.zeros((0, 4), np.int32), *(part.nodes for part in parts)])
    counts: NDArray[np.int64] = np.bincount(sentence, minlength=sentences)
    if (sentence[1:] < sentence[:-1]).any():  # a device did some of them
        nodes = nodes[np.argsort(sentence, kind="stable")]
    return nodes, counts
