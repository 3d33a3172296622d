"""The longest common subsequence of two sequences of numbers, for long sequences that differ in few places."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from ..core.types import Int64s

Keys = NDArray[np.uint64]
Matches = tuple[Int64s, Int64s]  # places in the first and in the second sequence, both increasing

_MOST_DIFFERENCES = 256  # for Myers' algorithm, which takes time and memory quadratic in their number
_STEP = 16
_NOTHING: Int64s = np.zeros(0, np.int64)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


def common_subsequence(first: Keys, second: Keys) -> Matches:
    """The places of a longest common subsequence (Myers 1986). If the sequences differ in very many places, sequences
    are first matched on the k-th occurrence of each key (Hunt & Szymanski 1977), and the result may be a little
    shorter than the longest. Keys that only one sequence has cost nothing."""
    return _match(first, second, at_any_cost=True)


def same_occurrences(first: Keys, second: Keys) -> Matches:
    """The places of keys in both sequences, whatever their order: the k-th of a key belongs to the k-th of the same."""
    _, places, others = np.intersect1d(_numbered(first), _numbered(second), return_indices=True)
    order = np.argsort(places)
    return places[order].astype(np.int64), others[order].astype(np.int64)


def longest_increasing(values: Int64s) -> Int64s:
    """The places of a longest increasing subsequence of distinct numbers."""
    if not len(values) or (np.diff(values) > 0).all():
        return np.arange(len(values))
    tails: list[int] = []
    last: list[int] = []
    previous = np.full(len(values), -1, np.int64)
    for place, value in enumerate(values.tolist()):
        length = bisect_left(tails, value)
        if length:
            previous[place] = last[length - 1]
        if length == len(tails):
            tails.append(value)
            last.append(place)
        else:
            tails[length], last[length] = value, place
    chain = [last[-1]]
    while previous[chain[-1]] >= 0:
        chain.append(int(previous[chain[-1]]))
    return np.array(chain[::-1], np.int64)


def _match(first: Keys, second: Keys, *, at_any_cost: bool) -> Matches:
    """The parts at the beginning and at the end that are the same, and matches between them; none, if these cost too
    much to find."""
    begin = _snake(first, second, 0, 0)
    end = _snake(first[::-1], second[::-1], 0, 0, min(len(first), len(second)) - begin)
    middle = first[begin : len(first) - end], second[begin : len(second) - end]
    places = _common(middle[0], middle[1]), _common(middle[1], middle[0])
    common = middle[0][places[0]], middle[1][places[1]]
    matches = _myers(*common)
    if matches is None:
        matches = _by_occurrence(*common) if at_any_cost else (_NOTHING, _NOTHING)
    return (
        np.concatenate((np.arange(begin), places[0][matches[0]] + begin, np.arange(len(first) - end, len(first)))),
        np.concatenate((np.arange(begin), places[1][matches[1]] + begin, np.arange(len(second) - end, len(second)))),
    )


def _common(keys: Keys, others: Keys) -> Int64s:
    """The places of the keys that are among the others."""
    if not len(others):
        return _NOTHING
    ordered = np.sort(others)
    return np.flatnonzero(ordered[np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)] == keys)


def _snake(first: Keys, second: Keys, x: int, y: int, most: int | None = None) -> int:
    """How far the sequences are the same from these places on."""
    length = min(len(first) - x, len(second) - y)
    length = length if most is None else min(length, most)
    done, step = 0, _STEP
    while done < length:
        size = min(step, length - done)
        same = first[x + done : x + done + size] == second[y + done : y + done + size]
        stop = int(same.argmin())
        if not same[stop]:
            return done + stop
        done += size
        step *= 4
    return done


def _myers(first: Keys, second: Keys) -> Matches | None:
    """The greedy algorithm of Myers (1986), An O(ND) difference algorithm; None if there are too many differences."""
    if not len(first) or not len(second):
        return _NOTHING, _NOTHING
    if abs(len(first) - len(second)) > _MOST_DIFFERENCES:
        return None
    furthest: dict[int, int] = {1: 0}  # the place in the first sequence, by diagonal
    history: list[dict[int, int]] = []
    for differences in range(_MOST_DIFFERENCES + 1):
        history.append(dict(furthest))
        for diagonal in range(-differences, differences + 1, 2):
            down = _goes_down(furthest, diagonal, differences)
            x = furthest[diagonal + 1] if down else furthest[diagonal - 1] + 1
            if x <= len(first) and x - diagonal <= len(second):
                x += _snake(first, second, x, x - diagonal)
            furthest[diagonal] = x
            if diagonal == len(first) - len(second) and x >= len(first):
                return _traced(history, len(first), len(second))
    return None


def _goes_down(furthest: dict[int, int], diagonal: int, differences: int) -> bool:
    """Whether the path to a diagonal comes from the one above, by a key that only the second sequence has."""
    if diagonal in (-differences, differences):
        return diagonal == -differences
    return furthest[diagonal - 1] < furthest[diagonal + 1]


def _traced(history: list[dict[int, int]], x: int, y: int) -> Matches:
    """The matches on the path that ends at x and y."""
    pieces: list[Matches] = []
    for differences in range(len(history) - 1, -1, -1):
        furthest, diagonal = history[differences], x - y
        down = _goes_down(furthest, diagonal, differences)
        before = diagonal + 1 if down else diagonal - 1
        start = furthest[before] if down else furthest[before] + 1
        pieces.append((np.arange(start, x), np.arange(start - diagonal, y)))
        x, y = furthest[before], furthest[before] - before
    return tuple(np.concatenate(side) for side in zip(*pieces[::-1], strict=True))  # type: ignore[return-value]


def _by_occurrence(first: Keys, second: Keys) -> Matches:
    """Matches of the k-th occurrence of each key that are in order, and between these the longest ones."""
    places, others = same_occurrences(first, second)
    chain = longest_increasing(others)
    bounds = [
        np.concatenate(([-1], side[chain], [length])) for side, length in ((places, len(first)), (others, len(second)))
    ]
    gaps = np.flatnonzero((np.diff(bounds[0]) > 1) & (np.diff(bounds[1]) > 1))
    pieces = [(places[chain], others[chain])]
    for gap in gaps.tolist():
        starts = bounds[0][gap] + 1, bounds[1][gap] + 1
        part = first[starts[0] : bounds[0][gap + 1]], second[starts[1] : bounds[1][gap + 1]]
        matches = _match(*part, at_any_cost=False)
        pieces.append((matches[0] + starts[0], matches[1] + starts[1]))
    joined = [np.concatenate(side) for side in zip(*pieces, strict=True)]
    order = np.argsort(joined[0])
    return joined[0][order], joined[1][order]


def _numbered(keys: Keys) -> Keys:
    """Keys that differ for each occurrence of the same key."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    new = np.concatenate(([True], ordered[1:] != ordered[:-1]))[: len(keys)]
    start = np.maximum.accumulate(np.where(new, np.arange(len(keys)), 0))
    occurrence = np.empty(len(keys), np.uint64)
    occurrence[order] = (np.arange(len(keys)) - start).astype(np.uint64)
    return keys + occurrence * _SPREAD
