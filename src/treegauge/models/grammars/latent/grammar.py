"""`LatentGrammar`: rules between substates of labels and tags, in dense blocks per pair or triple of symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ....core.errors import CallError
from ....core.types import Floats, Int32s, Int64s, Mask
from ....core.wording import counted
from ....treebank import Strings
from .words import LatentLexicon

BINARISED = "@"  # begins the name of a symbol that binarisation made
SymbolTuple = tuple[int, ...]


class RuleBlocks(NamedTuple):
    """Rules by their symbols, sorted: block r is over the symbols symbols[r], the parent first, and its weights are
    weight[first[r] : first[r + 1]], an array with one axis per symbol, as long as the symbol has substates."""

    symbols: Int32s
    first: Int64s
    weight: Floats

    def items(self, substates: Int32s) -> Iterator[tuple[SymbolTuple, Floats]]:
        """The symbols of each block, and its weights in their shape."""
        for row, begin, end in zip(self.symbols, self.first[:-1].tolist(), self.first[1:].tolist(), strict=True):
            yield tuple(row.tolist()), self.weight[begin:end].reshape(substates[row])


def dense_blocks(blocks: Mapping[SymbolTuple, Floats], arity: int) -> RuleBlocks:
    """Blocks from arrays by their symbols; those without weight are left out."""
    keys = sorted(key for key, block in blocks.items() if (block > 0).any())
    sizes = [blocks[key].size for key in keys]
    weight = np.concatenate([np.zeros(0), *(blocks[key].reshape(-1) for key in keys)])
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))
    return RuleBlocks(np.array(keys, np.int32).reshape(-1, arity), first, weight)


@dataclass(frozen=True, eq=False)
class LatentGrammar:
    """A weighted grammar over substates. Symbols below `nonterminals` are labels, the others are tags; those in
    `hidden` are made by binarisation, and their nodes are not in trees.

    A unary rule can follow another one: sums are over chains of any length. Weights need not be probabilities: what is
    conditional on a sentence does not depend on their scale.
    """

    symbols: Strings
    nonterminals: int
    start: int
    substates: Int32s
    hidden: Mask
    unary: RuleBlocks
    binary: RuleBlocks
    lexicon: LatentLexicon

    def __len__(self) -> int:
        """The number of rules between substates, without those of words."""
        return int((self.unary.weight > 0).sum() + (self.binary.weight > 0).sum())

    def __repr__(self) -> str:
        labels, tags = self.nonterminals, len(self.symbols) - self.nonterminals
        sizes = f"{counted(labels, 'nonterminal')}, {counted(tags, 'tag')}, {counted(self.states, 'substate')}"
        words = counted(len(self.lexicon.words), "word")
        return f"<LatentGrammar: {counted(len(self), 'rule')}, {sizes}, {words}, start {self.name(self.start)!r}>"

    @property
    def states(self) -> int:
        """Substates of all symbols."""
        return int(self.substates.sum())

    @property
    def weight(self) -> Floats:
        """The weights of all rules between substates."""
        weights = np.concatenate((self.unary.weight, self.binary.weight))
        return weights[weights > 0]

    def name(self, symbol: int) -> str:
        return self.symbols[symbol]

    @cached_property
    def offsets(self) -> Int64s:
        """Where the substates of each symbol begin among all substates."""
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(self.substates, dtype=np.int64)))

    @cached_property
    def binarisation(self) -> str | None:
        """How longer rules are divided: `right` (A -> @A C) or `left` (A -> B @A); None where symbols have histories or
        the rules are of another kind. A grammar without longer rules is either."""
        names = list(self.symbols)
        if any(mark in name for name in names[: self.nonterminals] for mark in ("->", "^")):
            return None
        made = np.flatnonzero(self.hidden)
        if any(names[symbol][1:] not in names or names[symbol][:1] != BINARISED for symbol in made.tolist()):
            return None
        left, right = (self.hidden[self.binary.symbols[:, place]].any() for place in (1, 2))
        return None if left and right else "left" if right else "right"

    def intermediate(self) -> Int32s:
        """The symbol @A of each label A; -1 where there is none. Raises an error where trees cannot be binarised."""
        if self.binarisation is None:
            raise CallError(
                "the symbols of this grammar have histories, or its rules are divided at heads: probabilities of given"
                " trees need a grammar trained with -b RIGHT or LEFT, -hor 0 and -ver 1; sentences can be parsed"
            )
        numbers = {name: number for number, name in enumerate(list(self.symbols)[: self.nonterminals])}
        return np.array([numbers.get(BINARISED + name, -1) for name in self.symbols], np.int32)
