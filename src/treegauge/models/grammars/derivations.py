"""The rules that make the trees of a treebank, and the probability of the trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...treebank import Strings, Text, Treebank
from .grammar import Grammar
from .lexicon import Lexicon
from .readings import Readings, log2_of


class NamedSymbols(Protocol):
    """What all kinds of grammars have: labels and, after them, tags."""

    @property
    def symbols(self) -> Strings: ...
    @property
    def nonterminals(self) -> int: ...


class Symbols(NamedSymbols, Protocol):
    """Grammars of tags also have perhaps the words of each tag."""

    @property
    def lexicon(self) -> Lexicon | None: ...


@dataclass(frozen=True, eq=False)
class RuleDerivations:
    """The rules of the trees of a treebank, one for each node in order; -1 for a rule that the grammar does not have.

    `covered`: whether the grammar generates the tree of each sentence: one root, which is the start symbol, with all
    words below it, and no rule that is missing or has no weight.
    """

    rule: NDArray[np.int32]
    offsets: NDArray[np.int64]
    covered: NDArray[np.bool_]

    def log2(self, probability: NDArray[np.float64]) -> NDArray[np.float64]:
        """log2 p(t) of every tree, -inf if it is not covered; `probability` has the probability of each rule."""
        total = sums_by_sentence(self.log2_rules(probability), self.offsets)
        return np.where(self.covered, total, -np.inf)

    def log2_rules(self, probability: NDArray[np.float64]) -> NDArray[np.float64]:
        """log2 p of the rule of every node; -inf in all nodes of a tree that is not covered."""
        with np.errstate(divide="ignore"):
            logs = np.append(np.log2(probability), -np.inf)[self.rule]
        return np.where(np.repeat(self.covered, np.diff(self.offsets)), logs, -np.inf)


def derivations(grammar: Grammar, treebank: Treebank) -> RuleDerivations:
    """The rules that make the trees of a treebank: labels and tags are matched to those of the grammar by name."""
    from .kernels import number_rules

    nodes, rules = treebank.nodes, len(grammar)
    label, tag = label_numbers(grammar, nodes.text("label")), tag_numbers(grammar, treebank.tokens.text("tag"))
    # For a symbol that the grammar does not have, any number that is not a symbol will do.
    first, children = right_hand_sides(treebank, label, np.where(tag < 0, len(grammar.symbols), tag).astype(np.int32))
    number, _ = number_rules(
        np.concatenate((grammar.lhs, label)),
        np.concatenate((grammar.offsets[:-1], first + grammar.offsets[-1])),
        np.concatenate((grammar.rhs, children)),
    )
    rule = np.where(number[rules:] < rules, number[rules:], -1).astype(np.int32)
    usable = (rule >= 0) & (np.append(grammar.weight, 0.0)[rule] > 0)
    covered = (sums_by_sentence(~usable, nodes.offsets) == 0) & under_one_node(treebank) & (nodes.counts > 0)
    covered[covered] &= label[nodes.offsets[:-1][covered]] == grammar.start
    return RuleDerivations(rule, nodes.offsets, covered)


def label_numbers(grammar: NamedSymbols, labels: Text) -> NDArray[np.int32]:
    """The number of each label in the grammar, -1 if it has none."""
    return numbers_by_name(labels, list(grammar.symbols)[: grammar.nonterminals], 0)


def tag_numbers(grammar: NamedSymbols, tags: Text) -> NDArray[np.int32]:
    """The number of each tag in the grammar, -1 if it has none."""
    return numbers_by_name(tags, list(grammar.symbols)[grammar.nonterminals :], grammar.nonterminals)


def tag_column(grammar: NamedSymbols, numbers: NDArray[np.int32]) -> Text:
    """Tags by their numbers in the grammar; -1 is a missing tag."""
    names = Strings.of(list(grammar.symbols)[grammar.nonterminals :])
    return Text(np.where(numbers < 0, -1, numbers - grammar.nonterminals).astype(np.int32), names)


def numbers_by_name(column: Text, names: list[str], first: int) -> NDArray[np.int32]:
    """The number of each value among names, numbered from `first`; -1 for others."""
    numbers = {name: number for number, name in enumerate(names, first)}
    known: NDArray[np.int32] = np.array([*(numbers.get(name, -1) for name in column.values), -1], np.int32)
    return known[column.codes]


def log2_trees(grammar: Grammar, treebank: Treebank) -> NDArray[np.float64]:
    """log2 p(t) of every tree of a treebank, -inf if the grammar does not generate it."""
    return derivations(grammar, treebank).log2(grammar.probability)


def word_readings(grammar: Symbols, treebank: Treebank) -> Readings:
    """The tags that the lexicon of the grammar has for every word of a treebank, weighed by p(word | tag)."""
    if grammar.lexicon is None:
        raise CallError("the grammar has no lexicon; induce it with words=True")
    return grammar.lexicon.emissions.readings(treebank, grammar.nonterminals)


def lexical_tags(grammar: Symbols, treebank: Treebank) -> Text:
    """The most probable tag of every word without its context, by p(tag) p(word | tag) of the lexicon."""
    readings, lexicon = word_readings(grammar, treebank), grammar.lexicon
    assert lexicon is not None
    token = np.repeat(np.arange(len(treebank.tokens)), np.diff(readings.first))
    value = readings.log + lexicon.emissions.log2_tag[readings.tag - grammar.nonterminals]
    order = np.lexsort((-readings.tag, value, token))  # the best of a token comes last, of equal ones the first tag
    tags = np.full(len(treebank.tokens), -1, np.int32)
    tags[token[order]] = readings.tag[order]
    return tag_column(grammar, tags)


def log2_words(grammar: Grammar, treebank: Treebank) -> NDArray[np.float64]:
    """log2 p(words | tags) of every sentence by the lexicon of the grammar, -inf where a word cannot have its tag."""
    tags = tag_numbers(grammar, treebank.tokens.text("tag"))
    return log2_of(word_readings(grammar, treebank), tags, treebank.tokens.offsets)


def right_hand_sides(
    treebank: Treebank, label: NDArray[np.int32], tag: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Where the children of each node begin, and the symbols of all children."""
    from .kernels import children_of_nodes

    tokens, nodes = treebank.tokens, treebank.nodes
    parents, left = nodes.numbers("parent"), nodes.numbers("left")
    above = tokens.numbers("parent")
    first, children = children_of_nodes(tokens.offsets, nodes.offsets, tag, above, label, parents, left)
    return first, children


def sums_by_sentence(values: NDArray[np.generic], offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sum over each sentence, one at a time, so that its digits do not depend on other sentences."""
    sentence = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    sums: NDArray[np.float64] = np.bincount(sentence, values.astype(np.float64), len(offsets) - 1)  # type: ignore[assignment]
    return sums


def under_one_node(treebank: Treebank) -> NDArray[np.bool_]:
    """Whether all nodes and words of a sentence are below one node."""
    tokens, nodes = treebank.tokens, treebank.nodes
    roots = sums_by_sentence(nodes.numbers("parent") < 0, nodes.offsets)
    loose = sums_by_sentence(tokens.numbers("parent") < 0, tokens.offsets)
    whole: NDArray[np.bool_] = (roots == 1) & (loose == 0)
    return whole
