"""What the nodes of given trees cost, by the CUDA engine: the bits that the engine of the processor has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from engine_arrays import check_engine, engine_of, given_tags, nodes_of, sentences_of, trees_of
from grammar_strategies import Tags, cases, tagged
from hypothesis import HealthCheck, given, settings

from treegauge import Grammar, Treebank, apply, bundled, generate, induce, infer
from treegauge.models.grammars.cuda.engine import Machine
from treegauge.models.grammars.derivations import derivations, word_readings
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.leave_one_out import leave_one_out
from treegauge.models.grammars.markov import find_markov, learn_markov, markov_derivations

few = settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow])
CYCLIC = from_text(
    '4 S -> S S\n1 S -> A\n1 A -> S\n3 A -> "a" A\n9 S -> "a"\n9 A -> "a"\n1 S -> "a" S "b"\n2 A -> S A S'
)


def rule_logs(grammar: Grammar, treebank: Treebank) -> Any:
    return derivations(grammar, treebank).log2_rules(grammar.probability)


def best_of(grammar: Grammar, treebank: Treebank) -> Treebank:
    """The best trees, of sentences that have one."""
    inference = infer(grammar, treebank)
    return inference.trees.select(np.flatnonzero(inference.parsed))


@pytest.mark.parametrize("cycles", [False, True])
def test_drawn_grammars_with_long_rules_and_chains(machine: Machine, cycles: bool) -> None:
    @few
    @given(cases(cycles=cycles, longest_rule=5, longest=7))
    def check(case: tuple[Grammar, list[Tags]]) -> None:
        grammar, sentences = case
        trees = best_of(grammar, tagged(sentences))
        check_engine(machine, grammar, trees, log2_rule=rule_logs(grammar, trees))

    check()


def test_the_english_treebank(one_thread: Machine) -> None:
    treebank = apply(bundled("english.mrg"), "prepare")
    grammar = induce(treebank)
    bits = check_engine(one_thread, grammar, treebank, log2_rule=rule_logs(grammar, treebank)).bits
    assert (bits.max(0) > 0.1).all()  # which rule, and where


@pytest.mark.parametrize("spec", ["markov(h=1)", "markov(h=2,v=2,smoothing=none)"])
def test_models_of_rules(one_thread: Machine, spec: str) -> None:
    """Their networks have cycles."""
    treebank = apply(bundled("english.mrg"), "prepare")
    grammar = learn_markov(treebank, find_markov(spec))
    _, logs = markov_derivations(grammar, treebank).logs()
    check_engine(one_thread, grammar, treebank, log2_rule=logs)


def test_without_the_tree_itself(machine: Machine) -> None:
    treebank = generate(CYCLIC, 12, seed=2, max_nodes=30)
    grammar = induce(treebank)
    left = leave_one_out(grammar, treebank)
    bits = check_engine(machine, grammar, treebank, patches=left.patches, log2_rule=left.log2_rule).bits
    covered = np.isfinite(left.log2_tree)[treebank.nodes.sentence]
    assert np.array_equal(np.isfinite(bits).all(1), covered)
    assert 0 < covered.sum() < len(covered)


def test_words_with_several_tags(machine: Machine) -> None:
    treebank = apply(bundled("english.mrg"), "prepare")
    grammar, some = induce(treebank, words=True), treebank.select(np.flatnonzero(treebank.tokens.counts <= 6))
    readings = word_readings(grammar, some)
    check_engine(machine, grammar, some, readings=readings, log2_rule=rule_logs(grammar, some))


def test_a_scale_that_is_not_the_first(machine: Machine) -> None:
    grammar = from_text('1 S -> S S\n1e-9 S -> "a"\n1 S -> "b"\n1 S -> S S S')
    trees = best_of(grammar, tagged([("a",) * 11 + ("b",), ("b",) * 3]))
    check_engine(machine, grammar, trees, log2_rule=rule_logs(grammar, trees))


@pytest.mark.slow
def test_large_groups(large_group: Machine) -> None:
    trees = best_of(CYCLIC, tagged([("a",) * 6 + ("b",), ("a",) * 3]))
    check_engine(large_group, CYCLIC, trees, log2_rule=rule_logs(CYCLIC, trees))


def test_a_long_sentence(one_thread: Machine) -> None:
    trees = best_of(CYCLIC, tagged([("a",) * 50 + ("b",) * 20]))
    check_engine(one_thread, CYCLIC, trees, log2_rule=rule_logs(CYCLIC, trees))


def test_only_those_that_are_wanted(machine: Machine) -> None:
    trees = best_of(CYCLIC, tagged([("a",) * 3, ("a", "a", "b"), ("a",)]))
    given_nodes = nodes_of(trees_of(CYCLIC, trees, rule_logs(CYCLIC, trees)))._replace(wanted=np.arange(3) > 0)
    bits = engine_of(CYCLIC, machine).infer(sentences_of(trees, given_tags(CYCLIC, trees)), given=given_nodes).bits
    sentence = trees.nodes.sentence
    assert np.isnan(bits[sentence == 0]).all()
    assert np.isfinite(bits[sentence > 0]).all()


def test_sentences_that_are_left_to_the_processor_have_no_bits(one_thread: Machine) -> None:
    grammar = from_text('1 S -> S S\n1e-200 S -> "a"\n1 S -> "b"\n1e-300 S -> "a" S "b"')
    trees = infer(grammar, tagged([("a",) * 3 + ("b",) * 40, ("b", "b")])).trees
    given_nodes = nodes_of(trees_of(grammar, trees, rule_logs(grammar, trees)))
    found = engine_of(grammar, one_thread).infer(sentences_of(trees, given_tags(grammar, trees)), given=given_nodes)
    sentence = trees.nodes.sentence
    assert np.isnan(found.bits[sentence == 0]).all()
    assert found.bits[sentence == 1].tolist() == [[0, 0]] * 3
