"""Shared by several readers and writers of trees: reject a sentence by its place, number nodes, traverse trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ..core.errors import DataError, FormatError, Reject
from ..treebank import Treebank
from ..treebank.build import Builder, NodeRow, SentenceRow, TokenRow
from ..treebank.shape import discontinuous
from .base import Input

NOT_ANNOTATED = "--"
FIRST_NODE = 500  # the number of the first node in the NEGRA formats
BuilderRow = TypeVar("BuilderRow", SentenceRow, TokenRow, NodeRow)
_CLOSE = -1


def error_at(input: Input, offset: int, message: str) -> FormatError:
    """An error at a byte of the input."""
    return FormatError(Reject(input.source, input.data.count(b"\n", 0, offset) + 1, message))


@contextmanager
def rejecting(input: Input, start: int, end: int) -> Iterator[None]:
    """A DataError in this context rejects the sentence from byte `start` to byte `end`."""
    try:
        yield
    except DataError as error:
        reject_sentence(
            input, start, end, error if isinstance(error, FormatError) else error_at(input, start, str(error))
        )


def reject_sentence(input: Input, start: int, end: int, error: FormatError) -> None:
    """Reject the sentence from byte `start` to byte `end`."""
    text = input.data[start:end].decode("utf-8", "replace").strip()
    input.reject(error.reject.line, error.reject.message, text)


def order_secondary(treebank: Treebank) -> Treebank:
    """Put secondary edges into a fixed order, whatever that of the file: those of tokens, then those of nodes."""
    edges = treebank.secondary
    if not len(edges):
        return treebank
    order = np.lexsort((*(edges.numbers(name) for name in ("parent", "token", "node")), edges.sentence))
    return treebank.replace(secondary=edges.reorder(order))


def filled(row: BuilderRow) -> BuilderRow:
    """A row for a Builder without its missing values, so that a column without values is not created."""
    return cast(BuilderRow, {name: value for name, value in row.items() if value is not None})


def build_ordered(builder: Builder, header: Mapping[str, str]) -> Treebank:
    """The treebank of a Builder, with its secondary edges in a fixed order."""
    return order_secondary(builder.build(header))


def must_have_trees(treebank: Treebank, name: str) -> None:
    """Raise DataError if there are no constituency trees to write."""
    if len(treebank.tokens) and not treebank.has_constituents:
        raise DataError(f"the treebank has no constituency trees to write as {name}; write it as .conllu")


def number_nodes(treebank: Treebank) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Nodes from the lowest to the highest and from left to right, as NEGRA numbers them: their rows in that order,
    and the place of each row within its sentence."""
    nodes = treebank.nodes
    if not len(nodes):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    parent = nodes.numbers("parent")
    above = np.where(parent >= 0, parent + nodes.start, -1).tolist()
    height = [1] * len(above)
    for row in range(len(above) - 1, -1, -1):  # in preorder, children come after their parents
        if above[row] >= 0 and height[above[row]] <= height[row]:
            height[above[row]] = height[row] + 1
    order = np.lexsort((nodes.numbers("left"), np.array(height), nodes.sentence))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order)) - nodes.start
    return order, place


def children_by_node(tokens: Sequence[int], nodes: Sequence[int], left: Sequence[int]) -> list[list[tuple[int, int]]]:
    """The children of each node of a sentence from left to right, given the parents of tokens and nodes; the last list
    has the items without a parent. A child is its first position, and t for token t or ~n for node n."""
    below: list[list[tuple[int, int]]] = [[] for _ in range(len(nodes) + 1)]
    for node, parent in enumerate(nodes):
        below[parent].append((left[node], ~node))
    for token, parent in enumerate(tokens):
        below[parent].append((token, token))
    for items in below:
        items.sort(key=lambda child: child[0])  # a node without tokens is kept before the token at its place
    return below


def walk(tokens: Sequence[int], nodes: Sequence[int], left: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Traverse the trees of a sentence from left to right: `token`, `open` and `close` with their numbers."""
    below = children_by_node(tokens, nodes, left)
    waiting = below[-1][::-1]
    while waiting:
        place, child = waiting.pop()
        if child >= 0:
            yield "token", child
        elif place == _CLOSE:
            yield "close", ~child
        else:
            yield "open", ~child
            waiting.append((_CLOSE, child))
            waiting += below[~child][::-1]


def must_be_continuous(treebank: Treebank, name: str) -> None:
    """Raise DataError at a discontinuous tree, which a notation of nested phrases cannot represent."""
    crossing = discontinuous(treebank)
    if crossing.any():
        sentence = int(treebank.nodes.sentence[int(np.argmax(crossing))])
        raise DataError(
            f"{treebank.where(sentence)}: {name} cannot represent a discontinuous phrase; "
            "write it as export, or use -t raise-crossing"
        )
