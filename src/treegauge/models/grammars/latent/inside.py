"""Inside sums: for every symbol over every span the weights of all its trees, one number per substate.

The numbers of a symbol over a span have a power of two in common, the exponent, so that they keep all their digits.
The sum over split points is made once for each pair of children, and then multiplied with the blocks of all parents.
"""

from __future__ import annotations

from math import frexp, ldexp
from typing import Any, NamedTuple

import numpy as np

from ....core.compiled import borrowed, kernel
from ....core.types import Array

ABSENT = -(1 << 30)  # the exponent of a symbol that has no tree there
DEEP = -1000  # a power of two that adds nothing any more
POWERS = 2.0 ** np.arange(DEEP, 1)  # by exponent - DEEP: a call of ldexp would take longer than the sums around it


class LatentChart(NamedTuple):
    """Numbers of all substates in all spans (`span_number`), with the exponents of their symbols: `low` for trees whose
    first rule is not unary, `top` for all trees."""

    low: Array
    low_exponent: Array
    top: Array
    top_exponent: Array


@kernel
def span_number(n: int, begin: int, end: int) -> int:
    """The number of a span."""
    return begin * n - begin * (begin - 1) // 2 + end - begin - 1


@kernel
def new_chart(n: int, states: int, symbols: int) -> Any:
    cells = n * (n + 1) // 2
    empty = np.full((cells, symbols), ABSENT, np.int32)
    return LatentChart(np.zeros((cells, states)), empty, np.zeros((cells, states)), empty.copy())


@kernel
def add_scaled(
    numbers: Array, exponents: Array, symbol: int, begin: int, more: Array, size: int, exponent: int
) -> None:
    """Add numbers with another exponent to those of a symbol."""
    own = exponents[symbol]
    if own == ABSENT or exponent - own > -DEEP:
        exponents[symbol] = exponent
        for place in range(size):
            numbers[begin + place] = more[place]
    elif exponent > own:
        factor = POWERS[own - exponent - DEEP]
        exponents[symbol] = exponent
        for place in range(size):
            numbers[begin + place] = numbers[begin + place] * factor + more[place]
    elif exponent - own > DEEP:
        factor = POWERS[exponent - own - DEEP]
        for place in range(size):
            numbers[begin + place] += more[place] * factor


@kernel
def normalise(network: Any, numbers: Array, exponents: Array) -> None:
    """Make the largest number of every symbol one between a half and one."""
    for symbol in range(len(exponents)):
        if exponents[symbol] > ABSENT:
            most = 0.0
            for state in range(network.state[symbol], network.state[symbol + 1]):
                most = max(most, numbers[state])
            if most == 0.0:
                exponents[symbol] = ABSENT
                continue
            shift = np.int64(frexp(most)[1])
            exponents[symbol] += shift
            if shift < DEEP:  # the factor itself would not be a number
                for state in range(network.state[symbol], network.state[symbol + 1]):
                    numbers[state] = ldexp(numbers[state], int(-shift))
            else:
                factor = ldexp(1.0, int(-shift))
                for state in range(network.state[symbol], network.state[symbol + 1]):
                    numbers[state] *= factor


@kernel
def fill_words(network: Any, words: Any, token: int, numbers: Array, exponents: Array) -> None:
    """The tags of a word; the largest number of each is one between a half and one."""
    for entry in range(words.first[token], words.first[token + 1]):
        tag = words.tag[entry]
        begin, size = network.state[tag], network.state[tag + 1] - network.state[tag]
        most = 0.0
        for place in range(size):
            most = max(most, words.weight[words.at[entry] + place])
        if most > 0.0:
            shift = np.int64(frexp(most)[1])
            exponents[tag] = shift
            for place in range(size):
                numbers[begin + place] = ldexp(words.weight[words.at[entry] + place], int(-shift))


@kernel
def sum_over_splits(
    network: Any, chart: Any, n: int, i: int, j: int, left: int, right: int, splits: Any, total: Array
) -> int:
    """The sum over all split points of the products of two children; the exponent of `total`."""
    most, exponents = ABSENT, splits.exponents
    begin, end = both_there(splits.bounds, left, right)
    for part in range(begin, end):
        if exponents[0, left, part] > ABSENT and exponents[1, right, part] > ABSENT:
            most = max(most, exponents[0, left, part] + exponents[1, right, part])
    if most == ABSENT:
        return most
    a, b = network.state[left], network.state[right]
    width = network.state[right + 1] - b
    size = (network.state[left + 1] - a) * width
    for place in range(size):
        total[place] = 0.0
    for part in range(begin, end):
        if exponents[0, left, part] > ABSENT and exponents[1, right, part] > ABSENT:
            shift = exponents[0, left, part] + exponents[1, right, part] - most
            if shift > DEEP:
                factor = POWERS[shift - DEEP]
                above, below = chart.top[span_number(n, i, i + 1 + part)], chart.top[span_number(n, i + 1 + part, j)]
                for row in range(network.state[left + 1] - a):
                    number = above[a + row] * factor
                    if number > 0.0:
                        for column in range(width):
                            total[row * width + column] += number * below[b + column]
    return most


