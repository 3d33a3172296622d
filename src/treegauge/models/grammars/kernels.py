"""Loops over rules: find them in a treebank, draw trees from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

_PRIME = np.uint64(1099511628211)


@kernel
def children_of_nodes(
    token_offsets: Array,
    node_offsets: Array,
    terminal: Array,
    token_parent: Array,
    label: Array,
    parent: Array,
    left: Array,
) -> Any:
    """The children of every node, in order, end to end: where those of each node begin, and their symbols."""
    nodes, tokens = len(label), len(terminal)
    first = np.zeros(nodes + 1, np.int64)
    fill = np.empty(nodes, np.int64)
    children = np.empty(nodes + tokens, np.int32)
    end = 0
    for s in range(len(token_offsets) - 1):
        t0, t1, n0, n1 = token_offsets[s], token_offsets[s + 1], node_offsets[s], node_offsets[s + 1]
        for t in range(t0, t1):
            if token_parent[t] >= 0:
                first[n0 + token_parent[t] + 1] += 1
        for i in range(n0, n1):
            if parent[i] >= 0:
                first[n0 + parent[i] + 1] += 1
        first[n0] = end
        for i in range(n0, n1):
            first[i + 1] += first[i]
            fill[i] = first[i]
        end = first[n1]
        i, t = n0, t0
        while i < n1 or t < t1:
            if i < n1 and left[i] <= t - t0:
                if parent[i] >= 0:
                    owner = n0 + parent[i]
                    children[fill[owner]] = label[i]
                    fill[owner] += 1
                i += 1
            else:
                if token_parent[t] >= 0:
                    owner = n0 + token_parent[t]
                    children[fill[owner]] = terminal[t]
                    fill[owner] += 1
                t += 1
    return first, children[:end]


@kernel
def number_rules(label: Array, first: Array, children: Array) -> Any:
    """Number the distinct rules in the order in which they first occur: the number of each node's rule, and for each
    rule the first node that has it."""
    nodes = len(label)
    number = np.empty(nodes, np.int32)
    example = np.empty(nodes, np.int64)
    keys = np.empty(nodes, np.uint64)
    table = np.full(1 << 12, -1, np.int64)
    rules = 0
    for i in range(nodes):
        begin, end = first[i], first[i + 1]
        key = np.uint64(label[i]) + np.uint64(1)
        for c in range(begin, end):
            key = (key ^ np.uint64(children[c])) * _PRIME
        mask = len(table) - 1
        slot = np.int64((key ^ (key >> np.uint64(29))) & np.uint64(mask))
        while table[slot] >= 0:
            r = table[slot]
            e = example[r]
            if keys[r] == key and label[e] == label[i] and _same(children, begin, end, first[e], first[e + 1]):
                break
            slot = (slot + 1) & mask
        r = table[slot]
        if r < 0:
            r = rules
            table[slot] = r
            keys[r], example[r] = key, i
            rules += 1
            if 2 * rules > mask:
                table = _widen(table, keys, rules)
        number[i] = r
    return number, example[:rules].copy()


@kernel
def _same(symbols: Array, begin: int, end: int, other: int, other_end: int) -> bool:
    if end - begin != other_end - other:
        return False
    for i in range(end - begin):
        if symbols[begin + i] != symbols[other + i]:
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
def draw_trees(
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
