"""Moving adjacent children of a phrase into another phrase: which moves there are, and what each gains."""

from __future__ import annotations

from ....core.compiled import kernel
from ....core.types import Array
from .balance import G_LEFT, G_RIGHT, gain, is_extra, is_insertable, lose, phrase_number
from .trees import AFTER, BEFORE, FIRST, LABEL, LAST, LEFT, NONE, PARENT, RIGHT, attach_child, detach, remove

SOURCE, FROM, TO, TARGET, TOP, GAINED, MATCHED, FIX = range(8)
MOVE_FIELDS = 8


@kernel
def find_moves(
    tree: Array,
    gold: Array,
    golds: int,
    first: Array,
    order: Array,
    count: int,
    targets: Array,
    best: Array,
    left: Array,
) -> None:
    """Put the move that gains most into `best`, the first of equal ones, if it gains more than `best[GAINED]`. The work
    is subtracted from `left[0]`; the search stops when nothing is left."""
    effort = count * _most_at_one_word(tree, first)
    for number in range(count):
        source = order[number]
        if tree[source, FIRST] == tree[source, LAST]:
            continue
        extra = source != 0 and is_extra(tree, gold, first, source)
        begin = tree[source, FIRST]
        while begin != NONE:
            end = begin
            while end != NONE:
                if begin != tree[source, FIRST] or end != tree[source, LAST]:
                    found = _targets(tree, gold, first, source, begin, end, extra, targets)
                    left[0] -= (found + 1) * effort
                    if left[0] < 0:
                        return
                    for i in range(found):
                        _try_move(
                            tree, gold, golds, first, order, count,
                            source, begin, end, targets[i, 0], targets[i, 1], best,
                        )  # fmt: skip
                end = tree[end, AFTER]
            begin = tree[begin, AFTER]


@kernel
def _most_at_one_word(tree: Array, first: Array) -> int:
    """How many gold phrases begin at one word, at most: so many are looked at to find one."""
    most = 1
    for word in range(tree[0, RIGHT]):
        most = max(most, first[word + 1] - first[word])
    return most


@kernel
def _targets(
    tree: Array, gold: Array, first: Array, source: int, begin: int, end: int, extra: bool, targets: Array
) -> int:
    """The phrases into which the children from `begin` to `end` can be moved, each with the lowest phrase above it and
    `source`; how many there are."""
    found = _downwards(tree, gold, first, tree[begin, BEFORE], source, LAST, targets, 0)
    found = _downwards(tree, gold, first, tree[end, AFTER], source, FIRST, targets, found)
    at_begin = tree[begin, BEFORE] == NONE
    if not extra or not (at_begin or tree[end, AFTER] == NONE):
        return found
    return _upwards(tree, source, at_begin, targets, _outside(tree, gold, first, source, at_begin, targets, found))


@kernel
def _downwards(
    tree: Array, gold: Array, first: Array, node: int, top: int, side: int, targets: Array, found: int
) -> int:
    """Add the wrong phrases from a node down, along its first or last children, each with `top`."""
    while node != NONE and tree[node, FIRST] != NONE:
        if is_extra(tree, gold, first, node):
            targets[found, 0], targets[found, 1] = node, top
            found += 1
        node = tree[node, side]
    return found


@kernel
def _outside(tree: Array, gold: Array, first: Array, source: int, at_begin: bool, targets: Array, found: int) -> int:
    """Add the wrong phrases that end where `source` begins (or begin where it ends), from the top down."""
    near, far = (LEFT, BEFORE) if at_begin else (RIGHT, AFTER)
    side = LAST if at_begin else FIRST
    if tree[source, near] == tree[0, near]:
        return found
    below = source
    while tree[below, far] == NONE:
        below = tree[below, PARENT]
    return _downwards(tree, gold, first, tree[below, far], tree[below, PARENT], side, targets, found)


@kernel
def _upwards(tree: Array, source: int, at_begin: bool, targets: Array, found: int) -> int:
    """Add the parent of `source`, and the phrases above it as long as they begin (or end) at the same word."""
    edge = LEFT if at_begin else RIGHT
    node = tree[source, PARENT]
    while tree[node, PARENT] != NONE:
        targets[found, 0] = targets[found, 1] = node
        found += 1
        if tree[tree[node, PARENT], edge] != tree[source, edge]:
            break
        node = tree[node, PARENT]
    return found


@kernel
def _shift(tree: Array, gold: Array, first: Array, node: int, top: int, edge: int, place: int) -> int:
    """Move one edge of a node and of those above it, below `top`; how many more match."""
    matched = 0
    while node != top:
        matched += lose(gold, phrase_number(gold, first, tree[node, LEFT], tree[node, RIGHT], tree[node, LABEL]))
        tree[node, edge] = place
        matched += gain(gold, phrase_number(gold, first, tree[node, LEFT], tree[node, RIGHT], tree[node, LABEL]))
        node = tree[node, PARENT]
    return matched


