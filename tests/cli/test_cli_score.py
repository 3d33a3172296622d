"""`treegauge score`: the table, JSON, options and wrong calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_files import GOLD, TEST, Run, results

from treegauge.measures.shared.base import find_measure


def test_score_prints_a_table_what_was_left_out_and_the_signatures(run: Run) -> None:
    status, out, err = run("score", "gold.mrg", "test.mrg")
    assert (status, err) == (0, "")
    assert "              precision             66.67" in out
    assert out.splitlines()[1].split()[:2] == ["parseval", "f1"]
    assert "parseval: 2 sentences (all up to 40 words), 1 left out:" in out
    assert "2 (gold.mrg:2): word 1 is 'c' in gold, word 1 is 'x' in test" in out
    assert "parseval(labelled=true,prm=default,disc_only=false)|mismatch:skip|missing:count|version:" in out
    assert "leaf-ancestor" in out


def test_score_gives_machines_one_object_a_measure(run: Run) -> None:
    rows = results(run, "score", "gold.mrg", "test.mrg")
    assert {"parseval", "leaf-ancestor", "triples", "mph", "exact-match"} <= {row["measure"] for row in rows}
    for row in rows:
        keys = ["measure", "signature", "scores", "intervals", "counts", "sentences", "left_out", "pairing"]
        phrases = row["measure"] in ("parseval", "leaf-ancestor")
        assert list(row) == keys + (["short"] if phrases else [])
        assert row["scores"].keys() == row["intervals"].keys()
        assert find_measure(row["signature"]).name == row["measure"]
    parseval = next(row for row in rows if row["measure"] == "parseval")
    assert list(parseval["scores"]) == [
        *("precision", "recall", "f1", "exact_match", "crossing", "no_crossing", "two_or_less_crossing"),
        "tag_accuracy",
    ]
    assert parseval["scores"]["precision"] == pytest.approx(200 / 3, abs=1e-12)
    assert [one["sentence"] for one in parseval["left_out"]] == [2]


def test_nothing_over_nothing_is_null_in_json_and_a_dash_in_the_table(run: Run, files: Path) -> None:
    (files / "flat.mrg").write_text("(TOP (N a))\n")
    (row,) = results(run, "score", "flat.mrg", "flat.mrg", "-m", "parseval")
    assert row["scores"]["f1"] is None
    assert "f1                        -" in run("score", "flat.mrg", "flat.mrg", "-m", "parseval")[1]


def test_measures_are_named_with_options(run: Run) -> None:
    rows = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval(labelled=false)", "-m", "exact-match")
    assert [row["signature"].partition("|")[0] for row in rows] == [
        "parseval(labelled=false,prm=default,disc_only=false)",
        "exact-match(labelled=true,functions=false,tags=false)",
    ]


def test_parameters_are_a_preset_or_a_file_and_stand_in_the_signature(run: Run, files: Path) -> None:
    (files / "own.prm").write_text("DELETE_LABEL S\nFOO bar\n")
    counts = {}
    for prm in ("none", "own.prm"):
        (row,) = results(run, "score", "gold.mrg", "gold.mrg", "-m", "parseval", "--prm", prm)
        counts[prm] = row["counts"]["gold"]
        assert "own.prm" not in row["signature"]
    assert counts == {"none": 5, "own.prm": 2}
    err = run("score", "gold.mrg", "gold.mrg", "-m", "parseval", "--prm", "own.prm")[2]
    assert err == "treegauge: own.prm: Unknown keyword (FOO bar) in parameter file\n"
    status, _, err = run("score", "gold.mrg", "gold.mrg", "--prm", "COLIN")
    assert status == 2
    assert "did you mean 'COLLINS'?" in err


def test_parts_by_sentence_length_and_label(run: Run) -> None:
    rows = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval", "--by", "sentence")
    assert [(row["sentence"], row["where"]) for row in rows] == [(1, "gold.mrg:1"), (3, "gold.mrg:3")]
    (row,) = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval", "--by", "length")
    assert (row["length"], row["counts"]["sentences"]) == ("1-10", 2)
    rows = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval", "--by", "label")
    assert {row["label"]: row["scores"]["recall"] for row in rows} == {"NP": 0, "S": 100}
    assert rows[0]["scores"]["exact_match"] is None
    table = run("score", "gold.mrg", "test.mrg", "--by", "label")[1]
    assert table.splitlines()[0] == "parseval by label"
    assert table.splitlines()[1].split() == ["label", "gold", "test", "f1", "precision", "recall"]


def test_two_versions_of_a_measure_have_a_table_each(run: Run) -> None:
    arguments = ("score", "gold.mrg", "other.mrg", "-m", "parseval", "-m", "parseval(labelled=false)", "--by", "label")
    assert len(results(run, *arguments)) == 4
    status, out, _ = run(*arguments, "--format", "csv")
    assert (status, len(out.splitlines())) == (0, 5)


def test_confusions_have_the_sentences_behind_them(run: Run) -> None:
    rows = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval", "--by", "confusion")
    assert [(row["gold"], row["test"], row["count"], row["sentences"]) for row in rows] == [
        ("NP", "-", 2, [1, 3]),
        ("-", "NP", 1, [3]),
    ]
    assert "NP" in run("score", "gold.mrg", "test.mrg", "-m", "parseval", "--by", "confusion")[1]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("-m", "parsevall"), 2, "unknown measure 'parsevall'; did you mean 'parseval'?"),
        (("-m", "attachment"), 2, "attachment does not fit these trees (Attachment scores"),
        (("-m", "parseval(prn=x)"), 2, "unknown option 'prn' in 'parseval(prn=x)'; did you mean 'prm'?"),
        (("-m", "parseval(labelled=maybe)"), 2, "'labelled' in 'parseval(labelled=maybe)' must be true or false"),
        (("--by", "colour"), 2, "cannot divide by 'colour'; possible: sentence, length, label, confusion\n"),
        (("-m", "mph", "--by", "label"), 2, "cannot divide by 'label'; possible: sentence, length\n"),
        (("-m", "mph", "--by", "confusion"), 2, "mph: there is no confusion of labels"),
        (("--on-mismatch", "error"), 1, "gold.mrg:2 and test.mrg:2: word 1 is 'c' in gold, word 1 is 'x' in test"),
        (("-t", "strip-function"), 2, "unknown transform 'strip-function'"),
        (
            ("-o", "scores.txt"),
            2,
            "the format is not recognised from the name 'scores.txt'; end it in .json, .csv, .parquet or .tex",
        ),
        (("-o", "no/where.csv"), 2, "cannot write 'no/where.csv': No such file or directory"),
        (("-o", "no/where.parquet"), 2, "cannot write 'no/where.parquet'"),
        (("--format", "parquet"), 2, "Parquet cannot be written to standard output; name a file: -o scores.parquet"),
        (("--seed", "-1"), 2, "--seed"),
        (("--evalb", "-m", "parseval"), 2, "--evalb prints EVALB's report from the raw lines"),
        (("--evalb", "-o", "x.csv"), 2, "--evalb prints EVALB's report from the raw lines"),
    ],
)
def test_a_wrong_call_says_what_would_be_right(run: Run, arguments: tuple[str, ...], status: int, message: str) -> None:
    found, out, err = run("score", "gold.mrg", "test.mrg", *arguments)
    assert (found, out) == (status, "")
    assert message in err
    assert "Traceback" not in err


def test_transforms_go_first_and_stand_in_the_signature(run: Run) -> None:
    arguments = ("-m", "parseval", "-t", "select(to=1)", "-t", "remove-labels([NP,NP-SBJ])")
    (row,) = results(run, "score", "gold.mrg", "test.mrg", *arguments)
    assert (row["sentences"], row["scores"]["f1"]) == (1, 100)
    assert "|before:select(to=1)+remove-labels([NP,NP-SBJ])|" in row["signature"]
    assert find_measure(row["signature"]) == find_measure("parseval")


def test_trees_come_from_standard_input_too(run: Run) -> None:
    (row,) = results(run, "score", "-", "test.mrg", "-m", "parseval", stdin=GOLD)
    assert row["sentences"] == 2


def test_one_job_and_two_give_the_same(run: Run, files: Path) -> None:
    (files / "many.mrg").write_text(GOLD * 2000)
    (files / "parsed.mrg").write_text(TEST * 2000)
    arguments = ("score", "many.mrg", "parsed.mrg", "-m", "parseval", "-m", "leaf-ancestor", "--resamples", "20")
    one, two = (results(run, *arguments, "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    assert one[0]["sentences"] == 4000


def test_the_same_seed_gives_the_same_intervals(run: Run) -> None:
    def intervals(seed: int) -> Any:
        (row,) = results(run, "score", "gold.mrg", "test.mrg", "-m", "leaf-ancestor", "--resamples", 7, "--seed", seed)
        return row["intervals"]

    assert intervals(1) == intervals(1)
    assert len({str(intervals(seed)) for seed in range(5)}) > 1


def test_without_resamples_there_are_no_intervals(run: Run) -> None:
    (row,) = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval", "--resamples", "0")
    assert row["intervals"] == {}


def test_only_discontinuous_brackets_on_request(run: Run) -> None:
    (row,) = results(run, "score", "gold.mrg", "test.mrg", "-m", "parseval", "--disc-only")
    assert (row["counts"]["gold"], row["scores"]["f1"]) == (0, None)
    assert "disc_only=true" in row["signature"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "leaf-ancestor", "--prm", "COLLINS"), "'prm' is not an option of leaf-ancestor"),
        (("-m", "mph", "--disc-only"), "'disc_only' is not an option of mph"),
        (("-m", "parseval(prm=none)", "--prm", "COLLINS"), "'prm' is given twice"),
        (("-m", "parseval|mismatch:align|version:0.1.0"), "was scored with --on-mismatch align"),
        (("-m", "parseval|mismatch:skip|before:strip-functions|version:0.1.0"), "scored with -t 'strip-functions'"),
        (("--evalb", "--json"), "--evalb prints EVALB's report"),
    ],
)
def test_what_would_be_ignored_is_an_error(run: Run, arguments: tuple[str, ...], message: str) -> None:
    status, _, err = run("score", "gold.mrg", "test.mrg", *arguments)
    assert status == 2
    assert message in err


def test_a_signature_gives_the_number_again(run: Run) -> None:
    asked = ("score", "gold.mrg", "test.mrg", "--on-mismatch", "align", "-t", "strip-functions")
    (first,) = results(run, *asked, "-m", "parseval(prm=COLLINS)")
    (again,) = results(run, *asked, "-m", first["signature"])
    assert again == first
