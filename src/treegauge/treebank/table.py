"""`Treebank`: all sentences of a treebank in a few flat tables."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from ..core.types import Integers
from ..core.wording import counted
from .rows import Column, Rows, concatenate_rows
from .strings import Text

if TYPE_CHECKING:
    from .frames import Frames
    from .views import Tree

ROOT, NOT_GIVEN = -1, -2
_FILL = {"head": NOT_GIVEN, "parent": ROOT, "line": 0}
_PROVENANCE = frozenset({"source", "line"})


def no_rows(sentences: int) -> Rows:
    """A table without rows, for that many sentences."""
    return Rows(np.zeros(sentences + 1, np.int64))


@dataclass(frozen=True, eq=False)
class Treebank:
    """Sentences as tables. All indices (`head`, `parent`, `left`, `right` ...) count from 0 within the sentence.

    sentences  one row each: `id`, `comments` (lines that begin with #), `source`, `line`
    tokens     `form`, `tag`, and where given `lemma upos feats misc deps head deprel parent function`; `head` -1 is the
               root and -2 not given; `parent` is the node above, -1 none
    nodes      in preorder: `label`, `function`, `parent`, `left`, `right` (first token, one past the last)
    multiword  `first`, `last` (one past), `form`, `fields`: surface tokens that are several words (CoNLL-U 3-4)
    empty      `after` (tokens before it), `minor`, `fields`: empty nodes of enhanced graphs (CoNLL-U 3.1)
    secondary  `token`, `node` (one of them -1), `parent`, `label`: secondary edges
    header     the text before the first sentence, by format
    """

    sentences: Rows
    tokens: Rows
    nodes: Rows
    multiword: Rows
    empty: Rows
    secondary: Rows
    header: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sentences: Rows, tokens: Rows, nodes: Rows | None = None, **tables: Any) -> Treebank:
        """A treebank from its tables; those not given are empty."""
        count = len(sentences.offsets) - 1
        for name in ("multiword", "empty", "secondary"):
            tables.setdefault(name, no_rows(count))
        return cls(sentences, tokens, no_rows(count) if nodes is None else nodes, **tables)

    def __len__(self) -> int:
        return len(self.sentences.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> Tree: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | Integers) -> Treebank: ...
    def __getitem__(self, index: Any) -> Tree | Treebank:
        if isinstance(index, (slice, list, tuple, np.ndarray)):
            wanted = index if isinstance(index, slice) or len(index) else slice(0)
            return self.select(np.arange(len(self))[wanted if isinstance(wanted, slice) else np.asarray(wanted)])
        from .views import Tree

        position = operator.index(index)
        if not -len(self) <= position < len(self):
            raise IndexError(f"sentence {position} does not exist: the treebank has {len(self)}, counted from 0")
        return Tree(self, position % len(self))

    def __iter__(self) -> Iterator[Tree]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        kinds = " and ".join(
            kind
            for kind, present in (("constituency", self.has_constituents), ("dependency", self.has_dependencies))
            if present
        )
        counts = f"{counted(len(self), 'sentence')}, {counted(len(self.tokens), 'token')}"
        return f"<Treebank: {counts}, {kinds or 'no'} trees>"

    @property
    def has_constituents(self) -> bool:
        return "parent" in self.tokens

    @property
    def has_dependencies(self) -> bool:
        return "head" in self.tokens

    @property
    def tables(self) -> dict[str, Rows]:
        """All tables by name."""
        names = ("sentences", "tokens", "nodes", "multiword", "empty", "secondary")
        return {name: getattr(self, name) for name in names}

    def replace(self, **tables: Any) -> Treebank:
        """The same treebank with some tables changed."""
        return replace(self, **tables)

    def select(self, sentences: Integers) -> Treebank:
        """Some sentences, in the given order."""
        picked = {name: rows.select(sentences) for name, rows in self.tables.items()}
        return Treebank(**picked, header=self.header)

    def equals(self, other: Treebank) -> bool:
        """Whether both have the same sentences with the same trees; the files they come from do not matter."""
        tables = other.tables
        return all(rows.equals(tables[name], ignoring=_PROVENANCE) for name, rows in self.tables.items())

    def where(self, sentence: int) -> str:
        """`file:line`, for messages."""
        source = self.sentences.text("source")[sentence] or "sentence"
        line = int(self.sentences.numbers("line")[sentence]) if "line" in self.sentences else 0
        return f"{source}:{line}" if line else f"{source} {sentence + 1}"

    @property
    def memory(self) -> int:
        """The bytes in the arrays; shared arrays count once."""
        blocks: dict[int, int] = {}
        for rows in self.tables.values():
            for column in (rows.offsets, *rows.columns.values()):
                blocks.update({part.__array_interface__["data"][0]: part.nbytes for part in _arrays(column)})
        return sum(blocks.values())

    def fingerprint(self) -> str:
        """A short string that changes with the sentences, tokens and nodes, but not with the file they come from."""
        digest = hashlib.blake2b(digest_size=16)
        for rows in (self.sentences, self.tokens, self.nodes):
            digest.update(rows.offsets.tobytes())
            for name, column in sorted(rows.columns.items()):
                if name not in _PROVENANCE:
                    digest.update(name.encode())
                    for part in _arrays(column):
                        digest.update(part.tobytes())
        return digest.hexdigest()

    def to_polars(self) -> Frames:
        """The tables as polars data frames (extra `frames`)."""
        from .frames import to_polars

        return to_polars(self)


def _arrays(column: Column) -> tuple[NDArray[Any], ...]:
    return (column.codes, column.values.blob, column.values.offsets) if isinstance(column, Text) else (column,)


def concatenate(treebanks: Sequence[Treebank]) -> Treebank:
    """Concatenate treebanks."""
    if len(treebanks) == 1:
        return treebanks[0]
    if not treebanks:
        return Treebank.of(no_rows(0), no_rows(0))
    tables = {
        name: concatenate_rows([treebank.tables[name] for treebank in treebanks], _FILL) for name in treebanks[0].tables
    }
    header: dict[str, str] = {}
    for treebank in treebanks:
        header = {**treebank.header, **header}
    return Treebank(**tables, header=header)
