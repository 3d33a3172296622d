"""The documentation says what the program does today."""

from __future__ import annotations

import doctest
import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import treegauge
from treegauge.formats.base import FORMATS
from treegauge.transforms.base import TRANSFORMS, find_transform

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
PAGES = sorted(DOCS.rglob("*.md"))
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
LONGEST = 100  # characters of a line of prose
PAPERS = ("Corazza", "Søgaard", "Eker", "Rehbein", "Ringger")  # their first authors


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """docs/generate.py, which imports its neighbours by name."""
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("generate")


@pytest.mark.parametrize("page", [README, *PAGES], ids=name)
def test_tables_and_outputs_on_a_page_are_up_to_date(page: Path, generator: ModuleType) -> None:
    assert generator.written(page) == page.read_text("utf-8"), f"run: python docs/generate.py {name(page)}"


def test_the_pictures_are_up_to_date(generator: ModuleType) -> None:
    stale = [file for file, svg in generator.pictures().items() if file.read_text("utf-8") != svg]
    assert stale == [], "run: python docs/generate.py"


def test_a_shown_command_prints_on_both_channels(generator: ModuleType) -> None:
    output = sys.modules["shown"].output
    assert output("treegauge score there.is none.mrg").startswith("treegauge: error: there is no file")
    assert output("treegauge --version | tr a-z A-Z") == f"TREEGAUGE {treegauge.__version__}\n".upper()


def test_the_map_of_the_house_has_every_folder(generator: ModuleType) -> None:
    package = Path(treegauge.__file__).parent
    folders = {file.parent.name for file in package.glob("*/__init__.py")}
    assert folders - set(sys.modules["interfaces"].HOUSE) == set()


@pytest.mark.parametrize("page", [*PAGES, README, CONTRIBUTING], ids=name)
def test_examples_in_the_docs_print_what_they_say(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some examples write files
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_every_format_and_transform_is_documented() -> None:
    assert f"{len(FORMATS)} formats" in README.read_text("utf-8")
    formats, transforms = (REFERENCE.joinpath(page).read_text("utf-8") for page in ("formats.md", "transforms.md"))
    assert [name for name in FORMATS.names() if f"| `{name}` |" not in formats] == []
    assert [name for name in TRANSFORMS.names() if not re.search(rf"\| `{name}[(`]", transforms)] == []


@pytest.mark.parametrize("page", [*PAGES, README], ids=name)
def test_transforms_shown_in_the_docs_exist(page: Path) -> None:
    for spec in re.findall(r"-t '?([a-z][a-z-]+(?:\([^)]*\))?)", page.read_text("utf-8")):
        find_transform(spec)


@pytest.mark.parametrize("page", [*PAGES, README, CONTRIBUTING], ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", [*PAGES, README], ids=name)
def test_no_page_needs_a_folder_beside_the_repository(page: Path) -> None:
    assert "../shared" not in page.read_text("utf-8")


@pytest.mark.parametrize("page", [*PAGES, README, CONTRIBUTING, ROOT / "CHANGELOG.md"], ids=name)
def test_lines_of_prose_are_short(page: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```|^<!-- generated.*?<!-- end -->", "", page.read_text("utf-8"))
    text = re.sub(r"\]\([^)]*\)", "]", text)  # addresses do not count
    prose = [line for line in text.splitlines() if not line.startswith(("|", "    "))]
    assert [line for line in prose if len(line) > LONGEST] == []


def test_the_citation_file_has_this_version_and_the_five_papers() -> None:
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {treegauge.__version__}\n" in text
    assert len(re.findall(r"(?m)^  - type: ", text.partition("\nreferences:\n")[2])) == len(PAPERS)
    assert [paper for paper in PAPERS if f"family-names: {paper}\n" not in text] == []


def test_fifty_suspects_of_each_treebank_were_judged(generator: ModuleType) -> None:
    read = sys.modules["suspects_read"]
    treebanks: dict[str, list[int]] = {}
    for row in read.judgements():
        treebanks.setdefault(row["treebank"], []).append(int(row["rank"]))
        assert row["verdict"] in read.VERDICTS
        assert bool(row["error"]) == (row["verdict"] == "error")
    assert len(treebanks) == 5
    assert all(ranks == list(range(1, 51)) for ranks in treebanks.values())
