"""The plain twins of inference against each other, and the classical baseline of the benchmarks against them."""

from __future__ import annotations

import importlib
import math
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import plain
import pytest
from grammar_strategies import Tags, cases
from hypothesis import HealthCheck, given, settings
from plain_charts import live_rules, log2, terminals

import treegauge
from treegauge import Grammar, induce
from treegauge.models.grammars.derivations import tag_numbers
from treegauge.models.grammars.grammar import from_text

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Case = tuple[Grammar, list[Tags]]
AMBIGUOUS = from_text('1 S -> "a" S\n1 S -> S "a"\n1 S -> "a"')
CYCLE = from_text('1 S -> A\n1 S -> "a"\n1 A -> S\n2 A -> "b"\n1 A -> S S')
TRAP = from_text('1 S -> "a"\n1 S -> A\n1 A -> B\n1 B -> A')


def classical() -> Any:
    """The module benchmarks/classical.py, which is no package of the tests."""
    folder = str(Path(__file__).parents[3] / "benchmarks")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module("classical")


@given(cases(longest_rule=4))
@patient
def test_the_sum_over_all_trees_is_the_inside_value(case: Case) -> None:
    grammar, sentences = case
    for tags in sentences:
        trees = list(plain.all_trees(grammar, tags))
        assert sum(plain.tree_probability(grammar, t) for t in trees) == plain.sentence_probability(grammar, tags)


@given(cases(longest_rule=4))
@patient
def test_all_trees_are_as_many_as_counted_and_none_comes_twice(case: Case) -> None:
    grammar, sentences = case
    for tags in sentences:
        trees = list(plain.all_trees(grammar, tags))
        assert len(trees) == len(set(trees)) == plain.number_of_trees(grammar, tags)


@given(cases(longest_rule=4))
@patient
def test_the_best_of_all_trees_is_the_viterbi_tree(case: Case) -> None:
    grammar, sentences = case
    for tags in sentences:
        value, best = plain.viterbi_plain(grammar, tags)
        trees = list(plain.all_trees(grammar, tags))
        assert value == max((plain.tree_probability(grammar, tree) for tree in trees), default=0)
        assert best is None if not trees else best in trees


@given(cases(cycles=True))
@patient
def test_the_viterbi_tree_of_a_grammar_with_cycles_has_its_probability(case: Case) -> None:
    grammar, sentences = case
    for tags in sentences:
        value, best = plain.viterbi_plain(grammar, tags)
        assert value <= plain.sentence_probability(grammar, tags)
        assert value == (plain.tree_probability(grammar, best) if best is not None else 0)


@given(cases(cycles=True))
@patient
def test_logarithms_and_fractions_agree(case: Case) -> None:
    grammar, sentences = case
    for tags in sentences:
        exact = plain.inside_dense(grammar, tags, exact=True)
        expected = np.array([log2(value) for value in exact.ravel().tolist()]).reshape(exact.shape)
        np.testing.assert_allclose(plain.inside_dense(grammar, tags), expected, rtol=0, atol=2e-13)
        best = plain.viterbi_plain(grammar, tags)[0]
        assert plain.viterbi_plain(grammar, tags, exact=False)[0] == pytest.approx(log2(best), abs=2e-13)


def test_a_cycle_adds_up_to_its_closed_form() -> None:
    """S = 1/2 + A/2 and A = S/4 over "a": S = 4/7; over "b" only A has a rule, A = 4/7 and S = 2/7."""
    assert plain.sentence_probability(CYCLE, ["a"]) == Fraction(4, 7)
    assert plain.sentence_probability(CYCLE, ["b"]) == Fraction(2, 7)


def test_a_cycle_that_never_ends_has_no_probability() -> None:
    assert plain.sentence_probability(TRAP, ["a"]) == Fraction(1, 2)


def test_a_cycle_makes_infinitely_many_trees() -> None:
    with pytest.raises(ValueError, match="infinitely many"):
        plain.number_of_trees(CYCLE, ["a"])


@pytest.mark.parametrize("length", [1, 2, 5, 12])
def test_the_second_grammar_of_the_paper_has_its_closed_form(length: int) -> None:
    tags = ["a"] * length
    assert plain.sentence_probability(AMBIGUOUS, tags) == Fraction(2 ** (length - 1), 3**length)
    assert plain.number_of_trees(AMBIGUOUS, tags) == 2 ** (length - 1)
    assert plain.tree_entropy(AMBIGUOUS, tags) == pytest.approx(length - 1, abs=1e-12)


