"""`treegauge difficulty` over several treebanks: variants, correlations, plots, resuming, curves, growing samples."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from treegauge import bundled, generate, read, write
from treegauge.models.grammars.grammar import from_text
from treegauge.studies.difficulty.conjecture import conjecture
from treegauge.studies.difficulty.growing import growing

Run = Callable[..., tuple[int, str, str]]
GRAMMAR = from_text(
    """start S
    6 S -> NP VP
    5 NP -> "D" "N"
    2 NP -> NP PP
    4 VP -> "V" NP
    3 VP -> "V" NP PP
    3 PP -> "P" NP
    """
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("treebanks")
    write(bundled("english.mrg"), found / "english.mrg")
    for number in (1, 2, 3):
        write(generate(GRAMMAR, 40, seed=number, max_nodes=10 + 8 * number), found / f"drawn{number}.mrg")
    return found


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Run:
    """Run the command line in a folder with treebanks: exit status, standard output, standard error."""
    monkeypatch.chdir(folder)
    return partial(command, "difficulty")


def found(run: Run, *arguments: object) -> dict[str, Any]:
    status, out, err = run(*arguments, "--json")
    assert (status, err) == (0, "")
    own: dict[str, Any] = json.loads(out)
    return own


def test_variants_are_rows_and_correlations_stand_beside_them(run: Run) -> None:
    own = found(run, "drawn1.mrg", "drawn2.mrg", "--variant", "parent-annotation")
    rows = own["results"]
    assert [row["ecc"] for row in rows] == sorted((row["ecc"] for row in rows), reverse=True)
    assert sorted((row["treebank"], row["transform"]) for row in rows) == [
        ("drawn1.mrg", ""),
        ("drawn1.mrg", "parent-annotation"),
        ("drawn2.mrg", ""),
        ("drawn2.mrg", "parent-annotation"),
    ]
    assert own["correlations"] == conjecture(rows)


def test_people_see_the_correlation_under_the_table(run: Run) -> None:
    (own, *_) = found(run, "drawn1.mrg", "drawn2.mrg", "drawn3.mrg")["correlations"]
    _, out, _ = run("drawn1.mrg", "drawn2.mrg", "drawn3.mrg")
    assert f"the higher the ECC, the lower the EMR? Spearman {own['value']:.2f} (p {own['p']:.2g}), Kendall" in out
    assert "3 rows, one-sided" in out
    assert "the higher the ECC" not in run("drawn1.mrg", "drawn2.mrg")[1]


def test_the_plot_is_a_picture_of_all_rows(run: Run, folder: Path) -> None:
    assert run("drawn1.mrg", "drawn2.mrg", "--plot", "ecc.svg")[0] == 0
    texts = {own.text for own in ElementTree.parse(folder / "ecc.svg").iter("{http://www.w3.org/2000/svg}text")}
    assert {"drawn1.mrg", "drawn2.mrg", "ECC (bits)"} <= texts


def test_a_run_is_resumed(run: Run, folder: Path) -> None:
    first = found(run, "drawn1.mrg", "--resume", "rows.jsonl")
    lines = (folder / "rows.jsonl").read_text().splitlines()
    more = found(run, "drawn1.mrg", "drawn2.mrg", "--resume", "rows.jsonl")
    assert (folder / "rows.jsonl").read_text().splitlines()[0] == lines[0]
    assert len((folder / "rows.jsonl").read_text().splitlines()) == 2
    assert first["results"][0] in more["results"]


def test_learning_curves_are_a_picture_or_a_table(run: Run, folder: Path) -> None:
    assert run("drawn1.mrg", "drawn2.mrg", "--curve", "curve.svg")[0] == 0
    assert run("drawn1.mrg", "--curve", "curve.csv", "--orders", 2)[0] == 0
    assert "drawn2.mrg: " in (folder / "curve.svg").read_text()
    rows = list(csv.DictReader(io.StringIO((folder / "curve.csv").read_text())))
    (own,) = found(run, "drawn1.mrg")["results"]
    assert len(rows) == 2 * own["covered"]
    assert float(rows[-1]["ecc"]) == pytest.approx(own["ecc"])


def test_growing_samples_are_those_of_python(run: Run) -> None:
    rows = found(run, "drawn3.mrg", "--growing", "0.25,1.0", "--split", "0.5", "--seed", 4)["results"]
    expected = growing(read("drawn3.mrg"), [0.25, 1.0], split=0.5, seed=4, name="drawn3.mrg")
    assert rows == [own.row() for own in expected]


def test_growing_samples_have_the_layout_of_the_paper(run: Run) -> None:
    status, out, _ = run("drawn3.mrg", "--growing", "5,20", "--test", "drawn2.mrg")
    lines = [line.split() for line in out.splitlines()]
    assert status == 0
    assert [line[:5] for line in lines[1:3]] == [["its", "own", "trees", "W1", "5"], ["W2", "20", *lines[2][2:5]]]
    assert lines[3][:4] == ["held-out", "trees", "W1", "5"]
    assert lines[3][5] == lines[4][3] == lines[3][-1]  # the common coverage is that of W1
    assert "growing(sizes=[5.0,20.0],seed=0,max_length=39,level=0.99)|parseval(" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["drawn1.mrg", "--resume", "r", "--by", "sentence"], "--resume and --by exclude each other"),
        (["drawn1.mrg", "--resume", "r", "--curve", "c.svg"], "--resume and --curve exclude each other"),
        (["drawn1.mrg", "--plot", "p.gif"], "--plot writes .svg, .png or .pdf, not 'p.gif'"),
        (["drawn1.mrg", "--curve", "c.gif"], "--curve writes .svg, .png, .pdf or .csv, not 'c.gif'"),
        (["drawn1.mrg", "--variant", "no-such"], "unknown transform 'no-such'"),
        (["drawn1.mrg", "--growing", "0.5,1"], "need held-out trees"),
        (["drawn1.mrg", "--growing", "half", "--split", "0.5"], "--growing takes sizes such as"),
        (["drawn1.mrg", "--growing", "0.5", "--protocol", "loo"], "leave out --protocol loo"),
        (["drawn1.mrg", "--growing", "0.5", "--folds", "3"], "--growing and --folds exclude each other"),
        (["drawn1.mrg", "drawn2.mrg", "--growing", "0.5", "--split", "0.5"], "--growing draws samples of one treebank"),
        (["drawn1.mrg", "--variant", "add-root", "--grammar-out", "g"], "--grammar-out saves the grammar of one"),
    ],
)
def test_a_wrong_call_exits_with_2_and_says_why(run: Run, arguments: list[str], message: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("options", [["--plot", "empty.svg"], ["--curve", "empty.svg"]])
def test_where_nothing_can_be_drawn_the_table_is_still_there(run: Run, folder: Path, options: list[str]) -> None:
    status, out, err = run("drawn1.mrg", "--max-length", 1, *options)
    assert (status, err) == (0, "")
    assert "no tree has a length that is measured" in out
    ElementTree.parse(folder / "empty.svg")


@pytest.mark.parametrize("damage", [("ecc", None), ("ecc", "abc")])
def test_a_row_that_lost_its_figures_is_measured_again(run: Run, folder: Path, damage: tuple[str, object]) -> None:
    run("drawn1.mrg", "--resume", "damaged.jsonl")
    measured = kept = json.loads((folder / "damaged.jsonl").read_text())
    name, value = damage
    row = {key: old for key, old in kept["row"].items() if key != name} | ({name: value} if value else {})
    kept = {**kept, "row": row}
    (folder / "damaged.jsonl").write_text(json.dumps(kept) + "\n")
    status, _, err = run("drawn1.mrg", "--resume", "damaged.jsonl")
    assert status == 0
    assert "damaged.jsonl: 1 of 1 row cannot be used (altered or damaged: 1); what this call needs of them is" in err
    assert json.loads((folder / "damaged.jsonl").read_text()) == measured
    (folder / "damaged.jsonl").unlink()
