"""Fewer nodes: without unary ones, without some labels, with or without a root."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ..annotation.schemes import ROOT_LABELS
from ..core.types import Mask
from ..treebank import Text, Treebank
from ..treebank.edit import drop_nodes, insert_nodes
from ..treebank.shape import child_counts
from .base import transform


@transform("remove-labels")
def remove_labels(treebank: Treebank, *, labels: tuple[str, ...]) -> Treebank:
    """Remove all nodes with one of these labels; their children move up: remove-labels(labels=[PRN,NML])."""
    return drop_nodes(treebank, treebank.nodes.text("label").mask(frozenset(labels)))


@transform("remove-unaries")
def remove_unaries(treebank: Treebank, *, keep: Literal["top", "bottom"] = "top", tokens: bool = False) -> Treebank:
    """Keep only the top (or the bottom) of a chain of nodes with one child each; with tokens=true, nodes over a single
    token are removed as well. A virtual root (TOP, ROOT, S1, VROOT or no name) is not part of a chain."""
    nodes = treebank.nodes
    if not len(nodes):
        return treebank
    only = (child_counts(treebank) == 1) & ~virtual_roots(treebank)
    parent = nodes.numbers("parent")
    above = np.where(parent >= 0, parent + nodes.start, 0)
    chained = only[above] & (parent >= 0)  # the only child of its parent
    over_node = np.zeros(len(nodes), bool)
    over_node[above[chained]] = True
    treebank = drop_nodes(treebank, chained if keep == "top" else over_node)
    if not tokens:
        return treebank
    return drop_nodes(treebank, (child_counts(treebank) == 1) & ~virtual_roots(treebank))


@transform("add-root")
def add_root(treebank: Treebank, *, label: str = "TOP") -> Treebank:
    """Put one node above all others in every sentence; a virtual root with another name is replaced."""
    if not treebank.has_constituents:
        return treebank
    treebank = remove_root(treebank)
    count = len(treebank)
    # The root comes first, so the number of every other node grows by one, and -1 (no parent) becomes 0 (the root).
    old, tokens, edges = treebank.nodes, treebank.tokens, treebank.secondary
    nodes = insert_nodes(
        treebank.replace(nodes=old.replace(parent=old.numbers("parent") + 1) if len(old) else old),
        np.ones(count, np.int64),
        first=True,
        label=Text.constant(label, count),
        parent=np.full(count, -1, np.int32),
        left=np.zeros(count, np.int32),
        right=tokens.counts.astype(np.int32),
    ).nodes
    if len(edges):
        node = edges.numbers("node")
        edges = edges.replace(parent=edges.numbers("parent") + 1, node=np.where(node >= 0, node + 1, node))
    return treebank.replace(nodes=nodes, tokens=tokens.replace(parent=tokens.numbers("parent") + 1), secondary=edges)


def virtual_roots(treebank: Treebank, labels: tuple[str, ...] = ROOT_LABELS) -> Mask:
    """Top nodes that only hold the sentence together: TOP, ROOT, S1, VROOT or no name, also one below another."""
    from ..treebank.kernels import nearest_kept

    nodes = treebank.nodes
    if not len(nodes):
        return np.zeros(0, bool)
    others = ~nodes.text("label").mask(frozenset(labels))
    roots: Mask = nearest_kept(nodes.offsets, nodes.numbers("parent"), others) < 0
    return roots


@transform("remove-root")
def remove_root(treebank: Treebank, *, labels: tuple[str, ...] = ROOT_LABELS) -> Treebank:
    """Remove top nodes that are called TOP, ROOT, S1 or VROOT or have no name; their children become roots."""
    return drop_nodes(treebank, virtual_roots(treebank, labels))
