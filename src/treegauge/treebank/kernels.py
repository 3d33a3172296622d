"""Compiled loops over the arrays of the table: order of nodes, extents, nearest ancestors. Plain twins are in the
tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import kernel
from ..core.types import Array


@kernel
def arrange(token_offsets: Array, node_offsets: Array, token_parent: Array, parent: Array, hint: Array) -> Any:
    """Bring nodes into preorder and compute their extents from `parent` alone.

    `hint` places nodes without tokens. Returns the order (old row of each new row), the new parents of nodes and
    tokens, left, right, and the first sentence with a cycle or -1.
    """
    sentences = len(token_offsets) - 1
    total = len(parent)
    order = np.empty(total, np.int64)
    new_parent = np.empty(total, np.int32)
    new_left = np.empty(total, np.int32)
    new_right = np.empty(total, np.int32)
    new_token_parent = np.empty(len(token_parent), np.int32)
    widest, longest = 0, 0
    for s in range(sentences):
        widest = max(widest, node_offsets[s + 1] - node_offsets[s])
        longest = max(longest, token_offsets[s + 1] - token_offsets[s])
    left = np.empty(widest, np.int32)
    right = np.empty(widest, np.int32)
    waiting = np.empty(widest, np.int32)
    queue = np.empty(widest, np.int32)
    next_sibling = np.empty(widest, np.int32)
    first_child = np.empty(widest + 1, np.int32)
    rank = np.empty(widest, np.int32)
    bucket = np.empty(longest + 2, np.int32)
    for s in range(sentences):
        n0, n1, t0, t1 = node_offsets[s], node_offsets[s + 1], token_offsets[s], token_offsets[s + 1]
        m, n = n1 - n0, t1 - t0
        for i in range(m):
            left[i] = n
            right[i] = -1
        for t in range(n):
            p = token_parent[t0 + t]
            if p >= 0:
                left[p] = min(left[p], t)
                right[p] = max(right[p], t + 1)
        downward = True
        for i in range(m):
            if parent[n0 + i] >= i:
                downward = False
                break
        if downward:
            for i in range(m - 1, -1, -1):
                p = parent[n0 + i]
                if p >= 0 and right[i] >= 0:
                    left[p] = min(left[p], left[i])
                    right[p] = max(right[p], right[i])
        else:
            for i in range(m):
                waiting[i] = 0
            for i in range(m):
                if parent[n0 + i] >= 0:
                    waiting[parent[n0 + i]] += 1
            filled = 0
            for i in range(m):
                if waiting[i] == 0:
                    queue[filled] = i
                    filled += 1
            done = 0
            while done < filled:
                i = queue[done]
                done += 1
                p = parent[n0 + i]
                if p >= 0:
                    if right[i] >= 0:
                        left[p] = min(left[p], left[i])
                        right[p] = max(right[p], right[i])
                    waiting[p] -= 1
                    if waiting[p] == 0:
                        queue[filled] = p
                        filled += 1
            if filled < m:
                return order, new_parent, new_token_parent, new_left, new_right, s
        for i in range(m):
            if right[i] < 0:
                left[i] = min(max(hint[n0 + i], 0), n)
                right[i] = left[i]
        if _in_preorder(parent[n0:n1], left, first_child, queue):
            for i in range(m):
                order[n0 + i] = n0 + i
                new_parent[n0 + i] = parent[n0 + i]
                new_left[n0 + i] = left[i]
                new_right[n0 + i] = right[i]
            for t in range(t0, t1):
                new_token_parent[t] = token_parent[t]
            continue
        for i in range(n + 2):
            bucket[i] = 0
        for i in range(m):
            bucket[left[i] + 1] += 1
        for i in range(n + 1):
            bucket[i + 1] += bucket[i]
        for i in range(m):
            queue[bucket[left[i]]] = i
            bucket[left[i]] += 1
        for i in range(m + 1):
            first_child[i] = -1
        for k in range(m - 1, -1, -1):
            i = queue[k]
            p = parent[n0 + i] + 1
            next_sibling[i] = first_child[p]
            first_child[p] = i
        depth, filled = 0, 0
        if first_child[0] >= 0:
            waiting[0] = first_child[0]
            depth = 1
        while depth > 0:
            depth -= 1
            i = waiting[depth]
            rank[i] = filled
            order[n0 + filled] = n0 + i
            new_left[n0 + filled] = left[i]
            new_right[n0 + filled] = right[i]
            p = parent[n0 + i]
            new_parent[n0 + filled] = rank[p] if p >= 0 else -1
            filled += 1
            if next_sibling[i] >= 0:
                waiting[depth] = next_sibling[i]
                depth += 1
            if first_child[i + 1] >= 0:
                waiting[depth] = first_child[i + 1]
                depth += 1
        for t in range(t0, t1):
            p = token_parent[t]
            new_token_parent[t] = rank[p] if p >= 0 else -1
    return order, new_parent, new_token_parent, new_left, new_right, -1


@kernel
def _in_preorder(parent: Array, left: Array, last: Array, stack: Array) -> bool:
    """Whether nodes are already in preorder, siblings by their first token."""
    depth = 0
    last[0] = -1
    for i in range(len(parent)):
        p = parent[i]
        while depth > 0 and stack[depth - 1] != p:
            depth -= 1
        if depth == 0 and p >= 0:
            return False
        if left[i] < last[p + 1]:
            return False
        last[p + 1] = left[i]
        last[i + 1] = -1
        stack[depth] = i
        depth += 1
    return True


@kernel
def nearest_kept(offsets: Array, parent: Array, keep: Array) -> Any:
    """For each row, the new index (within its sentence) of the nearest kept row at or above it, or -1."""
    target = np.empty(len(parent), np.int32)
    for s in range(len(offsets) - 1):
        start, kept = offsets[s], 0
        for i in range(start, offsets[s + 1]):
            if keep[i]:
                target[i] = kept
                kept += 1
            else:
                target[i] = target[start + parent[i]] if parent[i] >= 0 else -1
    return target


@kernel
def follow(row_offsets: Array, node_offsets: Array, pointer: Array, target: Array) -> Any:
    """`target` of the node of its sentence that each row points to; -1 is kept."""
    result = np.empty(len(pointer), np.int32)
    for s in range(len(row_offsets) - 1):
        start = node_offsets[s]
        for i in range(row_offsets[s], row_offsets[s + 1]):
            result[i] = target[start + pointer[i]] if pointer[i] >= 0 else -1
    return result


@kernel
def climb_heads(offsets: Array, head: Array, keep: Array) -> Any:
    """Heads after tokens were dropped: the nearest kept ancestor, in the new numbering (-1 root, -2 not given)."""
    root, on_the_way, unknown = -1, -3, -4
    number = np.empty(len(head), np.int32)
    goal = np.full(len(head), unknown, np.int32)  # the new head of those attached to this token
    result = np.empty(len(head), np.int32)
    for s in range(len(offsets) - 1):
        start, end, kept = offsets[s], offsets[s + 1], 0
        for i in range(start, end):
            number[i] = kept
            kept += keep[i]
            if keep[i]:
                goal[i] = number[i]
        for i in range(start, end):
            h = head[i]
            while h >= 0 and goal[start + h] == unknown:
                goal[start + h] = on_the_way
                h = head[start + h]
            found = h if h < 0 else goal[start + h]
            result[i] = root if found == on_the_way else found  # a cycle of dropped tokens
            h = head[i]
            while h >= 0 and goal[start + h] == on_the_way:
                goal[start + h] = result[i]
                h = head[start + h]
    return result


@kernel
def sizes(token_offsets: Array, node_offsets: Array, token_parent: Array, parent: Array, weight: Array) -> Any:
    """How many tokens each node dominates, counting only those with weight."""
    size = np.zeros(len(parent), np.int32)
    for s in range(len(token_offsets) - 1):
        start = node_offsets[s]
        for t in range(token_offsets[s], token_offsets[s + 1]):
            if token_parent[t] >= 0 and weight[t]:
                size[start + token_parent[t]] += 1
        for i in range(node_offsets[s + 1] - 1, start - 1, -1):
            if parent[i] >= 0:
                size[start + parent[i]] += size[i]
    return size


@kernel
def depths(offsets: Array, parent: Array) -> Any:
    """The depth of each node, 1 at the top."""
    depth = np.empty(len(parent), np.int32)
    for s in range(len(offsets) - 1):
        start = offsets[s]
        for i in range(start, offsets[s + 1]):
            depth[i] = depth[start + parent[i]] + 1 if parent[i] >= 0 else 1
    return depth


@kernel
def dependency_shape(offsets: Array, head: Array) -> Any:
    """Per sentence: the depth of the dependency tree, and whether two arcs cross (the root is to the left of the
    words)."""
    sentences = len(offsets) - 1
    depth = np.zeros(sentences, np.int32)
    crossing = np.zeros(sentences, np.bool_)
    longest = 0
    for s in range(sentences):
        longest = max(longest, offsets[s + 1] - offsets[s])
    level = np.zeros(longest, np.int32)
    path = np.empty(longest + 1, np.int32)
    reach = np.empty(longest + 2, np.int32)
    for s in range(sentences):
        start, n = offsets[s], offsets[s + 1] - offsets[s]
        level[:n] = 0
        for i in range(n):
            steps, j = 0, i
            while j >= 0 and level[j] == 0 and steps < n:
                path[steps] = j
                steps += 1
                j = head[start + j]
            height = level[j] if j >= 0 else 0
            while steps > 0:
                steps -= 1
                height += 1
                level[path[steps]] = height
                depth[s] = max(depth[s], height)
        crossing[s] = _arcs_cross(head[start : start + n], reach)
    return depth, crossing


@kernel
def _arcs_cross(head: Array, stack: Array) -> bool:
    """Whether two arcs cross: sweep positions, keep the right ends of the open arcs on a stack."""
    n = len(head)
    ends = np.zeros(n + 2, np.int32)
    for d in range(n):
        if head[d] >= -1:
            ends[min(d, head[d]) + 2] += 1
    for k in range(n + 1):
        ends[k + 1] += ends[k]
    rights = np.empty(n, np.int32)
    fill = ends.copy()
    for d in range(n):
        if head[d] >= -1:
            low = min(d, head[d]) + 1
            rights[fill[low]] = max(d, head[d])
            fill[low] += 1
    depth = 0
    for position in range(-1, n):
        while depth > 0 and stack[depth - 1] <= position:
            depth -= 1
        opened = rights[ends[position + 1] : ends[position + 2]]
        opened.sort()
        for k in range(len(opened) - 1, -1, -1):
            if depth > 0 and opened[k] > stack[depth - 1]:
                return True
            stack[depth] = opened[k]
            depth += 1
    return False
