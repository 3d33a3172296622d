"""The tree with the largest product of the posteriors of its rules, summed over substates.

Petrov and Klein 2007, Improved inference for unlexicalized parsing (MAX-RULE-PRODUCT). A chain of unary rules counts as
one rule, as in their program; its labels in between are those of the most probable chain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import borrowed, kernel
from ....core.types import Array
from .best import NONE, TIE
from .inside import ABSENT, both_there, find_splits, new_splits, span_number
from .outside import around_block, sentence_sum
from .trace import room_for_nodes, write_chain, write_node


class RuleChart(NamedTuple):
    """For every symbol over every span log2 of the largest product, of trees whose first rule is not unary (`low`) and
    of all (`top`); the split point and the children of the former, and the symbol below a chain, -1 if there is none.
    """

    low: Array
    top: Array
    split: Array
    left: Array
    right: Array
    chain: Array


@kernel
def fill_max_rule(network: Any, words: Any, first: int, inside: Any, outside: Any, n: int) -> Any:
    """The chart, from the bottom up."""
    network, words, inside, outside = borrowed(network), borrowed(words), borrowed(inside), borrowed(outside)
    symbols, cells = len(network.state) - 1, n * (n + 1) // 2
    chart = RuleChart(
        np.full((cells, symbols), NONE),
        np.full((cells, symbols), NONE),
        np.full((cells, symbols), -1, np.int32),
        np.full((cells, symbols), -1, np.int32),
        np.full((cells, symbols), -1, np.int32),
        np.full((cells, symbols), -1, np.int32),
    )
    number, exponent = sentence_sum(network, inside, n)
    whole = log2(number) + exponent
    splits, around = new_splits(symbols, n), np.empty(network.widest * network.widest)
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            at, j = span_number(n, i, i + length), i + length
            if length == 1:
                _of_words(network, words, first + i, outside, at, whole, chart)
            else:
                find_splits(inside, n, i, j, splits)
                for left in range(symbols):
                    if splits.bounds[0, left, 1] > 0:
                        for pair in range(network.pairs.left[left], network.pairs.left[left + 1]):
                            _of_pair(network, inside, outside, n, i, j, left, pair, splits, around, whole, chart)
            _of_chains(network, inside, outside, at, whole, chart)
    return chart


@kernel
def _of_words(network: Any, words: Any, token: int, outside: Any, at: int, whole: float, chart: Any) -> None:
    for entry in range(words.first[token], words.first[token + 1]):
        tag, value = words.tag[entry], 0.0
        if outside.low_exponent[at, tag] > ABSENT:
            begin = network.state[tag]
            for place in range(network.state[tag + 1] - begin):
                value += outside.low[at, begin + place] * words.weight[words.at[entry] + place]
            if value > 0.0:
                chart.low[at, tag] = log2(value) + outside.low_exponent[at, tag] - whole


@kernel
def _of_pair(
    network: Any,
    inside: Any,
    outside: Any,
    n: int,
    i: int,
    j: int,
    left: int,
    pair: int,
    splits: Any,
    around: Array,
    whole: float,
    chart: Any,
) -> None:
    """All parents of two children, over all split points."""
    pairs, right, at = network.pairs, network.pairs.right[pair], span_number(n, i, j)
    there, exponents = False, splits.exponents
    first, last = both_there(splits.bounds, left, right)
    for part in range(first, last):
        there = there or (exponents[0, left, part] > ABSENT and exponents[1, right, part] > ABSENT)
    if not there:
        return
    a, b = network.state[left], network.state[right]
    height, width = network.state[left + 1] - a, network.state[right + 1] - b
    for block in range(pairs.first[pair], pairs.first[pair + 1]):
        parent = pairs.parent[block]
        if outside.low_exponent[at, parent] == ABSENT:
            continue
        around[: height * width] = 0.0
        around_block(network, block, height * width, outside.low[at], 1.0, around)
        shift = outside.low_exponent[at, parent] - whole
        for part in range(first, last):
            if exponents[0, left, part] > ABSENT and exponents[1, right, part] > ABSENT:
                above, below = span_number(n, i, i + 1 + part), span_number(n, i + 1 + part, j)
                best = chart.top[above, left] + chart.top[below, right]
                # A posterior is at most one: this cannot become the best.
                if best <= chart.low[at, parent]:
                    continue
                value = 0.0
                for row in range(height):
                    number = inside.top[above, a + row]
                    if number > 0.0:
                        for column in range(width):
                            value += number * around[row * width + column] * inside.top[below, b + column]
                if value > 0.0:
                    best += log2(value) + shift + exponents[0, left, part] + exponents[1, right, part]
                    if best > chart.low[at, parent] + TIE:
                        chart.low[at, parent], chart.split[at, parent] = best, i + 1 + part
                        chart.left[at, parent], chart.right[at, parent] = left, right


@kernel
def _of_chains(network: Any, inside: Any, outside: Any, at: int, whole: float, chart: Any) -> None:
    chains = network.chains
    chart.top[at] = chart.low[at]
    for parent in range(len(network.state) - 1):
        if outside.top_exponent[at, parent] == ABSENT:
            continue
        for block in range(chains.first[parent], chains.first[parent + 1]):
            child, place = chains.child[block], chains.at[block]
            if chart.low[at, child] <= chart.top[at, parent] or inside.low_exponent[at, child] == ABSENT:
                continue
            value = 0.0
            for state in range(network.state[parent], network.state[parent + 1]):
                for below in range(network.state[child], network.state[child + 1]):
                    value += outside.top[at, state] * chains.weight[place] * inside.low[at, below]
                    place += 1
            if value > 0.0:
                exponent = outside.top_exponent[at, parent] + inside.low_exponent[at, child]
                best = chart.low[at, child] + log2(value) + exponent - whole
                if best > chart.top[at, parent] + TIE:
                    chart.top[at, parent], chart.chain[at, parent] = best, child


@kernel
def trace_max_rule(network: Any, chart: Any, inside: Any, outside: Any, n: int, parents: Array, tags: Array) -> Any:
    """The nodes of the tree; `parents` and `tags` get those of the words."""
    nodes, count = room_for_nodes(network, n)
    stack, depth = np.empty((2 * n + 2, 4), np.int64), 1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = network.start, 0, n, -1
    while depth > 0:
        depth -= 1
        symbol, begin, end, above = stack[depth]
        at = span_number(n, begin, end)
        above = write_node(network, symbol, above, begin, end, nodes, count)
        bottom = int(np.int64(chart.chain[at, symbol]))
        if bottom >= 0:
            state, target = _best_ends(network, outside.top[at], inside.low[at], symbol, bottom)
            above = write_chain(network, state, target, above, begin, end, nodes, count)
            symbol = bottom
        if end == begin + 1:
            parents[begin], tags[begin] = above, symbol
            continue
        split = np.int64(chart.split[at, symbol])
        stack[depth, 0], stack[depth, 1], stack[depth, 2] = chart.right[at, symbol], split, end
        stack[depth + 1, 0], stack[depth + 1, 1], stack[depth + 1, 2] = chart.left[at, symbol], begin, split
        stack[depth, 3], stack[depth + 1, 3] = above, above
        depth += 2
    return nodes[: count[0]]


@kernel
def _best_ends(network: Any, around: Array, below: Array, parent: int, child: int) -> Any:
    """The substates at both ends of the most probable chain between two symbols."""
    found, most = (-1, -1), NONE
    for state in range(network.state[parent], network.state[parent + 1]):
        for end in range(network.state[child], network.state[child + 1]):
            value = network.log_chain[network.place[state], network.place[end]]
            value += log2(around[state]) + log2(below[end])
            if value > most + TIE:
                found, most = (state, end), value
    return found
