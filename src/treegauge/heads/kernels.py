"""The loop that finds head children by a table of ranks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import kernel

Array = Any


@kernel
def choose(token_offsets: Array, node_offsets: Array, tokens: Any, nodes: Any, rank: Array, rightward: Array) -> Any:
    """The head child of each node: a token i of the sentence, or tokens + k for node k; -1 for a node without children.

    `tokens` is (category, parent, marked), `nodes` (category, parent, left, rule, marked); `rank[rule, category]` is
    the step at which a category is taken (the smaller the sooner), `rightward[rule, step]` says that the rightmost of
    equal children is the head. A marked child (function HD) comes before all.
    """
    tag, token_parent, token_marked = tokens
    category, parent, left, rule, node_marked = nodes
    head = np.full(len(parent), -1, np.int32)
    best = np.full(len(parent), np.int32(1 << 30), np.int32)
    place = np.zeros(len(parent), np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        for item in range(n + m):
            if item < n:
                owner, kind, marked, at = token_parent[t0 + item], tag[t0 + item], token_marked[t0 + item], item
            else:
                j = n0 + item - n
                owner, kind, marked, at = parent[j], category[j], node_marked[j], left[j]
            if owner < 0:
                continue
            p = n0 + owner
            step = -1 if marked else rank[rule[p], kind]
            right = step >= 0 and rightward[rule[p], step]
            if step < best[p] or (step == best[p] and (at >= place[p] if right else at < place[p])):
                best[p], head[p], place[p] = step, item, at
    return head
