"""Comparing the brackets of two trees, as EVALB does: words deleted, quotes repaired, brackets matched in order."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...compiled import kernel

Array = Any
VALID, ERROR, SKIPPED = 0, 1, 2
# Why two sentences cannot be compared.
LENGTH, WORD = 1, 2

# One side: rows of the table, codes of strings as they are, and what the codes mean. Per tag: `tag_class` (equal tags have
# one class), `tag_keep`, `tag_quote`; per form: `form_class`, `form_quote`; per label: `label_class`, `label_use`. The last
# element of each is for a missing value. `right` is -1 for a bracket that is never closed; `nested`: no gaps anywhere.
Side = namedtuple(
    "Side",
    [
        "tokens", "nodes", "tag", "form", "above", "label", "left", "right", "parent", "nested",
        "tag_class", "tag_keep", "tag_quote", "form_class", "form_quote", "label_class", "label_use",
    ],
)  # fmt: skip
# Pairs of labels or words that count as equal: a small number for each class (0: in no pair), and a table of pairs.
Equal = namedtuple("Equal", ["member", "table"])
# Per node, for tables by label: empty arrays where they are not wanted.
Detail = namedtuple("Detail", ["partner", "gold", "test", "crossed"])
# Room for one side of one sentence.
_Room = namedtuple("_Room", ["keep", "place", "above", "start", "end", "used", "size", "value"])
# What is written per sentence.
MATCHED, GOLD, TEST, CROSSING, WORDS, TAGS, STATUS, WHY, FIRST, SECOND = range(10)
COLUMNS = 10


@kernel
def _equal(one: int, other: int, equal: Any) -> bool:
    if one == other:
        return True
    if one < 0 or other < 0:
        return False
    a, b = equal.member[one], equal.member[other]
    return a > 0 and b > 0 and equal.table[a, b]


@kernel
def _room(longest: int, widest: int) -> Any:
    return _Room(
        np.zeros(longest, np.bool_),
        np.zeros(longest, np.int32),
        np.zeros(longest, np.int32),
        np.zeros(widest, np.int32),
        np.zeros(widest, np.int32),
        np.zeros(widest, np.bool_),
        np.zeros(widest, np.int32),
        np.zeros(widest, np.int64),
    )


@kernel
def _keep(side: Any, s: int, room: Any) -> int:
    """Which words count; how many."""
    t0 = side.tokens[s]
    for t in range(side.tokens[s + 1] - t0):
        room.keep[t] = side.tag_keep[side.tag[t0 + t]]
    return _number(side.tokens[s + 1] - t0, room)


@kernel
def _number(tokens: int, room: Any) -> int:
    """How many words are kept before each token."""
    count = 0
    for t in range(tokens):
        room.place[t] = count
        count += room.keep[t]
    room.place[tokens] = count
    return count


@kernel
def _quotes(side: Any, s: int, tokens: Array, index: Array) -> int:
    """The quotes of a sentence, and how many words stand before each."""
    count = words = 0
    t0 = side.tokens[s]
    for t in range(side.tokens[s + 1] - t0):
        tag = side.tag[t0 + t]
        if side.tag_quote[tag] and side.form_quote[side.form[t0 + t]]:
            tokens[count], index[count] = t, words
            count += 1
        words += side.tag_keep[tag]
    return count


@kernel
def _repair(gold: Any, test: Any, s: int, one: Any, other: Any) -> None:
    """Where one side deleted a quote and the other, at the same place, did not: take it back."""
    g0, t0 = gold.tokens[s], test.tokens[s]
    most = max(gold.tokens[s + 1] - g0, test.tokens[s + 1] - t0)
    quotes, index = np.empty((2, most), np.int64), np.empty((2, most), np.int64)
    golds = _quotes(gold, s, quotes[0], index[0])
    tests = _quotes(test, s, quotes[1], index[1])
    for i in range(tests):
        place, b = index[1, i], quotes[1, i]
        test_tag = test.tag[t0 + b]
        for j in range(golds):
            a = quotes[0, j]
            gold_tag = gold.tag[g0 + a]
            if index[0, j] != place or gold.tag_class[gold_tag] == test.tag_class[test_tag]:
                continue
            if not gold.tag_keep[gold_tag] and test.tag_keep[test_tag]:
                one.keep[a] = True
                index[0, j:golds] += 1
            elif gold.tag_keep[gold_tag] and not test.tag_keep[test_tag]:
                other.keep[b] = True
                index[1, i:tests] += 1


@kernel
def _spans(side: Any, s: int, room: Any) -> None:
    """The brackets in terms of kept words."""
    n0 = side.nodes[s]
    for i in range(side.nodes[s + 1] - n0):
        room.start[i] = room.place[side.left[n0 + i]]
        right = side.right[n0 + i]
        room.end[i] = room.place[right] if right >= 0 else -1
        room.used[i] = side.label_use[side.label[n0 + i]] and room.start[i] != room.end[i]


@kernel
def _has_gaps(side: Any, s: int, size: Array) -> bool:
    """Whether a bracket of the sentence has a word between its words that is not its own."""
    n0, t0 = side.nodes[s], side.tokens[s]
    m = side.nodes[s + 1] - n0
    for i in range(m):
        size[i] = 0
    for t in range(t0, side.tokens[s + 1]):
        if side.above[t] >= 0:
            size[side.above[t]] += 1
    for i in range(m - 1, -1, -1):
        if size[i] != side.right[n0 + i] - side.left[n0 + i]:
            return True
        if side.parent[n0 + i] >= 0:
            size[side.parent[n0 + i]] += size[i]
    return False


@kernel
def _yields(side: Any, s: int, room: Any, random: Array) -> None:
    """Where there are gaps: of each bracket the number of kept words, the first and the last, and a sum of random numbers
    that only the same words have."""
    n0, t0 = side.nodes[s], side.tokens[s]
    m = side.nodes[s + 1] - n0
    for i in range(m):
        room.size[i], room.value[i], room.start[i], room.end[i] = 0, 0, len(room.place), 0
    count = 0
    for t in range(side.tokens[s + 1] - t0):
        p = side.above[t0 + t]
        if not room.keep[t]:
            continue
        room.above[count] = p
        if p >= 0:
            room.size[p] += 1
            room.value[p] += random[count]
            room.start[p], room.end[p] = min(room.start[p], count), count + 1
        count += 1
    for i in range(m - 1, -1, -1):
        p = side.parent[n0 + i]
        if p >= 0:
            room.size[p] += room.size[i]
            room.value[p] += room.value[i]
            room.start[p], room.end[p] = min(room.start[p], room.start[i]), max(room.end[p], room.end[i])
    for i in range(m):
        room.used[i] = room.used[i] and room.size[i] > 0
        if room.size[i] == 0:
            room.start[i] = 0


@kernel
def _crossing(words: int, counts: Any, one: Any, other: Any, crossed: Array, low: Array, high: Array, stack: Array) -> int:
    """How many test brackets cross a gold bracket: one sweep finds the innermost gold bracket around each boundary."""
    golds, tests = counts
    depth = i = 0
    for place in range(words + 1):
        while depth > 0 and one.end[stack[depth - 1]] <= place:
            depth -= 1
        while i < golds and one.start[i] < place:
            if one.used[i] and one.end[i] > place:
                stack[depth] = i
                depth += 1
            i += 1
        low[place] = one.start[stack[depth - 1]] if depth > 0 else -1
        high[place] = one.end[stack[depth - 1]] if depth > 0 else words + 1
    total = 0
    for j in range(tests):
        start, end = other.start[j], other.end[j]
        crossed[j] = other.used[j] and end > start and (high[start] < end or low[end] > start)
        total += crossed[j]
    return total


@kernel
def _crossing_sets(
    words: int, counts: Any, one: Any, other: Any, gold_parent: Array, test_parent: Array, crossed: Array, last: Array, overlap: Array
) -> int:
    """The same where there are gaps: two brackets cross if they share words and neither has all of the other."""
    golds, tests = counts
    for j in range(tests):
        last[j] = j
    for j in range(tests - 1, -1, -1):
        if test_parent[j] >= 0:
            last[test_parent[j]] = max(last[test_parent[j]], last[j])
    total = 0
    for j in range(tests):
        crossed[j] = False
        if not other.used[j]:
            continue
        overlap[:golds] = 0
        for w in range(words):
            if j <= other.above[w] <= last[j] and one.above[w] >= 0:
                overlap[one.above[w]] += 1
        for i in range(golds - 1, -1, -1):
            if one.used[i] and overlap[i] != 0 and overlap[i] != one.size[i] and overlap[i] != other.size[j]:
                crossed[j] = True
            if gold_parent[i] >= 0:
                overlap[gold_parent[i]] += overlap[i]
        total += crossed[j]
    return total


@kernel
def _match(
    gold: Any, test: Any, s: int, one: Any, other: Any, labelled: bool, equal: Any, first: Array, after: Array, partner: Array
) -> int:
    """Gold brackets in order take the first free test bracket with the same words and an equal label; `partner` says
    which."""
    n0, m0 = gold.nodes[s], test.nodes[s]
    golds, tests = gold.nodes[s + 1] - n0, test.nodes[s + 1] - m0
    for i in range(golds):
        first[one.start[i]] = -1
    for j in range(tests):
        first[other.start[j]] = -1
    for j in range(tests - 1, -1, -1):
        if other.used[j]:
            after[j] = first[other.start[j]]
            first[other.start[j]] = j
    matched = 0
    for i in range(golds):
        partner[i] = -1
        if not one.used[i]:
            continue
        before, j, label = -1, first[one.start[i]], gold.label_class[gold.label[n0 + i]]
        while j >= 0:
            if (
                other.end[j] == one.end[i]
                and other.value[j] == one.value[i]
                and (not labelled or _equal(label, test.label_class[test.label[m0 + j]], equal))
            ):
                if before < 0:
                    first[one.start[i]] = after[j]
                else:
                    after[before] = after[j]
                partner[i] = j
                matched += 1
                break
            before, j = j, after[j]
    return matched


@kernel
def _words(gold: Any, test: Any, s: int, one: Any, other: Any, word_equal: Any, tag_equal: Any) -> Any:
    """The first pair of words that differ, as token numbers, or -1; and how many have the right tag."""
    g0, t0 = gold.tokens[s], test.tokens[s]
    right = j = 0
    for i in range(gold.tokens[s + 1] - g0):
        if not one.keep[i]:
            continue
        while not other.keep[j]:
            j += 1
        if not _equal(gold.form_class[gold.form[g0 + i]], test.form_class[test.form[t0 + j]], word_equal):
            return i, j, 0
        right += _equal(gold.tag_class[gold.tag[g0 + i]], test.tag_class[test.tag[t0 + j]], tag_equal)
        j += 1
    return -1, -1, right


@kernel
def _most(offsets: Array, others: Array) -> int:
    most = 0
    for s in range(len(offsets) - 1):
        most = max(most, offsets[s + 1] - offsets[s], others[s + 1] - others[s])
    return most


@kernel
def _only_gaps(count: int, gaps: bool, room: Any) -> None:
    for i in range(count):
        room.used[i] = gaps and room.used[i] and room.size[i] < room.end[i] - room.start[i]


@kernel
def compare(begin: int, end: int, gold: Any, test: Any, policy: Any, equal: Any, random: Array, out: Array, detail: Any) -> None:
    """Compare sentences `begin` to `end`, one row each in `out`. `policy` is (labelled, unparsed counts, only
    discontinuous), `equal` the pairs of labels, tags and words that count as equal."""
    labelled, unparsed, only_gaps = policy
    label_equal, tag_equal, word_equal = equal
    widest, longest = _most(gold.nodes, test.nodes) + 1, _most(gold.tokens, test.tokens) + 2
    one, other = _room(longest, widest), _room(longest, widest)
    crossed = np.zeros(widest, np.bool_)
    partner, after, stack = np.zeros(widest, np.int32), np.zeros(widest, np.int32), np.zeros(widest, np.int32)
    first, low, high = np.zeros(longest, np.int32), np.zeros(longest, np.int32), np.zeros(longest, np.int32)
    for s in range(begin, end):
        n0, m0 = gold.nodes[s], test.nodes[s]
        golds, tests = gold.nodes[s + 1] - n0, test.nodes[s + 1] - m0
        words, others = _keep(gold, s, one), _keep(test, s, other)
        if others == 0 and not unparsed:
            out[s, STATUS] = SKIPPED
            continue
        if words != others and others > 0:
            _repair(gold, test, s, one, other)
            words = _number(gold.tokens[s + 1] - gold.tokens[s], one)
            others = _number(test.tokens[s + 1] - test.tokens[s], other)
            if words != others:
                out[s, STATUS], out[s, WHY], out[s, FIRST], out[s, SECOND] = ERROR, LENGTH, words, others
                continue
        if others > 0:
            i, j, right = _words(gold, test, s, one, other, word_equal, tag_equal)
            if i >= 0:
                out[s, STATUS], out[s, WHY], out[s, FIRST], out[s, SECOND] = ERROR, WORD, i, j
                continue
            out[s, TAGS] = right
        _spans(gold, s, one)
        _spans(test, s, other)
        gaps = not (gold.nested and test.nested) and (
            _has_gaps(gold, s, one.size) or _has_gaps(test, s, other.size)
        )
        if gaps:
            _yields(gold, s, one, random)
            _yields(test, s, other, random)
        if only_gaps:
            _only_gaps(golds, gaps, one)
            _only_gaps(tests, gaps, other)
        out[s, MATCHED] = _match(gold, test, s, one, other, labelled, label_equal, first, after, partner)
        if gaps:
            parents = gold.parent[n0 : n0 + golds], test.parent[m0 : m0 + tests]
            common = min(words, others)
            out[s, CROSSING] = _crossing_sets(
                common, (golds, tests), one, other, parents[0], parents[1], crossed, after, stack
            )
            one.value[:golds] = 0
            other.value[:tests] = 0
        else:
            out[s, CROSSING] = _crossing(words, (golds, tests), one, other, crossed, low, high, stack)
        for i in range(golds):
            out[s, GOLD] += one.used[i]
        for j in range(tests):
            out[s, TEST] += other.used[j]
        out[s, WORDS] = words
        if len(detail.gold):
            detail.partner[n0 : n0 + golds] = partner[:golds]
            detail.gold[n0 : n0 + golds] = one.used[:golds]
        if len(detail.test):
            detail.test[m0 : m0 + tests] = other.used[:tests]
            detail.crossed[m0 : m0 + tests] = crossed[:tests]
