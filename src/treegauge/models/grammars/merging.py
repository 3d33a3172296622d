"""One grammar from those of the blocks of a treebank: the same as that of the whole, in the same order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...treebank import Strings
from .grammar import Grammar, grouped

Symbol = tuple[bool, str]  # whether it is a tag, and its name


class GrammarSum:
    """The rules of blocks, added up. Symbols and rules keep the order of their first use in the whole treebank: blocks
    are added in their order, and their rules are in that order (`count_rules`)."""

    def __init__(self) -> None:
        self._read: dict[Symbol, None] = {}
        self._weight: dict[tuple[Symbol, ...], float] = {}
        self._start = ""

    def add(self, part: Grammar, labels: Iterable[str]) -> None:
        """Add the rules of the next block.

        labels  those that its trees had before a root was put above them, in the order of first use
        """
        self._start = part.name(part.start)
        names = [(number >= part.nonterminals, name) for number, name in enumerate(part.symbols)]
        self._read |= dict.fromkeys([*((False, label) for label in labels), *names[part.nonterminals :]])
        ends, rhs = part.offsets.tolist(), part.rhs.tolist()
        for number, (lhs, weight) in enumerate(zip(part.lhs.tolist(), part.weight.tolist(), strict=True)):
            rule = (names[lhs], *(names[child] for child in rhs[ends[number] : ends[number + 1]]))
            self._weight[rule] = self._weight.get(rule, 0.0) + weight

    def grammar(self) -> Grammar:
        """The grammar of all blocks."""
        rules, used = list(self._weight), {symbol for rule in self._weight for symbol in rule}
        symbols = [symbol for symbol in self._read if symbol in used]
        symbols += sorted(used.difference(symbols))  # a root that was put above the trees
        symbols.sort(key=lambda symbol: symbol[0])  # labels, then tags; both keep their order
        number = {symbol: place for place, symbol in enumerate(symbols)}
        lengths = [len(rule) - 1 for rule in rules]
        ungrouped = Grammar(
            Strings.of(name for _, name in symbols),
            sum(not is_tag for is_tag, _ in symbols),
            number[False, self._start],
            np.array([number[rule[0]] for rule in rules], np.int32),
            np.array([number[child] for rule in rules for child in rule[1:]], np.int32),
            np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64))),
            np.array(list(self._weight.values())),
        )
        return grouped(ungrouped)
