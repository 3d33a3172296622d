"""A tree that can be changed: one row per node, with links to its neighbours.

Row 0 is the root. Children are a list with links in both directions. A node without children is a word.
"""

from __future__ import annotations

from ....core.compiled import in_64_bits, kernel
from ....core.types import Array

PARENT, FIRST, LAST, BEFORE, AFTER, LABEL, LEFT, RIGHT = range(8)
FIELDS = 8
NONE = -1


@kernel
def new_node(tree: Array, node: int, label: int) -> None:
    """A node without neighbours."""
    for column in range(FIELDS):
        tree[node, column] = NONE
    tree[node, LABEL] = label


@kernel
def attach_child(tree: Array, node: int, parent: int, before: int) -> None:
    """Make a node a child of a parent, after the child `before` (NONE: as its first child)."""
    after = tree[before, AFTER] if before != NONE else tree[parent, FIRST]
    tree[node, PARENT], tree[node, BEFORE], tree[node, AFTER] = parent, before, after
    if before != NONE:
        tree[before, AFTER] = node
    else:
        tree[parent, FIRST] = node
    if after != NONE:
        tree[after, BEFORE] = node
    else:
        tree[parent, LAST] = node


@kernel
def detach(tree: Array, node: int) -> None:
    """Take a node, with everything below it, out of its parent's children."""
    parent, before, after = tree[node, PARENT], tree[node, BEFORE], tree[node, AFTER]
    if before != NONE:
        tree[before, AFTER] = after
    else:
        tree[parent, FIRST] = after
    if after != NONE:
        tree[after, BEFORE] = before
    else:
        tree[parent, LAST] = before
    tree[node, PARENT] = tree[node, BEFORE] = tree[node, AFTER] = NONE


@kernel
def remove(tree: Array, node: int) -> None:
    """Remove a node; its children take its place."""
    parent, before = tree[node, PARENT], tree[node, BEFORE]
    child = tree[node, FIRST]
    detach(tree, node)
    while child != NONE:
        after = tree[child, AFTER]
        detach(tree, child)
        attach_child(tree, child, parent, before)
        before, child = child, after


@kernel
def insert_above(tree: Array, node: int, label: int, left: int, right: int) -> None:
    """Insert a node above the highest nodes between two places. They are siblings, since nothing crosses the span."""
    parent, child = 0, tree[0, FIRST]
    while child != NONE:
        begin, end = tree[child, LEFT], tree[child, RIGHT]
        if begin <= left and right <= end and (begin != left or right != end):
            parent, child = child, tree[child, FIRST]
        elif begin >= left:
            break
        else:
            child = tree[child, AFTER]
    new_node(tree, node, label)
    tree[node, LEFT], tree[node, RIGHT] = left, right
    attach_child(tree, node, parent, tree[child, BEFORE])
    last = NONE
    while child != NONE and tree[child, RIGHT] <= right:
        after = tree[child, AFTER]
        detach(tree, child)
        attach_child(tree, child, node, last)
        last, child = child, after


@kernel
def build(tree: Array, above: Array, tag: Array, parent: Array, label: Array, root: bool, top: int) -> int:
    """The tree of a sentence from the columns of the table; how many rows
    are used. Row 0 has the label `top`: it is the first node if that is a `root`, else a node above it. Children are in
    the order of their first words."""
    count, inner = len(above), len(parent)
    shift = 0 if root else 1
    new_node(tree, 0, top)
    tree[0, LEFT], tree[0, RIGHT] = 0, count
    for node in range(inner):
        if node + shift:
            new_node(tree, node + shift, in_64_bits(label[node]))
    linked = inner + shift
    for word in range(count):
        row = linked + word
        new_node(tree, row, in_64_bits(tag[word]))
        tree[row, LEFT], tree[row, RIGHT] = word, word + 1
        below, node = row, above[word]
        # Nodes that have no child yet are linked on the way up; those above them have been linked before.
        while True:
            place = node + shift if node >= 0 else 0
            is_new = place != 0 and tree[place, FIRST] == NONE
            attach_child(tree, below, place, tree[place, LAST])
            if not is_new:
                break
            tree[place, LEFT] = word
            below, node = place, parent[node]
    return linked + count


@kernel
def set_ends(tree: Array, row: int, words: int) -> None:
    """Set the ends of all nodes, from those of the words, the last `words` rows before `row`."""
    for word in range(row - words, row):
        node = tree[word, PARENT]
        while node != NONE:
            tree[node, RIGHT] = tree[word, RIGHT]
            node = tree[node, PARENT]


@kernel
def next_in_preorder(tree: Array, node: int) -> int:
    """The next node, parents first; NONE after the last one."""
    if tree[node, FIRST] != NONE:
        return int(tree[node, FIRST])
    while node != NONE and tree[node, AFTER] == NONE:
        node = tree[node, PARENT]
    return int(tree[node, AFTER]) if node != NONE else NONE
