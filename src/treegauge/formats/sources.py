"""Find the files to read from what a user names: a file, a compressed file, a tar, a directory, a glob, or `-`."""

from __future__ import annotations

import bz2
import glob
import gzip
import io
import lzma
import os
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import IO, Any, BinaryIO

from ..core.errors import CallError, FormatError, MissingFileError, Reject, UnreadableTreesError
from ..core.limits import Allowance, Counted
from ..core.outputs import load_zstandard

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_ZST_STEP = 1 << 12
TARS = (".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz", ".tar.zst")


@dataclass(frozen=True)
class Source:
    """One file: its name in messages, and a function that loads its bytes."""

    name: str
    load: Callable[[], bytes]


def find_sources(path: str | os.PathLike[str], allowance: Allowance | None = None) -> list[Source]:
    """All files that a path refers to, in the order of their names. What is loaded is counted in `allowance`."""
    name, allowed = os.fspath(path), allowance or Allowance()
    if name == "-":
        return [Source("<stdin>", lambda: allowed.read(sys.stdin.buffer, "<stdin>"))]
    if os.path.isdir(name):
        paths = sorted(str(p) for p in Path(name).rglob("*") if p.is_file() and not p.name.startswith("."))
        return [source for file in paths for source in sources_of_file(file, allowed)]
    if os.path.exists(name):
        return sources_of_file(name, allowed)
    matches = sorted(match for match in glob.glob(name, recursive=True) if os.path.isfile(match))
    if not matches:
        raise MissingFileError.of(name)
    return [source for file in matches for source in sources_of_file(file, allowed)]


def load_one(path: str | os.PathLike[str], kind: str) -> tuple[bytes, str]:
    """The content of the one file that a path refers to, and its name; several files are an error."""
    sources = find_sources(path)
    if len(sources) != 1:
        raise CallError(f"'{os.fspath(path)}' is {len(sources)} files; name the one file of the {kind}")
    return sources[0].load(), sources[0].name


def sources_of_file(name: str, allowance: Allowance) -> list[Source]:
    """The file itself, or the members of an archive."""
    if is_archive(name):
        return list(_of_tar(name, allowance))
    return [Source(name, lambda: _guarded(name, lambda: _read(name, allowance)))]


def _read(name: str, allowance: Allowance) -> bytes:
    with open_binary(name) as file:
        if name.lower().endswith(COMPRESSED) or not os.path.isfile(name):
            return allowance.read(file, name)
        allowance.use(os.path.getsize(name), name)
        return file.read()


def _of_tar(name: str, allowance: Allowance) -> Iterator[Source]:
    members: list[tuple[str, bytes]] = []

    def load() -> bytes:
        with open_binary(name) as file:
            counted: Any = Counted(file, name, allowance)
            with tarfile.open(fileobj=counted, mode="r|") as tar:
                for member in tar:
                    if member.issparse():  # its holes take no space in the archive
                        allowance.use(member.size, name)
                    content = tar.extractfile(member) if member.isfile() else None
                    if content is not None:
                        members.append((member.name, content.read()))
        return b""

    _guarded(name, load)
    for member_name, data in sorted(members):
        yield Source(f"{name}:{member_name}", _decompressing(f"{name}:{member_name}", data, allowance))


def _decompressing(name: str, data: bytes, allowance: Allowance) -> Callable[[], bytes]:
    def load() -> bytes:
        with _opener(PurePath(name).suffix.lower())(io.BytesIO(data)) as file:
            return allowance.read(file, name)

    return (lambda: _guarded(name, load)) if name.lower().endswith(COMPRESSED) else lambda: data


def _guarded(name: str, load: Callable[[], bytes]) -> bytes:
    try:
        return load()
    except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile, tarfile.TarError, ValueError) as error:
        raise FormatError(Reject(name, 1, f"the file is damaged or cut short ({error}); copy it again")) from None
    except OSError as error:
        reject = Reject(name, 1, f"the file cannot be read: {error.strerror or error}")
        if isinstance(error, PermissionError):
            raise UnreadableTreesError(reject, error) from None
        raise FormatError(reject) from None


def _opener(suffix: str) -> Callable[[Any], IO[bytes]]:
    """The function that opens a file for reading, given its name or a stream; closing it closes what it opened."""
    openers: dict[str, Callable[[Any], Any]] = {
        ".gz": gzip.open,
        ".tgz": gzip.open,
        ".bz2": bz2.open,
        ".tbz2": bz2.open,
        ".xz": lzma.open,
        ".txz": lzma.open,
        ".zst": _open_zst,
    }
    return openers.get(suffix, _open_plain)


def _open_plain(file: str | BinaryIO) -> BinaryIO:
    return open(file, "rb") if isinstance(file, str) else file


def _open_zst(file: str | BinaryIO) -> IO[bytes]:
    """Decompress all frames of a file; unlike the stream reader of the package, this reports an incomplete file."""
    return io.BufferedReader(_Pieces(_zst_pieces(_open_plain(file))))


def _zst_pieces(compressed: BinaryIO) -> Iterator[bytes]:
    """What a file has when decompressed. It is read in small steps: a few bytes can stand for millions."""
    zstandard = load_zstandard()
    with compressed:
        data, frame = compressed.read(_ZST_STEP), None
        while data:
            frame = frame or zstandard.ZstdDecompressor().decompressobj()
            try:
                yield frame.decompress(data)
            except zstandard.ZstdError as error:
                raise ValueError(str(error)) from None
            rest = frame.unused_data if frame.eof else b""
            frame = None if frame.eof else frame
            data = rest or compressed.read(_ZST_STEP)
    if frame is not None:
        raise EOFError("the last frame has no end")


class _Pieces(io.RawIOBase):
    """A file that is read from pieces of any size."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def open_binary(name: str) -> IO[bytes]:
    """Open a file for reading, decompressed according to its name."""
    return _opener(PurePath(name).suffix.lower())(name)


def bare_name(name: str) -> str:
    """A file's name in lower case without its directory and without a compression suffix."""
    base = PurePath(name).name.lower()
    for suffix in COMPRESSED:
        base = base.removesuffix(suffix)
    return base


def is_archive(name: str) -> bool:
    """Whether a file is a tar, by its name."""
    return name.lower().endswith(TARS)
