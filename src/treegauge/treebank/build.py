"""`Builder`: build a treebank sentence by sentence, for readers whose files are not flat text.

A row is a dictionary with the columns of its table (`TokenRow`, `NodeRow` ...). Columns that a source does not have are
left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

import numpy as np

from ..core.errors import DataError
from .edit import restructure
from .rows import Column, Rows
from .strings import Text
from .table import NOT_GIVEN, Treebank


class SentenceRow(TypedDict, total=False):
    """A row of the table of sentences."""

    id: str | None
    comments: str | None
    source: str
    line: int


class TokenRow(TypedDict, total=False):
    """A row of the table of tokens; `head` and `parent` are indices within the sentence, -1 for none."""

    form: str
    tag: str | None
    lemma: str | None
    upos: str | None
    feats: str | None
    misc: str | None
    deps: str | None
    head: int | None
    deprel: str | None
    parent: int
    function: str | None


class NodeRow(TypedDict, total=False):
    """A row of the table of nodes; `parent` is an index within the sentence, -1 for none."""

    label: str | None
    function: str | None
    lemma: str | None
    feats: str | None
    misc: str | None
    parent: int
    left: int


class MultiwordRow(TypedDict):
    """A surface token that is several words: the first, one past the last."""

    first: int
    last: int
    form: str
    fields: str


class EmptyRow(TypedDict):
    """An empty node of an enhanced graph: the number of tokens before it, and its number there."""

    after: int
    minor: int
    fields: str


class SecondaryRow(TypedDict):
    """A secondary edge from a token or a node (the other is -1) to a parent."""

    token: int
    node: int
    parent: int
    label: str | None


_Row = Mapping[str, Any]
_TABLES = ("sentences", "tokens", "nodes", "multiword", "empty", "secondary")
_NUMBERS = {
    "head": -2,
    "parent": -1,
    "left": 0,
    "line": 0,
    "first": 0,
    "last": 0,
    "after": 0,
    "minor": 0,
    "token": -1,
    "node": -1,
}


@dataclass
class Builder:
    """Collects the rows of the tables; `build` turns them into arrays. Nodes may come in any order: `parent` is the
    number of a node in the order in which they were added."""

    rows: dict[str, list[_Row]] = field(default_factory=lambda: {name: [] for name in _TABLES})
    counts: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in _TABLES})

    def add(
        self,
        sentence: SentenceRow,
        tokens: Sequence[TokenRow],
        nodes: Sequence[NodeRow] = (),
        *,
        multiword: Sequence[MultiwordRow] = (),
        empty: Sequence[EmptyRow] = (),
        secondary: Sequence[SecondaryRow] = (),
    ) -> None:
        """Add one sentence; raises DataError if a parent or head does not exist, or if there is a cycle."""
        check_constituents([token.get("parent", -1) for token in tokens], [node.get("parent", -1) for node in nodes])
        check_dependencies([_head(token) for token in tokens])
        for name, rows in zip(_TABLES, ([sentence], tokens, nodes, multiword, empty, secondary), strict=True):
            self.rows[name].extend(rows)
            self.counts[name].append(len(rows))

    def build(self, header: Mapping[str, str] | None = None) -> Treebank:
        """Build the treebank of all sentences added so far."""
        tables = {name: self._table(name) for name in _TABLES}
        if len(tables["nodes"]) or "parent" in tables["tokens"]:
            tables["tokens"], tables["nodes"] = _with_parents(tables["tokens"]), _with_parents(tables["nodes"])
            if "label" not in tables["nodes"]:
                tables["nodes"] = tables["nodes"].replace(label=Text.constant(None, len(tables["nodes"])))
        treebank = Treebank(**tables, header=dict(header or {}))
        return restructure(treebank) if treebank.has_constituents else treebank

    def _table(self, name: str) -> Rows:
        rows = self.rows[name]
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.array(self.counts[name], np.int64))))
        names = dict.fromkeys([*_ALWAYS.get(name, ()), *(key for row in rows for key in row)])
        return Rows(offsets, {key: _column(key, rows) for key in names})


_ALWAYS = {"sentences": ("id", "comments"), "tokens": ("form", "tag")}


def _head(token: TokenRow) -> int:
    head = token.get("head")
    return NOT_GIVEN if head is None else head


def _with_parents(rows: Rows) -> Rows:
    return rows if "parent" in rows else rows.replace(parent=np.full(len(rows), -1, np.int32))


def _column(name: str, rows: list[_Row]) -> Column:
    if name in _NUMBERS:
        missing = _NUMBERS[name]
        return np.array([row.get(name, missing) for row in rows], np.int64 if name == "line" else np.int32)
    return Text.of(row.get(name) for row in rows)


def check_constituents(token_parents: Sequence[int], node_parents: Sequence[int]) -> None:
    """Raise DataError if a parent does not exist or a node is its own ancestor."""
    for parent in (*token_parents, *node_parents):
        if not -1 <= parent < len(node_parents):
            raise DataError(
                f"the parent {parent} does not exist: the nodes of the sentence are 0 to {len(node_parents) - 1}"
                if node_parents
                else f"the parent {parent} does not exist: the sentence has no nodes"
            )
    if _has_cycle(node_parents):
        raise DataError("the nodes form a cycle: a node is its own ancestor")


def _has_cycle(parents: Sequence[int]) -> bool:
    state = [0] * len(parents)
    for start in range(len(parents)):
        node = start
        while node >= 0 and state[node] == 0:
            state[node] = start + 1
            node = parents[node]
        if node >= 0 and state[node] == start + 1:
            return True
        node = start
        while node >= 0 and state[node] == start + 1:
            state[node] = -1
            node = parents[node]
    return False


def check_dependencies(heads: Sequence[int]) -> None:
    """Raise DataError if a head does not exist or a token is its own ancestor."""
    for position, head in enumerate(heads):
        if not -2 <= head < len(heads):
            raise DataError(
                f"token {position + 1} has the head {head + 1}, but the sentence has only {len(heads)} tokens"
            )
    if _has_cycle([max(head, -1) for head in heads]):
        raise DataError("the heads form a cycle: a token is its own ancestor")
