"""For one sentence after the other: select the part of the network, fill the chart, read the best tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import log2

from ....core.compiled import kernel
from ....core.types import Array
from .chart import ParseChart, fill
from .closure import close
from .logarithms import Chains, in_logarithms
from .node_bits import InsideValues, tree_bits
from .sentence import TRIES, find, lattice_of, mend_weights, next_slope, patch_weights, with_logs
from .subnetwork import marks, select
from .trace import trace

LEAST, MOST = 1e-280, 1e280  # sums beyond these may have lost digits


@kernel
def infer_sentences(
    network: Any,
    weight: Array,
    readings: Any,
    offsets: Array,
    chosen: Array,
    patch: Any,
    results: Array,
    token_parent: Array,
    token_tag: Array,
    given: Any,
    node_bits: Array,
) -> Any:
    """For each chosen sentence write to `results` log2 p(w) and log2 p(best tree), and to `token_parent` and
    `token_tag` what the best tree has there; to `node_bits` what the nodes of the given trees cost.

    Returns the nodes of the best trees (label, parent, begin, end) and where those of each chosen sentence end.
    `weight` has that of each slot, and its logarithm; `patch` changes them for single sentences.
    """
    work = marks(len(network.first) - 1, len(network.symbol), network.symbols, network.nonterminals)
    weight, scale = weight.copy(), with_logs(np.ones(network.nonterminals))
    numbers, places, bits = np.empty(0), np.empty(0, np.int32), np.empty(0, np.uint64)
    first, line = np.empty(0, np.int64), numbers
    room = ParseChart(first, bits, numbers, places, first, places, numbers, first, places, numbers)
    nodes, node_ends = np.empty((1 << 10, 4), np.int32), np.zeros(len(chosen), np.int64)
    used, no_logs = 0, np.empty((0, 0, 0, 2))
    for number in range(len(chosen)):
        s = chosen[number]
        n = offsets[s + 1] - offsets[s]
        lattice = lattice_of(readings, offsets[s], offsets[s + 1])
        results[s, 0] = results[s, 1] = -np.inf
        if len(lattice.tags) > 0:
            patch_weights(patch, s, weight, scale)
            slope, low, high = 4.0, -np.inf, np.inf
            for attempt in range(TRIES + 1):
                part = select(network, weight, scale, slope, lattice.tags, work)
                start = find(part.labels, network.start)
                if start < 0:
                    break
                closure = close(len(part.labels), part.unary, part.unary_weight, part.unary_log)
                room, line, least, most = fill(lattice, part, closure, room, line)
                at = room.row[start]
                if at < 0 or room.values[at + 8] == -np.inf:
                    break
                total, best = room.values[at], room.values[at + 8]
                inside = InsideValues(n, len(part.labels), room.row, room.values, slope, False, no_logs)
                if least < LEAST or most > MOST:
                    # Digits may be lost: try other scales (first the one that the best tree suggests), then logarithms.
                    if attempt < TRIES:
                        low, high = (low, slope) if most > MOST else (slope, high)
                        slope = next_slope(attempt, slope, -best / n, low, high)
                        continue
                    chains = Chains(closure.first, closure.above, closure.total, np.zeros(len(closure.total)))
                    part = select(network, weight, scale, 0.0, lattice.tags, work)
                    log, _gain, logs = in_logarithms(lattice, start, part, chains)
                    total, slope = 1.0, -log / n
                    inside = InsideValues(n, len(part.labels), room.row, room.values, slope, True, logs)
                results[s, 0], results[s, 1] = log2(total) - slope * n, best
                if given.wanted[s]:
                    tree_bits(given, s, offsets[s], lattice, part.labels, inside, node_bits)
                parents, tags = token_parent[offsets[s] :], token_tag[offsets[s] : offsets[s + 1]]
                count = trace(lattice, start, part, closure, room, nodes[used:], parents, tags)
                while count < 0:
                    larger = np.empty((2 * len(nodes), 4), np.int32)
                    larger[:used] = nodes[:used]
                    nodes = larger
                    count = trace(lattice, start, part, closure, room, nodes[used:], parents, tags)
                for node in range(used, used + count):
                    nodes[node, 0] = part.labels[nodes[node, 0]]
                used += count
                break
            mend_weights(patch, s, weight, scale)
        node_ends[number] = used
    return nodes[:used].copy(), node_ends
