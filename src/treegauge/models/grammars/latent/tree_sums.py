"""The probability of given trees, summed over all substates of their nodes."""

from __future__ import annotations

from math import frexp, ldexp
from typing import Any

import numpy as np
from numpy import log2

from ....core.compiled import kernel
from ....core.types import Array


@kernel
def log2_of_trees(
    network: Any,
    words: Any,
    token_offsets: Array,
    node_offsets: Array,
    token_parent: Array,
    label: Array,
    parent: Array,
    left: Array,
    between: Array,
    from_left: bool,
    results: Array,
) -> None:
    """log2 p(t) of every tree, -inf for those that the grammar does not have.

    Nodes are in preorder. Each hands its numbers to its parent, the last child first: a node that is reached has all
    its children in a list. `between` has the symbol in the middle of a divided rule for each label.
    """
    for sentence in range(len(results)):
        begin, first = token_offsets[sentence], node_offsets[sentence]
        tokens, nodes = token_offsets[sentence + 1] - begin, node_offsets[sentence + 1] - first
        numbers, next_sister = np.zeros((nodes + tokens, network.widest)), np.full(nodes + tokens, -1, np.int64)
        exponent, child = np.zeros(nodes + tokens, np.int64), np.full(nodes, -1, np.int64)
        symbol, token = np.full(nodes + tokens, -1, np.int64), tokens - 1
        for node in range(nodes - 1, -2, -1):
            while token >= (left[first + node] if node >= 0 else 0):
                _of_word(network, words, begin + token, numbers[nodes + token], symbol, nodes + token)
                above = token_parent[begin + token]
                if above >= 0:
                    next_sister[nodes + token], child[above] = child[above], nodes + token
                token -= 1
            if node < 0:
                break
            symbol[node] = _of_node(
                network, label[first + node], node, child, next_sister, symbol, numbers, exponent, between, from_left
            )
            above = parent[first + node]
            if above >= 0:
                next_sister[node], child[above] = child[above], node
        results[sentence] = -np.inf
        if nodes > 0 and symbol[0] == network.start:
            total = 0.0
            for place in range(network.widest):
                total += numbers[0, place]
            results[sentence] = log2(total) + exponent[0]


@kernel
def _of_word(network: Any, words: Any, token: int, numbers: Array, symbol: Array, item: int) -> None:
    """The weights of the tag of a word; its symbol stays -1 where it has none."""
    if words.first[token] < words.first[token + 1]:
        entry = words.first[token]
        symbol[item] = words.tag[entry]
        for place in range(network.state[symbol[item] + 1] - network.state[symbol[item]]):
            numbers[place] = words.weight[words.at[entry] + place]


@kernel
def _of_node(
    network: Any,
    label: int,
    node: int,
    child: Array,
    next_sister: Array,
    symbol: Array,
    numbers: Array,
    exponent: Array,
    between: Array,
    from_left: bool,
) -> int:
    """The numbers of a node from those of its children; its symbol, -1 if the grammar has no rule for it."""
    item, count = child[node], 0
    while item >= 0:
        if symbol[item] < 0:
            return -1
        item, count = next_sister[item], count + 1
    if count == 0 or label < 0:
        return -1
    order = np.empty(count, np.int64)
    item = child[node]
    for place in range(count):
        order[place if from_left else count - 1 - place] = item
        item = next_sister[item]
    # The children that are furthest from where dividing began are joined first.
    inner = order[count - 1]
    if count == 1:
        good = _apply_unary(network, label, symbol[inner], numbers[inner], numbers[node])
        return _finish(numbers[node], exponent, node, exponent[inner], label, good)
    own, shift, inner_symbol = numbers[inner].copy(), exponent[inner], symbol[inner]
    for place in range(count - 2, -1, -1):
        outer = order[place]
        target = label if place == 0 else between[label]
        result = np.zeros(network.widest)
        if target < 0:
            return -1
        if from_left:
            good = _apply_binary(network, target, symbol[outer], inner_symbol, numbers[outer], own, result)
        else:
            good = _apply_binary(network, target, inner_symbol, symbol[outer], own, numbers[outer], result)
        inner_symbol = _finish(result, exponent, node, shift + exponent[outer], target, good)
        if inner_symbol < 0:
            return -1
        own, shift = result, exponent[node]
    numbers[node] = own
    return label


@kernel
def _finish(numbers: Array, exponent: Array, node: int, shift: int, symbol: int, good: bool) -> int:
    """Scale numbers, and keep their exponent; -1 if they are all zero."""
    most = 0.0
    for place in range(len(numbers)):
        most = max(most, numbers[place])
    if not good or most == 0.0:
        return -1
    own = np.int64(frexp(most)[1])
    for place in range(len(numbers)):
        numbers[place] = ldexp(numbers[place], int(-own))
    exponent[node] = shift + own
    return symbol


@kernel
def _apply_unary(network: Any, parent: int, child: int, below: Array, numbers: Array) -> bool:
    unary = network.unary
    for block in range(unary.first[parent], unary.first[parent + 1]):
        if unary.child[block] == child:
            at = unary.at[block]
            for state in range(network.state[parent + 1] - network.state[parent]):
                for place in range(network.state[child + 1] - network.state[child]):
                    numbers[state] += unary.weight[at] * below[place]
                    at += 1
            return True
    return False


@kernel
def _apply_binary(
    network: Any, parent: int, left: int, right: int, first: Array, second: Array, numbers: Array
) -> bool:
    pairs = network.pairs
    for pair in range(pairs.left[left], pairs.left[left + 1]):
        if pairs.right[pair] == right:
            for block in range(pairs.first[pair], pairs.first[pair + 1]):
                if pairs.parent[block] == parent:
                    at = pairs.at[block]
                    for state in range(network.state[parent + 1] - network.state[parent]):
                        for row in range(network.state[left + 1] - network.state[left]):
                            for column in range(network.state[right + 1] - network.state[right]):
                                numbers[state] += pairs.weight[at] * first[row] * second[column]
                                at += 1
                    return True
    return False
