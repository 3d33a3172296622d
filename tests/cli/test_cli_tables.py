"""The tables of all verbs at every width of the screen, and `--wide`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge as tg
from treegauge.report import tables

Run = Callable[..., tuple[int, str, str]]
WIDTHS = (60, 80, 100, 140)
NUMBER = re.compile(r"[<+-]?[\d,]+(\.\d+)?")
FOLDER = "a-folder-with-a-long-name/treebanks-of-another-project"
GOLD, TEST = f"{FOLDER}/english.mrg", f"{FOLDER}/english.parsed.mrg"
ARCS, PARSED_ARCS = f"{FOLDER}/english.conllu", f"{FOLDER}/english.parsed.conllu"
GERMAN = f"{FOLDER}/german.export"
COMMANDS = [
    ("stats", GOLD, GERMAN, ARCS),
    ("stats", GOLD, GERMAN, "--labels", 5),
    ("score", GOLD, TEST),
    ("score", ARCS, PARSED_ARCS),
    ("score", GOLD, TEST, "--by", "label"),
    ("score", GOLD, TEST, "--by", "sentence", "-m", "parseval"),
    ("score", ARCS, PARSED_ARCS, "-m", "ud", "--by", "length"),
    ("score", ARCS, PARSED_ARCS, "-m", "attachment", "--by", "confusion"),
    ("compare", ARCS, PARSED_ARCS, ARCS, "--resamples", 100),
    ("errors", GOLD, TEST, "--resamples", 100),
    ("errors", GOLD, TEST, GOLD, f"third={TEST}", "--resamples", 100),
    ("errors", GOLD, TEST, "--classes", "kummerfeld", "--resamples", 100),
    ("errors", GOLD, TEST, "--class", "all", "--resamples", 100),
    ("difficulty", GOLD, GERMAN, "-t", "prepare"),
    ("difficulty", GOLD, "-t", "prepare", "--by", "sentence"),
    ("difficulty", GOLD, "-t", "prepare", "--ambiguity"),
    ("perplexity", ARCS, ARCS, "--parsed", PARSED_ARCS),
    ("surprisal", GOLD, "-t", "prepare", "--folds", 4),
    ("schemes", GERMAN, GOLD, "-e", "attach1", "--seeds", 2, "-t", "head(30)"),
    ("schemes", GERMAN, "--dial", "--seeds", 2),
    ("schemes", GERMAN, "--reliability"),
    ("sample", GOLD, GERMAN, "-n", 10),
    ("perturb", GERMAN, "-e", "attach1", "-e", "label1"),
    ("functions", GOLD, "--folds", 3, "-t", "head(40)"),
    ("reassign", GOLD, PARSED_ARCS, "--min-count", 2),
    ("parsers",),
    ("treebanks",),
    ("list",),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled files, far down in folders."""
    root = tmp_path_factory.mktemp("files")
    (root / FOLDER).mkdir(parents=True)
    for file in (Path(tg.__file__).parent / "data").iterdir():
        (root / FOLDER / file.name).write_bytes(file.read_bytes())
    return root


@pytest.fixture
def run(command: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(folder)
    return command


def numbers(text: str) -> set[str]:
    words = (word.strip("();,").rstrip(":") for word in text.split())
    return {word for word in words if NUMBER.fullmatch(word)}


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(map(str, arguments)))
def test_every_line_fits_and_no_number_is_lost(
    arguments: tuple[object, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, piped, _ = run(*arguments)
    assert status == 0
    for width in WIDTHS:
        monkeypatch.setattr(tables, "screen_width", lambda width=width: width)
        status, out, _ = run(*arguments)
        assert status == 0
        # A signature is one line, so that it can be copied.
        lines = [line.rstrip() for line in out.splitlines() if "|version:" not in line]
        assert [line for line in lines if len(line) > width] == []
        if "--wide adds" not in out:
            assert numbers(piped) - numbers(out) == set()
        assert not re.search(r"\d…|…\d+\.\d", out)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_main_columns_of_ud_are_in_the_table(width: int, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("score", ARCS, PARSED_ARCS, "-m", "ud", "--by", "length")
    rows = json.loads(run(*arguments, "--json")[1])["results"]
    monkeypatch.setattr(tables, "screen_width", lambda: width)
    sides = ("_precision", "_recall", "_aligned")
    main = [{name: value for name, value in row["scores"].items() if not name.endswith(sides)} for row in rows]
    out = run(*arguments)[1]
    assert len(main) > 1
    for row, scores in zip(rows, main, strict=True):
        shown = {f"{value:.2f}" for value in scores.values() if value is not None}
        assert shown - numbers(out) == set(), row["length"]
    assert "--wide adds 40 columns" in " ".join(out.split())


def test_a_pipe_has_whole_paths(run: Run) -> None:
    assert GERMAN in run("stats", GOLD, GERMAN)[1]
    assert "…" not in run("stats", GOLD, GERMAN)[1]


def test_every_figure_of_the_rows_is_in_the_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = json.loads(run("stats", GOLD, GERMAN, "--json")[1])["results"]
    monkeypatch.setattr(tables, "screen_width", lambda: 60)
    out = run("stats", GOLD, GERMAN)[1]
    expected = {f"{row[name]:,}" for row in rows for name in ("sentences", "tokens", "nodes", "labels", "tags")}
    expected |= {f"{row['nodes_per_word']:.3f}" for row in rows} | {f"{row['depth']:.2f}" for row in rows}
    expected |= {f"{100 * row[name]:.2f}" for row in rows for name in ("unary", "discontinuous")}
    assert expected <= numbers(out)


def test_wide_prints_what_a_pipe_has(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = run("stats", GOLD, GERMAN)[1]
    monkeypatch.setattr(tables, "screen_width", lambda: 60)
    wide = run("stats", GOLD, GERMAN, "--wide")[1]
    assert wide.split() == piped.split()  # what is said under the table may be wrapped
    assert wide.split("\n\n")[0] == piped.split("\n\n")[0]


@pytest.mark.parametrize(("ending", "start"), [(".csv", "treebank,sentences,"), (".tex", r"\begin{tabular}")])
def test_stats_writes_files_as_other_verbs_do(ending: str, start: str, run: Run, tmp_path: Path) -> None:
    target = tmp_path / f"figures{ending}"
    assert run("stats", GOLD, "-o", target)[:2] == (0, "")
    assert target.read_text().startswith(start)
    assert run("stats", GOLD, "--format", "latex" if ending == ".tex" else "csv")[1] == target.read_text()


def test_stats_writes_json_to_a_file(run: Run, tmp_path: Path) -> None:
    assert run("stats", GOLD, "-o", tmp_path / "figures.json")[0] == 0
    found: dict[str, Any] = json.loads((tmp_path / "figures.json").read_text())
    assert found == json.loads(run("stats", GOLD, "--json")[1])


def test_lines_in_a_pipe_do_not_end_in_blanks(run: Run) -> None:
    for command in (("list",), ("compare", GOLD, TEST, GOLD, "-m", "exact-match", "--resamples", 50)):
        _, out, _ = run(*command)
        assert [line for line in out.split("\n") if line.endswith(" ")] == []
