"""`treegauge treebanks`: the list, one treebank, and fetching with consent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from treegauge.catalogue.entries import catalogue

Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture(autouse=True)
def _no_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TREEGAUGE_TREEBANKS", raising=False)


def test_the_table_has_a_line_for_each(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    status, out, err = command("treebanks")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0].split() == ["treebank", "language", "trees", "here", "licence"]
    assert [line.split()[0] for line in lines[1:]] == list(catalogue())
    assert next(line for line in lines if line.startswith("tiger ")).split()[3] == "restricted"


def test_a_language_and_a_kind_choose(command: Run) -> None:
    status, out, _ = command("treebanks", "--language", "german", "--kind", "dependency", "--json")
    names = [row["name"] for row in json.loads(out)["results"]]
    assert status == 0
    assert {"ud-german-gsd", "tuebadz-sample"} <= set(names)
    assert not {"tiger-sample", "gum-dependencies"} & set(names)


def test_show_has_everything_about_one(command: Run) -> None:
    status, out, _ = command("treebanks", "show", "cess-esp")
    assert status == 0
    for part in ("CESS-ESP", "Spanish", "constituency", "brackets-cess", "free for research", "609, 13.2 MB"):
        assert part in out
    assert "fault     three trees have unbalanced brackets" in out
    assert json.loads(command("treebanks", "show", "cess-esp", "--json")[1])["results"][0]["name"] == "cess-esp"


def test_an_unknown_name_is_an_error_of_the_call(command: Run) -> None:
    for verb in ("show", "fetch"):
        status, _, err = command("treebanks", verb, "icepah")
        assert status == 2
        assert "unknown treebank 'icepah'; did you mean 'icepahc'?" in err


def test_what_may_not_be_distributed_is_not_fetched(command: Run) -> None:
    status, _, err = command("treebanks", "fetch", "tiger", "--yes")
    assert status == 2
    assert "TIGER corpus may not be distributed" in err
    assert "get it from https://www.ims.uni-stuttgart.de" in err


def test_the_licence_is_shown_before_anything_is_fetched(command: Run, data: Path) -> None:
    status, _, err = command("treebanks", "fetch", "lassy-sample", "--mirror", "http://127.0.0.1:9")
    assert status == 2
    assert "licence: GPL" in err
    assert "cite: Andreas van Cranenburgh" in err
    assert "give it with --yes" in err
    assert not data.exists()


@pytest.mark.parametrize(("answer", "status"), [("n", 2), ("y", 1)])
def test_on_a_terminal_the_user_is_asked(
    command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, status: int
) -> None:
    monkeypatch.setattr("treegauge.cli.treebanks.on_terminal", lambda: True)
    said, _, err = command("treebanks", "fetch", "lassy-sample", "--from", tmp_path, stdin=f"{answer}\n")
    assert said == status
    assert "Do you accept the licences? [y/N]" in err
    assert ("nothing was fetched" in err) == (answer == "n")
    assert ("does not contain 1 file of lassy-sample" in err) == (answer == "y")


def test_a_name_that_is_not_here_says_the_command(command: Run) -> None:
    status, _, err = command("stats", "lassy-sample")
    assert status == 2
    assert "there is no file 'lassy-sample'; get the treebank of this name with:" in err
    assert "treegauge treebanks fetch lassy-sample" in err


def test_real_files_are_taken_from_a_folder_and_read_by_name(command: Run, shared: Path) -> None:
    status, out, err = command("treebanks", "fetch", "lassy-sample", "farpahc/1936*", "--from", shared, "--yes")
    assert (status, out) == (0, "")
    assert "licence: LGPL 3 or later" in err
    assert "farpahc/1936*: 1 file in " in err
    status, out, _ = command("stats", "lassy-sample", "farpahc/1936*", "--json")
    assert status == 0
    assert [row["treebank"] for row in json.loads(out)["results"]] == ["lassy-sample", "farpahc/1936*"]
    assert command("treebanks", "fetch", "lassy-sample")[0] == 0  # it is there, so nothing is asked
