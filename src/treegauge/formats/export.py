"""NEGRA export: one line per token, then one line per node. It can represent discontinuous trees and secondary edges.

#BOS 1 0 0 0
word   [lemma]  tag    morph  edge  parent  [label parent]...  [%% comment]
#500   [--]     label  morph  edge  parent  ...
#EOS 1

Format 4 has the lemma, format 3 does not. `--` is a missing value in every field except the word.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import BinaryIO

import numpy as np

from ..core.errors import FormatError
from ..treebank import Column, Rows, Strings, Text, Treebank
from ..treebank.build import check_constituents
from ..treebank.edit import restructure
from .base import Format, Input, register_format
from .trees import (
    FIRST_NODE,
    NOT_ANNOTATED,
    error_at,
    must_have_trees,
    number_nodes,
    order_secondary,
    reject_sentence,
    rejecting,
)

_FIELDS = {3: ("form", "tag", "feats", "function"), 4: ("form", "lemma", "tag", "feats", "function")}
_MARK = re.compile(rb"^#(BOS|EOS)(?!\S)([^\n]*)", re.MULTILINE)
_NO_ORIGIN = "0 0 0"
_REPLACED = r"[ \t\n\v\f\r\0]"
_CARRIED = {"nodes", "lemma", "feats", "function", "secondary", "comments", "id", "misc"}
_Edge = tuple[int, int, int, str | None]


def _codes() -> defaultdict[bytes, int]:
    return defaultdict(count().__next__)


@dataclass
class _Lines:
    """The token lines or the node lines of all sentences, column by column, strings as codes."""

    values: dict[str, defaultdict[bytes, int]] = field(default_factory=lambda: defaultdict(_codes))
    codes: dict[str, array[int]] = field(default_factory=lambda: defaultdict(lambda: array("i")))
    parents: array[int] = field(default_factory=lambda: array("i"))
    ends: list[int] = field(default_factory=lambda: [0])
    notes: dict[int, str] = field(default_factory=dict)

    def add(self, columns: dict[str, list[bytes]], parents: list[int], notes: dict[int, str]) -> None:
        """The lines of one sentence."""
        for name, column in columns.items():
            codes = self.codes[name]
            if len(codes) < len(self.parents):
                codes.extend([-1] * (len(self.parents) - len(codes)))  # no lemma so far
            codes.extend(map(self.values[name].__getitem__, column))
        self.notes.update((len(self.parents) + row, note) for row, note in notes.items())
        self.parents.extend(parents)
        self.ends.append(len(self.parents))

    def rows(self, needed: dict[str, str]) -> Rows:
        """The table: the `needed` columns under their new names, others only if they have a value."""
        columns: dict[str, Column] = {name: self.text(field) for field, name in needed.items()}
        for name in ("lemma", "feats", "function"):
            if any(value != b"--" for value in self.values[name]):
                columns[name] = self.text(name)
        if self.notes:
            columns["misc"] = Text.of(self.notes.get(row) for row in range(len(self.parents)))
        columns["parent"] = np.array(self.parents, np.int32)
        return Rows(np.array(self.ends, np.int64), columns)

    def text(self, name: str) -> Text:
        codes = np.full(len(self.parents), -1, np.int32)
        codes[: len(self.codes[name])] = self.codes[name]
        column = Text(codes, Strings.of(value.decode() for value in self.values[name]))
        return column if name == "form" else column.map(lambda value: None if value == NOT_ANNOTATED else value)


@dataclass(frozen=True)
class _Block:
    """A sentence in the file: what follows #BOS, and the bytes of its lines."""

    start: int
    bos: str
    body: bytes
    body_start: int
    version: int
    comments: list[str]

    @property
    def end(self) -> int:
        return self.body_start + len(self.body)

    def names(self, comments: list[str]) -> tuple[str, str | None]:
        """The id and the comments; the rest of the #BOS line is kept as a comment."""
        name, *origin = self.bos.split(None, 1)
        bos = [f"# bos = {origin[0]}"] if origin and origin[0] != _NO_ORIGIN else []
        return name, "\n".join([*bos, *self.comments, *comments]) or None


