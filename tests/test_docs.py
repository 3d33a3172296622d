"""The documentation says what the program does today."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from treegauge.formats.base import FORMATS
from treegauge.transforms.base import TRANSFORMS, prepare

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
REFERENCE = ROOT / "docs" / "reference"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_generated_page_is_up_to_date(page: Path) -> None:
    text = page.read_text("utf-8")
    assert generator().filled(text) == text, "run: python docs/generate.py"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_examples_in_the_docs_print_what_they_say(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_every_format_and_transform_is_documented() -> None:
    formats, transforms = (REFERENCE.joinpath(name).read_text("utf-8") for name in ("formats.md", "transforms.md"))
    assert [name for name in FORMATS.names() if f"| `{name}` |" not in formats] == []
    assert [name for name in TRANSFORMS.names() if not re.search(rf"\| `{name}[(`]", transforms)] == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_transforms_shown_in_the_docs_exist(page: Path) -> None:
    for spec in re.findall(r"-t '?([a-z][a-z-]+(?:\([^)]*\))?)", page.read_text("utf-8")):
        prepare(spec)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
