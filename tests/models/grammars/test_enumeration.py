"""Trees and sentences of a grammar, listed."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import islice, pairwise, product

import numpy as np
import pytest
from drawn import grammars
from hypothesis import HealthCheck, given, settings

from treegauge import CallError, Grammar
from treegauge.models.grammars.enumeration import (
    Derivation,
    NestedTree,
    enumerate_sentences,
    enumerate_trees,
    longest_sentence,
)
from treegauge.models.grammars.grammar import from_text

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
finite = grammars(recursive=False, max_labels=3)
TWO_SIDED = from_text('1 S -> "a" S\n1 S -> S "a"\n1 S -> "a"')
CIRCLE = from_text('1 S -> A\n2 S -> "a"\n1 A -> S\n1 A -> "a"\n1 A -> S "b"')


def trees_of(grammar: Grammar, label: int) -> list[tuple[float, NestedTree]]:
    """The plain twin, for grammars without recursion: every combination of the children's trees."""
    found: list[tuple[float, NestedTree]] = []
    for rule in np.flatnonzero(grammar.lhs == label).tolist():
        children = grammar.rhs[grammar.offsets[rule] : grammar.offsets[rule + 1]].tolist()
        choices = [
            trees_of(grammar, child) if child < grammar.nonterminals else [(1.0, grammar.name(child))]
            for child in children
        ]
        for combination in product(*choices):
            probability = float(grammar.probability[rule]) * math.prod(p for p, _ in combination)
            found.append((probability, (grammar.name(label), *(tree for _, tree in combination))))
    return found


def by_sentence(derivations: list[Derivation]) -> dict[tuple[str, ...], tuple[float, float]]:
    """Probability and tree entropy of each sentence, from its trees."""
    groups: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for log2_probability, tags, _ in derivations:
        groups[tags].append(2**log2_probability)
    return {
        tags: (sum(group), sum(p / sum(group) * math.log2(sum(group) / p) for p in group))
        for tags, group in groups.items()
    }


@given(finite)
@patient
def test_the_trees_of_a_finite_grammar_are_all_there_once(grammar: Grammar) -> None:
    listed = {tree: 2**log2_probability for log2_probability, _, tree in enumerate_trees(grammar)}
    expected = {tree: probability for probability, tree in trees_of(grammar, grammar.start)}
    assert listed == pytest.approx(expected, rel=1e-12)
    assert len(list(enumerate_trees(grammar))) == len(expected)


@given(grammars(rare=True))
@patient
def test_trees_come_in_order_of_their_probability(grammar: Grammar) -> None:
    found = [derivation.log2_probability for derivation in enumerate_trees(grammar, 300)]
    assert all(one >= other - 1e-9 for one, other in pairwise(found))


@given(grammars())
@patient
def test_no_tree_comes_twice_and_none_is_too_many(grammar: Grammar) -> None:
    found = [derivation.tree for derivation in enumerate_trees(grammar, 300)]
    assert len(set(found)) == len(found) <= 300


def test_the_yield_and_the_tree_are_given() -> None:
    grammar = from_text('1 S -> NP "V" NP\n1 NP -> "D" N\n1 N -> "N"')
    tree = ("S", ("NP", "D", ("N", "N")), "V", ("NP", "D", ("N", "N")))
    assert list(enumerate_trees(grammar)) == [(0.0, ("D", "N", "V", "D", "N"), tree)]


def test_trees_of_a_grammar_without_end_come_one_by_one() -> None:
    sizes = [len(derivation.tags) for derivation in islice(enumerate_trees(TWO_SIDED), 31)]
    assert sizes == [1] + [2] * 2 + [3] * 4 + [4] * 8 + [5] * 16


def test_trees_with_unary_cycles_come_with_each_turn() -> None:
    found = list(enumerate_trees(from_text('1 S -> S\n3 S -> "a"'), 3))
    assert [2**derivation.log2_probability for derivation in found] == pytest.approx([3 / 4, 3 / 16, 3 / 64])


def test_a_chain_of_certain_rules_is_not_a_trap() -> None:
    """The other rule is so rare that the way round in the circle has, rounded, probability one."""
    grammar = from_text('1 S -> A\n1 A -> S\n1e-20 A -> "a"')
    assert next(enumerate_trees(grammar)).tree == ("S", ("A", "a"))


def test_a_deep_tree_is_built() -> None:
    grammar = from_text("\n".join(f'1 L{number} -> L{number + 1} "a"' for number in range(3000)) + '\n1 L3000 -> "b"')
    (found,) = enumerate_trees(grammar)
    assert found.tags == ("b", *["a"] * 3000)


