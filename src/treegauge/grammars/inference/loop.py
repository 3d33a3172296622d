"""One sentence after the other: choose the part of the network, fill the chart, read off the best tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import log2

from ...compiled import kernel
from .chart import Chart, fill
from .closure import close
from .logarithms import log2_inside
from .subnetwork import marks, select
from .trace import trace

Array = Any
_TRIES = 6
LEAST, MOST = 1e-280, 1e280  # sums beyond these may have lost digits


@kernel
def infer_sentences(
    network: Any,
    weight: Array,
    tags: Array,
    offsets: Array,
    chosen: Array,
    patch: Any,
    results: Array,
    token_parent: Array,
) -> Any:
    """For each chosen sentence write to `results` log2 p(w) and log2 p(best tree), and to `token_parent`.

    Returns the nodes of the best trees (label, parent, begin, end) and where those of each chosen sentence end.
    `patch` changes weights for single sentences.
    """
    work = marks(len(network.first) - 1, len(network.symbol), network.symbols, network.nonterminals)
    weight, scale = _with_logs(weight), _with_logs(np.ones(network.nonterminals))
    numbers, places, bits = np.empty(0), np.empty(0, np.int32), np.empty(0, np.uint64)
    first, line = np.empty(0, np.int64), numbers
    room = Chart(first, bits, numbers, places, first, places, numbers, first, places, numbers)
    nodes, node_ends = np.empty((1 << 10, 4), np.int32), np.zeros(len(chosen), np.int64)
    used = 0
    for number in range(len(chosen)):
        s = chosen[number]
        sentence = tags[offsets[s] : offsets[s + 1]]
        n = len(sentence)
        results[s, 0] = results[s, 1] = -np.inf
        if n > 0 and sentence.min() >= 0:
            for item in range(patch.rule_first[s], patch.rule_first[s + 1]):
                weight[patch.rule[item], 0], weight[patch.rule[item], 1] = patch.weight[item], log2(patch.weight[item])
            for item in range(patch.label_first[s], patch.label_first[s + 1]):
                scale[patch.label[item], 0], scale[patch.label[item], 1] = patch.scale[item], log2(patch.scale[item])
            local, slope = _renumbered(sentence), 4.0
            low, high = -np.inf, np.inf
            for attempt in range(_TRIES + 1):
                part = select(network, weight, scale, slope, sentence, work)
                start = _find(part.labels, network.start)
                if start < 0:
                    break
                closure = close(len(part.labels), part.unary, part.unary_weight, part.unary_log)
                room, line, least, most = fill(local, part, closure, room, line)
                at = room.row[start]
                if at < 0 or room.values[at + 8] == -np.inf:
                    break
                total, best = room.values[at], room.values[at + 8]
                if least < LEAST or most > MOST:
                    # Digits may be lost: count tags otherwise (first as the best tree says), at last use logarithms.
                    if attempt < _TRIES:
                        low, high = (low, slope) if most > MOST else (slope, high)
                        slope = _next_slope(attempt, slope, -best / n, low, high)
                        continue
                    total, slope = 1.0, -log2_inside(local, start, part, closure) / n
                results[s, 0], results[s, 1] = log2(total) - slope * n, best
                count = trace(local, start, part, closure, room, nodes[used:], token_parent[offsets[s] :])
                while count < 0:
                    larger = np.empty((2 * len(nodes), 4), np.int32)
                    larger[:used] = nodes[:used]
                    nodes = larger
                    count = trace(local, start, part, closure, room, nodes[used:], token_parent[offsets[s] :])
                for node in range(used, used + count):
                    nodes[node, 0] = part.labels[nodes[node, 0]]
                used += count
                break
            for item in range(patch.rule_first[s], patch.rule_first[s + 1]):
                weight[patch.rule[item], 0], weight[patch.rule[item], 1] = patch.usual[item], log2(patch.usual[item])
            for item in range(patch.label_first[s], patch.label_first[s + 1]):
                scale[patch.label[item], 0], scale[patch.label[item], 1] = 1.0, 0.0
        node_ends[number] = used
    return nodes[:used].copy(), node_ends


@kernel
def _find(numbers: Array, number: int) -> int:
    """Where a number stands, or -1."""
    for place in range(len(numbers)):
        if numbers[place] == number:
            return place
    return -1


@kernel
def _next_slope(attempt: int, slope: float, guess: float, low: float, high: float) -> float:
    """Another slope: the guess, then between what was too low and what was too high, or further on."""
    if attempt == 0:
        return guess
    if low > -np.inf and high < np.inf:
        return (low + high) / 2
    return slope - 2.0 ** (attempt - 2) if high < np.inf else slope + 2.0 ** (attempt - 2)


@kernel
def _with_logs(numbers: Array) -> Any:
    pairs = np.empty((len(numbers), 2))
    for place in range(len(numbers)):
        pairs[place, 0], pairs[place, 1] = numbers[place], log2(numbers[place])
    return pairs


@kernel
def _renumbered(sentence: Array) -> Any:
    """Tags by the order in which they first occur, as in the part of the network."""
    local = np.empty(len(sentence), np.int32)
    distinct = 0
    for t in range(len(sentence)):
        new = -1
        for other in range(t):
            if sentence[other] == sentence[t]:
                new = local[other]
                break
        if new < 0:
            new = distinct
            distinct += 1
        local[t] = new
    return local
