"""tools/list_treebanks.py: the list of a treebank's files, from a clone of its repository."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from published_files import ENTRY, TREES, listed, unlisted, zipped

from treegauge.catalogue.entries import Entry

TOOL = Path(__file__).parents[2] / "tools" / "list_treebanks.py"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("list_treebanks", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "owner+small"
    (folder / "trees").mkdir(parents=True)
    for name, content in TREES.items():
        (folder / "trees" / name).write_bytes(content)
    (folder / "trees" / "README").write_text("Read me.")
    (folder / "all.zip").write_bytes(zipped({f"trees/{name}": content for name, content in TREES.items()}))
    for call in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "All trees"]):
        git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", *call)
    return folder


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True).stdout


def listing(tool: ModuleType, clone: Path, **more: str) -> str:
    entry = Entry(**{**ENTRY, **more, "commit": git(clone, "rev-parse", "HEAD").strip()})  # type: ignore[arg-type]
    text: str = tool.listing(entry, tool.Repository(tool.find_clone(clone.parent, entry.repository), {}))
    return text


def row(name: str, pair: list[object]) -> str:
    return f'"{name}" = [{pair[0]}, "{pair[1]}"]'


def test_the_files_that_match_are_listed_in_order(tool: ModuleType, clone: Path) -> None:
    files = listing(tool, clone).partition("[files]\n")[2].splitlines()
    assert files == [row(name, listed(content)) for name, content in TREES.items()]


def test_a_content_that_is_missing_has_the_name_that_git_gives_it(tool: ModuleType, clone: Path) -> None:
    name = git(clone, "rev-parse", "HEAD:trees/c.mrg").strip()
    (clone / ".git" / "objects" / name[:2] / name[2:]).unlink()
    assert row("c.mrg", unlisted(TREES["c.mrg"])) in listing(tool, clone).splitlines()


def test_an_archive_is_listed_with_its_members(tool: ModuleType, clone: Path) -> None:
    lines = listing(tool, clone, archive="all.zip").splitlines()
    assert f"archive = {row('', listed((clone / 'all.zip').read_bytes())).partition(' = ')[2]}" in lines
    assert lines[-3:] == [row(name, listed(content)) for name, content in TREES.items()]
