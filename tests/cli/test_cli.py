"""The command line: what goes to standard output and standard error, exit status, pipes, and JSON for machines."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge
from treegauge.cli import main
from treegauge.formats.base import FORMATS
from treegauge.transforms.base import TRANSFORMS

Run = Callable[..., tuple[int, str, str]]
STATS_KEYS = [
    *("treebank", "sentences", "tokens", "nodes", "labels", "tags", "nodes_per_word", "depth", "unary"),
    *("discontinuous", "skipped", "distance", "nonprojective", "gap_degree", "largest_gap_degree"),
]
GOOD = "(S (NP-SBJ (N dogs)) (VP (V bark)) (. .))\n(S (NP (-NONE- *T*)) (V go))\n"
BAD = "(S (N a))\n(S (N b)\n(S (N c))\n"
CONLLU = "# sent_id = 1\n1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the command line here: exit status, standard output, standard error."""

    def call(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["treegauge", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            main()
        captured = capfd.readouterr()
        return int(caught.value.code or 0), captured.out, captured.err

    return call


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.mrg"
    path.write_text(GOOD)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.mrg"
    path.write_text(BAD)
    return path


def process(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "treegauge", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=300)


def results(out: str, command: str) -> list[dict[str, Any]]:
    """The rows of a JSON answer, which has exactly the promised envelope."""
    answer = json.loads(out)
    assert list(answer) == ["treegauge", "command", "results"]
    assert (answer["treegauge"], answer["command"]) == (treegauge.__version__, command)
    rows: list[dict[str, Any]] = answer["results"]
    return rows


# convert


def test_convert_writes_the_other_format(run: Run, good: Path, tmp_path: Path) -> None:
    status, out, _ = run("convert", good, tmp_path / "out.discbracket")
    assert (status, out) == (0, "")
    assert (tmp_path / "out.discbracket").read_text().startswith("(S (NP-SBJ (N 0=dogs)) (VP (V 1=bark)) (. 2=.))\n")


def test_convert_says_what_is_lost(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.conllu").write_text(CONLLU)
    status, out, err = run("convert", tmp_path / "in.conllu", tmp_path / "out.dp")
    assert (status, out) == (0, "")
    assert "cannot represent lemmas" in err
    assert "sentence ids" in err


def test_characters_that_a_format_replaces_are_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text("1\ta\x0bb\t_\t_\tX\t_\t0\troot\t_\t_\n\n")
    _, _, err = run("convert", tmp_path / "a.conllu", tmp_path / "a.mrg", "-t", "to-constituents")
    assert "a.mrg: the format cannot represent the character U+000B; it was replaced\n" in err


def test_convert_applies_transforms_in_order(run: Run, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mrg"
    assert run("convert", good, out, "-t", "remove-empties", "-t", "strip-functions")[0] == 0
    assert out.read_text() == "(S (NP (N dogs)) (VP (V bark)) (. .))\n(S (V go))\n"
    assert run("convert", good, out, "--transform", "words-to-tags")[0] == 0
    assert out.read_text() == "(S (NP-SBJ (N N)) (VP (V V)) (. .))\n(S (NP (-NONE- -NONE-)) (V V))\n"


def test_convert_stops_at_a_bad_tree_with_its_place(run: Run, bad: Path, tmp_path: Path) -> None:
    status, out, err = run("convert", bad, tmp_path / "out.mrg")
    assert (status, out) == (1, "")
    assert err.startswith(f"treegauge: error: {bad}:2:1: the tree that begins here is never closed")
    assert not (tmp_path / "out.mrg").exists()


def test_convert_skips_on_demand_and_keeps_the_rejects(run: Run, bad: Path, tmp_path: Path) -> None:
    rejects = tmp_path / "rejects.txt"
    status, _, err = run("convert", bad, tmp_path / "out.mrg", "--on-error", "skip", "--rejects", rejects)
    assert status == 0
    assert (tmp_path / "out.mrg").read_text() == "(S (N a))\n(S (N c))\n"
    assert f"left out 1 bad sentence, the first at {bad}:2:1" in err
    assert rejects.read_text().startswith(f"### {bad}:2:1: ")
    assert "(S (N b)" in rejects.read_text()


def test_convert_reads_and_writes_encodings(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "in.mrg", tmp_path / "out.mrg"
    source.write_bytes("(S (N Öl))\n".encode("cp1252"))
    assert run("convert", source, target, "--encoding", "cp1252", "--to-encoding", "utf-16")[0] == 0
    assert target.read_bytes().decode("utf-16") == "(S (N Öl))\n"


def test_convert_counts_for_machines(run: Run, bad: Path, tmp_path: Path) -> None:
    status, out, _ = run("convert", bad, tmp_path / "out.mrg", "--on-error", "skip", "--json")
    assert status == 0
    assert results(out, "convert") == [{"sentences": 2, "tokens": 2, "skipped": 1}]


def test_a_dash_with_a_format_is_standard_input_and_output(run: Run) -> None:
    status, out, err = run("convert", "-:brackets", "-:discbracket", stdin="(S (N a))\n")
    assert (status, out, err) == (0, "(S (N 0=a))\n", "")


def test_a_dash_is_standard_input(run: Run) -> None:
    assert run("convert", "-", "-:discbracket", stdin="(S (N a))\n")[:2] == (0, "(S (N 0=a))\n")


def test_a_dash_alone_does_not_tell_the_format_to_write(run: Run, good: Path) -> None:
    status, out, err = run("convert", good, "-")
    assert (status, out) == (2, "")
    assert "name it: -:FORMAT" in err


def test_a_target_is_checked_before_the_source_is_read(run: Run, tmp_path: Path) -> None:
    status, _, err = run("convert", tmp_path / "missing.mrg", tmp_path / "out.nothing")
    assert status == 2
    assert "the format is not recognised" in err


def test_what_does_not_fit_into_a_format_is_bad_data(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.discbracket").write_text("(S (VP (V 0=a) (V 2=c)) (N 1=b))\n")
    status, _, err = run("convert", tmp_path / "in.discbracket", tmp_path / "out.mrg")
    assert status == 1
    assert "discontinuous" in err
    assert "raise-crossing" in err


# stats


def test_stats_has_exactly_the_promised_keys(run: Run, good: Path) -> None:
    status, out, err = run("stats", good, "--json")
    [row] = results(out, "stats")
    assert (status, err) == (0, "")
    assert list(row) == STATS_KEYS
    assert row == {
        **{
            "treebank": str(good),
            "sentences": 2,
            "tokens": 4,
            "nodes": 4,
            "labels": 3,
            "tags": 3,
            "nodes_per_word": 1.0,
        },
        **{"depth": 1.5, "unary": 0.75, "discontinuous": 0.0, "skipped": 0},
        **{"distance": None, "nonprojective": None, "gap_degree": 0.0, "largest_gap_degree": 0},
    }


def test_numbers_for_machines_are_not_rounded(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.mrg").write_text("(S (A a) (A b) (A c))\n")
    [row] = results(run("stats", tmp_path / "x.mrg", "--json")[1], "stats")
    assert row["nodes_per_word"] == 1 / 3


def test_stats_of_dependencies_have_the_same_keys(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.conllu").write_text(CONLLU)
    [row] = results(run("stats", tmp_path / "x.conllu", "--json")[1], "stats")
    assert list(row) == STATS_KEYS
    assert (row["sentences"], row["tokens"], row["nodes"], row["labels"], row["depth"]) == (1, 2, 0, 2, 2.0)


def test_stats_skips_counts_and_tells(run: Run, bad: Path) -> None:
    status, out, err = run("stats", bad, "--json")
    [row] = results(out, "stats")
    assert (status, row["sentences"], row["skipped"]) == (0, 2, 1)
    assert f"left out 1 bad sentence, the first at {bad}:2:1" in err


def test_stats_stops_on_demand(run: Run, bad: Path) -> None:
    status, out, err = run("stats", bad, "--on-error", "stop")
    assert (status, out) == (1, "")
    assert f"{bad}:2:1" in err


def test_stats_has_one_row_a_treebank_in_the_order_given(run: Run, good: Path, bad: Path) -> None:
    for jobs in ("1", "2"):
        rows = results(run("stats", bad, good, "--json", "--jobs", jobs)[1], "stats")
        assert [row["treebank"] for row in rows] == [str(bad), str(good)]


def test_stats_keeps_the_rejects_of_all_treebanks(run: Run, bad: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.mrg"
    other.write_text(BAD)
    run("stats", bad, other, "--rejects", tmp_path / "rejects.txt")
    assert (tmp_path / "rejects.txt").read_text().count("### ") == 2


def test_stats_shows_a_table_for_people(run: Run, good: Path) -> None:
    status, out, _ = run("stats", good)
    header, row = out.splitlines()[:2]
    assert status == 0
    assert header.split()[:3] == ["treebank", "sentences", "tokens"]
    assert row.split()[-10:-8] == ["2", "4"]


def test_stats_shows_labels_on_demand(run: Run, good: Path) -> None:
    out = run("stats", good, "--labels", "2")[1]
    assert "NP-SBJ" in out or "NP" in out
    assert "50.00" in out


def test_stats_with_a_test_treebank(run: Run) -> None:
    data = Path(treegauge.__file__).parent / "data"
    english, parsed = data / "english.conllu", data / "english.parsed.conllu"
    rows = results(run("stats", english, "--test", parsed, "--splits", "3", "--json")[1], "stats")
    assert [row["length"] for row in rows] == ["all", "1-10", "11-20", "21-30"]
    assert (rows[0]["words"], rows[0]["test"]) == (1.0, str(parsed))
    assert set(rows[0]["expected"]) == set(rows[0]["intervals"]) == {"words", "tags", "trees", "displacement"}
    status, out, _ = run("stats", english, "--test", parsed, "--splits", "3")
    assert status == 0
    assert "english.parsed.conllu seen in" in out


def test_stats_with_a_test_treebank_without_sentences(run: Run, good: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.mrg").write_text("")
    status, _, err = run("stats", good, "--test", tmp_path / "empty.mrg")
    assert status == 1
    assert "the test treebank has no sentences" in err


def test_standard_input_with_a_format_is_called_as_it_was_named(run: Run) -> None:
    [row] = results(run("stats", "-:brackets", "--json", stdin="(S (N a))\n")[1], "stats")
    assert row["treebank"] == "-:brackets"


def test_stats_after_a_transform(run: Run, good: Path) -> None:
    [row] = results(run("stats", good, "--json", "-t", "select(from=2)")[1], "stats")
    assert (row["sentences"], row["tokens"]) == (1, 1)


def test_what_was_passed_over_is_listed(run: Run, good: Path) -> None:
    (good.parent / "README").write_text("Words.")
    status, _, err = run("stats", good.parent)
    assert status == 0
    assert "passed over 1 file that is not a treebank" in err
    assert "README" in err


def test_stats_of_an_empty_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.mrg").write_text("")
    [row] = results(run("stats", tmp_path / "empty.mrg", "--json")[1], "stats")
    assert [row[key] for key in STATS_KEYS[1:]] == [0] * 10 + [None, None, 0, 0]


# list, tour, --version, --help


def test_list_names_everything_that_is_registered(run: Run) -> None:
    status, out, err = run("list", "--json")
    rows = results(out, "list")
    assert (status, err) == (0, "")
    assert all(list(row) == ["kind", "name", "description"] and row["description"] for row in rows)
    named = {(row["kind"], row["name"]) for row in rows}
    assert {("format", name) for name in FORMATS.names()} | {
        ("transform", name) for name in TRANSFORMS.names()
    } <= named


def test_list_may_be_of_one_kind(run: Run) -> None:
    assert {row["kind"] for row in results(run("list", "formats", "--json")[1], "list")} == {"format"}
    assert "conllu" in run("list", "formats")[1]


def test_list_of_an_unknown_kind_is_a_wrong_call(run: Run) -> None:
    status, _, err = run("list", "colours")
    assert status == 2
    assert "nothing is registered as 'colours'" in err


def test_tour_runs_and_writes_a_report(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tour.html"
    status, out, _ = run("tour", "-o", path)
    assert status == 0
    assert str(path) in out.replace("\n", "")
    assert path.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_version(run: Run) -> None:
    assert run("--version")[:2] == (0, f"treegauge {treegauge.__version__}\n")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["convert", "--help"], ["stats", "-h"], ["list", "--help"]])
def test_help_is_not_an_error(run: Run, arguments: list[str]) -> None:
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert "Usage" in out


# Wrong calls


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "missing.mrg"], "there is no file 'missing.mrg'"),
        (
            ["stats", "{good}", "-t", "strip-function"],
            "unknown transform 'strip-function'; did you mean 'strip-functions'",
        ),
        (["stats", "{good}", "-t", "select(form=1)"], "unknown option 'form'"),
        (["stats", "{good}", "-t", "select(from=x)"], "must be a whole number from 1 to 2,147,483,647, not 'x'"),
        (["stats", "{good}:bracket"], "unknown format 'bracket'; did you mean 'brackets'"),
        (["stats", "{good}", "--encoding", "klingon"], "unknown encoding 'klingon'"),
        (["stats", "{good}", "--on-error", "ignore"], "ignore"),
        (["stats", "{good}", "--nonsense"], "--nonsense"),
        (["stats"], "TREEBANK"),
        (["stats", "{good}", "--jobs", "0"], "--jobs"),
        (["convert", "{good}"], "OUT"),
        (["convert", "{good}", "out.xyz"], "the format is not recognised from the name 'out.xyz'"),
        (["convert", "{good}", "no/such/folder/x.mrg"], "cannot write 'no/such/folder/x.mrg'"),
        (["measure"], "measure"),
    ],
)
def test_a_wrong_call_has_the_status_2_and_a_message(
    run: Run, good: Path, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(good.parent)
    status, out, err = run(*(argument.format(good=good.name) for argument in arguments))
    assert (status, out) == (2, "")
    assert message in err


def test_bad_data_has_the_status_1_and_a_message(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Plain words.\n")
    status, out, err = run("stats", tmp_path / "notes.txt")
    assert (status, out) == (1, "")
    assert err.startswith(f"treegauge: error: {tmp_path / 'notes.txt'}: the format is not recognised")


def test_rejects_that_cannot_be_kept_are_a_wrong_call(run: Run, bad: Path, tmp_path: Path) -> None:
    status, _, err = run("stats", bad, "--rejects", tmp_path / "no" / "such" / "folder")
    assert status == 2
    assert "cannot write" in err


# In processes of their own


def test_in_a_pipe_only_the_data_goes_to_standard_output() -> None:
    done = process("convert", "-", "-:conllu", stdin=CONLLU.encode())
    assert (done.returncode, done.stdout) == (0, CONLLU.encode())
    assert not [line for line in done.stderr.splitlines() if b"compiling" not in line]


def test_errors_of_a_process_have_no_traceback() -> None:
    done = process("stats", "-", stdin=b"(S (N a)\n")
    assert done.returncode == 0
    done = process("convert", "-", "-:dp", stdin=b"(S (N a)\n")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"<stdin>:1:1: the tree that begins here is never closed" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_not_an_error(tmp_path: Path) -> None:
    path = tmp_path / "many.mrg"
    path.write_text("(S (N a) (V b))\n" * 100_000)
    command = [sys.executable, "-m", "treegauge", "convert", str(path), "-:brackets"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        assert writer.stdout.readline() == b"(S (N a) (V b))\n"
        writer.stdout.close()
        errors = writer.stderr.read()
        assert writer.wait(timeout=300) in (0, -signal.SIGPIPE)
    assert b"Traceback" not in errors
    assert b"Error" not in errors
