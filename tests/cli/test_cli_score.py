"""`treegauge score` and `treegauge compare`: output, exit status, messages."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.prm import find_prm
from treegauge.report.evalb import evalb_report
from treegauge.version import __version__

Run = Callable[..., tuple[int, str, str]]
GOLD = "(S (NP-SBJ (N a)) (V b))\n(S (N c) (V d))\n(S (NP (N e) (N f)) (V g))\n"
TEST = "(S (N a) (V b))\n(S (N x) (V d))\n(S (NP (N e)) (N f) (V g))\n"
CONLLU = (
    "# sent_id = 1\n1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    "# sent_id = 2\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
)


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, files: Path) -> Run:
    """Run the command line in the folder of the files: exit status, standard output, standard error."""
    monkeypatch.chdir(files)
    return command


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Gold and test trees and their relatives, in a folder."""
    texts = {"gold.mrg": GOLD, "test.mrg": TEST, "gold.conllu": CONLLU, "empty.mrg": "", "blank.mrg": "\n\n\n"}
    texts["other.mrg"] = GOLD.replace("(NP (N e) (N f))", "(N e) (N f)")
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def results(run: Run, *arguments: object, **options: str) -> list[dict[str, Any]]:
    status, out, _ = run(*arguments, "--json", **options)
    assert status == 0
    found = json.loads(out)
    assert (found["treegauge"], found["command"]) == (__version__, arguments[0])
    rows: list[dict[str, Any]] = found["results"]
    return rows


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
    assert "treegauge: left out attachment: no sentence of test belongs to gold: gold begins with" in err
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


def test_transforms_go_first_and_stand_in_the_signature(run: Run) -> None:
    arguments = ("-m", "parseval", "-t", "select(to=1)", "-t", "remove-labels([NP,NP-SBJ])")
    (row,) = results(run, "score", "gold.mrg", "test.mrg", *arguments)
    assert (row["sentences"], row["scores"]["f1"]) == (1, 100)
    assert "|before:select(to=1)+remove-labels([NP,NP-SBJ])|" in row["signature"]
    assert find_measure(row["signature"]) == find_measure("parseval")


def test_trees_come_from_standard_input_too(run: Run) -> None:
    (row,) = results(run, "score", "-", "test.mrg", "-m", "parseval", stdin=GOLD)
    assert row["sentences"] == 2


