"""Outside sums: for every symbol over every span the weights of everything around it; with the inside sums, how often a
symbol or a rule is expected in the tree of a sentence.

The sums go down as the inside sums went up: each is the derivative of the sum over all trees.
"""

from __future__ import annotations

from math import frexp, ldexp
from typing import Any

import numpy as np

from ....core.compiled import borrowed, kernel
from ....core.types import Array
from .inside import (
    ABSENT,
    DEEP,
    POWERS,
    add_scaled,
    both_there,
    find_splits,
    new_chart,
    new_splits,
    normalise,
    span_number,
    sum_over_splits,
)


@kernel
def down_chains(network: Any, top: Array, top_exponent: Array, low: Array, low_exponent: Array) -> None:
    """What is around a symbol whose rule is not unary: also chains of unary rules above it."""
    chains, sums = network.chains, np.empty(network.widest)
    low[:] = top
    low_exponent[:] = top_exponent
    for parent in range(len(top_exponent)):
        if top_exponent[parent] > ABSENT:
            begin, states = network.state[parent], network.state[parent + 1] - network.state[parent]
            for block in range(chains.first[parent], chains.first[parent + 1]):
                child, at = chains.child[block], chains.at[block]
                size, most = network.state[child + 1] - network.state[child], 0.0
                sums[:size] = 0.0
                for state in range(states):
                    number = top[begin + state]
                    for place in range(size):
                        sums[place] += number * chains.weight[at + place]
                    at += size
                for place in range(size):
                    most = max(most, sums[place])
                if most > 0.0:
                    add_scaled(low, low_exponent, child, network.state[child], sums, size, top_exponent[parent])


@kernel
def around_pair(network: Any, pair: int, size: int, low: Array, low_exponent: Array, total: Array) -> int:
    """The sum over all parents of two children: what is around the parent, times the rule; the exponent of `total`."""
    pairs, most = network.pairs, ABSENT
    for block in range(pairs.first[pair], pairs.first[pair + 1]):
        most = max(most, low_exponent[pairs.parent[block]])
    if most == ABSENT:
        return most
    for place in range(size):
        total[place] = 0.0
    for block in range(pairs.first[pair], pairs.first[pair + 1]):
        shift = low_exponent[pairs.parent[block]] - most
        if shift > DEEP:
            around_block(network, block, size, low, POWERS[shift - DEEP], total)
    return most


@kernel
def around_block(network: Any, block: int, size: int, low: Array, factor: float, total: Array) -> None:
    """Add to `total` what is around the parent of one block, times the block."""
    pairs = network.pairs
    parent, at = pairs.parent[block], pairs.at[block]
    for state in range(network.state[parent], network.state[parent + 1]):
        number = low[state] * factor
        if number > 0.0:
            for place in range(size):
                total[place] += number * pairs.weight[at + place]
        at += size


@kernel
def share_out(
    network: Any,
    inside: Any,
    outside: Any,
    n: int,
    i: int,
    k: int,
    j: int,
    left: int,
    right: int,
    total: Array,
    e: int,
    sums: Array,
) -> None:
    """Give both children over i to k and k to j what is around them."""
    a, b = network.state[left], network.state[right]
    height, width = network.state[left + 1] - a, network.state[right + 1] - b
    above, below = span_number(n, i, k), span_number(n, k, j)
    first, second = inside.top[above], inside.top[below]
    most = 0.0
    for row in range(height):
        value = 0.0
        for column in range(width):
            value += total[row * width + column] * second[b + column]
        sums[row] = value
        most = max(most, value)
    if most > 0.0:
        exponent = e + inside.top_exponent[below, right]
        add_scaled(outside.top[above], outside.top_exponent[above], left, a, sums, height, exponent)
    most = 0.0
    for column in range(width):
        sums[column] = 0.0
    for row in range(height):
        number = first[a + row]
        for column in range(width):
            sums[column] += total[row * width + column] * number
    for column in range(width):
        most = max(most, sums[column])
    if most > 0.0:
        exponent = e + inside.top_exponent[above, left]
        add_scaled(outside.top[below], outside.top_exponent[below], right, b, sums, width, exponent)


@kernel
def fill_outside(network: Any, inside: Any, n: int) -> Any:
    """The chart of what is around every symbol."""
    network, inside = borrowed(network), borrowed(inside)
    symbols = len(network.state) - 1
    all_around, sums = new_chart(n, network.state[symbols], symbols), np.empty(network.widest)
    chart = borrowed(all_around)
    splits, total = new_splits(symbols, n), np.empty(network.widest * network.widest)
    whole = span_number(n, 0, n)
    chart.top[whole, network.state[network.start] : network.state[network.start + 1]] = 1.0
    chart.top_exponent[whole, network.start] = 0
    for length in range(n, 0, -1):
        for i in range(n - length + 1):
            at, j = span_number(n, i, i + length), i + length
            normalise(network, chart.top[at], chart.top_exponent[at])
            low, own = chart.low[at], chart.low_exponent[at]
            down_chains(network, chart.top[at], chart.top_exponent[at], low, own)
            normalise(network, low, own)
            find_splits(inside, n, i, j, splits)
            for left in range(symbols):
                if splits.bounds[0, left, 1] > 0:
                    _down_pairs(network, inside, chart, n, i, j, left, splits, total, sums)
    return all_around


