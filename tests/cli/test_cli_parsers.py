"""`treegauge parsers`: what there is, what is missing, and how it is got."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from treegauge.parsers.adapters.maltparser import MaltParser
from treegauge.parsers.adapters.spacy import Spacy
from treegauge.parsers.base import PARSERS

Run = Callable[..., tuple[int, str, str]]
NO_SPACY = "the package 'spacy' is not installed; install it with: pip install 'treegauge[spacy]'"


@pytest.fixture
def without_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spacy, "missing", staticmethod(lambda: NO_SPACY))


def rows(out: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in json.loads(out)["results"]}


@pytest.mark.usefixtures("without_spacy", "data")
def test_the_table_has_one_line_for_each_with_the_command_that_installs_it(
    command: Run, monkeypatch: pytest.MonkeyPatch, java: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = command("parsers")
    lines = out.splitlines()
    assert status == 0
    assert lines[0].split() == ["parser", "makes", "learns", "runs", "here"]
    assert [line.split()[0] for line in lines[1:]] == PARSERS.names()
    assert max(map(len, lines)) <= 80
    shown = {line.split()[0]: line.split(maxsplit=3)[1:] for line in lines[1:]}
    assert shown["pcfg"] == ["constituents", "yes", "yes"]
    assert shown["spacy"] == ["dependencies", "yes", "no: pip install 'treegauge[spacy]'"]
    for name in ("maltparser", "mstparser", "mate"):
        assert shown[name] == ["dependencies", "yes", f"no: treegauge parsers install {name}"]
    assert err == ""


@pytest.mark.usefixtures("commands", "data")
def test_without_java_one_line_names_all_that_need_it(command: Run) -> None:
    _, out, err = command("parsers")
    assert next(line for line in out.splitlines() if line.startswith("mate ")).endswith("no: there is no Java")
    (line,) = [line for line in err.splitlines() if "Java" in line]
    assert "maltparser, mate, mstparser" in line
    assert line.endswith("so that the command 'java' exists")


@pytest.mark.usefixtures("without_spacy")
def test_json_has_a_row_for_each(command: Run) -> None:
    found = rows(command("parsers", "--json")[1])
    assert list(found) == PARSERS.names()
    assert found["spacy"]["missing"] == NO_SPACY
    assert found["pcfg"] == {
        "name": "pcfg",
        "description": PARSERS.get("pcfg").summary(),
        "makes": "constituents",
        "learns": True,
        "runs": True,
        "missing": None,
        "options": {"max_length": None, "words": None, "grammar": None, "best": None},
        "saved": [".grammar", ".npz"],
    }


@pytest.mark.usefixtures("without_spacy")
def test_a_python_package_is_left_to_pip(command: Run) -> None:
    status, _, err = command("parsers", "install", "spacy")
    assert status == 2
    assert f"treegauge does not install it by itself: {NO_SPACY}" in err


def test_where_all_is_there_nothing_is_done(command: Run) -> None:
    status, _, err = command("parsers", "install", "pcfg")
    assert (status, err) == (0, "treegauge: pcfg can run here; there is nothing to install\n")


def test_a_file_may_be_given(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(MaltParser, "missing", lambda _: None)
    monkeypatch.setattr(MaltParser, "install", lambda _, source: f"took {source}")
    assert command("parsers", "install", "maltparser", "--from", tmp_path / "x.jar")[2] == (
        f"treegauge: took {tmp_path / 'x.jar'}\n"
    )


def test_a_wrong_name_gets_the_right_one(command: Run) -> None:
    status, _, err = command("parsers", "install", "maltparse")
    assert status == 2
    assert "unknown parser 'maltparse'; did you mean 'maltparser'?" in err
