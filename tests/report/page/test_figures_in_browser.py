"""The first screen and the charts in a real browser: the figures of `score --json`, and where clicks lead."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from page_actions import GOLD, PARSED, Open, found, listed, needs_browser, settle

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser


def test_the_figures_are_those_of_score(open_page: Open, command: Any, tmp_path: Path) -> None:
    gold, test = tmp_path / GOLD, tmp_path / PARSED
    tg.write(tg.bundled(GOLD), gold)
    tg.write(tg.bundled(PARSED), test)
    rows = json.loads(command("score", gold, test, "--json")[1])["results"]
    page = open_page()
    page.click("summary:has-text('All scores')")
    table = page.locator("table.scores")
    for row in rows:
        for name, value in row["scores"].items():
            if value is None:
                continue
            cell = table.locator(f"td[data-measure='{row['measure']}'][data-score='{name}']").first
            assert float(cell.get_attribute("data-value")) == value
            low, high = row["intervals"][name]
            assert cell.inner_text() == f"{value:.2f} {low:.2f}–{high:.2f}"


def test_the_first_screen_ranks_the_systems(open_page: Open) -> None:
    page = open_page()
    first = page.locator("#overview .forest").first
    assert first.locator("a title").all_text_contents()[0].startswith("half: ")
    assert "parseval(" in page.locator(".compared").inner_text()
    assert page.locator(".pairs td.real").count() == 1


def test_a_difference_leads_to_the_sentences_that_one_has_right_and_the_other_wrong(open_page: Open) -> None:
    page = open_page()
    page.click(".pairs td.real a")
    settle(page)
    assert page.locator("#right").input_value() == "half"
    assert page.locator("#wrong").input_value() == "parser"
    numbers = listed(page)
    assert numbers
    assert max(numbers) <= 32


@pytest.mark.parametrize(
    ("name", "by"), [("phrases", "label"), ("arcs", "label"), ("arcs", "distance"), ("phrases", "length")]
)
def test_every_bar_leads_to_its_sentences(open_page: Open, name: str, by: str) -> None:
    page = open_page(name, "#where")
    links = page.locator(f"[data-facet='{by}'] svg a")
    assert links.count() > 2
    for number in range(0, min(links.count(), 8)):
        said = links.nth(number).locator("title").text_content()
        wanted = int(re.search(r"in ([\d,]+) sentence", said)[1])  # type: ignore[index]
        links.nth(number).click()
        assert found(page) == wanted
        page.go_back()
        page.wait_for_selector("#where:not([hidden])")


def test_every_cell_of_a_confusion_leads_to_its_sentences(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    cells = page.locator(".heat svg a")
    assert cells.count() > 4
    for number in range(4):
        count = int(cells.nth(number).locator("text").text_content())
        cells.nth(number).click()
        assert 1 <= found(page) <= count
        assert page.locator("#by").input_value() == "confusion"
        page.go_back()


def test_a_class_of_errors_leads_to_its_sentences(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    page.locator("[data-facet='class'] svg a").first.click()
    settle(page)
    assert page.locator("#by").input_value() == "class"
    assert 0 < found(page) < 64


def test_bars_are_reached_by_keys(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('nav, svg') !== null")
    for _ in range(8):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('svg') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sentences:not([hidden])")
