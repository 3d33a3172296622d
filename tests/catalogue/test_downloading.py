"""Downloading: what the network can do wrong, and that nothing but the right content is kept."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from published_files import TREES, Site, cut, instead, place, redirect, silent, status, without_ranges

from treegauge.catalogue import downloading
from treegauge.catalogue.downloading import check_address
from treegauge.catalogue.fetching import fetch_treebank
from treegauge.core.errors import CallError, DataError

LARGE = "c.mrg"


def fetched(site: Site, name: str = "small") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in fetch_treebank(name, mirror=site.address)}


def files_below(folder: Path) -> list[str]:
    """The names of all files, without those of locks."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


@pytest.mark.parametrize("name", ["small", "unseen"])
def test_all_files_are_downloaded_in_their_order(small: Path, site: Site, name: str) -> None:
    paths = fetch_treebank(name, mirror=site.address)
    assert [path.name for path in paths] == list(TREES)
    assert [path.read_bytes() for path in paths] == list(TREES.values())
    assert all(path.is_relative_to(small / "treebanks") for path in paths)
    assert files_below(small) == sorted(TREES)


def test_what_is_there_is_not_downloaded_again(small: Path, site: Site) -> None:
    first = fetched(site)
    site.asked.clear()
    assert fetched(site) == first
    assert site.asked == []


def test_a_file_that_was_cut_short_on_the_disk_is_downloaded_again(small: Path, site: Site) -> None:
    fetch_treebank("small", mirror=site.address)[0].write_bytes(b"(S")
    assert fetched(site) == TREES


def test_a_part_is_downloaded_alone(small: Path, site: Site) -> None:
    assert [path.name for path in fetch_treebank("small/b", mirror=site.address)] == ["b.mrg"]
    assert [path for path, _ in site.asked] == [place("b.mrg")]


def test_a_wrong_sum_is_refused_and_nothing_is_kept(small: Path, site: Site) -> None:
    site.files[place("a.mrg")] = TREES["a.mrg"].replace(b"dogs", b"dogz")
    with pytest.raises(DataError, match=r"a\.mrg is not the file of the catalogue: it has another sum"):
        fetch_treebank("small", mirror=site.address)
    assert "a.mrg" not in files_below(small)
    assert "a.mrg.part" not in files_below(small)


def test_after_a_cut_connection_the_rest_is_asked_for(small: Path, site: Site) -> None:
    site.answers[place(LARGE)] = [cut(70_000)]
    assert fetched(site) == TREES
    assert [asked for path, asked in site.asked if path == place(LARGE)] == [None, "bytes=70000-"]


def test_the_next_call_continues(small: Path, site: Site) -> None:
    site.answers[place(LARGE)] = [cut(50_000), status(503), status(503)]
    with pytest.raises(DataError, match=r"503.*what has arrived is kept"):
        fetch_treebank("small", mirror=site.address)
    assert f"{LARGE}.part" in files_below(small)
    assert fetched(site) == TREES
    assert site.asked[-1] == (place(LARGE), "bytes=50000-")


def test_a_server_without_ranges_sends_all_of_it_again(small: Path, site: Site) -> None:
    site.answers[place(LARGE)] = [cut(50_000), without_ranges]
    assert fetched(site) == TREES


def test_two_halves_that_do_not_belong_together_are_asked_for_again(small: Path, site: Site) -> None:
    site.answers[place(LARGE)] = [lambda handler, content: cut(50_000)(handler, content.replace(b"sing", b"fly!"))]
    assert fetched(site) == TREES
    assert [asked for path, asked in site.asked if path == place(LARGE)] == [None, "bytes=50000-", None]


def test_a_part_that_is_longer_than_the_file_is_asked_for_again(small: Path, site: Site) -> None:
    (path,) = fetch_treebank("small/a", mirror=site.address)
    path.with_name("b.mrg.part").write_bytes(b"x" * 999)
    assert fetched(site) == TREES


