"""Compare the brackets of two trees as EVALB does: delete words, repair quotes, match brackets in order."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...core.compiled import borrowed, kernel
from ...core.types import Array
from .crossing import crossing, crossing_sets
from .matching import equal_codes, first_of_equals, index_brackets, match_brackets
from .quotes import repair

VALID, ERROR, SKIPPED = 0, 1, 2
# Why two sentences cannot be compared.
LENGTH, WORD = 1, 2

# One side: rows of the table, codes of strings as they are, and what the codes mean. Per tag: `tag_class` (equal tags
# have one class), `tag_keep`, `tag_quote`; per form: `form_class`, `form_quote`; per label: `label_class`, `label_use`.
# The last element of each is for a missing value. `right` is -1 for a bracket that is never closed; `nested`: no gaps
# anywhere.
Side = namedtuple(
    "Side",
    [
        "tokens", "nodes", "tag", "form", "above", "label", "left", "right", "parent", "nested",
        "tag_class", "tag_keep", "tag_quote", "form_class", "form_quote", "label_class", "label_use",
    ],
)  # fmt: skip
# Pairs of labels or words that count as equal: a small number for each class (0: in no pair), and a table of pairs.
Equal = namedtuple("Equal", ["member", "table"])
# Per node, for tables by label: empty arrays where they are not wanted. `partner` is the test bracket that a gold
# bracket matches, `mistaken` one with the same words and another label, -1 none; `gold` and `test` count, `crossed`
# cross.
Detail = namedtuple("Detail", ["partner", "mistaken", "gold", "test", "crossed"])
# What is written per sentence.
MATCHED, GOLD, TEST, CROSSING, WORDS, TAGS, STATUS, WHY, FIRST, SECOND = range(10)
COLUMNS = 10


# Helpers take plain arrays, not the tuples above: taking an array out of a tuple counts references each time.


@kernel
def _mark(start: int, end: int, tag: Array, tag_keep: Array, keep: Array, place: Array) -> int:
    """How often each word counts, once or not at all, and how many do before it; how many do in all."""
    count = 0
    for t in range(start, end):
        kept = tag_keep[tag[t]]
        keep[t - start] = kept
        place[t - start] = count
        count += kept
    place[end - start] = count
    return count


@kernel
def _number(tokens: int, keep: Array, place: Array) -> int:
    """How many words are kept before each token."""
    count = 0
    for t in range(tokens):
        place[t] = count
        count += keep[t]
    place[tokens] = count
    return count


@kernel
def _spans(
    n0: int,
    count: int,
    left: Array,
    right: Array,
    label: Array,
    use: Array,
    place: Array,
    start: Array,
    end: Array,
    used: Array,
) -> int:
    """The brackets in terms of kept words; how many count."""
    total = 0
    for i in range(count):
        first, last = place[left[n0 + i]], right[n0 + i]
        last = place[last] if last >= 0 else -1
        start[i], end[i] = first, last
        used[i] = use[label[n0 + i]] and first != last
        total += used[i]
    return total


@kernel
def _has_gaps(
    n0: int, count: int, t0: int, t1: int, left: Array, right: Array, parent: Array, above: Array, size: Array
) -> bool:
    """Whether a bracket of the sentence has a word between its words that is not its own."""
    for i in range(count):
        size[i] = 0
    for t in range(t0, t1):
        if above[t] >= 0:
            size[above[t]] += 1
    for i in range(count - 1, -1, -1):
        if size[i] != right[n0 + i] - left[n0 + i]:
            return True
        if parent[n0 + i] >= 0:
            size[parent[n0 + i]] += size[i]
    return False


@kernel
def _yields(
    side: Any,
    s: int,
    keep: Array,
    above: Array,
    start: Array,
    end: Array,
    used: Array,
    size: Array,
    value: Array,
    random: Array,
) -> None:
    """Where there are gaps: of each bracket the number of kept words, the first and the last, and a sum of random
    numbers that only the same words have; and the parents of the kept words."""
    n0, t0 = side.nodes[s], side.tokens[s]
    m = side.nodes[s + 1] - n0
    for i in range(m):
        size[i], value[i], start[i], end[i] = 0, 0, len(above), 0
    count = 0
    for t in range(side.tokens[s + 1] - t0):
        p = side.above[t0 + t]
        for _ in range(keep[t]):
            above[count] = p
            if p >= 0:
                size[p] += 1
                value[p] += random[count]
                start[p], end[p] = min(start[p], count), count + 1
            count += 1
    for i in range(m - 1, -1, -1):
        p = side.parent[n0 + i]
        if p >= 0:
            size[p] += size[i]
            value[p] += value[i]
            start[p], end[p] = min(start[p], start[i]), max(end[p], end[i])
    for i in range(m):
        used[i] = used[i] and size[i] > 0
        if size[i] == 0:
            start[i] = 0


@kernel
def _most(offsets: Array, others: Array) -> int:
    most = 0
    for s in range(len(offsets) - 1):
        most = max(most, offsets[s + 1] - offsets[s], others[s + 1] - others[s])
    return most


@kernel
def _only_gaps(count: int, gaps: bool, start: Array, end: Array, size: Array, used: Array) -> int:
    total = 0
    for i in range(count):
        used[i] = gaps and used[i] and size[i] < end[i] - start[i]
        total += used[i]
    return total


@kernel
def count_brackets(
    begin: int, end: int, gold: Any, test: Any, policy: Any, equal: Any, random: Array, out: Array, detail: Any
) -> None:
    """Compare sentences `begin` to `end`, one row each in `out`. `policy` is (labelled, unparsed counts, only
    discontinuous, DISTINCT, CHECK_WORDS), `equal` the pairs of labels, tags and words that count as equal.

    Gold brackets in order take the first free test bracket with the same words and an equal label.
    """
    widest = _most(gold.nodes, test.nodes) + 1
    longest = 2 * _most(gold.tokens, test.tokens) + 2  # quotes can be taken back repeatedly
    _compare(
        *(begin, end, gold, test, policy, equal, random, out, detail),
        (np.zeros((9, widest), np.int32), np.zeros((2, widest), np.int64), np.zeros((6, widest), np.bool_)),
        np.zeros((9, longest), np.int32),
    )


@kernel
def _compare(
    begin: int,
    end: int,
    gold: Any,
    test: Any,
    policy: Any,
    equal: Any,
    random: Array,
    out: Array,
    detail: Any,
    per_node: Any,
    per_word: Array,
) -> None:
    gold, test, equal, random, out = borrowed((gold, test, equal, random, out))
    detail, per_node, per_word = borrowed((detail, per_node, per_word))
    labelled, unparsed, only_gaps, distinct, checked = policy
    (label_member, label_table), (tag_member, tag_table), (word_member, word_table) = equal
    tokens1, nodes1, tag1, form1, above1, label1, left1, right1, parent1 = gold[:9]
    tokens2, nodes2, tag2, form2, above2, label2, left2, right2, parent2 = test[:9]
    tag_class1, tag_keep1, _, form_class1, _, label_class1, label_use1 = gold[10:]
    tag_class2, tag_keep2, _, form_class2, _, label_class2, label_use2 = test[10:]
    nested = gold.nested and test.nested
    wanted = len(detail.gold) > 0 or len(detail.test) > 0
    start1, end1, size1, start2, end2, size2, partner, after, stack = (
        per_node[0][0], per_node[0][1], per_node[0][2], per_node[0][3], per_node[0][4],
        per_node[0][5], per_node[0][6], per_node[0][7], per_node[0][8],
    )  # fmt: skip
    value1, value2 = per_node[1][0], per_node[1][1]
    used1, used2, crossed, rest, once1, once2 = (
        per_node[2][0], per_node[2][1], per_node[2][2], per_node[2][3], per_node[2][4], per_node[2][5],
    )  # fmt: skip
    first, low, high, place1, place2, kept1, kept2, keep1, keep2 = (
        per_word[0], per_word[1], per_word[2], per_word[3], per_word[4],
        per_word[5], per_word[6], per_word[7], per_word[8],
    )  # fmt: skip
    for s in range(begin, end):
        g0, g1, t0, t1 = tokens1[s], tokens1[s + 1], tokens2[s], tokens2[s + 1]
        n0, m0 = nodes1[s], nodes2[s]
        golds, tests = nodes1[s + 1] - n0, nodes2[s + 1] - m0
        words = _mark(g0, g1, tag1, tag_keep1, keep1, place1)
        others = _mark(t0, t1, tag2, tag_keep2, keep2, place2)
        if others == 0 and not unparsed:
            out[s, STATUS] = SKIPPED
            continue
        if words != others and others > 0:
            repair(gold, test, s, keep1, keep2)
            words, others = _number(g1 - g0, keep1, place1), _number(t1 - t0, keep2, place2)
            if words != others and checked > 0:
                out[s, STATUS], out[s, WHY], out[s, FIRST], out[s, SECOND] = ERROR, LENGTH, words, others
                continue
        if others > 0:
            right = j = done = 0
            differ, left = -1, keep2[0]
            for i in range(g1 - g0):
                again = keep1[i]  # mostly 0 or 1
                while again > 0 and differ < 0 and done < others:
                    done += 1
                    while left == 0:
                        j += 1
                        left = keep2[j]
                    again -= 1
                    left -= 1
                    if checked > 1 and not equal_codes(
                        form_class1[form1[g0 + i]], form_class2[form2[t0 + j]], word_member, word_table
                    ):
                        differ = i
                    right += equal_codes(tag_class1[tag1[g0 + i]], tag_class2[tag2[t0 + j]], tag_member, tag_table)
                if differ >= 0:
                    break
            if differ >= 0:
                out[s, STATUS], out[s, WHY], out[s, FIRST], out[s, SECOND] = ERROR, WORD, differ, j
                continue
            out[s, TAGS] = right
        in_gold = _spans(n0, golds, left1, right1, label1, label_use1, place1, start1, end1, used1)
        in_test = _spans(m0, tests, left2, right2, label2, label_use2, place2, start2, end2, used2)
        gaps = not nested and (
            _has_gaps(n0, golds, g0, g1, left1, right1, parent1, above1, size1)
            or _has_gaps(m0, tests, t0, t1, left2, right2, parent2, above2, size2)
        )
        if gaps:
            _yields(gold, s, keep1, kept1, start1, end1, used1, size1, value1, random)
            _yields(test, s, keep2, kept2, start2, end2, used2, size2, value2, random)
            in_gold, in_test = used1[:golds].sum(), used2[:tests].sum()
        if only_gaps:
            in_gold = _only_gaps(golds, gaps, start1, end1, size1, used1)
            in_test = _only_gaps(tests, gaps, start2, end2, size2, used2)
        wanted1, wanted2 = used1, used2
        if distinct > 0:
            wanted1, wanted2 = once1, once2
            first_of_equals(
                *(n0, golds, labelled, start1, end1, value1, used1, label1, label_class1),
                *(label_member, label_table, first, after, once1),
            )
            first_of_equals(
                *(m0, tests, labelled, start2, end2, value2, used2, label2, label_class2),
                *(label_member, label_table, first, after, once2),
            )
        if distinct == 1:
            used1[:golds], used2[:tests] = once1[:golds], once2[:tests]
            in_gold, in_test = used1[:golds].sum(), used2[:tests].sum()
        index_brackets(golds, tests, start1, start2, wanted2, first, after)
        matched = match_brackets(
            *(n0, golds, m0, labelled, start1, end1, value1, wanted1, label1, label_class1),
            *(end2, value2, label2, label_class2, label_member, label_table, first, after, partner),
        )
        if wanted:
            detail.partner[n0 : n0 + golds] = partner[:golds]
            detail.gold[n0 : n0 + golds] = used1[:golds]
            for i in range(golds):
                rest[i] = used1[i] and partner[i] < 0
            match_brackets(
                *(n0, golds, m0, False, start1, end1, value1, rest, label1, label_class1),
                *(end2, value2, label2, label_class2, label_member, label_table, first, after, partner),
            )
            detail.mistaken[n0 : n0 + golds] = partner[:golds]
            detail.test[m0 : m0 + tests] = used2[:tests]
        if gaps:
            out[s, CROSSING] = crossing_sets(
                min(words, others),
                golds,
                tests,
                (kept1, parent1[n0 : n0 + golds], size1, used1),
                (kept2, parent2[m0 : m0 + tests], size2, used2),
                crossed,
                after,
                stack,
            )
            value1[:golds] = 0
            value2[:tests] = 0
        else:
            out[s, CROSSING] = crossing(
                max(words, others), golds, tests, start1, end1, used1, start2, end2, used2, crossed, low, high, stack
            )
        out[s, MATCHED], out[s, GOLD], out[s, TEST], out[s, WORDS] = matched, in_gold, in_test, words
        if wanted:
            detail.crossed[m0 : m0 + tests] = crossed[:tests]
