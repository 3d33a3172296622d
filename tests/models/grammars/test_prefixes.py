"""Prefix probabilities: the kernels against the plain twin, against sums over next tags, and against `infer`."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import plain_prefixes
import pytest
from grammar_strategies import TAGS, Tags, cases, tagged
from hypothesis import HealthCheck, assume, given, settings
from plain_charts import log2

import treegauge
from treegauge import Grammar, Treebank, induce, infer
from treegauge.core.errors import DataError
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import RuleGrammar
from treegauge.models.grammars.markov import find_markov, learn_markov
from treegauge.models.grammars.prefixes import PrefixProbabilities, prefix_probabilities
from treegauge.models.grammars.properties import growth_rate

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
BIT = 1e-9 / math.log(2)  # a relative error of 1e-9 in a probability, in bits
BELOW = 'start S\n2 S -> S S\n1 S -> "a"\n1 S -> U "a"\n1 U -> U "b"'  # S ends with probability 1 - sqrt(1/2)


@pytest.fixture(scope="module")
def english() -> Treebank:
    return treegauge.apply(treegauge.bundled("english.mrg"), "prepare(penn)")


def check(grammar: Grammar, sentences: list[Tags], mass: list[int] | list[float]) -> PrefixProbabilities:
    measured = prefix_probabilities(grammar, tagged(sentences))
    wanted = [
        log2(Fraction(plain_prefixes.prefix_probability(grammar, tags[: end + 1], mass)))
        for tags in sentences
        for end in range(len(tags))
    ]
    assert measured.log2_prefix == pytest.approx(wanted, abs=BIT, rel=0)
    assert measured.log2_sentence == pytest.approx(infer(grammar, tagged(sentences)).log2_sentence, abs=BIT, rel=0)
    return measured


@patient
@given(cases(cycles=True, longest_rule=4))
def test_prefixes_are_those_of_the_plain_twin(case: tuple[Grammar, list[Tags]]) -> None:
    grammar, sentences = case
    mass = [1] * grammar.nonterminals if growth_rate(grammar) < 1 else plain_prefixes.masses(grammar)
    assume(mass is not None)
    assert mass is not None
    measured = check(grammar, sentences, mass)
    assert measured.log2_finite == pytest.approx(log2(Fraction(mass[grammar.start])), abs=BIT)


def test_a_grammar_that_is_not_consistent_has_the_mass_of_its_finite_trees() -> None:
    grammar = from_text(BELOW)
    finite = 1 - math.sqrt(0.5)
    sentences = [("a",) * length for length in range(1, 300)]
    shares = 2.0 ** infer(grammar, tagged(sentences)).log2_sentence
    measured = prefix_probabilities(grammar, tagged([("a",) * 6]))
    assert 2**measured.log2_finite == pytest.approx(finite, rel=1e-12)
    wanted = [shares[length:].sum() for length in range(6)]
    assert 2**measured.log2_prefix == pytest.approx(wanted, rel=1e-9)


def test_labels_that_are_critical_within_a_grammar_that_grows_have_all_their_digits() -> None:
    """A has the mass 1, which iteration approaches without end; for S, z = 2/3 z^2 + 1/3 has the least solution 1/2."""
    grammar = from_text('start S\n2 S -> S S\n1 S -> A\n1 A -> A A\n1 A -> "a"')
    assert prefix_probabilities(grammar, tagged([("a",)])).log2_finite == pytest.approx(-1, rel=1e-12)


def test_a_start_that_derives_no_words_is_an_error() -> None:
    with pytest.raises(DataError, match="'S', the start of the grammar, derives no words"):
        prefix_probabilities(from_text('1 S -> S "a"'), tagged([("a",)]))


@pytest.mark.parametrize(
    "model", ["markov(h=1)", "markov(h=2,v=2)", "markov(h=1,heads=collins)", "markov(h=0)", "markov(h=inf)", ""]
)
def test_the_next_tags_and_the_end_share_the_prefix(english: Treebank, model: str) -> None:
    """Also of grammars whose children are generated one by one, consistent (h=1) and not (h=0)."""
    grammar: RuleGrammar = learn_markov(english, find_markov(model)) if model else induce(english)
    begun = ("DT", "NN", "IN", "DT")
    tags = list(grammar.symbols)[grammar.nonterminals :]
    measured = prefix_probabilities(grammar, tagged([begun, *((*begun, tag) for tag in tags)]))
    prefix, after = measured.log2_prefix[3], measured.log2_prefix[8::5]
    assert np.logaddexp2.reduce([*after, measured.log2_sentence[0]]) == pytest.approx(prefix, abs=BIT)
    some = english.select(np.arange(12))
    wanted = infer(grammar, some).log2_sentence
    assert prefix_probabilities(grammar, some).log2_sentence == pytest.approx(wanted, abs=BIT, rel=0)


def test_of_words_all_tags_are_summed(english: Treebank) -> None:
    grammar = induce(english, words=True)
    assert grammar.lexicon is not None
    sentence = english.select(np.arange(1))
    measured = prefix_probabilities(grammar, sentence, lexicon=grammar.lexicon)
    readings = grammar.lexicon.emissions.readings(sentence, grammar.nonterminals)
    pairs = []
    for place in range(3):
        items = range(readings.first[place], readings.first[place + 1])
        factor = readings.log2_factor[place]
        pairs.append([(grammar.name(int(readings.tag[item])), readings.log[item] + factor) for item in items])
    combined = list(product(*pairs))
    assert len(combined) > 3
    logs = prefix_probabilities(grammar, tagged([[tag for tag, _ in way] for way in combined])).log2_prefix[2::3]
    terms = logs + np.array([sum(log for _, log in way) for way in combined])
    assert measured.log2_prefix[2] == pytest.approx(np.logaddexp2.reduce(terms), abs=BIT)
    whole = infer(grammar, english, words=True).log2_sentence
    found = prefix_probabilities(grammar, english, lexicon=grammar.lexicon).log2_sentence
    assert found == pytest.approx(whole, abs=BIT, rel=0)


def test_digits_are_not_lost_where_all_becomes_improbable() -> None:
    """The reading that is right in the end is 10^150 times less probable up to then."""
    grammar = from_text('start S\n1 S -> A\n1e-150 S -> B\n1 A -> "a" A\n1 A -> "a"\n1 B -> "a" B\n1 B -> "b"')
    measured = check(grammar, [("a", "a", "b"), ("a", "a", "a"), ("a", "b", "b")], [1, 1, 1])
    assert measured.in_logarithms == 3
    assert np.isneginf(measured.log2_sentence[2])


def test_a_sentence_of_a_thousand_words_has_all_its_digits() -> None:
    grammar = from_text('start S\n999 S -> S "a"\n1 S -> "a"')
    measured = prefix_probabilities(grammar, tagged([("a",) * 2000]))
    assert measured.in_logarithms == 0
    wanted = np.arange(2000) * math.log2(0.999)
    assert measured.log2_prefix == pytest.approx(wanted, abs=1e-9)
    assert measured.log2_sentence[0] == pytest.approx(1999 * math.log2(0.999) - math.log2(1000), abs=1e-9)


def test_more_than_64_tags_are_told_apart() -> None:
    tags = [f"t{number}" for number in range(130)]
    grammar = from_text(
        "start S\n" + "\n".join(f'{number + 1} S -> "{tag}" "{tag}"' for number, tag in enumerate(tags))
    )
    measured = prefix_probabilities(grammar, tagged([("t1", "t1"), ("t1", "t65"), ("t129", "t129")]))
    total = 131 * 130 / 2
    wanted = [2 / total, 2 / total, 2 / total, 0, 130 / total, 130 / total]
    assert 2**measured.log2_prefix == pytest.approx(wanted, rel=1e-12)


def test_nothing_is_impossible_before_the_first_word() -> None:
    measured = prefix_probabilities(from_text('1 S -> "a"'), tagged([(), ("a",), (TAGS[1],)]))
    assert measured.log2_prefix.tolist() == [0.0, -math.inf]
    assert measured.log2_sentence.tolist() == [-math.inf, 0.0, -math.inf]


def test_surprisal_is_that_of_earleyx(english: Treebank) -> None:
    lines = (Path(__file__).parent / "english_by_earleyx.txt").read_text("utf-8").splitlines()
    nats = np.array(" ".join(line for line in lines if not line.startswith("#")).split(), np.float64)
    assert treegauge.surprisal(english).words == pytest.approx(nats / math.log(2), abs=1e-12, rel=0)
