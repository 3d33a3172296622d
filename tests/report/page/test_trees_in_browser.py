"""Drawn trees in a real browser: marks, places, scrolling."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_actions import ARCS, GOLD, PARSED, PARSED_ARCS, Open, found, needs_browser, settle
from page_data import other_sentences

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser


@pytest.mark.parametrize("name", ["phrases", "arcs"])
def test_hovering_links_a_word_in_all_trees(open_page: Open, name: str) -> None:
    page = open_page(name, "#sentences")
    page.locator("#trees figure").first.locator(".leaf").nth(2).hover()
    words = page.locator(".leaf.hit .form").all_text_contents()
    assert len(words) == 3
    assert len(set(words)) == 1


def test_wrong_phrases_are_marked_as_the_measure_counts_them(open_page: Open) -> None:
    parts = tg.score(tg.bundled(GOLD), tg.bundled(PARSED), "parseval", resamples=0)[0].by("sentence")
    page = open_page("phrases", "#sentences")
    for part in parts[40:48]:
        page.goto(page.url.split("#")[0] + f"#sentences?s={part.name}")
        settle(page)
        figure = page.locator("#trees figure").nth(1)
        wrong = figure.locator(".phrase.wrong, .phrase.mislabelled").count()
        assert wrong == part.counts["test"] - part.counts["matched"]
        counted = figure.locator(".phrase.right").count()
        assert counted == part.counts["matched"]


def test_wrong_arcs_are_marked_as_the_measure_counts_them(open_page: Open) -> None:
    parts = tg.score(tg.bundled(ARCS), tg.bundled(PARSED_ARCS), "attachment", resamples=0)[0].by("sentence")
    page = open_page("arcs", "#sentences")
    for part in parts[40:48]:
        page.goto(page.url.split("#")[0] + f"#sentences?s={part.name}")
        settle(page)
        figure = page.locator("#trees figure").nth(1)
        assert figure.locator(".arc.wrong").count() == part.counts["tokens"] - part.counts["right_head"]
        assert figure.locator(".relation.mislabelled").count() == part.counts["tokens"] - part.counts["right_label"]


@pytest.mark.parametrize(("measure", "wrong"), [("ud", 0), ("attachment", 1), ("attachment(subtypes=false)", 0)])
def test_subtypes_are_marked_only_if_the_measure_compares_them(
    open_page: Open, tmp_path: Path, measure: str, wrong: int
) -> None:
    gold, test = tmp_path / "gold.conllu", tmp_path / "test.conllu"
    rows = "1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tend\tend\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    gold.write_text(rows)
    test.write_text(rows.replace("\tdet\t", "\tdet:def\t"))
    systems = {"parser": test, "gold": gold}
    tg.write_report(gold, systems, tmp_path / "page.html", measures=[measure], draws=10, resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences")
    settle(page)
    assert page.locator("#trees figure").nth(1).locator(".relation.mislabelled").count() == wrong
    assert page.locator("#trees figure").first.locator("tspan.by").count() == wrong


def test_the_sentences_of_a_parser_that_divides_the_text_differently_are_listed(
    open_page: Open, tmp_path: Path
) -> None:
    gold, test = other_sentences(tmp_path)
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html", measures=["ud"], resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences?s=2")
    settle(page)
    figure = page.locator("#trees figure").nth(1)
    assert figure.locator("li").all_inner_texts() == ["a bc d e"]
    assert figure.locator("li strong").all_inner_texts() == ["d e"]
    assert "F1" not in figure.inner_text()


def test_marks_are_not_by_colour_alone(open_page: Open) -> None:
    page = open_page("arcs", "#sentences")
    style = "node => getComputedStyle(node).strokeDasharray"
    assert page.locator(".arc.wrong path:not(.halo)").first.evaluate(style) != "none"
    phrases = open_page("phrases", "#sentences")
    box = "node => getComputedStyle(node).stroke"
    assert phrases.locator(".phrase.wrong rect").first.evaluate(box) != "none"
    assert phrases.locator(".phrase.right rect").first.evaluate(box) == "none"


def test_a_long_sentence_scrolls_and_all_trees_with_it(open_page: Open, tmp_path: Path) -> None:
    words = " ".join(f"(N word{number})" for number in range(120))
    gold = tmp_path / "long.mrg"
    gold.write_text(f"(S (NP {words}))\n")
    tg.write_report(gold, {"same": gold}, tmp_path / "long.html")
    page = open_page(str(tmp_path / "long.html"), "#sentences")
    frames = page.locator("#trees .scroll")
    assert frames.first.evaluate("node => node.scrollWidth > 2 * node.clientWidth")
    frames.first.evaluate("node => { node.scrollLeft = 500; }")
    page.wait_for_function("document.querySelectorAll('#trees .scroll')[1].scrollLeft === 500")


def test_odd_trees_are_drawn(open_page: Open, tmp_path: Path) -> None:
    """Very deep, very flat; a cycle, a word that is its own head, a head that is missing, two roots."""
    deep = "(A " * 2000 + "(N a)" + ")" * 2000
    flat = "(S " + " ".join(f"(N w{number})" for number in range(3000)) + ")"
    (tmp_path / "odd.mrg").write_text(f"{deep}\n{flat}\n")
    tg.write_report(tmp_path / "odd.mrg", {"same": tmp_path / "odd.mrg"}, tmp_path / "odd.html")
    page = open_page(str(tmp_path / "odd.html"), "#sentences?s=1")
    assert page.locator("#trees figure").first.locator(".phrase").count() == 2000
    page.keyboard.press("j")
    settle(page)
    assert page.locator("#trees figure").first.locator(".leaf").count() == 3000
    heads = [2, 1, 3, 0, 0, "_"]
    rows = [f"{number}\tw{number}\t_\tX\tX\t_\t{head}\tdep\t_\t_" for number, head in enumerate(heads, 1)]
    (tmp_path / "odd.conllu").write_text("\n".join(rows) + "\n\n")
    gold = tg.read(tmp_path / "odd.conllu", lenient=True)
    tg.write_report(gold, {"same": gold}, tmp_path / "odd.html", measures="attachment")
    page = open_page(str(tmp_path / "odd.html"), "#sentences")
    assert page.locator("#trees figure").nth(1).locator(".arc.wrong").count() == 0


def test_the_classes_of_errors_in_a_sentence_lead_to_others(open_page: Open) -> None:
    page = open_page("phrases", "#sentences?by=class&sort=errors")
    link = page.locator("#trees .classes a").first
    name = re.sub(r" \d+$", "", link.inner_text())
    link.click()
    settle(page)
    assert page.locator("#part").input_value() == name
    assert 0 < found(page) < 64


HEBREW = ("אתה", "(", "C++", "מלכתחילה", "ברור", ")", ".")


def from_right(folder: Path, words: tuple[str, ...]) -> str:
    """A page of one sentence with phrases and one of arcs, from right to left."""
    rows = [f"{place}\t{word}\t_\tX\tX\t_\t{place - 1}\tdep\t_\t_" for place, word in enumerate(words, 1)]
    (folder / "gold.conllu").write_text("\n".join(rows) + "\n\n", "utf-8")
    gold = tg.apply(tg.read(folder / "gold.conllu"), "to-constituents")
    tg.write_report(gold, {"same": gold}, folder / "page.html", measures="attachment")
    return str(folder / "page.html")


def test_text_from_right_to_left_has_its_first_word_at_the_right(open_page: Open, tmp_path: Path) -> None:
    page = open_page(from_right(tmp_path, HEBREW), "#sentences")
    centre = "nodes => nodes.map(node => { const box = node.getBoundingClientRect(); return box.x + box.width / 2; })"
    for picture in page.locator("#trees .scroll").all():
        places = picture.locator(".form").evaluate_all(centre)
        assert len(places) == len(HEBREW)
        assert places == sorted(places, reverse=True)
    directions = (
        page.locator("#trees .scroll")
        .first.locator(".form")
        .evaluate_all("nodes => nodes.map(node => getComputedStyle(node).direction)")
    )
    assert directions == ["rtl", "rtl", "ltr", "rtl", "rtl", "rtl", "rtl"]  # C++ is not ++C; brackets open leftwards
    arcs = page.locator("#trees .scroll:has(.arc)").first
    tips = [arcs.locator(f".arc[data-words='{place} {place - 1}'] .tip") for place in range(1, len(HEBREW))]
    words = arcs.locator(".form").evaluate_all(centre)[1:]
    assert all(tip.evaluate_all(centre)[0] > word for tip, word in zip(tips, words, strict=True))  # from the head


def test_a_long_sentence_from_right_to_left_begins_at_the_right(open_page: Open, tmp_path: Path) -> None:
    page = open_page(from_right(tmp_path, HEBREW * 20), "#sentences")
    frame = page.locator("#trees .scroll").first
    assert frame.evaluate("node => node.scrollWidth > 2 * node.clientWidth")
    first = frame.locator(".form").first
    assert frame.bounding_box()["x"] < first.bounding_box()["x"]
    assert first.bounding_box()["x"] < frame.bounding_box()["x"] + frame.bounding_box()["width"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert frame.locator(".leaf.hit .form").inner_html() == HEBREW[1]
    page.keyboard.press("ArrowRight")
    assert frame.locator(".leaf.hit .form").inner_html() == HEBREW[0]
