"""How many brackets of a test tree cross a bracket of the gold tree."""

from __future__ import annotations

from typing import Any

from ...core.compiled import kernel
from ...core.types import Array


@kernel
def crossing(
    words: int,
    golds: int,
    tests: int,
    start1: Array,
    end1: Array,
    used1: Array,
    start2: Array,
    end2: Array,
    used2: Array,
    crossed: Array,
    low: Array,
    high: Array,
    stack: Array,
) -> int:
    """How many test brackets cross a gold bracket: one sweep finds the innermost gold bracket around each boundary."""
    depth = i = 0
    for place in range(words + 1):
        while depth > 0 and end1[stack[depth - 1]] <= place:
            depth -= 1
        while i < golds and start1[i] < place:
            if used1[i] and end1[i] > place:
                stack[depth] = i
                depth += 1
            i += 1
        low[place] = start1[stack[depth - 1]] if depth > 0 else -1
        high[place] = end1[stack[depth - 1]] if depth > 0 else words + 1
    total = 0
    for j in range(tests):
        start, end = start2[j], end2[j]
        crosses = used2[j] and end > start and (high[start] < end or low[end] > start)
        crossed[j] = crosses
        total += crosses
    return total


@kernel
def crossing_sets(
    words: int,
    golds: int,
    tests: int,
    gold: Any,
    test: Any,
    crossed: Array,
    last: Array,
    overlap: Array,
) -> int:
    """The same for brackets with gaps: two brackets cross if they share words and neither contains the other. A side
    is (parents of the words, parents of the brackets, number of words, which count)."""
    above1, parent1, size1, used1 = gold
    above2, parent2, size2, used2 = test
    for j in range(tests):
        last[j] = j
    for j in range(tests - 1, -1, -1):
        if parent2[j] >= 0:
            last[parent2[j]] = max(last[parent2[j]], last[j])
    total = 0
    for j in range(tests):
        crossed[j] = False
        if not used2[j]:
            continue
        overlap[:golds] = 0
        for w in range(words):
            if j <= above2[w] <= last[j] and above1[w] >= 0:
                overlap[above1[w]] += 1
        for i in range(golds - 1, -1, -1):
            if used1[i] and overlap[i] != 0 and overlap[i] != size1[i] and overlap[i] != size2[j]:
                crossed[j] = True
            if parent1[i] >= 0:
                overlap[parent1[i]] += overlap[i]
        total += crossed[j]
    return total
