"""Slow plain-Python twins of `treegauge.treebank.kernels`, which say what is meant, and of the editing primitives.

The twins of kernels take and give one sentence, as lists; `by_sentence` and `joined` go between the two shapes. Those
of the editing primitives rebuild a tree from nested phrases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from treegauge import Treebank

Numbers = Sequence[int]


def by_sentence(offsets: Numbers, column: Sequence[Any]) -> list[list[Any]]:
    """A column cut into sentences."""
    return [list(column[start:end]) for start, end in pairwise(offsets)]


def joined(parts: Iterable[Sequence[int]]) -> list[int]:
    """The columns of sentences end to end."""
    return [number for part in parts for number in part]


def above(parent: Numbers, node: int) -> list[int]:
    """A node and all nodes above it; stops where it comes round to one that it has seen."""
    path: list[int] = []
    while node >= 0 and node not in path:
        path.append(node)
        node = parent[node]
    return path


def is_circular(parent: Numbers) -> bool:
    """Whether some node is above itself."""
    return any(parent[above(parent, node)[-1]] >= 0 for node in range(len(parent)))


def yields(token_parent: Numbers, parent: Numbers) -> list[set[int]]:
    """The tokens that each node dominates."""
    found: list[set[int]] = [set() for _ in parent]
    for token, node in enumerate(token_parent):
        for one in above(parent, node):
            found[one].add(token)
    return found


@dataclass
class Arranged:
    order: list[int]
    parent: list[int]
    token_parent: list[int]
    left: list[int]
    right: list[int]


def arrange(token_parent: Numbers, parent: Numbers, hint: Numbers) -> Arranged:
    """Preorder, siblings by their first token and then as they came; nodes without tokens are at their hint."""
    tokens = yields(token_parent, parent)
    inside = [min(max(place, 0), len(token_parent)) for place in hint]
    left = [min(found) if found else place for found, place in zip(tokens, inside, strict=True)]
    right = [max(found) + 1 if found else place for found, place in zip(tokens, inside, strict=True)]
    order: list[int] = []
    waiting = [-1]
    while waiting:
        node = waiting.pop()
        order += [node] if node >= 0 else []
        below = [child for child, owner in enumerate(parent) if owner == node]
        waiting += sorted(below, key=lambda child: (left[child], child), reverse=True)
    place = {node: number for number, node in enumerate(order)} | {-1: -1}
    return Arranged(
        order,
        [place[parent[node]] for node in order],
        [place[node] for node in token_parent],
        [left[node] for node in order],
        [right[node] for node in order],
    )


def nearest_kept(parent: Numbers, keep: Sequence[bool]) -> list[int]:
    """The new number of the first kept node at or above each node, or -1."""
    return [next((sum(keep[:one]) for one in above(parent, node) if keep[one]), -1) for node in range(len(parent))]


def follow(pointer: Numbers, target: Numbers) -> list[int]:
    """The value in `target` to which each pointer points; -1 is kept."""
    return [-1 if place < 0 else target[place] for place in pointer]


def climb_heads(head: Numbers, keep: Sequence[bool]) -> list[int]:
    """The new number of the first kept token above each token; -1 or -2 where the way up ends so, -1 in a circle."""
    found = []
    for start in head:
        token, seen = start, set[int]()
        while token >= 0 and not keep[token] and token not in seen:
            seen.add(token)
            token = head[token]
        found.append(token if token < 0 else sum(keep[:token]) if keep[token] else -1)
    return found


def sizes(token_parent: Numbers, parent: Numbers, weight: Sequence[bool]) -> list[int]:
    """How many tokens with weight each node dominates."""
    return [sum(weight[token] for token in found) for found in yields(token_parent, parent)]


def depths(parent: Numbers) -> list[int]:
    """How many nodes there are from each node to the top, itself included."""
    return [len(above(parent, node)) for node in range(len(parent))]


def dependency_depth(head: Numbers) -> int:
    """Tokens on the longest way from a token up."""
    return max(depths(head), default=0)


def arcs_cross(head: Numbers) -> bool:
    """Whether two arcs cross; the root is at -1, and a head that is not given is not an arc."""
    arcs = [(min(token, above), max(token, above)) for token, above in enumerate(head) if above != -2]
    return any(one[0] < other[0] < one[1] < other[1] for one in arcs for other in arcs)


@dataclass
class Phrase:
    """A nested phrase; what is below is a phrase or the number of a token."""

    name: str
    children: list[Phrase | int] = field(default_factory=list)

    def tokens(self) -> set[int]:
        return set().union(*(child.tokens() if isinstance(child, Phrase) else {child} for child in self.children))


Items = list[Phrase | int]


def nested(treebank: Treebank, sentence: int, names: Sequence[str] | None = None) -> Items:
    """The tree of a sentence as nested phrases, put together from the columns `parent` alone."""
    token_start, token_end = treebank.tokens.offsets[sentence : sentence + 2].tolist()
    start, end = treebank.nodes.offsets[sentence : sentence + 2].tolist()
    called = names or [str(label) for label in treebank.nodes.text("label").decode()]
    phrases = [Phrase(called[row]) for row in range(start, end)]
    roots: Items = []
    for phrase, parent in zip(phrases, treebank.nodes.numbers("parent")[start:end].tolist(), strict=True):
        (phrases[parent].children if parent >= 0 else roots).append(phrase)
    for token, parent in enumerate(treebank.tokens.numbers("parent")[token_start:token_end].tolist()):
        (phrases[parent].children if parent >= 0 else roots).append(token)
    return roots


def shape(items: Items) -> list[Any]:
    """Nested phrases as something to compare: in whatever order children were, they come out in the same."""
    phrases = [item for item in items if isinstance(item, Phrase)]
    tokens = sorted(item for item in items if not isinstance(item, Phrase))
    below = sorted([phrase.name, sorted(phrase.tokens()), shape(phrase.children)] for phrase in phrases)
    return [tokens, below]


def without_phrases(items: Items, gone: Callable[[Phrase], bool]) -> Items:
    """Without some phrases; their children take their place."""
    kept: Items = []
    for item in items:
        if not isinstance(item, Phrase):
            kept.append(item)
        elif gone(item):
            kept += without_phrases(item.children, gone)
        else:
            kept.append(Phrase(item.name, without_phrases(item.children, gone)))
    return kept


def without_tokens(items: Items, gone: set[int]) -> Items:
    """Without some tokens and the phrases that thereby have none; the others are numbered anew."""
    kept: Items = []
    for item in items:
        if not isinstance(item, Phrase):
            kept += [] if item in gone else [item - sum(token < item for token in gone)]
        elif not item.tokens() or item.tokens() - gone:
            kept.append(Phrase(item.name, without_tokens(item.children, gone)))
        else:
            kept += without_tokens(item.children, gone)
    return kept


def must_be_a_table(treebank: Treebank) -> None:
    """Everything that holds of a table, sentence by sentence."""
    for name, rows in treebank.tables.items():
        assert len(rows.offsets) == len(treebank) + 1, name
        assert all(len(column) == len(rows) for column in rows.columns.values()), name
    for sentence in range(len(treebank)):
        if treebank.has_constituents and len(treebank.nodes):
            _must_be_a_tree(treebank, sentence)
        _must_have_true_numbers(treebank, sentence)


def _numbers(treebank: Treebank, table: str, column: str, sentence: int) -> list[int]:
    rows = treebank.tables[table]
    if column not in rows:
        return []
    return by_sentence(rows.offsets.tolist(), rows.numbers(column).tolist())[sentence]


def _must_be_a_tree(treebank: Treebank, sentence: int) -> None:
    token_parent, parent = (_numbers(treebank, table, "parent", sentence) for table in ("tokens", "nodes"))
    left, right = (_numbers(treebank, "nodes", column, sentence) for column in ("left", "right"))
    assert all(-1 <= owner < node for node, owner in enumerate(parent))
    assert all(-1 <= owner < len(parent) for owner in token_parent)
    right_one = arrange(token_parent, parent, left)
    assert right_one.order == list(range(len(parent)))
    assert (left, right) == (right_one.left, right_one.right)


def _must_have_true_numbers(treebank: Treebank, sentence: int) -> None:
    tokens, nodes = (int(treebank.tables[table].counts[sentence]) for table in ("tokens", "nodes"))
    head = _numbers(treebank, "tokens", "head", sentence)
    assert all(-2 <= above < tokens for above in head)
    assert not is_circular([max(above, -1) for above in head])
    first, last = (_numbers(treebank, "multiword", column, sentence) for column in ("first", "last"))
    assert all(0 <= begin < end <= tokens for begin, end in zip(first, last, strict=True))
    columns = (_numbers(treebank, "secondary", column, sentence) for column in ("token", "node", "parent"))
    for token, node, parent in zip(*columns, strict=True):
        assert 0 <= parent < nodes
        assert (0 <= token < tokens and node == -1) or (token == -1 and 0 <= node < nodes)
