"""Models and perplexities against those that SRILM and lmplz made from the same text."""

from __future__ import annotations

import json
import lzma
import re
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treegauge
from treegauge import Treebank
from treegauge.models.ngrams import Corpus, DiscountWarning, NgramModel, read_arpa, train_and_score, train_ngrams

Run = Callable[..., tuple[int, str, str]]
Entries = dict[str, tuple[float, float]]
SRILM: dict[str, dict[str, Any]] = {
    "small1000": {},
    "small1000-gt3min1": {"minimum": 1},
    "small1000-gt3min1-unk": {"minimum": 1, "open_vocabulary": True},
}


@pytest.fixture(scope="session")
def folder(reference: Path) -> Path:
    return reference / "dependency" / "lm"


@cache
def lines(path: Path) -> Corpus:
    return Corpus.of_lines(path.read_text("utf-8").splitlines())


def text(path: Path) -> str:
    return lzma.open(path).read().decode()


def entries(path: Path) -> Entries:
    """An ARPA file as it stands: log probability and back-off weight, 0 where none is given."""
    rows = (line.split("\t") for line in text(path).split("\n"))
    return {row[1]: (float(row[0]), float(row[2]) if len(row) > 2 else 0.0) for row in rows if len(row) > 1}


def of_model(model: NgramModel) -> Entries:
    names = list(model.words)
    for order in range(2, model.order + 1):
        begin, end = model.starts[order - 2 : order]
        context = np.repeat(np.arange(begin, end), np.diff(model.children[begin : end + 1]))
        words = model.word[end : model.starts[order]]
        names += [f"{names[c]} {model.words[w]}" for c, w in zip(context, words, strict=True)]
    weights = np.append(model.back_off, np.zeros(len(names) - len(model.back_off)))
    found = dict(zip(names, zip(model.probability.tolist(), weights.tolist(), strict=True), strict=True))
    if not model.open_vocabulary:
        del found["<unk>"]
    return found


@pytest.mark.parametrize("name", SRILM)
def test_every_digit_of_srilm_comes_out(folder: Path, name: str) -> None:
    found = of_model(train_ngrams(lines(folder / "small1000.train.txt"), **SRILM[name]))
    expected = entries(folder / f"{name}.srilm.arpa.xz")
    assert {ngram: tuple(f"{value:.7g}" for value in pair) for ngram, pair in found.items()} == {
        ngram: tuple(f"{value:.7g}" for value in pair) for ngram, pair in expected.items()
    }


def test_the_exact_model_is_within_a_millionth_of_srilm(folder: Path) -> None:
    close(
        of_model(train_ngrams(lines(folder / "small1000.train.txt"), like="exact")),
        entries(folder / "small1000.srilm.arpa.xz"),
    )


def close(found: Entries, expected: Entries) -> None:
    assert set(found) == set(expected)
    names = sorted(set(expected) - {"<s>"})
    assert np.array([found[name] for name in names]) == pytest.approx(
        np.array([expected[name] for name in names]), abs=1e-6
    )
    assert found["<s>"][1] == pytest.approx(expected["<s>"][1], abs=1e-6)


@pytest.mark.parametrize(
    ("name", "training"),
    [
        ("small1000.lmplz", "small1000"),
        ("small200.lmplz", "small200"),
        ("small200.lmplz.fallback", "small200"),
        ("toy.lmplz.fallback", "toy"),
    ],
)
def test_every_ngram_is_that_of_lmplz(folder: Path, name: str, training: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DiscountWarning)
        model = train_ngrams(lines(folder / f"{training}.train.txt"), like="lmplz")
    close(of_model(model), entries(folder / f"{name}.arpa.xz"))


@pytest.mark.parametrize("name", [f"{name}.srilm" for name in SRILM] + ["small1000.lmplz"])
def test_discounts_are_those_in_the_log(folder: Path, name: str) -> None:
    model = train_ngrams(lines(folder / "small1000.train.txt"), like=name.rpartition(".")[2])
    log = (folder / f"{name}.log").read_text()
    printed = [float(value) for value in re.findall(r"D[123]\+? ?= ?([\d.]+)", log)]
    found = [value for one in model.discounts if one for value in (one.once, one.twice, one.more)]
    assert found == pytest.approx(printed, rel=1e-5)