def test_a_logarithm_of_a_tiny_fraction_is_correct() -> None:
    assert log2(Fraction(2 ** (10**5 - 1), 3**10**5)) == pytest.approx((1e5 - 1) - 1e5 * math.log2(3), rel=1e-14)
    assert log2(Fraction(0)) == -math.inf


def test_a_drawn_tree_has_its_rules_in_preorder() -> None:
    grammar = from_text('2 S -> NP "V" NP\n1 S -> "V"\n1 NP -> "D" "N"\n1 NP -> NP S')
    for tree in treegauge.generate(grammar, 20, seed=1, max_nodes=60):
        rules = plain.derivation_of(grammar, tree)
        assert rules is not None
        assert plain.brackets_of(grammar, rules) == [(node.label, node.left, node.right) for node in tree.nodes]


def test_a_tree_of_another_grammar_has_no_derivation() -> None:
    tree = treegauge.generate(from_text('1 S -> "b"'), 1)[0]
    assert plain.derivation_of(AMBIGUOUS, tree) is None


def test_leaving_a_sentence_out_takes_its_rules_away() -> None:
    treebank = treegauge.generate(from_text('1 S -> "a" S\n3 S -> "a"'), 30, seed=2)
    whole, rest = induce(treebank), plain.without(treebank, 7)
    assert rest is not None
    assert whole.weight.sum() - rest.weight.sum() == len(treebank[7].nodes)
    assert plain.without(treebank[:1], 0) is None


def test_the_classical_parser_finds_the_viterbi_tree_and_the_sum() -> None:
    """One kernel for all cases: compiled, it is fast, and so are the fractions of short sentences."""
    module = classical()

    @given(cases(cycles=True, longest_rule=4))
    @patient
    def check(case: Case) -> None:
        grammar, sentences = case
        tables = module.tables(grammar)
        for tags in sentences:
            total, best, nodes = module.parse(tables, module.symbols(tables, tags))
            assert total == pytest.approx(log2(plain.sentence_probability(grammar, tags)), abs=2e-12)
            value, tree = plain.viterbi_plain(grammar, tags)
            assert best == pytest.approx(log2(value), abs=2e-12)
            if tree is not None:
                assert plain.tree_probability(grammar, _rules(grammar, nodes, tags)) == value

    check()


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_classical_parser_in_cpp_finds_the_same(tmp_path: Path) -> None:
    module, trees = classical(), treegauge.apply(treegauge.bundled("english.mrg"), "prepare(penn)")
    grammar = induce(trees)
    numbers = tag_numbers(grammar, trees.tokens.text("tag"))
    tags = [numbers[begin:end] for begin, end in pairwise(trees.tokens.offsets)]
    assert module.compile_cpp(tmp_path / "classical")
    for beginnings in (False, True):
        tables = module.tables(grammar, beginnings=beginnings)
        module.write_for_cpp(tables, tags, tmp_path / "tables")
        run = subprocess.run([tmp_path / "classical", tmp_path / "tables"], capture_output=True, text=True, check=True)
        rows = [[float(value) for value in line.split()] for line in run.stdout.splitlines()]
        assert len(rows) == len(tags)
        for row, sentence in zip(rows, tags, strict=True):
            assert row[:2] == pytest.approx(module.parse(tables, sentence)[:2], abs=1e-12)


def _rules(grammar: Grammar, nodes: Any, tags: Tags) -> plain.Derivation:
    """The derivation of a tree given as rows (label, left, right, parent) in preorder."""
    number = {(rule.lhs, rule.rhs): rule.number for rule in live_rules(grammar)}
    words, found = terminals(grammar, tags), []
    for node, (label, left, right, _parent) in enumerate(nodes.tolist()):
        below = [(row[1], row[2], row[0]) for row in nodes.tolist() if row[3] == node]
        covered = {position for start, end, _ in below for position in range(start, end)}
        below += [(p, p + 1, words[p]) for p in range(left, right) if p not in covered]
        found.append(number[label, tuple(symbol for _, _, symbol in sorted(below))])
    return tuple(found)
