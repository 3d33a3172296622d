"""Perplexity follows from sums over sentences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from language_strategies import corpus

from treegauge.evaluation.statistics import bootstrap
from treegauge.models.ngrams import Perplexity, SentenceScores, perplexities, train_ngrams

SCORES = SentenceScores(np.array([-10.0, -4.0, -1.0]), np.array([5, 2, 0]), np.array([1, 2, 0]))


def test_words_out_of_vocabulary_are_left_out_and_ends_count() -> None:
    total = SCORES.total
    assert (total.sentences, total.words, total.oov, total.logprob) == (3, 7, 3, -15.0)
    assert total.ppl == pytest.approx(10 ** (15 / 7))
    assert total.ppl1 == pytest.approx(10 ** (15 / 4))
    assert total.entropy == pytest.approx(15 / 7 * math.log2(10))
    assert total.sentence_entropy == pytest.approx(SCORES.entropy.mean())


def test_figures_of_many_sums_are_those_of_each() -> None:
    many = perplexities(np.stack((SCORES.table.sum(axis=0), SCORES.table[0])))
    alone = Perplexity(1, 5, 1, -10.0)
    for name, values in many.items():
        assert values == pytest.approx([getattr(SCORES.total, name), getattr(alone, name)])


def test_nothing_has_no_perplexity() -> None:
    nothing = Perplexity(0, 0, 0, 0.0)
    assert all(math.isnan(value) for value in (nothing.ppl, nothing.ppl1, nothing.entropy, nothing.sentence_entropy))
    assert all(np.isnan(value) for value in perplexities(np.zeros(4)).values())


def test_a_certain_thing_has_perplexity_one_and_a_die_its_sides() -> None:
    assert Perplexity(1, 9, 0, 0.0).ppl == 1
    assert Perplexity(1, 9, 0, -10 * math.log10(6)).ppl == pytest.approx(6)


def test_intervals_over_sentences_hold_the_figure() -> None:
    lines = corpus([["a", "b"], ["a", "c"], ["b", "a", "c"], ["c"]] * 10)
    scores = train_ngrams(lines, 2, "witten-bell").score(lines)
    low, high = bootstrap(scores.table, perplexities, resamples=200)["ppl"]
    assert low < scores.total.ppl < high


def test_empty_sentences_are_scored_by_their_end() -> None:
    model = train_ngrams(corpus([["a"], [], ["a", "a"]]), 2, "witten-bell")
    scores = model.score(corpus([[], ["z"], []]))
    assert scores.words.tolist() == [0, 1, 0]
    assert scores.oov.tolist() == [0, 1, 0]
    assert scores.logprob[0] == scores.logprob[2] < 0
    assert len(model.score(corpus([]))) == 0
