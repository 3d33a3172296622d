"""Ways through the page in a real browser: addresses, back, every key."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_actions import ARCS, Open, found, needs_browser, settle, title

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser


def test_the_address_can_be_shared_and_back_works(open_page: Open) -> None:
    page = open_page("phrases", "#sentences?by=label&part=PP&in=parser&s=42")
    assert title(page) == "Sentence 42"
    assert page.locator("#part").input_value() == "PP"
    page.locator(".row").nth(2).click()
    other = title(page)
    assert other != "Sentence 42"
    page.go_back()
    assert title(page) == "Sentence 42"
    page.go_forward()
    assert title(page) == other


def test_a_suspect_leads_to_its_sentence_and_back(open_page: Open, tmp_path: Path) -> None:
    tg.write_report(tg.bundled(ARCS), output=tmp_path / "card.html")
    page = open_page(str(tmp_path / "card.html"))
    suspect = page.locator(".suspects a").nth(1)
    number = suspect.inner_text()
    suspect.click()
    assert title(page) == f"Sentence {number}"
    page.go_back()
    page.wait_for_selector("#card:not([hidden])")


def test_everything_is_reached_by_keys(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("3")
    page.wait_for_selector("#sentences:not([hidden])")
    first = title(page)
    page.keyboard.press("j")
    second = title(page)
    assert second != first
    page.keyboard.press("ArrowUp")
    assert title(page) == first
    page.keyboard.press("ArrowRight")
    settle(page)
    assert page.locator(".leaf.hit").count() == 3
    page.keyboard.press("/")
    page.keyboard.type("said")
    assert 0 < found(page) < 64
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert found(page) == 64
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.wait_for_selector("#where:not([hidden])")


def test_closing_the_keys_keeps_the_filters(open_page: Open) -> None:
    page = open_page("phrases", "#sentences?word=said")
    wanted = found(page)
    assert wanted < 64
    page.keyboard.press("?")
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    settle(page)
    assert not page.locator("#keys").is_visible()
    assert found(page) == wanted


@pytest.mark.parametrize("view", ["overview", "where"])
def test_an_address_opens_its_view_at_the_top(open_page: Open, view: str) -> None:
    page = open_page("phrases", f"#{view}")
    settle(page)
    assert page.evaluate("window.scrollY") == 0


def test_back_returns_to_the_same_place(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    cell = page.locator(".heat svg a").first
    cell.scroll_into_view_if_needed()
    settle(page)
    place = page.evaluate("window.scrollY")
    assert place > 300
    cell.click()
    settle(page)
    page.go_back()
    page.wait_for_selector("#where:not([hidden])")
    settle(page)
    assert abs(page.evaluate("window.scrollY") - place) < 50


def test_the_search_shows_what_the_address_asks_for(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    page.fill("#word", "the ")
    settle(page)
    assert page.input_value("#word") == "the "
    page.evaluate("location.hash = '#sentences?s=3'")
    settle(page)
    assert page.input_value("#word") == ""
