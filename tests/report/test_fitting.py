"""Tables fit the width at which they are printed, and nothing in them is lost."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from treegauge.report import tables
from treegauge.report.cells import plain_table
from treegauge.report.fitting import FittedTable
from treegauge.report.lettering import aligned, base_names, broken, shortened
from treegauge.report.tables import as_text, new_table

WIDTHS = (60, 80, 100, 140)
NUMBER = re.compile(r"[<+-]?[\d,]+(\.\d+)?")


def numbers(text: str) -> set[str]:
    return {word.rstrip(",") for word in text.split() if NUMBER.fullmatch(word.rstrip(","))}


def treebanks(*names: str) -> FittedTable:
    table = new_table()
    table.add_names("treebank")
    table.add_figures("sentences", "tokens")
    table.add_figures("labels", aside=1)
    table.add_figures("nodes/word")
    for place, name in enumerate(names):
        table.add_row(name, f"{1000 + place:,}", f"{place}", "57", "0.911")
    return table


def test_a_table_that_fits_is_printed_as_it_is() -> None:
    assert as_text(treebanks("a/b.mrg")).splitlines() == [
        "treebank sentences tokens labels nodes/word",
        "a/b.mrg      1,000      0     57      0.911",
    ]


def test_names_give_way_first_by_their_base_names() -> None:
    lines = as_text(treebanks("a/long/way/to/b.mrg", "a/long/way/to/c.mrg"), 45).splitlines()
    assert [line.split()[0] for line in lines] == ["treebank", "b.mrg", "c.mrg"]
    assert "labels" in lines[0]


def test_base_names_that_are_the_same_keep_a_folder() -> None:
    assert base_names(["x/a/b.mrg", "x/c/b.mrg", "d.mrg"]) == ["a/b.mrg", "c/b.mrg", "d.mrg"]
    assert base_names(["b.mrg", "b.mrg", "x/b.mrg"]) == ["b.mrg", "b.mrg", "x/b.mrg"]


def test_then_titles_are_broken_and_names_have_an_ellipsis_in_the_middle() -> None:
    lines = as_text(treebanks("a_treebank_with_a_long_name.mrg"), 44).splitlines()
    assert lines[0].split() == ["nodes/"]
    assert lines[2].split() == ["a_tree…me.mrg", "1,000", "0", "57", "0.911"]
    assert max(map(len, lines)) <= 44


def test_names_that_would_look_the_same_are_not_shortened_so_far() -> None:
    names = [f"a_treebank_number_{n}_with_a_long_name.mrg" for n in range(3)]
    text = as_text(treebanks(*names), 50)
    shown = {line.split()[0] for line in text.splitlines() if "0.911" in line}
    assert len(shown) == 3


def test_then_columns_move_under_the_table() -> None:
    lines = as_text(treebanks("a_long_name.mrg", "other_name.mrg"), 40).splitlines()
    assert "labels" not in "".join(lines[:4])
    assert lines[-1] == "also: labels 57"


def test_columns_that_differ_move_to_a_table_with_the_same_names() -> None:
    table = new_table()
    table.add_names("treebank")
    table.add_figures("first")
    table.add_figures("second", "third", aside=1)
    table.add_row("a.mrg", "1.00", "2.00", "3.00")
    table.add_row("b.mrg", "4.00", "5.00", "6.00")
    assert [line.split() for line in as_text(table, 24).splitlines()] == [
        ["treebank", "first"],
        ["a.mrg", "1.00"],
        ["b.mrg", "4.00"],
        [],
        ["treebank", "second", "third"],
        ["a.mrg", "2.00", "3.00"],
        ["b.mrg", "5.00", "6.00"],
    ]


def test_a_table_that_is_still_too_wide_is_transposed() -> None:
    lines = as_text(treebanks("a.mrg", "b.mrg"), 25).splitlines()
    assert [line.split() for line in lines] == [
        ["treebank", "a.mrg", "b.mrg"],
        ["sentences", "1,000", "1,001"],
        ["tokens", "0", "1"],
        ["labels", "57", "57"],
        ["nodes/word", "0.911", "0.911"],
    ]


def test_extra_columns_are_left_out_of_a_table_that_is_too_wide() -> None:
    table = new_table()
    table.add_labels("length")
    table.add_figures("f1")
    table.add_figures("precision", "recall", extra=True)
    table.add_row("1-10", "1.00", "2.00", "3.00")
    assert [line.rstrip() for line in as_text(table, 25).splitlines()] == [
        "length   f1",
        "1-10   1.00",
        "--wide adds 2 columns:",
        "precision, recall",
    ]
    assert as_text(table, 40).splitlines()[0].split() == ["length", "f1", "precision", "recall"]


def test_text_is_wrapped_between_words() -> None:
    table = new_table()
    table.add_labels("name")
    table.add_text("what it is")
    table.add_row("parseval", "Labelled bracket precision, recall and F1, crossing brackets, exact match")
    lines = as_text(table, 60).splitlines()
    assert max(map(len, lines)) <= 60
    assert " ".join(" ".join(lines).split()).endswith("crossing brackets, exact match")


CELLS = st.one_of(
    st.integers(-9_999_999, 9_999_999).map("{:,}".format),
    st.floats(-1e6, 1e6).map("{:.2f}".format),
    st.just("-"),
)
NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=60)


@given(st.data(), st.integers(1, 12), st.integers(1, 6), st.sampled_from(WIDTHS))
def test_no_number_is_cut_and_every_line_fits(data: st.DataObject, columns: int, rows: int, width: int) -> None:
    table = new_table()
    table.add_names("name")
    for number in range(columns):
        table.add_figures(f"column_{number}", aside=data.draw(st.integers(0, 3)))
    for _ in range(rows):
        table.add_row(data.draw(NAMES), *(data.draw(CELLS) for _ in range(columns)))
    text = as_text(table, width)
    figures = {str(cell) for row in table.rows for cell in row[1:] if cell != "-"}
    assert figures <= numbers(text)
    assert max(map(len, text.splitlines())) <= width


def test_decimal_points_are_below_each_other() -> None:
    assert aligned(["1,234", "30.402", "-5.1", "-"]) == ["1,234    ", "30.402", "-5.1  ", "-"]
    assert aligned(["48.44 ± 16.22", "100.00 ± 0.00", "-"]) == [" 48.44 ± 16.22", "100.00 ±  0.00", "     -        "]
    assert aligned(["0.45 to 1.08", ""])[0] == "0.45 to 1.08"


def test_a_style_is_kept_where_a_name_is_shortened() -> None:
    (cell,) = base_names([Text("a/b.mrg", style="bold")])
    assert isinstance(cell, Text)
    assert (cell.plain, cell.style) == ("b.mrg", "bold")


def test_shortened_names_keep_both_ends() -> None:
    assert shortened("a_treebank_with_a_long_name.mrg", 16) == "a_treeb…name.mrg"
    assert shortened("short.mrg", 15) == "short.mrg"
    assert shortened("漢字漢字漢字漢字漢字", 9) == "漢字…漢字"


def test_titles_are_broken_where_words_end() -> None:
    assert broken("two_or_less_crossing", 6) == "two_or_\nless_\ncrossing"
    assert broken("ECC", 2) == "ECC"


def test_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert tables.screen_width() > 100_000


def test_wide_tables_have_all_columns_on_any_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "screen_width", lambda: 30)
    tables.console(wide=True).print(treebanks("a/long/way/to/b.mrg"))
    assert capsys.readouterr().out == as_text(treebanks("a/long/way/to/b.mrg"))


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=str)
def test_tables_are_readable_without_colour(variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    for name, value in {"COLUMNS": "50", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    console = tables.console()
    assert (console.is_terminal, console.width) == (True, 50)
    with console.capture() as captured:
        console.print(treebanks("a/long/way/to/b.mrg"))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", captured.get())
    assert plain == as_text(treebanks("a/long/way/to/b.mrg"), 50)
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", captured.get())


def test_rows_of_any_kind_fit(tmp_path: Path) -> None:
    rows = [{"sentence": 1, "where": f"{tmp_path}/x.mrg:1", **{f"figure_{n}": n / 7 for n in range(20)}}] * 2
    for width in WIDTHS:
        text = as_text(plain_table(rows), width)
        assert max(map(len, text.splitlines())) <= width
        assert {f"{n / 7:.2f}" for n in range(20)} <= numbers(text)
