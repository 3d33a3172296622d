"""Treebanks drawn from a grammar."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import CallError, DataError, Grammar, Treebank, apply, generate, induce
from treegauge.models.grammars.grammar import from_text
from treegauge.treebank.edit import restructure

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
    0.4 VP -> "VB"
    """
)
BRANCHING = from_text('0.45 S -> S S\n0.55 S -> "a"')


def weights(grammar: Grammar) -> dict[tuple[str, tuple[str, ...]], float]:
    return {grammar.rule(number): float(grammar.weight[number]) for number in range(len(grammar))}


def test_the_same_seed_gives_the_same_trees() -> None:
    assert generate(ENGLISH, 50, seed=3).equals(generate(ENGLISH, 50, seed=3))


def test_another_seed_gives_other_trees() -> None:
    assert not generate(ENGLISH, 50, seed=3).equals(generate(ENGLISH, 50, seed=4))


@pytest.mark.parametrize("count", [0, 1, 7, 1000])
def test_there_are_as_many_sentences_as_asked_for(count: int) -> None:
    assert len(generate(ENGLISH, count)) == count


def test_a_treebank_larger_than_the_room_for_one_draw_is_complete() -> None:
    """The first draw reckons with fewer words a sentence."""
    long = from_text("1 S -> " + " ".join(["N"] * 40) + '\n1 N -> "a" "b" "c" "d"')
    treebank = generate(long, 2000, max_nodes=300)
    assert (len(treebank), len(treebank.tokens), len(treebank.nodes)) == (2000, 2000 * 160, 2000 * 41)


def test_a_grammar_without_choice_gives_its_one_tree() -> None:
    treebank = generate(from_text('1 S -> NP "V" NP\n1 NP -> "D" "N"'), 2)
    assert [tree.brackets() for tree in treebank] == ["(S (NP (D D) (N N)) (V V) (NP (D D) (N N)))"] * 2


def test_the_words_are_the_tags() -> None:
    treebank = generate(ENGLISH, 20)
    assert treebank.tokens.text("form").equals(treebank.tokens.text("tag"))


@pytest.mark.parametrize("grammar", [ENGLISH, BRANCHING])
def test_the_table_is_in_order(grammar: Grammar) -> None:
    treebank = generate(grammar, 200, seed=1)
    assert restructure(treebank).equals(treebank)


def test_every_tree_has_the_start_at_its_top() -> None:
    assert all([getattr(root, "label", None) for root in tree.roots] == ["S"] for tree in generate(ENGLISH, 100))


def test_rules_are_drawn_as_often_as_their_probabilities_say() -> None:
    """The sum of squared errors over the expected number, for each left-hand side; 16 is far out for two choices."""
    drawn = weights(induce(generate(ENGLISH, 5000, seed=5)))
    probability = dict(zip(weights(ENGLISH), ENGLISH.probability.tolist(), strict=True))
    total: Counter[str] = Counter()
    for (lhs, _), weight in drawn.items():
        total[lhs] += int(weight)
    distance: Counter[str] = Counter()
    for rule, share in probability.items():
        expected = total[rule[0]] * share
        distance[rule[0]] += (drawn.get(rule, 0) - expected) ** 2 / expected
    assert max(distance.values()) < 16


def test_a_rule_of_weight_zero_is_never_drawn() -> None:
    grammar = from_text('1 S -> "a"\n0 S -> "b"\n1 S -> "c"')
    assert "b" not in generate(grammar, 1000).tokens.text("tag").counts()


@given(treebanks(constituents=True, discontinuous=False, missing_tags=False), st.integers(0, 9))
@patient
def test_a_drawn_treebank_has_only_rules_of_its_grammar(treebank: Treebank, seed: int) -> None:
    kept = apply(treebank, ["select-length", "add-root"])
    assume(len(kept))
    grammar = induce(kept)
    try:
        drawn = generate(grammar, 5, seed, max_nodes=1000)
    except DataError:
        return  # it grows without end
    assert set(weights(induce(drawn))) <= set(weights(grammar))


def test_no_tree_is_larger_than_asked_for() -> None:
    treebank = generate(BRANCHING, 300, max_nodes=14)
    size = treebank.tokens.counts + treebank.nodes.counts
    assert size.max() == 14


def test_a_tree_may_be_as_large_as_asked_for() -> None:
    assert len(generate(from_text('1 S -> "a" "b"'), 1, max_nodes=3)) == 1


def test_trees_that_are_all_too_large_are_refused() -> None:
    with pytest.raises(DataError, match=r"more than 2 nodes"):
        generate(from_text('1 S -> "a" "b"'), 1, max_nodes=2)


@pytest.mark.parametrize("text", ['1 S -> S "a"', "1 S -> S", "1 S -> S S", '1 S -> A "a"\n1 A -> S'])
def test_a_grammar_that_grows_without_end_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"the grammar grows without end"):
        generate(from_text(text), 1, max_nodes=1000)


def test_very_large_trees_can_be_asked_for() -> None:
    """More than the room for one draw usually is."""
    assert len(generate(from_text('1 S -> "a"'), 3, max_nodes=40_000_000)) == 3


def test_a_deep_tree_is_drawn() -> None:
    deep = from_text('99999 S -> S "a"\n1 S -> "a"')
    treebank = generate(deep, 3, seed=2, max_nodes=2_000_000)
    assert treebank.nodes.counts.max() > 10_000
    assert np.array_equal(treebank.nodes.counts, treebank.tokens.counts)


def test_a_symbol_that_never_happens_is_an_error() -> None:
    with pytest.raises(DataError, match=r"'A' has no rule with a probability above zero"):
        generate(from_text('1 S -> A\n0 A -> "x"'), 1)


@pytest.mark.parametrize(("sentences", "max_nodes"), [(-1, 10), (1, 0), (1, -5)])
def test_numbers_that_make_no_sense_are_an_error(sentences: int, max_nodes: int) -> None:
    with pytest.raises(CallError):
        generate(ENGLISH, sentences, max_nodes=max_nodes)
