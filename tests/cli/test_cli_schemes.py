"""`treegauge schemes`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from treegauge import apply, bundled, write

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def english(tmp_path: Path) -> Path:
    path = tmp_path / "english.mrg"
    write(apply(bundled("english.mrg"), ["remove-empties", "strip-functions"]), path)
    return path


@pytest.fixture
def flat(tmp_path: Path, english: Path) -> Path:
    path = tmp_path / "flat.mrg"
    steps = ["remove-empties", "strip-functions", "remove-np-in-pp", "remove-unaries(tokens=true)"]
    write(apply(bundled("english.mrg"), steps), path)
    return path


def test_two_treebanks_with_the_same_errors(command: Command, flat: Path, english: Path) -> None:
    status, out, _ = command("schemes", flat, english, "-m", "parseval", "-e", "label1", "--seeds", 2, "--json")
    found = json.loads(out)
    assert status == 0
    assert found["command"] == "schemes"
    assert [row["kind"] for row in found["results"]] == ["label1", "weighted average"]
    assert found["results"][0]["difference"] > 0
    assert found["schemes"] == ["penn", "penn"]


def test_a_table_for_people(command: Command, flat: Path, english: Path) -> None:
    status, out, _ = command("schemes", flat, english, "--seeds", 2)
    assert status == 0
    assert "flat.mrg (penn)" in out
    assert "second - first" in out
    assert "weighted average" in out
    assert "exact-match" in out


def test_the_dial_draws_its_curves(command: Command, english: Path, tmp_path: Path) -> None:
    plot = tmp_path / "bias.svg"
    status, out, err = command("schemes", english, "--dial", "--seeds", 2, "--plot", plot, "--json")
    found = json.loads(out)
    assert status == 0
    assert {row["setting"] for row in found["results"]} == set(range(6))
    assert {row["measure"] for row in found["flatness"]} == {row["measure"] for row in found["results"]}
    assert "the curves are in" in err
    titles = [element.text for element in ElementTree.parse(plot).iter() if element.tag.endswith("text")]
    assert "parseval (f1)" in titles


def test_steps_of_the_dial_are_chosen(command: Command, english: Path) -> None:
    steps = ("--steps", "np-in-pp,words", "-e", "label1", "-m", "parseval")
    status, out, _ = command("schemes", english, "--dial", "--seeds", 2, *steps)
    assert status == 0
    assert "2 + words" in out
    assert "how flat" in out


def test_rows_go_to_a_file(command: Command, english: Path, tmp_path: Path) -> None:
    output = tmp_path / "dial.csv"
    status, _, _ = command("schemes", english, "--dial", "--seeds", 2, "-m", "parseval", "-o", output)
    assert status == 0
    assert output.read_text("utf-8").startswith("treebank,setting,steps,nodes_per_word,measure,score,value,interval")


def test_parser_output_is_converted(command: Command, english: Path, tmp_path: Path) -> None:
    parsed = tmp_path / "parsed.mrg"
    write(apply(bundled("english.parsed.mrg"), ["remove-empties", "strip-functions"]), parsed)
    options = ("--steps", "", "--steps", "no unaries + no VP", "-m", "parseval", "--json")
    status, out, _ = command("schemes", english, "--parsed", parsed, *options)
    before, after = json.loads(out)["results"]
    assert status == 0
    assert (before["steps"], after["steps"]) == ([], ["no unaries", "no VP"])
    assert after["scores"]["f1"] < before["scores"]["f1"]
    status, out, _ = command("schemes", english, "--parsed", parsed)
    assert status == 0
    assert "no unaries + no NP in PP + labels" in out


def test_reliability_of_heads(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "german.export"
    write(bundled("german.export"), path)
    status, out, _ = command("schemes", path, "--reliability", "--json")
    (row,) = json.loads(out)["results"]
    assert status == 0
    assert row["rules"] == "negra"
    assert 90 < row["f1"] <= 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the study compares two treebanks, not 1; or give --dial, --parsed or --reliability"),
        (("--dial", "--reliability"), "--dial and --reliability exclude each other"),
        (("--parsed", "a", "--parsed", "b"), "there are 1 treebanks and 2 files of --parsed"),
        (("--dial", "--plot", "bias.gif"), "--plot writes .svg, .png or .pdf, not 'bias.gif'"),
        (("--reliability", "--plot", "bias.svg"), "--plot draws the curves of --dial"),
        (("--reliability", "--steps", "x"), "--steps is for --dial and --parsed"),
        (("--dial", "--scheme", "penn", "--scheme", "tiger"), "--scheme is given 2 times for 1 treebank"),
        (("--dial", "--steps", "deeper"), "unknown step 'deeper' of the dial"),
        (("--dial", "-e", "label3"), "unknown kind of errors 'label3'"),
        (("--dial", "-m", "parsevall"), "unknown measure 'parsevall'"),
        (("--dial", "--scheme", "pen"), "unknown annotation scheme 'pen'"),
        (("--parsed", "-", "--steps", "no fields"), None),
    ],
)
def test_a_wrong_call_is_reported(
    command: Command, english: Path, arguments: tuple[str, ...], message: str | None
) -> None:
    if message is None:
        status, _, err = command("schemes", "-", *arguments)
        message = "standard input (-) can be read only once"
    else:
        status, _, err = command("schemes", english, *arguments)
    assert status == 2
    assert message in err
