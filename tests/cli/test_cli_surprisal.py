"""`treegauge surprisal`: what is printed, what is said, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge
from treegauge.studies.surprisal.result import SurprisalRow, SurprisalSummary

Run = Callable[..., tuple[int, str, str]]
KEYS = ["sentence", "position", "word", "tag", "surprisal", "log2_prefix", "status"]


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line beside the files: exit status, standard output, standard error."""
    trees = treegauge.apply(treegauge.bundled("english.mrg"), "prepare(penn)")
    treegauge.write(trees[:40], tmp_path / "train.mrg")
    treegauge.write(trees[40:], tmp_path / "test.mrg")
    (tmp_path / "text").write_text("The rain stopped .\nThe blorg stopped .\n")
    treegauge.write_grammar(treegauge.induce(trees, words=True), tmp_path / "words.grammar")
    treegauge.write_grammar(treegauge.induce(trees[:40]), tmp_path / "tags.npz")
    (tmp_path / "half.grammar").write_text('2 S -> S S\n1 S -> "DT"')
    monkeypatch.chdir(tmp_path)
    return command


def answer(out: str) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(out)
    assert whole["command"] == "surprisal"
    return whole


def test_json_has_every_word_and_every_end(run: Run) -> None:
    status, out, _ = run("surprisal", "test.mrg", "--json")
    rows, summary = answer(out)["results"], answer(out)["summary"]
    test = treegauge.read("test.mrg")
    assert status == 0
    assert len(rows) == len(test.tokens) + len(test)
    assert all(list(row) == KEYS for row in rows)
    first = [row for row in rows if row["sentence"] == 1]
    assert [row["word"] for row in first] == [*(token.form for token in test[0].tokens), None]
    assert [row["position"] for row in first] == list(range(1, len(first) + 1))
    assert sum(row["surprisal"] for row in first) == pytest.approx(-first[-1]["log2_prefix"])
    assert summary["measured"] == summary["words"] == len(test.tokens)
    assert (summary["training"], summary["over"], summary["impossible"]) == ("test.mrg", "tags", 0)
    assert summary["bits"] == pytest.approx(sum(row["surprisal"] for row in rows))


def test_impossible_words_and_all_after_them_are_marked_and_counted(run: Run) -> None:
    out = run("surprisal", "test.mrg", "--train", "train.mrg", "--json")[1]
    rows, summary = answer(out)["results"], answer(out)["summary"]
    marked = {status: [row for row in rows if row["status"] == status] for status in ("", "impossible", "after")}
    assert len(marked["impossible"]) == summary["impossible"] > 0
    assert sum(row["word"] is not None for row in marked["after"]) == summary["after"] > 0
    assert sum(row["word"] is not None for row in marked[""]) == summary["measured"]
    assert all(
        row["surprisal"] is None and row["log2_prefix"] is None for row in marked["impossible"] + marked["after"]
    )
    table = run("surprisal", "test.mrg", "--train", "train.mrg")[1]
    assert f"{summary['impossible']} sentences are impossible under the grammar" in table
    assert f"the {summary['after']} words after the first impossible one are not measured" in table
    assert " inf " in table


def test_csv_has_infinity_for_impossible_words_and_nothing_after_them(run: Run) -> None:
    status, out, _ = run("surprisal", "test.mrg", "--train", "train.mrg", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0
    assert list(rows[0]) == KEYS
    assert {row["surprisal"] for row in rows if row["status"] == "impossible"} == {"inf"}
    assert {row["surprisal"] for row in rows if row["status"] == "after"} == {""}


def test_a_model_of_rules_makes_only_unknown_tags_impossible(run: Run) -> None:
    out = run("surprisal", "test.mrg", "--train", "train.mrg", "-g", "markov(h=1)", "--json")[1]
    summary = answer(out)["summary"]
    assert summary["impossible"] == summary["unknown"] == 1  # a tag that is not in the training trees


def test_text_is_measured_over_words(run: Run) -> None:
    options = "surprisal", "text:words", "--words"
    by_trees = answer(run(*options, "--train", "train.mrg", "--json")[1])
    by_file = answer(run(*options, "-g", "words.grammar", "--json")[1])
    for whole, source in ((by_trees, "train.mrg"), (by_file, "words.grammar")):
        assert whole["summary"]["training"] == source
        assert whole["summary"]["unknown"] == 1
        assert [row["word"] for row in whole["results"][:5]] == ["The", "rain", "stopped", ".", None]
        assert all(row["surprisal"] is not None for row in whole["results"])
    table = run(*options, "--train", "train.mrg")[1]
    assert "1 word is not in the lexicon" in table


def test_folds_are_measured_under_the_grammar_of_the_others(run: Run) -> None:
    whole = answer(run("surprisal", "train.mrg", "--folds", "5", "-g", "markov(h=1)", "--json")[1])
    seen = answer(run("surprisal", "train.mrg", "-g", "markov(h=1)", "--json")[1])
    assert whole["summary"]["training"] == "the other parts of train.mrg"
    assert len(whole["results"]) == len(seen["results"])
    assert whole["summary"]["mean"] > seen["summary"]["mean"]


def test_a_saved_grammar_gives_the_same_as_its_trees(run: Run) -> None:
    saved = answer(run("surprisal", "test.mrg", "-g", "tags.npz", "--json")[1])
    learned = answer(run("surprisal", "test.mrg", "--train", "train.mrg", "--json")[1])
    assert saved["results"] == learned["results"]


def test_a_grammar_that_is_not_consistent_is_reported(run: Run) -> None:
    table = run("surprisal", "test.mrg", "-g", "half.grammar")[1]
    assert "the grammar is not consistent: a tree is finite with probability 0.5; figures are of finite trees" in table


def test_the_summary_has_the_keys_that_are_documented(run: Run) -> None:
    whole = answer(run("surprisal", "test.mrg", "--json")[1])
    assert list(whole["summary"]) == list(SurprisalSummary.__annotations__)
    assert list(SurprisalRow.__annotations__) == KEYS


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (
            ("text:words",),
            1,
            "text:words: there are no constituency trees to learn a grammar from; give trees, --train",
        ),
        (("text:words", "--train", "train.mrg"), 1, "text:1: no word has a tag; measure words instead: --words"),
        (("test.mrg", "-g", "tags.npz", "--words"), 2, "the grammar has no lexicon"),
        (("test.mrg", "-g", "tags.npz", "--folds", "3"), 2, "--grammar FILE and --folds exclude each other"),
        (("test.mrg", "--train", "train.mrg", "--folds", "3"), 2, "--train and --folds exclude each other"),
        (("test.mrg", "-g", "none.grammar"), 2, "there is no file 'none.grammar'"),
        (("test.mrg", "-g", "marков(h=1)"), 2, "unknown grammar"),
        (("-", "--train", "-"), 2, "standard input (-) can be read only once"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], status: int, message: str) -> None:
    code, out, err = run("surprisal", *arguments)
    assert (code, out) == (status, "")
    assert message in err


def test_a_latent_variable_grammar_is_refused(run: Run) -> None:
    grammar = str(Path(__file__).parents[1] / "models" / "grammars" / "berkeley" / "english.grammar")
    status, _, err = run("surprisal", "test.mrg", "-g", grammar)
    assert status == 2
    assert "not under a latent-variable grammar" in err
    with pytest.raises(treegauge.CallError, match="not under a latent-variable grammar"):
        treegauge.surprisal(treegauge.read("test.mrg"), grammar=treegauge.read_latent_grammar(grammar))
