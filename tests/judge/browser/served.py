"""A study that is served by a process of its own, as `treegauge judge serve` does: `pytest_plugins = ["served"]`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browsers import started

from treegauge.judge.api import find_study, init_study
from treegauge.judge.database.connection import Database
from treegauge.judge.people import invite
from treegauge.judge.studies import AskedPair, StudyDesign

PAIRS = [AskedPair(f"pair-{number}", f"The text number {number}.", f"The hypothesis {number}.") for number in range(4)]


@dataclass(frozen=True)
class Served:
    """A study, where it is served, and the link that makes an administrator."""

    address: str
    administrator: str
    database: Database

    def link(self, **options: Any) -> str:
        """A link for a person who answers."""
        with self.database.writing() as session:
            _, token = invite(session, find_study(session, None), time.time(), **options)
        return f"{self.address}/join/{token}"


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Make a study and serve it; options are those of `StudyDesign`."""
    ended: list[Callable[[], object]] = []

    def start(*, pairs: list[AskedPair] = PAIRS, **options: Any) -> Served:
        plan = StudyDesign("letters", options.pop("title", "Do they follow?"), **{"answers_needed": 2, **options})
        folder = init_study(tmp_path / "letters", plan, pairs)
        call = [sys.executable, "-m", "treegauge", "judge", "serve", str(folder.path), "--port", "0", "--no-browser"]
        process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        database = folder.open()
        ended.extend((database.close, process.kill, process.communicate))
        assert process.stdout is not None
        address, administrator = (process.stdout.readline().strip() for _ in range(2))
        assert administrator.startswith(f"{address}/join/")
        return Served(address, administrator, database)

    yield start
    for end in ended:
        end()


@pytest.fixture(scope="module")
def chromium_browser() -> Iterator[Any]:
    with started("chromium") as browser:
        yield browser


@pytest.fixture
def open_window(chromium_browser: Any) -> Iterator[Callable[..., Any]]:
    """A window of its own, as on a device of its own. What the console says is an error, unless it is `expected`."""
    messages: list[str] = []
    windows = []
    allowed: list[str | None] = []

    def open_(expected: str | None = None, **options: Any) -> Any:
        context = chromium_browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **options})
        windows.append(context)
        page = context.new_page()
        page.on("console", lambda message: messages.append(message.text))
        allowed.append(expected)
        page.on("pageerror", lambda error: messages.append(str(error)))
        return page

    yield open_
    for window in windows:
        window.close()
    assert [message for message in messages if not any(text and text in message for text in allowed)] == []
