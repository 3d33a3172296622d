"""The catalogue of this package is well formed, and a bad one writes nothing where it must not."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from published_files import ENTRY, listed, write_catalogue

from treegauge.catalogue.entries import FILES, catalogue, citations, public_treebank
from treegauge.catalogue.fetching import fetch_treebank
from treegauge.core.errors import DataError
from treegauge.formats.base import FORMATS
from treegauge.transforms.preparation import PREPARATIONS

FOLDER = files("treegauge.catalogue")
NAMES = list(catalogue())
FETCHED = [name for name, entry in catalogue().items() if not entry.restricted]


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_says_what_a_user_must_know(name: str) -> None:
    entry = catalogue()[name]
    assert entry.title
    assert entry.language
    assert entry.licence
    assert entry.home.startswith(("https://", "http://"))
    assert citations(entry)
    assert FORMATS.get(entry.format).read is not None
    assert entry.preparation in ("", *PREPARATIONS.names())
    assert entry.kind == "dependency" or entry.preparation


@pytest.mark.parametrize("name", FETCHED)
def test_every_file_has_a_place_and_a_sum(name: str) -> None:
    treebank = public_treebank(name)
    listing = tomllib.loads((FOLDER / FILES / f"{name}.toml").read_text("utf-8"))
    assert listing["commit"] == treebank.entry.commit
    assert len(treebank.entry.commit) == 40
    assert treebank.files
    assert len({file.sum for file in treebank.files}) == len(treebank.files)
    for file in treebank.files if treebank.archive is None else [treebank.archive]:
        assert file.place.startswith(f"{treebank.entry.repository}/{treebank.entry.commit}/")
        assert (len(file.sum) == 64) == (file.size > 0)  # a size is not known where only Git has named the content


def test_every_list_of_files_is_of_an_entry() -> None:
    assert {Path(item.name).stem for item in (FOLDER / FILES).iterdir()} == set(FETCHED)


@pytest.mark.parametrize("name", ["../a.mrg", "/etc/a", "..", "x/../../a", "a\\b", "C:a", ".hidden", ""])
def test_a_name_that_leads_elsewhere_is_refused(empty_catalogue: Path, data: Path, name: str) -> None:
    write_catalogue(empty_catalogue, {"small": ENTRY}, {"small": {name: listed(b"(S)")}})
    with pytest.raises(DataError, match="must be the name of a file, without folders"):
        fetch_treebank("small")
    assert not data.exists()


@pytest.mark.parametrize("name", ["../small", "a/b", "Small", "", "."])
def test_so_is_the_name_of_a_treebank(empty_catalogue: Path, data: Path, name: str) -> None:
    write_catalogue(empty_catalogue, {name: ENTRY}, {})
    with pytest.raises(DataError, match="must be the name of a treebank"):
        catalogue()


@pytest.mark.parametrize("change", [{"commit": "../../x"}, {"commit": "main"}, {"repository": "small"}])
def test_and_so_is_a_commit_that_is_none(empty_catalogue: Path, data: Path, change: dict[str, Any]) -> None:
    write_catalogue(empty_catalogue, {"small": {**ENTRY, **change}}, {"small": {"a.mrg": listed(b"(S)")}})
    with pytest.raises(DataError, match=r"must be (a commit|OWNER/NAME)"):
        fetch_treebank("small")


@pytest.mark.parametrize("item", [[3, "abc"], [-1, "0" * 64], [3, "G" * 64]])
def test_a_sum_is_a_sum(empty_catalogue: Path, data: Path, item: list[Any]) -> None:
    write_catalogue(empty_catalogue, {"small": ENTRY}, {"small": {"a.mrg": item}})
    with pytest.raises(DataError, match="must be a size and a sum"):
        fetch_treebank("small")
