"""Loops over rules: count them in a treebank, draw trees from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import kernel

Array = Any
_PRIME = np.uint64(1099511628211)


@kernel
def count_rules(
    token_offsets: Array,
    node_offsets: Array,
    terminal: Array,
    token_parent: Array,
    label: Array,
    parent: Array,
    left: Array,
) -> Any:
    """Distinct rules: left-hand sides, right-hand sides end to end, offsets, counts."""
    nodes, tokens = len(label), len(terminal)
    lhs = np.empty(nodes, np.int32)
    rhs = np.empty(nodes + tokens, np.int32)
    offsets = np.zeros(nodes + 1, np.int64)
    count = np.zeros(nodes, np.float64)
    keys = np.empty(nodes, np.uint64)
    table = np.full(1 << 12, -1, np.int64)
    # Children of every node, in order: how many, then where.
    first = np.zeros(nodes + 1, np.int64)
    fill = np.empty(nodes, np.int64)
    children = np.empty(nodes + tokens, np.int32)
    rules = 0
    for s in range(len(token_offsets) - 1):
        t0, t1, n0, n1 = token_offsets[s], token_offsets[s + 1], node_offsets[s], node_offsets[s + 1]
        base = t0 + n0
        for i in range(n0, n1 + 1):
            first[i] = 0
        for t in range(t0, t1):
            first[n0 + token_parent[t] + 1] += 1
        for i in range(n0, n1):
            if parent[i] >= 0:
                first[n0 + parent[i] + 1] += 1
        first[n0] = base
        for i in range(n0, n1):
            first[i + 1] += first[i]
            fill[i] = first[i]
        i, t = n0, t0
        while i < n1 or t < t1:
            if i < n1 and left[i] <= t - t0:
                if parent[i] >= 0:
                    owner = n0 + parent[i]
                    children[fill[owner]] = label[i]
                    fill[owner] += 1
                i += 1
            else:
                owner = n0 + token_parent[t]
                children[fill[owner]] = terminal[t]
                fill[owner] += 1
                t += 1
        for i in range(n0, n1):
            begin, end = first[i], fill[i]
            key = np.uint64(label[i]) + np.uint64(1)
            for c in range(begin, end):
                key = (key ^ np.uint64(children[c])) * _PRIME
            mask = len(table) - 1
            slot = np.int64((key ^ (key >> np.uint64(29))) & np.uint64(mask))
            while table[slot] >= 0:
                r = table[slot]
                if (
                    keys[r] == key
                    and lhs[r] == label[i]
                    and _same(children, begin, end, rhs, offsets[r], offsets[r + 1])
                ):
                    break
                slot = (slot + 1) & mask
            r = table[slot]
            if r < 0:
                r = rules
                table[slot] = r
                keys[r], lhs[r] = key, label[i]
                for c in range(begin, end):
                    rhs[offsets[r] + c - begin] = children[c]
                offsets[r + 1] = offsets[r] + end - begin
                rules += 1
                if 2 * rules > mask:
                    table = _widen(table, keys, rules)
            count[r] += 1
    return lhs[:rules].copy(), rhs[: offsets[rules]].copy(), offsets[: rules + 1].copy(), count[:rules].copy()


@kernel
def _same(one: Array, begin: int, end: int, other: Array, other_begin: int, other_end: int) -> bool:
    if end - begin != other_end - other_begin:
        return False
    for i in range(end - begin):
        if one[begin + i] != other[other_begin + i]:
            return False
    return True


@kernel
def _widen(table: Array, keys: Array, count: int) -> Any:
    wider = np.full(4 * len(table), -1, np.int64)
    mask = len(wider) - 1
    for r in range(count):
        slot = np.int64((keys[r] ^ (keys[r] >> np.uint64(29))) & np.uint64(mask))
        while wider[slot] >= 0:
            slot = (slot + 1) & mask
        wider[slot] = r
    return wider


@kernel
def draw(
    generator: Any,
    sentences: int,
    start: int,
    nonterminals: int,
    first_rule: Array,
    cumulative: Array,
    rhs: Array,
    offsets: Array,
    most: int,
    room: int,
) -> Any:
    """Draw trees from the top down. Stops before the arrays are full; a tree of more than `most` nodes and tokens is
    given up (the number given up is returned). Returns tokens, nodes, their ends, and the two counts."""
    terminal, token_parent = np.empty(room, np.int32), np.empty(room, np.int32)
    label, parent = np.empty(room, np.int32), np.empty(room, np.int32)
    left, right = np.empty(room, np.int32), np.empty(room, np.int32)
    token_ends, node_ends = np.empty(sentences, np.int64), np.empty(sentences, np.int64)
    stack_symbol, stack_parent = np.empty(most + 8, np.int32), np.empty(most + 8, np.int32)
    tokens = nodes = done = given_up = 0
    while done < sentences and tokens + most < room and nodes + most < room:
        t0, n0, depth = tokens, nodes, 1
        stack_symbol[0], stack_parent[0] = start, -1
        complete = True
        while depth > 0:
            depth -= 1
            symbol, above = stack_symbol[depth], stack_parent[depth]
            if symbol >= nonterminals:
                terminal[tokens], token_parent[tokens] = symbol - nonterminals, above
                tokens += 1
                continue
            low, high = first_rule[symbol], first_rule[symbol + 1]
            r = low + np.searchsorted(cumulative[low:high], generator.random(), side="right")
            r = min(r, high - 1)
            node = nodes - n0
            label[nodes], parent[nodes], left[nodes] = symbol, above, tokens - t0
            nodes += 1
            size = offsets[r + 1] - offsets[r]
            if depth + size + tokens - t0 + node + 1 > most:
                complete = False
                break
            for c in range(offsets[r + 1] - 1, offsets[r] - 1, -1):
                stack_symbol[depth], stack_parent[depth] = rhs[c], node
                depth += 1
        if not complete:
            tokens, nodes = t0, n0
            given_up += 1
            if given_up > 100 + 10 * sentences:
                break
            continue
        for i in range(n0, nodes):
            right[i] = left[i]
        for t in range(t0, tokens):
            right[n0 + token_parent[t]] = t - t0 + 1
        for i in range(nodes - 1, n0, -1):
            above = n0 + parent[i]
            right[above] = max(right[above], right[i])
        token_ends[done], node_ends[done] = tokens, nodes
        done += 1
    return (
        (terminal[:tokens].copy(), token_parent[:tokens].copy()),
        (label[:nodes].copy(), parent[:nodes].copy(), left[:nodes].copy(), right[:nodes].copy()),
        (token_ends[:done].copy(), node_ends[:done].copy()),
        done,
        given_up,
    )