@pytest.mark.parametrize("name", SRILM)
def test_every_word_and_sentence_is_scored_as_by_srilm(folder: Path, name: str) -> None:
    model, test = train_ngrams(lines(folder / "small1000.train.txt"), **SRILM[name]), lines(folder / "small.test.txt")
    printed = text(folder / f"{name}.srilm.ppl2.txt.xz")
    words = re.findall(r"\[(\d)gram\] \S+ \[ (\S+) \]|\[(OOV)\]", printed)
    scores = model.score_words(test)
    assert scores.length.tolist() == [int(length) if length else 0 for length, _, _ in words]
    assert scores.logprob == pytest.approx([float(value) if value else 0.0 for _, value, _ in words], abs=1e-6)
    figures = re.findall(
        r"(\d+) sentences, (\d+) words, (\d+) OOVs\n0 zeroprobs, logprob= (\S+) ppl= (\S+) ppl1= (\S+)", printed
    )
    assert len(figures) == len(test) + 1
    found = model.score(test)
    assert found.logprob == pytest.approx([float(row[3]) for row in figures[:-1]], rel=1e-6)
    assert found.oov.tolist() == [int(row[2]) for row in figures[:-1]]
    total = found.total
    assert (
        tuple(
            f"{value:.7g}" for value in (total.sentences, total.words, total.oov, total.logprob, total.ppl, total.ppl1)
        )
        == figures[-1]
    )


def test_every_word_is_scored_as_by_kenlm(folder: Path) -> None:
    model = train_ngrams(lines(folder / "small1000.train.txt"), like="lmplz")
    printed = re.findall(r"=\d+ (\d) (-\S+)", (folder / "small1000.lmplz.words.txt").read_text("utf-8"))
    scores = model.score_words(lines(folder / "small.test.txt"))
    assert scores.length.tolist() == [int(length) for length, _ in printed]
    assert scores.logprob == pytest.approx([float(value) for _, value in printed], abs=1e-6)


@pytest.mark.parametrize("name", ["small1000.srilm", "small1000.lmplz"])
def test_files_of_other_programs_are_read(folder: Path, name: str) -> None:
    path = folder / f"{name}.arpa.xz"
    assert of_model(read_arpa(path)) == entries(path)


def test_a_file_of_srilm_scores_as_the_model_that_made_it(folder: Path) -> None:
    model, test = train_ngrams(lines(folder / "small1000.train.txt")), lines(folder / "small.test.txt")
    read = read_arpa(folder / "small1000.srilm.arpa.xz").in_single_precision()
    assert np.array_equal(read.score(test).logprob, model.score(test).logprob)


TRAINING = {"tr_imst": "ud/UD_Turkish-IMST/tr_imst-ud-train.conllu.xz", "c07_eus": "conll2007/eus.train.xz"}
FIGURES = ("sentences", "words", "oov", "logprob", "ppl", "ppl1")


@cache
def treebank(path: Path, order: str) -> Treebank:
    """SRILM saw the words as they stand, or in the derivation order of the swap-lazy system."""
    found = treegauge.read(path)
    return found if order == "string" else treegauge.apply(found, "derivation-order")


def test_perplexities_are_those_of_srilm(shared: Path, reference: Path, folder: Path) -> None:
    """Of gold and parsed treebanks, in string and derivation order, to all digits that it printed."""
    rows = [line.split("\t") for line in (folder / "srilm_ppl.tsv").read_text().splitlines()[1:]]
    assert len(rows) == 8
    for name, source, order, *printed in rows:
        parsed = reference / "dependency" / "parses" / f"{name}.{source}.conllu.xz"
        test = parsed if name == "tr_imst" else shared / "conll2007" / "eus.test.xz"
        sides = treebank(shared / TRAINING[name], order), treebank(test, order)
        total = train_and_score(*sides, srilm=True).total
        assert [f"{getattr(total, figure):.7g}" for figure in FIGURES] == printed[:6], (name, source, order)


def test_figures_of_the_command_line_are_those_of_srilm(command: Run, shared: Path, reference: Path) -> None:
    """Of two treebanks, in both orders, gold and parsed, to all digits that it printed."""
    folder = reference / "dependency"
    printed = [line.split("\t") for line in (folder / "lm" / "srilm_ppl.tsv").read_text().splitlines()[1:]]
    turkish, basque = shared / "ud" / "UD_Turkish-IMST" / "tr_imst-ud-{}.conllu.xz", shared / "conll2007" / "eus.{}.xz"
    outputs = [f"malt-{name}" for name in ("nivreeager", "nivrestandard", "stackeager", "stacklazy")]
    parsed = ["--parsed", *(folder / "parses" / f"tr_imst.{name}.conllu.xz" for name in outputs)]
    found = []
    for file, more in ((turkish, parsed), (basque, [])):
        sides = (str(file).format(part) for part in ("train", "test"))
        found += json.loads(command("perplexity", *sides, "--srilm", *more, "--json")[1])["results"]
    assert [[f"{row[name]:.7g}" for name in FIGURES] for row in found] == [row[3:9] for row in printed]
    assert [row["order"] == "string" for row in found] == [row[2] == "string" for row in printed]
