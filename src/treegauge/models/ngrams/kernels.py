"""Loops over n-grams: number the distinct ones, give them probabilities, look words up."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def pad(codes: Array, offsets: Array, begin: int, end: int) -> Array:
    """Every sentence between the marks of its begin and its end, in one stream."""
    stream = np.empty(len(codes) + 2 * (len(offsets) - 1), np.int32)
    place = 0
    for s in range(len(offsets) - 1):
        stream[place] = begin
        place += 1
        for i in range(offsets[s], offsets[s + 1]):
            stream[place] = codes[i]
            place += 1
        stream[place] = end
        place += 1
    return stream


@kernel
def by_word(stream: Array, words: int) -> Any:
    """The positions of the stream in order of their words (a counting sort), and how often each word occurs."""
    count = np.zeros(words, np.int32)
    for word in stream:
        count[word] += 1
    place = np.zeros(words, np.int64)
    for word in range(1, words):
        place[word] = place[word - 1] + count[word - 1]
    positions = np.empty(len(stream), np.int32)
    for i in range(len(stream)):
        positions[place[stream[i]]] = i
        place[stream[i]] += 1
    return positions, count


@kernel
def extend(positions: Array, occurs: Array, shorter: Array, seen: Array, order: int, begin: int) -> Any:
    """The n-grams of one order from those one word shorter. `positions` is the stream sorted by word, of which each
    occurs `occurs` times; `shorter[i]` numbers the shorter n-gram at position i (-1: it would leave the sentence),
    `seen` says how often each occurs. Taking the positions in order of the last word and laying them out by the first
    words sorts by both, as a radix sort does. A sentence begins after each end, so none but <s> follows one.

    Returns, for each n-gram in order: its context, its last word, its count, the number of the shorter n-gram without
    the first word; then the number of the n-gram at each position."""
    contexts = len(seen)
    start = np.zeros(contexts + 1, np.int64)
    for c in range(contexts):
        start[c + 1] = start[c] + seen[c]
    end = start[:-1].copy()
    at = np.empty((start[contexts], 2), np.int32)  # position and last word, side by side in memory
    k = 0
    for word in range(len(occurs)):
        for _ in range(occurs[word]):
            first = positions[k] - order + 1
            k += 1
            if word != begin and first >= 0 and shorter[first] >= 0:
                c = shorter[first]
                at[end[c], 0], at[end[c], 1] = first, word
                end[c] += 1
    distinct = 0
    for c in range(contexts):
        for k in range(start[c], end[c]):
            distinct += k == start[c] or at[k, 1] != at[k - 1, 1]
    context, words = np.empty(distinct, np.int32), np.empty(distinct, np.int32)
    count, suffix = np.zeros(distinct, np.int32), np.empty(distinct, np.int32)
    longer = np.full(len(positions), -1, np.int32)
    number = -1
    for c in range(contexts):
        for k in range(start[c], end[c]):
            if k == start[c] or at[k, 1] != at[k - 1, 1]:
                number += 1
                context[number], words[number], suffix[number] = c, at[k, 1], shorter[at[k, 0] + 1]
            count[number] += 1
            longer[at[k, 0]] = number
    return context, words, count, suffix, longer


@kernel
def context_totals(first: Array, count: Array) -> Any:
    """For each context (its n-grams run from first[c] to first[c + 1]): the sum of their counts, and how many occur
    once, twice, more often."""
    contexts = len(first) - 1
    total, kinds = np.zeros(contexts, np.int64), np.zeros((contexts, 3), np.float64)
    for c in range(contexts):
        for i in range(first[c], first[c + 1]):
            if count[i] > 0:
                total[c] += count[i]
                kinds[c, min(count[i], 3) - 1] += 1
    return total, kinds


@kernel
def interpolate(first: Array, count: Array, own: Array, weight: Array, scale: Array, lower: Array) -> Array:
    """Probabilities of all n-grams of one order: discounted count over the denominator of its context, plus the weight
    of the context times the probability from the shorter context. own[k] is taken off a count of k (3: or more)."""
    probability = np.empty(len(count), np.float64)
    for c in range(len(first) - 1):
        for i in range(first[c], first[c + 1]):
            discounted = count[i] - own[min(count[i], 3)]
            probability[i] = max(discounted, 0.0) * scale[c] + weight[c] * lower[i]
    return probability


@kernel
def renormalise(first: Array, kept: Array, probability: Array, lower: Array, weight: Array) -> None:
    """New back-off weights for contexts some of whose n-grams are dropped: what the kept ones leave, over what the
    kept ones leave in the shorter context. A context that keeps none backs off with weight one."""
    for c in range(len(first) - 1):
        below, freed, kept_here = 0.0, 0.0, 0
        for i in range(first[c], first[c + 1]):
            if kept[i]:
                below += lower[i]
                kept_here += 1
            else:
                freed += probability[i] - weight[c] * lower[i]
        if kept_here == 0:
            weight[c] = 1.0
        elif kept_here < first[c + 1] - first[c] and below < 1.0:
            weight[c] += freed / (1.0 - below)


@kernel
def left_over(first: Array, kept: Array, probability: Array, lower: Array) -> Any:
    """For each context: one less the probabilities of its kept n-grams, one less those of the same words in the
    shorter context, and how many are kept."""
    contexts = len(first) - 1
    own, below = np.ones(contexts, np.float64), np.ones(contexts, np.float64)
    number = np.zeros(contexts, np.int64)
    for c in range(contexts):
        for i in range(first[c], first[c + 1]):
            if kept[i]:
                own[c] -= probability[i]
                below[c] -= lower[i]
                number[c] += 1
    return own, below, number


@kernel
def look_up(
    codes: Array,
    offsets: Array,
    sentences: Array,
    marks: Array,
    order: int,
    word: Array,
    children: Array,
    probability: Array,
    back_off: Array,
    found: Array,
    matched: Array,
) -> None:
    """The log probability of every word and sentence end of some sentences (the first and one past the last are given),
    found[i + s] for word i of sentence s, and the length of the n-gram that gave it (0: the word is unknown and has
    none). `marks`: sentence begin, sentence end, unknown word (-1:
    there is none). Entries of the trie are numbered through all orders, a word is its own unigram."""
    begin, end, unknown = marks[0], marks[1], marks[2]
    history, longer = np.full(order, -1, np.int64), np.full(order + 1, -1, np.int64)
    for s in range(sentences[0], sentences[1]):
        history[:] = -1
        if order > 1:
            history[1] = begin
        for i in range(offsets[s], offsets[s + 1] + 1):
            code = end if i == offsets[s + 1] else codes[i]
            if code < 0:
                code = unknown
            if code < 0:
                found[i + s], matched[i + s] = 0.0, 0
                history[:] = -1
                continue
            longer[1] = code
            best = 1
            for n in range(2, order + 1):
                longer[n] = -1
                if history[n - 1] < 0:
                    continue
                low, high = children[history[n - 1]], children[history[n - 1] + 1]
                bound = high
                # The entries of one context are sorted by word; only smaller numbers can stand before this one.
                high = min(high, low + code + 1)
                while low < high:
                    middle = (low + high) >> 1
                    if word[middle] < code:
                        low = middle + 1
                    else:
                        high = middle
                if low < bound and word[low] == code:
                    longer[n] = low
                    best = n
            total = probability[longer[best]]
            for n in range(best, order):
                if history[n] >= 0:
                    total += back_off[history[n]]
            found[i + s], matched[i + s] = total, best
            for n in range(1, order):
                history[n] = longer[n]
