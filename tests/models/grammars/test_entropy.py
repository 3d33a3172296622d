"""What a grammar expects: counts, lengths and entropies in closed form, against theorems, lists and drawn trees."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from drawn import grammars
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import treegauge
from strategies import treebanks
from treegauge import CallError, DataError, Grammar, Treebank, apply, generate, induce
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.entropy import exact_ecc, expectations
from treegauge.models.grammars.enumeration import NestedTree, enumerate_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.properties import growth_rate
from treegauge.treebank.views import Node

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ENGLISH = from_text(
    """
    start S
    0.8 S -> NP VP
    0.2 S -> S "CC" S
    0.5 NP -> "DT" "NN"
    0.3 NP -> "PRP"
    0.2 NP -> NP PP
    1 PP -> "IN" NP
    0.6 VP -> "VB" NP
    0.4 VP -> VP2
    0.5 VP2 -> VP
    0.5 VP2 -> "VB"
    """
)
LOG3 = math.log2(3)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


# The paper's treebanks (section 3.1): t1 and t2 use each rule of G1 once, t3 each rule of G2.
T1 = trees("(S (a a) (S (b b) (S (c c))))\n(S (b b) (S (a a) (S (c c))))")
T2 = trees("(S (a a) (S (S (a a)) (a a)))")


def derivational(treebank: Treebank, grammar: Grammar) -> float:
    """The mean of -log2 p(t) over the trees of a treebank, one by one."""
    logs = {grammar.rule(number): math.log2(p) for number, p in enumerate(grammar.probability.tolist()) if p > 0}
    spelled = {
        name: grammar.spelled(number) for number, name in enumerate(grammar.symbols) if number < grammar.nonterminals
    }
    total = 0.0
    for tree in treebank:
        bits = 0.0
        for node in tree.nodes:
            children = (spelled[str(c.label)] if isinstance(c, Node) else f'"{c.tag}"' for c in node.children)
            bits -= logs[str(node.label), tuple(children)]
        total += bits
    return total / len(treebank)


def uses(tree: NestedTree) -> Counter[str]:
    """How often each label, and each tag (in quotes), stands in a tree."""
    found: Counter[str] = Counter()
    left = [tree]
    while left:
        label, *children = left.pop()
        found[label] += 1
        left += [child for child in children if isinstance(child, tuple)]
        found.update(f'"{child}"' for child in children if isinstance(child, str))
    return found


@pytest.mark.parametrize("treebank", [T1, T2])
def test_the_derivational_entropy_of_the_papers_grammars_is_3_log_3(treebank: Treebank) -> None:
    found = expectations(induce(treebank))
    assert found.derivational_entropy == pytest.approx(3 * LOG3, rel=1e-14)
    assert derivational(treebank, induce(treebank)) == pytest.approx(3 * LOG3, rel=1e-14)
    assert (found.words, found.nodes, found.derivational_entropy_per_word) == pytest.approx((3, 3, LOG3))


def test_the_first_grammar_of_the_paper_leaves_nothing_open() -> None:
    """It is unambiguous: the trees not listed are all that the upper bound can be wrong by."""
    found = [exact_ecc(induce(T1), length) for length in (4, 8, 12)]
    assert [bounds.lower for bounds in found] == [0, 0, 0]
    assert found[0].upper > found[1].upper > found[2].upper > 0
    assert [bounds.remaining for bounds in found] == pytest.approx([(2 / 3) ** length for length in (4, 8, 12)])


def test_the_second_grammar_of_the_paper_leaves_two_bits_open() -> None:
    """p(a^n) = 2^(n-1) / 3^n, and its 2^(n-1) trees are alike, so n - 1 bits are open: their mean is E[n] - 1, and n is
    geometric with chance 1/3, so E[n] = 3. H^S = 3 log 3 - 2."""
    found = exact_ecc(induce(T2), 80)
    assert found.lower <= 2 <= found.upper + 1e-12
    assert found.ecc == pytest.approx(2, rel=1e-11)
    assert found.sentential_entropy == pytest.approx(3 * LOG3 - 2, rel=1e-11)


@pytest.mark.parametrize("length", [1, 2, 5, 20, 40])
def test_the_bounds_hold_the_exact_value(length: int) -> None:
    found = exact_ecc(induce(T2), length)
    listed = sum((n - 1) * 2 ** (n - 1) / 3**n for n in range(1, length + 1))
    assert found.lower == pytest.approx(listed, rel=1e-12)
    assert found.lower < 2 < found.upper
    assert found.remaining == pytest.approx((2 / 3) ** length)


@given(grammars(recursive=False, max_labels=3))
@patient
def test_expectations_of_a_finite_grammar_are_means_over_its_trees(grammar: Grammar) -> None:
    found, counts, bits = expectations(grammar), Counter[str](), 0.0
    for log2_probability, _, tree in enumerate_trees(grammar):
        probability = 2**log2_probability
        bits -= probability * log2_probability
        for symbol, count in uses(tree).items():
            counts[symbol] += probability * count  # type: ignore[assignment]
    assert found.derivational_entropy == pytest.approx(bits, rel=1e-12, abs=1e-12)
    expected = [counts[grammar.spelled(symbol)] for symbol in range(len(grammar.symbols))]
    assert found.symbol_counts.tolist() == pytest.approx(expected, rel=1e-12)
    assert (found.nodes, found.words) == pytest.approx(
        (sum(expected[: grammar.nonterminals]), sum(expected[grammar.nonterminals :])), rel=1e-12
    )


@given(grammars(recursive=False, max_labels=3))
@patient
def test_the_ecc_of_a_finite_grammar_is_the_difference_of_its_entropies(grammar: Grammar) -> None:
    found, chance = exact_ecc(grammar), Counter[tuple[str, ...]]()
    for log2_probability, tags, _ in enumerate_trees(grammar):
        chance[tags] += 2**log2_probability  # type: ignore[assignment]
    sentential = -sum(p * math.log2(p) for p in chance.values())
    assert found.ecc == pytest.approx(expectations(grammar).derivational_entropy - sentential, rel=1e-11, abs=1e-11)
    assert found.sentential_entropy == pytest.approx(sentential, rel=1e-11, abs=1e-11)
    assert (found.upper, found.remaining) == (found.lower, 0)


def test_a_finite_language_with_unary_cycles_is_exact() -> None:
    """The number n of turns is geometric with chance 3/4: its entropy is what is open."""
    found = exact_ecc(from_text('1 S -> S\n3 S -> "a"'))
    entropy = -sum(0.75 * 0.25**n * math.log2(0.75 * 0.25**n) for n in range(100))
    assert (found.derivational_entropy, found.lower, found.upper) == pytest.approx((entropy,) * 3, rel=1e-13)
    assert found.remaining == 0


@given(grammars(max_labels=3))
@patient
def test_longer_sentences_only_narrow_the_bounds(grammar: Grammar) -> None:
    assume(growth_rate(grammar) < 0.9)
    short, long = exact_ecc(grammar, 2), exact_ecc(grammar, 5)
    assert short.lower <= long.lower + 1e-12
    assert long.upper <= short.upper + 1e-9
    assert 0 <= long.lower <= long.upper <= long.derivational_entropy + 1e-9


@given(grammars(max_labels=3), st.integers(0, 9))
@patient
def test_drawn_trees_have_the_expected_counts(grammar: Grammar, seed: int) -> None:
    """Within five standard errors; ten more trees of a kind for those too rare for a normal distribution."""
    assume(growth_rate(grammar) < 0.7)
    found, drawn, size = expectations(grammar), generate(grammar, 4000, seed), 4000
    for rows, column, first in ((drawn.nodes, "label", 0), (drawn.tokens, "tag", grammar.nonterminals)):
        text = rows.text(column)
        for code, name in enumerate(text.values):
            number = list(grammar.symbols)[first:].index(name) + first
            counts = np.bincount(rows.sentence[text.codes == code], minlength=size)
            expected = float(found.symbol_counts[number])
            error = math.sqrt(max(float(counts.var()), expected) / size)
            assert abs(float(counts.mean()) - expected) <= 5 * error + 10 / size


def test_drawn_trees_have_the_expected_bits() -> None:
    """The mean of -log2 p(t) of a sample converges to the closed form."""
    found, drawn = expectations(ENGLISH), generate(ENGLISH, 4000, seed=7)
    bits = np.array([derivational(drawn[number : number + 1], ENGLISH) for number in range(len(drawn))])
    error = float(bits.std(ddof=1)) / math.sqrt(len(bits))
    assert abs(float(bits.mean()) - found.derivational_entropy) <= 5 * error
    assert error < 0.02 * found.derivational_entropy
    for mean, counts in ((found.words, drawn.tokens.counts), (found.nodes, drawn.nodes.counts)):
        assert abs(float(counts.mean()) - mean) <= 5 * float(counts.std()) / math.sqrt(len(counts))


@given(treebanks(constituents=True, discontinuous=False, missing_tags=False))
@patient
def test_a_treebank_grammar_expects_what_the_treebank_has(treebank: Treebank) -> None:
    """Chi & Geman 1998: under the maximum-likelihood grammar a tree has on average each rule as often as in the
    treebank."""
    kept = apply(treebank, ["select-length", "add-root"])
    assume(len(kept))
    grammar = induce(kept)
    found = expectations(grammar)
    assert (found.rule_counts * len(kept)).tolist() == pytest.approx(grammar.weight.tolist(), rel=1e-10)
    assert found.words * len(kept) == pytest.approx(len(kept.tokens), rel=1e-10)


def test_the_penn_grammar_expects_what_the_penn_treebank_has(reference: Path) -> None:
    treebank = treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")
    grammar = induce(treebank)
    found, size = expectations(grammar), len(treebank)
    assert found.derivational_entropy == pytest.approx(derivational(treebank, grammar), rel=1e-11)
    assert found.rule_counts * size == pytest.approx(grammar.weight, rel=1e-9)
    assert (found.words, found.nodes) == pytest.approx(
        (len(treebank.tokens) / size, len(treebank.nodes) / size), rel=1e-11
    )


def test_a_deep_treebank_is_expected_to_be_deep() -> None:
    """Close to the edge: a tree has 10^7 nodes on average."""
    found = expectations(from_text('9999999 S -> S "a"\n1 S -> "a"'))
    assert (found.nodes, found.words) == pytest.approx((1e7, 1e7), rel=1e-8)


def test_what_the_start_does_not_reach_is_not_expected() -> None:
    found = expectations(from_text('1 S -> "a"\n1 A -> A "b"\n0 B -> "c"'))
    assert found.symbol_counts.tolist() == [1, 0, 0, 1, 0, 0]
    assert (found.rule_counts.tolist(), found.derivational_entropy) == ([1, 0, 0], 0)


@pytest.mark.parametrize("text", ['1 S -> S S\n1 S -> "a"', '3 S -> S S\n1 S -> "a"', "1 S -> S"])
def test_without_a_finite_size_nothing_is_expected(text: str) -> None:
    with pytest.raises(DataError, match=r"the grammar is"):
        expectations(from_text(text))


def test_endless_sentences_need_a_length() -> None:
    with pytest.raises(CallError, match=r"give max_length, the longest to list"):
        exact_ecc(induce(T2))
