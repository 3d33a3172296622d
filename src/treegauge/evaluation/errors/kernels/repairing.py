"""Repair a tree step by step until it has the phrases of gold: the greedy search of Kummerfeld et al. (2012).

Each step is the change that gains most: another label (2), a node added or removed (1), or adjacent children moved into
another phrase. Of equal ones the first counts: labels, then added, removed and moved nodes, each in order.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ....core.compiled import kernel
from ....core.types import Array
from .balance import G_FIELDS, G_LABEL, G_LEFT, G_RIGHT, count_phrases, is_insertable, sort_gold
from .kummerfeld_classes import class_of_label, class_of_move, class_of_node, flags_around
from .moves import FIX, FROM, GAINED, MATCHED, MOVE_FIELDS, SOURCE, TARGET, TO, find_moves, make_move
from .trees import FIELDS, LABEL, LEFT, NONE, RIGHT, build, insert_above, remove, set_ends

MOST_STEPS = 100  # a sentence that needs more is left out
# A sentence is also left out if the search for moves looks at more phrases than this, which takes some seconds: the
# work grows with the fourth power of how deep a tree is nested.
MOST_WORK = 2_000_000_000
TOO_MANY_STEPS, TOO_MUCH_WORK = -1, -2  # instead of the number of steps
IN_BOTH, IN_GOLD, IN_TEST = 0, 1, 2
FROM_GOLD, FROM_TEST, FROM_BOTH = 0, 1, 2
# What is written per step: its class, items of gold that are gained, items of test that disappear, words, label, side.
S_CLASS, S_MISSING, S_EXTRA, S_LEFT, S_RIGHT, S_LABEL, S_SIDE = range(7)
STEP_FIELDS = 7

# One side: offsets of tokens and nodes; per token its parent and tag; per node its parent and label; per sentence
# whether its first node is the root.
RepairSide = namedtuple("RepairSide", ["tokens", "nodes", "above", "tag", "parent", "label", "rooted"])


@kernel
def _planted(side: RepairSide, s: int, top: int, tree: Array) -> int:
    """Build the tree of a sentence; how many rows it has."""
    t0, t1, n0, n1 = side.tokens[s], side.tokens[s + 1], side.nodes[s], side.nodes[s + 1]
    rows = build(tree, side.above[t0:t1], side.tag[t0:t1], side.parent[n0:n1], side.label[n0:n1], side.rooted[s], top)
    set_ends(tree, rows, t1 - t0)
    return rows


@kernel
def _room(side: RepairSide) -> int:
    """The rows that the largest tree may have, with what is added to it."""
    room = 0
    for s in range(len(side.tokens) - 1):
        room = max(room, side.tokens[s + 1] - side.tokens[s] + side.nodes[s + 1] - side.nodes[s])
    return room + 2 * MOST_STEPS + 8


@kernel
def _tables(gold: RepairSide, test: RepairSide) -> Any:
    """Room for a tree, the phrases of gold, where those of each word begin, and the phrases of the tree: their order,
    and which are wrong. All numbers have 64 bits, so that what is applied to them is compiled once."""
    room = max(_room(gold), _room(test))
    return (
        np.empty((room, FIELDS), np.int64),
        np.empty((room, G_FIELDS), np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.bool_),
    )


@kernel
def count_repairable(begin: int, end: int, gold: RepairSide, test: RepairSide, top: int, counts: Array) -> None:
    """The phrases of each sentence in both trees, in gold and in test; the sentences have the same number of words."""
    tree, phrases, first, order, wrong = _tables(gold, test)
    for s in range(begin, end):
        words = gold.tokens[s + 1] - gold.tokens[s]
        if words != test.tokens[s + 1] - test.tokens[s] or not words:
            continue
        _planted(gold, s, top, tree)
        golds = sort_gold(tree, words, phrases, first)
        _planted(test, s, top, tree)
        count, matched = count_phrases(tree, phrases, golds, first, order, wrong)
        counts[s, IN_BOTH], counts[s, IN_GOLD], counts[s, IN_TEST] = matched, golds, count - 1


@kernel
def repair_sentences(
    begin: int,
    end: int,
    gold: RepairSide,
    test: RepairSide,
    top: int,
    flags: Array,
    offsets: Array,
    steps: Array,
    taken: Array,
) -> None:
    """The steps that repair each sentence, from row `offsets[s]` of `steps` on; `taken[s]` says how many."""
    tree, phrases, first, order, wrong = _tables(gold, test)
    targets = np.empty((len(tree), 2), np.int64)
    for s in range(begin, end):
        if offsets[s] == offsets[s + 1]:
            continue
        words = gold.tokens[s + 1] - gold.tokens[s]
        _planted(gold, s, top, tree)
        golds = sort_gold(tree, words, phrases, first)
        rows = _planted(test, s, top, tree)
        step = 0
        left = np.full(1, MOST_WORK, np.int64)
        while True:
            count, matched = count_phrases(tree, phrases, golds, first, order, wrong)
            done = matched == golds and matched == count - 1
            if done or step > MOST_STEPS:
                taken[s] = step if step <= MOST_STEPS else TOO_MANY_STEPS
                break
            rows = _take_step(
                tree, phrases, golds, first, order, count, wrong, targets, rows, flags, steps[offsets[s] + step], left
            )
            if left[0] < 0:
                taken[s] = TOO_MUCH_WORK
                break
            step += 1


@kernel
def _take_step(
    tree: Array,
    gold: Array,
    golds: int,
    first: Array,
    order: Array,
    count: int,
    wrong: Array,
    targets: Array,
    rows: int,
    flags: Array,
    step: Array,
    left: Array,
) -> int:
    """Make the change that gains most and say what it was; how many rows the tree has then. If the search takes too
    much work, `left[0]` is negative."""
    missing, place, node = _first_missing(tree, gold, golds, order, count, wrong)
    best = np.full(MOVE_FIELDS, NONE, np.int64)
    best[GAINED] = 2 if node != NONE else 1
    find_moves(tree, gold, golds, first, order, count, targets, best, left)
    if best[SOURCE] != NONE:
        return _move(tree, gold, first, rows, best, flags, step)
    if node != NONE:
        tree[node, LABEL] = gold[place, G_LABEL]
        _note(step, class_of_label(tree, node), 1, 1, tree, node, FROM_BOTH)
        return rows
    if missing != NONE:
        insert_above(tree, rows, gold[missing, G_LABEL], gold[missing, G_LEFT], gold[missing, G_RIGHT])
        _note(step, class_of_node(tree, rows, True, flags), 1, 0, tree, rows, FROM_GOLD)
        return rows + 1
    node = _first_extra(tree, order, count, wrong)
    _note(step, class_of_node(tree, node, False, flags), 0, 1, tree, node, FROM_TEST)
    remove(tree, node)
    return rows


@kernel
def _first_missing(
    tree: Array, gold: Array, golds: int, order: Array, count: int, wrong: Array
) -> tuple[int, int, int]:
    """The first missing gold phrase; and the first one for which test has a wrong phrase of the same words, with that
    phrase. NONE where there is none."""
    missing = NONE
    for place in range(golds):
        if not is_insertable(tree, gold, place, order, count):
            continue
        missing = place if missing == NONE else missing
        for i in range(count):
            node = order[i]
            if wrong[node] and tree[node, LEFT] == gold[place, G_LEFT] and tree[node, RIGHT] == gold[place, G_RIGHT]:
                return missing, place, _highest(tree, order, count, node)
    return missing, NONE, NONE


@kernel
def _first_extra(tree: Array, order: Array, count: int, wrong: Array) -> int:
    """The wrong phrase of test that begins first, and of these the shortest; of equal ones the highest."""
    best = NONE
    for i in range(count):
        node = order[i]
        if wrong[node] and (
            best == NONE
            or tree[node, LEFT] < tree[best, LEFT]
            or (tree[node, LEFT] == tree[best, LEFT] and tree[node, RIGHT] < tree[best, RIGHT])
        ):
            best = node
    return _highest(tree, order, count, best)


@kernel
def _highest(tree: Array, order: Array, count: int, node: int) -> int:
    """The highest phrase with the label and the words of this one."""
    for i in range(1, count):
        other = order[i]
        if (
            tree[other, LABEL] == tree[node, LABEL]
            and tree[other, LEFT] == tree[node, LEFT]
            and tree[other, RIGHT] == tree[node, RIGHT]
        ):
            return int(other)
    return node


@kernel
def _move(tree: Array, gold: Array, first: Array, rows: int, best: Array, flags: Array, step: Array) -> int:
    begin, end, source, target = best[FROM], best[TO], best[SOURCE], best[TARGET]
    around = flags_around(tree, begin, end, flags)
    make_move(tree, gold, first, best)
    around |= flags_around(tree, begin, end, flags)
    kind = class_of_move(tree, begin, end, source, target, around, flags)
    _note(step, kind, best[MATCHED], best[GAINED] - best[MATCHED], tree, begin, FROM_BOTH)
    step[S_RIGHT] = tree[end, RIGHT]
    fix = best[FIX]
    if fix != NONE:
        insert_above(tree, rows, gold[fix, G_LABEL], gold[fix, G_LEFT], gold[fix, G_RIGHT])
        rows += 1
    return rows


@kernel
def _note(step: Array, kind: int, missing: int, extra: int, tree: Array, node: int, side: int) -> None:
    step[S_CLASS], step[S_MISSING], step[S_EXTRA], step[S_SIDE] = kind, missing, extra, side
    step[S_LEFT], step[S_RIGHT], step[S_LABEL] = tree[node, LEFT], tree[node, RIGHT], tree[node, LABEL]
