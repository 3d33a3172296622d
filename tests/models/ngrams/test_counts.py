"""The tables of n-grams hold what a dictionary of tuples would hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from language_strategies import Sentences, corpora, corpus
from plain_ngrams import Words, adjusted_counts, raw_counts

from treegauge import CallError
from treegauge.models.ngrams.counts import MARKS, CountedNGrams, count_ngrams


def spelled(counted: CountedNGrams, words: list[str]) -> list[list[Words]]:
    """The n-grams of each order as words."""
    found: list[list[Words]] = [[(word,) for word in words]]
    for table in counted.orders[1:]:
        pairs = zip(table.context.tolist(), table.word.tolist(), strict=True)
        found.append([(*found[-1][context], words[word]) for context, word in pairs])
    return found


def by_ngram(ngrams: list[Words], counts: list[int]) -> dict[Words, int]:
    """Words that do not occur (marks) have no count."""
    return {ngram: count for ngram, count in zip(ngrams, counts, strict=True) if count}


@given(corpora(), st.integers(1, 5))
def test_counts_are_those_of_a_dictionary(sentences: Sentences, order: int) -> None:
    given_corpus = corpus(sentences)
    counted = count_ngrams(given_corpus, order)
    names = spelled(counted, [*MARKS, *given_corpus.words.values])
    for length, (table, ngrams) in enumerate(zip(counted.orders, names, strict=True), 1):
        assert by_ngram(ngrams, table.count.tolist()) == raw_counts(sentences, length)


@given(corpora(), st.integers(1, 4))
def test_adjusted_counts_are_the_numbers_of_left_neighbours(sentences: Sentences, order: int) -> None:
    given_corpus = corpus(sentences)
    counted = count_ngrams(given_corpus, order)
    names = spelled(counted, [*MARKS, *given_corpus.words.values])
    for length, (counts, ngrams) in enumerate(zip(counted.adjusted, names, strict=True), 1):
        expected = adjusted_counts(sentences, length, order)
        expected.pop(("<s>",), None)
        assert by_ngram(ngrams, counts.tolist()) == expected


@given(corpora(), st.integers(2, 4))
def test_tables_are_sorted_and_linked(sentences: Sentences, order: int) -> None:
    given_corpus = corpus(sentences)
    counted = count_ngrams(given_corpus, order)
    names = spelled(counted, [*MARKS, *given_corpus.words.values])
    for length, table in enumerate(counted.orders[1:], 1):
        keys = table.context.astype(np.int64) * len(names[0]) + table.word
        assert np.all(np.diff(keys) > 0)
        assert [names[length - 1][suffix] for suffix in table.suffix] == [ngram[1:] for ngram in names[length]]
        assert np.array_equal(np.repeat(np.arange(len(names[length - 1])), np.diff(table.first)), table.context)


def test_an_order_below_one_is_refused() -> None:
    with pytest.raises(CallError, match="1 or more, not 0"):
        count_ngrams(corpus([["a"]]), 0)
