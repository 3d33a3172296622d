"""The phrases of gold that a changing tree has, and those that it does not have: labelled spans, as a multiset.

Gold phrases are sorted by their first word, last word, and from the top down. `first[w]` is the first one that begins
at word w. Equal ones (the same label and words) have one number, `same`, that of the first of them; `earlier` counts
those before it. `need` and `have` are how often gold and the tree have it, by that number.
"""

from __future__ import annotations

from ....core.compiled import kernel
from ....core.types import Array
from .trees import FIRST, LABEL, LEFT, NONE, RIGHT, next_in_preorder

G_LEFT, G_RIGHT, G_LABEL, G_SAME, G_EARLIER, G_NEED, G_HAVE = range(7)
G_FIELDS = 7


@kernel
def sort_gold(tree: Array, words: int, gold: Array, first: Array) -> int:
    """List the phrases of the gold tree without its root; how many there are."""
    count = 0
    for begin in range(words):
        first[begin] = count
        node = 0
        while node != NONE:
            if node != 0 and tree[node, FIRST] != NONE and tree[node, LEFT] == begin:
                # Nodes that begin at the same word come from the top down: insert before the longer ones.
                place = count
                while place > first[begin] and gold[place - 1, G_RIGHT] > tree[node, RIGHT]:
                    for column in range(G_FIELDS):
                        gold[place, column] = gold[place - 1, column]
                    place -= 1
                gold[place, G_LEFT], gold[place, G_RIGHT] = begin, tree[node, RIGHT]
                gold[place, G_LABEL] = tree[node, LABEL]
                count += 1
            node = next_in_preorder(tree, node)
    first[words] = count
    for place in range(count):
        same = phrase_number(gold, first, gold[place, G_LEFT], gold[place, G_RIGHT], gold[place, G_LABEL])
        gold[place, G_SAME] = same
        if same == place:
            gold[place, G_NEED] = 0
        gold[place, G_EARLIER] = gold[same, G_NEED]
        gold[same, G_NEED] += 1
    return count


@kernel
def phrase_number(gold: Array, first: Array, left: int, right: int, label: int) -> int:
    """The number of a phrase in gold, NONE if gold does not have it."""
    for place in range(first[left], first[left + 1]):
        if gold[place, G_RIGHT] == right and gold[place, G_LABEL] == label:
            return place
    return NONE


@kernel
def gain(gold: Array, place: int) -> int:
    """Count a phrase that the tree gets; how many more match."""
    if place == NONE:
        return 0
    gold[place, G_HAVE] += 1
    return int(gold[place, G_HAVE] <= gold[place, G_NEED])


@kernel
def lose(gold: Array, place: int) -> int:
    """Count a phrase that the tree loses; how many more match: 0 or -1."""
    if place == NONE:
        return 0
    gold[place, G_HAVE] -= 1
    return -int(gold[place, G_HAVE] < gold[place, G_NEED])


@kernel
def count_phrases(tree: Array, gold: Array, golds: int, first: Array, order: Array, wrong: Array) -> tuple[int, int]:
    """List the phrases of the tree from the top down, and which of them are wrong; how many there are, and how many
    match. Of several equal phrases the lower ones are wrong."""
    for place in range(golds):
        gold[place, G_HAVE] = 0
    count = matched = 0
    node = 0
    while node != NONE:
        if tree[node, FIRST] != NONE:
            order[count] = node
            count += 1
            if node != 0:
                right = gain(gold, phrase_number(gold, first, tree[node, LEFT], tree[node, RIGHT], tree[node, LABEL]))
                wrong[node] = not right
                matched += right
        node = next_in_preorder(tree, node)
    wrong[0] = False
    return count, matched


@kernel
def is_extra(tree: Array, gold: Array, first: Array, node: int) -> bool:
    """Whether the tree has this phrase more often than gold."""
    place = phrase_number(gold, first, tree[node, LEFT], tree[node, RIGHT], tree[node, LABEL])
    return place == NONE or gold[place, G_HAVE] > gold[place, G_NEED]


@kernel
def is_insertable(tree: Array, gold: Array, place: int, order: Array, count: int) -> bool:
    """Whether a gold phrase is not in the tree and could be inserted, since no phrase crosses it."""
    if gold[place, G_EARLIER] < gold[gold[place, G_SAME], G_HAVE]:
        return False
    left, right = gold[place, G_LEFT], gold[place, G_RIGHT]
    for i in range(count):
        begin, end = tree[order[i], LEFT], tree[order[i], RIGHT]
        if begin < left < end < right or left < begin < right < end:
            return False
    return True
