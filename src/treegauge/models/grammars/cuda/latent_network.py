"""A latent-variable grammar as its kernel reads it: plain arrays of the rules between substates that have a weight."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_TIE = 1e-9  # bits: chains that differ by less are equally probable


class LatentDeviceNetwork(NamedTuple):
    """The substates of symbol s are state[s] to state[s + 1]. A pair has two children, a block is a pair and a parent.
    Pairs with more cells come first, so that neighbours have about as much to do. The blocks of a parent are in the
    order in which the processor's engine has them, with their pairs (`parent_`).

    A cell is a substate of the left child and one of the right child that some rule has; those of a pair are
    neighbours. Rules are there three times:
    - by rows, a row for each substate of the parent of each block, with the place of the cell among those of its pair;
    - by cells, with the substate of the parent (`cell_`);
    - by spots, a spot for each cell of each block, again with the substate of the parent (`spot_`).

    What a substate is the sum of is listed: rows of its blocks with their pairs (`sum_`), and what pairs of which it is
    a child have for it, with twice the number of the pair, and one more for a right child (`around_`).

    `left_cell` has the first cell of each substate of each left child, and `right_cell` the cells of each substate of
    each right child. Chains of unary rules are there by substates of the parent (`up_`), of the child (`down_`), and by
    blocks (`chain_`, `link_`); `step` and `log_chain` are over the substates that have a `place`.
    """

    symbols: int
    states: int
    start: int
    slack: int
    most_cells: int
    state: NDArray[Any]
    owner: NDArray[Any]
    kind: NDArray[Any]
    pair_left: NDArray[Any]
    pair_right: NDArray[Any]
    block_first: NDArray[Any]
    block_parent: NDArray[Any]
    block_pair: NDArray[Any]
    parent_first: NDArray[Any]
    parent_block: NDArray[Any]
    parent_pair: NDArray[Any]
    sum_first: NDArray[Any]
    sum_row: NDArray[Any]
    sum_pair: NDArray[Any]
    around_first: NDArray[Any]
    around_row: NDArray[Any]
    around_side: NDArray[Any]
    cell_first: NDArray[Any]
    cell_left: NDArray[Any]
    cell_right: NDArray[Any]
    pair_row: NDArray[Any]
    row_rule: NDArray[Any]
    row_cell: NDArray[Any]
    row_weight: NDArray[Any]
    cell_rule: NDArray[Any]
    cell_state: NDArray[Any]
    cell_weight: NDArray[Any]
    spot_first: NDArray[Any]
    spot_left: NDArray[Any]
    spot_right: NDArray[Any]
    spot_rule: NDArray[Any]
    spot_state: NDArray[Any]
    spot_weight: NDArray[Any]
    left_row: NDArray[Any]
    left_cell: NDArray[Any]
    right_row: NDArray[Any]
    right_rule: NDArray[Any]
    right_cell: NDArray[Any]
    up_first: NDArray[Any]
    up_child: NDArray[Any]
    up_weight: NDArray[Any]
    down_first: NDArray[Any]
    down_parent: NDArray[Any]
    down_weight: NDArray[Any]
    chain_first: NDArray[Any]
    chain_child: NDArray[Any]
    link_first: NDArray[Any]
    link_parent: NDArray[Any]
    link_child: NDArray[Any]
    link_weight: NDArray[Any]
    place: NDArray[Any]
    place_owner: NDArray[Any]
    step: NDArray[Any]
    log_chain: NDArray[Any]


def latent_device_network(network: Any) -> LatentDeviceNetwork:
    """The arrays of a grammar, from an object with the fields of `LatentNetwork`."""
    sizes, symbols = np.diff(network.state), len(network.state) - 1
    owner = np.repeat(np.arange(symbols), sizes)
    pairs = _pairs(network, sizes)
    chains = _chains(network, sizes)
    return LatentDeviceNetwork(
        symbols=symbols,
        states=int(network.state[-1]),
        start=int(network.start),
        slack=int(network.slack),
        state=_numbers(network.state),
        owner=_numbers(owner),
        kind=np.ascontiguousarray(network.kind, np.uint8),
        place=_numbers(network.place),
        place_owner=_numbers(network.owner),
        step=_numbers(_first_steps(network.log_unary, network.log_chain)),
        log_chain=np.ascontiguousarray(network.log_chain, np.float64),
        **pairs,
        **chains,
    )


def _pairs(network: Any, sizes: NDArray[Any]) -> dict[str, Any]:
    """Everything about binary rules."""
    pairs, state, symbols = network.pairs, network.state, len(sizes)
    left, right = np.repeat(np.arange(symbols), np.diff(pairs.left)), pairs.right.astype(np.int64)
    order = np.argsort(-_cells_of_pairs(network, sizes, left), kind="stable")
    rank = np.argsort(order)
    left, right, count = left[order], right[order], len(order)
    pair = np.repeat(rank, np.diff(pairs.first))
    blocks = np.argsort(pair, kind="stable")
    pair, parent = pair[blocks], pairs.parent[blocks].astype(np.int64)
    width, height = sizes[right[pair]], sizes[left[pair]]
    block, inner, weight = _weights(pairs.at[blocks], sizes[parent] * height * width, pairs.weight)
    a = inner // (height * width)[block]
    b = state[left[pair[block]]] + inner // width[block] % height[block]
    c = state[right[pair[block]]] + inner % width[block]
    states = int(state[-1])
    keys, cell = np.unique((pair[block] * states + b) * states + c, return_inverse=True)
    cell_pair, cell_left, cell_right = keys // states**2, keys // states % states, keys % states
    cell_first, block_first = _first(cell_pair, count), _first(pair, count)
    block_row = _starts(sizes[parent])
    row, row_count = block_row[block] + a, int(sizes[parent].sum())
    by_cell, by_spot = np.argsort(cell, kind="stable"), np.lexsort((a, cell, block))
    spots, spot = np.unique(block[by_spot] * max(len(keys), 1) + cell[by_spot], return_inverse=True)
    spot_cell = spots % max(len(keys), 1)
    parent_state = state[parent[block]] + a
    left_row, right_row = _starts(sizes[left]), _starts(sizes[right])
    cell_left_row = left_row[cell_pair] + cell_left - state[left[cell_pair]]
    cell_right_row = right_row[cell_pair] + cell_right - state[right[cell_pair]]
    by_right_row = np.argsort(cell_right_row, kind="stable")
    row_state = _runs(state[parent], sizes[parent])
    row_pair = np.repeat(pair, sizes[parent])
    around_state = np.concatenate((_runs(state[left], sizes[left]), _runs(state[right], sizes[right])))
    sides = np.concatenate((2 * np.arange(count), 2 * np.arange(count) + 1))
    around_side = np.repeat(sides, np.concatenate((sizes[left], sizes[right])))
    by_parent = np.lexsort((order[pair], parent))
    whole = {
        "pair_left": left,
        "pair_right": right,
        "block_first": block_first,
        "block_parent": parent,
        "block_pair": pair,
        "parent_first": _first(parent[by_parent], symbols),
        "parent_block": by_parent,
        "parent_pair": pair[by_parent],
        **_sums("sum", ("row", "pair"), states, row_state, np.arange(row_count), row_pair),
        **_sums("around", ("row", "side"), states, around_state, np.arange(len(around_state)), around_side),
        "cell_first": cell_first,
        "cell_left": cell_left,
        "cell_right": cell_right,
        "pair_row": block_row[block_first],
        "row_rule": _first(row, row_count),
        "row_cell": cell - cell_first[pair[block]],
        "cell_rule": _first(cell[by_cell], len(keys)),
        "cell_state": parent_state[by_cell],
        "spot_first": _first(spots // max(len(keys), 1), len(parent)),
        "spot_left": cell_left[spot_cell],
        "spot_right": cell_right[spot_cell],
        "spot_rule": _first(spot, len(spots)),
        "spot_state": parent_state[by_spot],
        "left_row": left_row,
        "left_cell": _first(cell_left_row, int(left_row[-1])),
        "right_row": right_row,
        "right_rule": _first(cell_right_row[by_right_row], int(right_row[-1])),
        "right_cell": by_right_row,
    }
    numbers = {"row_weight": weight, "cell_weight": weight[by_cell], "spot_weight": weight[by_spot]}
    most = int(np.diff(cell_first).max(initial=1))
    return {"most_cells": most, **{name: _numbers(array) for name, array in whole.items()}, **numbers}


def _cells_of_pairs(network: Any, sizes: NDArray[Any], left: NDArray[Any]) -> NDArray[Any]:
    """How many cells each pair of the processor's engine has."""
    pairs = network.pairs
    size = sizes[left] * sizes[pairs.right]
    pair = np.repeat(np.arange(len(left)), np.diff(pairs.first))
    block, inner, _ = _weights(pairs.at, sizes[pairs.parent] * size[pair], pairs.weight)
    cells = np.unique(_starts(size)[pair[block]] + inner % size[pair[block]])
    counts: NDArray[Any] = np.bincount(np.searchsorted(_starts(size), cells, "right") - 1, minlength=len(left))
    return counts


