"""The surprisal of words and of the ends of sentences, put together from prefix probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest

import treegauge
from treegauge import CallError, DataError, Treebank, induce, infer
from treegauge.models.grammars.grammar import from_text


@pytest.fixture(scope="module")
def english() -> Treebank:
    return treegauge.apply(treegauge.bundled("english.mrg"), "prepare(penn)")


def sums(measured: treegauge.Surprisals) -> list[float]:
    words = np.bincount(measured.treebank.tokens.sentence, measured.words, len(measured.treebank))
    total: list[float] = (words + measured.ends).tolist()
    return total


@pytest.mark.parametrize("words", [False, True])
def test_words_and_end_add_up_to_the_sentence(english: Treebank, words: bool) -> None:
    grammar = induce(english, words=True)
    measured = treegauge.surprisal(english, grammar=grammar, words=words)
    assert sums(measured) == pytest.approx((-infer(grammar, english, words=words).log2_sentence).tolist(), rel=1e-12)
    assert sums(treegauge.surprisal(english, words=words)) == pytest.approx(sums(measured), rel=1e-12)


def test_a_certain_word_has_no_surprisal_and_a_coin_has_one_bit() -> None:
    grammar = from_text('1 S -> "a" A\n1 A -> "b" "c"\n1 A -> "c"')
    sentence = treegauge.from_tuples([[("x", "a"), ("x", "b"), ("x", "c")]])
    measured = treegauge.surprisal(sentence, grammar=grammar)
    assert measured.words.tolist() == [0.0, 1.0, 0.0]
    assert measured.ends.tolist() == [0.0]


def test_after_an_impossible_word_nothing_is_measured(english: Treebank) -> None:
    grammar = from_text('1 S -> "DT" "NN"\n1 S -> "DT" "VB"')
    measured = treegauge.surprisal(english[:1], grammar=grammar)
    assert measured.words[:3].tolist() == [0.0, 1.0, math.inf]
    assert np.isnan(measured.words[3:]).all()
    assert np.isnan(measured.ends).all()
    summary = measured.summary()
    assert (summary["measured"], summary["impossible"]) == (2, 1)
    assert summary["after"] == summary["words"] - 3
    assert (summary["mean"], summary["perplexity"], summary["bits"]) == (0.5, math.sqrt(2), 1.0)


def test_each_part_is_measured_under_the_grammar_of_the_others(english: Treebank) -> None:
    whole = treegauge.surprisal(english, folds=4, seed=3, words=True)
    starts = english.tokens.offsets
    order = np.random.default_rng(3).permutation(len(english))
    for begin in range(4):
        held_out = np.sort(order[begin::4])
        train = english.select(np.setdiff1d(np.arange(len(english)), held_out))
        part = treegauge.surprisal(english.select(held_out), train=train, words=True)
        places = np.concatenate([np.arange(starts[number], starts[number + 1]) for number in held_out])
        assert part.words == pytest.approx(whole.words[places], rel=1e-12, nan_ok=True)
        assert part.ends == pytest.approx(whole.ends[held_out], rel=1e-12, nan_ok=True)
        assert part.unknown.tolist() == whole.unknown[places].tolist()


def test_the_digits_do_not_depend_on_other_sentences(english: Treebank) -> None:
    grammar = induce(english)
    whole = treegauge.surprisal(english, grammar=grammar)
    alone = treegauge.surprisal(english[7:8], grammar=grammar)
    begin, end = english.tokens.offsets[7:9]
    assert alone.words.tolist() == whole.words[begin:end].tolist()


def test_wrong_calls_are_refused(english: Treebank) -> None:
    grammar = induce(english)
    with pytest.raises(CallError, match="a grammar is given: leave out the training trees and the folds"):
        treegauge.surprisal(english, train=english, grammar=grammar)
    with pytest.raises(CallError, match="training trees are given: leave out the folds"):
        treegauge.surprisal(english, train=english, folds=2)
    with pytest.raises(CallError, match="the grammar has no lexicon"):
        treegauge.surprisal(english, grammar=grammar, words=True)
    with pytest.raises(DataError, match="there are no sentences"):
        treegauge.surprisal(english[:0], grammar=grammar)
