"""Simple properties of nodes and tokens, as arrays: size, depth, number of children, continuity."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from ..core.types import Mask
from .table import Treebank

NO_WORDS = frozenset({"-NONE-", "CODE", "ID"})
TRACE = re.compile(r"\*|0$")


def node_sizes(treebank: Treebank) -> NDArray[np.int32]:
    """How many tokens each node dominates."""
    from .kernels import sizes

    tokens, nodes = treebank.tokens, treebank.nodes
    if not len(nodes):
        return np.zeros(0, np.int32)
    weight = np.ones(len(tokens), bool)
    counts: NDArray[np.int32] = sizes(
        tokens.offsets, nodes.offsets, tokens.numbers("parent"), nodes.numbers("parent"), weight
    )
    return counts


def discontinuous(treebank: Treebank) -> Mask:
    """Nodes whose tokens have a gap."""
    nodes = treebank.nodes
    if not len(nodes):
        return np.zeros(0, bool)
    gap: Mask = node_sizes(treebank) < nodes.numbers("right") - nodes.numbers("left")
    return gap


def gap_degrees(treebank: Treebank) -> NDArray[np.int32]:
    """How many gaps are in the tokens of each node; in a treebank with dependencies only, in what each word dominates
    (Kuhlmann and Nivre 2006)."""
    from .gap_kernels import yield_blocks

    tokens, nodes = treebank.tokens, treebank.nodes
    if treebank.has_constituents:
        rows, holder, parent = nodes, tokens.numbers("parent"), nodes.numbers("parent")
    else:
        rows, parent = tokens, tokens.numbers("head")
        holder = np.arange(len(tokens), dtype=np.int32) - np.repeat(tokens.offsets[:-1], tokens.counts).astype(np.int32)
    if not len(rows):
        return np.zeros(0, np.int32)
    blocks: NDArray[np.int32] = yield_blocks(tokens.offsets, rows.offsets, holder, parent)
    return np.maximum(blocks - 1, 0)


def child_counts(treebank: Treebank) -> NDArray[np.int64]:
    """How many children each node has, tokens and nodes."""
    tokens, nodes = treebank.tokens, treebank.nodes
    if not len(nodes):
        return np.zeros(0, np.int64)
    counts = np.zeros(len(nodes), np.int64)
    for rows in (tokens, nodes):
        parent = rows.numbers("parent")
        above = (parent + np.repeat(nodes.offsets[:-1], rows.counts))[parent >= 0]
        counts += np.bincount(above, minlength=len(nodes))
    return counts


def node_depths(treebank: Treebank) -> NDArray[np.int32]:
    """The depth of each node, 1 at the top."""
    from .kernels import depths

    nodes = treebank.nodes
    depth: NDArray[np.int32] = depths(nodes.offsets, nodes.numbers("parent")) if len(nodes) else np.zeros(0, np.int32)
    return depth


def no_words(treebank: Treebank) -> Mask:
    """Tokens that are not words of the text: empty elements (-NONE-, or a bare *T*, *pro*, 0), CODE and ID nodes."""
    tag, form = treebank.tokens.text("tag"), treebank.tokens.text("form")
    bare = (tag.codes < 0) & treebank.has_constituents
    if bare.any():
        bare &= form.mask(lambda word: TRACE.match(word) is not None)
    return tag.mask(NO_WORDS) | bare
