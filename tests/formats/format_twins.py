"""Slow plain-Python twins of the scanners in `treegauge.formats.kernels`, which say what is meant.

`bracket_trees` and `bracket_rows` read well-formed brackets; `table_sentences` reads tables with one token per line,
good and bad. `rows_of` brings a treebank into the same plain shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from treegauge import Treebank
from treegauge.formats.conll import Layout
from treegauge.formats.dialects import Dialect

Nested = list[Any]  # [label, child, child ...]; a child is a word or Nested


@dataclass
class Plain:
    """One sentence: tokens are (form, tag, lemma, parent), nodes are (label, parent, left, right)."""

    tokens: list[tuple[str, str | None, str | None, int]] = field(default_factory=list)
    nodes: list[tuple[str, int, int, int]] = field(default_factory=list)
    id: str | None = None


def rows_of(treebank: Treebank) -> list[Plain]:
    """The tree of each sentence as plain rows."""
    tokens, nodes, ids = treebank.tokens, treebank.nodes, treebank.sentences.text("id").decode()
    token_rows = list(
        zip(*(tokens.text(name) for name in ("form", "tag", "lemma")), tokens.numbers("parent").tolist(), strict=True)
    )
    extents = (nodes.numbers(name).tolist() for name in ("parent", "left", "right"))
    node_rows = list(zip(nodes.text("label"), *extents, strict=True))
    spans = zip(pairwise(tokens.offsets.tolist()), pairwise(nodes.offsets.tolist()), ids, strict=True)
    return [Plain(token_rows[t0:t1], node_rows[n0:n1], name) for (t0, t1), (n0, n1), name in spans]


def bracket_trees(text: str) -> list[Nested]:
    """The trees of a text whose brackets balance; a word right after a bracket is its label."""
    trees: list[Nested] = []
    path: list[Nested] = []
    fresh = False
    for piece in re.findall(r"[()]|[^()\x00-\x20]+", _without_comments(text)):
        if piece == "(":
            node: Nested = [""]
            (path[-1] if path else trees).append(node)
            path.append(node)
        elif piece == ")":
            path.pop()
        elif fresh:
            path[-1][0] = piece
        else:
            path[-1].append(piece)
        fresh = piece == "("
    return trees


def _without_comments(text: str) -> str:
    """Lines that begin with # or * outside of trees are comments."""
    kept, depth = [], 0
    for line in text.split("\n"):
        if depth or not line.startswith(("#", "*")):
            kept.append(line)
            depth += line.count("(") - line.count(")")
    return "\n".join(kept)


def bracket_rows(tree: Nested, dialect: Dialect) -> Plain:
    """The rows of a tree; which brackets are tokens is a matter of the dialect."""
    found = Plain()
    waiting: list[tuple[Any, int] | int] = [(tree, -1)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, int):  # a node closes here
            label, parent, left, _ = found.nodes[item]
            found.nodes[item] = (label, parent, left, len(found.tokens))
            continue
        piece, parent = item
        if isinstance(piece, str):
            found.tokens.append((piece, None, None, parent))
        elif _is_id(piece, dialect) and piece is not tree:
            found.id = piece[1]
        elif (token := _token(piece, dialect)) is not None:
            found.tokens.append((*token, parent))
        else:
            found.nodes.append((piece[0], parent, len(found.tokens), 0))
            number = len(found.nodes) - 1
            waiting += [number, *((child, number) for child in reversed(piece[1:]))]
    return found


def _is_id(node: Nested, dialect: Dialect) -> bool:
    """(ID name)."""
    return dialect.ids and node[0] == "ID" and len(node) == 2 and isinstance(node[1], str)


def _is_trace(node: Nested, dialect: Dialect) -> bool:
    return dialect.traces and node[0] != "-NONE-" and (node[1].startswith("*") or node[1] == "0")


def _token(node: Nested, dialect: Dialect) -> tuple[str, str | None, str | None] | None:
    """Form, tag and lemma, if this bracket is a token."""
    label, *words = node
    if not all(isinstance(word, str) for word in words):
        return None
    if len(words) == 2 and dialect.lemma:
        return words[0], label, words[1]
    if len(words) == 1 and not _is_trace(node, dialect):
        return words[0], label, None
    if not words and label and dialect.bare:
        return label, None, None
    return None


