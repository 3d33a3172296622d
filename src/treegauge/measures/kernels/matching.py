"""Match the brackets of two trees: those that begin at each word, in order, and the first of equal ones."""

from __future__ import annotations

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def equal_codes(one: int, other: int, member: Array, table: Array) -> bool:
    return one == other or (one >= 0 and other >= 0 and table[member[one], member[other]])


@kernel
def index_brackets(
    golds: int, tests: int, start1: Array, start2: Array, used2: Array, first: Array, after: Array
) -> None:
    """The test brackets that begin at each word, in order: `first`, and `after` each the next."""
    for i in range(golds):
        first[start1[i]] = -1
    for j in range(tests):
        first[start2[j]] = -1
    for j in range(tests - 1, -1, -1):
        if used2[j]:
            after[j] = first[start2[j]]
            first[start2[j]] = j


@kernel
def match_brackets(
    n0: int,
    golds: int,
    m0: int,
    labelled: bool,
    start1: Array,
    end1: Array,
    value1: Array,
    used1: Array,
    label1: Array,
    class1: Array,
    end2: Array,
    value2: Array,
    label2: Array,
    class2: Array,
    member: Array,
    table: Array,
    first: Array,
    after: Array,
    partner: Array,
) -> int:
    """Gold brackets in order take the first free test bracket with the same words and an equal label."""
    matched = 0
    for i in range(golds):
        found, before = -1, -1
        j = first[start1[i]] if used1[i] else -1
        label = class1[label1[n0 + i]]
        while j >= 0 and found < 0:
            if (
                end2[j] == end1[i]
                and value2[j] == value1[i]
                and (not labelled or equal_codes(label, class2[label2[m0 + j]], member, table))
            ):
                found = j
            else:
                before, j = j, after[j]
        if found >= 0:
            matched += 1
            if before < 0:
                first[start1[i]] = after[found]
            else:
                after[before] = after[found]
        partner[i] = found
    return matched


@kernel
def first_of_equals(
    n0: int,
    count: int,
    labelled: bool,
    start: Array,
    end: Array,
    value: Array,
    used: Array,
    label: Array,
    classes: Array,
    member: Array,
    table: Array,
    first: Array,
    after: Array,
    once: Array,
) -> None:
    """Of the brackets with the same words and an equal label, the first."""
    for i in range(count):
        first[start[i]] = -1
    for i in range(count):
        once[i] = used[i]
        j = first[start[i]] if used[i] else -1
        while j >= 0 and once[i]:
            same = end[j] == end[i] and value[j] == value[i]
            if same and (not labelled or equal_codes(classes[label[n0 + i]], classes[label[n0 + j]], member, table)):
                once[i] = False
            j = after[j]
        if once[i]:
            after[i] = first[start[i]]
            first[start[i]] = i