@kernel
def shift_edges(
    tree: Array, gold: Array, first: Array, source: int, begin: int, end: int, target: int, top: int, forth: bool
) -> int:
    """Give the phrases from `source` and from `target` up to `top` the words that they have after the move; or, if not
    `forth`, those that they had before. How many more match."""
    left, right = tree[begin, LEFT], tree[end, RIGHT]
    matched = 0
    if source != top:
        if tree[begin, BEFORE] == NONE:
            matched += _shift(tree, gold, first, source, top, LEFT, right if forth else left)
        else:
            matched += _shift(tree, gold, first, source, top, RIGHT, left if forth else right)
    if target != top:
        # The target is on the left of what is moved if it ends there, before or after the move.
        if tree[target, LEFT] < left:
            matched += _shift(tree, gold, first, target, top, RIGHT, right if forth else left)
        else:
            matched += _shift(tree, gold, first, target, top, LEFT, left if forth else right)
    return matched


@kernel
def only_rest(tree: Array, source: int, begin: int, end: int) -> int:
    """The child that is left alone in `source` after the move, if it has the same label: the two become one."""
    if tree[begin, BEFORE] == NONE:
        rest = tree[end, AFTER]
        alone = rest == tree[source, LAST]
    else:
        rest = tree[begin, BEFORE]
        alone = rest == tree[source, FIRST] and end == tree[source, LAST]
    return int(rest) if alone and tree[rest, LABEL] == tree[source, LABEL] else NONE


@kernel
def _try_move(
    tree: Array,
    gold: Array,
    golds: int,
    first: Array,
    order: Array,
    count: int,
    source: int,
    begin: int,
    end: int,
    target: int,
    top: int,
    best: Array,
) -> None:
    """Make a move, count what it gains, and take it back."""
    matched = shift_edges(tree, gold, first, source, begin, end, target, top, True)
    rest = only_rest(tree, source, begin, end)
    joined = NONE
    if rest != NONE:
        joined = phrase_number(gold, first, tree[source, LEFT], tree[source, RIGHT], tree[source, LABEL])
        matched += lose(gold, joined)
    gained = 2 * matched + (rest != NONE)
    fix = NONE
    # A phrase that is missing around what was moved is inserted with it. A target that became one with its parent does
    # not count as the place of what was moved.
    if gained + 1 > best[GAINED] and rest != target:
        fix = _missing_around(tree, gold, golds, order, count, tree[begin, LEFT], tree[end, RIGHT], target)
    if rest != NONE:
        gain(gold, joined)
    shift_edges(tree, gold, first, source, begin, end, target, top, False)
    if gained + (fix != NONE) > best[GAINED]:
        best[SOURCE], best[FROM], best[TO], best[TARGET], best[TOP] = source, begin, end, target, top
        best[GAINED], best[MATCHED], best[FIX] = gained + (fix != NONE), matched + (fix != NONE), fix


@kernel
def _missing_around(
    tree: Array, gold: Array, golds: int, order: Array, count: int, left: int, right: int, target: int
) -> int:
    """A missing gold phrase within the target that has more words than what was moved; of several, a short one."""
    fix = NONE
    for place in range(golds):
        begin, end = gold[place, G_LEFT], gold[place, G_RIGHT]
        around = begin <= left and right <= end and (begin != left or right != end)
        if not around or begin < tree[target, LEFT] or end > tree[target, RIGHT]:
            continue
        if is_insertable(tree, gold, place, order, count) and (
            fix == NONE or gold[fix, G_LEFT] < begin or end < gold[fix, G_RIGHT]
        ):
            fix = place
    return fix


@kernel
def make_move(tree: Array, gold: Array, first: Array, best: Array) -> None:
    """Make the move in `best`, without the insertion of a missing phrase."""
    source, begin, end, target, top = best[SOURCE], best[FROM], best[TO], best[TARGET], best[TOP]
    shift_edges(tree, gold, first, source, begin, end, target, top, True)
    rest = only_rest(tree, source, begin, end)
    left = tree[begin, LEFT]
    before, child = NONE, tree[target, FIRST]
    while child != NONE and tree[child, LEFT] < left:
        before, child = child, tree[child, AFTER]
    node = begin
    while node != NONE:
        after = tree[node, AFTER] if node != end else NONE
        detach(tree, node)
        attach_child(tree, node, target, before)
        before, node = node, after
    if rest != NONE:
        remove(tree, rest)
