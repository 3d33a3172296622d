"""The network of a grammar as the kernel reads it: plain arrays, grouped for sums that gather."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class DeviceNetwork(NamedTuple):
    """The edges of a network, grouped; and the weights of its rules, two numbers each: the weight and its logarithm.

    First the edges between states by the state they lead to, each state's in three groups: over tags, over labels, and
    over labels from the first state (`arc_first` has where each group begins). Then those over tags to the end of a
    rule, by tag and left-hand side (`tag_first`), and those over labels, by left-hand side and label (`pair_first`).
    """

    states: int
    symbols: int
    labels: int
    start: int
    source: NDArray[Any]
    symbol: NDArray[Any]
    target: NDArray[Any]
    slot: NDArray[Any]
    weight: NDArray[Any]
    lhs: NDArray[Any]
    arc_first: NDArray[Any]
    tag_first: NDArray[Any]
    pair_first: NDArray[Any]
    unary_child: NDArray[Any]
    unary_slot: NDArray[Any]


def device_network(network: Any, weight: NDArray[Any]) -> DeviceNetwork:
    """Group the edges of a network (any object with the fields of `Network`) none of whose states goes back."""
    if (network.back >= 0).any():
        raise ValueError("a network whose states go back to others is not for the device: build it without sharing")
    source, symbol, target = network.source, network.symbol, network.target
    labels, states = network.nonterminals, len(network.first) - 1
    over_tag, ends, tags = symbol >= labels, target < 0, network.symbols - labels
    group = np.where(over_tag, 0, np.where(source > 0, 1, 2))
    row = np.where(ends, np.where(over_tag, symbol - labels, ~target), target).astype(np.int64)
    column = np.where(ends, np.where(over_tag, ~target, symbol), group)
    kind = np.where(ends, np.where(over_tag, 1, 2), 0)
    order = np.lexsort((symbol, source, column, row, kind))
    cells = row * np.choose(kind, (3, labels, labels)) + column
    firsts, before = [], 0
    for number, size in enumerate((3 * states, tags * labels, labels * labels)):
        mine = cells[order][kind[order] == number]
        firsts.append(before + np.searchsorted(mine, np.arange(size + 1)).astype(np.int64))
        before += len(mine)
    unary_child = np.repeat(np.arange(labels, dtype=np.int32), np.diff(network.unary_first))
    arc_first, tag_first, pair_first = firsts
    return DeviceNetwork(
        states=states,
        symbols=network.symbols,
        labels=labels,
        start=network.start,
        source=_numbers(source[order]),
        symbol=_numbers(symbol[order]),
        target=_numbers(target[order]),
        slot=_numbers(network.slot[order]),
        weight=np.ascontiguousarray(weight, np.float64),
        lhs=_numbers(network.lhs),
        arc_first=arc_first,
        tag_first=tag_first,
        pair_first=pair_first,
        unary_child=unary_child,
        unary_slot=_numbers(network.unary),
    )


def _numbers(array: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(array, np.int32)
