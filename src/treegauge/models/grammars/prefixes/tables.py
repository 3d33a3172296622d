"""The tables of a grammar from which prefix probabilities are computed, made once per grammar."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.types import Floats, Int32s, Int64s
from ..grammar import Grammar
from ..inference import RuleGrammar, network_of
from ..inference.network import Network, WeightedNetwork, build_markov_network
from ..properties import solve
from .masses import label_masses

_COLUMNS = 256  # of an inverse at a time


class PrefixTables(NamedTuple):
    """Edges of the network grouped by the state they leave: over tags from first[q], over labels from middle[q]; those
    of state 0 over the label b begin at root_first[b]. A negative target ~a completes the label a.

    From the state q, the left-hand side end_label[i] is completed with the probability end_weight[i], for i from
    end_first[q]; what the labels on the way derive does not matter. `chain` has for each label those above it by unary
    rules and itself, `corner` those that can begin it and itself, with the sums of all ways. `look` has for each state
    the tags that can come next as bits (of the number modulo 64), `label_look` those with which a label begins.
    `mass` is the probability that the start derives a finite string.
    """

    first: Int64s
    middle: Int64s
    root_first: Int64s
    symbol: Int32s
    target: Int32s
    weight: Floats
    end_first: Int64s
    end_label: Int32s
    end_weight: Floats
    chain_first: Int64s
    chain_label: Int32s
    chain_weight: Floats
    corner_first: Int64s
    corner_label: Int32s
    corner_weight: Floats
    look: Any
    label_look: Any
    tags: int
    start: int
    mass: float


def build_tables(grammar: RuleGrammar) -> PrefixTables:
    """All tables of a grammar."""
    if isinstance(grammar, Grammar):
        weighted = WeightedNetwork(network_of(grammar), grammar.probability[:, None])
    else:
        weighted = build_markov_network(grammar, sharing=False)
    return _tables(weighted, label_masses(grammar, weighted))


def with_log_weights(tables: PrefixTables) -> PrefixTables:
    """The same with log2 of all weights."""
    weights = ("weight", "end_weight", "chain_weight", "corner_weight")
    return tables._replace(
        **{name: np.log2(getattr(tables, name)) for name in weights}, mass=float(np.log2(tables.mass))
    )


def _tables(weighted: WeightedNetwork, masses: Floats) -> PrefixTables:
    from scipy.sparse import csr_array

    network, labels = weighted.network, weighted.network.nonterminals
    states = len(network.first) - 1
    weight = np.append(weighted.weight[:, 0], 1.0)[network.slot]
    mass = np.append(masses, np.ones(network.symbols - labels))
    ends = _ends(network, weight * mass[network.symbol], masses, states)
    reaches = np.append(np.diff(ends.indptr) > 0, masses[::-1] > 0)[network.target]  # from the end: ~0 is the last
    kept = np.flatnonzero((weight > 0) & (mass[network.symbol] > 0) & reaches)
    source, symbol, target, weight = network.source[kept], network.symbol[kept], network.target[kept], weight[kept]
    child = np.repeat(np.arange(labels), np.diff(network.unary_first))
    above, single = network.lhs[network.unary], weighted.weight[network.unary, 0]
    single = np.where((masses[child] > 0) & (masses[above] > 0), single, 0.0)
    unary = csr_array((single, (above, child)), (labels, labels))
    root = source == 0
    beginnings = csr_array(
        (weight[root], (symbol[root], _row(target[root], states))), (network.symbols, states + labels)
    )
    begun = (beginnings @ _with_complete(ends, labels)).T.tocsr()  # of a left-hand side, by its first symbol
    chain, corner = _series(unary.T.tocsr()), _series(unary + begun[:, :labels])
    label_look = _reached(corner, _bits(begun[:, labels:], labels))
    first = np.searchsorted(source, np.arange(states + 1))
    tags = np.bincount(source[symbol >= labels], minlength=states)
    begin = first[0] + tags[0]
    root_first = begin + np.searchsorted(symbol[begin : first[1]], np.arange(labels + 1))
    looks = np.append(label_look, np.uint64(1) << (np.arange(labels, network.symbols) & 63).astype(np.uint64))
    look = np.zeros(states, np.uint64)
    np.bitwise_or.at(look, source, looks[symbol])
    return PrefixTables(
        first, first[:-1] + tags, root_first, symbol, target, weight, *_columns(ends), *_columns(chain),
        *_columns(corner), look, label_look, network.symbols - labels, network.start, float(masses[network.start]),
    )  # fmt: skip


def _row(target: Int32s, states: int) -> Any:
    """A number for each target: complete labels after the states."""
    return np.where(target < 0, states + ~target, target)


def _with_complete(ends: Any, labels: int) -> Any:
    """`ends`, and after it each label, which is complete."""
    from scipy.sparse import eye_array, vstack

    return vstack([ends, eye_array(labels)]).tocsr()


def _ends(network: Network, weight: Floats, masses: Floats, states: int) -> Any:
    """The probability of each left-hand side from each state but 0."""
    from scipy.sparse import csr_array, eye_array

    labels, inner, last = network.nonterminals, network.target >= 0, network.target < 0
    inner &= network.source > 0
    last &= network.source > 0
    last[last] &= masses[~network.target[last]] > 0
    steps = csr_array((weight[inner], (network.source[inner], network.target[inner])), (states, states))
    shape = states, labels
    final = csr_array((weight[last], (network.source[last], ~network.target[last])), shape)
    if network.cyclic:  # each state belongs to one label
        owner = np.zeros(states, np.int64)
        owner[network.source] = network.lhs[network.slot]
        value = solve(eye_array(states) - steps, final.sum(axis=1))
        value[0] = 0.0
        ends = csr_array((value, (np.arange(states), owner)), shape)
    else:
        ends = further = final
        while further.nnz:
            further = steps @ further
            further.eliminate_zeros()
            ends = ends + further
    ends.eliminate_zeros()
    ends.sort_indices()
    return ends


def _series(matrix: Any) -> Any:
    """The identity + matrix + matrix^2 + ..., which is (identity - matrix)^-1, a block of columns at a time."""
    from scipy.sparse import csr_array, eye_array, hstack

    size = matrix.shape[0]
    whole = eye_array(size, format="csc")
    if not matrix.nnz:
        return whole.tocsr()
    parts = []
    for begin in range(0, size, _COLUMNS):
        columns = whole[:, begin : begin + _COLUMNS].toarray()
        parts.append(csr_array(np.maximum(solve(whole - matrix, columns), 0.0)))
    return hstack(parts).tocsr()


def _bits(begun: Any, labels: int) -> Any:
    """The tags of each left-hand side with which its rules begin, as bits."""
    begun = begun.tocoo()
    bits = np.zeros(begun.shape[0], np.uint64)
    np.bitwise_or.at(bits, begun.row, np.uint64(1) << ((begun.col + labels) & 63).astype(np.uint64))
    return bits


def _reached(corner: Any, bits: Any) -> Any:
    """The bits of all labels that can begin each label."""
    looks = np.zeros(corner.shape[0], np.uint64)
    np.bitwise_or.at(looks, np.repeat(np.arange(corner.shape[0]), np.diff(corner.indptr)), bits[corner.indices])
    return looks


def _columns(matrix: Any) -> tuple[Int64s, Int32s, Floats]:
    return matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), matrix.data.astype(np.float64)