@pytest.mark.parametrize("text", ["1 S -> S", '1 S -> A\n0 A -> "a"'])
def test_a_grammar_without_trees_gives_none(text: str) -> None:
    assert list(enumerate_trees(from_text(text))) == []
    assert enumerate_sentences(from_text(text), 5) == []
    assert longest_sentence(from_text(text)) == 0


@given(finite)
@patient
def test_the_sentences_of_a_finite_grammar_are_those_of_its_trees(grammar: Grammar) -> None:
    listed = {tags: (p, entropy) for tags, p, entropy in enumerate_sentences(grammar, longest_sentence(grammar) or 0)}
    expected = by_sentence(list(enumerate_trees(grammar)))
    assert listed.keys() == expected.keys()
    for tags, found in listed.items():
        assert found == pytest.approx(expected[tags], rel=1e-11, abs=1e-11)


@given(finite)
@patient
def test_the_longest_sentence_is_as_long_as_said(grammar: Grammar) -> None:
    assert longest_sentence(grammar) == max(len(derivation.tags) for derivation in enumerate_trees(grammar))


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ('1 S -> "a" S\n1 S -> "a"', None),
        ('1 S -> "a"\n1 S -> S\n1 S -> A "a"\n1 A -> S2\n1 S2 -> A\n1 A -> "a" "b"', 3),
        ('1 S -> "a"\n1 A -> A A\n1 A -> "a"', 1),
        ('1 S -> "a"\n0 S -> S S', 1),
        ('1 S -> A "a"\n1 A -> B\n1 B -> A "b"\n1 B -> "b"', None),
    ],
)
def test_only_recursion_that_adds_words_makes_sentences_of_any_length(text: str, longest: int | None) -> None:
    assert longest_sentence(from_text(text)) == longest


def test_the_sentences_of_the_paper_have_their_probabilities() -> None:
    """Equation 12: p(a^n) = 2^(n - 1) / 3^n; the 2^(n - 1) trees are alike."""
    for length, found in enumerate(enumerate_sentences(TWO_SIDED, 40), 1):
        assert found.tags == ("a",) * length
        assert found.probability == pytest.approx(2 ** (length - 1) / 3**length, rel=1e-13)
        assert found.tree_entropy == pytest.approx(length - 1, rel=1e-13)


def test_unary_cycles_are_summed_to_their_end() -> None:
    """P(a | S) = s, P(a | A) = t: s = t / 3 + 2 / 3, t = s / 3 + 1 / 3, so s = 7 / 8; the trees are those that turn n
    times and stop at S or at A."""
    found = enumerate_sentences(CIRCLE, 1)[0]
    trees = [2 / 3 / 9**turn for turn in range(200)] + [1 / 9 / 9**turn for turn in range(200)]
    assert found.probability == pytest.approx(7 / 8, rel=1e-14)
    assert found.tree_entropy == pytest.approx(sum(p * math.log2(7 / 8 / p) for p in trees) / (7 / 8), rel=1e-13)


def test_sentences_with_unary_cycles_are_those_of_the_trees() -> None:
    """The first of them: the others have too little probability to show."""
    expected = by_sentence(list(enumerate_trees(CIRCLE, 4000)))
    for tags, probability, entropy in enumerate_sentences(CIRCLE, 3):
        assert (probability, entropy) == pytest.approx(expected[tags], rel=1e-5)


def test_rules_that_never_end_do_not_matter_for_sentences() -> None:
    grammar = from_text('1 S -> "a"\n1 S -> A\n1 A -> A')
    assert enumerate_sentences(grammar, 3) == [(("a",), 0.5, 0.0)]


def test_an_unambiguous_sentence_leaves_nothing_open() -> None:
    grammar = from_text('1 S -> "a" S "b"\n2 S -> "c" S\n4 S -> "a"')
    assert {sentence.tree_entropy for sentence in enumerate_sentences(grammar, 9)} == {0.0}


def test_sentences_come_in_order_of_length() -> None:
    grammar = from_text('1 S -> "b" S\n1 S -> S S\n9 S -> "a"')
    lengths = [len(sentence.tags) for sentence in enumerate_sentences(grammar, 6)]
    assert lengths == sorted(lengths)
    assert set(lengths) == set(range(1, 7))


def test_too_many_sentences_are_an_error() -> None:
    with pytest.raises(CallError, match=r"more than 1,000 pieces of sentences up to 10 words; list shorter ones"):
        enumerate_sentences(from_text('1 S -> "a" S\n1 S -> "b" S\n9 S -> "c"'), 50, limit=1000)


def test_a_length_below_zero_is_an_error() -> None:
    with pytest.raises(CallError, match="max_length must be a whole number from 1 to 2,147,483,647, not -1"):
        enumerate_sentences(TWO_SIDED, -1)
