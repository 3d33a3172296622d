"""The looks of the page in a real browser: light and dark, on paper, many systems."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_actions import GOLD, PARSED, Open, needs_browser

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_in_light_and_dark(open_page: Open, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    ink, paper = page.evaluate(
        "[getComputedStyle(document.documentElement).color, getComputedStyle(document.documentElement).backgroundColor]"
    )
    assert contrast(ink, paper) > 7
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != paper


def contrast(first: str, second: str) -> float:
    """The ratio of luminances, as WCAG defines it."""
    lights = []
    for colour in (first, second):
        parts = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_it_prints_in_light_colours(open_page: Open) -> None:
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.evaluate("getComputedStyle(document.documentElement).color")
    assert contrast(ink, "rgb(255, 255, 255)") > 7


def test_it_prints_without_controls(open_page: Open) -> None:
    page = open_page()
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert page.locator("#overview").is_visible()
    assert page.locator("#where").is_visible()


@pytest.fixture(scope="module")
def many_systems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of twelve systems with long names."""
    path = tmp_path_factory.mktemp("many") / "many.html"
    systems = {f"some-parser-{number}": tg.bundled(PARSED)[:8] for number in range(12)}
    tg.write_report(tg.bundled(GOLD)[:8], systems, path, measures=["parseval"], draws=10, resamples=10)
    return path


def test_names_of_many_systems_are_not_broken(open_page: Open, many_systems: Path) -> None:
    page = open_page(str(many_systems))
    heights = page.locator(".pairs tbody th").evaluate_all(
        "nodes => nodes.map(node => { const range = document.createRange(); range.selectNodeContents(node);"
        " return range.getClientRects().length; })"
    )
    assert heights == [1] * 11
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.locator(".wide").first.evaluate("node => node.scrollWidth > node.clientWidth")
    assert "p is after Holm’s correction" in page.locator("#overview").inner_text()


@pytest.mark.parametrize("kind", ["phrases", "many"])
def test_all_bars_fit_on_paper(open_page: Open, many_systems: Path, kind: str) -> None:
    page = open_page(
        str(many_systems) if kind == "many" else kind, "#where", viewport={"width": 718, "height": 1000}
    )  # A4 without its margins
    page.emulate_media(media="print")
    for figure in ("#overview figure", "#where figure"):
        for right in page.locator(f"{figure} svg").evaluate_all(
            "nodes => nodes.map(node => node.getBoundingClientRect().right)"
        ):
            assert right <= 718


@pytest.mark.parametrize("view", ["#overview", "#where", "#sentences"])
def test_it_fits_a_narrow_screen(open_page: Open, view: str) -> None:
    page = open_page("arcs", view, viewport={"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_the_first_plot_is_readable_on_a_narrow_screen(open_page: Open) -> None:
    for width in (400, 1280):
        page = open_page(viewport={"width": width, "height": 800})
        plot = page.locator("#overview .forest >> visible=true").first
        assert plot.locator("text").first.evaluate("node => node.getBoundingClientRect().height") > 9


def test_words_are_on_one_line_side_by_side(open_page: Open) -> None:
    page = open_page("arcs", "#sentences?s=3", viewport={"width": 1200, "height": 800})
    page.click("#columns")
    page.locator("#trees figcaption").nth(1).evaluate("node => { node.style.minHeight = '5rem'; }")
    tops = page.locator("#trees figure").evaluate_all(
        "nodes => nodes.map(node => [node.getBoundingClientRect().top,"
        " node.querySelector('.leaf').getBoundingClientRect().top])"
    )
    first_row = [word for figure, word in tops if figure == tops[0][0]]
    assert len(first_row) > 1
    assert max(first_row) - min(first_row) < 1


def test_the_band_of_a_learning_curve_is_faint_in_the_dark(open_page: Open, tmp_path: Path) -> None:
    tg.write_report(tg.bundled(GOLD), output=tmp_path / "card.html")
    page = open_page(str(tmp_path / "card.html"), color_scheme="dark")
    assert float(page.locator(".chart .band").evaluate("node => getComputedStyle(node).fillOpacity")) < 0.3


def test_the_suspects_of_a_card_fit_a_narrow_window(open_page: Open, tmp_path: Path) -> None:
    tg.write_report(tg.bundled(GOLD), output=tmp_path / "card.html")
    page = open_page(str(tmp_path / "card.html"), viewport={"width": 400, "height": 800})
    suspects = page.locator(".suspects")
    assert suspects.evaluate("node => node.getBoundingClientRect().right") <= 400
    titles = suspects.locator("thead th").evaluate_all("nodes => nodes.map(node => node.offsetHeight)")
    assert max(titles) < 40  # one line
