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
    page = Path("report.html").read_text("utf-8")
    assert columns_of(page)[0]["systems"] == ["a", "b"]
    assert "left out functions: the trees of a do not have what it compares" in page


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


def test_a_file_of_other_sentences_is_an_error_with_advice(command: Command) -> None:
    status, _, err = command("report", GOLD, PARSED, GERMAN, "-o", "card.html")
    assert status == 1
    assert "german.export: no sentence of test belongs to gold: gold begins with" in err
    assert "or compare them as treebanks: --card" in err
    assert not Path("card.html").exists()
    assert command("report", GOLD, GERMAN, "--card", "-o", "card.html")[0] == 0
    assert 'id="card"' in Path("card.html").read_text("utf-8")


def test_measures_that_do_not_fit_all_systems_are_named(command: Command) -> None:
    status, _, err = command("report", GOLD, f"a={PARSED}", f"b={DATA / 'english.conllu'}", "--draws", 20)
    assert status == 0
    said = "left out parseval, leaf-ancestor, exact-match: the trees of b do not have what they compare"
    assert said in err
    assert said in Path("report.html").read_text("utf-8")


def test_card_says_that_files_are_treebanks(command: Command) -> None:
    status, _, err = command("report", GOLD, PARSED, "--card", "-o", "card.html")
    assert (status, err) == (0, "treegauge: wrote card.html\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((GOLD, PARSED, "-o", GOLD), "is also read"),
        ((GOLD, PARSED, "-o", "report.pdf"), "end it in .html or .htm"),
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
    assert status == 1
    assert "has no sentences" in err
    assert err.count("\n") <= 6
    assert not Path("report.html").exists()
    assert "fault of treegauge" not in err
    assert "Traceback" not in err
