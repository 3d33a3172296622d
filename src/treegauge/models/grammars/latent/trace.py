"""Trees read off charts: the nodes, without those that binarisation made."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiled import kernel
from ....core.types import Array
from .best import NONE, TIE
from .inside import span_number

_LABEL, _TAG = 1, 2  # the kinds of symbols that are seen in trees (network.py)


@kernel
def room_for_nodes(network: Any, n: int) -> Any:
    """An array for all nodes that a tree of n words can have here, and their number."""
    return np.empty((2 * n * (len(network.owner) + 1), 4), np.int32), np.zeros(1, np.int64)


@kernel
def write_node(network: Any, symbol: int, above: int, begin: int, end: int, nodes: Array, count: Array) -> int:
    """Write a node (label, parent, begin, end), if the symbol is one in trees; what its children are below."""
    if network.kind[symbol] != _LABEL:
        return above
    node = int(count[0])
    nodes[node, 0], nodes[node, 1], nodes[node, 2], nodes[node, 3] = symbol, above, begin, end
    count[0] += 1
    return node


@kernel
def write_chain(
    network: Any, state: int, target: int, above: int, begin: int, end: int, nodes: Array, count: Array
) -> int:
    """Write the nodes of the best chain of unary rules from below a substate down to another one."""
    row, aim = network.place[state], network.place[target]
    while True:
        next_row, most = aim, network.log_unary[row, aim]
        for below in range(len(network.owner)):
            value = network.log_unary[row, below] + network.log_chain[below, aim]
            if value > most + TIE:
                next_row, most = below, value
        row = next_row
        above = write_node(network, network.owner[row], above, begin, end, nodes, count)
        if row == aim:
            return above


@kernel
def trace_viterbi(network: Any, low: Array, top: Array, start: int, n: int, parents: Array, tags: Array) -> Any:
    """The nodes of the best tree whose root has the substate `start`; `parents` and `tags` get those of the words."""
    nodes, count = room_for_nodes(network, n)
    symbol_of = np.empty(network.state[-1], np.int64)
    for symbol in range(len(network.state) - 1):
        symbol_of[network.state[symbol] : network.state[symbol + 1]] = symbol
    stack, depth = np.empty((2 * n + 2, 4), np.int64), 1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = start, 0, n, -1
    while depth > 0:
        depth -= 1
        state, begin, end, above = stack[depth]
        above = write_node(network, symbol_of[state], above, begin, end, nodes, count)
        bottom = _end_of_chain(network, low[span_number(n, begin, end)], state)
        if bottom >= 0:
            above = write_chain(network, state, bottom, above, begin, end, nodes, count)
            state = bottom
        if end == begin + 1:
            parents[begin], tags[begin] = above, symbol_of[state]
            continue
        split, left, right = _children(network, top, n, begin, end, symbol_of[state], state)
        stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3] = right, split, end, above
        stack[depth + 1, 0], stack[depth + 1, 1], stack[depth + 1, 2] = left, begin, split
        stack[depth + 1, 3] = above
        depth += 2
    return nodes[: count[0]]


@kernel
def _end_of_chain(network: Any, low: Array, state: int) -> int:
    """The substate at the end of the best chain of unary rules; -1 if a rule that is not unary is as good."""
    found, most, row = -1, low[state], network.place[state]
    if row >= 0:
        for below in range(len(network.owner)):
            value = network.log_chain[row, below] + low[network.state_at[below]]
            if value > most + TIE:
                found, most = network.state_at[below], value
    return found


@kernel
def _children(network: Any, top: Array, n: int, begin: int, end: int, symbol: int, state: int) -> Any:
    """The best split point, and the substates of both children."""
    found, most, pairs = (-1, -1, -1), NONE, network.pairs
    for left in range(len(network.state) - 1):
        a, height = network.state[left], network.state[left + 1] - network.state[left]
        for pair in range(pairs.left[left], pairs.left[left + 1]):
            right = pairs.right[pair]
            b, width = network.state[right], network.state[right + 1] - network.state[right]
            for block in range(pairs.first[pair], pairs.first[pair + 1]):
                if pairs.parent[block] == symbol:
                    at = pairs.at[block] + (state - network.state[symbol]) * height * width
                    for k in range(begin + 1, end):
                        first, second = top[span_number(n, begin, k)], top[span_number(n, k, end)]
                        for row in range(height):
                            if first[a + row] > NONE:
                                for column in range(width):
                                    value = network.log_pairs[at + row * width + column]
                                    value += first[a + row] + second[b + column]
                                    if value > most + TIE:
                                        found, most = (k, a + row, b + column), value
    return found
