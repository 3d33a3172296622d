"""Compiled loops that compare the projections of heads: a word projects itself and everything that depends on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def count_projections(offsets: Array, gold_head: Array, test_head: Array, keep: Array, sign: Array) -> Any:
    """Per sentence: matched, gold and test brackets, and test brackets that cross one of gold."""
    sentences = len(offsets) - 1
    result = np.zeros((sentences, 4), np.float64)
    longest = 1
    for s in range(sentences):
        longest = max(longest, offsets[s + 1] - offsets[s])
    room = np.empty((12, longest + 1), np.int32)
    sums = np.empty((2, longest + 1), np.uint64)
    keys = np.empty((2, _table_size(longest)), np.uint64)
    owner = np.full(keys.shape, -1, np.int64)
    for s in range(sentences):
        start, end = offsets[s], offsets[s + 1]
        gold, test, kept = gold_head[start:end], test_head[start:end], keep[start:end]
        words = 0
        for i in range(end - start):
            words += kept[i]
        last = np.uint64(_table_size(end - start) - 1)
        g, gold_gaps = _brackets(gold, kept, sign, words, room[:5], sums[0], (keys[0], owner[0]), last, s)
        t, test_gaps = _brackets(test, kept, sign, words, room[5:10], sums[1], (keys[1], owner[1]), last, s)
        for k in range(t):
            result[s, 0] += owner[0, _place(sums[1, k], keys[0], owner[0], last, s)] == s
        result[s, 1], result[s, 2] = g, t
        if gold_gaps or test_gaps:
            result[s, 3] = _overlapping(gold, test, kept, g, t, room)
        else:
            result[s, 3] = _crossing(room, g, t, words)
    return result


@kernel
def _table_size(words: int) -> int:
    """A power of two with room to spare for as many numbers."""
    size = 4
    while size < 2 * words:
        size *= 2
    return size


@kernel
def _place(key: Any, keys: Array, owner: Array, last: Any, sentence: int) -> Any:
    """The place of a number in the table of a sentence, or a free place for it, whose owner is another sentence."""
    at = (key ^ (key >> np.uint64(32))) & last
    while owner[at] == sentence and keys[at] != key:
        at = (at + np.uint64(1)) & last
    return at


@kernel
def _brackets(
    head: Array, keep: Array, sign: Array, words: int, room: Array, sums: Array, table: Any, last: Any, s: int
) -> Any:
    """The distinct projections of more than one word and less than the whole sentence: leaves their sums in `sums` and
    in the table, the word, first word, one past the last word and size in the first rows of `room`, and the order of
    the words from the leaves up in the last row. Words in a cycle project nothing."""
    n = len(head)
    who, first, end, size, order = room
    keys, owner = table
    total = np.zeros(n, np.uint64)
    waiting = np.zeros(n, np.int32)
    low, high, count = np.empty(n, np.int32), np.empty(n, np.int32), np.zeros(n, np.int32)
    place = 0
    for i in range(n):
        low[i], high[i] = words, 0
        if keep[i]:
            low[i], high[i], count[i], total[i] = place, place + 1, 1, sign[i]
            place += 1
        if head[i] >= 0:
            waiting[head[i]] += 1
    filled = 0
    for i in range(n):
        if waiting[i] == 0:
            order[filled] = i
            filled += 1
    done, found, gaps = 0, 0, False
    while done < filled:
        i = order[done]
        done += 1
        if 1 < count[i] < words:
            at = _place(total[i], keys, owner, last, s)
            if owner[at] != s:
                owner[at], keys[at], sums[found] = s, total[i], total[i]
                who[found], first[found], end[found], size[found] = i, low[i], high[i], count[i]
                gaps = gaps or high[i] - low[i] != count[i]
                found += 1
        h = head[i]
        if h < 0:
            continue
        low[h], high[h] = min(low[h], low[i]), max(high[h], high[i])
        count[h] += count[i]
        total[h] += total[i]
        waiting[h] -= 1
        if waiting[h] == 0:
            order[filled] = h
            filled += 1
    for i in range(filled, n):
        order[i] = -1
    return found, gaps


@kernel
def _crossing(room: Array, g: int, t: int, words: int) -> int:
    """How many test brackets cross one of gold, where no bracket has a gap. Gold brackets do not cross each other, so
    the widest that begins or ends at a place lets us skip those within it."""
    furthest, nearest = room[10], room[11]
    for p in range(words + 1):
        furthest[p], nearest[p] = p + 1, p - 1
    for k in range(g):
        low, high = room[1, k], room[2, k]
        furthest[low] = max(furthest[low], high)
        nearest[high] = min(nearest[high], low)
    crossing = 0
    for k in range(t):
        low, high = room[6, k], room[7, k]
        p, crosses = low + 1, False
        while p < high and not crosses:
            crosses = furthest[p] > high
            p = furthest[p]
        p = high - 1
        while p > low and not crosses:
            crosses = nearest[p] < low
            p = nearest[p]
        crossing += crosses
    return crossing


@kernel
def _overlapping(gold: Array, test: Array, keep: Array, g: int, t: int, room: Array) -> int:
    """How many test brackets share words with one of gold, neither within the other; brackets may have gaps."""
    n = len(gold)
    within, shared = room[10], room[11]
    crossing = 0
    for k in range(t):
        word, width = room[5, k], room[8, k]
        within[:n] = 0
        for place in range(n - 1, -1, -1):  # from the top down
            i = room[9, place]
            if i >= 0 and (i == word or (test[i] >= 0 and within[test[i]] == 1)):
                within[i] = 1
        for i in range(n):
            shared[i] = within[i] if keep[i] else 0
        for place in range(n):
            i = room[4, place]
            if i >= 0 and gold[i] >= 0:
                shared[gold[i]] += shared[i]
        for b in range(g):
            both = shared[room[0, b]]
            if 0 < both < min(width, room[3, b]):
                crossing += 1
                break
    return crossing


@kernel
def projected(offsets: Array, head: Array, keep: Array) -> Any:
    """How many kept words each word projects: itself and all that depends on it; 0 in a cycle."""
    size = np.zeros(len(head), np.int32)
    waiting = np.zeros(len(head), np.int32)
    queue = np.empty(len(head), np.int64)
    for s in range(len(offsets) - 1):
        start, end = offsets[s], offsets[s + 1]
        for i in range(start, end):
            if head[i] >= 0:
                waiting[start + head[i]] += 1
        done, filled = start, start
        for i in range(start, end):
            if waiting[i] == 0:
                queue[filled] = i
                filled += 1
        while done < filled:
            i = queue[done]
            done += 1
            size[i] += keep[i]
            if head[i] >= 0:
                h = start + head[i]
                size[h] += size[i]
                waiting[h] -= 1
                if waiting[h] == 0:
                    queue[filled] = h
                    filled += 1
        for i in range(start, end):
            if waiting[i] > 0:
                size[i] = 0
    return size
