"""Models are those of the plain definitions, are probabilities, and are made from any corpus however small."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from language_strategies import WORDS, Sentences, corpora, corpus
from plain_ngrams import plain_model

from treegauge import CallError, DataError, UnknownNameError
from treegauge.models.ngrams import Corpus, DiscountWarning, NgramModel, train_ngrams
from treegauge.models.ngrams.smoothing import SMOOTHINGS


def quietly(corpus: Corpus, *arguments: Any, **options: Any) -> NgramModel:
    """Random corpora are too small for estimated discounts, which is said each time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DiscountWarning)
        return train_ngrams(corpus, *arguments, **options)


@given(corpora(30), corpora(4, [*WORDS, "z"]), st.integers(1, 4), st.sampled_from(SMOOTHINGS), st.booleans(), st.data())
def test_sentences_have_the_plain_probability(
    sentences: Sentences, test: Sentences, order: int, smoothing: str, is_open: bool, data: st.DataObject
) -> None:
    minimum = (1, *(data.draw(st.integers(1, 3)) for _ in range(order - 1)))
    model = quietly(corpus(sentences), order, smoothing, like="exact", minimum=minimum, open_vocabulary=is_open)
    plain = plain_model(sentences, order, smoothing, minimum, is_open=is_open)
    if is_open:
        test = [[word if word in plain.vocabulary else "<unk>" for word in sentence] for sentence in test]
    found = model.score(corpus(test))
    assert found.logprob == pytest.approx([plain.logprob(sentence) for sentence in test], abs=1e-9)
    unknown = [sum(word not in plain.vocabulary for word in sentence) for sentence in test]
    assert found.oov.tolist() == unknown
    assert found.words.tolist() == [len(sentence) for sentence in test]


@given(corpora(30), st.integers(1, 4), st.sampled_from(SMOOTHINGS), st.booleans(), st.lists(st.sampled_from(WORDS)))
def test_the_next_word_is_some_word(
    sentences: Sentences, order: int, smoothing: str, is_open: bool, history: list[str]
) -> None:
    """The probabilities of all words, the sentence end and, in an open vocabulary, an unknown word make one."""
    model = quietly(corpus(sentences), order, smoothing, like="exact", open_vocabulary=is_open)
    known = sorted({word for sentence in sentences for word in sentence})
    words = [*known, *(["unheard"] if is_open else [])]
    scores = model.score_words(corpus([[*history, word] for word in words] + [history]))
    ends = scores.offsets[1:]
    place = np.append(ends[:-1] - 2, ends[-1] - 1)  # the last word of each, and the end of the last
    assert np.sum(10 ** scores.logprob[place]) == pytest.approx(1)


SRILM_FIGURES = {  # those of SRILM 1.7.3, ngram-count -order 1 -kndiscount -interpolate, with and without -unk
    True: {"<unk>": -0.499394, "w0": -5.954243, "w1": -5.778151, "w3": -5.410174, "</s>": -0.6020648},
    False: {"w0": -5.491844, "w1": -5.422763, "w3": -5.221848, "</s>": -0.6020612},
}


@pytest.mark.parametrize("is_open", SRILM_FIGURES)
def test_srilm_does_not_interpolate_a_large_open_vocabulary(is_open: bool) -> None:
    text = Corpus.of_lines([" ".join([f"w{number}"] * (1 + number % 5)) for number in range(150_000)])
    model = train_ngrams(text, 1, like="srilm", open_vocabulary=is_open)
    figures = dict(zip(model.words, model.probability.tolist(), strict=True))
    assert {word: float(f"{figures[word]:.7g}") for word in SRILM_FIGURES[is_open]} == SRILM_FIGURES[is_open]


def test_lmplz_interpolates_a_large_open_vocabulary_too() -> None:
    text = Corpus.of_lines([" ".join([f"w{number}"] * (1 + number % 5)) for number in range(150_000)])
    model = train_ngrams(text, 1, like="lmplz")
    figures = dict(zip(model.words, model.probability.tolist(), strict=True))
    taken_off = (
        30_000 * (1 / 3 + 1 + 3 * 5 / 3) + 5 / 3
    )  # D1, D2 and D3+ of words that occur up to five times, and </s>
    assert figures["<unk>"] == pytest.approx(np.log10(taken_off / 600_000 / 150_002), abs=1e-9)
    assert figures["w0"] == pytest.approx(SRILM_FIGURES[False]["w0"], abs=1e-5)


@given(corpora(8), st.integers(1, 4), st.sampled_from(SMOOTHINGS), st.sampled_from(("srilm", "lmplz", "exact")))
def test_no_corpus_gives_an_infinite_figure(sentences: Sentences, order: int, smoothing: str, like: str) -> None:
    total = quietly(corpus(sentences), order, smoothing, like=like).score(corpus(sentences)).total
    assert np.isfinite([total.logprob, total.ppl, total.entropy]).all()
    assert total.logprob <= 0


def test_too_little_text_is_reported_and_gets_fixed_discounts() -> None:
    with pytest.warns(DiscountWarning) as caught:
        model = train_ngrams(corpus([["a", "b", "c"]]))
    first, _, third = (str(warning.message) for warning in caught)
    assert first.startswith("1-grams: the discounts cannot be estimated (n1 to n4 are 4, 0, 0, 0;")
    assert third.startswith("3-grams: the discounts cannot be estimated (n1 to n4 are 3, 0, 0, 0;")
    assert [(one.once, one.twice, one.more) for one in model.discounts if one] == [(0.5, 1.0, 1.5)] * 3
    assert not any(one.estimated for one in model.discounts if one)


def test_single_precision_is_close_to_the_exact_model() -> None:
    lines = corpus([["a", "b", "c"], ["a", "c"], ["b", "c", "a", "b"]] * 3)
    single, exact = quietly(lines), quietly(lines, like="exact")
    assert single.single_precision
    assert single.probability == pytest.approx(exact.probability, abs=1e-6)
    assert single.back_off == pytest.approx(exact.back_off, abs=1e-6)


def test_a_word_spelled_like_a_mark_is_a_word() -> None:
    model = quietly(corpus([["<s>", "a"], ["</s>", "a"]]))
    assert model.score(corpus([["<s>", "</s>", "<unk>"]])).oov.tolist() == [1]


def test_words_that_do_not_occur_are_not_in_the_vocabulary() -> None:
    whole = corpus([["a", "b"], ["c"]])
    part = whole.select(np.array([True, False]))
    assert sorted(quietly(part).index) == ["a", "b"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"minimum": [1, 2]}, "one count for each of 3 orders"),
        ({"minimum": [2, 1, 1]}, "the first of them 1"),
        ({"minimum": 0}, "minimum must be a whole number from 1 to 2,147,483,647, not 0"),
        ({"discount": 0.5}, "for absolute discounting only"),
        ({"smoothing": "absolute", "discount": 1.5}, r"between 0 and 1, not 1\.5"),
        ({"order": 0}, "from 1 to 20, not 0"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CallError, match=message):
        quietly(corpus([["a"]]), **options)


@pytest.mark.parametrize("options", [{"smoothing": "good-turing"}, {"like": "irstlm"}])
def test_an_unknown_name_lists_the_known_ones(options: dict[str, Any]) -> None:
    with pytest.raises(UnknownNameError, match="known: "):
        train_ngrams(corpus([["a"]]), **options)


def test_no_sentences_are_no_training_text() -> None:
    with pytest.raises(DataError, match="no sentences to train"):
        train_ngrams(corpus([]))
