"""`treegauge diff` of parsers that divide the text into words and sentences of their own."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treegauge as tg

Run = Callable[..., tuple[int, str, str]]
ROW = "{}\t{}\t_\tNOUN\t_\t_\t{}\t{}\t_\t_\n"


def sentence(*words: tuple[str, int, str]) -> str:
    return "".join(ROW.format(number, *word) for number, word in enumerate(words, 1)) + "\n"


FIRST = sentence(("a", 0, "root"), ("b", 1, "obj"), ("c", 1, "obl"))
SECOND = sentence(("d", 0, "root"), ("e", 1, "obj"))
THIRD = sentence(("f", 0, "root"), ("g", 1, "obj"))
FOURTH = sentence(("h", 0, "root"), ("ij", 1, "obj"), ("k", 1, "punct"), ("l", 1, "obl"), ("m", 4, "nmod"))
JOINED = sentence(("a", 0, "root"), ("b", 1, "obj"), ("c", 1, "obl"), ("d", 3, "nmod"), ("e", 4, "obj"))
DIVIDED = sentence(("h", 0, "root"), ("i", 1, "obj"), ("j", 2, "nmod"), ("k", 1, "dep")) + sentence(
    ("l", 0, "root"), ("m", 1, "nmod")
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Gold with four sentences. The parse joins the first two; it divides the last one, and a word of it."""
    gold, test = tmp_path / "gold.conllu", tmp_path / "test.conllu"
    gold.write_text(FIRST + SECOND + THIRD + FOURTH)
    test.write_text(JOINED + THIRD + DIVIDED)
    return gold, test


def results(command: Run, *arguments: object) -> list[dict[str, Any]]:
    status, out, err = command(*arguments, "--json")
    assert status == 0, err
    return list(json.loads(out)["results"])


def test_words_are_paired_across_sentences(files: tuple[Path, Path], command: Run) -> None:
    status, out, err = command("diff", *files)
    assert status == 0
    assert "the words of the whole text are aligned, as ud does" in err
    assert out.splitlines() == [
        "✗ wrong head, ≠ wrong relation, − missing word, + extra word, … head outside",
        "",
        "4  gold.conllu:11",
        "   gold                     test.conllu",
        "1  ─┬────  h   NOUN  root   ─┬────  root",
        "    │                        ├─┬──  + i obj",
        "    │                        │ └──  + j nmod",
        "2   ├────  ij  NOUN  obj     │      −",
        "3   ├────  k   NOUN  punct   └────  ≠ dep",
        "4   └─┬──  l   NOUN  obl    ─┬────  ✗≠ root",
        "5     └──  m   NOUN  nmod    └────  nmod",
        "test.conllu: LAS 36.36  UAS 54.55; 1 missing word, 2 extra words, 1 wrong head, 2 wrong relations;"
        " divided before 4 l",
        "",
        "2  gold.conllu:5",
        "   gold                 test.conllu",
        "1  ─┬──  d  NOUN  root   ┌──  ✗≠ nmod … c",
        "2   └──  e  NOUN  obj    └──  obj",
        "test.conllu: LAS 50.00  UAS 50.00; 1 wrong head, 1 wrong relation; joined with the sentence before it",
    ]


def test_a_narrow_table_has_the_heads_of_wrong_words_only(files: tuple[Path, Path], command: Run) -> None:
    out = command("diff", *files, "--sentence", 4, "--width", 40)[1]
    assert out.splitlines()[4:] == [
        "1  0  h   NOUN  root",
        "                       + i ← 1 h obj",
        "                       + j ← + i nmod",
        "2  1  ij  NOUN  obj    −",
        "3  1  k   NOUN  punct  ≠ 1 h dep",
        "4  1  l   NOUN  obl    ✗≠ root root",
        "5  4  m   NOUN  nmod",
        "test.conllu: LAS 36.36  UAS 54.55",
        "  1 missing word, 2 extra words, 1 wrong head, 2 wrong relations",
        "  divided before 4 l",
    ]


def test_errors_are_those_of_ud(files: tuple[Path, Path], command: Run) -> None:
    rows = results(command, "diff", *files, "--sentence", "1-4")
    scores = results(command, "score", *files, "-m", "ud(lenient=true)", "--by", "sentence")
    assert [row["scores"] for row in rows] == [row["scores"] for row in scores]
    for row in rows:
        kinds = [error["kind"] for error in row["errors"]]
        counts = row["counts"]
        assert kinds.count("missing") == counts["gold_words"] - counts["aligned_words"]
        assert kinds.count("extra") == counts["test_words"] - counts["aligned_words"]
        assert len(kinds) - kinds.count("extra") == counts["gold_words"] - counts["right_las"]
    assert [row["divided"] for row in rows] == [True, True, False, True]


def test_heads_have_the_numbers_of_gold_words(files: tuple[Path, Path], command: Run) -> None:
    (row,) = results(command, "diff", *files, "--sentence", 4)
    heads = {
        error["words"]: (error["gold_head"], error["test_head"], error["test_head_word"]) for error in row["errors"]
    }
    assert heads == {
        "ij": (1, None, None),
        "i": (None, 1, "h"),
        "j": (None, None, "i"),
        "k": (1, 1, "h"),
        "l": (1, 0, None),
    }
    (row,) = results(command, "diff", *files, "--sentence", 2)
    assert [(error["gold_head"], error["test_head"], error["test_head_word"]) for error in row["errors"]] == [
        (0, None, "c")
    ]


