"""Whatever goes wrong in a command is one line on standard error and a status that is not 0, never a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import treegauge
from treegauge.cli import application, faults

Command = Callable[..., tuple[int, str, str]]
DATA = Path(treegauge.__file__).parent / "data"
GOLD, PARSED, ARCS = (str(DATA / name) for name in ("english.mrg", "english.parsed.mrg", "english.conllu"))
GERMAN = str(DATA / "german.export")
CALLS = {
    "show": ["show", GOLD],
    "diff": ["diff", GOLD, PARSED],
    "agree": ["agree", GOLD, PARSED],
    "run": ["run", str(DATA / "study.toml"), "-o", "results", "--dry-run"],
    "replicate": ["replicate", "ecc", "--list"],
    "errors": ["errors", GOLD, PARSED],
    "explain": ["explain", GOLD, PARSED, "--as", "evalb", "--as", "stanza"],
    "stats": ["stats", GOLD],
    "convert": ["convert", GOLD, "-:brackets"],
    "list": ["list"],
    "score": ["score", GOLD, PARSED, "-m", "parseval"],
    "compare": ["compare", GOLD, PARSED, PARSED, "-m", "parseval", "--resamples", "10"],
    "report": ["report", GOLD, PARSED, "-m", "parseval", "--resamples", "10", "-o", "-"],
    "entail": ["entail", GOLD],
    "judge": ["judge", "simulate", "--most", "2", "--pairs", "20", "--repeats", "2"],
    "difficulty": ["difficulty", GOLD, "-t", "head(5)"],
    "perplexity": ["perplexity", ARCS, ARCS],
    "surprisal": ["surprisal", GOLD],
    "derive": ["derive", ARCS],
    "sample": ["sample", GOLD, "-n", "3"],
    "parse": ["parse", GOLD, GOLD, "--parser", "pcfg", "-t", "head(5)"],
    "functions": ["functions", GOLD, PARSED],
    "reassign": ["reassign", GOLD, ARCS],
    "perturb": ["perturb", GOLD, "-e", "attach1"],
    "schemes": ["schemes", GERMAN, "--reliability"],
    "parsers": ["parsers"],
    "suspects": ["suspects", GOLD, "-t", "head(5)"],
    "treebanks": ["treebanks"],
    "tour": ["tour"],
}


def shell(redirection: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line with the redirection of a shell."""
    call = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "treegauge", *arguments]
    return subprocess.run(call, capture_output=True, check=False, env={**os.environ, **variables})


def lines_of(done: subprocess.CompletedProcess[bytes]) -> list[bytes]:
    """The lines on standard error, without remarks on compiling."""
    return [line for line in done.stderr.splitlines() if b"compil" not in line]


def test_every_verb_is_tried() -> None:
    app = application()
    verbs = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    assert verbs <= CALLS.keys() | {"warm"}


@pytest.mark.slow
@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("verb", CALLS)
def test_a_result_that_cannot_be_written_is_an_error_of_every_verb(verb: str, redirection: str) -> None:
    done = shell(redirection, *CALLS[verb])
    assert done.returncode == faults.SYSTEM
    assert lines_of(done)[-1].startswith(b"treegauge: error: cannot write to standard output: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("arguments", [CALLS["stats"], [*CALLS["stats"], "--json"], CALLS["convert"], ["--help"]])
def test_a_full_or_closed_standard_output_is_one_line(arguments: list[str], redirection: str) -> None:
    done = shell(redirection, *arguments)
    reason = b"it is closed" if redirection == ">&-" else b"No space left on device"
    assert lines_of(done) == [b"treegauge: error: cannot write to standard output: " + reason]
    assert done.returncode == faults.SYSTEM


@pytest.mark.parametrize("redirection", ["2>&-", "2> /dev/full"])
def test_without_standard_error_results_and_statuses_are_the_same(redirection: str) -> None:
    done = shell(redirection, "stats", GOLD)
    assert done.returncode == 0
    assert done.stdout == shell("", "stats", GOLD).stdout
    missing = shell(redirection, "stats", "missing.mrg")
    assert (missing.returncode, missing.stdout) == (2, b"")


def test_a_file_never_gets_what_is_written_to_a_closed_stream(tmp_path: Path) -> None:
    target = tmp_path / "out.mrg"
    done = shell(">&- 2>&-", "sample", GOLD, "-n", "3", "-o", str(target))
    assert done.returncode == faults.SYSTEM  # the table cannot be printed
    assert len(treegauge.read(target)) == 3


def test_an_encoding_without_a_character_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bäume.mrg"
    path.write_text("(S (N ä))\n")
    done = shell("", "stats", str(path), "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == faults.SYSTEM
    (line,) = lines_of(done)
    assert line == (
        b"treegauge: error: standard output is in ascii, which lacks the character \\xe4;"
        b" set the variable PYTHONIOENCODING=utf-8"
    )


def test_names_that_are_not_utf8_are_one_line_too(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/b\xe4ume.mrg"
    with open(path, "wb") as file:
        file.write(b"(S (N a))\n")
    done = shell("", "stats", os.fsdecode(path))
    assert done.returncode in (0, 1)
    assert len(lines_of(done)) <= 1
    assert b"Traceback" not in done.stderr


RAISED = [
    (MemoryError(), faults.SYSTEM, r"treegauge: error: there is not enough memory; .*"),
    (OSError(5, "Input/output error", "x"), faults.SYSTEM, r"treegauge: error: cannot use 'x': Input/output error"),
    (treegauge.DataError("bad"), 1, r"treegauge: error: bad"),
    (treegauge.CallError("wrong"), 2, r"treegauge: error: wrong"),
    (KeyboardInterrupt(), 130, r"treegauge: interrupted"),
    (RecursionError("too deep"), faults.BUG, r"treegauge: bug: RecursionError: too deep; please send .*"),
    (TypeError("a\nb"), faults.BUG, r"treegauge: bug: TypeError: a; please send .*"),
]


@pytest.mark.parametrize(("error", "status", "line"), RAISED, ids=lambda value: type(value).__name__)
def test_any_exception_is_one_line(
    error: BaseException, status: int, line: str, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("treegauge.cli.options.Reading.read_counted", fail)
    found, out, err = command("stats", GOLD)
    assert (found, out) == (status, "")
    assert re.fullmatch(line, err.rstrip("\n"))


def test_the_report_of_a_bug_has_what_is_needed_to_find_it(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise TypeError("something")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("treegauge.cli.options.Reading.read_counted", fail)
    _, _, err = command("stats", GOLD)
    report = Path(err.rstrip("\n").rpartition(": ")[2]).read_text("utf-8")
    for expected in (treegauge.__version__, "Python 3", "'stats'", "Traceback", "in fail", "TypeError: something"):
        assert expected in report
    monkeypatch.setenv("TREEGAUGE_DEBUG", "1")
    assert "Traceback" in command("stats", GOLD)[2]


def test_a_report_that_cannot_be_saved_is_no_other_error(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise TypeError("something")

    (tmp_path / "file").touch()
    monkeypatch.setattr(faults, "_report_folders", lambda: iter([tmp_path / "file" / "folder"]))
    monkeypatch.setattr("treegauge.cli.options.Reading.read_counted", fail)
    status, _, err = command("stats", GOLD)
    assert status == faults.BUG
    assert "TREEGAUGE_DEBUG=1 shows it" in err
