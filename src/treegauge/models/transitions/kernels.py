"""The oracles, as loops over all sentences.

Inside a sentence, word w of 1 ... n is attached to `head[w]`, and 0 is the root. Every oracle returns its transitions
end to end, the word that each one attaches (from 0 within the sentence, -1 for none), and where each sentence ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE, SWAP = 0, 1, 2, 3, 4  # as in systems.Transition


@kernel
def longest(offsets: Array) -> int:
    """Words in the longest sentence."""
    most = 0
    for s in range(len(offsets) - 1):
        most = max(most, offsets[s + 1] - offsets[s])
    return most


@kernel
def hang(given: Array, head: Array) -> None:
    """The heads of a sentence, counted from 1, with the root in front."""
    head[0] = -1
    for w in range(len(given)):
        head[w + 1] = given[w] + 1


@kernel
def number_in_order(n: int, head: Array, order: Array, first: Array, sibling: Array) -> int:
    """The place of each word in the projective order: left dependents, head, right dependents, from the root. Returns
    the number of words reached; words on a cycle are not."""
    first[: n + 1] = -1
    for w in range(n, 0, -1):
        sibling[w] = first[head[w]]
        first[head[w]] = w
    order[: n + 1] = -1
    count, w = 0, 0
    while w >= 0:
        below = first[w]
        if order[w] < 0 and (below < 0 or below > w):
            order[w] = count
            count += 1
        if below >= 0:
            first[w] = sibling[below]
            w = below
        else:
            w = head[w]
    return count


@kernel
def find_cycle(offsets: Array, given: Array) -> int:
    """The first sentence in which the root is not above every word; -1 if there is none."""
    size = longest(offsets) + 1
    head, order = np.empty(size, np.int32), np.empty(size, np.int32)
    first, sibling = np.empty(size, np.int32), np.empty(size, np.int32)
    for s in range(len(offsets) - 1):
        n = offsets[s + 1] - offsets[s]
        hang(given[offsets[s] : offsets[s + 1]], head)
        if number_in_order(n, head, order, first, sibling) <= n:
            return s
    return -1


@kernel
def derive_standard(offsets: Array, given: Array) -> Any:
    """Arc-standard: a left arc as soon as possible; a right arc when the dependent has its last right dependent."""
    size = longest(offsets) + 1
    head, stack, buffer = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    last, done = np.empty(size, np.int32), np.empty(size, np.int32)
    transition, token = np.empty(3 * len(given), np.int8), np.empty(3 * len(given), np.int32)
    ends = np.zeros(len(offsets), np.int64)
    at = 0
    for s in range(len(offsets) - 1):
        n = offsets[s + 1] - offsets[s]
        hang(given[offsets[s] : offsets[s + 1]], head)
        last[: n + 1] = 0
        done[: n + 1] = 0
        for w in range(1, n + 1):
            buffer[n - w] = w
            if w > head[w]:
                last[head[w]] = w
        stack[0] = 0
        top, waiting = 0, n
        while waiting > 0:
            i, j = stack[top], buffer[waiting - 1]
            token[at] = -1
            if i > 0 and head[i] == j:
                transition[at], token[at] = LEFT_ARC, i - 1
                top -= 1
                if i > j:
                    done[j] = max(done[j], i)
            elif head[j] == i and done[j] == last[j]:
                transition[at], token[at] = RIGHT_ARC, j - 1
                waiting -= 1
                if j > i:
                    done[i] = max(done[i], j)
                if i > 0:
                    buffer[waiting] = i
                    waiting += 1
                    top -= 1
            else:
                transition[at] = SHIFT
                waiting -= 1
                top += 1
                stack[top] = j
            at += 1
        ends[s + 1] = at
    return transition[:at], token[:at], ends


@kernel
def derive_eager(offsets: Array, given: Array) -> Any:
    """Arc-eager: an arc as soon as possible; reduce when a word further down the stack has an arc with the first word
    of
    the buffer."""
    size = longest(offsets) + 1
    head, stack = np.empty(size, np.int32), np.empty(size, np.int32)
    leftmost, attached = np.empty(size, np.int32), np.empty(size, np.bool_)
    transition, token = np.empty(2 * len(given), np.int8), np.empty(2 * len(given), np.int32)
    ends = np.zeros(len(offsets), np.int64)
    at = 0
    for s in range(len(offsets) - 1):
        n = offsets[s + 1] - offsets[s]
        hang(given[offsets[s] : offsets[s + 1]], head)
        attached[: n + 1] = False
        leftmost[: n + 1] = n + 1
        for w in range(n, 0, -1):
            leftmost[head[w]] = w
        stack[0] = 0
        top, j = 0, 1
        while j <= n:
            i = stack[top]
            token[at] = -1
            if i > 0 and head[i] == j:
                transition[at], token[at] = LEFT_ARC, i - 1
                attached[i] = True
                top -= 1
            elif head[j] == i:
                transition[at], token[at] = RIGHT_ARC, j - 1
                attached[j] = True
                top += 1
                stack[top] = j
                j += 1
            elif attached[i] and (leftmost[j] < i or head[j] < i):
                transition[at] = REDUCE
                top -= 1
            else:
                transition[at] = SHIFT
                top += 1
                stack[top] = j
                j += 1
            at += 1
        ends[s + 1] = at
    return transition[:at], token[:at], ends


@kernel
def find_components(n: int, head: Array, missing: Array, stack: Array, order: Array, component: Array) -> None:
    """The maximal projective components: the top word of each tree that is left on the stack when the oracle runs
    without swap."""
    for w in range(n + 1):
        component[w] = w
        missing[w] = 0
    for w in range(1, n + 1):
        missing[head[w]] += 1
    stack[0] = 0
    top, count = 0, 0
    for w in range(1, n + 1):
        top += 1
        stack[top] = w
        while top > 0:
            i, j = stack[top - 1], stack[top]
            if i > 0 and head[i] == j and missing[i] == 0:
                attached, above = i, j
            elif head[j] == i and missing[j] == 0:
                attached, above = j, i
            else:
                break
            top -= 1
            stack[top] = above
            missing[above] -= 1
            order[count] = attached
            count += 1
    for k in range(count - 1, -1, -1):  # a head is attached after its dependents
        component[order[k]] = component[head[order[k]]]


@kernel
def grown(array: Array) -> Any:
    """The same with room for more."""
    larger = np.empty(2 * len(array) + 64, array.dtype)
    larger[: len(array)] = array
    return larger


@kernel
def derive_swap(offsets: Array, given: Array, lazy: bool) -> Any:
    """Swap-eager or swap-lazy: an arc when the dependent has all its dependents; swap when two words are not in
    projective order, in swap-lazy only if the next word cannot be attached first."""
    size = longest(offsets) + 1
    head, stack, buffer = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    order, missing, component = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    transition, token = np.empty(2 * len(given) + 64, np.int8), np.empty(2 * len(given) + 64, np.int32)
    ends = np.zeros(len(offsets), np.int64)
    at = 0
    for s in range(len(offsets) - 1):
        n = offsets[s + 1] - offsets[s]
        hang(given[offsets[s] : offsets[s + 1]], head)
        if lazy:
            find_components(n, head, missing, stack, order, component)
        number_in_order(n, head, order, stack, buffer)
        missing[: n + 1] = 0
        for w in range(1, n + 1):
            buffer[n - w] = w
            missing[head[w]] += 1
        stack[0] = 0
        top, waiting = 0, n
        while top > 0 or waiting > 0:
            if at == len(token):
                transition, token = grown(transition), grown(token)
            i, j = stack[max(top - 1, 0)], stack[top]
            token[at] = -1
            if top > 0 and i > 0 and head[i] == j and missing[i] == 0:
                transition[at], token[at] = LEFT_ARC, i - 1
                missing[j] -= 1
                top -= 1
                stack[top] = j
            elif top > 0 and head[j] == i and missing[j] == 0:
                transition[at], token[at] = RIGHT_ARC, j - 1
                missing[i] -= 1
                top -= 1
            elif (
                top > 0
                and order[i] > order[j]
                and (not lazy or waiting == 0 or component[j] != component[buffer[waiting - 1]])
            ):
                transition[at] = SWAP
                top -= 1
                stack[top] = j
                buffer[waiting] = i
                waiting += 1
            else:
                transition[at] = SHIFT
                waiting -= 1
                top += 1
                stack[top] = buffer[waiting]
            at += 1
        ends[s + 1] = at
    return transition[:at], token[:at], ends


@kernel
def attachment_order(offsets: Array, ends: Array, token: Array) -> Any:
    """The words of each sentence in the order in which they were attached, those never attached at the end; and which
    were."""
    order = np.empty(offsets[-1], np.int32)
    attached = np.zeros(offsets[-1], np.bool_)
    for s in range(len(offsets) - 1):
        start, at = offsets[s], offsets[s]
        for k in range(ends[s], ends[s + 1]):
            if token[k] >= 0:
                order[at] = token[k]
                attached[start + token[k]] = True
                at += 1
        if at < offsets[s + 1]:
            for t in range(start, offsets[s + 1]):
                if not attached[t]:
                    order[at] = t - start
                    at += 1
    return order, attached
