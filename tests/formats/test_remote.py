"""Files by their address: the filesystems of fsspec that need no network."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from treegauge import CallError, FormatError, read, read_study
from treegauge.core.errors import MissingExtraError, MissingFileError
from treegauge.formats.remote import is_address
from treegauge.formats.sources import find_sources

fsspec = pytest.importorskip("fsspec")
TREES = b"(S (N a))\n(S (N b))\n"


@pytest.fixture(autouse=True)
def memory() -> Iterator[None]:
    """Files of a filesystem in memory."""
    system = fsspec.filesystem("memory")
    system.pipe({"/bank/1.mrg": TREES, "/bank/2.mrg.gz": gzip.compress(b"(S (N c))\n"), "/bank/.hidden": b"x"})
    yield
    system.rm("/bank", recursive=True)


def forms(name: str) -> list[str | None]:
    return read(name).tokens.text("form").decode()


@pytest.mark.parametrize("name", ["memory://bank/1.mrg", "memory://bank/1.mrg:brackets", "memory://bank/1*"])
def test_a_file_is_read_by_its_address(name: str) -> None:
    assert forms(name) == ["a", "b"]


def test_a_folder_is_one_treebank_and_its_files_are_decompressed() -> None:
    assert forms("memory://bank") == ["a", "b", "c"]
    assert [source.name for source in find_sources("memory://bank")] == [
        "memory:///bank/1.mrg",
        "memory:///bank/2.mrg.gz",
    ]


def test_local_files_have_addresses_too(tmp_path: Path) -> None:
    (tmp_path / "a.mrg").write_bytes(TREES)
    assert forms(f"file://{tmp_path}/a.mrg") == ["a", "b"]


def test_commands_take_addresses(command: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = command("stats", "memory://bank/1.mrg", "--json")
    assert status == 0
    assert '"sentences": 2' in out
    assert command("score", "memory://bank/1.mrg", "memory://bank/1.mrg")[0] == 0


def test_the_treebanks_of_a_study_may_have_addresses(tmp_path: Path) -> None:
    from treegauge.studies.running.engine import run_rows
    from treegauge.studies.running.planning import plan

    text = 'title = "T"\n[[treebank]]\nname = "A"\nfiles = ["memory://bank/*.mrg"]\n[rows.size]\ntask = "stats"\n'
    (tmp_path / "study.toml").write_text(text)
    rows = run_rows(plan(read_study(tmp_path / "study.toml")), tmp_path / "work", processes=1)
    assert [row["sentences"] for row in rows.rows] == [2]


def test_what_is_not_there_is_an_error() -> None:
    for name in ("memory://bank/3.mrg", "memory://bank/x*", "memory://other"):
        with pytest.raises(MissingFileError, match="there is no file 'memory://"):
            read(name)


def test_a_damaged_file_is_an_error_with_its_address() -> None:
    fsspec.filesystem("memory").pipe("/bank/bad.mrg.gz", gzip.compress(TREES)[:-9])
    with pytest.raises(FormatError, match=r"memory:///bank/bad\.mrg\.gz:1: the file is damaged or cut short"):
        read("memory://bank/bad.mrg.gz")


def test_storage_that_is_not_known_is_an_error() -> None:
    with pytest.raises(CallError, match=r"cannot read 'nowhere://bucket/a\.mrg': ValueError: Protocol not known"):
        read("nowhere://bucket/a.mrg")


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(MissingExtraError, match=r"reading s3://b/a needs the package 'fsspec'.*treegauge\[remote\]"):
        read("s3://b/a")


@pytest.mark.parametrize("name", ["a.mrg", "C:/a.mrg", "a.mrg:brackets", "/x//y.mrg", "-:brackets"])
def test_paths_are_not_addresses(name: str) -> None:
    assert not is_address(name)
