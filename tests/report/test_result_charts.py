"""The charts of scores and comparisons: `--plot`, and `plot()` of a result."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import treegauge as tg
from treegauge.report.forest import ForestRow, forest_plot

GOLD, PARSED = "english.mrg", "english.parsed.mrg"
TEXT = "{http://www.w3.org/2000/svg}text"


def drawn(result: Any, folder: Path) -> list[str]:
    """The texts of a chart, in order."""
    result.plot(folder / "chart.svg")
    return [text.text or "" for text in ElementTree.parse(folder / "chart.svg").iter(TEXT)]


def scored(**options: Any) -> Any:
    return tg.score(tg.bundled(GOLD), tg.bundled(PARSED), **options)


def compared(**options: Any) -> Any:
    systems = {"parser": tg.bundled(PARSED), "half": tg.concatenate([tg.bundled(GOLD)[:32], tg.bundled(PARSED)[32:]])}
    return tg.compare(tg.bundled(GOLD), systems | options.pop("more", {}), resamples=200, **options)


def test_scores_have_their_intervals(tmp_path: Path) -> None:
    results = scored(resamples=50)
    texts = drawn(results, tmp_path)
    for result in results:
        name = result.measure.main_scores[0]
        low, high = result.intervals[name]
        assert f"{result.scores[name]:.2f}" in texts
        assert f"{low:.2f}–{high:.2f}" in texts


def test_only_the_wanted_scores_are_drawn(tmp_path: Path) -> None:
    texts = drawn(scored(scores=["recall"], measures="parseval", resamples=0), tmp_path)
    assert texts[:2] == ["parseval", *texts[1:2]]
    assert "parseval recall" in texts
    assert not {"parseval F1", "F1"} & set(texts)


@pytest.mark.parametrize("measure", ["parseval", "leaf-ancestor", "triples", "exact-match"])
def test_every_measure_has_a_chart_of_its_labels_with_figures(measure: str, tmp_path: Path) -> None:
    (part,) = scored(measures=measure, resamples=0)[0].by("label", top=1)
    texts = drawn(part.result.by("label"), tmp_path)
    figure = next(value for value in part.scores.values() if value == value)  # the first that is defined
    assert f"{figure:.1f}" in texts
    assert any(text.isdigit() for text in texts), "the size of a part"


def test_parts_have_a_bar_for_each_score(tmp_path: Path) -> None:
    parts = scored(measures="parseval", resamples=0)[0].by("label", top=3)
    texts = drawn(parts, tmp_path)
    assert texts[0] == "parseval by label"
    assert texts[1:4] == ["precision", "recall", "F1"]
    for part in parts:
        at = texts.index(part.name)
        figures = [f"{part.scores[name]:.1f}" for name in ("precision", "recall", "f1")]
        assert texts[at + 1 : at + 5] == [f"{part.counts['gold']:.0f}", *figures]


def test_a_chart_of_very_many_parts_says_how_many_there_are(tmp_path: Path) -> None:
    texts = drawn(scored(measures="parseval", resamples=0)[0].by("sentence"), tmp_path)
    assert texts[0] == "parseval by sentence (the first 60 of 64 parts)"


def test_two_systems_have_a_row_for_each_score(tmp_path: Path) -> None:
    comparisons = compared()
    texts = drawn(comparisons, tmp_path)
    assert texts[0] == "parser − half, points (* p < 0.05)"
    for row in comparisons:
        if (row.signature, row.score) in comparisons.main:
            assert f"{row.difference:.2f}" in texts
    assert "0" in texts  # the axis of differences includes 0


def test_two_systems_have_a_row_for_each_part(tmp_path: Path) -> None:
    texts = drawn(compared(by="length", measures="parseval"), tmp_path)
    assert texts[0].startswith("parser − half, difference in parseval F1 by length")
    assert {"1-10", "11-20", "21-30"} <= set(texts)


def test_more_systems_have_a_row_for_each_pair(tmp_path: Path) -> None:
    texts = drawn(compared(more={"gold": tg.bundled(GOLD)}, measures="parseval"), tmp_path)
    assert texts[0].startswith("difference in parseval F1, points")
    assert {"parser − half", "parser − gold", "half − gold"} <= set(texts)


def test_a_difference_is_starred_by_the_level_of_the_comparison(tmp_path: Path) -> None:
    assert "*" in drawn(compared(measures="parseval"), tmp_path)
    with pytest.warns(tg.TreegaugeWarning, match="no difference can be significant"):
        stricter = compared(measures="parseval", level=0.999)
    assert "*" not in drawn(stricter, tmp_path)


def test_many_treebanks_have_a_row_each(tmp_path: Path) -> None:
    gold, test = tg.bundled(GOLD), tg.bundled(PARSED)
    results = tg.score({"a": gold[:32], "b": gold[32:]}, {"a": test[:32], "b": test[32:]}, "parseval", resamples=20)
    texts = drawn(results, tmp_path)
    assert texts[0] == "parseval F1, %"
    assert {"a", "b", "macro-average", f"{results.macro[0].scores['f1']:.2f}"} <= set(texts)


def test_several_breakdowns_are_in_one_picture(command: Any, tmp_path: Path) -> None:
    for name in (GOLD, PARSED):
        tg.write(tg.bundled(name), tmp_path / name)
    chart = tmp_path / "chart.svg"
    files = tmp_path / GOLD, tmp_path / PARSED
    status, _, messages = command(
        "score", *files, "-m", "parseval", "--by", "label", "--by", "confusion", "--plot", chart
    )
    assert status == 0
    assert f"the charts are in {chart}" in messages
    texts = [text.text for text in ElementTree.parse(chart).iter(TEXT)]
    assert {"parseval by label", "parseval: errors by label"} <= set(texts)


def test_the_numbers_of_an_axis_do_not_touch() -> None:
    svg = forest_plot([ForestRow("a", 99.7, (99.5, 100.0))], "title", width=340)
    axis = [text for text in ElementTree.fromstring(svg).iter(TEXT) if text.get("text-anchor") == "middle"]
    places = [float(text.get("x", "")) for text in axis]
    assert len(places) > 1
    assert min(after - before for before, after in pairwise(places)) > 40


@pytest.mark.parametrize("verb", ["score", "compare"])
def test_another_ending_is_refused_before_any_work(verb: str, command: Any) -> None:
    files = ["no.mrg"] * (2 if verb == "score" else 3)
    status, _, messages = command(verb, *files, "--plot", "x.txt")
    assert status == 2
    assert "--plot writes .svg, .png or .pdf, not 'x.txt'" in messages


def test_png_and_pdf_are_written(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    results = scored(resamples=0)
    results.plot(tmp_path / "a.png")
    results[0].plot(tmp_path / "a.pdf")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_nothing_to_draw_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(tg.CallError, match="nothing to draw"):
        tg.Comparisons().plot(tmp_path / "a.svg")


@pytest.mark.parametrize("ends", [(76.24, 83.56), (63.41, 77.28), (10.0, 90.0), (50.1, 50.3)])
def test_an_axis_has_two_numbers_at_least(ends: tuple[float, float]) -> None:
    svg = forest_plot([ForestRow("Stanford", sum(ends) / 2, ends, "a")], "title", width=420)
    assert len(re.findall('text-anchor="middle"', svg)) > 1