class Splits(NamedTuple):
    """The split points of a span: for each symbol the exponents of the left children (0) that begin where the span
    begins, and of the right ones (1) that end where it ends; and from which to which split point there are any. Tags
    have one at most, so that most pairs of symbols need no search."""

    exponents: Array
    bounds: Array


@kernel
def new_splits(symbols: int, n: int) -> Any:
    return Splits(np.empty((2, symbols, n), np.int32), np.empty((2, symbols, 2), np.int64))


@kernel
def find_splits(chart: Any, n: int, i: int, j: int, splits: Any) -> None:
    """The split points of the span from i to j."""
    splits.bounds[:] = 0
    for part in range(j - i - 1):
        for side in range(2):
            at = span_number(n, i, i + 1 + part) if side == 0 else span_number(n, i + 1 + part, j)
            own = chart.top_exponent[at]
            for symbol in range(len(own)):
                splits.exponents[side, symbol, part] = own[symbol]
                if own[symbol] > ABSENT:
                    if splits.bounds[side, symbol, 1] == 0:
                        splits.bounds[side, symbol, 0] = part
                    splits.bounds[side, symbol, 1] = part + 1


@kernel
def both_there(bounds: Array, left: int, right: int) -> Any:
    """Between which split points both children can be."""
    return max(bounds[0, left, 0], bounds[1, right, 0]), min(bounds[0, left, 1], bounds[1, right, 1])


@kernel
def multiply_blocks(
    network: Any, pair: int, total: Array, size: int, exponent: int, numbers: Array, own: Array, sums: Array
) -> None:
    """Add what the blocks of a pair of children make of their products to the parents."""
    pairs = network.pairs
    for block in range(pairs.first[pair], pairs.first[pair + 1]):
        parent, at = pairs.parent[block], pairs.at[block]
        states, most = network.state[parent + 1] - network.state[parent], 0.0
        for state in range(states):
            value = 0.0
            for place in range(size):
                value += pairs.weight[at + place] * total[place]
            at += size
            sums[state] = value
            most = max(most, value)
        if most > 0.0:
            add_scaled(numbers, own, parent, network.state[parent], sums, states, exponent)


@kernel
def close_chains(network: Any, low: Array, low_exponent: Array, top: Array, top_exponent: Array) -> None:
    """All trees: those whose first rule is not unary, and chains of unary rules above them."""
    chains, sums = network.chains, np.empty(network.widest)
    top[:] = low
    top_exponent[:] = low_exponent
    for parent in range(len(low_exponent)):
        states = network.state[parent + 1] - network.state[parent]
        for block in range(chains.first[parent], chains.first[parent + 1]):
            child, at = chains.child[block], chains.at[block]
            if low_exponent[child] > ABSENT:
                begin, size = network.state[child], network.state[child + 1] - network.state[child]
                most = 0.0
                for state in range(states):
                    value = 0.0
                    for place in range(size):
                        value += chains.weight[at + place] * low[begin + place]
                    at += size
                    sums[state] = value
                    most = max(most, value)
                if most > 0.0:
                    add_scaled(top, top_exponent, parent, network.state[parent], sums, states, low_exponent[child])


@kernel
def fill_inside(network: Any, words: Any, first: int, n: int) -> Any:
    """The chart of the sentence of n words from token `first`. What is lost in it, `loss.py` says."""
    network, words = borrowed(network), borrowed(words)
    symbols = len(network.state) - 1
    whole, sums = new_chart(n, network.state[symbols], symbols), np.empty(network.widest)
    chart = borrowed(whole)
    splits, total = new_splits(symbols, n), np.empty(network.widest * network.widest)
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            at, j = span_number(n, i, i + length), i + length
            low, own = chart.low[at], chart.low_exponent[at]
            if length == 1:
                fill_words(network, words, first + i, low, own)
            else:
                find_splits(chart, n, i, j, splits)
                for left in range(symbols):
                    if splits.bounds[0, left, 1] > 0:
                        for pair in range(network.pairs.left[left], network.pairs.left[left + 1]):
                            right = network.pairs.right[pair]
                            exponent = sum_over_splits(network, chart, n, i, j, left, right, splits, total)
                            if exponent > ABSENT:
                                size = (network.state[left + 1] - network.state[left]) * (
                                    network.state[right + 1] - network.state[right]
                                )
                                multiply_blocks(network, pair, total, size, exponent, low, own, sums)
            normalise(network, low, own)
            close_chains(network, low, own, chart.top[at], chart.top_exponent[at])
            normalise(network, chart.top[at], chart.top_exponent[at])
    return whole