@kernel
def _down_pairs(
    network: Any,
    inside: Any,
    chart: Any,
    n: int,
    i: int,
    j: int,
    left: int,
    splits: Any,
    total: Array,
    sums: Array,
) -> None:
    """All pairs with one left child."""
    at, exponents = span_number(n, i, j), splits.exponents
    for pair in range(network.pairs.left[left], network.pairs.left[left + 1]):
        right, exponent = network.pairs.right[pair], ABSENT
        begin, end = both_there(splits.bounds, left, right)
        for part in range(begin, end):
            if exponents[0, left, part] > ABSENT and exponents[1, right, part] > ABSENT:
                if exponent == ABSENT:
                    size = (network.state[left + 1] - network.state[left]) * (
                        network.state[right + 1] - network.state[right]
                    )
                    exponent = around_pair(network, pair, size, chart.low[at], chart.low_exponent[at], total)
                    if exponent == ABSENT:
                        break
                share_out(network, inside, chart, n, i, i + 1 + part, j, left, right, total, exponent, sums)


@kernel
def scaled_product(one: Array, other: Array, begin: int, end: int, exponent: int) -> float:
    """The sum of products of numbers, times a power of two."""
    value = 0.0
    for place in range(begin, end):
        value += one[place] * other[place]
    mantissa, own = frexp(value)
    return ldexp(mantissa, own + exponent) if value > 0.0 else 0.0


@kernel
def expected_symbols(network: Any, inside: Any, outside: Any, n: int) -> Any:
    """How often each symbol is expected over each span: columns by symbol, rows by `span_number`."""
    symbols = len(network.state) - 1
    counts = np.zeros((n * (n + 1) // 2, symbols))
    total, exponent = sentence_sum(network, inside, n)
    for at in range(len(counts)):
        for symbol in range(symbols):
            around, below = outside.low_exponent[at, symbol], inside.top_exponent[at, symbol]
            if around > ABSENT and below > ABSENT:
                begin, end = network.state[symbol], network.state[symbol + 1]
                shift = around + below - exponent
                counts[at, symbol] = scaled_product(outside.low[at], inside.top[at], begin, end, shift) / total
    return counts


@kernel
def sentence_sum(network: Any, inside: Any, n: int) -> Any:
    """The sum over all trees of the sentence, as a number and an exponent; 0 if there is none."""
    whole, total = span_number(n, 0, n), 0.0
    if inside.top_exponent[whole, network.start] > ABSENT:
        for state in range(network.state[network.start], network.state[network.start + 1]):
            total += inside.top[whole, state]
    return total, np.int64(inside.top_exponent[whole, network.start])


@kernel
def expected_rules(network: Any, words: Any, first: int, inside: Any, outside: Any, n: int, counts: Any) -> None:
    """Add how often each rule between substates is expected in the sentence: `counts` is (unary, binary, words), as
    long as the weights of each."""
    network, words, inside, outside = borrowed(network), borrowed(words), borrowed(inside), borrowed(outside)
    total, exponent = sentence_sum(network, inside, n)
    symbols = len(network.state) - 1
    splits, sums = new_splits(symbols, n), np.empty(network.widest * network.widest)
    for i in range(n):
        for j in range(i + 1, n + 1):
            at = span_number(n, i, j)
            _count_unary(network, inside.top[at], inside.top_exponent[at], outside, at, total, exponent, counts[0])
            find_splits(inside, n, i, j, splits)
            for left in range(symbols):
                if splits.bounds[0, left, 1] > 0:
                    _count_binary(network, inside, outside, n, i, j, left, splits, sums, total, exponent, counts[1])
        at = span_number(n, i, i + 1)
        for entry in range(words.first[first + i], words.first[first + i + 1]):
            tag = words.tag[entry]
            if outside.low_exponent[at, tag] > ABSENT:
                factor = ldexp(1.0 / total, outside.low_exponent[at, tag] - exponent)
                for place in range(network.state[tag + 1] - network.state[tag]):
                    number = words.weight[words.at[entry] + place] * outside.low[at, network.state[tag] + place]
                    counts[2][words.at[entry] + place] += number * factor


@kernel
def _count_unary(
    network: Any, top: Array, top_exponent: Array, outside: Any, at: int, total: float, exponent: int, counts: Array
) -> None:
    unary, low, own = network.unary, outside.low[at], outside.low_exponent[at]
    for parent in range(len(own)):
        for block in range(unary.first[parent], unary.first[parent + 1]):
            child, place = unary.child[block], unary.at[block]
            if own[parent] > ABSENT and top_exponent[child] > ABSENT:
                factor = ldexp(1.0 / total, own[parent] + top_exponent[child] - exponent)
                for state in range(network.state[parent], network.state[parent + 1]):
                    for below in range(network.state[child], network.state[child + 1]):
                        counts[place] += low[state] * unary.weight[place] * top[below] * factor
                        place += 1


@kernel
def _count_binary(
    network: Any,
    inside: Any,
    outside: Any,
    n: int,
    i: int,
    j: int,
    left: int,
    splits: Any,
    sums: Array,
    total: float,
    exponent: int,
    counts: Array,
) -> None:
    pairs, at = network.pairs, span_number(n, i, j)
    low, own = outside.low[at], outside.low_exponent[at]
    for pair in range(pairs.left[left], pairs.left[left + 1]):
        right = pairs.right[pair]
        shift = sum_over_splits(network, inside, n, i, j, left, right, splits, sums)
        size = (network.state[left + 1] - network.state[left]) * (network.state[right + 1] - network.state[right])
        for block in range(pairs.first[pair], pairs.first[pair + 1]):
            parent, place = pairs.parent[block], pairs.at[block]
            if own[parent] > ABSENT and shift > ABSENT:
                factor = ldexp(1.0 / total, own[parent] + shift - exponent)
                for state in range(network.state[parent], network.state[parent + 1]):
                    for column in range(size):
                        counts[place] += low[state] * pairs.weight[place] * sums[column] * factor
                        place += 1
