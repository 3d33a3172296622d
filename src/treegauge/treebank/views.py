"""Read-only views, for code that is clearer sentence by sentence: `treebank[i]` is a `Tree` of `Node`s and `Token`s.

A view consists of a treebank and a number. Nothing is copied when it is created. Columns are decoded, and the lists of
children are built, once per tree, on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import Any, cast

from ..core.errors import DataError
from .shape import NO_WORDS, TRACE
from .strings import Text
from .table import NOT_GIVEN, ROOT, Treebank

_MISSING = {"head": NOT_GIVEN, "parent": ROOT, "left": 0, "right": 0, "line": 0}
_PROVENANCE = frozenset({"source", "line"})
_TEXT = re.compile(r"#\s*text\s*=\s?(.*)")
_UNSAFE = re.compile(r"[()\x00-\x20]")


@dataclass(frozen=True, slots=True, repr=False)
class Node:
    """A phrase; `index` is its number in the sentence, in preorder from 0."""

    tree: Tree
    index: int

    @property
    def label(self) -> str | None:
        return cast("str | None", self.tree.column("nodes", "label")[self.index])

    @property
    def function(self) -> str | None:
        """The label of the edge to its parent."""
        return cast("str | None", self.tree.column("nodes", "function")[self.index])

    @property
    def mark(self) -> str | None:
        """What pictures add to its label, such as a sign for an error."""
        return cast("str | None", self.tree.column("nodes", "mark")[self.index])

    @property
    def bits(self) -> float | None:
        """How hard the node is, where its table has a column `bits`; pictures are coloured by it."""
        bits = cast("float | None", self.tree.column("nodes", "bits")[self.index])
        return None if bits is None or isnan(bits) else bits

    @property
    def parent(self) -> Node | None:
        """The node above, or None at the top."""
        above = self.tree.column("nodes", "parent")[self.index]
        return self.tree.nodes[above] if above >= 0 else None

    @property
    def children(self) -> Sequence[Node | Token]:
        """Nodes and tokens directly below, in the order of their first tokens."""
        return self.tree._children[self.index + 1]

    @property
    def left(self) -> int:
        """Its first token."""
        return int(self.tree.column("nodes", "left")[self.index])

    @property
    def right(self) -> int:
        """One past its last token."""
        return int(self.tree.column("nodes", "right")[self.index])

    @property
    def tokens(self) -> Sequence[Token]:
        """All tokens below, in the order of the sentence."""
        if not self.is_discontinuous:
            return self.tree.tokens[self.left : self.right]
        tokens, waiting = [], [*self.children]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Node):
                waiting.extend(item.children)
            else:
                tokens.append(item)
        return tuple(sorted(tokens, key=lambda token: token.index))

    @property
    def is_discontinuous(self) -> bool:
        """Whether its tokens have a gap."""
        return self.tree._sizes[self.index] < self.right - self.left

    def __hash__(self) -> int:
        return ~self.index

    def __repr__(self) -> str:
        return f"<Node {self.index} {self.label}: tokens {self.left} to {self.right}>"


@dataclass(frozen=True, slots=True, repr=False)
class Token:
    """A token; `index` is its number in the sentence, from 0. A value that the source does not have is None."""

    tree: Tree
    index: int

    def _text(self, name: str) -> str | None:
        return cast("str | None", self.tree.column("tokens", name)[self.index])

    @property
    def form(self) -> str:
        return self._text("form") or ""

    @property
    def tag(self) -> str | None:
        return self._text("tag")

    @property
    def lemma(self) -> str | None:
        return self._text("lemma")

    @property
    def upos(self) -> str | None:
        return self._text("upos")

    @property
    def feats(self) -> str | None:
        return self._text("feats")

    @property
    def misc(self) -> str | None:
        return self._text("misc")

    @property
    def deprel(self) -> str | None:
        return self._text("deprel")

    @property
    def function(self) -> str | None:
        """The label of the edge to its parent."""
        return self._text("function")

    @property
    def mark(self) -> str | None:
        """What pictures add to it, such as a sign for an error."""
        return self._text("mark")

    @property
    def parent(self) -> Node | None:
        """The node above, or None."""
        above = self.tree.column("tokens", "parent")[self.index]
        return self.tree.nodes[above] if above >= 0 else None

    @property
    def head(self) -> Token | None:
        """Its head, or None if it is a root (see `is_root`) or no head is given."""
        head = self.tree.column("tokens", "head")[self.index]
        return self.tree.tokens[head] if head >= 0 else None

    @property
    def is_root(self) -> bool:
        """Whether it is a root of the dependency tree."""
        return bool(self.tree.column("tokens", "head")[self.index] == ROOT)

    @property
    def dependents(self) -> Sequence[Token]:
        """The tokens whose head it is, in order."""
        return self.tree._dependents[self.index]

    @property
    def is_word(self) -> bool:
        """False for empty elements (-NONE-, or a bare *T*, *pro*, 0), CODE and ID."""
        if self.tag is None and self.tree.treebank.has_constituents:
            return TRACE.match(self.form) is None
        return self.tag not in NO_WORDS

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"<Token {self.index} {self.form}>"


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """Sentence `index` of a treebank. Its length is the number of tokens, and iterating over it gives the tokens.

    Two trees are equal if all columns except `source` and `line` are; a missing column equals one without values.
    """

    treebank: Treebank
    index: int
    _cells: dict[tuple[str, str], list[Any]] = field(default_factory=dict, init=False)

    def column(self, table: str, name: str) -> list[Any]:
        """The cells of this sentence in a column of a table: strings or None, or numbers."""
        key = (table, name)
        if key not in self._cells:
            self._cells[key] = self._decoded(table, name)
        return self._cells[key]

    def _decoded(self, table: str, name: str) -> list[Any]:
        rows = self.treebank.tables[table]
        start, end = int(rows.offsets[self.index]), int(rows.offsets[self.index + 1])
        column = rows.columns.get(name)
        if column is None:
            return [_MISSING.get(name)] * (end - start)
        if not isinstance(column, Text):
            return list(column[start:end].tolist())
        values = column.values
        return [values[code] if code >= 0 else None for code in column.codes[start:end].tolist()]

    def __len__(self) -> int:
        offsets = self.treebank.tokens.offsets
        return int(offsets[self.index + 1] - offsets[self.index])

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, in order."""
        return tuple(Token(self, index) for index in range(len(self)))

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All phrases, in preorder."""
        return tuple(Node(self, index) for index in range(len(self.column("nodes", "parent"))))

    @property
    def roots(self) -> Sequence[Node | Token]:
        """The nodes and tokens at the top, in order; all tokens if there is no constituency tree."""
        return self._children[0]

    @cached_property
    def _children(self) -> list[tuple[Node | Token, ...]]:
        """The children of the sentence at 0, those of node k at k + 1. A node precedes the token at which it begins."""
        children: list[list[Node | Token]] = [[] for _ in range(len(self.nodes) + 1)]
        parents, above = self.column("nodes", "parent"), self.column("tokens", "parent")
        left = self.column("nodes", "left")
        waiting = iter(sorted(self.nodes, key=lambda node: left[node.index]))
        node = next(waiting, None)
        for token in self.tokens:
            while node is not None and left[node.index] <= token.index:
                children[parents[node.index] + 1].append(node)
                node = next(waiting, None)
            children[above[token.index] + 1].append(token)
        while node is not None:
            children[parents[node.index] + 1].append(node)
            node = next(waiting, None)
        return [tuple(items) for items in children]

    @cached_property
    def _dependents(self) -> list[tuple[Token, ...]]:
        dependents: list[list[Token]] = [[] for _ in range(len(self))]
        for token, head in zip(self.tokens, self.column("tokens", "head"), strict=True):
            if head >= 0:
                dependents[head].append(token)
        return [tuple(tokens) for tokens in dependents]

    @cached_property
    def _sizes(self) -> list[int]:
        """How many tokens each node dominates."""
        parents = self.column("nodes", "parent")
        sizes = [0] * (len(parents) + 1)  # the last item is for the sentence, whose number is -1
        for parent in self.column("tokens", "parent"):
            sizes[parent] += 1
        for index in range(len(parents) - 1, -1, -1):
            sizes[parents[index]] += sizes[index]
        return sizes

    @property
    def is_discontinuous(self) -> bool:
        """Whether some node has a gap."""
        return any(node.is_discontinuous for node in self.nodes)

    @property
    def id(self) -> str | None:
        return cast("str | None", self.column("sentences", "id")[0])

    @property
    def comments(self) -> list[str]:
        """The comment lines, unchanged."""
        lines: str | None = self.column("sentences", "comments")[0]
        return [] if lines is None else lines.split("\n")

    @property
    def source(self) -> str | None:
        """The file it was read from."""
        return cast("str | None", self.column("sentences", "source")[0])

    @property
    def line(self) -> int | None:
        """The line of that file."""
        return self.column("sentences", "line")[0] or None

    @property
    def text(self) -> str:
        """The comment `# text = ...` if there is one, otherwise the words separated by spaces, without empty
        elements."""
        for line in self.comments:
            if match := _TEXT.fullmatch(line):
                return match.group(1)
        return " ".join(token.form for token in self.tokens if token.is_word)

    def brackets(self) -> str:
        """The tree on one line, as the bracket writer writes it; a discontinuous tree has numbered leaves."""
        if not self.treebank.has_constituents:
            raise DataError(f"{self.treebank.where(self.index)}: the sentence has no constituency tree for brackets")
        numbered, roots = self.is_discontinuous, self.roots
        wrapped = len(roots) != 1 or (isinstance(roots[0], Token) and roots[0].tag is None)
        pieces = ["(VROOT"] if wrapped else []
        waiting: list[Node | Token | None] = [*reversed(roots)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Node):
                pieces.append(f" ({escape_brackets(item.label or '')}")
                waiting += [None, *reversed(item.children)]
            else:
                pieces.append(")" if item is None else _leaf(item, numbered))
        return "".join(pieces) + ")" if wrapped else "".join(pieces).removeprefix(" ")

    def svg(self) -> str:
        """A picture: the constituency tree above the words, dependencies as arcs."""
        from .svg import svg

        return svg(self)

    def __str__(self) -> str:
        from .drawing import text

        return text(self)

    def __repr__(self) -> str:
        return f"<Tree {self.id or self.index}: {len(self)} tokens, {len(self.nodes)} nodes>"

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x: auto">{self.svg()}</div>'

    def to_nltk(self) -> Any:
        """As `nltk.Tree` (extra `nltk`)."""
        from .bridges import to_nltk

        return to_nltk(self)

    def to_spacy(self, vocab: Any = None) -> Any:
        """As a spaCy `Doc` (extra `spacy`)."""
        from .pipelines import to_spacy

        return to_spacy(self, vocab)

    def to_stanza(self) -> Any:
        """As a stanza `Document` of one sentence (extra `stanza`)."""
        from .pipelines import to_stanza

        return to_stanza(self)

    def to_tuples(self) -> Any:
        """As nested tuples, or a list of tuples for a dependency tree."""
        from .bridges import to_tuples

        return to_tuples(self)

    @cached_property
    def _content(self) -> dict[tuple[str, str], list[Any]]:
        """All columns that have values, and the number of rows."""
        content: dict[tuple[str, str], list[Any]] = {}
        for table, rows in self.treebank.tables.items():
            content[table, ""] = [int(rows.offsets[self.index + 1] - rows.offsets[self.index])]
            for name in rows.columns.keys() - _PROVENANCE:
                cells = self.column(table, name)
                if any(cell != _MISSING.get(name) for cell in cells):
                    content[table, name] = cells
        return content

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._content == other._content if isinstance(other, Tree) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.column("tokens", "form")))


def _leaf(token: Token, numbered: bool) -> str:
    word = (f"{token.index}=" if numbered else "") + (escape_brackets(token.form) or "_")
    return f" {word}" if token.tag is None else f" ({escape_brackets(token.tag)} {word})"


def escape_brackets(word: str) -> str:
    """Escape a word for use within brackets: ( and ) become -LRB- and -RRB-; white space at which a reader would split
    becomes _ (a no-break space is kept)."""
    if _UNSAFE.search(word) is None:
        return word
    return _UNSAFE.sub(lambda match: {"(": "-LRB-", ")": "-RRB-"}.get(match.group(), "_"), word)
