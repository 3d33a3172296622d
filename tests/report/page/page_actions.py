"""What tests do with a page in a browser, and what they read off it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browsers import why_none

import treegauge as tg

GOLD, PARSED = "english.mrg", "english.parsed.mrg"
ARCS, PARSED_ARCS = "english.conllu", "english.parsed.conllu"
Open = Callable[..., Any]
needs_browser = pytest.mark.skipif(bool(why_none()), reason=f"not tested in a browser: {why_none()}")


def half(gold: str, parsed: str) -> tg.Treebank:
    """The first half of the sentences of gold, then those of a parser."""
    return tg.concatenate([tg.bundled(gold)[:32], tg.bundled(parsed)[32:]])


def settle(page: Any) -> None:
    """Wait until the page has dealt with what was done: a new address is an event of its own."""
    page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 20))")


def title(page: Any) -> str:
    """The title of the sentence that is shown."""
    settle(page)
    return str(page.locator("#about h2").inner_text())


def listed(page: Any) -> list[int]:
    """The numbers of the sentences in the list, as far as they are drawn."""
    settle(page)
    return [int(text) for text in page.locator(".row .number").all_inner_texts()]


def found(page: Any) -> int:
    """How many sentences the list has."""
    settle(page)
    return int(re.match(r"[\d,]+", page.locator("#found").inner_text())[0].replace(",", ""))  # type: ignore[index]
