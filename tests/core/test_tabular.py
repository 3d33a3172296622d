"""Results in a notebook: readable, as HTML, and as data frames, from the rows that `--json` prints."""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Callable
from typing import Any

import pytest

import treegauge as tg
from treegauge.core.tabular import Tabular, flat_row, html_table

TREES, PARSED = tg.bundled("english.mrg"), tg.bundled("english.parsed.mrg")
ARCS = tg.bundled("english.conllu")


def results() -> tg.Results:
    return tg.score(TREES, PARSED, ["parseval", "exact-match"], resamples=20)


def comparisons() -> tg.Comparisons:
    return tg.compare(TREES, {"parser": PARSED, "gold": TREES}, ["parseval", "leaf-ancestor"], resamples=20)


def confusion() -> Any:
    return results()[0].confusion()


MAKERS: dict[str, tuple[Callable[[], Any], int]] = {
    "Results": (results, 10),
    "Result": (lambda: results()[0], 8),
    "Comparisons": (comparisons, 10),
    "Comparison": (lambda: comparisons()[0], 1),
    "Parts": (lambda: results()[0].by("length"), 3),
    "Part": (lambda: results()[0].by("label")[0], 1),
    "Ranking": (lambda: comparisons().ranking(), 4),
    "RankedSystem": (lambda: comparisons().ranking()[0], 1),
    "Description": (lambda: tg.describe(TREES), 1),
    "Growing": (lambda: tg.growing(TREES, [0.5, 1.0], TREES), 4),
    "Difficulties": (lambda: tg.difficulties({"english": TREES}, variants=["prepare"]), 2),
    "Confusion": (confusion, 45),
    "Difficulty": (lambda: tg.difficulty(TREES), 1),
    "Entailments": (lambda: tg.entail(TREES, thesis=True), 332),
    "Surprisals": (lambda: tg.surprisal(TREES[:2]), len(TREES[:2].tokens) + 2),
    "Perplexities": (lambda: tg.perplexity(ARCS, ARCS, smoothing="witten-bell", resamples=20), 2),
}
named = pytest.mark.parametrize("name", MAKERS)


@named
def test_it_is_a_table_in_a_notebook(name: str) -> None:
    make, _ = MAKERS[name]
    value = make()
    assert isinstance(value, Tabular)
    html = value._repr_html_()
    assert html.startswith(("<table>", "<svg"))
    assert "<table>" in html
    assert html.count("<table>") == html.count("</table>")
    assert "<td" in html


@named
def test_its_text_is_short_and_has_figures(name: str) -> None:
    text = repr(MAKERS[name][0]())
    assert any(character.isdigit() for character in text)
    assert "array(" not in text
    assert all(len(line) < 220 for line in text.splitlines())
    assert len(text.splitlines()) < 8


@named
def test_it_becomes_a_frame_of_polars(name: str) -> None:
    pytest.importorskip("polars")
    make, rows = MAKERS[name]
    value = make()
    frame = value.to_polars()
    assert frame.height == rows == len(value.table_rows())
    assert frame.columns == list(dict.fromkeys(key for row in value.table_rows() for key in row))


@named
def test_it_becomes_a_frame_of_pandas(name: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed: pip install 'treegauge[pandas]'")
    make, rows = MAKERS[name]
    value = make()
    frame = value.to_pandas()
    assert len(frame) == rows
    assert list(frame.columns) == list(dict.fromkeys(key for row in value.table_rows() for key in row))


@pytest.mark.parametrize(("method", "extra"), [("to_pandas", "pandas"), ("to_polars", "frames")])
def test_a_package_that_is_missing_is_named(method: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name in ("pandas", "polars"):
            raise ImportError(name)
        return usual(name, *rest)

    comparison = comparisons()[0]
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(tg.MissingExtraError, match=rf"install it with: pip install 'treegauge\[{extra}\]'"):
        getattr(comparison, method)()


def test_results_and_comparisons_are_lists() -> None:
    assert isinstance(results(), list)
    assert isinstance(comparisons(), list)
    assert repr(results()).startswith("[<Result parseval: f1 86.71 (")
    assert repr(results()).count("\n") == 1
    assert repr(comparisons()).splitlines()[1] == "  parseval f1: gold 100.00 a, parser 86.71 b"


def test_the_frame_of_results_has_the_rows_of_csv() -> None:
    from treegauge.report.scores import score_rows

    assert list(results().table_rows()) == score_rows(results())


def test_parts_and_rankings_are_lists_of_short_texts() -> None:
    parts, ranking = results()[0].by("length"), comparisons().ranking()
    assert repr(parts).splitlines()[0] == (
        "[<Part parseval, length 1-10: f1 97.33, precision 97.85, recall 96.81, exact_match 84.62, and 4 more scores>,"
    )
    assert repr(ranking).splitlines()[0] == "[<RankedSystem parseval f1: 1 gold 100.00 a>,"
    assert len(repr(results()[0].by("sentence")).splitlines()) == 21
    assert repr(results()[0].by("sentence")).endswith("and 44 more]")


def test_tables_begin_with_the_main_scores() -> None:
    from treegauge.report.scores import score_table
    from treegauge.report.tables import as_text

    result = results()[0]
    words = re.findall(r"\w+", as_text(score_table([result], 0.95)))
    on_screen = list(dict.fromkeys(word for word in words if word in result.scores))
    assert [row["score"] for row in result.table_rows()] == on_screen
    assert on_screen[0] == "f1"
    assert sorted(on_screen) == sorted(result.scores)
    html = result._repr_html_()
    assert html.index(">f1<") < html.index(">precision<")
    parts = result.by("length")._repr_html_().rpartition("</svg>")[2]  # the chart is before the table
    assert parts.index(">f1<") < parts.index(">precision<")


def test_rows_are_flattened() -> None:
    row = {"x": 1, "interval": [1.0, 2.0], "intervals": {"ppl": (3.0, 4.0)}, "scores": {"f1": 5.0}, "words": ["a"]}
    assert flat_row(row) == {
        "x": 1,
        "low": 1.0,
        "high": 2.0,
        "ppl_low": 3.0,
        "ppl_high": 4.0,
        "scores_f1": 5.0,
        "words": ["a"],
    }


def test_html_is_escaped_and_cut() -> None:
    rows = [{"label": "<NP & co>", "value": math.nan, "count": 1234, "p": 0.0123, "signature": "a<b"}] * 60
    html = html_table(rows, "A < B")
    assert "<NP" not in html
    assert "&lt;NP &amp; co&gt;" in html
    assert "and 10 more rows" in html
    assert "1,234" in html
    assert "0.0123" in html
    assert "value" not in html
    assert html.count("a&lt;b") == 1
