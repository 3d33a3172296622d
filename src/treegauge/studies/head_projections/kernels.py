"""The compiled loop that finds, for every phrase of one tree, its head word in another tree of the same words."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def heads_within(offsets: Any, parents: Any, head: Array, keep: Array) -> Any:
    """For each node: how many of its words have their head outside it, one of these words, and the child of the node
    that this word is below (a token, or tokens + k for node k). Words that are not kept are ignored. A missing head
    counts as two, so that the number is never one."""
    token_offsets, node_offsets = offsets
    token_parent, parent = parents
    number = np.zeros(len(parent), np.int32)
    word = np.full(len(parent), -1, np.int32)
    child = np.full(len(parent), -1, np.int32)
    seen = np.full(len(parent), -1, np.int64)
    for s in range(len(token_offsets) - 1):
        t0, n0, n = token_offsets[s], node_offsets[s], token_offsets[s + 1] - token_offsets[s]
        for t in range(n):
            if not keep[t0 + t]:
                continue
            h, steps = head[t0 + t], 0
            while h >= 0 and not keep[t0 + h] and steps < n:
                h = head[t0 + h]
                steps += 1
            if h >= 0:
                k = token_parent[t0 + h]
                while k >= 0:
                    seen[n0 + k] = t0 + t
                    k = parent[n0 + k]
            item, k = t, token_parent[t0 + t]
            while k >= 0 and seen[n0 + k] != t0 + t:
                number[n0 + k] += 1 if h >= -1 else 2
                word[n0 + k], child[n0 + k] = t, item
                item, k = n + k, parent[n0 + k]
    return number, word, child
