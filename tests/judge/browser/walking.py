"""What people do in the pages of a study, and checks of every page on the way."""

from __future__ import annotations

from typing import Any

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


def check_page(page: Any) -> None:
    """The page is accessible (axe finds nothing), fits the screen, and has one heading of the first level."""
    from axe_playwright_python.sync_playwright import Axe

    results = Axe().run(page)
    assert not results.violations_count, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert page.locator("h1").count() == 1


def press(page: Any, button: str) -> None:
    """Press a button or follow a link, and wait until the next page is there."""
    with page.expect_navigation():
        page.locator(button).click()


def to_first_pair(page: Any, link: str) -> None:
    """From the link to the first pair: consent, instructions, three trials; every kind of page is checked."""
    page.goto(link)
    check_page(page)
    press(page, "button.main")
    check_page(page)
    page.locator("input[name=agree]").check()
    press(page, "button.main")
    check_page(page)
    press(page, "button.main")
    check_page(page)
    for number in range(3):
        press(page, "button[value=yes]")
        if not number:
            check_page(page)
        press(page, "a.main")
    check_page(page)


def hypothesis(page: Any) -> str:
    """The hypothesis that is shown."""
    return str(page.locator(".hypothesis").inner_text())


def answer_by(page: Any, act: Any) -> str:
    """Answer the pair on the screen; its hypothesis, when the next page is there."""
    before = hypothesis(page)
    act()
    page.wait_for_function(
        "before => document.querySelector('.hypothesis')?.textContent !== before", arg=before, timeout=10_000
    )
    return before
