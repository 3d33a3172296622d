"""Parsers that divide the text themselves, in a real browser: words as the official alignment pairs them."""

from __future__ import annotations

import json
import re
import tarfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from page_actions import Open, needs_browser, settle
from page_data import columns_of, other_sentences

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser
NAMES = ("Uppsala-18", "HIT-SCIR-18")


@pytest.fixture(scope="module")
def shared_task(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gold and two systems of the CoNLL 2018 shared task, and the page about them."""
    folder = tmp_path_factory.mktemp("conll2018")
    with tarfile.open(shared / "conll2018/systems/en_ewt.tar.xz") as tar:
        for name in ("gold", *NAMES):
            tar.extract(f"en_ewt/{name}.conllu", folder, filter="data")
    folder = folder / "en_ewt"
    systems = {name: folder / f"{name}.conllu" for name in NAMES}
    tg.write_report(folder / "gold.conllu", systems, folder / "page.html", measures=["ud"], draws=10, resamples=10)
    return folder


def test_words_are_paired_as_by_the_alignment(open_page: Open, tmp_path: Path) -> None:
    gold, test = other_sentences(tmp_path)
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html", measures=["ud"], resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences?s=3")
    settle(page)
    figure = page.locator("#trees figure").nth(1)
    assert figure.locator(".leaf.extra .form").all_text_contents() == ["f", "g"]
    assert figure.locator(".leaf.absent .form").all_text_contents() == ["fg"]
    assert "1 missing word, 2 extra words" in figure.inner_text()
    place = "node => node.getAttribute('x')"
    paired = [tree.locator(".leaf:not(.absent)[data-words='1'] .form") for tree in page.locator("#trees figure").all()]
    assert len({word.evaluate(place) for word in paired}) == 1


def test_a_head_in_another_sentence_is_marked(open_page: Open, tmp_path: Path) -> None:
    gold, test = other_sentences(tmp_path)
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html", measures=["ud"], resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences?s=2")
    settle(page)
    figure = page.locator("#trees figure").nth(1)
    assert figure.locator(".leaf .form").all_text_contents() == ["d", "e"]
    assert figure.locator(".arc.outside.wrong").count() == 1
    assert figure.locator(".arc.outside text").all_text_contents() == ["obl …"]
    assert "d ← a word of another sentence (obl)" in figure.locator(".arc.outside title").text_content()
    assert page.locator("#trees figure").first.locator(".arc.missed").count() == 1


def test_arcs_are_marked_as_ud_counts_them(open_page: Open, shared_task: Path) -> None:
    (result,) = tg.score(shared_task / "gold.conllu", shared_task / f"{NAMES[0]}.conllu", "ud", resamples=0)
    parts = result.by("sentence")
    page = open_page(str(shared_task / "page.html"), "#sentences")
    for number in (52, 364, 476, 595, 1001, 1384, 1385):
        counts = parts[number - 1].counts
        page.goto(page.url.split("#")[0] + f"#sentences?s={number}")
        settle(page)
        figure = page.locator("#trees figure").nth(1)
        extra = counts["test_words"] - counts["aligned_words"]
        missing = counts["gold_words"] - counts["aligned_words"]
        assert figure.locator(".leaf.extra").count() == extra
        assert figure.locator(".leaf.absent").count() == missing
        assert figure.locator(".arc.right").count() == counts["right_uas"]
        assert figure.locator(".relation.right").count() == counts["right_las"]
        wrong = counts["gold_words"] - counts["right_las"] + extra
        assert f"✗ {wrong:.0f} wrong arc" in figure.inner_text()


@pytest.mark.parametrize("by", ["label", "distance", "direction", "tag", "length"])
def test_parts_add_up_to_the_totals_of_score(open_page: Open, shared_task: Path, by: str, command: Any) -> None:
    gold, test = shared_task / "gold.conllu", shared_task / f"{NAMES[0]}.conllu"
    rows = json.loads(command("score", gold, test, "-m", "ud", "--by", by, "--json")[1])["results"]
    about, columns = columns_of((shared_task / "page.html").read_text("utf-8"))
    facet = next(facet for facet in about["facets"] if facet["name"] == by)
    ends = columns[f"{by}.ends"]
    errors = {
        name: int(columns[f"{by}.count"][ends[2 * place] : ends[2 * place + 1]].sum())
        for place, name in enumerate(facet["parts"])
    }
    assert sum(errors.values()) == columns["errors.0"].sum()
    expected: Counter[str] = Counter()
    for row in rows:
        counts = row["counts"]
        wrong = counts["gold_words"] - counts["right_las"]
        is_extra = row[by] == "extra words"
        extra = counts["test_words"] - counts["aligned_words"] if is_extra or by == "length" else 0
        expected[row[by]] = round(wrong + extra)
    assert +Counter(errors) == +expected
    page = open_page(str(shared_task / "page.html"), "#where")
    titles = page.locator(f"[data-facet='{by}'] a title").all_text_contents()
    shown = {title: rows for title in titles if title.startswith(f"{NAMES[0]}, ")}
    assert shown
    for title in shown:
        match = re.fullmatch(r".*: LAS [\d.–]+(?: of ([\d,]+) paired words?)?, ([\d,]+) wrong arcs? in .*", title)
        assert match is not None, title
        number = int(match[2].replace(",", ""))
        assert number in expected.values()
        if by != "length":
            words = int(match[1].replace(",", ""))
            assert any(row["counts"]["gold_words"] == words and expected[row[by]] == number for row in rows)
