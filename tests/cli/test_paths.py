"""No command writes to what it reads, or two things to one file: it is refused before anything is written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from treegauge.cli import application, paths

Command = Callable[..., tuple[int, str, str]]
TREES = "(S (NP (N a)) (VP (V b) (PP (P c) (N d))))\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with trees under several names."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.mrg", "trees/b.mrg"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(TREES)
    (tmp_path / "link.mrg").symlink_to("a.mrg")
    os.link("a.mrg", "hard.mrg")
    return tmp_path


REFUSED = [
    "perturb a.mrg -e attach1 -o a.mrg --log a.mrg",
    "perturb a.mrg -e attach1 -o new.mrg --log new.mrg",
    "perturb a.mrg -e attach1 -o new.mrg --log a.mrg",
    "perturb a.mrg --undo log.jsonl -o log.jsonl",
    "convert a.mrg a.mrg",
    "convert a.mrg ./a.mrg",
    "convert a.mrg trees/../a.mrg:export",
    "convert a.mrg link.mrg",
    "convert link.mrg a.mrg",
    "convert a.mrg hard.mrg",
    "convert trees trees/b.mrg",
    "convert trees trees/new.mrg",
    "convert trees/*.mrg trees/b.mrg",
    "convert trees/*.mrg trees/new.mrg",
    "convert **/*.mrg trees/b.mrg",
    "sample a.mrg trees -o new.mrg -o new.mrg",
    "stats a.mrg -o a.mrg",
    "score a.mrg a.mrg -o a.mrg --format json",
    "score a.mrg trees/b.mrg --rejects trees/b.mrg",
    "score a.mrg a.mrg -m mph(rules=rules.json) -o rules.json",
    "compare a.mrg x=link.mrg y=trees/b.mrg -o link.mrg --format csv",
    "difficulty a.mrg --resume a.mrg",
    "difficulty a.mrg --resume rows.csv -o rows.csv",
    "difficulty a.mrg --plot x.svg --curve x.svg",
    "difficulty a.mrg --grammar-out a.mrg",
    "parse a.mrg a.mrg --parser pcfg --save new.npz -o new.npz:brackets",
    "parse a.mrg a.mrg --parser pcfg -o hard.mrg",
    "functions a.mrg a.mrg --save a.mrg -o new.mrg",
    "reassign a.mrg a.mrg -o a.mrg",
    "entail a.mrg a.mrg --pairs yes-no -o link.mrg",
]


@pytest.mark.parametrize("call", REFUSED)
def test_nothing_is_written_to_what_is_read_or_twice(call: str, folder: Path, command: Command) -> None:
    for name in ("log.jsonl", "rules.json"):
        (folder / name).write_text("{}\n")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    status, out, err = command(*call.split())
    assert (status, out) == (2, "")
    assert "is also read" in err or "written twice" in err or "which is read" in err
    assert len(err.splitlines()) == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "call",
    [
        "convert a.mrg new.mrg",
        "convert trees new.mrg",
        "convert a.mrg /dev/null:brackets",
        "sample a.mrg trees -n 1 -o /dev/null:brackets -o /dev/null:brackets",
        "convert a.mrg trees/new.mrg",
        "convert trees/b.mrg trees/c.mrg",
        "convert trees/b.m?g trees/c.mrg.gz",
        "sample a.mrg -n 1 -o -",
        "sample a.mrg -n 1 -o /dev/stdout:brackets",
    ],
)
def test_other_files_devices_and_standard_output_are_written(call: str, folder: Path, command: Command) -> None:
    status, _, err = command(*call.split())
    assert status == 0, err


def test_the_message_names_both_options(folder: Path, command: Command) -> None:
    _, _, err = command("perturb", "a.mrg", "-e", "attach1", "-o", "new.mrg", "--log", "./new.mrg")
    assert err == "treegauge: error: './new.mrg' would be written twice (--output and --log); name another file\n"
    _, _, err = command("convert", "a.mrg", "link.mrg")
    assert err == "treegauge: error: 'link.mrg' (OUT) is also read (IN); name another file to write\n"


# Options whose value is called a file, and which are read.
READ = {
    "test",
    "tests",
    "parsed",
    "undo",
    "prm",
    "check",
    "hypotheses",
    "source",
    "more",
    "scheme",
    "parses",
    "train",
    "grammar",
}


def test_every_option_that_names_a_file_is_known_as_read_or_written() -> None:
    group: Any = typer.main.get_command(application())
    unknown = {
        (name, parameter.name)
        for name, verb in group.commands.items()
        for parameter in verb.params
        if any(word in str(parameter.metavar) for word in ("FILE", "OUT", "LOG"))
        and parameter.name not in (*paths.OUTPUTS, *READ)
    }
    assert unknown == set()
