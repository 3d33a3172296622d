"""The bits of every node: against exact fractions by enumeration, and their sum against log2 p(w) - log2 p(t)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from grammar_strategies import Tags, cases, tagged
from hypothesis import HealthCheck, given, settings
from plain import inside_dense
from plain_charts import log2, rules_of, terminals

from treegauge import Grammar, Treebank, generate, induce, infer
from treegauge.models.grammars.derivations import derivations
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.leave_one_out import leave_one_out

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def bits_of(grammar: Grammar, treebank: Treebank) -> Any:
    logs = derivations(grammar, treebank).log2_rules(grammar.probability)
    return infer(grammar, treebank, log2_rule=logs)


def divisions(left: int, right: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All places where so many parts can divide a span: their ends."""
    if parts == 1:
        yield (right,)
        return
    for end in range(left + 1, right - parts + 2):
        for rest in divisions(end, right, parts - 1):
            yield (end, *rest)


def product(inside: Any, tags: list[int], labels: int, rhs: tuple[int, ...], left: int, ends: tuple[int, ...]) -> Any:
    total = Fraction(1)
    for symbol, begin, end in zip(rhs, (left, *ends), ends, strict=False):
        if symbol < labels:
            total *= inside[symbol, begin, end]
        else:
            total *= int(end == begin + 1 and tags[begin] == symbol)
    return total


def exact_bits(grammar: Grammar, treebank: Treebank, sentence: int) -> list[tuple[float, float]]:
    """By the definition, in fractions: the posterior of the rule over all divisions, then of the division."""
    tokens, nodes = treebank.tokens, treebank.nodes
    tags = [tokens.text("tag")[t] or "" for t in range(tokens.offsets[sentence], tokens.offsets[sentence + 1])]
    inside, symbols = inside_dense(grammar, tags, exact=True), terminals(grammar, tags)
    rules, used = rules_of(grammar), derivations(grammar, treebank).rule
    first, last = nodes.offsets[sentence], nodes.offsets[sentence + 1]
    found = []
    for node in range(first, last):
        rule, left, right = rules[used[node]], int(nodes.numbers("left")[node]), int(nodes.numbers("right")[node])
        ends = tuple(
            sorted(
                [
                    int(nodes.numbers("right")[n])
                    for n in range(first, last)
                    if nodes.numbers("parent")[n] == node - first
                ]
                + [
                    place + 1
                    for place, parent in enumerate(
                        tokens.numbers("parent")[tokens.offsets[sentence] : tokens.offsets[sentence + 1]]
                    )
                    if parent == node - first
                ]
            )
        )
        here = product(inside, symbols, grammar.nonterminals, rule.rhs, left, ends)
        everywhere = sum(
            product(inside, symbols, grammar.nonterminals, rule.rhs, left, other)
            for other in divisions(left, right, len(rule.rhs))
        )
        posterior = rule.probability * everywhere / inside[rule.lhs, left, right]
        found.append((-log2(posterior), -log2(here / everywhere)))
    return found


@pytest.mark.parametrize("cycles", [False, True])
def test_bits_are_those_of_exact_fractions(cycles: bool) -> None:
    @patient
    @given(cases(cycles=cycles, longest_rule=4, longest=6))
    def check(case: tuple[Grammar, list[Tags]]) -> None:
        grammar, sentences = case
        trees = infer(grammar, tagged(sentences))
        best = trees.trees.select(np.flatnonzero(trees.parsed))
        inference = bits_of(grammar, best)
        expected = [row for sentence in range(len(best)) for row in exact_bits(grammar, best, sentence)]
        assert inference.node_bits == pytest.approx(np.array(expected).reshape(-1, 2), abs=1e-9)

    check()


def sums(treebank: Treebank, bits: Any) -> Any:
    return np.bincount(treebank.nodes.sentence, bits.sum(1), len(treebank))


GRAMMAR = '4 S -> S S\n1 S -> A\n1 A -> S\n3 A -> "a" A\n9 S -> "a"\n9 A -> "a"\n1 S -> "a" S "b"\n2 A -> S A S'


def test_the_bits_of_a_tree_add_up_to_its_difficulty() -> None:
    grammar = from_text(GRAMMAR)
    trees = generate(grammar, 200, seed=1)
    trees = trees.select(np.flatnonzero(trees.tokens.counts <= 30))
    inference = bits_of(grammar, trees)
    delta = inference.log2_sentence - derivations(grammar, trees).log2(grammar.probability)
    assert sums(trees, inference.node_bits) == pytest.approx(delta, abs=1e-9)
    assert inference.node_bits.min() > -1e-12


def test_under_leave_one_out_too() -> None:
    trees = generate(from_text(GRAMMAR), 200, seed=1)
    trees = trees.select(np.flatnonzero(trees.tokens.counts <= 30))
    grammar = induce(trees)
    without = leave_one_out(grammar, trees)
    inference = infer(grammar, trees, patches=without.patches, log2_rule=without.log2_rule)
    covered = np.isfinite(without.log2_tree)
    delta = inference.log2_sentence - without.log2_tree
    assert sums(trees, inference.node_bits)[covered] == pytest.approx(delta[covered], abs=1e-9)
    assert np.isnan(inference.node_bits[~covered[trees.nodes.sentence]]).all()


def test_a_tree_of_a_sentence_that_has_no_other_tree_costs_nothing() -> None:
    grammar = from_text('1 S -> "a" B\n1 B -> "b"')
    trees = generate(grammar, 2, seed=0)
    assert bits_of(grammar, trees).node_bits.tolist() == [[0, 0]] * 4


def test_numbers_beyond_the_range_of_floats_are_computed_in_logarithms() -> None:
    text = '1 S -> S S\n1e-200 S -> "a"\n1 S -> "b"\n1e-300 S -> "a" S "b"'
    grammar = from_text(text)
    treebank = infer(grammar, tagged([("a",) * 3 + ("b",) * 40, ("b",) * 40 + ("a",) * 3])).trees
    inference = bits_of(grammar, treebank)
    delta = inference.log2_sentence - derivations(grammar, treebank).log2(grammar.probability)
    assert sums(treebank, inference.node_bits) == pytest.approx(delta, abs=1e-9)
