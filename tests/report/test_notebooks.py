"""Results in a notebook: a table with a small chart, and `report()`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import treegauge as tg

GOLD, PARSED = "english.mrg", "english.parsed.mrg"


def scored() -> Any:
    return tg.score(tg.bundled(GOLD), tg.bundled(PARSED), resamples=50)


def compared() -> Any:
    return tg.compare(
        tg.bundled(GOLD), {"parser": tg.bundled(PARSED), "gold": tg.bundled(GOLD)}, "parseval", resamples=50
    )


def measured() -> Any:
    return tg.difficulty(tg.bundled(GOLD), transforms="prepare", name=GOLD)


RESULTS = {
    "Results": scored,
    "Result": lambda: scored()[0],
    "Comparisons": compared,
    "Comparison": lambda: compared()[0],
    "Difficulty": measured,
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_table_with_a_small_chart(name: str) -> None:
    html = RESULTS[name]()._repr_html_()
    assert "<table>" in html
    svg = html[html.index("<svg") : html.index("</svg>") + 6]
    assert float(ElementTree.fromstring(svg).get("width", "")) <= 560


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_writes_its_page(name: str, tmp_path: Path) -> None:
    RESULTS[name]().report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert 'id="data"' in page


def test_the_page_of_results_has_their_figures(tmp_path: Path) -> None:
    results = scored()
    results.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    for result in results:
        for score, value in result.scores.items():
            if value == value:
                assert f'data-measure="{result.measure.name}" data-score="{score}" data-value="{value!r}"' in page


def test_the_page_of_a_comparison_is_that_of_write_report(tmp_path: Path) -> None:
    compared().report(tmp_path / "a.html")
    systems = {"parser": tg.bundled(PARSED), "gold": tg.bundled(GOLD)}
    tg.write_report(tg.bundled(GOLD), systems, tmp_path / "b.html", measures="parseval", draws=50)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_page_of_a_single_comparison_has_its_two_systems(tmp_path: Path) -> None:
    gold, test = tg.bundled(GOLD), tg.bundled(PARSED)
    systems = {"parser": test, "gold": gold, "third": gold}
    comparison = tg.compare(gold, systems, "parseval", resamples=100)[0]
    comparison.report(tmp_path / "a.html")
    tg.write_report(gold, {"parser": test, "gold": gold}, tmp_path / "b.html", measures="parseval", draws=100)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    assert "call" not in comparison.row()


def test_parts_and_confusions_are_tables_with_a_chart() -> None:
    result = scored()[0]
    for table, title in ((result.by("label"), "parseval by label"), (result.confusion(), "errors by label")):
        html = table._repr_html_()
        assert title in html[: html.index("<table>")]


def test_a_comparison_without_trees_says_so(tmp_path: Path) -> None:
    comparisons = tg.Comparisons(compared())
    with pytest.raises(tg.CallError, match="do not have their trees"):
        comparisons.report(tmp_path / "report.html")
    with pytest.raises(tg.CallError, match="do not have their trees"):
        replace(comparisons[0], call=None).report(tmp_path / "report.html")


def test_the_page_of_a_program_has_the_measures_of_the_program(tmp_path: Path) -> None:
    systems = {"parser": tg.bundled(PARSED), "gold": tg.bundled(GOLD)}
    comparisons = tg.compare(tg.bundled(GOLD), systems, program="supar", resamples=50)
    comparisons.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    signatures = dict.fromkeys(row.signature for row in comparisons)
    assert "parseval(labelled=true,prm=supar,disc_only=false)|mismatch:skip|missing:count" in next(iter(signatures))
    assert all(signature in page for signature in signatures)
    assert "prm=default" not in page
    assert "leaf-ancestor" not in page


def test_a_notebook_shows_the_pairs_of_the_main_scores() -> None:
    comparisons = compared()
    shown = comparisons._repr_html_()
    assert "<td>precision</td>" not in shown
    assert f"Pairs by the main scores; table_rows() has all {len(comparisons)}" in shown
    assert {row["score"] for row in comparisons.table_rows()} > {"f1"}


@pytest.mark.parametrize("level", [0.9, 0.99])
def test_the_intervals_of_a_card_are_all_at_the_level_of_the_measurement(level: float, tmp_path: Path) -> None:
    difficulty = tg.difficulty(tg.bundled(GOLD), transforms="prepare", name=GOLD, level=level)
    difficulty.report(tmp_path / "card.html")
    page = (tmp_path / "card.html").read_text("utf-8")
    title = f"{difficulty.summary.ecc:.2f} ± {difficulty.summary.ecc_interval:.2f}"
    assert title in page
    assert title in difficulty._repr_html_()
    assert f"at the level of {100 * level:g} %" in page