def test_a_redirection_on_the_web_is_followed(small: Path, site: Site) -> None:
    site.files["/elsewhere"] = TREES["a.mrg"]
    site.answers[place("a.mrg")] = [redirect(f"{site.address}/elsewhere")]
    assert fetched(site) == TREES


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/a", "data:text/plain,(S)"])
def test_a_redirection_to_anything_else_is_refused(small: Path, site: Site, url: str) -> None:
    site.answers[place("a.mrg")] = [redirect(url)] * 3
    with pytest.raises(DataError, match=r"cannot be downloaded"):
        fetch_treebank("small/a", mirror=site.address)
    assert not [name for name in files_below(small) if name.startswith("a.")]


def test_redirections_in_a_circle_end(small: Path, site: Site) -> None:
    site.answers[place("a.mrg")] = [redirect(place("a.mrg"))] * 99
    with pytest.raises(DataError, match="cannot be downloaded"):
        fetch_treebank("small/a", mirror=site.address)


def test_what_is_not_there_is_reported_at_once(small: Path, site: Site) -> None:
    del site.files[place("a.mrg")]
    with pytest.raises(DataError, match=r"a\.mrg cannot be downloaded: the server answers 404 .* mirror"):
        fetch_treebank("small/a", mirror=site.address)
    assert len(site.asked) == 1


def test_a_server_that_says_nothing_is_given_up(small: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloading, "_TIMEOUT", 0.1)
    site.answers[place("a.mrg")] = [silent(0.5)] * 3
    with pytest.raises(DataError, match="timed out"):
        fetch_treebank("small/a", mirror=site.address)
    assert len(site.asked) == 3


def test_a_slow_beginning_is_forgiven(small: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloading, "_TIMEOUT", 0.3)
    site.answers[place("a.mrg")] = [silent(0.6)]
    assert fetched(site) == TREES


@pytest.mark.parametrize("answer", [instead(TREES["a.mrg"] + b"x"), without_ranges])
def test_more_than_the_catalogue_says_is_not_read(small: Path, site: Site, answer: Any) -> None:
    site.files[place("a.mrg")] = TREES["a.mrg"] * 100_000
    site.answers[place("a.mrg")] = [answer]
    with pytest.raises(DataError, match=r"32 bytes|at most 32|more than 32"):
        fetch_treebank("small/a", mirror=site.address)
    assert all(path.stat().st_size <= 32 for path in small.rglob("a.mrg*"))


def test_where_nobody_answers_the_address_is_named(small: Path, site: Site) -> None:
    site.close()
    with pytest.raises(DataError, match=r"127\.0\.0\.1.* cannot be downloaded: "):
        fetch_treebank("small/a", mirror=site.address)


def test_proxies_of_the_environment_are_used(small: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", site.address)
    monkeypatch.delenv("no_proxy", raising=False)
    site.files = {f"http://nowhere.invalid{path}": content for path, content in site.files.items()}
    assert len(fetch_treebank("small", mirror="http://nowhere.invalid")) == 3


def test_a_full_disk_is_reported(small: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *error: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(downloading, "_open_part", lambda part, mode: Full(part.open(mode)))
    with pytest.raises(CallError, match=r"cannot write '.*a\.mrg\.part': No space left on device"):
        fetch_treebank("small/a", mirror=site.address)


@pytest.mark.parametrize("url", ["file:///tmp", "ftp://example.org", "example.org/mirror", "https://", ""])
def test_a_mirror_is_an_address_of_the_web(url: str) -> None:
    with pytest.raises(CallError, match="is not the address of a mirror"):
        check_address(url)


def test_two_processes_can_fetch_at_once(small: Path, empty_catalogue: Path, site: Site) -> None:
    site.answers[place(LARGE)] = [silent(0.2)]
    code = (
        "import sys; from pathlib import Path; from treegauge.catalogue import downloading, entries\n"
        "from treegauge.catalogue.fetching import fetch_treebank\n"
        "downloading._WAIT = 0; entries._ROOT = Path(sys.argv[1])\n"
        "print(len(fetch_treebank('small', mirror=sys.argv[2])))"
    )
    call = [sys.executable, "-c", code, str(empty_catalogue), site.address]
    both = [subprocess.Popen(call, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0] for process in both] == ["3\n", "3\n"]
    assert files_below(small) == sorted(TREES)
    assert len([path for path, _ in site.asked if path == place("a.mrg")]) == 1