def read_export(input: Input) -> Treebank:
    """Read NEGRA export; the version is given by #FORMAT or detected from the number of fields."""
    tokens, nodes = _Lines(), _Lines()
    sentences: list[tuple[str, str | None, int]] = []
    edges: list[_Edge] = []
    edge_ends, line, counted = [0], 1, 0
    header: list[str] = []
    for block in _blocks(input, header):
        line, counted = line + input.data.count(b"\n", counted, block.start), block.start
        with rejecting(input, block.start, block.end):
            secondary, comments = _read_block(input, block, tokens, nodes)
            edges += secondary
            edge_ends.append(len(edges))
            sentences.append((*block.names(comments), line))
    columns: dict[str, Column] = {
        "id": Text.of(name for name, _, _ in sentences),
        "comments": Text.of(comments for _, comments, _ in sentences),
        "source": Text.constant(input.source, len(sentences)),
        "line": np.array([line for _, _, line in sentences], np.int64),
    }
    node_rows = nodes.rows({"tag": "label"})
    treebank = Treebank.of(
        Rows(np.arange(len(sentences) + 1, dtype=np.int64), columns),
        tokens.rows({"form": "form", "tag": "tag"}),
        node_rows.replace(label=Text.of(label or "" for label in node_rows.text("label"))),
        secondary=_edge_rows(edge_ends, edges),
        header={"export": "".join(header)} if header else {},
    )
    return order_secondary(restructure(treebank))


def _edge_rows(ends: list[int], edges: list[_Edge]) -> Rows:
    offsets = np.array(ends, np.int64)
    if not edges:
        return Rows(offsets)
    numbers = np.array([edge[:3] for edge in edges], np.int32)
    columns: dict[str, Column] = {"token": numbers[:, 0], "node": numbers[:, 1], "parent": numbers[:, 2]}
    return Rows(offsets, {**columns, "label": Text.of(edge[3] for edge in edges)})


def _blocks(input: Input, header: list[str]) -> Iterator[_Block]:
    """The sentences of a file; lines before the first are added to the header. A sentence without #EOS and text outside
    sentences are rejected here."""
    data, version, position = input.data, 0, 0
    opened: re.Match[bytes] | None = None
    comments: list[str] = []
    for mark in _MARK.finditer(data):
        begins, rest = mark[1] == b"BOS", mark[2]
        if opened is None and begins:
            version, comments = _between(input, position, mark.start(), version, header)
            opened = mark
        elif opened is not None and begins and rest[:1] == b" ":  # with a tab it is a word
            error = error_at(input, opened.start(), "the sentence that begins here has no #EOS; add it")
            reject_sentence(input, opened.start(), mark.start(), error)
            opened, comments = mark, []
        elif opened is not None and not begins and len(rest.split()) <= 1:  # with more fields it is a word
            body = data[opened.end() + 1 : mark.start() - 1]
            version = version or _detect_version(body)
            bos = opened[2].strip().decode()
            yield _Block(opened.start(), bos, body, opened.end() + 1, version or 3, comments)
            opened, position = None, mark.end()
    if opened is None:
        _between(input, position, len(data), version, header)
        return
    error = error_at(input, opened.start(), "the sentence that begins here has no #EOS; the file may be incomplete")
    reject_sentence(input, opened.start(), len(data), error)


def _detect_version(body: bytes) -> int:
    """The version, from the first line with enough fields: version 4 has an even number, and pairs may follow."""
    for line in body.split(b"\n"):
        text = line.partition(b"%%")[0]
        count = sum(map(bool, map(bytes.strip, text.split(b"\t" if b"\t" in text else None))))
        if count >= 5:
            return 4 - count % 2
    return 0


def _between(input: Input, start: int, end: int, version: int, header: list[str]) -> tuple[int, list[str]]:
    """Read the text between sentences: the version, and comments that belong to the next sentence."""
    comments: list[str] = []
    table, offset = False, start
    for line in input.data[start:end].split(b"\n") if end - start > 1 else []:
        with rejecting(input, offset, offset + len(line)):
            if line.startswith(b"#FORMAT"):
                if line[7:].strip() not in (b"3", b"4"):
                    raise error_at(input, offset, "expected #FORMAT 3 or #FORMAT 4")
                version = int(line[7:])
            elif line.startswith((b"#BOT", b"#EOT")):
                table = line.startswith(b"#BOT")
            elif line.startswith(b"%%"):
                comments.append(_comment(line))
            elif line.strip() and not table:
                raise error_at(input, offset, "text outside a sentence; a sentence is between #BOS and #EOS")
            if start == 0 and line.strip():
                header.append(line.decode().rstrip() + "\n")
        offset += len(line) + 1
    return version, comments if start else []


def _comment(line: bytes) -> str:
    return "#" + line[2:].decode().rstrip()


