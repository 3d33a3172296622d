"""Writing files: a file appears under its name only when it is complete.

It is written in the same folder under a temporary name, and renamed. So a run that fails or is killed leaves the file
that was there before, and a reader never sees half a file. What a killed run has left is removed by the next one.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import itertools
import lzma
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path, PurePath
from typing import IO, Any

from .errors import CallError, MissingExtraError, TreegaugeError
from .interrupts import keep, undone_if_stopped

_HOST = hashlib.blake2b(platform.node().encode(), digest_size=4).hexdigest()
_TEMPORARY = re.compile(r"\.?treegauge-(?P<host>[0-9a-f]{8})-(?P<writer>\d+)-\d+(\.part)?")
_OLD = 7 * 24 * 3600  # seconds after which a temporary file of another machine is removed, too
_STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
_numbers = itertools.count()


def stream_number(name: str) -> int | None:
    """The number of the open file that a name refers to: `-`, /dev/stdout, /dev/fd/63; None for any other name."""
    match = re.fullmatch(r"/(?:dev|proc/self)/fd/(\d+)", name)
    return int(match[1]) if match else _STREAMS.get(name)


@contextmanager
def create_binary(name: str) -> Iterator[IO[bytes]]:
    """Open a file for writing, compressed according to its name; `-` is standard output.

    An existing file is replaced only when everything is written, and keeps its permissions. If something fails, it is
    kept. Devices and named pipes are written directly.
    """
    number = stream_number(name)
    if number is not None:
        if number == 1:
            sys.stdout.flush()
            number = sys.stdout.fileno()
        with os.fdopen(os.dup(number), "wb") as file:
            yield file
        return
    try:
        with _target(name) as (path, suffix), _compressing(path, suffix) as file:
            yield file
    except (TreegaugeError, BrokenPipeError):
        raise
    except OSError as error:
        raise CallError(f"cannot write '{name}': {error.strerror or error}") from None
    keep(name)


def write_text(text: str, name: str) -> None:
    """Write a text as UTF-8, compressed according to the name."""
    with create_binary(name) as file:
        file.write(text.encode("utf-8", "surrogateescape"))


@contextmanager
def _target(name: str) -> Iterator[tuple[str, str]]:
    """The path to write to, and the suffix that says how it is compressed. The file is renamed at the end."""
    suffix, target = PurePath(name).suffix.lower(), os.path.realpath(name)
    if _is_written_directly(name, target):
        yield name, suffix
        return
    folder = os.path.dirname(target)
    _remove_left_overs(folder)
    part = os.path.join(folder, f".{_temporary_name()}.part")
    with undone_if_stopped(partial(_remove, part)):
        try:
            yield part, suffix
            if os.path.exists(target):
                shutil.copymode(target, part)
            os.replace(part, target)
        finally:
            _remove(part)


def _is_written_directly(name: str, target: str) -> bool:
    """Whether a name is that of a device or a pipe, or of a file in a folder where no other can be created."""
    try:
        mode = os.stat(name).st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(None, "it is a folder", name)
    if not stat.S_ISREG(mode):
        return True
    if not os.access(target, os.W_OK):  # renaming would replace it all the same
        raise PermissionError(None, "Permission denied", name)
    return not os.access(os.path.dirname(target), os.W_OK | os.X_OK)


@contextmanager
def _compressing(path: str, suffix: str) -> Iterator[IO[bytes]]:
    with open(path, "wb") as raw:
        if suffix not in _COMPRESSORS:
            yield raw
            return
        with _COMPRESSORS[suffix](raw) as file:
            yield file


_COMPRESSORS: dict[str, Callable[[IO[bytes]], Any]] = {
    # Without a name and a date, so that the same content is the same file.
    ".gz": lambda raw: gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0),
    ".bz2": lambda raw: bz2.BZ2File(raw, "wb"),
    ".xz": lambda raw: lzma.LZMAFile(raw, "wb"),  # noqa: SIM115
    ".zst": lambda raw: load_zstandard().ZstdCompressor().stream_writer(raw, closefd=False),
}


def load_zstandard() -> Any:
    """The package for .zst files, which is optional."""
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError("zstandard", "zst", "reading or writing .zst") from None
    return zstandard


@contextmanager
def work_folder() -> Iterator[Path]:
    """A temporary folder, removed at the end."""
    place = tempfile.gettempdir()
    _remove_left_overs(place)
    path = Path(place, _temporary_name())
    path.mkdir(mode=0o700)
    with undone_if_stopped(partial(shutil.rmtree, path, ignore_errors=True)):
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)


def _temporary_name() -> str:
    return f"treegauge-{_HOST}-{os.getpid()}-{next(_numbers)}"


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _remove_left_overs(folder: str) -> None:
    """Remove temporary files and folders of ours whose writer was killed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _TEMPORARY.fullmatch(entry.name)
            if match is not None and _is_abandoned(match, entry):
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    _remove(entry.path)


def _is_abandoned(name: re.Match[str], entry: os.DirEntry[str]) -> bool:
    if name["host"] != _HOST:
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > _OLD
    try:
        os.kill(int(name["writer"]), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False  # it exists, and belongs to somebody else
    return False
