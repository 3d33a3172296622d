"""The sum over all trees of a sentence together with its first moment: the mean gain of the trees.

Every number is a pair: the sum of the weights of some trees, and the sum of weight times gain, where the gain of a tree
is the sum of the gains of its edges and unary chains (the expectation semiring; Li & Eisner 2009, First- and
second-order expectation semirings). With the logarithm of a rule as its gain the mean is E[log2 p(t) | w]. The
recursion is that of chart.py without best trees, one number at a time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import log2

from ....core.compiled import inlined, kernel
from ....core.types import Array, Pointer
from .chart import MET, first_edges
from .closure import close
from .lanes import pointer
from .logarithms import Chains, in_logarithms
from .sentence import TRIES, find, lattice_of, mend_weights, next_slope, patch_weights, with_logs
from .subnetwork import EDGE, HEAD, counts_of, low, marks, select, shift_of

ENTROPY, ONCE, ALL = 0, 1, 2  # the goals of `moment_sentences`
LEAST, MOST = 1e-140, 1e140  # products of factors within these are in the range of floats


class MomentSpace(NamedTuple):
    """Work space. Rows of pairs for states and, numbered after them, for left-hand sides: all sums, then all moments,
    the span to the end of the sentence first. `begun` is the beginning for which a row was last used, `lists` names
    those in use now. Then sums and moments for pairs of labels, and for labels."""

    line: Array
    begun: Array
    lists: Array
    lengths: Array
    coefficient: Array
    pairs: Array
    sums: Array
    found: Array


@kernel
def moment_sentences(
    network: Any, weight: Array, readings: Any, offsets: Array, chosen: Array, patch: Any, goal: int, results: Array
) -> None:
    """For each chosen sentence write to `results` the logarithm of the sum over all its trees, and the mean gain.

    ENTROPY: weights are probabilities, gains their logarithms. ONCE: a tree has weight one (as all rules must),
    and so have all unary chains between two labels together. ALL: every chain has weight one; if there are infinitely
    many, they have weight and gain one together, so that the gain shows whether the sentence has such a tree. `patch`
    is that of `infer_sentences`.
    """
    work = marks(len(network.first) - 1, len(network.symbol), network.symbols, network.nonterminals)
    weight, scale = with_logs(weight), with_logs(np.ones(network.nonterminals))
    line, values = np.empty(0), np.empty(0)
    for s in chosen:
        lattice = lattice_of(readings, offsets[s], offsets[s + 1])
        results[s, 0] = results[s, 1] = -np.inf
        if len(lattice.tags) == 0:
            continue
        patch_weights(patch, s, weight, scale)
        results[s, 0], results[s, 1], line, values = _moment(network, weight, scale, lattice, goal, work, line, values)
        mend_weights(patch, s, weight, scale)


@kernel
def _moment(
    network: Any, weight: Array, scale: Array, lattice: Any, goal: int, work: Any, line: Array, values: Array
) -> Any:
    """log2 of the sum over all trees, the mean gain, and the arrays for rows and chart, to be used again."""
    n, slope = len(lattice.look), 4.0 if goal == ENTROPY else 0.0
    lowest, highest = -np.inf, np.inf
    for attempt in range(TRIES + 1):
        part = select(network, weight, scale, slope, lattice.tags, work)
        start = find(part.labels, network.start)
        if start < 0:
            break
        chains = _chains(part, goal)
        if attempt == TRIES:
            # No scale holds all numbers.
            part = select(network, weight, scale, 0.0, lattice.tags, work)
            total, mean, _inside = in_logarithms(lattice, start, part, chains)
            return total, mean, line, values
        if len(line) < 2 * n * (len(part.first) + len(part.labels)):
            line = np.empty(2 * n * (len(part.first) + len(part.labels)))
        if len(values) < n * (n + 1) * len(part.labels):
            values = np.empty(n * (n + 1) * len(part.labels))
        total, moment, least, most = _fill(lattice, start, part, chains, line, values)
        if least >= LEAST and most <= MOST:
            if total == 0.0:
                break
            return log2(total) - slope * n, moment / total, line, values
        lowest, highest = (lowest, slope) if most > MOST else (slope, highest)
        guess = slope - log2(total) / n if 0.0 < total < np.inf else slope + (-8.0 if most > MOST else 8.0)
        slope = next_slope(attempt, slope, guess, lowest, highest)
    return -np.inf, -np.inf, line, values


@kernel
def _chains(part: Any, goal: int) -> Any:
    labels = len(part.labels)
    closure = close(labels, part.unary, part.unary_weight, part.unary_log)
    if goal == ENTROPY:
        return Chains(closure.first, closure.above, closure.total, _derivative(labels, closure, part))
    total, moment = np.ones(len(closure.total)), np.zeros(len(closure.total))
    for place in range(len(total) if goal == ALL else 0):
        if closure.total[place] < np.inf:
            total[place] = closure.total[place]
        else:
            moment[place] = 1.0
    return Chains(closure.first, closure.above, total, moment)


@kernel
def _derivative(labels: int, closure: Any, part: Any) -> Any:
    """The moment of chains: C U' C, where C is the sum of all chains and U' has the moment of each unary rule."""
    sums, step = np.zeros((labels, labels)), np.zeros((labels, labels))
    for b in range(labels):
        for place in range(closure.first[b], closure.first[b + 1]):
            sums[closure.above[place], b] = closure.total[place]
    for u in range(len(part.unary)):
        a, middle = part.unary[u]
        gain = part.unary_weight[u] * part.unary_log[u]
        for b in range(labels):
            if sums[middle, b] > 0.0:
                step[a, b] += gain * sums[middle, b]
    moment = np.zeros(len(closure.total))
    for b in range(labels):
        for middle in range(labels):
            if step[middle, b] != 0.0:
                for place in range(closure.first[b], closure.first[b + 1]):
                    moment[place] += sums[closure.above[place], middle] * step[middle, b]
    return moment


@kernel
def _fill(lattice: Any, start: int, part: Any, chains: Any, line: Array, values: Array) -> Any:
    """The sum and the moment of the start symbol over the sentence, and the least and the greatest factor on the way.

    In the chart a label has n - i sums and as many moments for the spans that begin at i; `row` is where they are, or
    -1 if there are none.
    """
    n, states, labels = len(lattice.look), len(part.first), len(part.labels)
    both, pairs = states + labels, labels << shift_of(labels)
    space = MomentSpace(
        line,
        np.full(both, n, np.int32),
        np.empty(2 * both, np.int32),
        np.zeros(2, np.int64),
        np.zeros(2 * pairs),
        np.empty(pairs + 1, np.int32),
        np.zeros(2 * labels),
        np.empty(labels + 1, np.int32),
    )
    row = np.full(n * labels, -1, np.int64)
    least, most = 1.0, 1.0
    for i in range(n - 1, -1, -1):
        space.lengths[0] = space.lengths[1] = 0
        least, most = _from(i, lattice, part, chains, space, first_edges(part), row, values, least, most)
    at = row[start]
    total, moment = (values[at], values[at + n]) if at >= 0 else (0.0, 0.0)
    return total, moment, least, most


@inlined
def _begin(begun: Pointer, lists: Pointer, lengths: Pointer, sizes: Any, x: int) -> None:
    """Add x to the rows in use."""
    i, _n, states, both = sizes
    begun[x] = i
    which = 1 if x >= states else 0
    lists[which * both + lengths[which]] = x
    lengths[which] += 1


@inlined
def _add_one(
    line: Pointer, begun: Pointer, lists: Pointer, lengths: Pointer, sizes: Any, x: int, end: int, value: float,
    moment: float,
) -> None:  # fmt: skip
    """Add a pair to the row of x at one end."""
    i, n, _states, _both = sizes
    at = 2 * n * x
    if begun[x] != i:
        _begin(begun, lists, lengths, sizes, x)
        for place in range(at, at + end + 1):
            line[place] = 0.0
            line[place + n] = 0.0
    line[at + end] += value
    line[at + n + end] += moment


@inlined
def _add_row(
    line: Pointer, begun: Pointer, lists: Pointer, lengths: Pointer, sizes: Any, x: int, values: Pointer, source: int,
    count: int, value: float, moment: float,
) -> None:  # fmt: skip
    """Add a row of the chart, of `count` sums and as many moments, times a pair to the row of x."""
    i, n, _states, _both = sizes
    at = 2 * n * x
    if begun[x] != i:
        _begin(begun, lists, lengths, sizes, x)
        for place in range(count):
            line[at + place] = value * values[source + place]
        for place in range(count):
            line[at + n + place] = value * values[source + count + place] + moment * values[source + place]
    else:
        for place in range(count):
            line[at + place] += value * values[source + place]
        for place in range(count):
            line[at + n + place] += value * values[source + count + place] + moment * values[source + place]


@kernel
def _from(
    i: int, lattice: Any, part: Any, chains: Any, space: Any, roots: Array, rows: Array, numbers: Array, least: float,
    most: float,
) -> Any:  # fmt: skip
    """All spans that begin at i, the shortest first. Returns the least and the greatest factor so far."""
    n, states, labels = len(lattice.look), len(part.first), len(part.labels)
    both, pair_shift = states + labels, shift_of(labels)
    sizes = (i, n, states, both)
    row, values, root, word_at = pointer(rows), pointer(numbers), pointer(roots), pointer(lattice.weight)
    line, begun, lists, lengths = (
        pointer(space.line),
        pointer(space.begun),
        pointer(space.lists),
        pointer(space.lengths),
    )
    first, code, whole = pointer(part.first), pointer(part.code), pointer(part.whole)
    above_first, above = pointer(chains.first), pointer(chains.above)
    chain_sum, chain_moment = pointer(chains.total), pointer(chains.moment)
    coefficient, pairs = pointer(space.coefficient), pointer(space.pairs)
    sums, found = pointer(space.sums), pointer(space.found)
    for k in range(i, n + 1):
        end, count = n - k, 0
        # Left-hand sides that are complete from i to k, and all labels above them by unary rules.
        for item in range(both, both + lengths[1]):
            x = lists[item]
            value, moment = line[2 * n * x + end], line[2 * n * x + n + end]
            if value == 0.0:
                continue
            x -= states
            for place in range(above_first[x], above_first[x + 1]):
                a = above[place]
                found[count] = a
                count += sums[2 * a] == 0.0
                sums[2 * a] += chain_sum[place] * value + MET
                sums[2 * a + 1] += chain_sum[place] * moment + chain_moment[place] * value
                least, most = min(least, chain_sum[place] * value), max(most, value)
        for item in range(count):
            a = found[item]
            value, moment = sums[2 * a], sums[2 * a + 1]
            sums[2 * a], sums[2 * a + 1] = 0.0, 0.0
            most = max(most, value)
            at = row[i * labels + a]
            if at < 0:
                at = labels * i * (2 * n - i + 1) + 2 * a * (n - i)
                row[i * labels + a] = at
                for place in range(at, at + 2 * (n - i)):
                    values[place] = 0.0
            values[at + end], values[at + n - i + end] = value, moment
            for edge in range(root[a], root[a + 1] if k < n else 0, EDGE):
                weight, gain = code[edge + 1], code[edge + 2]
                least = min(least, weight * value)
                _add_one(
                    line, begun, lists, lengths, sizes, whole[edge] >> 32, end, weight * value,
                    weight * (moment + gain * value),
                )  # fmt: skip
        if k == n:
            break
        # States at k continue over a tag at k, or over labels that begin at k; at i there is only the first state.
        word, count = k * len(lattice.tags), 0
        for item in range(lengths[0] if k > i else 1):
            p, value, moment = 0, 1.0, 0.0
            if k > i:
                p = lists[item]
                value, moment = line[2 * n * p + end], line[2 * n * p + n + end]
                if value == 0.0:
                    continue
                most = max(most, value)
            edge = first[p] + HEAD
            tagged, last, inner = counts_of(whole, first[p])
            final, other, stop = (
                edge + EDGE * tagged,
                edge + EDGE * (tagged + last),
                edge + EDGE * (tagged + last + inner),
            )
            while edge < final:
                tag = 2 * (word + low(whole[edge]))
                if word_at[tag] > 0.0:
                    v, gain = code[edge + 1] * word_at[tag], code[edge + 2] + word_at[tag + 1]
                    v, m = v * value, v * (moment + gain * value)
                    least = min(least, v)
                    _add_one(line, begun, lists, lengths, sizes, whole[edge] >> 32, end - 1, v, m)
                edge += EDGE
            if k == i:
                continue
            while edge < other:
                pair = whole[edge]
                pairs[count] = pair
                count += coefficient[2 * pair] == 0.0
                least = min(least, code[edge + 1] * value)
                coefficient[2 * pair] += code[edge + 1] * value + MET
                coefficient[2 * pair + 1] += code[edge + 1] * (moment + code[edge + 2] * value)
                edge += EDGE
            while edge < stop:
                source = row[k * labels + low(whole[edge])]
                if source >= 0:
                    v, m = code[edge + 1] * value, code[edge + 1] * (moment + code[edge + 2] * value)
                    least = min(least, v)
                    _add_row(line, begun, lists, lengths, sizes, whole[edge] >> 32, values, source, end, v, m)
                edge += EDGE
        for item in range(count):
            pair = pairs[item]
            v, m = coefficient[2 * pair], coefficient[2 * pair + 1]
            coefficient[2 * pair], coefficient[2 * pair + 1] = 0.0, 0.0
            most = max(most, v)
            source, x = row[k * labels + (pair >> pair_shift)], states + (pair & (1 << pair_shift) - 1)
            if source >= 0:
                _add_row(line, begun, lists, lengths, sizes, x, values, source, end, v, m)
    return least, most