def _chains(network: Any, sizes: NDArray[Any]) -> dict[str, Any]:
    """Everything about chains of unary rules."""
    chains, state, states = network.chains, network.state, int(network.state[-1])
    parent, child = np.repeat(np.arange(len(sizes)), np.diff(chains.first)), chains.child.astype(np.int64)
    block, inner, weight = _weights(chains.at, sizes[parent] * sizes[child], chains.weight)
    above = state[parent[block]] + inner // sizes[child[block]]
    below = state[child[block]] + inner % sizes[child[block]]
    up, down = np.lexsort((below, above)), np.lexsort((above, below))
    whole = {
        "up_first": _first(above[up], states),
        "up_child": below[up],
        "down_first": _first(below[down], states),
        "down_parent": above[down],
        "chain_first": chains.first,
        "chain_child": child,
        "link_first": _first(block, len(child)),
        "link_parent": above,
        "link_child": below,
    }
    numbers = {"up_weight": weight[up], "down_weight": weight[down], "link_weight": weight}
    return {**{name: _numbers(array) for name, array in whole.items()}, **numbers}


def _weights(
    at: NDArray[Any], count: NDArray[Any], weight: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The weights of blocks that are not zero: the block of each, its place in the block, and itself."""
    block = np.repeat(np.arange(len(at)), count)
    inner = np.arange(len(block)) - np.repeat(np.cumsum(count) - count, count)
    values = weight[at[block] + inner]
    there = values > 0
    return block[there], inner[there], np.ascontiguousarray(values[there], np.float64)


def _runs(begin: NDArray[Any], sizes: NDArray[Any]) -> NDArray[Any]:
    """From each of the numbers as many as its size, counting on."""
    numbers: NDArray[Any] = np.repeat(begin - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
    return numbers


def _sums(
    name: str, columns: tuple[str, str], states: int, state: NDArray[Any], *values: NDArray[Any]
) -> dict[str, NDArray[Any]]:
    """What is summed for each substate, in the order of pairs: where its list begins, and two columns."""
    order = np.argsort(state, kind="stable")
    lists = {f"{name}_{column}": value[order] for column, value in zip(columns, values, strict=True)}
    return {f"{name}_first": _first(state[order], states), **lists}


def _starts(sizes: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))


def _first(rows: NDArray[Any], count: int) -> NDArray[Any]:
    """Where each of so many rows begins, in a sorted list of the rows of things."""
    return np.searchsorted(rows, np.arange(count + 1))


def _first_steps(log_unary: NDArray[Any], log_chain: NDArray[Any]) -> NDArray[Any]:
    """The first substate on the best chain between any two substates that have a place: the first of equal ones."""
    step = np.broadcast_to(np.arange(len(log_unary), dtype=np.int32), log_unary.shape).copy()
    most = log_unary.copy()
    for below in range(len(log_unary)):
        value = log_unary[:, below, None] + log_chain[None, below, :]
        better = value > most + _TIE
        most[better], step[better] = value[better], below
    return step


def _numbers(array: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(array, np.int32)
