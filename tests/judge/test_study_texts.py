"""The texts of the pages are complete in every language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import treegauge.judge.web
from treegauge.judge.studies import NO, UNSURE, YES
from treegauge.judge.texts import LANGUAGES, preferred_language, texts_of

PAGES = Path(treegauge.judge.web.__file__).parent / "pages"


def named(content: Any, at: str = "") -> dict[str, list[str]]:
    """Every text by its name: what is filled into it."""
    if isinstance(content, str):
        return {at: sorted(re.findall(r"\{(\w+)\}", content))}
    items = content.items() if isinstance(content, dict) else enumerate(content)
    return {name: fields for key, each in items for name, fields in named(each, f"{at}.{key}").items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_texts_of_english_with_the_same_blanks(language: str) -> None:
    assert named(texts_of(language)) == named(texts_of("en"))
    assert set(texts_of(language)["choices"]) >= {YES, NO, UNSURE}
    for pair in (*texts_of(language)["example"], *texts_of(language)["trial"]):
        assert pair["answer"] in (YES, NO)
    assert all(re.search(r"\w", text) for page in texts_of(language)["pages"].values() for text in page.values())


def test_the_pages_use_texts_that_are_there() -> None:
    pages = texts_of("en")["pages"]
    source = "".join(file.read_text("utf-8") for file in PAGES.glob("*.html"))
    used = set(re.findall(r"\bt\.(\w+)\.(\w+)", source))
    assert len(used) > 40
    assert {(page, name) for page, name in used if name not in pages.get(page, {})} == set()


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-CH,de;q=0.9,en;q=0.8", "de"), ("fr, en;q=0.5, de;q=0.4", "en"), ("", "en"), ("xx;;,,", "en")],
)
def test_the_first_language_of_a_browser_that_we_have(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language