def _read_block(input: Input, block: _Block, tokens: _Lines, nodes: _Lines) -> tuple[list[_Edge], list[str]]:
    """Add the lines of a sentence to the columns; returns its secondary edges and its comments."""
    if not block.bos:
        raise error_at(input, block.start, "#BOS without the number of the sentence; add it")
    if b"\0" in block.body:
        raise error_at(input, block.body_start + block.body.index(b"\0"), "a NUL byte; remove it")
    columns, tails, notes, comments = _fields(input, block)
    words = columns[0]
    first = _first_node(words)
    number = {name[1:]: node for node, name in enumerate(words[first:])}
    number[b"0"] = -1
    try:
        parents = [number[parent] for parent in columns.pop()]
        edges = list(_edges(tails, first, number))
    except KeyError as error:
        raise _unknown_parent(input, block, error.args[0]) from None
    if any(-1 < parent <= node for node, parent in enumerate(parents[first:])):
        check_constituents([], parents[first:])  # a cycle is only possible if numbers do not rise from child to parent
    named = dict(zip(_FIELDS[block.version], columns, strict=True))
    for lines, part in ((tokens, slice(0, first)), (nodes, slice(first, None))):
        kept = {row - part.start: note for row, note in notes.items() if (row < first) == (lines is tokens)}
        lines.add({name: column[part] for name, column in named.items()}, parents[part], kept)
    return edges, comments


def _edges(tails: dict[int, list[bytes]], first: int, number: dict[bytes, int]) -> Iterator[_Edge]:
    for row, tail in tails.items():
        token, node = (row, -1) if row < first else (-1, row - first)
        for label, parent in zip(tail[::2], tail[1::2], strict=True):
            if number[parent] >= 0:
                yield token, node, number[parent], None if label == b"--" else label.decode()


def _unknown_parent(input: Input, block: _Block, parent: bytes) -> FormatError:
    match = re.search(rb"\s" + re.escape(parent) + rb"(?!\S)", block.body)
    name = parent.decode()
    return error_at(
        input, block.body_start + (match.start() if match else 0),
        f"the parent is '{name}', but there is no line #{name}; write the number of a node, or 0",
    )  # fmt: skip


def _first_node(names: list[bytes]) -> int:
    """Where the nodes begin. They come last and their numbers rise, so a word may also look like `#500`."""
    first, below = len(names), 1 << 62
    while first > 1:
        name = names[first - 1]
        if name[:1] != b"#" or not name[1:].isdigit() or not FIRST_NODE <= int(name[1:18]) < below:
            break
        first, below = first - 1, int(name[1:18])
    return first


def _fields(input: Input, block: _Block) -> tuple[list[list[bytes]], dict[int, list[bytes]], dict[int, str], list[str]]:
    """The columns up to the parent; by row, the secondary edges and the comment; and the lines that are comments."""
    width = block.version + 2
    if b" " not in block.body and b"%%" not in block.body:
        # Nearly all sentences: one split for all lines, with a NUL between them to check the number of fields.
        fields = block.body.replace(b"\n", b" \0 ").split()
        ends = fields[width :: width + 1]
        if len(ends) == block.body.count(b"\n") == ends.count(b"\0") and len(fields) % (width + 1) == width:
            return [fields[column :: width + 1] for column in range(width)], {}, {}, []
    rows: list[list[bytes]] = []
    tails, notes, comments = {}, {}, []
    offset = block.body_start
    for line in block.body.split(b"\n"):
        if line.startswith(b"%%") and b"\t" not in line:
            comments.append(_comment(line))
        elif line.strip():
            head, tail, note = _split(line, width)
            if len(head) < width - 1 or len(tail) % 2 == 0:
                raise error_at(input, offset, _miscounted(len(head) + len(tail), block.version))
            if len(tail) > 1:
                tails[len(rows)] = tail[1:]
            if note:
                notes[len(rows)] = note.decode()
            rows.append([*head, tail[0]])
        offset += len(line) + 1
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)], tails, notes, comments


def _split(line: bytes, width: int) -> tuple[list[bytes], list[bytes], bytes]:
    """The fields before the parent, the parent with the secondary edges, and the comment.

    Tabs separate the fields, so a word may contain a space; some files have runs of spaces instead.
    """
    head = [part for part in map(bytes.strip, line.split(b"\t")) if part]
    if len(head) >= width:
        head, rest = head[: width - 1], b" ".join(head[width - 1 :])
    else:
        *head, rest = line.split(None, width - 1)
    tail, _, note = rest.partition(b"%%")
    return head, tail.split(), note.strip()


def _miscounted(count: int, version: int) -> str:
    fields = "word lemma tag morph edge parent" if version == 4 else "word tag morph edge parent"
    expected = f"expected {version + 2} fields in format {version} ({fields}), then pairs of label and parent"
    return f"{expected}, found {count}"


