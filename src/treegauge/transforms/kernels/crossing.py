"""Loops for trees with crossing branches: attach loose tokens, raise the children that make a phrase discontinuous."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def attach_loose_tokens(
    token_offsets: Array, node_offsets: Array, token_parent: Array, parent: Array, loose: Array
) -> Any:
    """The parents of the tokens after every loose token was attached to the lowest node above both neighbours that are
    not loose; at the edge of the sentence, to the top node above its only neighbour."""
    result = token_parent.copy()
    widest = 0
    for s in range(len(node_offsets) - 1):
        widest = max(widest, node_offsets[s + 1] - node_offsets[s])
    seen = np.full(widest, -1, np.int64)
    for s in range(len(token_offsets) - 1):
        t0, t1, n0 = token_offsets[s], token_offsets[s + 1], node_offsets[s]
        before = -1
        for t in range(t0, t1):
            if not loose[t]:
                before = t
                continue
            after = t + 1
            while after < t1 and loose[after]:
                after += 1
            if before < 0 and after >= t1:
                continue
            top = token_parent[before] if before >= 0 else token_parent[after]
            common = token_parent[after] if after < t1 else -1
            k = top
            while k >= 0:
                seen[k] = t
                top = k
                k = parent[n0 + k]
            if before < 0 or after >= t1:
                result[t] = top
                continue
            while common >= 0 and seen[common] != t:
                common = parent[n0 + common]
            result[t] = common
    return result


@kernel
def raise_children(
    token_offsets: Array,
    node_offsets: Array,
    token_parent: Array,
    parent: Array,
    left: Array,
    right: Array,
    size: Array,
    head: Array,
) -> Any:
    """New parents of tokens and nodes: from the bottom up, the children of a discontinuous node that are not adjacent
    to the part with its head move to its parent. `head` is the head child of each node: a token i, or tokens + k for
    node k."""
    new_token_parent, new_parent = token_parent.copy(), parent.copy()
    low, high = left.copy(), right.copy()
    longest = 0
    for s in range(len(token_offsets) - 1):
        longest = max(longest, token_offsets[s + 1] - token_offsets[s])
    owner = np.empty(longest, np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        for k in range(m - 1, -1, -1):
            start, end = low[n0 + k], high[n0 + k]
            if size[n0 + k] == end - start:
                continue
            # The child of k that each position belongs to; the children are continuous already.
            for t in range(start, end):
                owner[t] = t if new_token_parent[t0 + t] == k else -1
            for j in range(k + 1, m):
                if new_parent[n0 + j] == k:
                    for t in range(low[n0 + j], high[n0 + j]):
                        owner[t] = n + j
            first = start
            while first < end and owner[first] != head[n0 + k]:
                first += 1
            if first == end:  # the head is a node without tokens
                first = start
            last = first
            while first > start and owner[first - 1] >= 0:
                first -= 1
            while last < end and owner[last] >= 0:
                last += 1
            for t in range(start, end):
                if owner[t] >= 0 and not first <= t < last:
                    if owner[t] < n:
                        new_token_parent[t0 + t] = new_parent[n0 + k]
                    else:
                        new_parent[n0 + owner[t] - n] = new_parent[n0 + k]
            low[n0 + k], high[n0 + k] = first, last
    return new_token_parent, new_parent
