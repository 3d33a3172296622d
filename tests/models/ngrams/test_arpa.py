"""ARPA files: what is written comes back, and a broken file says where and why."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from language_strategies import Sentences, corpora, corpus

from treegauge import DataError, FormatError
from treegauge.models.ngrams import NgramModel, read_arpa, train_ngrams, write_arpa

GOOD = """\\data\\
ngram 1=3
ngram 2=2

\\1-grams:
-0.5\ta\t-0.3
-99\t<s>\t-0.2
-0.7\t</s>

\\2-grams:
-0.1\t<s> a
-0.2\ta </s>

\\end\\
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "model.arpa"
    path.write_text(text, "utf-8")
    return path


@given(corpora(20), st.integers(1, 4), st.sampled_from(("srilm", "lmplz", "exact")))
def test_a_model_comes_back(
    tmp_path_factory: pytest.TempPathFactory, sentences: Sentences, order: int, like: str
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = train_ngrams(corpus(sentences), order, like=like)
    path = tmp_path_factory.mktemp("arpa") / "model.arpa.gz"
    write_arpa(model, path)
    same(read_arpa(path), model)


def same(found: NgramModel, model: NgramModel) -> None:
    assert list(found.words) == list(model.words)
    assert found.open_vocabulary == model.open_vocabulary
    for name in ("starts", "word", "children"):
        assert np.array_equal(getattr(found, name), getattr(model, name)), name
    assert found.probability == pytest.approx(model.probability, abs=1e-6)
    assert found.back_off == pytest.approx(model.back_off, abs=1e-6)


def test_a_file_is_read_as_it_says(tmp_path: Path) -> None:
    model = read_arpa(written(tmp_path, GOOD))
    scores = model.score_words(corpus([["a"], ["a", "a"], ["z", "a"]]))
    known = -0.1, -0.2, -0.1, -0.3 - 0.5, -0.2, 0.0, -0.5, -0.2
    assert scores.logprob == pytest.approx(known)
    assert scores.length.tolist() == [2, 2, 2, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\\data\\", "data", r"model\.arpa:\d+: the file ends before"),
        ("ngram 2=2", "ngram 3=2", r"model\.arpa:3: expected the number of 2-grams, found 'ngram 3=2'"),
        ("ngram 1=3\nngram 2=2\n", "", r"model\.arpa:3: expected 'ngram 1=NUMBER'"),
        ("ngram 2=2", "ngram 2=1", r"model\.arpa:12: expected '\\end\\', found '-0\.2"),
        ("ngram 2=2", "ngram 2=3", r"model\.arpa:14: expected 'LOGPROB WORD WORD \[BACKOFF\]', found"),
        (
            "ngram 2=2",
            "ngram 2=999999999999999",
            r"expected 999,999,999,999,999 2-grams, and the file has only \d+ more",
        ),
        ("ngram 2=2", f"ngram 2={'9' * 5000}", r"model\.arpa:3: expected '.1-grams:', found 'ngram 2=9"),
        ("-0.5", "-1_0", r"model\.arpa:6: expected"),
        ("-0.5", "nought", r"model\.arpa:6: expected 'LOGPROB WORD \[BACKOFF\]', found 'nought a -0\.3'"),
        ("-0.5", "0.5", r"model\.arpa:6: expected"),
        ("-0.5", "nan", r"model\.arpa:6: expected"),
        ("<s> a\n", "<s> b\n", r"model\.arpa:11: the 2-gram '<s> b' has a context or word that is not an n-gram"),
        ("a </s>\n", "<s> a\n", r"model\.arpa:11: a 2-gram occurs twice"),
        ("</s>\n\n", "a\n\n", r"model\.arpa:6: a 1-gram occurs twice"),
        ("\\2-grams:", "\\3-grams:", r"model\.arpa:10: expected '\\2-grams:', found '\\3-grams:'"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(FormatError, match=message):
        read_arpa(written(tmp_path, GOOD.replace(old, new)))


def test_a_weight_without_longer_ngrams_is_kept(tmp_path: Path) -> None:
    text = GOOD.replace("-0.7\t</s>\n", "-0.7\t</s>\t-0.25\n", 1)
    assert text != GOOD
    model = read_arpa(written(tmp_path, text))
    write_arpa(model, tmp_path / "again.arpa")
    assert read_arpa(tmp_path / "again.arpa").back_off.tolist() == model.back_off.tolist()


def test_a_context_that_is_missing_is_named(tmp_path: Path) -> None:
    longer = GOOD.replace("ngram 2=2", "ngram 2=2\nngram 3=1").replace(
        "\\end\\", "\\3-grams:\n-0.1\ta a </s>\n\n\\end\\"
    )
    with pytest.raises(FormatError, match=r"model\.arpa:16: the 3-gram 'a a </s>' has a context or word"):
        read_arpa(written(tmp_path, longer))


@pytest.mark.parametrize("word", ["<s>", "</s>", "<unk>"])
def test_a_word_spelled_like_a_mark_cannot_be_written(tmp_path: Path, word: str) -> None:
    model = train_ngrams(corpus([[word]]), 2, "witten-bell")
    with pytest.raises(DataError, match="an ARPA file cannot hold the word"):
        write_arpa(model, tmp_path / "model.arpa")
