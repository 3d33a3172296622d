"""Open compressed files for reading, as their names say."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import IO, Any, BinaryIO

from .outputs import load_zstandard

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_ZST_STEP = 1 << 12


def opener(suffix: str) -> Callable[[Any], IO[bytes]]:
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
    with compressed:
        zstandard = load_zstandard()
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
    return opener(PurePath(name).suffix.lower())(name)