def write_export(treebank: Treebank, file: BinaryIO, version: int = 0) -> None:
    """Write NEGRA export, version 3 or 4; without a version, 4 if there is any lemma."""
    must_have_trees(treebank, "export")
    version = version or (4 if (treebank.tokens.text("lemma").codes >= 0).any() else 3)
    file.write(_header(treebank.header.get("export", ""), version).encode())
    order, place = number_nodes(treebank)
    numbers = [str(number) for number in (place + FIRST_NODE).tolist()]
    token_lines = _lines(treebank, treebank.tokens, "token", numbers, _FIELDS[version])
    node_fields = tuple({"tag": "label"}.get(name, name) for name in _FIELDS[version][1:])
    unordered = _lines(treebank, treebank.nodes, "node", numbers, node_fields)
    node_lines = [f"#{numbers[row]}\t{unordered[row]}" for row in order.tolist()]
    token_ends, node_ends = treebank.tokens.offsets.tolist(), treebank.nodes.offsets.tolist()
    ids, comments = treebank.sentences.text("id").decode(), treebank.sentences.text("comments").decode()
    for s in range(len(treebank)):
        name = _field(ids[s] or "") or str(s + 1)
        lines = token_lines[token_ends[s] : token_ends[s + 1]] + node_lines[node_ends[s] : node_ends[s + 1]]
        file.write("\n".join([*_opening(name, comments[s]), *lines, f"#EOS {name}\n"]).encode())


def _header(known: str, version: int) -> str:
    if f"#FORMAT {version}\n" in known:
        return known
    # A comment with the names of the columns would be that of the other version.
    kept = [line for line in known.split("\n") if not line.startswith(("#FORMAT", "%% word"))]
    return "\n".join([f"#FORMAT {version}", *kept])


def _opening(name: str, comments: str | None) -> list[str]:
    origin, lines = _NO_ORIGIN, []
    for line in comments.split("\n") if comments else []:
        if line.startswith("# bos = "):
            origin = line.removeprefix("# bos = ")
        else:
            lines.append("%%" + line.removeprefix("#").replace("\t", " "))
    return [f"#BOS {name} {origin}", *lines]


def _field(value: str) -> str:
    return re.sub(f"{_REPLACED}+", "_", value)


def _strings(column: Text, empty: str = NOT_ANNOTATED) -> list[str]:
    return [value or empty for value in column.map(_field).decode()]


def _lines(treebank: Treebank, rows: Rows, kind: str, numbers: list[str], names: tuple[str, ...]) -> list[str]:
    """The lines of tokens or nodes (without their numbers), with secondary edges and comments at the end."""
    if not len(rows):
        return []
    above, edges = [*numbers, "0"], treebank.secondary
    parent = rows.numbers("parent")
    where = np.where(parent >= 0, parent + np.repeat(treebank.nodes.offsets[:-1], rows.counts), -1)
    columns = [_strings(rows.text(name), "_" if name == "form" else NOT_ANNOTATED) for name in names]
    lines = ["\t".join(fields) for fields in zip(*columns, [above[row] for row in where.tolist()], strict=True)]
    if len(edges):
        starts, labels = np.repeat(rows.offsets[:-1], edges.counts), _strings(edges.text("label"))
        parents = edges.numbers("parent") + np.repeat(treebank.nodes.offsets[:-1], edges.counts)
        for edge in np.flatnonzero(edges.numbers(kind) >= 0).tolist():
            lines[starts[edge] + edges.numbers(kind)[edge]] += f"\t{labels[edge]}\t{numbers[parents[edge]]}"
    misc = rows.text("misc")
    for row in np.flatnonzero(misc.codes >= 0).tolist():
        lines[row] += f"\t%% {' '.join((misc[row] or '').split())}"
    return lines


def _sniff(head: bytes) -> int:
    """A file begins with a comment, #FORMAT, a table or #BOS, and has one of the last three at the start of a line."""
    if not head.lstrip().startswith((b"%%", b"#FORMAT ", b"#BOT ", b"#BOS ")):
        return 0
    return 2 * (re.search(rb"^(?:#FORMAT [34]\s|#BOT \w|#BOS \S)", head, re.MULTILINE) is not None)


def _add(name: str, description: str, version: int) -> None:
    plain = version == 0
    register_format(
        Format(
            name=name,
            description=f"NEGRA export, {description}",
            read=read_export,
            write=lambda treebank, file: write_export(treebank, file, version),
            extensions=(".export", ".negra") if plain else (),
            sniff=_sniff if plain else lambda head: 0,
            carries=frozenset(_CARRIED - ({"lemma"} if version == 3 else set())),
            replaced=_REPLACED,
        )
    )


_add("export", "format 3 or 4", 0)
_add("export3", "format 3 (no lemma)", 3)
_add("export4", "format 4 (with lemma)", 4)
