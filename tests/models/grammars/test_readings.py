"""Words that can have several tags: the engine against the sum over all sequences of tags, one by one."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import plain
import pytest
from grammar_strategies import TAGS, UNUSED, Tags, cases, random_grammar, random_sentence, tagged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_charts import log2, terminals

from treegauge import Grammar, Treebank, apply, bundled, induce
from treegauge.models.grammars.ambiguity import tree_entropy
from treegauge.models.grammars.derivations import log2_trees, log2_words, tag_numbers, word_readings
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import infer, infer_readings
from treegauge.models.grammars.readings import Readings, as_given, log2_of, weighed

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
BIT = 1e-12 / math.log(2)
Choices = dict[str, Fraction]  # the tags of a word and their weights


@st.composite
def lattices(draw: st.DrawFn) -> tuple[Grammar, list[list[Choices]]]:
    """A grammar and sentences whose words have some tags of it, mostly with a sentence of the grammar among them."""
    dice = Random(draw(st.integers(0, 2**32)))
    grammar = random_grammar(dice, cycles=dice.random() < 0.5, longest=3)
    known = [tag for tag in (*TAGS, UNUSED) if terminals(grammar, [tag]) != [-1]]
    sentences = []
    for _ in range(dice.randint(1, 3)):
        tags = [tag for tag in random_sentence(dice, grammar, 5) if tag in known]
        more = [{tag, *dice.sample(known, dice.randint(0, len(known)))} for tag in tags]
        sentences.append(
            [{tag: Fraction(dice.randint(1, 9), 2 ** dice.randint(4, 60)) for tag in sorted(row)} for row in more]
        )
    return grammar, sentences


def readings_of(grammar: Grammar, sentences: list[list[Choices]]) -> Readings:
    words = [choices for sentence in sentences for choices in sentence]
    first = np.cumsum([0, *map(len, words)], dtype=np.int64)
    tags = [terminals(grammar, [tag])[0] for choices in words for tag in choices]
    logs = [log2(weight) for choices in words for weight in choices.values()]
    return weighed(first, np.array(tags, np.int32), np.array(logs))


def words_of(sentences: list[list[Choices]]) -> Treebank:
    return tagged([["w"] * len(sentence) for sentence in sentences])


def weight_of(sentence: list[Choices], tags: Tags) -> Fraction:
    return math.prod((choices[tag] for choices, tag in zip(sentence, tags, strict=True)), start=Fraction(1))


@given(lattices())
@patient
def test_sums_and_maxima_are_those_over_all_sequences_of_tags(case: tuple[Grammar, list[list[Choices]]]) -> None:
    grammar, sentences = case
    found = infer_readings(grammar, words_of(sentences), readings_of(grammar, sentences))
    for number, sentence in enumerate(sentences):
        total = best = Fraction(0)
        for tags in product(*sentence):
            weight = weight_of(sentence, tags)
            total += weight * plain.sentence_probability(grammar, tags)
            best = max(best, weight * plain.viterbi_plain(grammar, tags)[0])
        assert found.log2_sentence[number] == pytest.approx(log2(total), abs=BIT, rel=1e-14)
        assert found.log2_best[number] == pytest.approx(log2(best), abs=BIT, rel=1e-14)


@given(lattices())
@patient
def test_the_best_tree_with_its_tags_has_the_value_of_the_best_tree(case: tuple[Grammar, list[list[Choices]]]) -> None:
    grammar, sentences = case
    found = infer_readings(grammar, words_of(sentences), readings_of(grammar, sentences))
    for number, sentence in enumerate(sentences):
        tags = tuple(token.tag or "" for token in found.trees[number].tokens)
        if not found.parsed[number]:
            assert set(tags) <= {""}
            continue
        rules = plain.derivation_of(grammar, found.trees[number])
        assert rules is not None
        value = weight_of(sentence, tags) * plain.tree_probability(grammar, rules)
        assert log2(value) == pytest.approx(found.log2_best[number], abs=BIT, rel=1e-14)


@given(cases(cycles=True))
@patient
def test_words_with_one_tag_each_are_as_tags_that_are_given(case: tuple[Grammar, list[Tags]]) -> None:
    """Another weight is only a factor; the trees and all digits are the same."""
    grammar, sentences = case
    treebank = tagged(sentences)
    numbers = tag_numbers(grammar, treebank.tokens.text("tag"))
    whole, given_tags = infer(grammar, treebank), as_given(numbers)
    log = np.full(len(given_tags.tag), -3.0)
    found = infer_readings(grammar, treebank, weighed(given_tags.first, given_tags.tag, log))
    factor = -3.0 * np.bincount(treebank.tokens.sentence[numbers >= 0], minlength=len(treebank))
    assert np.array_equal(found.log2_sentence, whole.log2_sentence + factor)
    assert np.array_equal(found.log2_best, whole.log2_best + factor)
    assert found.trees.nodes.equals(whole.trees.nodes)


def test_tag_and_rule_are_chosen_together() -> None:
    """The tag that is less probable by itself wins, for it has the more probable tree."""
    grammar = from_text('9 S -> "a" "b"\n1 S -> "a" "a"')
    sentence = [{"a": Fraction(1)}, {"a": Fraction(3, 4), "b": Fraction(1, 4)}]
    found = infer_readings(grammar, words_of([sentence]), readings_of(grammar, [sentence]))
    assert [token.tag for token in found.trees[0].tokens] == ["a", "b"]
    assert found.log2_best[0] == pytest.approx(math.log2(9 / 40), abs=BIT)
    assert found.log2_sentence[0] == pytest.approx(math.log2(9 / 40 + 3 / 40), abs=BIT)


def test_a_word_without_a_tag_leaves_the_sentence_without_a_tree() -> None:
    grammar = from_text('1 S -> "a" S\n1 S -> "a"')
    sentences: list[list[Choices]] = [[{"a": Fraction(1)}, {}], [{"a": Fraction(1)}]]
    found = infer_readings(grammar, words_of(sentences), readings_of(grammar, sentences))
    assert found.parsed.tolist() == [False, True]
    assert found.log2_sentence.tolist() == [-math.inf, -1.0]


@pytest.mark.parametrize("length", [5, 100, 700])
def test_weights_of_any_size_do_not_run_out_of_range(length: int) -> None:
    """Only the tag that is 2^-200 times less probable builds a tree."""
    grammar = from_text('1 S -> "b" S\n1 S -> "b"\n1 S -> "a" T\n1 T -> "c"')
    sentence = [{"a": Fraction(1), "b": Fraction(1, 2**200)} for _ in range(length)]
    readings = readings_of(grammar, [sentence])
    found = infer_readings(grammar, words_of([sentence]), readings)
    assert found.log2_sentence[0] == pytest.approx(-length * (200 + math.log2(3)), rel=1e-12)
    assert found.log2_best[0] == pytest.approx(-length * (200 + math.log2(3)), rel=1e-12)


def test_more_than_64_tags_in_a_sentence_are_distinguished() -> None:
    """A quick look at the tags of a word has 64 bits only: tags 0 and 64 share one."""
    names = [f"t{number}" for number in range(100)]
    lines = [f'{number + 1} S -> "{name}" S\n1 S -> "{name}"' for number, name in enumerate(names)]
    grammar = from_text("\n".join(lines))
    sentence = [
        {name: Fraction(1) for name in names[::2]},
        {"t64": Fraction(1)},
        {"t1": Fraction(1), "t65": Fraction(1)},
    ]
    found = infer_readings(grammar, words_of([sentence]), readings_of(grammar, [sentence]))
    total = sum(number + 2 for number in range(100))
    best = Fraction(99, total) * Fraction(65, total) * Fraction(1, total)
    inside = Fraction(sum(number + 1 for number in range(0, 100, 2)), total) * Fraction(65, total) * Fraction(2, total)
    assert found.log2_best[0] == pytest.approx(log2(best), abs=BIT)
    assert found.log2_sentence[0] == pytest.approx(log2(inside), abs=BIT)


@pytest.fixture(scope="module")
def english() -> Treebank:
    return apply(bundled("english.mrg"), "prepare(penn)")


def test_a_tree_and_its_words_are_no_more_probable_than_the_best_one_nor_that_than_all(english: Treebank) -> None:
    grammar = induce(english, words=True)
    found, gold = infer(grammar, english, words=True), log2_trees(grammar, english) + log2_words(grammar, english)
    assert found.parsed.all()
    assert np.isfinite(gold).all()
    assert (gold <= found.log2_best + 1e-9).all()
    assert (found.log2_best <= found.log2_sentence + 1e-9).all()
    again = log2_trees(grammar, found.trees) + log2_words(grammar, found.trees)
    np.testing.assert_allclose(again, found.log2_best, rtol=1e-12)


def test_log2_of_tags_adds_up_their_weights() -> None:
    readings = weighed(np.array([0, 2, 3]), np.array([5, 6, 5], np.int32), np.array([-1.0, -4.0, -2.0]))
    offsets = np.array([0, 2])
    assert log2_of(readings, np.array([6, 5], np.int32), offsets).tolist() == [-6.0]
    assert log2_of(readings, np.array([5, 6], np.int32), offsets).tolist() == [-math.inf]


def test_tree_entropy_over_words_is_that_of_all_trees_with_their_tags() -> None:
    lines = [
        '2 S -> "a" "b"',
        '3 S -> "b" "b"',
        '1 S -> A "b"',
        '1 A -> "a"',
        '1 A -> "b"',
        '4 "a" = "x"',
        '2 "b" = "x"',
        '4 "b" = "y"',
    ]
    grammar = from_text("\n".join(lines))
    treebank = tagged([("x", "y")])
    emissions = grammar.lexicon.emissions if grammar.lexicon else None
    assert emissions is not None
    weights = []
    for tags in product("ab", repeat=2):
        words = log2_words(
            grammar, treebank.replace(tokens=tagged([tags]).tokens.replace(form=treebank.tokens.text("form")))
        )
        for tree in plain.all_trees(grammar, tags):
            weights.append(float(plain.tree_probability(grammar, tree)) * 2.0 ** float(words[0]))
    shares = np.array([weight for weight in weights if weight]) / sum(weights)
    assert len(shares) > 2
    assert tree_entropy(grammar, treebank, words=True)[0] == pytest.approx(-(shares * np.log2(shares)).sum(), abs=1e-12)
    assert infer(grammar, treebank, words=True).log2_sentence[0] == pytest.approx(math.log2(sum(weights)), abs=1e-12)


def test_readings_of_words_are_those_of_the_lexicon(english: Treebank) -> None:
    grammar = induce(english, words=True)
    readings = word_readings(grammar, english)
    assert grammar.lexicon is not None
    first = slice(*readings.first[:2].tolist())
    expected = grammar.lexicon.emissions.probabilities(english.tokens.text("form")[0] or "", first=True)
    weights = np.exp2(readings.log[first] + readings.log2_factor[0])
    np.testing.assert_allclose(weights, expected[expected > 0], rtol=1e-12)
    assert (readings.tag[first] - grammar.nonterminals).tolist() == np.flatnonzero(expected).tolist()
