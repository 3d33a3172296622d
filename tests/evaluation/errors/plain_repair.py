"""The search for repairs of Kummerfeld et al. (2012), slow and plain: what the kernels of `errors` mean.

Every possible change is made on a copy of the tree, and the errors are counted anew. A tree is a list of its label and
its children; a word is a list of its tag alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import treegauge as tg

Path = tuple[int, ...]
Span = tuple[int, int]
MOST_STEPS = 100
PHRASES = {
    "S", "SBAR", "SBARQ", "SINV", "SQ", "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC", "NP", "NX", "PP", "PRN",
    "PRT", "QP", "RRC", "UCP", "VP", "WHADJP", "WHAVP", "WHNP", "WHPP", "X",
}  # fmt: skip


class Placed(NamedTuple):
    """A node: where it is, and its words."""

    path: Path
    span: Span
    label: str
    is_word: bool


class Change(NamedTuple):
    """A changed tree, and the class of the change."""

    tree: Any
    kind: str


def tree_of(node: tg.Node | tg.Token) -> Any:
    """A tree of treegauge as lists."""
    if isinstance(node, tg.Token):
        return [node.tag]
    return [node.label, *map(tree_of, node.children)]


def placed(tree: Any, path: Path = (), left: int = 0) -> list[Placed]:
    """All nodes, parents first."""
    if len(tree) == 1:
        return [Placed(path, (left, left + 1), tree[0], True)]
    nodes: list[Placed] = []
    right = left
    for number, child in enumerate(tree[1:], 1):
        below = placed(child, (*path, number), right)
        right = below[0].span[1]
        nodes += below
    return [Placed(path, (left, right), tree[0], False), *nodes]


def at(tree: Any, path: Path) -> Any:
    for number in path:
        tree = tree[number]
    return tree


def phrases(tree: Any) -> list[Placed]:
    """The phrases by their first and last words, then from the top down."""
    return sorted((node for node in placed(tree) if not node.is_word), key=lambda node: node.span)


def key(node: Placed) -> tuple[Span, str]:
    return node.span, node.label


def beyond(nodes: list[Placed], others: list[Placed]) -> list[Placed]:
    """The phrases that the others do not have; of equal ones the first are those that they have."""
    left = Counter(map(key, others))
    rest = []
    for node in nodes:
        if left[key(node)]:
            left[key(node)] -= 1
        else:
            rest.append(node)
    return rest


class Errors:
    """What differs between gold and a tree."""

    def __init__(self, gold: Any, tree: Any) -> None:
        in_gold, in_tree = phrases(gold), phrases(tree)
        self.extra = beyond(in_tree, in_gold)
        self.lacking = beyond(in_gold, in_tree)
        self.missing = [node for node in self.lacking if not any(crosses(node.span, o.span) for o in in_tree)]
        self.count = len(self.extra) + len(self.lacking)
        self.keys = set(map(key, self.extra))


def crosses(a: Span, b: Span) -> bool:
    return a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]


def repair_plainly(gold: Any, test: Any) -> list[tuple[str, int]] | None:
    """The classes of the changes and what each gains; None if it takes too many."""
    tree = deepcopy(test)
    steps: list[tuple[str, int]] = []
    while True:
        if len(steps) > MOST_STEPS:
            return None
        errors = Errors(gold, tree)
        if not errors.count:
            return steps
        best, gained = None, -1
        for change in changes(gold, tree, errors):
            gain = errors.count - Errors(gold, change.tree).count
            if gain > gained:
                best, gained = change, gain
        assert best is not None
        tree = best.tree
        steps.append((best.kind, gained))


def changes(gold: Any, tree: Any, errors: Errors) -> Iterator[Change]:
    for missing in errors.missing:
        for extra in errors.extra:
            if missing.span == extra.span:
                yield relabelled(tree, extra, missing.label)
    for missing in errors.missing:
        yield added(tree, missing.span, missing.label)
    for extra in errors.extra:
        yield removed(tree, extra)
    for source in placed(tree):
        yield from moves(gold, tree, errors, source)


def highest(tree: Any, wanted: Placed) -> Path:
    return next(node.path for node in placed(tree) if key(node) == key(wanted) and node.path)


def relabelled(tree: Any, node: Placed, label: str) -> Change:
    tree = deepcopy(tree)
    changed = at(tree, highest(tree, node))
    changed[0] = label
    over_word = len(changed) == 2 and len(changed[1]) == 1
    return Change(tree, "Single Word Phrase" if over_word else "Different label")


def insert(tree: Any, span: Span, label: str) -> tuple[Any, Path]:
    """A copy with a new node above the highest nodes between two places."""
    tree = deepcopy(tree)
    inside = [node for node in placed(tree) if node.path and span[0] <= node.span[0] and node.span[1] <= span[1]]
    top = [node.path for node in inside if not any(node.path[: len(o.path)] == o.path != node.path for o in inside)]
    above, first, last = top[0][:-1], top[0][-1], top[-1][-1]
    assert all(path[:-1] == above for path in top)
    parent = at(tree, above)
    parent[first : last + 1] = [[label, *parent[first : last + 1]]]
    return tree, (*above, first)


def added(tree: Any, span: Span, label: str) -> Change:
    tree, path = insert(tree, span, label)
    node = at(tree, path)
    below = [child[0] for child in node[1:]]
    if len(node) == 2:
        if len(node[1]) == 1:
            return Change(tree, "Single Word Phrase")
        return Change(tree, "XoverX Unary" if below == [label] else "Unary")
    return Change(tree, grouped(label, below, at(tree, path[:-1])[0], "UNSET add"))


def removed(tree: Any, node: Placed) -> Change:
    tree = deepcopy(tree)
    path = highest(tree, node)
    parent, gone = at(tree, path[:-1]), at(tree, path)
    after = parent[path[-1] + 1][0] if path[-1] + 1 < len(parent) else None
    alone = len(parent) == 2
    parent[path[-1] : path[-1] + 1] = gone[1:]
    if len(gone) == 2 and len(gone[1]) == 1:
        return Change(tree, "Single Word Phrase")
    if alone:
        return Change(tree, "XoverX Unary" if parent[0] == gone[0] else "Unary")
    if len(gone) == 2:
        return Change(tree, "Unary")
    if after == "CC" and "UCP" not in gone[0]:
        return Change(tree, "Co-ordination")
    return Change(tree, grouped(gone[0], [child[0] for child in gone[1:]], parent[0], "UNSET remove"))


def grouped(label: str, below: list[str], above: str, otherwise: str) -> str:
    """The class of a node with several children."""
    rules: list[tuple[str, Callable[[], bool]]] = [
        ("Co-ordination", lambda: "UCP" in label),
        ("PP Attachment", lambda: "PP" in below[1:]),
        ("Clause Attachment", lambda: bool({"S", "SBAR", "SINV"} & set(below[1:]))),
        ("NP Internal Structure", lambda: "NP" in above and not PHRASES & set(below)),
        ("Modifier Attachment", lambda: "ADVP" in label or "ADJP" in label or bool({"ADVP", "ADJP"} & set(below[1:]))),
        ("NP Internal Structure", lambda: label == "NP" and set(below) == {"NP"}),
        ("Co-ordination", lambda: set(below) == {label}),
    ]
    return next((kind for kind, holds in rules if holds()), otherwise)


def moves(gold: Any, tree: Any, errors: Errors, source: Placed) -> Iterator[Change]:
    nodes = placed(tree)
    count = len(at(tree, source.path)) - 1
    for left in range(1, count + 1):
        for right in range(left, count + 1):
            if (left, right) != (1, count):
                for target in targets(nodes, errors, source, left, right, count):
                    yield moved(gold, tree, source, left, right, target)


def targets(nodes: list[Placed], errors: Errors, source: Placed, left: int, right: int, count: int) -> Iterator[Path]:
    """Where children can be moved to, in the order in which it is tried."""
    by_path = {node.path: node for node in nodes}
    begin, end = by_path[*source.path, left].span[0], by_path[*source.path, right].span[1]

    def wrong(*conditions: Callable[[Placed], bool]) -> list[Path]:
        fitting = (node for node in nodes if all(condition(node) for condition in conditions))
        return [node.path for node in fitting if not node.is_word and key(node) in errors.keys]

    def within(number: int) -> Callable[[Placed], bool]:
        return lambda node: node.path[: len(source.path) + 1] == (*source.path, number)

    if left > 1:
        yield from wrong(within(left - 1), lambda node: node.span[1] == begin)
    if right < count:
        yield from wrong(within(right + 1), lambda node: node.span[0] == end)
    if key(source) not in errors.keys or not source.path:
        return
    if left == 1:
        yield from wrong(lambda node: node.span[1] == begin)
    if right == count:
        yield from wrong(lambda node: node.span[0] == end)
    for wanted, edge in ((left == 1, 0), (right == count, 1)):
        path = source.path[:-1]
        while wanted and path:
            yield path
            path = path[:-1]
            if by_path[path].span[edge] != source.span[edge]:
                break


def moved(gold: Any, tree: Any, source: Placed, left: int, right: int, target: Path) -> Change:
    """Move children, join a parent with its only child if both have the same label, and insert a missing phrase."""
    tree = deepcopy(tree)
    words = {id(at(tree, node.path)): node.span for node in placed(tree)}
    old, new = at(tree, source.path), at(tree, target)
    movers = old[left : right + 1]
    span = words[id(movers[0])][0], words[id(movers[-1])][1]
    around = {node[0] for node in (old[left - 1 : left] if left > 1 else []) + old[right + 1 : right + 2]}
    del old[left : right + 1]
    place = 1 + sum(words[id(child)][1] <= span[0] or words[id(child)][0] < span[0] for child in new[1:])
    new[place:place] = movers
    joined = len(old) == 2 and old[0] == old[1][0]
    into_joined = joined and old[1] is new
    if joined:
        old[1:] = old[1][1:]
    siblings = old if into_joined else new
    place = next(number for number, child in enumerate(siblings) if child is movers[0])
    around |= {child[0] for child in siblings[max(place - 1, 1) : place]}
    around |= {child[0] for child in siblings[place + len(movers) : place + len(movers) + 1]}
    kind = attachment([mover[0] for mover in movers], around, old[0], new[0])
    if not into_joined:
        limits = next(node.span for node in placed(tree) if at(tree, node.path) is new)
        tree = with_missing(gold, tree, span, limits)
    return Change(tree, kind)


def with_missing(gold: Any, tree: Any, span: Span, limits: Span) -> Any:
    """Insert a short missing phrase around what was moved."""
    chosen = None
    for node in Errors(gold, tree).missing:
        left, right = node.span
        fits = left <= span[0] and span[1] <= right and node.span != span and limits[0] <= left and right <= limits[1]
        if fits and (chosen is None or chosen.span[0] < left or right < chosen.span[1]):
            chosen = node
    return tree if chosen is None else insert(tree, chosen.span, chosen.label)[0]


def attachment(movers: list[str], around: set[str], old: str, new: str) -> str:
    rules: list[tuple[str, bool]] = [
        ("Co-ordination", "CC" in around | {movers[0], movers[-1]}),
        ("PP Attachment", "PP" in movers),
        ("NP Attachment", "NP" in movers),
        ("VP Attachment", "VP" in movers),
        ("Clause Attachment", bool({"S", "SINV", "SBAR"} & set(movers))),
        ("Modifier Attachment", bool({"RB", "ADVP", "ADJP"} & set(movers))),
        ("NP Internal Structure", all("NP" in label or "QP" in label for label in (old, new))),
    ]
    return next((kind for kind, holds in rules if holds), "UNSET move")
