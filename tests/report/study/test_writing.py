"""The folder of results: rows, tables in four forms, figures, and one page; the same bytes each time."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import polars
import pytest
from small_studies import STUDY, small_study

from treegauge import DataError, run_study


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    run_study(small_study(folder), folder / "results", processes=1)
    return folder / "results"


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "work" not in path.relative_to(folder).parts
    }


def test_all_is_there(results: Path) -> None:
    tables = {f"tables/{name}" for name in ("1.md", "1.tex", "1.csv", "figure-1.md", "figure-1.csv")}
    others = {"rows.jsonl", "rows.parquet", "study.toml", "tables.md", "index.html", "figures/figure-1.svg"}
    assert set(content(results)) == tables | others


def test_another_run_ends_with_the_same_bytes(results: Path, tmp_path: Path) -> None:
    run_study(small_study(tmp_path), tmp_path / "results", processes=2)
    assert content(tmp_path / "results") == content(results)


def test_a_table_is_in_order_with_intervals_and_titles(results: Path) -> None:
    lines = (results / "tables" / "1.md").read_text("utf-8").splitlines()
    assert lines[2] == "| treebank | variant | size | ecc ± |"
    assert lines[4] == "| English |  | 64 | 3.10 ± 0.93 |"
    assert [line.split("|")[1].strip() for line in lines[4:8]] == ["English", "English", "German", "German"]
    assert lines[-1] == "| WSJ | - | 3,173 | 10.30 ± 0.34 |"
    assert r"64 & 3.10 $\pm$ 0.93 \\" in (results / "tables" / "1.tex").read_text("utf-8")


def test_the_rows_are_in_the_order_of_the_study(results: Path) -> None:
    rows = [json.loads(line) for line in (results / "rows.jsonl").read_text("utf-8").splitlines()]
    assert [(row["rows"], row["treebank"]) for row in rows] == [
        *([("ecc", "English")] * 2),
        *([("ecc", "German")] * 2),
        ("size", "English"),
        ("size", "German"),
    ]
    frame = polars.read_parquet(results / "rows.parquet")
    assert frame["ecc"].to_list() == [row.get("ecc") for row in rows]


class _Tags(HTMLParser):
    """Counts elements, and finds what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.counts: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in ("meta", "circle", "path", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("circle", "path", "rect"):
            assert self.open.pop() == tag


def test_the_page_has_tables_figures_and_the_study(results: Path) -> None:
    page, text = _Tags(), (results / "index.html").read_text("utf-8")
    page.feed(text)
    assert page.open == []
    assert page.counts["table"] == 2  # ours and that of the paper
    assert page.counts["svg"] == 1
    assert "[[treebank]]" in text
    assert text.count("<script") == 1  # ours, which puts tables in order


def test_what_is_in_a_study_cannot_run_in_the_page(tmp_path: Path) -> None:
    text = STUDY.replace('name = "English"', 'name = "<script>alert(1)</script>"').replace("A small", "<b>A</b>")
    run_study(small_study(tmp_path, text), tmp_path / "results", processes=1)
    page = (tmp_path / "results" / "index.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "<b>A" not in page


def test_a_table_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    text = STUDY.replace('sort = "-ecc"', 'sort = "-ec"')
    made = run_study(small_study(tmp_path, text), tmp_path / "results", processes=1)
    assert made.tables[0].failed.endswith("tables.1: no row has a column 'ec'; did you mean 'ecc'?")
    assert made.tables[1].failed == ""
    assert "Not made" in (tmp_path / "results" / "index.html").read_text("utf-8")


def test_a_study_without_any_treebank_is_an_error(tmp_path: Path) -> None:
    text = STUDY.replace('["english.mrg"]', '["a.mrg"]').replace('["bundled:german.export"]', '["b.export"]')
    with pytest.raises(DataError, match=r"no treebank of the study can be read; the first: there is no file 'a\.mrg'"):
        run_study(small_study(tmp_path, text), tmp_path / "results")


def test_results_are_a_table_and_name_their_folder(tmp_path: Path) -> None:
    made = run_study(small_study(tmp_path), tmp_path / "results", tables=["1"], processes=1)
    assert repr(made) == f"<StudyResults A small study: 4 rows, 1 table, in {tmp_path / 'results'}>"
    assert made.to_polars().height == 4
    assert [row["treebank"] for row in made.table("1")] == ["English", "English", "German", "German"]
