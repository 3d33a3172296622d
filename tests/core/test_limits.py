"""The size of the input is measured while it is unpacked, and has a limit that can be raised."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

import treegauge
from treegauge.core.errors import CallError, DataError
from treegauge.core.limits import Allowance, parse_size, size_in_words

Command = Callable[..., tuple[int, str, str]]
TREES = b"(S (N a) (V b))\n" * 100_000  # 1.6 MB


def zst(data: bytes) -> bytes:
    zstandard = pytest.importorskip("zstandard")
    return bytes(zstandard.ZstdCompressor().compress(data))


def tar(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in (("a.mrg", data), ("b.mrg.gz", gzip.compress(data))):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "trees.mrg": bytes,
    "trees.mrg.gz": gzip.compress,
    "trees.mrg.bz2": bz2.compress,
    "trees.mrg.xz": lzma.compress,
    "trees.mrg.zst": zst,
    "trees.tar.gz": tar,
}


@pytest.mark.parametrize("name", PACKED)
def test_a_file_over_the_limit_is_refused_and_says_what_to_do(name: str, tmp_path: Path, command: Command) -> None:
    path = tmp_path / name
    path.write_bytes(PACKED[name](TREES))
    expected = (
        f"{path}: the input has more than 1 MB (unpacked), which is the limit; raise it with --max-size 2MB"
        " if the file is meant to be that large"
    )
    status, _, err = command("stats", path, "--max-size", "1MB")
    assert (status, err) == (1, f"treegauge: error: {expected}\n")
    with pytest.raises(DataError) as caught:
        treegauge.read(path, max_size="1MB")
    assert str(caught.value) == expected.replace("--max-size 2MB", 'max_size="2MB"')
    assert len(treegauge.read(path, max_size=10_000_000)) == 100_000 * (2 if "tar" in name else 1)


def test_a_member_of_an_archive_is_measured_when_it_is_unpacked_itself(tmp_path: Path) -> None:
    path = tmp_path / "trees.tar.gz"
    path.write_bytes(tar(TREES))
    with pytest.raises(DataError, match=r"trees.tar.gz:b.mrg.gz: the input has more than 2 MB"):
        treegauge.read(path, max_size="2MB")


def test_all_files_of_a_folder_count(tmp_path: Path) -> None:
    for name in ("a.mrg", "b.mrg"):
        (tmp_path / name).write_bytes(TREES)
    with pytest.raises(DataError, match="more than 2 MB"):
        treegauge.read(tmp_path, max_size="2MB")


def test_standard_input_counts(command: Command) -> None:
    status, _, err = command("stats", "-", "--max-size", "1KB", stdin=TREES.decode())
    assert status == 1
    assert "<stdin>: the input has more than 1 KB" in err


def test_a_small_file_that_unpacks_to_much_needs_little_memory() -> None:
    class Endless(io.RawIOBase):
        read_bytes = 0

        def read(self, size: int = -1) -> bytes:
            self.read_bytes += size
            return bytes(size)

    endless = Endless()
    with pytest.raises(DataError, match="more than 100 MB"):
        Allowance("100MB").read(endless, "x")  # type: ignore[arg-type]
    assert endless.read_bytes < 150_000_000


@pytest.mark.parametrize(
    ("text", "size"),
    [("16GB", 16 * 10**9), ("500mb", 500 * 10**6), ("1.5 K", 1500), ("12", 12), (7, 7), ("2T", 2 * 10**12)],
)
def test_sizes_are_written_in_the_usual_ways(text: str | int, size: int) -> None:
    assert parse_size(text) == size
    assert parse_size(size_in_words(size)) == size


@pytest.mark.parametrize("text", ["", "GB", "-1GB", "0", "1e9", "5x", "1" * 400, "nan", "٣GB"])
def test_other_sizes_are_wrong_calls(text: str) -> None:
    with pytest.raises(CallError, match="a size is a number with KB, MB, GB or TB"):
        parse_size(text)
