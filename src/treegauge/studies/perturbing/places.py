"""The places in a treebank where errors of a kind can be inserted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ...annotation.schemes import Scheme, find_scheme
from ...core.errors import CallError
from ...core.types import Int64s, Mask
from ...treebank import Text, Treebank
from ...treebank.strings import concatenate_text
from .kinds import USUAL_KINDS, kind_number, parts_of

NO_CHANGE = -2


@dataclass(frozen=True, eq=False)
class Changes:
    """What each error changes: at most one move, one new label, and two words with a new head or relation. Rows are
    those of the whole treebank, -1 is none.

    kind       the kind of error, a number
    sentence   where it is
    phrase     the PP or VP; its words run from `left` to `right` (one past the last), as token rows
    token, node      what moves, a token or a node
    source, target   the nodes from which and to which it moves
    label      the new label of the phrase, where it gets one
    dependent  two token rows, with the new head (within the sentence; -2: unchanged) and the new relation (missing:
               unchanged) of each
    """

    kind: Int64s
    sentence: Int64s
    phrase: Int64s
    left: Int64s
    right: Int64s
    token: Int64s
    node: Int64s
    source: Int64s
    target: Int64s
    label: Text
    dependent: Int64s
    head: Int64s
    relation: tuple[Text, Text]

    def __len__(self) -> int:
        return len(self.kind)

    def take(self, rows: Int64s | Mask) -> Changes:
        """Some of them."""
        numbers: dict[str, Any] = {name: getattr(self, name)[rows] for name in _NUMBERS}
        relation = (self.relation[0].take(rows), self.relation[1].take(rows))
        return Changes(**numbers, label=self.label.take(rows), relation=relation)


_NUMBERS = tuple(field.name for field in fields(Changes) if field.name not in ("label", "relation"))


def no_changes(kind: str, sentence: Int64s, left: Int64s, right: Int64s) -> Changes:
    """Errors of a kind that do not change anything yet."""
    count = len(sentence)
    none = np.full(count, -1, np.int64)
    nothing = Text.constant(None, count)
    return Changes(
        np.full(count, kind_number(kind)),
        sentence.astype(np.int64),
        none,
        left.astype(np.int64),
        right.astype(np.int64),
        none,
        none,
        none,
        none,
        nothing,
        np.full((count, 2), -1),
        np.full((count, 2), NO_CHANGE),
        (nothing, nothing),
    )


def join_changes(parts: Sequence[Changes]) -> Changes:
    """Several lists of errors as one."""
    numbers: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _NUMBERS}
    label = concatenate_text([part.label for part in parts])
    first, second = (concatenate_text([part.relation[k] for part in parts]) for k in (0, 1))
    return Changes(**numbers, label=label, relation=(first, second))


@dataclass(frozen=True, eq=False)
class Places:
    """The places in a treebank for errors of some kinds: what each would change."""

    treebank: Treebank
    scheme: Scheme
    kinds: tuple[str, ...]
    changes: Changes

    def count(self, kind: str) -> int:
        """How many there are for a kind."""
        return int((self.changes.kind == kind_number(kind)).sum())

    @property
    def counts(self) -> dict[str, int]:
        """How many there are for each kind."""
        return {kind: self.count(kind) for kind in self.kinds}

    @property
    def with_heads(self) -> dict[str, int]:
        """How many of them change a head or a relation too, for each kind."""
        changed = (self.changes.dependent >= 0).any(1)
        return {kind: int((changed & (self.changes.kind == kind_number(kind))).sum()) for kind in self.kinds}


def find_places(treebank: Treebank, kinds: str | Iterable[str] = USUAL_KINDS, scheme: str | Scheme = "auto") -> Places:
    """All places for errors of some kinds. Where there are phrases, the errors change phrases, and the heads follow;
    otherwise they change the heads."""
    from .arcs import arc_places
    from .phrases import phrase_places

    wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    chosen = find_scheme(scheme, treebank) if isinstance(scheme, str) else scheme
    if len(treebank.tokens) and not treebank.has_constituents and not treebank.has_dependencies:
        raise CallError("errors are inserted into trees, but the treebank has none")
    simple = tuple(dict.fromkeys(part for kind in wanted for part in parts_of(kind)))
    each = (arc_places if treebank.has_dependencies and not treebank.has_constituents else phrase_places)(
        treebank, chosen, simple
    )
    parts = [
        replace(each[part], kind=np.full(len(each[part]), kind_number(kind)))
        for kind in wanted
        for part in parts_of(kind)
    ]
    return Places(treebank, chosen, wanted, join_changes(parts))
