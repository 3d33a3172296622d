"""The browsers of this machine, for tests of the page: those that Playwright can start."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """The path of Chromium or Chrome."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def why_none() -> str:
    """Why pages cannot be tested in a browser here; empty if they can."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "the package playwright is not installed (extra `browser`)"
    return "" if chromium() else "there is no Chromium (Debian: apt install chromium)"


def firefox_of(playwright: Any) -> str | None:
    """The path of the Firefox that Playwright installed."""
    path = playwright.firefox.executable_path
    return path if path and Path(path).exists() else None


@contextmanager
def started(kind: str) -> Iterator[Any]:
    """A browser that runs without a window; None if there is no browser of this kind."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = chromium() if kind == "chromium" else firefox_of(playwright)
        if path is None:
            yield None
            return
        options: dict[str, Any] = {"args": ["--no-sandbox"]} if kind == "chromium" else {}
        browser = getattr(playwright, kind).launch(executable_path=path, **options)
        try:
            yield browser
        finally:
            browser.close()
