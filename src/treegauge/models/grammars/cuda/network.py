"""The network of a grammar as the kernel reads it: plain arrays, grouped for sums that gather."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class DeviceNetwork(NamedTuple):
    """The edges of a network, as `Network` has them, with their groups and the weights of its rules.

    `arc` are the edges between states by the state they lead to, `tag_edge` those over tags to the end of a rule by tag
    and left-hand side, `pair_edge` those over labels to the end of a rule by left-hand side and label. `weight` has two
    numbers for each rule, its weight and the logarithm of that.
    """

    states: int
    symbols: int
    labels: int
    start: int
    source: Array
    symbol: Array
    target: Array
    slot: Array
    weight: Array
    lhs: Array
    arc_first: Array
    arc: Array
    tag_first: Array
    tag_edge: Array
    pair_first: Array
    pair_edge: Array
    unary_child: Array
    unary_slot: Array


def device_network(network: Any, weight: Array) -> DeviceNetwork:
    """Group the edges of a network (any object with the fields of `Network`) whose ways do not go back."""
    source, symbol, target = network.source, network.symbol, network.target
    labels, states = network.nonterminals, len(network.first) - 1
    tags, over_tag, ends = network.symbols - labels, symbol >= labels, target < 0
    arc = np.flatnonzero(~ends)
    arc = arc[np.lexsort((symbol[arc], ~over_tag[arc], source[arc], target[arc]))]
    tag_edge, tag_first = _by_cell(np.flatnonzero(over_tag & ends), symbol - labels, ~target, labels, tags * labels)
    pair_edge, pair_first = _by_cell(np.flatnonzero(~over_tag & ends), ~target, symbol, labels, labels * labels)
    unary_child = np.repeat(np.arange(labels, dtype=np.int32), np.diff(network.unary_first))
    return DeviceNetwork(
        states,
        network.symbols,
        labels,
        network.start,
        _numbers(source),
        _numbers(symbol),
        _numbers(target),
        _numbers(network.slot),
        np.ascontiguousarray(weight, np.float64),
        _numbers(network.lhs),
        np.searchsorted(target[arc], np.arange(states + 1)).astype(np.int64),
        _numbers(arc),
        tag_first,
        tag_edge,
        pair_first,
        pair_edge,
        unary_child,
        _numbers(network.unary),
    )


def _by_cell(edges: Array, row: Array, column: Array, columns: int, cells: int) -> tuple[Array, Array]:
    """Edges by the cell of a table, in their order within each, and where those of each cell begin."""
    cell = row[edges].astype(np.int64) * columns + column[edges]
    order = np.argsort(cell, kind="stable")
    return _numbers(edges[order]), np.searchsorted(cell[order], np.arange(cells + 1)).astype(np.int64)


def _numbers(array: Array) -> Array:
    return np.ascontiguousarray(array, np.int32)
