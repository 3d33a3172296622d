"""The best tree of a sentence, read off its chart from the top down.

Where several are equally probable, a fixed order decides (of places, then of labels and states as the grammar numbers
them): rounding does not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.compiled import in_64_bits, inlined, kernel
from ....core.types import Array, Pointer
from .chart import TIE, place_of
from .lanes import pointer
from .subnetwork import BACK, EDGE, HEAD, counts_of, low, shift_of


class Way(NamedTuple):
    """Pointers to what is needed on the way down."""

    word: Pointer  # of each place and tag the weight and its logarithm
    first: Pointer
    code: Pointer
    whole: Pointer
    arc_first: Pointer
    arc_source: Pointer
    arc_symbol: Pointer
    arc_log: Pointer
    row: Pointer
    values: Pointer
    log_first: Pointer
    log_state: Pointer
    log_best: Pointer
    pair_first: Pointer
    pair: Pointer
    pair_best: Pointer
    now: Pointer  # the maxima of states by end, for the present beginning
    n: int
    states: int
    labels: int
    tags: int


@kernel
def trace(
    lattice: Any, start: int, part: Any, closure: Any, chart: Any, nodes: Array, parents: Array, tags: Array
) -> int:
    """Write the nodes (rows: label, parent, begin, end) in preorder, the tags (numbered as in the grammar) and their
    parents; how many nodes.

    -1 where `nodes` is too small.
    """
    n, labels = len(lattice.look), len(part.labels)
    now, loaded = np.full(n * len(part.first), -np.inf), -1
    way = Way(
        pointer(lattice.weight),
        pointer(part.first),
        pointer(part.code),
        pointer(part.whole),
        pointer(part.arc_first),
        pointer(part.arc_source),
        pointer(part.arc_symbol),
        pointer(part.arc_log),
        pointer(chart.row),
        pointer(chart.values),
        pointer(chart.log_first),
        pointer(chart.log_state),
        pointer(chart.log_best),
        pointer(chart.pair_first),
        pointer(chart.pair),
        pointer(chart.pair_best),
        pointer(now),
        n,
        len(part.first),
        labels,
        len(lattice.tags),
    )
    stack = np.empty((n + 1, 4), np.int32)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = start, 0, n, -1
    depth, count = 1, 0
    while depth > 0:
        depth -= 1
        label, begin, end, above = stack[depth]
        if begin != loaded:
            if loaded >= 0:
                _load(way, loaded, False)
            _load(way, in_64_bits(begin), True)
            loaded = begin
        bottom = chart.via[(chart.row[begin * labels + label] >> 1) + n - end]
        while True:
            if count == len(nodes):
                return -1
            nodes[count, 0], nodes[count, 1], nodes[count, 2], nodes[count, 3] = label, above, begin, end
            above = count
            count += 1
            if label == bottom:
                break
            label = closure.step[label, bottom]
        state, at, child = _end_of_rule(way, bottom, begin, end)
        while True:
            # The last child is from `at` to `end`; before it, `state` is at `at` (or the rule begins there).
            if child < 0:
                parents[at], tags[at] = above, lattice.tags[~child]
            else:
                stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3] = child, at, end, above
                depth += 1
            if at == begin:
                break
            end = at
            state, at, child = _step_back(way, state, begin, end)
            if child == BACK:
                state, at, child = _step_back(way, state, begin, end)
    now[0] = -np.inf  # held until here
    return count


@inlined
def _best_of(way: Any, label: int, begin: int, end: int) -> float:
    at = way.row[begin * way.labels + label]
    best = -np.inf
    if at >= 0:
        best = way.values[at + place_of(way.n - end) + 8]
    return best


@kernel
def _load(way: Any, begin: int, here: bool) -> None:
    """Put the maxima of all states from `begin` on into `now`, or take them out again."""
    for at in range(begin + 1, way.n):
        for entry in range(way.log_first[begin * way.n + at], way.log_first[begin * way.n + at + 1]):
            way.now[at * way.states + way.log_state[entry]] = way.log_best[entry] if here else -np.inf
    way.now[begin * way.states] = 0.0 if here else -np.inf


@kernel
def _end_of_rule(way: Any, label: int, begin: int, end: int) -> Any:
    """The state before the last child of the best rule for a label over a span, where that child begins, its label
    (~tag: a tag)."""
    mask = (1 << shift_of(way.labels)) - 1
    found, found_tag, most = -1, -1, -np.inf
    place, single = begin * way.n + end - 1, end == begin + 1
    first = way.log_first[place]
    for entry in range(first, first + 1 if single else way.log_first[place + 1]):
        state, best = (0, 0.0) if single else (way.log_state[entry], way.log_best[entry])
        head = way.first[state]
        tagged, _last, _inner = counts_of(way.whole, head)
        for edge in range(head + HEAD, head + HEAD + EDGE * tagged, EDGE):
            if way.whole[edge] >> 32 == way.states + label:
                tag = low(way.whole[edge])
                value = way.code[edge + 2] + best + way.word[2 * ((end - 1) * way.tags + tag) + 1]
                tied = value > most - TIE and (state < found or (state == found and tag < found_tag))
                if value > most + TIE or tied:
                    found, found_tag, most = state, tag, value
    found_at, found_pair = end - 1, -1
    for at in range(begin + 1, end):
        for entry in range(way.pair_first[begin * way.n + at], way.pair_first[begin * way.n + at + 1]):
            if way.pair[entry] & mask == label:
                value = way.pair_best[entry] + _best_of(way, way.pair[entry] >> shift_of(way.labels), at, end)
                tied = value > most - TIE and at == found_at and way.pair[entry] < found_pair
                if value > most + TIE or tied:
                    found_at, found_pair, most = at, way.pair[entry], value
    if found_pair < 0:
        return found, found_at, ~found_tag
    return _before(way, begin, found_at, found_pair), found_at, found_pair >> shift_of(way.labels)


@kernel
def _before(way: Any, begin: int, at: int, pair: int) -> int:
    """The best state from `begin` to `at` that goes on over the label of the pair to complete its left-hand side."""
    found, most = -1, -np.inf
    for entry in range(way.log_first[begin * way.n + at], way.log_first[begin * way.n + at + 1]):
        state, best = way.log_state[entry], way.log_best[entry]
        head = way.first[state]
        tagged, last, _inner = counts_of(way.whole, head)
        for edge in range(head + HEAD + EDGE * tagged, head + HEAD + EDGE * (tagged + last), EDGE):
            gain = way.code[edge + 2] + best - most
            if way.whole[edge] == pair and (gain > TIE or (gain > -TIE and state < found)):
                found, most = state, way.code[edge + 2] + best
    return found


@kernel
def _step_back(way: Any, state: int, begin: int, end: int) -> Any:
    """The state before the child that ends at `end` on the best way to `state`, where that child begins, its label. Or
    the state of a longer history at `end`, and BACK."""
    found, found_at, found_child, most = -1, -1, -1, -np.inf
    for arc in range(way.arc_first[state], way.arc_first[state + 1]):
        before, symbol, log = way.arc_source[arc], way.arc_symbol[arc], way.arc_log[arc]
        if symbol == BACK:
            value = log + way.now[end * way.states + before]
            if value > most + TIE:
                found, found_at, found_child, most = before, end, BACK, value
            continue
        if symbol < 0:
            value = log + way.word[2 * ((end - 1) * way.tags + ~symbol) + 1] + way.now[(end - 1) * way.states + before]
            if value > most + TIE:
                found, found_at, found_child, most = before, end - 1, symbol, value
            continue
        for at in range(begin if before == 0 else begin + 1, end if before > 0 else begin + 1):
            span = _best_of(way, symbol, at, end)
            if span > -np.inf:
                value = log + way.now[at * way.states + before] + span
                if value > most + TIE:
                    found, found_at, found_child, most = before, at, symbol, value
    return found, found_at, found_child
