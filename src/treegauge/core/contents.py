"""The contents of files: a folder, a zip and a tar are walked through for those of a size that fits.

Whatever a file or a member of an archive is called, only its content counts, so no name decides where something is
written.
"""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

MOST = 8 << 30  # bytes of an archive when it is unpacked
DAMAGE = (  # what a damaged file raises
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError),
    *(RuntimeError, NotImplementedError, KeyError, IndexError, OverflowError),
)


def contents(source: Path, fits: Callable[[int], bool]) -> Iterator[IO[bytes]]:
    """The files of fitting sizes in a folder, in an archive, or the file itself."""
    if source.is_dir():
        for path in sorted(path for path in source.rglob("*") if path.is_file()):
            yield from contents(path, fits)
    elif fits(source.stat().st_size):
        with source.open("rb") as file:
            yield file
    else:
        yield from members(source, fits)


def members(archive: Path, fits: Callable[[int], bool]) -> Iterator[IO[bytes]]:
    """The files of fitting sizes in a zip or tar; none in anything else."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            for member in zipped.infolist():
                if fits(member.file_size):
                    with zipped.open(member) as file:
                        yield file
    elif tarfile.is_tarfile(archive):
        with tarfile.open(archive) as tar:
            for entry in tar:
                if tar.offset > MOST:
                    raise ValueError(f"it has more than {MOST >> 30} GB when it is unpacked")
                content = tar.extractfile(entry) if entry.isreg() and fits(entry.size) else None
                if content is not None:
                    yield content
