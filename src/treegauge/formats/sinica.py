"""Sinica Treebank notation, one sentence per line: `#1:1.[7] NP(property:Nab:...|Head:Nab:...)#...(PERIODCATEGORY)`.

A phrase is role:label(child|child), a leaf is role:tag:word; the role may be missing. The text after the last # is
punctuation outside the tree. Several trees in one sentence, which only the writer produces, are separated by |.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO

from ..treebank import Treebank
from ..treebank.build import Builder, NodeRow, TokenRow
from .base import Format, Input, register_format
from .trees import build_ordered, error_at, filled, must_be_continuous, must_have_trees, rejecting, walk

_PIECE = re.compile(r"[()|]|[^()|]+")
_OUTSIDE = re.compile(r"(\s*)([^()]*)\(([^()]*)\)")
_LINE = re.compile(rb"#\S+ [^\s():|]+(?::[^\s():|]+)*\(")
_WIDE = str.maketrans({"(": "（", ")": "）", "|": "｜", ":": "：", "#": "＃"})
_SPACES = "SpacesBefore="
_REPLACED = r"[\r\n\0()|:#]"  # the last five by characters of double width


def read_sinica(input: Input) -> Treebank:
    """Read Sinica notation."""
    builder = Builder()
    start = 0
    for number, line in enumerate(input.data.split(b"\n"), 1):
        if line.strip():
            with rejecting(input, start, start + len(line)):
                name, tokens, nodes = _read_line(input, start, line)
                builder.add({"id": name, "source": input.source, "line": number}, tokens, nodes)
        start += len(line) + 1
    return build_ordered(builder, {})


def _read_line(input: Input, start: int, line: bytes) -> tuple[str, list[TokenRow], list[NodeRow]]:
    if b"\0" in line:
        raise error_at(input, start, "a NUL byte; remove it")
    name, space, body = line.decode().rstrip("\r").removeprefix("#").partition(" ")
    if not line.startswith(b"#") or not space:
        raise error_at(input, start, "expected '#number tree#punctuation'; add what is missing")
    tree, mark, outside = body.rpartition("#")
    tokens: list[TokenRow] = []
    nodes: list[NodeRow] = []
    try:
        _read_tree(tree if mark else body, tokens, nodes)
        _read_outside(outside if mark else "", tokens)
    except ValueError as error:
        raise error_at(input, start, str(error)) from None
    return name, tokens, nodes


def _read_tree(text: str, tokens: list[TokenRow], nodes: list[NodeRow]) -> None:
    """Add the leaves and phrases of a tree; raise ValueError with the reason if it is malformed."""
    path = [-1]
    pieces = [*_PIECE.findall(text), ""]
    before = "|"
    for piece, after in pairwise(pieces):
        if piece == "(":
            if before in (")", "word"):
                raise ValueError("a ( after a child; put a | or a label before it")
            if before in ("(", "|"):
                nodes.append({"label": "", "parent": path[-1]})
            path.append(len(nodes) - 1)
        elif piece == ")":
            if len(path) == 1 or before == "|":
                raise ValueError("a ) closes nothing; remove it or add what is missing before it")
            path.pop()
        elif piece == "|":
            if before in ("(", "|"):
                raise ValueError("a | without a child before it; remove it")
        elif before == ")":
            raise ValueError(f"'{piece}' follows a ); put a | between them")
        elif after == "(":
            role, _, label = piece.rpartition(":")
            nodes.append(filled(NodeRow(label=label, function=role or None, parent=path[-1])))
        else:
            tokens.append(_leaf(piece, path[-1]))
        before = piece if piece in "()|" else "label" if after == "(" else "word"
    if len(path) > 1 or (before == "|" and text):
        raise ValueError("the tree is not closed; add the missing )")


def _leaf(piece: str, parent: int) -> TokenRow:
    *role, tag, word = ["", *piece.rsplit(":", 2)]
    if not role:
        raise ValueError(f"'{piece}' is not a leaf; a leaf is role:tag:word")
    return filled(TokenRow(form=word, tag=tag or None, function=role[-1] or None, parent=parent))


def _read_outside(text: str, tokens: list[TokenRow]) -> None:
    """Add the punctuation after the tree, form(TAG); a space before it is kept."""
    place = 0
    while place < len(text):
        match = _OUTSIDE.match(text, place)
        if match is None:
            raise ValueError(f"expected punctuation, form(TAG), after the last #, found '{text[place:]}'")
        spaces, form, tag = match.groups()
        misc = _SPACES + spaces.replace(" ", "\\s") if spaces else None
        tokens.append(filled(TokenRow(form=form, tag=tag or None, misc=misc, parent=-1)))
        place = match.end()


def write_sinica(treebank: Treebank, file: BinaryIO) -> None:
    """Write Sinica notation; characters with a meaning in the notation are written in full width."""
    must_have_trees(treebank, "Sinica notation")
    must_be_continuous(treebank, "Sinica notation")
    ids = treebank.sentences.text("id").decode()
    leaves, phrases, outside = _spelled(treebank)
    token_ends, node_ends = treebank.tokens.offsets.tolist(), treebank.nodes.offsets.tolist()
    parents = treebank.tokens.numbers("parent").tolist() if len(treebank.tokens) else []
    above, left = (treebank.nodes.numbers(name).tolist() if node_ends[-1] else [] for name in ("parent", "left"))
    free = (treebank.tokens.text("function").codes < 0).tolist()
    for s in range(len(treebank)):
        start, end = token_ends[s : s + 2]
        inside = end
        while inside > start and parents[inside - 1] < 0 and free[inside - 1]:
            inside -= 1
        nodes = slice(*node_ends[s : s + 2])
        tree = _tree(walk(parents[start:inside], above[nodes], left[nodes]), leaves[start:end], phrases[nodes])
        name = re.sub(r"\s", "_", ids[s] or str(s + 1))
        file.write(f"#{name} {tree}#{''.join(outside[inside:end])}\n".encode())


def _tree(steps: Iterator[tuple[str, int]], leaves: list[str], phrases: list[str]) -> str:
    text, before = [], "open"
    for kind, number in steps:
        if kind != "close" and before != "open":
            text.append("|")
        text.append(leaves[number] if kind == "token" else f"{phrases[number]}(" if kind == "open" else ")")
        before = kind
    return "".join(text)


def _spelled(treebank: Treebank) -> tuple[list[str], list[str], list[str]]:
    """Leaves and labels as written in the tree, and tokens as written outside of it."""
    tokens, nodes = treebank.tokens, treebank.nodes
    form, tag = (_wide(tokens.text(name).decode()) for name in ("form", "tag"))
    label = _wide(nodes.text("label").decode())
    spaces = [
        misc.removeprefix(_SPACES).replace("\\s", " ") if misc and misc.startswith(_SPACES) else ""
        for misc in tokens.text("misc").decode()
    ]
    token_roles, node_roles = (_roles(rows.text("function").decode()) for rows in (tokens, nodes))
    leaves = [f"{role}{name}:{word}" for role, name, word in zip(token_roles, tag, form, strict=True)]
    phrases = [f"{role}{name}" for role, name in zip(node_roles, label, strict=True)]
    return leaves, phrases, [f"{space}{word}({name})" for space, word, name in zip(spaces, form, tag, strict=True)]


def _roles(values: list[str | None]) -> list[str]:
    """Roles with their colon; a colon within a role is harmless, since a leaf is read from its end."""
    return [f"{':'.join(_wide(value.split(':')))}:" if value else "" for value in values]


def _wide(values: Sequence[str | None]) -> list[str]:
    return [re.sub(_REPLACED, "_", value.translate(_WIDE)) if value else "" for value in values]


def _sniff(head: bytes) -> int:
    """Whether every complete line begins with # and a name, followed by a label and a bracket."""
    lines = [line for line in head.split(b"\n")[: -1 if b"\n" in head else None] if line.strip()]
    return 2 * bool(lines and all(_LINE.match(line) for line in lines))


register_format(
    Format(
        name="sinica",
        description="Sinica Treebank notation, role:label(child|child)",
        read=read_sinica,
        write=write_sinica,
        extensions=(".sinica",),
        sniff=_sniff,
        carries=frozenset({"nodes", "function", "id"}),
        replaced=_REPLACED,
    )
)
