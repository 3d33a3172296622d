"""A treebank grammar as a latent-variable grammar with one substate per symbol: for outside sums and posteriors.

A rule with more than two children goes over the prefixes of its right-hand side, which rules share, as hidden symbols.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....core.types import Int64s
from ....treebank import Strings
from ..grammar import Grammar
from ..readings import Readings
from .grammar import LatentGrammar, RuleBlocks
from .words import LatentLexicon, TagWeights


class PlainRules(NamedTuple):
    """The grammar; for each rule of the plain one its block, unary blocks first, -1 for a rule without weight; and the
    new number of each symbol."""

    grammar: LatentGrammar
    block: Int64s
    number: Int64s


def as_latent(grammar: Grammar) -> PlainRules:
    """The grammar with its rules divided."""
    prefixes: dict[tuple[int, ...], int] = {}
    unary: dict[tuple[int, ...], tuple[float, int]] = {}
    binary: dict[tuple[int, ...], tuple[float, int]] = {}
    labels = grammar.nonterminals
    for rule, weight in enumerate(grammar.probability.tolist()):
        if weight == 0:
            continue
        parent, children = int(grammar.lhs[rule]), grammar.rhs[grammar.offsets[rule] : grammar.offsets[rule + 1]]
        row = children.tolist()
        for end in range(2, len(row)):
            prefixes.setdefault(tuple(row[:end]), len(prefixes))
        first = row[0] if len(row) < 3 else -1 - prefixes[tuple(row[:-1])]
        target = unary if len(row) == 1 else binary
        target[(parent, row[0]) if len(row) == 1 else (parent, first, row[-1])] = weight, rule
    for prefix, place in prefixes.items():
        first = prefix[0] if len(prefix) == 2 else -1 - prefixes[prefix[:-1]]
        binary[-1 - place, first, prefix[-1]] = 1.0, -1
    hidden = len(prefixes)
    # Labels, then prefixes, then tags.
    number = np.arange(len(grammar.symbols)) + np.where(np.arange(len(grammar.symbols)) < labels, 0, hidden)
    blocks = [_blocks(rules, arity, number, labels) for rules, arity in ((unary, 2), (binary, 3))]
    block = np.full(len(grammar), -1, np.int64)
    for place, rule in enumerate([*blocks[0][1], *blocks[1][1]]):
        if rule >= 0:
            block[rule] = place
    names = list(grammar.symbols)
    symbols = [f"@{place}" for place in range(hidden)]
    count = len(names) + hidden
    is_hidden = np.zeros(count, bool)
    is_hidden[labels : labels + hidden] = True
    latent = LatentGrammar(
        Strings.of([*names[:labels], *symbols, *names[labels:]]),
        labels + hidden,
        grammar.start,
        np.ones(count, np.int32),
        is_hidden,
        blocks[0][0],
        blocks[1][0],
        _no_words(),
    )
    return PlainRules(latent, block, number)


def _blocks(
    rules: dict[tuple[int, ...], tuple[float, int]], arity: int, number: Int64s, labels: int
) -> tuple[RuleBlocks, list[int]]:
    """Blocks of one weight each, in order, and the rule of each."""
    numbered = {
        tuple(int(number[symbol]) if symbol >= 0 else labels - 1 - symbol for symbol in key): value
        for key, value in rules.items()
    }
    keys = sorted(numbered)
    weight = np.array([numbered[key][0] for key in keys], np.float64)
    symbols = np.array(keys, np.int32).reshape(-1, arity)
    return RuleBlocks(symbols, np.arange(len(keys) + 1, dtype=np.int64), weight), [numbered[key][1] for key in keys]


def _no_words() -> LatentLexicon:
    none = np.zeros(0, np.int32)
    return LatentLexicon(Strings.of([]), none, none, np.zeros(1, np.int64), np.zeros(0))


def weights_of_readings(readings: Readings, number: Int64s) -> TagWeights:
    """The tags of every token with their weights."""
    places = np.arange(len(readings.tag), dtype=np.int64)
    return TagWeights(readings.first, number[readings.tag].astype(np.int32), places, readings.weight)
