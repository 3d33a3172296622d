"""Files, compressed files, tars, directories, globs and standard input; and what happens when they are damaged."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import tarfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from treegauge import CallError, DataError, FormatError, TreegaugeError, read, write
from treegauge.formats.sources import bare_name, find_sources

TREES = "(S (N a))\n(S (N b))\n"
PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
NOISE = bytes((i * i * 7 + i * 13) % 251 for i in range(20_000)).hex().encode()


def forms(path: str | os.PathLike[str]) -> list[str | None]:
    return read(path).tokens.text("form").decode()


def pack_zst(data: bytes) -> bytes:
    packed: bytes = pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    return packed


def packed(data: bytes, suffix: str) -> bytes:
    return pack_zst(data) if suffix == ".zst" else PACKERS[suffix](data)


def tar(path: Path, members: dict[str, bytes], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst", ".GZ"])
def test_compressed_files_are_read_as_they_are(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"trees.mrg{suffix}"
    path.write_bytes(packed(TREES.encode(), suffix.lower()))
    assert forms(path) == ["a", "b"]


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_compressed_files_are_written_as_they_are_named(tmp_path: Path, suffix: str) -> None:
    if suffix == ".zst":
        pytest.importorskip("zstandard")
    plain, path = tmp_path / "plain.mrg", tmp_path / f"trees.mrg{suffix}"
    plain.write_text(TREES)
    write(read(plain), path)
    assert forms(path) == ["a", "b"]
    magic = {"": b"(S", ".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ", ".zst": b"\x28\xb5\x2f\xfd"}[suffix]
    assert path.read_bytes().startswith(magic)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_several_compressed_streams_in_one_file_are_all_read(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"trees.mrg{suffix}"
    path.write_bytes(packed(b"(S (N a))\n", suffix) + packed(b"(S (N b))\n", suffix))
    assert forms(path) == ["a", "b"]


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_compressed_file_that_is_cut_short_is_bad_data(tmp_path: Path, suffix: str, share: float) -> None:
    data = packed(TREES.encode() + b"# " + NOISE + b"\n", suffix)
    path = tmp_path / f"trees.mrg{suffix}"
    path.write_bytes(data[: max(int(share * len(data)), 4)])
    with pytest.raises(FormatError, match=r"trees\.mrg.*(damaged or cut short|cannot be read)"):
        read(path)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_file_that_is_not_compressed_as_its_name_says_is_bad_data(tmp_path: Path, suffix: str) -> None:
    if suffix == ".zst":
        pytest.importorskip("zstandard")
    path = tmp_path / f"trees.mrg{suffix}"
    path.write_text(TREES)
    with pytest.raises(FormatError, match=r"trees\.mrg"):
        read(path)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_a_damaged_byte_does_not_pass(tmp_path: Path, suffix: str) -> None:
    data = bytearray(packed(b"# " + NOISE + b"\n" + TREES.encode(), suffix))
    data[len(data) // 2] ^= 0xFF
    path = tmp_path / f"trees.mrg{suffix}"
    path.write_bytes(data)
    with pytest.raises(FormatError):
        read(path)


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"])
def test_a_tar_is_one_treebank_in_order_of_names(tmp_path: Path, ending: str) -> None:
    mode = {"z": "w:gz", "2": "w:bz2", "x": "w:xz"}
    kind = "z" if "gz" in ending else "2" if "bz2" in ending else "x" if "xz" in ending else ""
    path = tar(tmp_path / f"all{ending}", {"d/b.mrg": b"(S (N b))\n", "a.mrg": b"(S (N a))\n"}, mode.get(kind, "w"))
    treebank = read(path)
    assert treebank.tokens.text("form").decode() == ["a", "b"]
    assert treebank.sentences.text("source").decode() == [f"{path}:a.mrg", f"{path}:d/b.mrg"]


def test_a_tar_in_zst(tmp_path: Path) -> None:
    plain = tar(tmp_path / "all.tar", {"a.mrg": TREES.encode()})
    path = tmp_path / "all.tar.zst"
    path.write_bytes(pack_zst(plain.read_bytes()))
    assert forms(path) == ["a", "b"]


def test_compressed_files_in_a_tar_are_read(tmp_path: Path) -> None:
    members = {"a.mrg.gz": gzip.compress(b"(S (N a))"), "b.mrg.xz": lzma.compress(b"(S (N b))")}
    assert forms(tar(tmp_path / "all.tar", members)) == ["a", "b"]


def test_a_damaged_file_in_a_tar_is_bad_data_with_its_name(tmp_path: Path) -> None:
    path = tar(tmp_path / "all.tar", {"a.mrg.gz": gzip.compress(TREES.encode())[:-5]})
    with pytest.raises(FormatError, match=r"all\.tar:a\.mrg\.gz:1: the file is damaged"):
        read(path)


def test_directories_and_links_in_a_tar_are_not_files(tmp_path: Path) -> None:
    path = tar(tmp_path / "all.tar", {"a.mrg": TREES.encode()})
    with tarfile.open(path, "a") as archive:
        for name, kind in (("folder", tarfile.DIRTYPE), ("link.mrg", tarfile.SYMTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "a.mrg"
            archive.addfile(info)
    assert forms(path) == ["a", "b"]


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tar.xz"])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.5])
def test_a_tar_that_is_cut_short_is_bad_data(tmp_path: Path, ending: str, share: float) -> None:
    mode = {".tar": "w", ".tar.gz": "w:gz", ".tar.xz": "w:xz"}[ending]
    path = tar(tmp_path / f"all{ending}", {"a.mrg": TREES.encode() + b"# " + NOISE + b"\n"}, mode)
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(FormatError, match="damaged or cut short"):
        read(path)


def test_a_member_of_a_tar_that_is_larger_than_any_disk_is_bad_data(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a")
    info.type, info.size = b"Z", 1 << 60  # an unknown type; skipping it block by block would take years
    path = tmp_path / "all.tar"
    path.write_bytes(info.tobuf(tarfile.GNU_FORMAT))
    with pytest.raises(FormatError, match="a member is longer than the file"):
        read(path)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_archive_is_bad_data_or_still_read(tmp_path: Path, data: st.DataObject) -> None:
    path = tar(tmp_path / "all.tar", {"a.mrg": TREES.encode(), "b.mrg.gz": gzip.compress(TREES.encode())})
    whole = bytearray(path.read_bytes()[:2600])
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(whole)
    with suppress(TreegaugeError):
        read(path, on_error="skip")


def test_a_directory_is_one_treebank_in_order_of_names(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.mrg").write_text("(S (N third))")
    (tmp_path / "b.mrg").write_text("(S (N second))")
    (tmp_path / "a.mrg.gz").write_bytes(gzip.compress(b"(S (N first))"))
    (tmp_path / ".hidden.mrg").write_text("(S (N no))")
    tar(tmp_path / "z.tar", {"x.mrg": b"(S (N last))"})
    assert forms(tmp_path) == ["first", "second", "third", "last"]


def test_a_directory_may_be_named_like_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "trees.conllu"
    folder.mkdir()
    (folder / "a.mrg").write_text(TREES)
    assert forms(folder) == ["a", "b"]


def test_an_empty_directory_holds_no_treebank(tmp_path: Path) -> None:
    with pytest.raises(TreegaugeError, match="no treebank found"):
        read(tmp_path)


def test_a_glob_is_one_treebank(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("b.mrg", "a.mrg", "c.txt", "deep/d.mrg"):
        (tmp_path / name).write_text(f"(S (N {name}))")
    assert forms(f"{tmp_path}/*.mrg") == ["a.mrg", "b.mrg"]
    assert forms(f"{tmp_path}/**/*.mrg") == ["a.mrg", "b.mrg", "deep/d.mrg"]


def test_a_file_whose_name_looks_like_a_glob_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a[1].mrg").write_text("(S (N a))")
    (tmp_path / "a1.mrg").write_text("(S (N b))")
    assert forms(tmp_path / "a[1].mrg") == ["a"]


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TREES.encode())))
    treebank = read("-")
    assert treebank.sentences.text("source").decode() == ["<stdin>", "<stdin>"]


@pytest.mark.parametrize("name", ["nothing.mrg", "no/such/folder/x.mrg", "*.nothing", "[", "nul\0.mrg", ""])
def test_a_file_that_is_not_there_is_a_wrong_call(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CallError, match="there is no file"):
        read(name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    path = tmp_path / "secret.mrg"
    path.write_text(TREES)
    path.chmod(0)
    with pytest.raises(FormatError, match=r"secret\.mrg:1: the file cannot be read: Permission denied"):
        read(path)


def test_an_error_of_the_system_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text(TREES)

    def refuse(name: str) -> object:
        raise PermissionError(13, "Permission denied", name)

    monkeypatch.setattr("treegauge.formats.sources.open_binary", refuse)
    with pytest.raises(FormatError, match=r"trees\.mrg:1: the file cannot be read: Permission denied"):
        read(path)


def test_sources_load_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg"
    path.write_text(TREES)
    [source] = find_sources(path)
    path.unlink()
    with pytest.raises(FormatError, match="cannot be read"):
        source.load()


@pytest.mark.parametrize(
    ("name", "bare"),
    [("a.mrg", "a.mrg"), ("/x/A.MRG.GZ", "a.mrg"), ("all.tar.xz:d/b.conllu.xz", "b.conllu"), ("x.zst", "x")],
)
def test_the_bare_name_has_the_extension_of_the_format(name: str, bare: str) -> None:
    assert bare_name(name) == bare


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_if_writing_fails_the_old_file_is_kept(tmp_path: Path, suffix: str) -> None:
    crossing, target = tmp_path / "x.discbracket", tmp_path / f"old.mrg{suffix}"
    crossing.write_text("(S (VP (V 0=a) (V 2=c)) (N 1=b))\n")
    target.write_bytes(b"precious")
    with pytest.raises(DataError, match="discontinuous"):
        write(read(crossing), target)
    with pytest.raises(DataError, match="discontinuous"):
        write(read(crossing), tmp_path / f"new.mrg{suffix}")
    assert target.read_bytes() == b"precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([crossing.name, target.name])


def test_a_link_remains_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "plain.mrg").write_text(TREES)
    target, link = tmp_path / "target.mrg", tmp_path / "link.mrg"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write(read(tmp_path / "plain.mrg"), link)
    assert link.is_symlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == (TREES, 0o640)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    (tmp_path / "plain.mrg").write_text(TREES)
    with pytest.raises(CallError, match="cannot write '/dev/full': No space left"):
        write(read(tmp_path / "plain.mrg"), "/dev/full", "brackets")


@pytest.mark.parametrize("name", ["", "folder.mrg", "no/such/folder/x.mrg"])
def test_a_place_that_cannot_be_written_is_a_wrong_call(tmp_path: Path, name: str) -> None:
    (tmp_path / "plain.mrg").write_text(TREES)
    (tmp_path / "folder.mrg").mkdir()
    with pytest.raises(CallError, match="cannot write"):
        write(read(tmp_path / "plain.mrg"), tmp_path / name, "brackets")
