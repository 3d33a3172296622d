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
from ..core.outputs import load_zstandard

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_TARS = (".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz", ".tar.zst")


@dataclass(frozen=True)
class Source:
    """One file: its name in messages, and a function that loads its bytes."""

    name: str
    load: Callable[[], bytes]


def find_sources(path: str | os.PathLike[str]) -> list[Source]:
    """All files that a path refers to, in the order of their names."""
    name = os.fspath(path)
    if name == "-":
        return [Source("<stdin>", sys.stdin.buffer.read)]
    if os.path.isdir(name):
        paths = sorted(str(p) for p in Path(name).rglob("*") if p.is_file() and not p.name.startswith("."))
        return [source for file in paths for source in _of_file(file)]
    if os.path.exists(name):
        return _of_file(name)
    matches = sorted(match for match in glob.glob(name, recursive=True) if os.path.isfile(match))
    if not matches:
        raise MissingFileError.of(name)
    return [source for file in matches for source in _of_file(file)]


def load_one(path: str | os.PathLike[str], kind: str) -> tuple[bytes, str]:
    """The content of the one file that a path refers to, and its name; several files are an error."""
    sources = find_sources(path)
    if len(sources) != 1:
        raise CallError(f"'{os.fspath(path)}' is {len(sources)} files; name the one file of the {kind}")
    return sources[0].load(), sources[0].name


def _of_file(name: str) -> list[Source]:
    if name.lower().endswith(_TARS):
        return list(_of_tar(name))
    return [Source(name, lambda: _guarded(name, lambda: _read(name)))]


def _read(name: str) -> bytes:
    with open_binary(name) as file:
        return file.read()


def _of_tar(name: str) -> Iterator[Source]:
    members: list[tuple[str, bytes]] = []

    def load() -> bytes:
        with open_binary(name) as file, tarfile.open(fileobj=file, mode="r|") as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isfile() else None
                if content is not None:
                    members.append((member.name, content.read()))
        return b""

    _guarded(name, load)
    for member_name, data in sorted(members):
        yield Source(f"{name}:{member_name}", _decompressing(f"{name}:{member_name}", data))


def _decompressing(name: str, data: bytes) -> Callable[[], bytes]:
    def load() -> bytes:
        with _opener(PurePath(name).suffix.lower())(io.BytesIO(data)) as file:
            return file.read()

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


def _open_zst(file: str | BinaryIO) -> BinaryIO:
    """Decompress all frames of a file; unlike the stream reader of the package, this reports an incomplete file."""
    zstandard = load_zstandard()
    with _open_plain(file) as compressed:
        data = compressed.read()
    pieces = []
    while data:
        frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            pieces.append(frame.decompress(data))
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None
        if not frame.eof:
            raise EOFError("the last frame has no end")
        data = frame.unused_data
    return io.BytesIO(b"".join(pieces))


def open_binary(name: str) -> IO[bytes]:
    """Open a file for reading, decompressed according to its name."""
    return _opener(PurePath(name).suffix.lower())(name)


def bare_name(name: str) -> str:
    """A file's name in lower case without its directory and without a compression suffix."""
    base = PurePath(name).name.lower()
    for suffix in COMPRESSED:
        base = base.removesuffix(suffix)
    return base
