"""Compiled loops over gaps: how many blocks the words of a node have, and which arcs are not projective. Plain twins
are in the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import kernel
from ..core.types import Array


@kernel
def yield_blocks(token_offsets: Array, node_offsets: Array, token_parent: Array, parent: Array) -> Any:
    """How many runs of tokens that follow each other each node dominates; 0 for a node without tokens.

    A token begins a block of each of its ancestors that does not dominate the token before it.
    """
    blocks = np.zeros(len(parent), np.int32)
    seen = np.full(len(parent), -1, np.int64)  # the last token that the node dominates
    for s in range(len(token_offsets) - 1):
        first, start, most = token_offsets[s], node_offsets[s], node_offsets[s + 1] - node_offsets[s]
        for t in range(first, token_offsets[s + 1]):
            node, steps = token_parent[t], 0
            while node >= 0 and steps <= most:
                row = start + node
                if seen[row] < t:
                    if t == first or seen[row] < t - 1:
                        blocks[row] += 1
                    seen[row] = t
                node = parent[row]
                steps += 1
    return blocks


@kernel
def nonprojective(offsets: Array, head: Array) -> Any:
    """Which words have an arc over a word that their head does not dominate. The arc of a root is not counted."""
    found = np.zeros(len(head), np.bool_)
    for s in range(len(offsets) - 1):
        start, n = offsets[s], offsets[s + 1] - offsets[s]
        for d in range(n):
            h = head[start + d]
            if h < 0:
                continue
            for between in range(min(d, h) + 1, max(d, h)):
                above, steps = between, 0
                while above >= 0 and above != h and steps <= n:
                    above = head[start + above]
                    steps += 1
                if above != h:
                    found[start + d] = True
                    break
    return found
