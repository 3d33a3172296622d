"""Inside probabilities and best trees of all spans of a sentence, in one pass over its chart."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.compiled import inlined, kernel
from ....core.types import Array, Pointer
from .lanes import add_block, pointer, set_block
from .subnetwork import EDGE, HEAD, counts_of, low, shift_of

NO_TREE = -np.inf  # the logarithm of no tree
TIE = 1e-9  # bits: trees that differ by less are equally probable, and the first in a fixed order is chosen
MET = 1e-300  # marks a sum as reached; far too small to count


class ParseChart(NamedTuple):
    """The spans of a sentence of n tags, by where they begin.

    `row[k * labels + a]` is the place in `values` where the numbers for the label a over spans from k begin, or -1:
    blocks of eight sums and eight maxima, the span to the end of the sentence first (place n - end). `ends` has a bit
    for each end that has numbers. `via` names the label at the bottom of the best unary chain. The log says which
    states were at (begin, end), and their maxima; the log of pairs says which label that begins there can complete
    which left-hand side that began at `begin`, and the maximum before it.
    """

    row: Array
    ends: Array
    values: Array
    via: Array
    log_first: Array
    log_state: Array
    log_best: Array
    pair_first: Array
    pair: Array
    pair_best: Array


class Front(NamedTuple):
    """All spans that begin at one place: a row for each state and, numbered after them, for each left-hand side.

    `status` has four numbers for each: the beginning for which the row was last used, a bit for each end that has
    numbers, a bit for each end from which a state can continue (and one that is not used, for the alignment). In a
    sentence of more than 64 tags, a bit represents 2, 4, ... neighbouring ends. `lists` name the rows in use: of
    states,
    of left-hand sides, and of the states at the present end.
    """

    line: Array
    status: Array
    lists: Array
    lengths: Array


class ChartSpace(NamedTuple):
    """Work space: edges of the first state by label, sums for pairs of labels, sums by label, and lists of these."""

    root_first: Array
    coefficient: Array
    pairs: Array
    sums: Array
    found: Array


@inlined
def place_of(end: int) -> int:
    return ((end >> 3) << 4) + (end & 7)


@kernel
def fill(lattice: Any, part: Any, closure: Any, room: ParseChart, line: Array) -> Any:
    """The chart of a sentence (tags numbered as in the part), the rows used on the way, and the least and the
    greatest sum of a state or a left-hand side: near the ends of the range of floats, digits may be lost.

    `room` and `line` are arrays of an earlier sentence, used again; they are replaced if they are too small.
    """
    n, states, labels = len(lattice.look), len(part.first), len(part.labels)
    width, both = 16 * ((n + 7) >> 3), states + labels
    values, via, log_state, log_best = room.values, room.via, room.log_state, room.log_best
    pair, pair_best, most_pairs = room.pair, room.pair_best, min(len(part.code) // EDGE, labels * labels)
    if len(line) < both * width:
        line = np.empty(both * width)
    front = Front(
        line,
        np.zeros(4 * both, np.uint64),
        np.empty(3 * both + 1, np.int32),
        np.zeros(2, np.int64),
    )
    front.status[::4] = np.uint64(n)
    front.status[4 * states + 2 :: 4] = ~np.uint64(0)
    row, ends = np.full(n * labels, -1, np.int64), np.zeros(n * labels, np.uint64)
    log_first, pair_first = np.zeros(n * n + 1, np.int64), np.zeros(n * n + 1, np.int64)
    space = _space(part)
    used = logged = paired = 0
    least, most = 1.0, 1.0
    for i in range(n - 1, -1, -1):
        row_width = 16 * ((n - i + 7) >> 3)
        if used + labels * row_width > len(values):
            values, via = _wider(values, used + labels * row_width), _wider(via, (used + labels * row_width) >> 1)
        if logged + (n - i) * states > len(log_state):
            log_state = _wider(log_state, logged + (n - i) * states)
            log_best = _wider(log_best, logged + (n - i) * states)
        if paired + (n - i) * most_pairs > len(pair):
            pair = _wider(pair, paired + (n - i) * most_pairs)
            pair_best = _wider(pair_best, paired + (n - i) * most_pairs)
        chart = ParseChart(row, ends, values, via, log_first, log_state, log_best, pair_first, pair, pair_best)
        front.lengths[:] = 0
        used, logged, paired, least, most = _from(
            i, lattice, part, closure, chart, front, space, used, logged, paired, least, most
        )
        _mark_usable(i, lattice, part, chart, front)
    chart = ParseChart(row, ends, values, via, log_first, log_state, log_best, pair_first, pair, pair_best)
    return chart, line, least, most


@kernel
def _space(part: Any) -> Any:
    labels = len(part.labels)
    pairs = labels << shift_of(labels)
    space = ChartSpace(
        first_edges(part),
        np.empty(2 * pairs),
        np.empty(pairs + 1, np.int32),
        np.empty(2 * labels),
        np.empty(2 * labels + 2, np.int32),
    )
    space.coefficient[::2], space.coefficient[1::2] = 0.0, NO_TREE
    space.sums[::2], space.sums[1::2] = 0.0, NO_TREE
    return space


@kernel
def first_edges(part: Any) -> Any:
    """Where the edges of the first state over each label to other states begin: they are sorted by label."""
    tagged, last, inner = counts_of(part.whole, 0)
    begin = HEAD + EDGE * (tagged + last)
    edges = np.full(len(part.labels) + 1, begin, np.int64)
    for edge in range(begin, begin + EDGE * inner, EDGE):
        edges[low(part.whole[edge]) + 1] += EDGE
    for a in range(len(part.labels)):
        edges[a + 1] += edges[a] - begin
    return edges


@kernel
def _wider(array: Array, least: int) -> Any:
    wider = np.empty(max(least, 2 * len(array)), array.dtype)
    wider[: len(array)] = array
    return wider


@inlined
def bits_of(n: int) -> int:
    """The shift that maps ends to one of 64 bits."""
    shift = 0
    while (n - 1) >> shift >= 64:
        shift += 1
    return shift


@inlined
def _clear(line: Pointer, begin: int, end: int) -> None:
    """Empty blocks of a row."""
    for place in range(begin, end, 16):
        for lane in range(place, place + 8):
            line[lane] = 0.0
            line[lane + 8] = NO_TREE


@inlined
def _add_one(
    line: Pointer, status: Pointer, lists: Pointer, lengths: Pointer, sizes: Any, x: int, end: int,
    value: float, best: float,
) -> None:  # fmt: skip
    """Add a number to the row of x at one end."""
    i, states, both, width, shift = sizes
    if status[4 * x] != i:
        status[4 * x], status[4 * x + 1] = i, 0
        which = 1 if x >= states else 0
        lists[which * both + lengths[which]] = x
        lengths[which] += 1
        _clear(line, x * width, x * width + (end >> 3) * 16 + 16)
    place = x * width + place_of(end)
    line[place] += value
    line[place + 8] = max(line[place + 8], best)
    status[4 * x + 1] |= np.uint64(1) << np.uint64(end >> shift)


@inlined
def _add_row(
    line: Pointer, status: Pointer, lists: Pointer, lengths: Pointer, sizes: Any, x: int, ends: int,
    blocks: int, values: Pointer, at: int, value: float, best: float,
) -> None:  # fmt: skip
    """Add a row of the chart, which has numbers at `ends`, to the row of x."""
    i, states, both, width, _shift = sizes
    if status[4 * x] != i:
        status[4 * x], status[4 * x + 1] = i, 0
        which = 1 if x >= states else 0
        lists[which * both + lengths[which]] = x
        lengths[which] += 1
        for block in range(0, 16 * blocks, 16):
            set_block(line, x * width + block, values, at + block, value, best)
    else:
        for block in range(0, 16 * blocks, 16):
            add_block(line, x * width + block, values, at + block, value, best)
    status[4 * x + 1] |= ends


@kernel
def _from(
    i: int, lattice: Any, part: Any, closure: Any, chart: Any, front: Any, space: Any, used: int, logged: int,
    paired: int, least: float, most: float,
) -> Any:  # fmt: skip
    """All spans that begin at i, the shortest first. Returns how much of the chart and of the logs is used, and the
    least and the greatest sum so far."""
    n, states, labels = len(lattice.look), len(part.first), len(part.labels)
    both, width, row_width = states + labels, 16 * ((n + 7) >> 3), 16 * ((n - i + 7) >> 3)
    shift, pair_shift = bits_of(n), shift_of(labels)
    sizes = (np.uint64(i), states, both, width, shift)
    look_at, word_at, row, ends = (
        pointer(lattice.look),
        pointer(lattice.weight),
        pointer(chart.row),
        pointer(chart.ends),
    )
    values, via = pointer(chart.values), pointer(chart.via)
    log_first, log_state, log_best = pointer(chart.log_first), pointer(chart.log_state), pointer(chart.log_best)
    pair_first, pair_log, pair_best = pointer(chart.pair_first), pointer(chart.pair), pointer(chart.pair_best)
    line, status = pointer(front.line), pointer(front.status)
    lists, lengths = pointer(front.lists), pointer(front.lengths)
    first, code, whole = pointer(part.first), pointer(part.code), pointer(part.whole)
    above_first, above = pointer(closure.first), pointer(closure.above)
    chain_sum, chain_best = pointer(closure.total), pointer(closure.best)
    root_first = pointer(space.root_first)
    coefficient, pairs, sums, found = (
        pointer(space.coefficient),
        pointer(space.pairs),
        pointer(space.sums),
        pointer(space.found),
    )
    for k in range(i, n + 1):
        end = n - k
        here, which, count = place_of(end), end >> shift, 0
        # Left-hand sides that are complete from i to k, and all labels above them by unary rules.
        for item in range(both, both + lengths[1]):
            x = lists[item]
            if not status[4 * x + 1] >> np.uint64(which) & np.uint64(1):
                continue
            value, best = line[x * width + here], line[x * width + here + 8]
            if best == NO_TREE:
                continue
            least, most = min(least, value), max(most, value)
            x -= states
            for place in range(above_first[x], above_first[x + 1]):
                a = above[place]
                found[2 * count] = a
                count += sums[2 * a] == 0.0
                sums[2 * a] += chain_sum[place] * value + MET
                gain = chain_best[place] + best - sums[2 * a + 1]
                if gain > TIE or (gain > -TIE and x < found[2 * a + 1]):
                    found[2 * a + 1] = x
                sums[2 * a + 1] = max(sums[2 * a + 1], chain_best[place] + best)
        for item in range(count):
            a = found[2 * item]
            value, best = sums[2 * a], sums[2 * a + 1]
            sums[2 * a], sums[2 * a + 1] = 0.0, NO_TREE
            at = row[i * labels + a]
            if at < 0:
                at = used
                row[i * labels + a] = used
                used += row_width
                _clear(values, at, used)
            values[at + here], values[at + here + 8] = value, best
            via[(at >> 1) + end] = found[2 * a + 1]
            ends[i * labels + a] |= np.uint64(1) << np.uint64(which)
            for edge in range(root_first[a], root_first[a + 1] if k < n else 0, EDGE):
                x = whole[edge] >> 32
                if status[4 * x + 2] >> np.uint64(which) & np.uint64(1):
                    v, b = code[edge + 1] * value, code[edge + 2] + best
                    _add_one(line, status, lists, lengths, sizes, x, end, v, b)
        if k == n:
            break
        # States at k continue over a tag at k, or over labels that begin at k; at i there is only the first state.
        look, word, count, blocks = look_at[k], k * len(lattice.tags), 0, (n - k + 7) >> 3
        next_which = np.uint64((end - 1) >> shift)
        log_first[i * n + k] = logged
        for item in range(lengths[0] if len(part.back) > 0 else 0):
            p, x = lists[item], part.back[lists[item]]
            usable = x >= 0 and status[4 * p + 1] & status[4 * x + 2] & np.uint64(1) << np.uint64(which)
            if usable and line[p * width + here + 8] != NO_TREE:
                v = line[p * width + here] * part.back_weight[p, 0]
                b = line[p * width + here + 8] + part.back_weight[p, 1]
                _add_one(line, status, lists, lengths, sizes, x, end, v, b)
        standing = np.int64(0)
        for item in range(lengths[0]):
            lists[2 * both + standing] = lists[item]
            standing += np.int64(status[4 * lists[item] + 1] >> np.uint64(which) & np.uint64(1))
        for item in range(standing if k > i else 1):
            p, value, best = 0, 1.0, 0.0
            if k > i:
                p = lists[2 * both + item]
                value, best = line[p * width + here], line[p * width + here + 8]
                if best == NO_TREE:
                    continue
                least, most = min(least, value), max(most, value)
                log_state[logged], log_best[logged] = p, best
                logged += 1
            begin = first[p] + HEAD
            tagged, last, inner = counts_of(whole, first[p])
            if whole[first[p]] & look:
                for edge in range(begin, begin + EDGE * tagged, EDGE):
                    x, tag = whole[edge] >> 32, low(whole[edge])
                    if look >> (tag & 63) & 1 and status[4 * x + 2] >> next_which & np.uint64(1):
                        tag = 2 * (word + tag)
                        if word_at[tag] == 0.0:
                            continue
                        v, b = code[edge + 1] * value * word_at[tag], code[edge + 2] + best + word_at[tag + 1]
                        _add_one(line, status, lists, lengths, sizes, x, end - 1, v, b)
            if k == i:
                continue
            begin += EDGE * tagged
            for edge in range(begin, begin + EDGE * last, EDGE):
                pair = whole[edge]
                pairs[count] = pair
                count += coefficient[2 * pair] == 0.0
                coefficient[2 * pair] += code[edge + 1] * value + MET
                coefficient[2 * pair + 1] = max(coefficient[2 * pair + 1], code[edge + 2] + best)
            begin += EDGE * last
            for edge in range(begin, begin + EDGE * inner, EDGE):
                a, x = k * labels + low(whole[edge]), whole[edge] >> 32
                some = ends[a] & status[4 * x + 2]
                if some:
                    v, b = code[edge + 1] * value, code[edge + 2] + best
                    _add_row(line, status, lists, lengths, sizes, x, some, blocks, values, row[a], v, b)
        log_first[i * n + k + 1], pair_first[i * n + k] = logged, paired
        for item in range(count):
            pair = pairs[item]
            a, x = k * labels + (pair >> pair_shift), states + (pair & (1 << pair_shift) - 1)
            v, b = coefficient[2 * pair], coefficient[2 * pair + 1]
            coefficient[2 * pair], coefficient[2 * pair + 1] = 0.0, NO_TREE
            if ends[a]:
                pair_log[paired], pair_best[paired] = pair, b
                paired += 1
                _add_row(line, status, lists, lengths, sizes, x, ends[a], blocks, values, row[a], v, b)
        pair_first[i * n + k + 1] = paired
    return used, logged, paired, least, most


@kernel
def _mark_usable(i: int, lattice: Any, part: Any, chart: Any, front: Any) -> None:
    """Which states can continue from i to the end of a rule: over a tag or over a label that begins there."""
    n, states, labels = len(lattice.look), len(part.first), len(part.labels)
    shift, pair_shift, word = bits_of(n), shift_of(labels), i * len(lattice.tags)
    ends, status = pointer(chart.ends), pointer(front.status)
    first, whole, look, word_at = pointer(part.first), pointer(part.whole), lattice.look[i], pointer(lattice.weight)
    bit, next_bit = np.uint64(1) << np.uint64((n - i) >> shift), np.uint64(1) << np.uint64((n - i - 1) >> shift)
    for p in range(1, states if i > 0 else 1):
        edge = first[p]
        tagged, last, inner = counts_of(whole, edge)
        good, some = False, whole[edge] & look != 0
        edge += HEAD
        stop = edge + EDGE * tagged
        while some and not good and edge < stop:
            reads = word_at[2 * (word + low(whole[edge]))] > 0.0
            good = reads and status[4 * (whole[edge] >> 32) + 2] & next_bit != 0
            edge += EDGE
        edge, stop = stop, stop + EDGE * last
        while not good and edge < stop:
            good = ends[i * labels + (whole[edge] >> pair_shift)] != 0
            edge += EDGE
        edge, stop = stop, stop + EDGE * inner
        while not good and edge < stop:
            good = ends[i * labels + low(whole[edge])] & status[4 * (whole[edge] >> 32) + 2] != 0
            edge += EDGE
        if good:
            status[4 * p + 2] |= bit
    for p in range(1, len(part.back) if i > 0 else 1):
        if part.back[p] >= 0:
            status[4 * p + 2] |= status[4 * part.back[p] + 2] & bit
