"""The trees of a report as columns: gold first, then each system in terms of gold, so that little remains to pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ...core.types import Integers, Mask
from ...treebank import Text, Treebank
from .packing import Pack

# Of a head, which is otherwise the distance to it. Outside: it is in another sentence of gold.
ROOT, NOT_GIVEN, OUTSIDE, ITSELF = 0, -(2**31), -(2**31) + 1, 2**31 - 1
OWN_WORDS, SAME_WORDS, NO_PARSE = 0, 1, 2


@dataclass
class Vocabulary:
    """Distinct strings of all trees, numbered in the order in which they come."""

    index: dict[str, int] = field(default_factory=dict)

    def codes(self, column: Text) -> NDArray[np.int64]:
        """A column as numbers of this vocabulary; a missing value is the empty string."""
        table = [self.index.setdefault(value, len(self.index)) for value in [*column.values, ""]]
        return np.array(table, np.int64)[column.codes]


@dataclass
class TreeColumns:
    """Packs treebanks whose sentences are paired one by one."""

    pack: Pack
    words: Vocabulary = field(default_factory=Vocabulary)
    names: Vocabulary = field(default_factory=Vocabulary)  # tags, labels, relations

    def add_gold(self, gold: Treebank) -> None:
        """Pack the gold trees."""
        self.gold = gold
        self.form, self.tag, self.relation = self._token_codes(gold)
        self._add("gold", gold, np.full(len(gold), OWN_WORDS), self.form, self.tag, self.relation)

    def add_system(self, name: str, test: Treebank, same: Mask) -> None:
        """Pack the trees of a system. Where its words are those of gold (`same`), only what differs takes space."""
        form, tag, relation = self._token_codes(test)
        state = np.where(same, SAME_WORDS, np.where(test.tokens.counts == 0, NO_PARSE, OWN_WORDS))
        as_gold = same[test.tokens.sentence]
        like = same[self.gold.tokens.sentence]
        for column, of_gold in ((tag, self.tag), (relation, self.relation)):
            column[as_gold] -= of_gold[like]
        self._add(name, test, state, form[~as_gold], tag, relation)
        self.pack.add(f"{name}.paired", _steps(test)[~as_gold])

    def strings(self) -> dict[str, list[str]]:
        """The vocabularies, for the page."""
        return {"words": list(self.words.index), "names": list(self.names.index)}

    def _token_codes(self, treebank: Treebank) -> tuple[Integers, Integers, Integers]:
        tokens = treebank.tokens
        tag = "upos" if treebank.has_dependencies and "upos" in tokens and not treebank.has_constituents else "tag"
        columns = tokens.text("form"), tokens.text(tag), tokens.text("deprel")
        return self.words.codes(columns[0]), self.names.codes(columns[1]), self.names.codes(columns[2])

    def _add(self, name: str, side: Treebank, state: Integers, form: Integers, tag: Integers, rel: Integers) -> None:
        pack, tokens, nodes = self.pack, side.tokens, side.nodes
        pack.add(f"{name}.state", state)
        pack.add(f"{name}.tokens", tokens.counts)
        pack.add(f"{name}.form", form)
        pack.add(f"{name}.tag", tag)
        if side.has_dependencies:
            pack.add(f"{name}.head", _relative_heads(side))
            pack.add(f"{name}.relation", rel)
        if side.has_constituents:
            above = tokens.numbers("parent").astype(np.int64) + 1
            pack.add(f"{name}.above", np.where(_firsts(tokens.offsets, len(tokens)), above, np.diff(above, prepend=0)))
            pack.add(f"{name}.nodes", nodes.counts)
            within = np.arange(len(nodes)) - nodes.start
            parent = nodes.numbers("parent")
            pack.add(f"{name}.parent", np.where(parent < 0, 0, within - parent))
            pack.add(f"{name}.label", self.names.codes(nodes.text("label")))


def _firsts(offsets: Sequence[int] | Integers, size: int) -> Mask:
    """The first row of each sentence."""
    first = np.zeros(size + 1, bool)
    first[np.asarray(offsets)] = True
    return first[:size]


def _steps(side: Treebank) -> Integers:
    """How many words after the last gold word with a partner the gold word of each word is; 0: it has none."""
    paired = side.tokens.numbers("paired").astype(np.int64)
    has = paired >= 0
    rows = np.flatnonzero(has)
    first = np.diff(side.tokens.sentence[rows], prepend=-1) > 0
    steps = np.zeros(len(paired), np.int64)
    steps[rows] = np.where(first, paired[rows] + 1, np.diff(paired[rows], prepend=0))
    return steps


def _relative_heads(side: Treebank) -> Integers:
    """Heads as distances: small numbers, which repeat."""
    tokens = side.tokens
    head = tokens.numbers("head").astype(np.int64)
    within = np.arange(len(tokens)) - tokens.start
    distance = np.where(head == within, ITSELF, head - within)
    not_given = np.where(tokens.text("outside").codes >= 0, OUTSIDE, NOT_GIVEN)
    return np.where(head == -1, ROOT, np.where(head < 0, not_given, distance))
