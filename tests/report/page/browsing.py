"""Fixtures for tests of the page in a browser: `pytest_plugins = ["browsing"]`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import started
from page_actions import ARCS, GOLD, PARSED, PARSED_ARCS, Open, half

import treegauge as tg


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    with started(request.param) as browser:
        if browser is None:
            pytest.skip(f"Playwright has no {request.param} here")
        yield browser


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of two systems, of phrases and of arcs; the second system has the first half of the sentences right."""
    folder = tmp_path_factory.mktemp("reports")
    for name, gold, parsed in (("phrases", GOLD, PARSED), ("arcs", ARCS, PARSED_ARCS)):
        systems = {"parser": tg.bundled(parsed), "half": half(gold, parsed)}
        tg.write_report(tg.bundled(gold), systems, folder / f"{name}.html", name=gold, draws=100)
    return folder


@pytest.fixture
def open_page(browser: Any, folder: Path) -> Iterator[Open]:
    """Open a report; whatever the console says is an error, and so is a request."""
    messages: list[str] = []
    pages = []

    def note_request(request: Any) -> None:
        if not request.url.startswith("file:"):
            messages.append(request.url)

    def open_(name: str = "phrases", address: str = "", **options: Any) -> Any:
        path = folder / f"{name}.html" if not Path(name).is_absolute() else Path(name)
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 800}, **options})
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on("request", note_request)
        page.goto(f"{path.as_uri()}{address}")
        page.wait_for_selector("html[data-ready]")
        pages.append(page)
        return page

    yield open_
    for page in pages:
        page.close()
    assert messages == []