@dataclass
class PlainTable:
    """What a table holds: good sentences as lists of rows (fields by name), and the first lines of bad ones."""

    sentences: list[list[dict[str, Any]]] = field(default_factory=list)
    comments: list[list[str]] = field(default_factory=list)
    spans: list[list[tuple[int, int, str]]] = field(default_factory=list)
    empties: list[list[tuple[int, int, str]]] = field(default_factory=list)
    bad: list[int] = field(default_factory=list)


class _BadError(Exception):
    pass


def table_sentences(text: str, layout: Layout) -> PlainTable:
    """Sentences are between blank lines; one bad line makes its sentence bad."""
    found = PlainTable()
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip(" \t\r"):
            block.append(line.removesuffix("\r"))
        elif block:
            try:
                sentence = _Sentence(block, layout)
            except _BadError:
                found.bad.append(number - len(block))
            else:
                found.sentences.append(sentence.rows)
                found.comments.append(sentence.comments)
                found.spans.append(sentence.spans)
                found.empties.append(sentence.empties)
            block = []
    return found


class _Sentence:
    def __init__(self, lines: list[str], layout: Layout) -> None:
        self.rows: list[dict[str, Any]] = []
        self.comments: list[str] = []
        self.spans: list[tuple[int, int, str]] = []
        self.empties: list[tuple[int, int, str]] = []
        for line in lines:
            self._add(line, layout)
        _check("\0" not in "".join(lines))
        _check(all(last <= len(self.rows) for _, last, _ in self.spans))
        heads = [row["head"] for row in self.rows]
        _check(all(head < len(heads) for head in heads))
        _check(not any(_has_cycle(heads, token) for token in range(len(heads))))

    def _add(self, line: str, layout: Layout) -> None:
        if layout.commented and line.startswith("#"):
            _check(not (self.rows or self.spans or self.empties))
            self.comments.append(line)
            return
        number, _, rest = line.partition("\t")
        special = re.fullmatch(r"([0-9]{1,9})([-.])([0-9]{1,9})", number) if layout.columns[0] == "number" else None
        if special is None:
            self.rows.append(_row(line, layout, len(self.rows) + 1))
            return
        _check(_fits(line.split("\t"), layout, extra=False))
        low, high = int(special[1]), int(special[3])
        if special[2] == "-":
            _check(len(self.rows) + 1 == low <= high and all(last < low for _, last, _ in self.spans))
            self.spans.append((low - 1, high, rest))
        else:
            _check(low == len(self.rows) and high > 0)
            _check(not any(first == low for first, _, _ in self.spans))
            _check(all(after < low or minor < high for after, minor, _ in self.empties))
            self.empties.append((low, high, rest))


def _row(line: str, layout: Layout, expected: int) -> dict[str, Any]:
    rest = layout.columns[-1] == "rest"
    fields = line.split("\t", len(layout.columns) - 1) if rest else line.split("\t")
    _check(_fits(fields, layout, extra=True))
    row: dict[str, Any] = dict.fromkeys(layout.columns) | dict(zip(layout.columns, fields, strict=False))
    if "number" in row:
        _check(re.fullmatch("[0-9]{1,9}", row["number"]) is not None and int(row.pop("number")) == expected)
    head = row["head"]
    _check(re.fullmatch("_|[0-9]{1,9}", head) is not None)
    row["head"] = -2 if head == "_" else int(head) - 1
    return row


def _fits(fields: list[str], layout: Layout, *, extra: bool) -> bool:
    """Whether there are as many fields as columns; `extra` empty ones are let pass, and any number in `rest`."""
    wanted = len(layout.columns)
    if layout.columns[-1] == "rest":
        return len(fields) >= wanted - 1
    return len(fields) == wanted or (extra and len(fields) > wanted and not any(fields[wanted:]))


def _has_cycle(heads: list[int], token: int) -> bool:
    seen: set[int] = set()
    while token >= 0:
        if token in seen:
            return True
        seen.add(token)
        token = heads[token]
    return False


def _check(truth: bool) -> None:
    if not truth:
        raise _BadError
