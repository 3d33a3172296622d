"""`Builder`: a treebank put together sentence by sentence, for readers whose files do not come as flat text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.errors import DataError
from .edit import restructure
from .rows import Column, Rows
from .strings import Text
from .table import Treebank

Row = Mapping[str, Any]
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
    """Rows of the tables as they come; `build` makes the arrays. Nodes may come in any order, with `parent` as their
    number in the sentence."""

    rows: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in _TABLES})
    counts: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in _TABLES})

    def add(self, sentence: Row, tokens: Sequence[Row], nodes: Sequence[Row] = (), **others: Sequence[Row]) -> None:
        """One sentence; raises DataError where a parent or head does not exist or nodes go round in a circle."""
        check_constituents([token.get("parent", -1) for token in tokens], [node.get("parent", -1) for node in nodes])
        check_dependencies([token.get("head", -2) for token in tokens])
        given = {"sentences": [sentence], "tokens": tokens, "nodes": nodes, **others}
        for name in _TABLES:
            self.rows[name].extend(given.get(name, ()))
            self.counts[name].append(len(given.get(name, ())))

    def build(self, header: Mapping[str, str] | None = None) -> Treebank:
        """The treebank of all sentences added so far."""
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


def _with_parents(rows: Rows) -> Rows:
    return rows if "parent" in rows else rows.replace(parent=np.full(len(rows), -1, np.int32))


def _column(name: str, rows: list[Row]) -> Column:
    if name in _NUMBERS:
        missing = _NUMBERS[name]
        return np.array([row.get(name, missing) for row in rows], np.int64 if name == "line" else np.int32)
    return Text.of(row.get(name) for row in rows)


def check_constituents(token_parents: Sequence[int], node_parents: Sequence[int]) -> None:
    """Every parent exists and no node is above itself."""
    for parent in (*token_parents, *node_parents):
        if not -1 <= parent < len(node_parents):
            raise DataError(f"there is no parent {parent} in the sentence")
    _check_circle(node_parents)


def _check_circle(parents: Sequence[int]) -> None:
    state = [0] * len(parents)
    for start in range(len(parents)):
        node = start
        while node >= 0 and state[node] == 0:
            state[node] = start + 1
            node = parents[node]
        if node >= 0 and state[node] == start + 1:
            raise DataError("a node is above itself")
        node = start
        while node >= 0 and state[node] == start + 1:
            state[node] = -1
            node = parents[node]


def check_dependencies(heads: Sequence[int]) -> None:
    """Every head exists and no token is below itself."""
    for position, head in enumerate(heads):
        if not -2 <= head < len(heads):
            raise DataError(f"token {position + 1} has the head {head + 1}, but there are {len(heads)} tokens")
    try:
        _check_circle([max(head, -1) for head in heads])
    except DataError:
        raise DataError("the heads go round in a circle") from None
