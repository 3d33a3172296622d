"""The sum over all trees of a sentence and its best tree: the engine against the plain twins."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import plain
import pytest
from grammar_strategies import UNSEEN, UNUSED, Tags, cases, tagged
from hypothesis import HealthCheck, given, settings
from plain_charts import log2

import treegauge
from treegauge import Grammar, Treebank, generate, induce
from treegauge.core.parallel import jobs
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import Inference, infer

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Case = tuple[Grammar, list[Tags]]
BIT = 1e-12 / math.log(2)  # a relative error of 1e-12 in a probability, in bits
ENGLISH = from_text(
    """
    start S
    8 S -> NP VP
    2 S -> S "CC" S
    5 NP -> "DT" "NN"
    3 NP -> "PRP"
    2 NP -> NP PP
    1 PP -> "IN" NP
    5 VP -> "VB" NP
    4 VP -> "VB"
    1 VP -> VP PP
    """
)
AMBIGUOUS = from_text('1 S -> "a" S\n1 S -> S "a"\n1 S -> "a"')


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def check(grammar: Grammar, sentences: list[Tags]) -> None:
    """Both values exactly, and a tree that has the value of the best one."""
    found = infer(grammar, tagged(sentences))
    for number, tags in enumerate(sentences):
        total, (best, _) = plain.sentence_probability(grammar, tags), plain.viterbi_plain(grammar, tags)
        assert found.log2_sentence[number] == pytest.approx(log2(total), abs=BIT, rel=0)
        assert found.log2_best[number] == pytest.approx(log2(best), abs=BIT, rel=0)
        assert found.parsed[number] == (total > 0)
        if total:
            check_tree(grammar, found.trees, number, best)
    check_rows(found, sentences)


def check_tree(grammar: Grammar, treebank: Treebank, number: int, best: Fraction) -> None:
    rules = plain.derivation_of(grammar, treebank[number])
    assert rules is not None
    assert float(plain.tree_probability(grammar, rules) / best) == pytest.approx(1, abs=1e-12)


def check_rows(found: Inference, sentences: list[Tags]) -> None:
    """The trees stand over the same tags in the same order."""
    assert [tuple(token.tag for token in tree.tokens) for tree in found.trees] == sentences
    assert (found.log2_best <= found.log2_sentence + BIT).all()


@given(cases(longest_rule=3))
@patient
def test_grammars_without_unary_cycles_agree_with_the_enumeration_of_all_trees(case: Case) -> None:
    grammar, sentences = case
    found = infer(grammar, tagged(sentences))
    for number, tags in enumerate(sentences):
        values = [plain.tree_probability(grammar, tree) for tree in plain.all_trees(grammar, tags)]
        assert found.log2_sentence[number] == pytest.approx(log2(sum(values, Fraction(0))), abs=BIT, rel=0)
        assert found.log2_best[number] == pytest.approx(log2(max(values, default=Fraction(0))), abs=BIT, rel=0)


@given(cases(cycles=True))
@patient
def test_grammars_with_unary_cycles_agree_with_the_exact_solution(case: Case) -> None:
    check(*case)


@given(cases(longest_rule=7, longest=8))
@patient
def test_long_right_hand_sides_agree_with_the_exact_solution(case: Case) -> None:
    check(*case)


@pytest.mark.parametrize(
    "text",
    [
        '1 S -> S\n1 S -> "a"',
        '9 S -> S\n1 S -> "a"\n1 S -> S S',
        '1 S -> A\n1 S -> "a"\n1 A -> B\n1 B -> S\n1 B -> "a" "a"\n1 A -> S S',
        '1 S -> "a"\n1 S -> A\n1 A -> B\n1 B -> A',
        '1 S -> A\n1 S -> "a"\n1 S -> A S\n1 A -> A',
    ],
    ids=["self", "strong", "three", "trap", "trapped child"],
)
def test_cycles_have_their_closed_forms(text: str) -> None:
    """Also where a cycle is never left: it builds no tree."""
    check(from_text(text), [("a",) * length for length in range(1, 7)])


def test_a_cycle_that_is_nearly_never_left_is_accurate() -> None:
    """S over "a" is 1e-6 / (1 - (1 - 1e-6)) = 1."""
    found = infer(from_text('999999 S -> S\n1 S -> "a"'), tagged([("a",)]))
    assert found.log2_sentence[0] == pytest.approx(0, abs=1e-9)
    assert found.log2_best[0] == pytest.approx(-math.log2(1e6), abs=BIT)


def test_a_symbol_that_is_both_a_tag_and_a_label_is_two_symbols() -> None:
    check(from_text('1 S -> "S" S\n1 S -> "S"\n1 S -> A\n1 A -> "A" S'), [("S", "S"), ("A", "S"), ("A",)])


def test_a_rule_of_weight_zero_builds_no_tree() -> None:
    grammar = from_text('1 S -> "a"\n0 S -> "b"\n0 S -> "a" "a"\n1 S -> A "c"\n0 A -> "a"')
    found = infer(grammar, tagged([("b",), ("a", "a"), ("a", "c"), ("a",)]))
    assert found.log2_sentence.tolist() == [-math.inf, -math.inf, -math.inf, -1]
    assert found.parsed.tolist() == [False, False, False, True]


@pytest.mark.parametrize("tags", [("DT",), ("NN", "DT"), ("PRP", "VB", UNSEEN), (UNSEEN,), (UNUSED, "VB")])
def test_a_sentence_without_a_tree_is_flat_under_the_start(tags: Tags) -> None:
    sentences = [("PRP", "VB"), tags, ("PRP", "VB")]
    found = infer(ENGLISH, tagged(sentences))
    assert found.parsed.tolist() == [True, False, True]
    assert (found.log2_sentence[1], found.log2_best[1]) == (-math.inf, -math.inf)
    check_rows(found, sentences)
    assert [(node.label, node.left, node.right) for node in found.trees[1].nodes] == [("S", 0, len(tags))]
    assert all(token.parent is not None for token in found.trees[1].tokens)


@pytest.mark.parametrize("sentences", [[()], [(), ("PRP", "VB"), ()]])
def test_an_empty_sentence_has_no_tree(sentences: list[Tags]) -> None:
    found = infer(ENGLISH, tagged(sentences))
    assert found.parsed.tolist() == [bool(tags) for tags in sentences]
    assert (found.log2_sentence > -math.inf).tolist() == found.parsed.tolist()
    assert (found.log2_best > -math.inf).tolist() == found.parsed.tolist()
    check_rows(found, sentences)


def test_no_sentences_have_no_results() -> None:
    found = infer(ENGLISH, tagged([]))
    assert (len(found.log2_sentence), len(found.log2_best), len(found.parsed), len(found.trees)) == (0, 0, 0, 0)


def test_words_and_tags_of_the_sentences_are_kept() -> None:
    treebank = trees("(S (NP (PRP she)) (VP (VB sleeps)))")
    found = infer(ENGLISH, treebank)
    assert [tree.brackets() for tree in found.trees] == ["(S (NP (PRP she)) (VP (VB sleeps)))"]


def test_the_first_treebank_of_the_paper_is_not_ambiguous() -> None:
    treebank = trees("(S (a a) (S (b b) (S (c c))))\n(S (b b) (S (a a) (S (c c))))")
    grammar = induce(treebank)
    found = infer(grammar, treebank)
    assert -found.log2_sentence.mean() == pytest.approx(3 * math.log2(3), abs=BIT)
    assert -log2_trees(grammar, treebank).mean() == pytest.approx(3 * math.log2(3), abs=BIT)


def test_the_second_treebank_of_the_paper_has_an_ecc_of_2_bits() -> None:
    treebank = trees("(S (a a) (S (S (a a)) (a a)))")
    grammar = induce(treebank)
    found, derivational = infer(grammar, treebank), log2_trees(grammar, treebank)
    assert -found.log2_sentence.mean() == pytest.approx(3 * math.log2(3) - 2, abs=BIT)
    assert -derivational.mean() == pytest.approx(3 * math.log2(3), abs=BIT)
    assert (found.log2_sentence - derivational).mean() == pytest.approx(2, abs=BIT)


@given(cases(cycles=True))
@patient
def test_the_value_of_the_best_tree_is_its_probability_rule_by_rule(case: Case) -> None:
    grammar, sentences = case
    found = infer(grammar, tagged(sentences))
    kept = np.flatnonzero(found.parsed)
    if len(kept):
        again = log2_trees(grammar, found.trees.select(kept))
        np.testing.assert_allclose(again, found.log2_best[kept], rtol=0, atol=BIT)


def test_a_tree_with_a_rule_that_is_not_there_has_no_probability() -> None:
    treebank = trees("(S (NP (PRP x)) (VP (VB x)))\n(S (NP (NN x)) (VP (VB x)))\n(S (NP (PRP x)) (XP (VB x)))")
    assert np.isfinite(log2_trees(ENGLISH, treebank)).tolist() == [True, False, False]


def test_a_tree_with_a_rule_of_weight_zero_has_no_probability() -> None:
    grammar = from_text('1 S -> "a"\n0 S -> "b"')
    assert log2_trees(grammar, trees("(S (b x))\n(S (a x))")).tolist() == [-math.inf, 0]


def test_a_tree_with_another_root_has_no_probability() -> None:
    assert log2_trees(ENGLISH, trees("(NP (PRP x))")).tolist() == [-math.inf]


@pytest.mark.parametrize("length", [50, 300])
def test_a_long_ambiguous_sentence_agrees_with_the_twin_in_logarithms(length: int) -> None:
    grammar = from_text('3 S -> S S\n1 S -> A\n4 S -> "a"\n1 A -> "a" S "a"\n1 A -> S\n1 A -> "b"')
    tags = tuple(np.random.default_rng(length).choice(["a", "b"], length, p=[0.8, 0.2]).tolist())
    found = infer(grammar, tagged([tags]))
    assert found.log2_sentence[0] == pytest.approx(plain.log2_sentence(grammar, tags), rel=1e-12)
    check_long(grammar, found, plain.viterbi_plain(grammar, tags, exact=False)[0])


def check_long(grammar: Grammar, found: Inference, best: float) -> None:
    assert found.log2_best[0] == pytest.approx(best, rel=1e-12)
    rules = plain.derivation_of(grammar, found.trees[0])
    assert rules is not None
    assert log2(plain.tree_probability(grammar, rules)) == pytest.approx(best, rel=1e-12)


@pytest.mark.parametrize(("stay", "leave"), [(1, 10**6), (1, 3), (1, 1), (10**6, 1), (10**9, 1)])
@pytest.mark.parametrize("length", [40, 300, 2000])
def test_probabilities_of_any_size_do_not_run_out_of_range(stay: int, leave: int, length: int) -> None:
    """Two ways to take each tag but the last: 2^(n-1) trees, each with n - 1 rules that stay and one that leaves."""
    grammar = from_text(f'{stay} S -> "a" S\n{stay} S -> S "a"\n{leave} S -> "a"')
    found = infer(grammar, tagged([("a",) * length]))
    step, end = (log2(Fraction(count, 2 * stay + leave)) for count in (stay, leave))
    best = (length - 1) * step + end
    assert found.log2_best[0] == pytest.approx(best, rel=1e-12)
    assert found.log2_sentence[0] == pytest.approx(best + length - 1, rel=1e-12)
    assert log2_trees(grammar, found.trees)[0] == pytest.approx(best, rel=1e-12)


def test_a_tiny_value_beside_large_ones_is_not_lost() -> None:
    """Until the last tag the likely label is ahead by 2^6000; then only the unlikely one can end."""
    lines = ['1 S -> A "x"', '1 S -> B "y"']
    lines += ['1 A -> "a" A', '1048575 A -> "a"', '1048575 B -> "a" B', '1 B -> "a"']
    grammar, length = from_text("\n".join(lines)), 300
    found = infer(grammar, tagged([("a",) * length + ("x",), ("a",) * length + ("y",)]))
    rare, common = -20.0, math.log2(1048575 / 1048576)
    expected = [(length - 1) * rare + common - 1, (length - 1) * common + rare - 1]
    assert found.log2_sentence.tolist() == pytest.approx(expected, rel=1e-12)
    assert found.log2_best.tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("half", [10, 40, 100, 150, 400])
def test_a_sentence_of_unlikely_and_then_likely_tags_loses_no_tree(half: int) -> None:
    """Two trees of like probability: one gets there evenly, the other by a part at 2^-20 a tag and one at nearly 1,
    which no single scale holds. Both count."""
    lines = ["1023 S -> A B", "1 S -> C", '1 A -> "r" A', '1048575 A -> "r"', '1048575 B -> "c" B', '1 B -> "c"']
    lines += ['1 C -> "r" C', '1 C -> "c" C', '1022 C -> "c"']
    found = infer(from_text("\n".join(lines)), tagged([("r",) * half + ("c",) * half]))
    step, large = Fraction(1, 2**20), Fraction(2**20 - 1, 2**20)
    uneven = Fraction(1023, 1024) * step**half * large**half
    even = Fraction(1, 1024) * Fraction(1, 1024) ** (2 * half - 1) * Fraction(1022, 1024)
    assert found.log2_sentence[0] == pytest.approx(log2(uneven + even), rel=1e-12)
    assert found.log2_best[0] == pytest.approx(log2(max(uneven, even)), rel=1e-12)


def english(sentences: int) -> Treebank:
    return generate(ENGLISH, sentences, seed=1, max_nodes=40)


def test_the_result_does_not_depend_on_the_number_of_threads() -> None:
    treebank = english(6000)
    results = []
    for number in (1, 2, 3):
        with jobs(number):
            results.append(infer(ENGLISH, treebank))
    for other in results[1:]:
        assert np.array_equal(results[0].log2_sentence, other.log2_sentence)
        assert np.array_equal(results[0].log2_best, other.log2_best)
        assert results[0].trees.equals(other.trees)


def test_the_result_of_a_sentence_does_not_depend_on_the_others() -> None:
    treebank = english(200)
    order = np.random.default_rng(0).permutation(200)
    whole, shuffled = infer(ENGLISH, treebank), infer(ENGLISH, treebank[order])
    assert np.array_equal(whole.log2_sentence[order], shuffled.log2_sentence)
    assert np.array_equal(whole.log2_best[order], shuffled.log2_best)
    assert whole.trees[order].equals(shuffled.trees)


def test_the_best_tree_is_at_least_as_likely_as_the_tree_that_was_drawn() -> None:
    treebank = english(500)
    found, drawn = infer(ENGLISH, treebank), log2_trees(ENGLISH, treebank)
    assert found.parsed.all()
    assert (drawn <= found.log2_best + BIT).all()
    assert (found.log2_best <= found.log2_sentence + BIT).all()


def test_the_penn_treebank_has_the_cross_entropies_of_the_reference(reference: Path) -> None:
    """All sentences of fewer than 40 words; the classical parser of the benchmarks finds the same."""
    treebank = treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")
    grammar = induce(treebank)
    short = treebank.select(np.flatnonzero(treebank.tokens.counts < 40))
    found, derivational = infer(grammar, short), log2_trees(grammar, short)
    assert len(short) == 3597
    assert -found.log2_sentence.mean() == pytest.approx(76.4157, abs=5e-5)
    assert -derivational.mean() == pytest.approx(86.6605, abs=5e-5)
