"""The list of sentences in a real browser: order and filters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_actions import ARCS, GOLD, PARSED, PARSED_ARCS, Open, found, half, listed, needs_browser, settle

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser


def test_sentences_are_sorted(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    gold = tg.bundled(GOLD)
    page.select_option("#sort", "order")
    assert listed(page)[:5] == [1, 2, 3, 4, 5]
    page.select_option("#sort", "long")
    lengths = [len([word for word in gold[number - 1] if word.tag != "-NONE-"]) for number in listed(page)]
    assert lengths == sorted(lengths, reverse=True)
    page.select_option("#sort", "errors")
    cells = [int(text) for text in page.locator(".row .cell:nth-child(2)").all_inner_texts()]
    others = [int(text) for text in page.locator(".row .cell:nth-child(3)").all_inner_texts()]
    sums = [sum(pair) for pair in zip(cells, others, strict=True)]
    assert sums == sorted(sums, reverse=True)
    page.select_option("#sort", "difference")
    assert max(listed(page)[:5]) <= 32


def test_words_in_a_row_are_found(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    forms = [" ".join(str(word.form) for word in tree if word.tag != "-NONE-").lower() for tree in tg.bundled(GOLD)]
    page.fill("#word", "the m")
    wanted = sum(bool(re.search(r"(?:^| )the m", form)) for form in forms)
    assert found(page) == wanted > 0
    page.fill("#word", "the ")
    assert found(page) == sum(bool(re.search(r"(?:^| )the(?: |$)", form)) for form in forms)
    page.click("#clear")
    assert found(page) == 64


def test_parts_are_chosen_by_names_in_words(open_page: Open) -> None:
    page = open_page("arcs", "#sentences?by=distance&part=7-...")
    settle(page)
    assert page.locator("#part").input_value() == "7-..."
    assert page.locator("#part option:checked").inner_text() == "7 or more"


def test_right_and_wrong(open_page: Open) -> None:
    page = open_page("arcs", "#sentences")
    results = {
        name: tg.score(tg.bundled(ARCS), test, "attachment", resamples=0)[0]
        for name, test in (("parser", tg.bundled(PARSED_ARCS)), ("half", half(ARCS, PARSED_ARCS)))
    }
    right = {
        name: {int(part.name) for part in result.by("sentence") if part.scores["las"] == 100}
        for name, result in results.items()
    }
    page.select_option("#right", "half")
    page.select_option("#wrong", "parser")
    assert found(page) == len(right["half"] - right["parser"])
    assert set(listed(page)) <= right["half"] - right["parser"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("s=999999", "This page has no sentence 999999."),
        ("by=label&part=XYZ", "This page has no label “XYZ” with errors."),
        ("by=xyz&part=NP", "This page has no “xyz” to divide errors by."),
        ("in=nobody", "This page has no system “nobody”."),
        ("by=label&part=NP&in=parser&s=3", ""),
    ],
)
def test_what_an_address_asks_for_in_vain_is_said(open_page: Open, address: str, said: str) -> None:
    page = open_page("phrases", f"#sentences?{address}")
    settle(page)
    assert page.locator("#unknown").inner_text() == said
    assert page.locator("#unknown").is_visible() == bool(said)


def test_the_number_of_a_system_is_not_read_as_a_count(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    assert "missed by system 1" in page.locator(".legend").inner_text()


def test_text_from_right_to_left_is_listed_so(open_page: Open, tmp_path: Path) -> None:
    rows = "1\tשלום\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\tעולם\t_\tNOUN\t_\t_\t1\tdep\t_\t_\n\n"
    (tmp_path / "gold.conllu").write_text(rows, "utf-8")
    tg.write_report(tmp_path / "gold.conllu", [tmp_path / "gold.conllu"], tmp_path / "page.html", resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences")
    settle(page)
    assert page.locator(".row .text").first.evaluate("node => getComputedStyle(node).direction") == "rtl"


def test_only_visible_rows_exist(open_page: Open, tmp_path: Path) -> None:
    gold, test = tg.bundled(GOLD), tg.bundled(PARSED)
    many = [number % 64 for number in range(3000)]
    tg.write_report(gold[many], {"parser": test[many]}, tmp_path / "many.html", resamples=10, sentences=2500)
    page = open_page(str(tmp_path / "many.html"))
    assert "This page has 2,500 sentences" in page.locator(".compared").inner_text()
    page.keyboard.press("3")
    assert found(page) == 2500
    assert page.locator(".row").count() < 60
    page.locator("#list").evaluate("node => { node.scrollTop = node.scrollHeight; }")
    page.wait_for_selector(".row[aria-posinset='2500']", state="attached")  # a function would need eval to poll
    assert page.locator(".row").count() < 60
