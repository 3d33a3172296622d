"""What formats of relations share: a sentence is its words and the relations between them, a graph and not a tree.

Nothing of the graph is lost. `deps` has every relation as the file has it (as enhanced dependencies in CoNLL-U), and
nodes that are not words become empty nodes. `head` and `deprel` are a tree within the graph, for measures that compare
trees. It begins at the root. Then the first relation in the file that leads from a word in the tree to one outside adds
that word, again and again. A word that only governs words in the tree (*the*, in predicate-argument structures) is
attached to the first of them, and its relation ends in -of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from ..core.errors import DataError
from ..treebank import Treebank
from ..treebank.build import Builder, EmptyRow, SentenceRow, TokenRow
from .base import Input
from .trees import filled

ROOT = -1
INVERSE = "-of"
_ABSENT = "_"
_LABEL = re.compile(r"[^\s|\0]+")


ReadBlock = Callable[[list[str]], "tuple[str | None, Graph]"]  # the id of the sentence and its graph


class GraphRelation(NamedTuple):
    """A relation between two nodes: the words of the sentence by number from 0, then the nodes that are not words."""

    label: str
    head: int  # or ROOT
    dependent: int
    modifies: bool = False  # the head modifies the dependent, as adjectives do: in the tree it depends on it


class Unspoken(NamedTuple):
    """A node that is not a word of the sentence, and the number of words before it."""

    form: str
    after: int
    feats: str | None = None


@dataclass
class Graph:
    """A sentence and its relations."""

    words: list[TokenRow] = field(default_factory=list)
    relations: list[GraphRelation] = field(default_factory=list)
    unspoken: list[Unspoken] = field(default_factory=list)
    roots: set[int] = field(default_factory=set)  # the nodes that are more probably the root than others

    def add_to(self, builder: Builder, sentence: SentenceRow) -> None:
        """Add the sentence to a treebank, with its graph and the tree within it."""
        tree = words_tree(spanning_tree(self.relations, self.roots), len(self.words))
        names = self._names()
        deps: dict[int, list[tuple[tuple[int, int], str]]] = {}
        for label, head, dependent, _ in dict.fromkeys(self.relations):
            name = "0" if head == ROOT else names[head]
            deps.setdefault(dependent, []).append((_order(name), f"{name}:{label}"))
        joined = {node: "|".join(text for _, text in sorted(edges)) for node, edges in deps.items()}
        for number, word in enumerate(self.words):
            word["head"], word["deprel"] = tree.get(number, (None, None))
            if word["head"] is None:
                del word["head"]
            word["deps"] = joined.get(number)
        builder.add(sentence, self.words, empty=self._empty_rows(joined, names))

    def _names(self) -> list[str]:
        """The numbers of nodes as in CoNLL-U: 1, 2 ... for words, 2.1 for the first other node after word 2."""
        counts: dict[int, int] = {}
        names = [str(number + 1) for number in range(len(self.words))]
        for node in self.unspoken:
            counts[node.after] = counts.get(node.after, 0) + 1
            names.append(f"{node.after}.{counts[node.after]}")
        return names

    def _empty_rows(self, deps: dict[int, str], names: Sequence[str]) -> list[EmptyRow]:
        rows: list[EmptyRow] = []
        for number, (form, _, feats) in enumerate(self.unspoken, len(self.words)):
            after, _, minor = names[number].partition(".")
            fields = (form, *[_ABSENT] * 3, feats or _ABSENT, *[_ABSENT] * 2, deps.get(number, _ABSENT), _ABSENT)
            rows.append({"after": int(after), "minor": int(minor), "fields": "\t".join(fields)})
        return sorted(rows, key=lambda row: (row["after"], row["minor"]))


def _order(name: str) -> tuple[int, int]:
    major, _, minor = name.partition(".")
    return int(major), int(minor or 0)


def checked_label(label: str) -> str:
    """A label that can be part of enhanced dependencies; DataError for another one."""
    if _LABEL.fullmatch(label) is None:
        raise DataError(f"a relation cannot be called '{label}'; it has no spaces and no |")
    return label


def spanning_tree(relations: Sequence[GraphRelation], preferred: Collection[int] = ()) -> dict[int, tuple[int, str]]:
    """The head of each node that has relations and the label, in the order in which nodes are added to the tree."""
    arcs = [
        (relation.dependent, relation.head, relation.label + INVERSE) if relation.modifies else _arc(relation)
        for relation in relations
    ]
    below, above = _by_node(arcs, 0), _by_node(arcs, 1)
    tree: dict[int, tuple[int, str]] = {}
    given = [(dependent, label) for head, dependent, label in arcs if head == ROOT]
    for root, label in [*given, *((root, "root") for root in _roots(arcs, below, above, preferred))]:
        if root not in tree:
            tree[root] = ROOT, label
            _grow(root, tree, arcs, below, above)
    return tree


_Arc = tuple[int, int, str]  # head, dependent, label
_ByNode = dict[int, list[int]]


def _arc(relation: GraphRelation) -> _Arc:
    return relation.head, relation.dependent, relation.label


def _by_node(arcs: Sequence[_Arc], end: int) -> _ByNode:
    """The numbers of the arcs of each node, by their head (0) or by their dependent (1); loops are left out."""
    numbers: _ByNode = {}
    for number, arc in enumerate(arcs):
        if arc[0] not in (arc[1], ROOT):
            numbers.setdefault(int(arc[end]), []).append(number)
    return numbers


def _roots(arcs: Sequence[_Arc], below: _ByNode, above: _ByNode, preferred: Collection[int]) -> list[int]:
    """All nodes, the best root first: one that depends on nothing, is preferred, and has most dependents."""
    nodes = dict.fromkeys(node for head, dependent, _ in arcs for node in (head, dependent) if node != ROOT)
    return sorted(nodes, key=lambda node: (node in above, node not in preferred, -len(below.get(node, ()))))


def _grow(root: int, tree: dict[int, tuple[int, str]], arcs: Sequence[_Arc], below: _ByNode, above: _ByNode) -> None:
    """Add all nodes that are connected to the root."""
    down: list[int] = []
    up: list[int] = []

    def reach(node: int) -> None:
        for number in below.get(node, ()):
            heappush(down, number)
        for number in above.get(node, ()):
            heappush(up, number)

    reach(root)
    while down or up:
        number = heappop(down) if down else ~heappop(up)
        head, dependent, label = arcs[number] if number >= 0 else arcs[~number]
        if number < 0:
            head, dependent, label = dependent, head, label + INVERSE
        if dependent not in tree:
            tree[dependent] = head, label
            reach(dependent)


def words_tree(tree: dict[int, tuple[int, str]], words: int) -> dict[int, tuple[int, str]]:
    """The tree without nodes that are not words: the first dependent of such a node takes its place."""
    instead: dict[int, int] = {}
    for node, (head, _) in reversed(tree.items()):  # dependents come after their heads
        word = node if node < words else instead.get(node)
        if head >= words and word is not None:
            instead[head] = word
    places: dict[int, tuple[int, str]] = {}
    for node, (head, label) in tree.items():
        word = node if node < words else instead.get(node)
        if word is None or word in places:
            continue
        places[word] = (head if head < words else instead[head]), label
    return places


def split_blocks(input: Input) -> Iterator[tuple[int, list[str]]]:
    """The parts of a file between empty lines, each with the number of its first line."""
    block: list[str] = []
    for number, line in enumerate(input.data.decode().split("\n"), 1):
        if line.strip():
            block.append(line.rstrip("\r"))
        elif block:
            yield number - len(block), block
            block = []
    if block:
        yield number - len(block) + 1, block


def blocks_from(input: Input, begins: Callable[[str, str], bool]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each sentence that are not blank, with the number of the first, where a sentence begins at a line
    and not at a blank one; `begins` has the line and the one before it."""
    lines: list[str] = []
    first = 1
    for number, line in enumerate(input.data.decode().split("\n"), 1):
        if lines and begins(line, lines[-1]):
            yield first, lines
            lines = []
        if line.strip():
            first = first if lines else number
            lines.append(line)
    if lines:
        yield first, lines


def read_blocks(input: Input, blocks: Iterable[tuple[int, list[str]]], read_block: ReadBlock) -> Treebank:
    """The treebank of all blocks that can be read; the others are rejected."""
    builder = Builder()
    for line, block in blocks:
        try:
            if any("\0" in text for text in block):
                raise DataError("a NUL byte; remove it")
            name, graph = read_block(block)
            graph.add_to(builder, filled(SentenceRow(id=name, source=input.source, line=line)))
        except DataError as error:
            input.reject(line, str(error), "\n".join(block))
    return builder.build()


def sure_if(matches: Iterable[bool]) -> int:
    """What `sniff` returns: 2 if all of the lines match, and there are any."""
    found = list(matches)
    return 2 * bool(found and all(found))
