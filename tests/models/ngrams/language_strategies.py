"""Random corpora: few words, so that n-grams come back, and now and then an empty sentence."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from treegauge.models.ngrams import Corpus

WORDS = ("a", "b", "c", "d", "e")
Sentences = list[list[str]]


def corpora(max_sentences: int = 12, words: Sequence[str] = WORDS) -> st.SearchStrategy[Sentences]:
    sentence = st.lists(st.sampled_from(words), max_size=8)
    return st.lists(sentence, min_size=1, max_size=max_sentences)


def corpus(sentences: Sequence[Sequence[str]]) -> Corpus:
    return Corpus.of_lines(" ".join(sentence) for sentence in sentences)
