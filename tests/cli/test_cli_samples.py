"""The commands that draw samples and put errors into trees."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from treegauge import bundled, read, write

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def english(tmp_path: Path) -> Path:
    write(bundled("english.mrg"), str(tmp_path / "english.mrg"))
    return tmp_path / "english.mrg"


@pytest.fixture
def german(tmp_path: Path) -> Path:
    write(bundled("german.export"), str(tmp_path / "german.export"))
    return tmp_path / "german.export"


def test_a_sample_is_written(command: Command, english: Path, tmp_path: Path) -> None:
    status, out, _ = command("sample", english, "-n", 10, "--seed", 3, "-o", tmp_path / "out.mrg")
    assert status == 0
    assert out.splitlines()[0].split() == ["treebank", "part", "sentences", "nodes/sent", "nodes/word", "words/sent"]
    assert len(read(str(tmp_path / "out.mrg"))) == 10


def test_trees_on_standard_output_stand_alone(command: Command, english: Path) -> None:
    status, out, _ = command("sample", english, "-n", 2, "-o", "-")
    assert status == 0
    assert len(out.splitlines()) == 2
    assert out.startswith("(")


def test_comparable_samples_are_reported(command: Command, english: Path, german: Path, tmp_path: Path) -> None:
    files = (tmp_path / "a.mrg", tmp_path / "b.export")
    calls = ("sample", english, german, "--comparable", "--deviation", 4, "-n", 50, "--min-length", 5)
    status, out, err = command(*calls, "-o", files[0], "-o", files[1], "--json")
    assert status == 0
    rows = json.loads(out)["results"]
    assert [row["part"] for row in rows] == ["all", "sample"] * 2
    sizes = [len(read(str(file))) for file in files]
    assert sizes[0] == sizes[1] == rows[1]["sentences"] == rows[3]["sentences"] < 50
    assert f"{sizes[0]} sentences from each, not 50" in err
    assert rows[1]["groups"]["nouns"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sample", "ENGLISH", "--comparable"), "two treebanks or more"),
        (("sample", "ENGLISH", "-n", 1000), "cannot draw 1,000 of 64 sentences"),
        (("sample", "ENGLISH", "ENGLISH", "-n", 2, "-o", "x.mrg"), "2 treebanks cannot be written to 1 file"),
        (("sample", "ENGLISH", "-n", 2, "--json", "-o", "-"), "standard output can take one thing only"),
        (("sample", "ENGLISH", "-n", 2, "--tags", "stts", "--tags", "penn"), "--tags is given 2 times"),
        (("perturb", "ENGLISH"), "name the kinds of errors"),
        (("perturb", "ENGLISH", "-e", "atach1"), "did you mean 'attach1'"),
        (("perturb", "ENGLISH", "-e", "label1", "--count", 9999), "into 78 places"),
        (("perturb", "ENGLISH", "-e", "label1", "--count", 9, "--all"), "one of --count, --rate and --all"),
        (("perturb", "ENGLISH", "ENGLISH", "-e", "label1"), "give --equal"),
        (("perturb", "ENGLISH", "-e", "label1", "--equal"), "two treebanks or more"),
        (("perturb", "ENGLISH", "-e", "label1", "--undo", "log"), "--undo takes one treebank and no -e"),
        (("perturb", "ENGLISH", "-e", "label1", "--scheme", "tigre"), "unknown annotation scheme 'tigre'"),
        (("perturb", "ENGLISH", "-e", "label1", "--log", "a", "--log", "b"), "1 treebank and 2 logs"),
        (("perturb", "ENGLISH", "-e", "label1", "--scheme", "cess"), "the treebank has no prepositional phrases"),
    ],
)
def test_wrong_calls_are_reported(command: Command, english: Path, arguments: tuple[object, ...], message: str) -> None:
    status, out, err = command(*(english if argument == "ENGLISH" else argument for argument in arguments))
    assert status == 2
    assert out == ""
    assert message in err


def test_errors_are_put_in_logged_and_undone(command: Command, english: Path, tmp_path: Path) -> None:
    wrong, log, back = tmp_path / "wrong.mrg", tmp_path / "errors.jsonl", tmp_path / "back.mrg"
    kinds = ("-e", "attach1", "-e", "label1(rate=0.5)", "-e", "span3")
    status, out, _ = command("perturb", english, *kinds, "--count", 5, "--seed", 1, "-o", wrong, "--log", log)
    assert status == 0
    table = [line.split()[1:] for line in out.splitlines()]
    assert table[0] == ["kind", "scheme", "places", "errors", "passed", "over", "sentences"]
    assert [row[:4] for row in table[1:]] == [
        ["attach1", "penn", "23", "5"],
        ["label1", "penn", "78", "39"],
        ["span3", "penn", "6", "5"],
    ]
    assert len(log.read_text("utf-8").splitlines()) == 49
    assert wrong.read_text("utf-8") != english.read_text("utf-8")
    status, _, err = command("perturb", wrong, "--undo", log, "-o", back)
    assert (status, err) == (0, "treegauge: 49 errors undone\n")
    assert back.read_text("utf-8") == english.read_text("utf-8")


def test_a_log_of_another_treebank_is_bad_data(command: Command, english: Path, tmp_path: Path) -> None:
    log = tmp_path / "errors.jsonl"
    command("perturb", english, "-e", "label1", "--log", log)
    status, _, err = command("perturb", english, "--undo", log)
    assert status == 1
    assert "cannot be undone: the label is PP" in err


def test_two_treebanks_get_the_same_number(command: Command, english: Path, german: Path) -> None:
    status, out, _ = command("perturb", english, german, "--equal", "-e", "attach1", "-e", "label2", "--json")
    assert status == 0
    rows = json.loads(out)["results"]
    assert [(row["kind"], row["scheme"]) for row in rows] == [
        ("attach1", "penn"),
        ("label2", "penn"),
        ("attach1", "tiger"),
        ("label2", "tiger"),
    ]
    assert [row["errors"] for row in rows[:2]] == [row["errors"] for row in rows[2:]]


def test_heads_are_in_the_table_where_there_are_heads(command: Command, tmp_path: Path) -> None:
    write(bundled("english.conllu"), str(tmp_path / "english.conllu"))
    status, out, _ = command("perturb", tmp_path / "english.conllu", "-e", "attach1")
    assert status == 0
    assert "with heads" in out
