"""The report of `compare` on screens of any width."""

from __future__ import annotations

import pytest

import treegauge as tg
from treegauge.report.cells import figure
from treegauge.report.comparisons import comparison_report
from treegauge.report.tables import as_text

GOLD, PARSED = tg.bundled("english.conllu"), tg.bundled("english.parsed.conllu")
NAMES = ["a/long/path/to/the/output/of/a/parser.conllu", "experiments/2026/second.conllu", "gold"]


@pytest.fixture(scope="module")
def comparisons() -> tg.Comparisons:
    systems = dict(zip(NAMES, (PARSED, PARSED, GOLD), strict=True))
    return tg.compare(GOLD, systems, ["attachment", "exact-match"], resamples=200)


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_nothing_is_wider_than_the_screen_and_no_figure_is_cut(comparisons: tg.Comparisons, width: int) -> None:
    text = as_text(comparison_report(comparisons), width)
    lines = [line for line in text.splitlines() if "|version:" not in line]  # signatures are not wrapped
    assert max(map(len, lines)) <= width
    words = text.split()
    for row in comparisons:
        assert figure(row.value_a) in words
        assert f"{row.difference:+.2f}" in words
    assert text.index("attachment") < text.index("differ")


def test_the_best_is_bold(comparisons: tg.Comparisons) -> None:
    from treegauge.report.rankings import ranking_grids, ranking_table

    (grid,) = ranking_grids(comparisons)
    rows = ranking_table(grid).rows
    assert rows[0][0] == "gold"
    assert [str(getattr(cell, "style", "")) for cell in rows[0][1:]] == ["bold"] * 3
    assert [str(getattr(cell, "style", "")) for cell in rows[1][1:]] == [""] * 3


def test_two_measures_of_one_name_have_columns_of_their_own() -> None:
    measures = ["attachment", "attachment(punctuation=upos)"]
    comparisons = tg.compare(GOLD, {"parser": PARSED, "gold": GOLD}, measures, scores="las", resamples=20)
    heading = as_text(comparison_report(comparisons)).splitlines()[0]
    assert "attachment(punctuation=keep,subtypes=true,case=true) las" in heading
    assert "attachment(punctuation=upos,subtypes=true,case=true) las" in heading


def test_marks_that_latex_does_not_print_as_text_are_formulas() -> None:
    from treegauge.report.publishing import to_latex

    assert r"$<$0.0001 & a$|$b$>$c \\" in to_latex([{"p": 0.00001, "name": "a|b>c"}])
