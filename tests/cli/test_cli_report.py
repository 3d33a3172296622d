"""`treegauge report`: what is written where, and what is said."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
from page_data import columns_of

import treegauge as tg

Command = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
GOLD, PARSED, GERMAN = DATA / "english.mrg", DATA / "english.parsed.mrg", DATA / "german.export"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_page_is_written_and_named(command: Command) -> None:
    status, out, err = command("report", GOLD, f"a={PARSED}", f"b={GOLD}", "--draws", 20)
    assert (status, out, err) == (0, "", "treegauge: wrote report.html\n")
    about, _ = columns_of(Path("report.html").read_text("utf-8"))
    assert about["systems"] == ["a", "b"]


def test_systems_have_the_shortest_names_of_their_files(command: Command) -> None:
    for name in ("tr.eager.mrg", "tr.lazy.mrg"):
        Path(name).write_bytes(PARSED.read_bytes())
    assert command("report", GOLD, "tr.eager.mrg", "tr.lazy.mrg", "--draws", 20)[0] == 0
    assert columns_of(Path("report.html").read_text("utf-8"))[0]["systems"] == ["eager", "lazy"]


def test_the_page_does_not_name_folders_of_the_machine(command: Command) -> None:
    assert command("report", GOLD, PARSED)[0] == 0
    page = Path("report.html").read_text("utf-8")
    assert columns_of(page)[0]["sources"][0] == "english.mrg"
    assert str(DATA) not in page


def test_standard_output_gets_the_page_and_nothing_else(command: Command) -> None:
    status, out, err = command("report", GOLD, PARSED, "-m", "parseval", "-o", "-")
    assert (status, err) == (0, "")
    assert out.startswith("<!DOCTYPE html>")


def test_open_shows_the_page(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []

    def open_address(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_address)
    assert command("report", GOLD, "--open", "-o", "card.html")[0] == 0
    assert opened == [(tmp_path / "card.html").resolve().as_uri()]


def test_treebanks_of_other_sentences_give_a_card_and_a_remark(command: Command) -> None:
    status, _, err = command("report", GOLD, GERMAN, "-o", "card.html")
    assert status == 0
    assert "the page is the card of english.mrg next to other treebanks" in err
    assert 'id="card"' in Path("card.html").read_text("utf-8")


def test_card_says_that_files_are_treebanks(command: Command) -> None:
    status, _, err = command("report", GOLD, PARSED, "--card", "-o", "card.html")
    assert (status, err) == (0, "treegauge: wrote card.html\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((GOLD, PARSED, "-o", GOLD), "is also read"),
        ((GOLD, PARSED, "-m", "attachment"), "attachment does not fit"),
        ((GOLD, "missing.mrg"), "there is no file"),
        ((GOLD, PARSED, "--sentences", "0"), "--sentences must be"),
        ((GOLD, f"a={PARSED}", f"a={PARSED}"), "two systems have the name 'a'"),
    ],
)
def test_a_wrong_call_is_an_error_and_writes_nothing(
    command: Command, arguments: tuple[object, ...], message: str
) -> None:
    status, _, err = command("report", *arguments)
    assert status == 2
    assert message in err
    assert not Path("report.html").exists()


@pytest.mark.parametrize(
    "arguments", [("empty.mrg:brackets",), (GOLD, "empty.mrg:brackets"), ("empty.mrg:brackets", PARSED)]
)
def test_an_empty_treebank_is_answered(command: Command, arguments: tuple[object, ...]) -> None:
    Path("empty.mrg").write_text("")
    status, _, err = command("report", *arguments)
    assert status in (0, 1, 2)
    assert err.count("\n") <= 6
    assert "fault of treegauge" not in err
    assert "Traceback" not in err
