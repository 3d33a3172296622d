"""`treegauge score` and `compare` on files whose sentences or words differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_files import CONLLU, GOLD, Run, results


@pytest.mark.parametrize(
    ("gold", "test", "status", "message"),
    [
        ("gold.mrg", "missing.mrg", 2, "there is no file 'missing.mrg'"),
        ("gold.mrg", "empty.mrg", 1, "gold begins with 'a b' (gold.mrg:1), test has no sentences"),
        ("gold.mrg", "blank.mrg", 1, "gold begins with 'a b' (gold.mrg:1), test has no sentences"),
        ("-", "-", 2, "standard input (-) can be read only once"),
        ("-:brackets", "-", 2, "standard input (-) can be read only once"),
    ],
)
def test_files_that_cannot_be_compared_are_reported(run: Run, gold: str, test: str, status: int, message: str) -> None:
    for option in ((), ("-m", "parseval")):
        found, _, err = run("score", gold, test, *option)
        assert found == status
        assert message in err


def test_dependencies_do_not_fit_a_measure_of_phrases(run: Run) -> None:
    status, _, err = run("score", "gold.mrg", "gold.conllu", "-m", "parseval")
    assert status == 2
    assert "parseval does not fit" in err
    assert "test is <Treebank: 2 sentences, 3 tokens, dependency trees>" in err


def test_empty_files_have_no_scores_and_that_is_not_an_error(run: Run) -> None:
    for row in results(run, "score", "empty.mrg", "blank.mrg"):
        assert row["sentences"] == 0
        assert set(row["scores"].values()) == {None}


def test_running_text_is_scored_where_sentences_cannot_be_paired(run: Run, files: Path) -> None:
    joined = CONLLU.replace("\n\n# sent_id = 2\n1\tGo\tgo\tVERB\tVB\t_\t0\troot", "\n3\tGo\tgo\tVERB\tVB\t_\t2\tconj")
    (files / "joined.conllu").write_text(joined.replace("# sent_id = 1\n", ""))
    status, out, err = run("score", "gold.conllu", "joined.conllu", "--json")
    assert status == 0
    assert [row["measure"] for row in json.loads(out)["results"]] == ["ud"]
    assert "treegauge: left out attachment: no sentence of test belongs to gold: gold begins with" in err
    status, out, err = run("compare", "gold.conllu", "joined.conllu", "gold.conllu", "--resamples", "10", "--json")
    assert status == 0
    assert {row["measure"] for row in json.loads(out)["results"]} == {"ud"}
    assert "treegauge: left out attachment: joined.conllu: no sentence of test belongs to gold: gold begins with" in err
    assert run("compare", "gold.conllu", "joined.conllu", "gold.conllu", "-m", "attachment")[0] == 1


def test_blank_lines_of_a_parser_are_sentences_without_a_parse(run: Run, files: Path) -> None:
    (files / "holes.mrg").write_text("(S (NP (N a)) (V b))\n\n(S (NP (N e) (N f)) (V g))\n")
    (row,) = results(run, "score", "gold.mrg", "holes.mrg", "-m", "parseval")
    assert (row["scores"]["precision"], row["scores"]["recall"], row["sentences"]) == (100, 80, 3)
    assert row["pairing"]["missing"] == [{"sentence": 2, "where": "gold.mrg:2"}]
    assert "|missing:count|" in row["signature"]
    (row,) = results(run, "score", "gold.mrg", "holes.mrg", "-m", "parseval", "--missing", "leave-out")
    assert row["scores"]["f1"] == 100
    assert [(one["sentence"], one["reason"][:8]) for one in row["left_out"]] == [(2, "no parse")]


def test_mismatches_can_be_aligned(run: Run, files: Path) -> None:
    (files / "cut.mrg").write_text(GOLD.replace("(N c)", "(N cc)"))
    (files / "glued.mrg").write_text(GOLD.replace("(N c)", "(N c) (N c)"))
    (row,) = results(run, "score", "cut.mrg", "glued.mrg", "-m", "parseval", "--on-mismatch", "align")
    assert (row["scores"]["f1"], row["sentences"], row["left_out"]) == (100, 3, [])
    assert "|mismatch:align|" in row["signature"]


def test_numbers_of_sentences_that_differ_are_reported(run: Run, files: Path) -> None:
    (files / "short.mrg").write_text("".join(GOLD.splitlines(keepends=True)[:2]))
    status, _, err = run("score", "gold.mrg", "short.mrg", "-m", "parseval")
    assert status == 0
    assert "short.mrg: 1 gold sentence has no parse (gold.mrg:3); sentences are paired by their words" in err
    status, out, err = run("score", "short.mrg", "gold.mrg", "-m", "parseval", "--json")
    assert "gold.mrg: 1 sentence is not in gold (gold.mrg:3)" in err
    assert json.loads(out)["results"][0]["scores"]["f1"] == 100


def test_files_of_which_no_sentence_belongs_to_the_other_are_an_error(run: Run, files: Path) -> None:
    (files / "others.mrg").write_text("(S (N x) (V y))\n(S (N z))\n(S (N w))\n")
    for verb, tests in (("score", ["others.mrg"]), ("compare", ["gold.mrg", "others.mrg"])):
        status, _, err = run(verb, "gold.mrg", *tests)
        assert status == 1
        assert "no sentence of test belongs to gold: gold begins with 'a b' (gold.mrg:1), test begins with 'x y'" in err


def test_scores_without_any_sentence_are_an_error(run: Run, files: Path) -> None:
    (files / "joined.mrg").write_text("(TOP (S (NN abc)))\n")
    (files / "parts.mrg").write_text("(TOP (S (NN a) (NN bc)))\n")
    status, out, err = run("score", "joined.mrg", "parts.mrg", "-m", "parseval")
    assert status == 1
    assert "1 left out" in out
    assert err.startswith("treegauge: error: no sentence can be compared; the first (joined.mrg:1): ")
    assert run("score", "joined.mrg", "parts.mrg", "-m", "parseval", "--on-mismatch", "align")[0] == 0
