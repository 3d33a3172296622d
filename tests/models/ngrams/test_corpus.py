"""Sentences come from treebanks and from lines, with the words that other programs would see."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treegauge import CallError, DataError, Text, bundled
from treegauge.models.ngrams import Corpus


def test_words_of_a_treebank_are_its_forms() -> None:
    treebank = bundled("english.conllu")
    corpus = Corpus.of(treebank)
    assert corpus.words is treebank.tokens.text("form")
    assert len(corpus) == len(treebank)
    assert corpus.lengths.sum() == len(treebank.tokens)


def test_a_blank_inside_a_form_becomes_a_low_line() -> None:
    treebank = bundled("english.conllu")
    first = treebank.tokens.text("form")[0]
    form = treebank.tokens.text("form").map(lambda word: "a b" if word == first else word)
    tokens = replace(treebank.tokens, columns={**treebank.tokens.columns, "form": form})
    assert Corpus.of(treebank.replace(tokens=tokens)).words[0] == "a_b"


def test_a_token_without_a_form_is_refused() -> None:
    treebank = bundled("english.conllu")
    tokens = replace(
        treebank.tokens, columns={**treebank.tokens.columns, "form": Text.of([None] * len(treebank.tokens))}
    )
    with pytest.raises(DataError, match=r"english\.conllu:\d+: a token has no form"):
        Corpus.of(treebank.replace(tokens=tokens))


def test_only_blanks_of_ascii_part_words() -> None:
    corpus = Corpus.of_lines(["a\u00a0b \t c\n", "\n", "\u3000 d"])
    assert list(corpus.words) == ["a\u00a0b", "c", "\u3000", "d"]
    assert corpus.lengths.tolist() == [2, 0, 2]


def test_srilm_passes_over_empty_lines_and_comments() -> None:
    corpus = Corpus.of_lines(["##a b", "", "# c", "d ##", "###"]).as_srilm_reads_it()
    assert list(corpus.words) == ["#", "c", "d", "##"]
    assert corpus.lengths.tolist() == [2, 2]


def test_a_missing_word_is_refused() -> None:
    with pytest.raises(DataError, match="sentence 2: word 1 is missing"):
        Corpus(Text.of(["a", None]), np.array([0, 1, 2]))


def test_offsets_must_fit() -> None:
    with pytest.raises(CallError, match="rise from 0 to the number of words, which is 1"):
        Corpus(Text.of(["a"]), np.array([0, 2]))
