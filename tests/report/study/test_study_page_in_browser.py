"""The page of a study in a browser: its tables can be put in order and filtered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsers import why_none
from small_studies import STUDY, small_study

from treegauge import run_study

pytest_plugins = ["browsing"]
pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none())

MANY = 15


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    variants = ", ".join(f'"head({number})"' for number in range(2, 2 + MANY))
    text = STUDY.replace('["", "parent-annotation"]', f"[{variants}]")
    run_study(small_study(folder, text), folder / "results", tables=["1"], processes=1)
    return folder / "results" / "index.html"


def shown(page: Any, column: int) -> list[str]:
    cells = page.locator(f"section:first-of-type > .wide tbody tr:visible td:nth-child({column})")
    return [str(text) for text in cells.all_inner_texts()]


def test_a_click_puts_rows_in_order(browser: Any, results: Path) -> None:
    page = browser.new_page()
    page.goto(results.as_uri())
    head = page.get_by_role("button", name="ecc").first
    head.click()
    falling = [float(text.split()[0]) for text in shown(page, 4) if text != "-"]
    assert falling == sorted(falling, reverse=True)
    head.press("Enter")
    rising = [float(text.split()[0]) for text in shown(page, 4) if text != "-"]
    assert rising == falling[::-1]
    assert page.locator('th[aria-sort="ascending"]').count() == 1
    page.close()


def test_a_long_table_is_filtered(browser: Any, results: Path) -> None:
    page = browser.new_page()
    page.goto(results.as_uri())
    assert len(shown(page, 1)) == 2 * MANY
    page.get_by_label("Show rows that contain").fill("german")
    assert shown(page, 1) == ["German"] * MANY
    page.close()


def test_only_tables_are_wider_than_the_window_and_their_first_column_stays(browser: Any, results: Path) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 600})
    page.goto(results.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    first = page.locator("tbody tr:first-child td:first-child").first
    before = first.bounding_box()["x"]
    moved = page.evaluate(
        "(() => { const wide = document.querySelector('.wide'); wide.scrollLeft = 90; return wide.scrollLeft; })()"
    )
    assert moved > 0
    assert abs(first.bounding_box()["x"] - before) < 1
    page.close()
