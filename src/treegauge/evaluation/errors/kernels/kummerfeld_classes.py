"""The class of each repair, by the rules of Kummerfeld, Hall, Curran and Klein (2012).

`flags` says for each label what it is; see `kummerfeld.py`. A class is a number, its place in `CLASSES` there.
"""

from __future__ import annotations

from ....core.compiled import kernel
from ....core.types import Array
from .trees import AFTER, BEFORE, FIRST, LABEL, LAST, NONE, PARENT

# What a label is. Those with IN are true of every label that contains the letters, such as WHNP.
CC, PP, NP, VP, CLAUSE, ADVERB, MODIFIER, PHRASE, IN_NP, IN_NP_QP, IN_UCP, IN_MODIFIER = (1 << bit for bit in range(12))

(
    COORDINATION, PP_ATTACHMENT, NP_ATTACHMENT, VP_ATTACHMENT, CLAUSE_ATTACHMENT, MODIFIER_ATTACHMENT, NP_INTERNAL,
    SINGLE_WORD, DIFFERENT_LABEL, X_OVER_X, UNARY, UNSET_ADD, UNSET_REMOVE, UNSET_MOVE,
) = range(14)  # fmt: skip


@kernel
def _flag(tree: Array, node: int, flags: Array) -> int:
    return int(flags[tree[node, LABEL]]) if node != NONE else 0


@kernel
def class_of_label(tree: Array, node: int) -> int:
    """A node that got another label."""
    return SINGLE_WORD if _is_over_word(tree, node) else DIFFERENT_LABEL


@kernel
def _is_over_word(tree: Array, node: int) -> bool:
    child = tree[node, FIRST]
    return child == tree[node, LAST] and tree[child, FIRST] == NONE


@kernel
def class_of_node(tree: Array, node: int, is_added: bool, flags: Array) -> int:
    """A node that was added, or one that is about to be removed."""
    if _is_over_word(tree, node):
        return SINGLE_WORD
    child, parent = tree[node, FIRST], tree[node, PARENT]
    alone = child == tree[node, LAST]
    if is_added and alone:
        return X_OVER_X if tree[child, LABEL] == tree[node, LABEL] else UNARY
    if not is_added and tree[parent, FIRST] == tree[parent, LAST]:
        return X_OVER_X if tree[parent, LABEL] == tree[node, LABEL] else UNARY
    if alone:
        return UNARY
    if _flag(tree, node, flags) & IN_UCP:
        return COORDINATION
    if not is_added and _flag(tree, tree[node, AFTER], flags) & CC:
        return COORDINATION
    return _class_of_children(tree, node, UNSET_ADD if is_added else UNSET_REMOVE, flags)


@kernel
def _class_of_children(tree: Array, node: int, unset: int, flags: Array) -> int:
    """The class of a node with several children, by their labels."""
    child = tree[node, FIRST]
    every, further, alike = _flag(tree, child, flags), 0, tree[child, LABEL] == tree[node, LABEL]
    while tree[child, AFTER] != NONE:
        child = tree[child, AFTER]
        further |= _flag(tree, child, flags)
        alike &= tree[child, LABEL] == tree[node, LABEL]
    every |= further
    if further & PP:
        return PP_ATTACHMENT
    if further & CLAUSE:
        return CLAUSE_ATTACHMENT
    if _flag(tree, tree[node, PARENT], flags) & IN_NP and not every & PHRASE:
        return NP_INTERNAL
    if _flag(tree, node, flags) & IN_MODIFIER or further & MODIFIER:
        return MODIFIER_ATTACHMENT
    if alike:
        return NP_INTERNAL if _flag(tree, node, flags) & NP else COORDINATION
    return unset


@kernel
def flags_around(tree: Array, begin: int, end: int, flags: Array) -> int:
    """What the neighbours of some children are."""
    return _flag(tree, tree[begin, BEFORE], flags) | _flag(tree, tree[end, AFTER], flags)


@kernel
def class_of_move(tree: Array, begin: int, end: int, source: int, target: int, around: int, flags: Array) -> int:
    """Children that were moved between two parents; `around` is what their neighbours are, before and after."""
    movers, node = _flag(tree, end, flags), begin
    while node != end:
        movers |= _flag(tree, node, flags)
        node = tree[node, AFTER]
    if (around | _flag(tree, begin, flags) | _flag(tree, end, flags)) & CC:
        return COORDINATION
    if movers & PP:
        return PP_ATTACHMENT
    if movers & NP:
        return NP_ATTACHMENT
    if movers & VP:
        return VP_ATTACHMENT
    if movers & CLAUSE:
        return CLAUSE_ATTACHMENT
    if movers & (ADVERB | MODIFIER):
        return MODIFIER_ATTACHMENT
    if _flag(tree, source, flags) & _flag(tree, target, flags) & IN_NP_QP:
        return NP_INTERNAL
    return UNSET_MOVE
