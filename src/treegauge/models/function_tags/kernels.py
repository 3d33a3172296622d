"""The functions of nodes one after the other, from the top and from the left: the features of each, and its classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import FLOAT_LANES, borrowed, kernel
from ...core.types import Array
from ..perceptron.key_kernels import add_scores, best_class, make_keys, no_keys, number_keys

MANY = 1 << 16  # more than there are classes


@kernel
def look_back(node: int, group: int, links: Array, given: Array, values: Array) -> None:
    """What has been given so far, as the last values of a row: by the earlier groups to the node itself, to the one
    above and to the one at the left; and by this group to the latter two. `given` has one row per group."""
    for place in range(3):
        other = node if place == 0 else links[node, place - 1]
        earlier = 0
        if other >= 0:
            for g in range(group):
                earlier = earlier * MANY + given[g, other] + 1
        values[len(values) - 5 + place] = earlier
        if place > 0:
            values[len(values) - 3 + place] = given[group, other] + 1 if other >= 0 else 0


@kernel
def observe_nodes(group: int, values: Array, links: Array, given: Array, templates: Any) -> Any:
    """The keys of all features for one group, and the numbers of those of each node; templates are counted from
    `first`."""
    starts, slots, first = templates
    keys, store, count = np.empty(len(starts) - 1, np.uint64), no_keys(1 << 15), 0
    features = np.empty((len(values), len(keys)), np.int32)
    for k in range(len(values)):
        look_back(k, group, links, given, values[k])
        make_keys(values[k], starts, slots, first, keys)
        count, store = number_keys(keys, count, store, features[k])
    return store[2][:count].copy(), features


@kernel
def tag_nodes(begin: int, end: int, values: Array, links: Array, given: Array, templates: Any, model: Any) -> None:
    """Give each node its class in each group, counted from the first of the group: the one that the model scores
    highest. The templates from `moving` on look at functions: the others are the same for all groups."""
    (starts, slots, moving), (weights, kinds) = templates, borrowed(model)
    fixed, size = starts[: moving + 1], len(kinds) + FLOAT_LANES
    keys, more = np.empty(moving, np.uint64), np.empty(len(starts) - 1 - moving, np.uint64)
    scores, own = np.empty(size, np.float32), np.empty(size, np.float32)
    first = np.zeros(len(given), np.int64)
    for c in range(len(kinds) - 1, -1, -1):
        if kinds[c] < len(given):
            first[kinds[c]] = c
    for k in range(begin, end):
        make_keys(values[k], fixed, slots, 0, keys)
        scores[:] = 0
        add_scores(keys, weights, scores)
        for group in range(len(given)):
            look_back(k, group, links, given, values[k])
            make_keys(values[k], starts[moving:], slots, moving, more)
            own[:] = scores
            add_scores(more, weights, own)
            given[group, k] = best_class(own, kinds, 1 << group, -1) - first[group]
