"""Taking files from a folder: whatever they are called and however they are packed, by their contents."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from published_files import COMMIT, ENTRY, TREES, Site, listed, tarred, write_catalogue, zipped

from treegauge.catalogue import entries
from treegauge.catalogue.fetching import fetch_treebank
from treegauge.core.errors import DataError, MissingFileError

Fill = Callable[[Path], object]


def each(change: Callable[[bytes], bytes], ending: str) -> Fill:
    """The files one by one, under other names."""

    def fill(folder: Path) -> None:
        for number, content in enumerate(TREES.values()):
            (folder / f"text-{number}{ending}").write_bytes(change(content))

    return fill


def one(content: bytes, name: str) -> Fill:
    return lambda folder: (folder / name).write_bytes(content)


JOINED = b"".join(TREES.values())
FORMS = {
    "files": each(bytes, ".txt"),
    "xz": each(lzma.compress, ".xz"),
    "gz": each(gzip.compress, ".mrg.gz"),
    "bz2": each(bz2.compress, ".bz2"),
    "zip": one(zipped({f"x/{name}": content for name, content in TREES.items()}), "all.zip"),
    "tar": one(tarred(TREES), "all.tar.xz"),
    "joined": one(JOINED, "all.mrg"),
    "joined and compressed": one(lzma.compress(JOINED), "all.mrg.xz"),
    "joined with empty lines": one(b"\n\n".join(TREES.values()) + b"\n", "all.mrg"),
    "joined without empty lines": one(b"\n".join(content.strip() for content in TREES.values()), "all.mrg"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine" / "somewhere"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("form", FORMS)
def test_the_files_are_found_by_their_contents(small: Path, folder: Path, form: str) -> None:
    FORMS[form](folder)
    (folder / "README").write_text("Read me.")
    (folder / "damaged.tar.xz").write_bytes(tarred(TREES)[:99])
    paths = fetch_treebank("small", folder.parent)
    assert [path.read_bytes() for path in paths] == list(TREES.values())


def test_a_file_can_be_named_instead_of_its_folder(small: Path, folder: Path) -> None:
    FORMS["joined and compressed"](folder)
    assert len(fetch_treebank("small", folder / "all.mrg.xz")) == 3


def test_contents_that_only_git_has_named_are_found(small: Path, folder: Path) -> None:
    FORMS["xz"](folder)
    assert [path.read_bytes() for path in fetch_treebank("unseen", folder)] == list(TREES.values())


def test_what_is_not_there_is_named(small: Path, folder: Path) -> None:
    (folder / "a").write_bytes(TREES["a.mrg"])
    (folder / "b.mrg").write_bytes(TREES["b.mrg"].replace(b"cats", b"cows"))
    with pytest.raises(DataError, match=r"does not contain 2 files of small: b\.mrg \(\w{12}\.\.\.\), c\.mrg"):
        fetch_treebank("small", folder)
    assert [path.read_bytes() for path in fetch_treebank("small/a", folder)] == [TREES["a.mrg"]]


def test_a_folder_that_is_not_there_is_reported(small: Path, folder: Path) -> None:
    with pytest.raises(MissingFileError, match=r"there is no file '.*nothing'"):
        fetch_treebank("small", folder / "nothing")


def test_what_cannot_be_read_here_is_passed_over(small: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FORMS["files"](folder)
    (folder / "small-a.zst").write_bytes(b"x")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert len(fetch_treebank("small", folder)) == 3


def test_a_small_file_that_unpacks_to_a_large_one_is_passed_over(small: Path, folder: Path) -> None:
    (folder / "small.xz").write_bytes(lzma.compress(bytes(50 << 20)))
    with pytest.raises(DataError, match="does not contain 3 files"):
        fetch_treebank("small", folder)


def test_files_with_the_same_content_are_all_written(empty_catalogue: Path, data: Path, folder: Path) -> None:
    same = listed(TREES["a.mrg"])
    write_catalogue(empty_catalogue, {"small": ENTRY}, {"small": {"a.mrg": same, "b.mrg": same}})
    (folder / "x").write_bytes(TREES["a.mrg"])
    assert [path.read_bytes() for path in fetch_treebank("small", folder)] == [TREES["a.mrg"]] * 2


def test_an_archive_is_downloaded_and_removed_when_it_is_unpacked(
    empty_catalogue: Path, data: Path, site: Site
) -> None:
    entry = {**ENTRY, "archive": "all.zip", "files": "trees/*.mrg"}
    archive = zipped({f"../../{name}": content for name, content in TREES.items()})
    names = {name: listed(content) for name, content in TREES.items()}
    write_catalogue(empty_catalogue, {"small": entry}, {"small": names}, archive=listed(archive))
    site.files[f"/owner/small/{COMMIT}/all.zip"] = archive
    paths = fetch_treebank("small", mirror=site.address)
    assert [path.read_bytes() for path in paths] == list(TREES.values())
    assert {path.name for path in data.rglob("*") if path.is_file()} <= {*TREES, ".lock"}
    assert entries.public_treebank("small").missing == []