@pytest.mark.parametrize(
    ("where", "sentences"),
    [("kind=missing", [4]), ("kind=extra", [4]), ("relation=nmod", [2, 4]), ("word=d", [2]), ("errors>1", [4])],
)
def test_conditions(where: str, sentences: list[int], files: tuple[Path, Path], command: Run) -> None:
    assert [row["sentence"] for row in results(command, "diff", *files, "--where", where)] == sentences


def test_where_one_parser_is_better(files: tuple[Path, Path], tmp_path: Path, command: Run) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(JOINED + THIRD + FOURTH)
    rows = results(command, "diff", files[0], f"a={files[1]}", f"b={other}", "--better", "b")
    assert {row["sentence"] for row in rows} == {4}
    assert not results(command, "diff", files[0], f"a={files[1]}", f"b={other}", "--better", "a")


def test_a_text_that_differs_is_compared_sentence_by_sentence(tmp_path: Path, command: Run) -> None:
    gold, test = tmp_path / "gold.conllu", tmp_path / "test.conllu"
    gold.write_text(FIRST + SECOND + THIRD)
    test.write_text(FIRST + THIRD.replace("\tobj\t", "\tdep\t"))
    rows = results(command, "diff", gold, test)
    assert {row["measure"] for row in rows} == {"attachment"}
    assert [row["sentence"] for row in rows] == [2, 3]
    rows = results(command, "diff", gold, test, "-m", "ud")
    assert [(row["sentence"], [error["kind"] for error in row["errors"]]) for row in rows] == [
        (2, ["missing", "missing"]),
        (3, ["relation"]),
    ]


def test_a_token_over_two_sentences_has_its_words_in_both(tmp_path: Path, command: Run) -> None:
    gold, test = tmp_path / "gold.conllu", tmp_path / "test.conllu"
    gold.write_text(sentence(("a", 0, "root"), ("b", 1, "obj")) + sentence(("c", 0, "root"), ("d", 1, "obj")))
    words = sentence(("a", 0, "root"), ("b", 1, "obj"), ("c", 1, "obl"), ("d", 3, "obj"))
    test.write_text(words.replace("2\tb", "2-3\tbc" + "\t_" * 8 + "\n2\tb"))
    (row,) = results(command, "diff", gold, test)
    assert (row["sentence"], row["counts"]["test_words"]) == (2, 1)  # the token begins in the first sentence
    assert [(error["words"], error["kind"], error["test_head_word"]) for error in row["errors"]] == [("c", "both", "a")]
    assert [row["errors"] for row in results(command, "diff", gold, test, "--sentence", 1)] == [[]]


def test_pictures_have_all_signs(files: tuple[Path, Path], tmp_path: Path, command: Run) -> None:
    for ending in (".svg", ".html", ".txt"):
        assert command("diff", *files, "-o", tmp_path / f"all{ending}")[0] == 0
        text = (tmp_path / f"all{ending}").read_text("utf-8")
        assert all(sign in text for sign in "✗≠−+")


def test_a_system_of_the_shared_task_has_the_errors_of_ud(shared: Path, tmp_path: Path) -> None:
    names = ("gold", "Uppsala-18")
    with tarfile.open(shared / "conll2018/systems/en_ewt.tar.xz") as tar:
        for name in names:
            tar.extract(f"en_ewt/{name}.conllu", tmp_path, filter="data")
    gold, test = (tg.read(tmp_path / f"en_ewt/{name}.conllu") for name in names)
    with pytest.warns(tg.TreegaugeWarning, match="aligned"):
        differences = tg.diff(gold, test, worst=None)
    (result,) = tg.score(gold, test, "ud", resamples=0)
    counts = dict(zip(result.measure.counts, result.rows.T, strict=True))
    extra = counts["test_words"].sum() - counts["aligned_words"].sum()
    errors = differences.systems[0].errors
    assert errors.sum() == (counts["gold_words"] - counts["right_las"]).sum() + extra
    found = next(iter(tg.find_errors(gold, test, resamples=0))).errors
    assert (found.missing == 0).sum() == extra
    assert (found.extra == 0).sum() == (counts["gold_words"] - counts["aligned_words"]).sum()
    assert errors.tolist() == np.bincount(found.sentence, minlength=len(gold)).tolist()
    ranked = [errors[number] for number in differences.numbers]
    assert ranked == sorted(ranked, reverse=True)
    assert differences.systems[0].is_divided.sum() == (counts["gold_sentences"] - counts["right_sentences"]).sum()


def test_a_table_of_long_words_fits_the_terminal(tmp_path: Path, command: Run) -> None:
    address = "http://www.example.org/" + "x" * 60
    gold, test = tmp_path / "gold.conllu", tmp_path / "a-name-that-is-rather-long.conllu"
    gold.write_text(sentence(("see", 0, "root"), (address, 1, "obj"), ("now", 1, "advmod")))
    test.write_text(sentence(("see", 2, "dep"), (address, 0, "root"), ("now", 2, "parataxis")))
    out = command("diff", gold, f"first={test}", f"second={test}", "--width", 60)[1]
    assert max(map(len, out.splitlines())) <= 60
    assert "http:" in out
    assert address not in out
    assert out.count("parataxis") == 2