def test_csv_has_a_row_a_number(run: Run, files: Path) -> None:
    status, out, _ = run("score", "gold.mrg", "test.mrg", "-m", "exact-match", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0
    assert [(row["score"], float(row["value"])) for row in rows] == [("exact_match", 0), ("tag_accuracy", 100)]
    assert all("|version:" in row["signature"] for row in rows)
    assert run("score", "gold.mrg", "test.mrg", "-m", "exact-match", "-o", "out.csv")[:2] == (0, "")
    assert (files / "out.csv").read_text() == out


def test_latex_is_a_booktabs_table_with_the_signature_as_a_comment(run: Run, files: Path) -> None:
    (files / "odd.mrg").write_text("(S (A\\{_&$^ (N a)) (V b))\n")
    status, out, _ = run("score", "odd.mrg", "odd.mrg", "-m", "parseval", "--by", "label", "--format", "latex")
    assert status == 0
    assert out.startswith("% parseval(")
    assert r"A\textbackslash{}\{\_\&\$\textasciicircum{} & 1 & 1 & 1 & 0 & 100.00 & 100.00 & 100.00 \\" in out
    assert [out.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}")] == [1] * 4


def test_parquet_and_json_go_to_files_named_so(run: Run, files: Path) -> None:
    polars = pytest.importorskip("polars")
    assert run("score", "gold.mrg", "test.mrg", "-o", "out.parquet") == (0, "", "")
    frame = polars.read_parquet(files / "out.parquet")
    assert {"measure", "score", "value", "low", "high", "signature"} <= set(frame.columns)
    assert run("score", "gold.mrg", "test.mrg", "--by", "confusion", "-o", "parts.parquet")[0] == 0
    errors = polars.read_parquet(files / "parts.parquet").filter(polars.col("measure") == "parseval")
    assert errors["sentence"].to_list() == [1, 3, 3]
    assert run("score", "gold.mrg", "test.mrg", "-m", "parseval", "-o", "out.json") == (0, "", "")
    assert json.loads((files / "out.json").read_text())["results"][0]["measure"] == "parseval"


def test_a_table_can_go_to_a_file(run: Run, files: Path) -> None:
    arguments = ("score", "gold.mrg", "test.mrg", "-m", "parseval", "--format", "table")
    printed = run(*arguments)[1]
    assert run(*arguments, "-o", "out.txt") == (0, "", "")
    assert (files / "out.txt").read_text() == printed


def test_labels_with_square_brackets_are_no_markup(run: Run, files: Path) -> None:
    (files / "odd.mrg").write_text("(S (NP[/sb] (N a)) (:x: (V b)))\n")
    status, out, _ = run("score", "odd.mrg", "odd.mrg", "-m", "parseval", "--by", "label")
    assert status == 0
    assert "NP[/sb]" in out
    assert ":x:" in out


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


def test_evalb_prints_its_report_and_nothing_else(run: Run, files: Path) -> None:
    status, out, err = run("score", "gold.mrg", "test.mrg", "--evalb")
    assert status == 0
    assert out.startswith("  Sent.                        Matched  Bracket   Cross        Correct Tag\n")
    assert out.endswith("Tagging accuracy          = 100.00\n")
    assert err == "2 : Words unmatch (c|x)\n"
    (files / "own.prm").write_text("FOO bar\nMAX_ERROR 0\n")
    (files / "wrong.mrg").write_text("(S (N z))\n" * 3)
    status, out, err = run("score", "gold.mrg", "wrong.mrg", "--evalb", "--prm", "own.prm")
    assert status == 1
    assert "Summary" not in out
    assert err.splitlines() == [
        "Unknown keyword (FOO bar) in parameter file",
        "1 : Length unmatch (2|1)",
        "2 : Length unmatch (2|1)",
    ]


def test_evalb_advises_what_to_do_with_trees_over_several_lines(run: Run, files: Path) -> None:
    lines = run("score", "gold.mrg", "gold.mrg", "--evalb")[1]
    (files / "long.mrg").write_text((files / "gold.mrg").read_text().replace(" (", "\n  ("))
    status, out, err = run("score", "long.mrg", "gold.mrg", "--evalb")
    advice = [line for line in err.splitlines() if line.startswith("treegauge: ")]
    assert advice == [
        "treegauge: long.mrg: EVALB reads one tree per line, and here trees are written over several lines; write each "
        "on one line: treegauge convert long.mrg NEW.mrg"
    ]
    expected = evalb_report((files / "long.mrg").read_bytes(), (files / "gold.mrg").read_bytes(), find_prm("none"))
    assert (status, out) == (expected.status, expected.out)
    assert err.removeprefix(f"{advice[0]}\n") == expected.errors.decode() != ""
    assert run("convert", "long.mrg", "NEW.mrg")[0] == 0
    assert run("score", "NEW.mrg", "gold.mrg", "--evalb") == (0, lines, "")


def test_a_missing_bracket_is_another_fault(run: Run, files: Path) -> None:
    (files / "cut.mrg").write_text((files / "gold.mrg").read_text().replace(")\n", "\n", 1))
    assert "several lines" not in run("score", "gold.mrg", "cut.mrg", "--evalb")[2]


def test_evalb_reads_a_number_as_c_does_and_says_so(run: Run, files: Path) -> None:
    (files / "odd.prm").write_text("DELETE_LABEL TOP\nCUTOFF_LEN abc\n")
    problem = "odd.prm:2: CUTOFF_LEN must be a whole number up to 2,147,483,647, not 'abc'"
    status, out, err = run("score", "gold.mrg", "gold.mrg", "--evalb", "--prm", "odd.prm")
    assert (status, err) == (0, f"treegauge: {problem}; it is read as 0\n")
    assert "len<=0" in out
    assert run("score", "gold.mrg", "gold.mrg", "--prm", "odd.prm") == (1, "", f"treegauge: error: {problem}\n")


def test_compiling_is_not_announced_among_the_messages_of_evalb(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from treegauge.core import compiled

    monkeypatch.setattr(compiled._ANNOUNCE, "announced", False)
    assert run("score", "gold.mrg", "test.mrg", "--evalb")[0] == 0
    assert compiled._ANNOUNCE.announced


def test_evalb_reads_compressed_files_and_standard_input(run: Run, files: Path) -> None:
    import gzip

    (files / "gold.mrg.gz").write_bytes(gzip.compress(GOLD.encode()))
    expected = run("score", "gold.mrg", "test.mrg", "--evalb")
    assert run("score", "gold.mrg.gz", "test.mrg", "--evalb") == expected
    assert run("score", "gold.mrg", "-", "--evalb", stdin=TEST) == expected
    status, _, err = run("score", "gold.mrg", "missing.mrg", "--evalb")
    assert (status, err) == (2, "treegauge: error: there is no file 'missing.mrg'\n")


def test_several_files_are_one_for_evalb(run: Run, files: Path) -> None:
    for name, text in (("gold", GOLD), ("test", TEST)):
        (files / name).mkdir()
        for number, line in enumerate(text.splitlines()):
            (files / name / f"{number}.mrg").write_text(line)
    assert run("score", "gold", "test", "--evalb") == run("score", "gold.mrg", "test.mrg", "--evalb")


def test_compare_prints_who_is_better_and_whether_it_is_real(run: Run) -> None:
    status, out, _ = run("compare", "gold.mrg", "gold.mrg", "other.mrg", "-m", "parseval", "--resamples", "100")
    assert status == 0
    assert out.splitlines()[0].split() == ["system", "parseval", "f1"]
    assert out.splitlines()[1].split() == ["gold.mrg", "100.00", "a"]
    assert "McNemar, exact" in out
    assert "score gold.mrg other.mrg difference" in " ".join(out.split())
    assert "d_z: the mean difference per sentence" in out
    assert "(3 sentences)" in out


def test_compare_of_three_ranks_them_first_and_then_shows_every_pair_of_every_score(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "middle=other.mrg", "best=gold.mrg", "test.mrg", "--resamples", "50")
    _, out, _ = run(*arguments)
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["system", "best", "middle", "test.mrg"]
    assert lines[5].startswith("Systems that share a letter do not differ significantly")
    assert "p (Holm)" in out
    rows = results(run, *arguments)
    titles = [line.partition(" (")[0] for line in lines]
    for row in rows:
        assert f"{row['measure']} {row['score']}" in titles
    assert sum(line.split()[:2] == ["middle", "best"] for line in lines) == len(rows) / 3


def test_compare_has_the_ranking_next_to_the_pairs_in_json(run: Run) -> None:
    _, out, _ = run("compare", "gold.mrg", "gold.mrg", "other.mrg", "-m", "parseval", "--resamples", "50", "--json")
    ranking = json.loads(out)["ranking"]
    assert [(row["rank"], row["system"], row["score"]) for row in ranking] == [
        (1, "gold.mrg", "f1"),
        (2, "other.mrg", "f1"),
    ]
    assert ranking[0].keys() == {"measure", "signature", "score", "system", "rank", "value", "letters"}


def test_compare_by_length_tests_every_part(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "a=gold.mrg", "b=other.mrg", "-m", "parseval", "--by", "length")
    rows = results(run, *arguments, "--resamples", "50")
    assert {(row["by"], row["part"]) for row in rows} == {("length", "1-10")}
    out = run(*arguments, "--resamples", "50")[1]
    assert out.splitlines()[0] == "parseval f1"
    assert out.splitlines()[1].split() == ["length", "a", "b"]
    assert run("compare", "gold.mrg", "gold.mrg", "other.mrg", "--by", "sentence")[0] == 2


def test_latex_has_the_ranking_with_the_best_in_bold_and_says_what_letters_mean(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "gold.mrg", "other.mrg", "-m", "parseval", "--format", "latex")
    out = run(*arguments)[1]
    assert out.count(r"\begin{tabular}") == 1
    assert "Systems that share a letter in a column do not differ significantly" in out
    assert r"gold.mrg & \textbf{100.00}\textsuperscript{a} \\" in out


def test_compare_gives_machines_a_row_a_score_and_pair(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "gold.mrg", "other.mrg", "test.mrg", "-m", "exact-match", "--resamples", "50")
    rows = results(run, *arguments)
    assert len(rows) == 6
    promised = {"measure", "score", "a", "b", "value_a", "value_b", "difference", "interval", "p", "test"}
    assert all(promised <= row.keys() for row in rows)
    assert [(row["a"], row["b"]) for row in rows if row["score"] == "exact_match"] == [
        ("gold.mrg", "other.mrg"),
        ("gold.mrg", "test.mrg"),
        ("other.mrg", "test.mrg"),
    ]
    assert {row["sentences"] for row in rows} == {2}
    assert rows == results(run, *arguments)


@pytest.mark.parametrize("form", ["csv", "latex"])
def test_comparisons_can_be_written_for_papers(run: Run, form: str) -> None:
    arguments = ("compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval", "--scores", "exact_match")
    status, out, _ = run(*arguments, "--format", form)
    assert status == 0
    assert "McNemar" in out


def test_files_of_one_name_are_told_apart(run: Run, files: Path) -> None:
    for folder in ("one", "two"):
        (files / folder).mkdir()
        (files / folder / "out.mrg").write_text(TEST)

    def names(*paths: object) -> tuple[str, str]:
        row = results(run, "compare", "gold.mrg", *paths, "-m", "exact-match", "--resamples", "10")[0]
        return row["a"], row["b"]

    assert names("one/out.mrg", "two/out.mrg") == ("one/out.mrg", "two/out.mrg")
    assert names("test.mrg", "test.mrg") == ("test.mrg (1)", "test.mrg (2)")
    assert names(files / "one/out.mrg", files / "two/out.mrg") == ("one/out.mrg", "two/out.mrg")
    assert names("one/out.mrg", files / "two/out.mrg") == ("one/out.mrg", str(files / "two/out.mrg"))


def test_compare_needs_two_parses(run: Run) -> None:
    status, _, err = run("compare", "gold.mrg", "test.mrg")
    assert status == 2
    assert "compare needs two parses or more" in err


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


def test_compare_says_how_many_sentences_it_left_out(run: Run) -> None:
    rows = results(run, "compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval")
    assert {(row["sentences"], row["left_out"]) for row in rows} == {(2, 1)}
    assert "1 left out" in run("compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval")[1]
    header = run("compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval", "--format", "csv")[1].splitlines()[0]
    assert header.endswith("sentences,left_out,rank_a,rank_b,letters_a,letters_b")
    assert ",low,high," in header


def test_scores_without_any_sentence_are_an_error(run: Run, files: Path) -> None:
    (files / "joined.mrg").write_text("(TOP (S (NN abc)))\n")
    (files / "parts.mrg").write_text("(TOP (S (NN a) (NN bc)))\n")
    status, out, err = run("score", "joined.mrg", "parts.mrg", "-m", "parseval")
    assert status == 1
    assert "1 left out" in out
    assert err.startswith("treegauge: error: no sentence can be compared; the first (joined.mrg:1): ")
    assert run("score", "joined.mrg", "parts.mrg", "-m", "parseval", "--on-mismatch", "align")[0] == 0
