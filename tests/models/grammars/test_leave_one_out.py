"""Leave one out: the changed weights must say what a grammar induced again, without the sentence, says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain import without

from treegauge import CallError, Grammar, Treebank, generate, induce
from treegauge.core.parallel import jobs
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.leave_one_out import leave_one_out

CYCLIC = from_text(
    """start S
    6 S -> NP VP
    1 S -> S "," S
    1 S -> VP
    1 S -> X
    5 NP -> "D" "N"
    2 NP -> NP PP
    1 NP -> NP
    1 NP -> X
    1 X -> NP
    1 X -> "D" "N" "N"
    1 X -> "N"
    4 VP -> "V" NP
    2 VP -> VP PP
    1 VP -> "V"
    3 PP -> "P" NP
    """
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def check(treebank: Treebank) -> int:
    """Every sentence agrees with the grammar of the others; returns how many are covered."""
    grammar = induce(treebank)
    left = leave_one_out(grammar, treebank)
    found = infer(grammar, treebank, patches=left.patches)
    for number in range(len(treebank)):
        others, alone = without(treebank, number), treebank[[number]]
        if others is None:
            assert (left.log2_tree[number], found.log2_sentence[number]) == (-np.inf, -np.inf)
            continue
        again = infer(others, alone)
        assert left.log2_tree[number] == pytest.approx(log2_trees(others, alone)[0], rel=1e-12, abs=1e-12)
        assert found.log2_sentence[number] == pytest.approx(again.log2_sentence[0], rel=1e-12, abs=1e-12)
        assert found.log2_best[number] == pytest.approx(again.log2_best[0], rel=1e-12, abs=1e-12)
    return int(np.isfinite(left.log2_tree).sum())


@given(seed=st.integers(0, 1 << 30), size=st.integers(1, 12))
def test_it_agrees_with_a_grammar_induced_without_the_sentence(seed: int, size: int) -> None:
    check(generate(CYCLIC, size, seed=seed, max_nodes=25))


def test_it_agrees_on_a_larger_treebank_with_cycles_most_of_which_is_covered() -> None:
    covered = check(generate(CYCLIC, 60, seed=3, max_nodes=40))
    assert 30 < covered <= 60


def test_a_rule_seen_nowhere_else_is_not_covered_but_the_sentence_may_have_other_trees() -> None:
    treebank = trees("(S (A (a x)) (b y))\n(S (A (a x)) (b y))\n(S (a x) (b y))")
    grammar = induce(treebank)
    left = leave_one_out(grammar, treebank)
    found = infer(grammar, treebank, patches=left.patches)
    assert left.log2_tree.tolist() == [-1.0, -1.0, -np.inf]
    assert found.log2_sentence.tolist() == [0.0, 0.0, 0.0]
    assert found.trees[2].brackets() == "(S (A (a x)) (b y))"


def test_a_label_seen_nowhere_else_is_gone_with_its_rules() -> None:
    treebank = trees("(S (A (a x)))\n(S (B (b x)))\n(S (B (b x)))")
    grammar = induce(treebank)
    left = leave_one_out(grammar, treebank)
    found = infer(grammar, treebank, patches=left.patches)
    assert left.log2_tree.tolist() == [-np.inf, -1.0, -1.0]
    assert found.parsed.tolist() == [False, True, True]


def test_a_single_tree_leaves_nothing() -> None:
    treebank = trees("(S (a x) (b y))")
    left = leave_one_out(induce(treebank), treebank)
    found = infer(induce(treebank), treebank, patches=left.patches)
    assert (left.log2_tree[0], found.log2_sentence[0]) == (-np.inf, -np.inf)


def test_no_trees_to_leave_out_give_no_results() -> None:
    treebank = trees("(S (a x))\n(S (a x) (b y))")
    left = leave_one_out(induce(treebank), treebank[:0])
    assert len(left.log2_tree) == len(left.patches.rule) == 0
    assert left.patches.rule_first.tolist() == left.patches.label_first.tolist() == [0]


def test_only_some_trees_of_the_grammar_can_be_left_out_in_turn() -> None:
    treebank = generate(CYCLIC, 40, seed=5, max_nodes=30)
    chosen, grammar = np.array([30, 2, 17]), induce(treebank)
    some, every = leave_one_out(grammar, treebank[chosen]), leave_one_out(grammar, treebank)
    assert np.array_equal(some.log2_tree, every.log2_tree[chosen])
    found, whole = (
        infer(grammar, part, patches=left.patches) for part, left in [(treebank[chosen], some), (treebank, every)]
    )
    assert np.array_equal(found.log2_sentence, whole.log2_sentence[chosen])


def test_counts_are_the_weights_of_the_grammar() -> None:
    """A treebank with every tree three times, as weights: two copies of the tree stay."""
    treebank = generate(CYCLIC, 10, seed=8, max_nodes=20)
    grammar = induce(treebank)
    thrice = replace(grammar, weight=3 * grammar.weight)
    repeated = treebank[np.repeat(np.arange(10), 3)]
    expected = leave_one_out(induce(repeated), repeated).log2_tree[::3]
    assert leave_one_out(thrice, treebank).log2_tree == pytest.approx(expected, rel=1e-12)


def test_the_result_does_not_depend_on_the_number_of_threads() -> None:
    treebank = generate(CYCLIC, 600, seed=2, max_nodes=30)
    grammar = induce(treebank)
    patches = leave_one_out(grammar, treebank).patches
    results = []
    for number in (1, 3):
        with jobs(number):
            results.append(infer(grammar, treebank, patches=patches).log2_sentence)
    assert np.array_equal(results[0], results[1])


@pytest.mark.parametrize(
    "other", ["(S (a x) (c y))", "(S (a x))", "(S (A (a x)) (A (a x)))"], ids=["another rule", "another", "too often"]
)
def test_a_tree_that_the_grammar_does_not_come_from_is_a_wrong_call(other: str) -> None:
    grammar: Grammar = induce(trees("(S (A (a x)) (b y))\n(S (A (a x)) (A (a x)))"))
    weights = np.where(grammar.weight > 1, 1.0, grammar.weight)
    with pytest.raises(CallError, match=r":1: the grammar was not induced from this tree"):
        leave_one_out(replace(grammar, weight=weights), trees(other))
