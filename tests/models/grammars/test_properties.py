"""What is said about a grammar: its size, and whether it is proper and consistent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn import grammars
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import treegauge
from strategies import treebanks
from treegauge import DataError, Grammar, Treebank, apply, induce
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.properties import (
    check_consistent,
    growth_rate,
    mean_matrix,
    productive,
    properties,
    reachable,
)

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ENGLISH = (
    'start S\n3 S -> NP VP\n1 S -> S "CC" S "." \n2 NP -> "DT" "NN"\n4 NP -> "PRP"\n2 VP -> "VB" NP\n2 VP -> VP NP'
)


def grown(text: str) -> float:
    return properties(from_text(text)).growth


def test_a_grammar_is_counted() -> None:
    found = properties(from_text(ENGLISH))
    assert (found.rules, found.nonterminals, found.tags, found.occurrences) == (6, 3, 6, 14)
    assert (found.unary, found.binary, found.longest, found.ratio) == (1, 4, 4, 6 / 14)


def test_the_penn_treebank_is_counted(reference: Path) -> None:
    found = properties(induce(treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")))
    assert (found.rules, found.nonterminals, found.tags, found.occurrences) == (3764, 28, 45, 77375)
    assert (found.proper, found.consistent, found.critical, found.useless) == (True, True, False, ())


def test_relative_frequencies_are_proper() -> None:
    assert properties(from_text(ENGLISH)).proper


def test_a_label_that_never_happens_is_not_proper() -> None:
    assert not properties(from_text('1 S -> "a"\n0 A -> "b"')).proper


def test_a_label_without_rules_is_not_proper() -> None:
    grammar = from_text('1 S -> "a"\n1 A -> "b"')
    kept = replace(grammar, lhs=grammar.lhs[:1], rhs=grammar.rhs[:1], offsets=grammar.offsets[:2], weight=np.ones(1))
    assert not properties(kept).proper


@pytest.mark.parametrize(
    ("text", "growth"),
    [
        ('1 S -> "a"', 0),
        ('1 S -> A A\n1 A -> "a"', 0),
        ('1 S -> S S\n3 S -> "a"', 0.5),
        ('1 S -> A\n1 A -> S S\n3 A -> "a"', 0.5**0.5),
        ('3 S -> S S\n1 S -> "a"', 1.5),
        ('1 S -> "a"\n1 A -> A A', 0),  # out of reach of the start
        ('1 S -> "a"\n0 S -> S S S', 0),
        ('1 S -> A B\n1 A -> A "a"\n3 A -> "a"\n1 B -> B "b"\n1 B -> "b"', 0.5),
    ],
)
def test_growth_is_that_of_the_strongest_recursion(text: str, growth: float) -> None:
    assert grown(text) == pytest.approx(growth, rel=1e-12)


@given(grammars(rare=True))
@patient
def test_growth_is_the_largest_eigenvalue(grammar: Grammar) -> None:
    there = reachable(grammar)
    dense = mean_matrix(grammar).toarray()[there][:, there]
    # Eigenvalues of a matrix with several like blocks are only known to about the square root of the precision.
    assert growth_rate(grammar) == pytest.approx(np.abs(np.linalg.eigvals(dense)).max(), rel=1e-4, abs=1e-4)


@given(st.integers(2, 40), st.integers(0, 2**32 - 1))
@patient
def test_growth_of_one_recursion_is_the_largest_eigenvalue_to_the_last_digits(labels: int, seed: int) -> None:
    """A ring of labels, so that all is one part, and some rules across it."""
    draw = np.random.default_rng(seed)
    rules = [f"{draw.random()} L{n} -> L{(n + 1) % labels}" for n in range(labels)]
    rules += [f"{draw.random()} L{a} -> L{b} L{c}" for a, b, c in draw.integers(0, labels, (2 * labels, 3)).tolist()]
    grammar = from_text("\n".join([*rules, *(f'1 L{n} -> "a"' for n in range(labels))]))
    assert growth_rate(grammar) == pytest.approx(
        np.abs(np.linalg.eigvals(mean_matrix(grammar).toarray())).max(), rel=1e-11
    )


def test_growth_of_labels_of_very_different_frequency_is_exact() -> None:
    """The eigenvector spans many orders of magnitude: a ring of n labels has the n-th root of the product."""
    chances = [1e-6, 0.5, 1e-9, 0.9, 1e-3]
    rules = [f'{p!r} L{n} -> L{(n + 1) % 5}\n{1 - p!r} L{n} -> "a"' for n, p in enumerate(chances)]
    assert grown("\n".join(rules)) == pytest.approx(float(np.prod(chances)) ** 0.2, rel=1e-11)


@given(treebanks(constituents=True, discontinuous=False, missing_tags=False))
@patient
def test_a_treebank_grammar_is_proper_and_consistent_and_uses_all_symbols(treebank: Treebank) -> None:
    kept = apply(treebank, ["select-length", "add-root"])
    assume(len(kept))
    found = properties(induce(kept))
    assert (found.proper, found.consistent, found.critical, found.useless) == (True, True, False, ())
    assert found.growth < 1


@pytest.mark.parametrize("text", ['1 S -> S "a"', "1 S -> S", "1 S -> S S", '1 S -> A "a"\n1 A -> S', "1 S -> S S S"])
def test_a_grammar_without_finite_trees_is_not_consistent(text: str) -> None:
    assert not properties(from_text(text)).consistent


def test_a_grammar_that_may_end_up_without_end_is_not_consistent() -> None:
    found = properties(from_text('9 S -> "a"\n1 S -> A\n1 A -> A "a"'))
    assert (found.consistent, found.proper) == (False, True)


def test_a_grammar_that_grows_is_not_consistent() -> None:
    assert not properties(from_text('51 S -> S S\n49 S -> "a"')).consistent


def test_a_grammar_on_the_edge_is_consistent_and_critical() -> None:
    """The chance x that a tree is finite solves x = (1 + x^2) / 2, so it is 1."""
    found = properties(from_text('1 S -> S S\n1 S -> "a"'))
    assert (found.consistent, found.critical, found.growth) == (True, True, 1)


def test_a_grammar_close_to_the_edge_is_not_on_it() -> None:
    found = properties(from_text('99999999 S -> S "a"\n1 S -> "a"'))
    assert (found.consistent, found.critical) == (True, False)


def test_a_good_grammar_passes() -> None:
    check_consistent(from_text(ENGLISH))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('9 S -> "a"\n1 S -> A "a"\n0 A -> "b"', r"'A' derives no words"),
        ('9 S -> "a"\n1 S -> B\n1 B -> B', r"'B' derives no words"),
        ('3 S -> S S\n1 S -> "a"', r"not consistent: a tree grows by 1\.5"),
        ('1 S -> S S\n1 S -> "a"', r"the grammar is critical"),
    ],
)
def test_a_grammar_without_a_finite_size_is_an_error_that_says_why(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        check_consistent(from_text(text))


@pytest.mark.parametrize(
    ("text", "useless"),
    [
        ('1 S -> "a"', ()),
        ('1 S -> "a"\n1 A -> "b"', ("A", '"b"')),
        ('1 S -> "a"\n0 S -> A\n1 A -> "a"', ("A",)),
        ('1 S -> "a"\n1 S -> A B\n1 A -> "b"\n1 B -> B', ("A", "B", '"b"')),
        ("1 S -> S", ("S",)),
        ('1 S -> "a"\n1 <"a b"> -> "b"', ('<"a b">', '"b"')),
    ],
)
def test_symbols_of_no_tree_are_useless(text: str, useless: tuple[str, ...]) -> None:
    assert properties(from_text(text)).useless == useless


@pytest.mark.parametrize(
    ("text", "cycles"),
    [
        ('1 S -> A\n1 A -> "a"', ()),
        ('1 S -> A\n1 A -> S\n1 A -> "a"', (("S", "A"),)),
        ('1 S -> S\n1 S -> A\n1 A -> B\n1 B -> C\n1 C -> A\n1 C -> "a"', (("S",), ("A", "B", "C"))),
        ('1 S -> A\n0 A -> S\n1 A -> "a"', ()),
        ('1 S -> S "a"\n1 S -> "a"', ()),
    ],
)
def test_labels_that_derive_each_other_are_on_a_cycle(text: str, cycles: tuple[tuple[str, ...], ...]) -> None:
    assert properties(from_text(text)).unary_cycles == cycles


def test_long_chains_are_followed_to_their_end() -> None:
    text = "\n".join(f"1 L{number} -> L{number + 1}" for number in range(300)) + '\n1 L300 -> "a"'
    grammar = from_text(text)
    assert productive(grammar).all()
    assert reachable(grammar).all()
