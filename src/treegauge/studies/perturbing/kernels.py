"""Compiled loops: the extents of dependency subtrees, and drawing errors that do not exclude each other. Their plain
twins are in the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

STAYS = -2


@kernel
def subtrees(offsets: Array, head: Array) -> Any:
    """The first and the last token (rows) of the subtree of each token, itself included, and its size."""
    first, last = np.arange(len(head)), np.arange(len(head))
    size = np.ones(len(head), np.int64)
    for s in range(len(offsets) - 1):
        start, end = offsets[s], offsets[s + 1]
        for i in range(start, end):
            h, steps = head[i], 0
            while h >= 0 and steps < end - start:  # the bound is for heads that form a cycle
                above = start + h
                first[above] = min(first[above], i)
                last[above] = max(last[above], i)
                size[above] += 1
                h = head[above]
                steps += 1
    return first, last, size


@kernel
def draw_places(order: Array, most: int, claims: Array, taken: Array, start: Array, arcs: Array, head: Array) -> Any:
    """Take places in the order given until there are `most`; leave out a place that claims what another has taken, or
    whose heads would form a cycle.

    claims  the rows that each place changes (-1: none); `taken` says which are taken already, and is updated
    start   the first token row of the sentence of each place
    arcs    for each place, pairs of a token row and its new head within the sentence (-2: unchanged); `head` is updated
    """
    chosen = np.empty(most, np.int64)
    found = passed = 0
    for place in order:
        if found == most:
            break
        free = True
        for row in claims[place]:
            if row >= 0 and taken[row]:
                free = False
        if free:
            free = _set_heads(arcs[place], start[place], head)
        if not free:
            passed += 1
            continue
        for row in claims[place]:
            if row >= 0:
                taken[row] = True
        chosen[found] = place
        found += 1
    return chosen[:found], passed


@kernel
def _set_heads(arcs: Array, start: int, head: Array) -> bool:
    """Set the heads of a place, unless one of its tokens would depend on itself."""
    before = np.empty(len(arcs), np.int64)
    for k in range(len(arcs)):
        if arcs[k, 0] >= 0 and arcs[k, 1] != STAYS:
            before[k] = head[arcs[k, 0]]
            head[arcs[k, 0]] = arcs[k, 1]
    sound = True
    for k in range(len(arcs)):
        token = arcs[k, 0]
        if token < 0 or arcs[k, 1] == STAYS:
            continue
        h, steps = head[token], 0
        while h >= 0 and start + h != token and steps < len(head):
            h = head[start + h]
            steps += 1
        sound = sound and h < 0
    if not sound:
        for k in range(len(arcs)):
            if arcs[k, 0] >= 0 and arcs[k, 1] != STAYS:
                head[arcs[k, 0]] = before[k]
    return sound
