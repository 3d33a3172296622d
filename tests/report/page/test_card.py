"""The card of a treebank: its figures are those of `stats` and `difficulty`."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from page_data import columns_of

import treegauge as tg
from treegauge.report.difficulty_charts import _panel
from treegauge.studies.difficulty.curves import ecc_curve

ENGLISH, GERMAN, ARCS = "english.mrg", "german.export", "english.conllu"


def card(path: Path, *names: str) -> str:
    first, *others = names
    tg.write_report(tg.bundled(first), {name: tg.bundled(name) for name in others}, path, name=first, card=True)
    return path.read_text("utf-8")


def test_a_single_treebank_gets_a_card_with_its_statistics(tmp_path: Path) -> None:
    tg.write_report(tg.bundled(ENGLISH), output=tmp_path / "card.html", name=ENGLISH)
    row = tg.describe(tg.bundled(ENGLISH)).row()
    page = (tmp_path / "card.html").read_text("utf-8")
    cells = dict(re.findall(r'<td data-score="(\w+)">([^<]+)</td>', page))
    assert cells["sentences"] == f"{row['sentences']:,}"
    assert cells["tokens"] == f"{row['tokens']:,}"
    assert cells["nodes_per_word"] == f"{row['nodes_per_word']:.2f}"


def test_the_difficulty_is_that_of_prepared_trees(tmp_path: Path) -> None:
    page = card(tmp_path / "card.html", ENGLISH, GERMAN)
    for name in (ENGLISH, GERMAN):
        measured = tg.difficulty(tg.bundled(name), transforms="prepare", level=0.95).row()
        assert f"<title>{name}: {measured['ecc']:.2f}, " in page


def test_sentences_have_the_bits_of_the_difficulty(tmp_path: Path) -> None:
    about, columns = columns_of(card(tmp_path / "card.html", ENGLISH))
    rows = tg.difficulty(tg.bundled(ENGLISH), transforms="prepare").by_sentence()
    assert about["bits"] is True
    for row in rows:
        bits = columns["bits"][row["sentence"] - 1]
        assert bits == (65535 if row["delta"] is None or np.isnan(row["delta"]) else round(100 * row["delta"]))


def test_files_without_a_sentence_in_common_are_treebanks_only_if_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(tg.DataError, match=r"german\.export: no sentence of test .* as treebanks: card=True"):
        tg.write_report(tg.bundled(ENGLISH), {GERMAN: tg.bundled(GERMAN)}, tmp_path / "card.html")
    assert not (tmp_path / "card.html").exists()


def test_dependencies_have_statistics_and_no_difficulty(tmp_path: Path) -> None:
    page = card(tmp_path / "card.html", ARCS)
    assert "the difficulty was not measured, since there is no phrase structure" in page
    assert "relations" in page


def test_statistics_of_phrases_are_left_out_without_phrases(tmp_path: Path) -> None:
    cells = dict(re.findall(r'<td data-score="(\w+)">([^<]+)</td>', card(tmp_path / "card.html", ARCS)))
    assert {"sentences", "tokens", "labels", "depth"} <= cells.keys()
    assert not {"nodes", "nodes_per_word", "unary"} & cells.keys()


@pytest.mark.parametrize("name", [ENGLISH, ARCS])
def test_suspects_are_listed_with_reasons_and_links(name: str, tmp_path: Path) -> None:
    page = card(tmp_path / "card.html", name)
    listed = suspect_rows(page)
    rows = tg.find_suspects(tg.bundled(name)).rows(20)
    assert [cells[0] for cells in listed] == [str(row["rank"]) for row in rows]
    for cells, row in zip(listed, rows, strict=True):
        assert f'href="#sentences?s={row["sentence"]}"' in cells[1]
        assert unescape(cells[2]) == row["label"]
        assert unescape(cells[4]) == ("; ".join(row["reasons"]) or "no single reason")


def test_sentences_of_suspects_are_in_a_page_that_has_few(tmp_path: Path) -> None:
    tg.write_report(tg.bundled(ENGLISH), output=tmp_path / "card.html", sentences=12)
    page = (tmp_path / "card.html").read_text("utf-8")
    shown = set(columns_of(page)[1]["number"])
    cells = [cells[1] for cells in suspect_rows(page)]
    linked = {int(number) for cell in cells for number in re.findall(r"s=(\d+)", cell)}
    assert len(shown) == 12
    assert linked == shown & {int(re.sub("<[^>]*>", "", cell)) for cell in cells}
    assert len(linked) >= 6


def test_a_treebank_without_suspects_says_why(tmp_path: Path) -> None:
    tg.write_report(tg.bundled(ENGLISH)[:1], output=tmp_path / "card.html")
    page = (tmp_path / "card.html").read_text("utf-8")
    assert "Suspects were not looked for: " in page
    assert "the treebank has one sentence" in page
    assert not suspect_rows(page)


def suspect_rows(page: str) -> list[list[str]]:
    """The cells of the table of suspects."""
    body = re.search(r'<table class="suspects">.*?</table>', page, re.DOTALL)
    rows = re.findall(r"<tr>(<td>.*?)</tr>", body[0].partition("<tbody>")[2], re.DOTALL) if body else []
    return [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in rows]


def test_other_treebanks_are_in_the_bars(tmp_path: Path) -> None:
    page = card(tmp_path / "card.html", ENGLISH, GERMAN)
    assert f"{ENGLISH}, NP: " in page
    sentences = len(tg.bundled(GERMAN))
    short = sum(len([word for word in tree if word.tag != "-NONE-"]) <= 10 for tree in tg.bundled(GERMAN))
    assert f"{GERMAN}, 1-10 words: {short} of {sentences}" in page
    phrases = re.search(rf"{GERMAN}, NP: (\d+) of (\d+)", page)
    assert phrases is not None
    assert 0 < int(phrases[1]) < int(phrases[2])


def test_the_learning_curve_is_not_below_zero() -> None:
    figures = tg.difficulty(tg.bundled(ENGLISH), transforms="prepare").figures
    curve = ecc_curve(figures, seed=0, level=0.95, name="x", transform="prepare")
    wide = replace(curve, interval=2 * curve.ecc)
    assert float(_panel(wide, "x").y[0]) == 0
    assert all(y >= 0 for points, _ in _panel(wide, "x").lines for _, y in points)


def test_a_long_name_does_not_hide_the_figures_of_the_learning_curve(tmp_path: Path) -> None:
    name = "a-treebank-with-a-name-that-is-longer-than-its-picture.mrg"
    tg.write_report(tg.bundled(ENGLISH), output=tmp_path / "card.html", name=name)
    page = (tmp_path / "card.html").read_text()
    titles = [text for text in re.findall(r"<text[^>]*>([^<]*)</text>", page) if " trees" in text and "±" in text]
    assert len(titles) == 1
    assert len(titles[0]) <= 48
    assert titles[0].startswith("a-treebank")
    assert "in 3 random orders" in page


def test_treebanks_with_the_same_name_keep_their_own_figures(tmp_path: Path) -> None:
    others = {"x.mrg": tg.bundled(ENGLISH)[:8]}
    tg.write_report(tg.bundled(ENGLISH), others, tmp_path / "card.html", name="x.mrg", card=True)
    page = (tmp_path / "card.html").read_text("utf-8")
    sentences = re.findall(r'<td data-score="sentences">([^<]+)</td>', page)
    assert sentences == ["64", "8"]
    shares = re.findall(r"(x\.mrg[^,<\"]*), 11-20 words: \d+ of (\d+)", page)
    assert dict(shares) == {"x.mrg (this treebank)": "64", "x.mrg": "8"}
