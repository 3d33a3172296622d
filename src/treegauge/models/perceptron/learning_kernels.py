"""The averaged perceptron (Freund and Schapire 1999; Collins 2002) for many classes, with sparse weights.

Classes are numbered by frequency, in blocks of eight. Every feature has a row of entries, one for each block in which
it has weights: `block` is the number of the block, and its weights are stored from 8 * entry. A full row moves to the
end of the arrays, with twice the room. `weight` is the present weight, `late` the sum of all changes, each multiplied
by its step: the average over n steps is weight - late / n.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import FLOAT_LANES, add_lanes, in_64_bits, kernel
from ...core.types import Array
from .key_kernels import best_class

_FIRST_ROOM = 1


@kernel
def keep_frequent(keys: Array, features: Array, minimum: int) -> Any:
    """The keys of the features seen at least `minimum` times. `features` gets their new numbers, and -1 for others."""
    seen = np.zeros(len(keys), np.int64)
    steps, templates = features.shape
    for k in range(steps):
        for t in range(templates):
            seen[features[k, t]] += 1
    number, kept = np.empty(len(keys), np.int32), 0
    for feature in range(len(keys)):
        number[feature] = kept if seen[feature] >= minimum else -1
        if number[feature] >= 0:
            keys[kept] = keys[feature]
            kept += 1
    for k in range(steps):
        for t in range(templates):
            features[k, t] = number[features[k, t]]
    return keys[:kept].copy()


@kernel
def no_weights(features: int) -> Any:
    """Rows and entries before anything is learned, and where the entries end."""
    rows = np.zeros(features, np.int32), np.zeros(features, np.int32), np.zeros(features, np.int32)
    size = FLOAT_LANES * features
    return rows, (np.empty(features, np.int16), np.empty(size, np.float32), np.empty(size, np.float64)), 0


@kernel
def with_room(entries: Any, end: int) -> Any:
    """The entries, in larger arrays if they are shorter than `end`."""
    block, weight, late = entries
    if end <= len(block):
        return entries
    size = 3 * end // 2
    new_block = np.empty(size, np.int16)
    new_weight, new_late = np.empty(FLOAT_LANES * size, np.float32), np.empty(FLOAT_LANES * size, np.float64)
    new_block[: len(block)], new_weight[: len(weight)], new_late[: len(late)] = block, weight, late
    return new_block, new_weight, new_late


@kernel
def new_entry(feature: int, wanted: int, rows: Any, entries: Any, end: int) -> Any:
    """Give a feature an entry for one more block; if its row is full, it moves to `end`."""
    start, used, room = rows
    if used[feature] == room[feature]:
        larger = max(_FIRST_ROOM, 2 * room[feature])
        entries = with_room(entries, end + larger)
        block, weight, late = entries
        for k in range(used[feature]):
            block[end + k] = block[start[feature] + k]
        old, new = FLOAT_LANES * start[feature], FLOAT_LANES * end
        for k in range(FLOAT_LANES * used[feature]):
            weight[new + k], late[new + k] = weight[old + k], late[old + k]
        start[feature], room[feature] = end, larger
        end += larger
    entry = start[feature] + used[feature]
    used[feature] += 1
    block, weight, late = entries
    block[entry] = wanted
    for k in range(FLOAT_LANES * entry, FLOAT_LANES * entry + FLOAT_LANES):
        weight[k], late[k] = 0, 0
    return entries, end


@kernel
def change(row: Array, wanted: int, by: float, step: int, rows: Any, entries: Any, end: int) -> Any:
    """Add to the weights of a class for all features of an example."""
    start, used, _ = rows
    for feature in row:
        if feature < 0:
            continue
        block = entries[0]
        entry, last = start[feature], start[feature] + used[feature]
        while entry < last and block[entry] != wanted // FLOAT_LANES:
            entry += 1
        if entry == last:
            entries, end = new_entry(feature, wanted // FLOAT_LANES, rows, entries, end)
            entry = start[feature] + used[feature] - 1
        _, weight, late = entries
        place = FLOAT_LANES * entry + wanted % FLOAT_LANES
        weight[place] += by
        late[place] += by * step
    return entries, end


@kernel
def learn(
    features: Array,
    gold: Array,
    allowed: Array,
    kinds: Array,
    order: Array,
    step: int,
    rows: Any,
    entries: Any,
    end: int,
) -> Any:
    """Go once through all examples in the given order: if the right class does not score higher than all others, its
    weights are raised and those of the best other class lowered. Returns the entries and where they end."""
    start, used, _ = rows
    scores = np.empty(len(kinds) + FLOAT_LANES, np.float32)
    for k in order:
        step += 1
        scores[:] = 0
        block, weight, _ = entries
        for feature in features[k]:
            if feature >= 0:
                for entry in range(start[feature], start[feature] + used[feature]):
                    add_lanes(scores, FLOAT_LANES * block[entry], weight, FLOAT_LANES * entry)
        right = in_64_bits(gold[k])
        found = best_class(scores, kinds, in_64_bits(allowed[k]), right)
        if found >= 0 and scores[found] >= scores[right]:
            entries, end = change(features[k], right, 1.0, step, rows, entries, end)
            entries, end = change(features[k], found, -1.0, step, rows, entries, end)
    return entries, end


@kernel
def averaged(rows: Any, entries: Any, steps: int) -> Any:
    """The averaged weights, end to end: the features that have any, where the entries of each of them end, the blocks
    of
    classes and the weights."""
    start, used, _ = rows
    block, weight, late = entries
    kept, ends = np.empty(len(start), np.int64), np.zeros(len(start) + 1, np.int64)
    blocks, means = np.empty(used.sum(), np.int16), np.empty(FLOAT_LANES * used.sum(), np.float32)
    features, at = 0, 0
    for feature in range(len(start)):
        for entry in range(start[feature], start[feature] + used[feature]):
            some = False
            for lane in range(FLOAT_LANES):
                mean = weight[FLOAT_LANES * entry + lane] - late[FLOAT_LANES * entry + lane] / steps
                means[FLOAT_LANES * at + lane] = mean
                some = some or means[FLOAT_LANES * at + lane] != 0
            if some:
                blocks[at] = block[entry]
                at += 1
        if at > ends[features]:
            kept[features], ends[features + 1] = feature, at
            features += 1
    return kept[:features].copy(), ends[: features + 1].copy(), blocks[:at].copy(), means[: FLOAT_LANES * at].copy()
