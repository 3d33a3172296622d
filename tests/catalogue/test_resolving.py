"""Names of treebanks where a file is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from published_files import TREES

import treegauge as tg
from treegauge.catalogue.fetching import fetch_treebank
from treegauge.catalogue.resolving import treebank_files
from treegauge.core.errors import MissingFileError, UnknownNameError


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder of the user that has the small treebank."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, content in TREES.items():
        (folder / f"x-{name}").write_bytes(content)
    return folder


@pytest.fixture
def fetched(small: Path, mine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    fetch_treebank("small", mine)


@pytest.mark.usefixtures("fetched")
def test_a_name_is_read_as_its_files_in_their_order() -> None:
    treebank = tg.read("small")
    assert len(treebank) == 3002
    assert [tree.tokens[0].form for tree in treebank][:3] == ["dogs", "cats", "birds"]


@pytest.mark.usefixtures("fetched")
@pytest.mark.parametrize(("name", "first"), [("small/b", "cats"), ("small/b.mrg", "cats"), ("small/[ab]*", "dogs")])
def test_a_part_is_a_pattern_or_a_word(name: str, first: str) -> None:
    assert tg.read(name)[0].tokens[0].form == first


@pytest.mark.usefixtures("fetched")
def test_a_part_that_is_not_there_lists_the_files() -> None:
    with pytest.raises(MissingFileError, match=r"no file 'small/dev'; the treebank small has a\.mrg, b\.mrg, c\.mrg"):
        tg.read("small/dev")


@pytest.mark.usefixtures("fetched")
def test_a_format_can_be_given_all_the_same() -> None:
    assert len(tg.read("small:brackets")) == 3002


@pytest.mark.usefixtures("fetched")
def test_a_file_or_folder_of_that_name_is_read_instead() -> None:
    Path("small").write_text("(S (N one))\n")
    assert len(tg.read("small")) == 1


@pytest.mark.usefixtures("small")
def test_files_of_the_users_own_folder_are_taken(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TREEGAUGE_TREEBANKS", str(mine))
    assert len(tg.read("small")) == 3002
    monkeypatch.delenv("TREEGAUGE_TREEBANKS")
    assert len(tg.read("small")) == 3002


@pytest.mark.usefixtures("small")
def test_what_is_not_here_says_how_to_fetch_it() -> None:
    with pytest.raises(MissingFileError, match=r"there is no file 'small'; get .*: treegauge.fetch_treebank"):
        tg.read("small")


@pytest.mark.usefixtures("small")
def test_what_may_not_be_distributed_says_where_it_is() -> None:
    with pytest.raises(MissingFileError, match=r"A closed treebank may not be distributed: get it from https://exa"):
        tg.read("closed")


@pytest.mark.usefixtures("small")
def test_a_similar_name_is_proposed() -> None:
    with pytest.raises(MissingFileError, match=r"there is no file 'smal'; did you mean 'small'\?$"):
        tg.read("smal")
    with pytest.raises(MissingFileError, match=r"there is no file 'small\.mrg'$"):
        tg.read("small.mrg")
    with pytest.raises(UnknownNameError, match=r"unknown treebank 'smal'; did you mean 'small'\?"):
        treebank_files("smal")
