"""A limit on the size of the input when it is unpacked: a small compressed file can have more than fits in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO

from .errors import CallError, DataError
from .wording import option

MAX_SIZE = "16GB"
_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_MOST_AFTER_END = 16  # one is usual
_CHUNK = 1 << 24

_LIMIT: ContextVar[int | None] = ContextVar("limit", default=None)


def parse_size(size: str | int) -> int:
    """A number of bytes: 500MB, 16GB, or a number."""
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,6})?) ?([KMGT]?B?)", str(size).strip().upper())
    if match is None or float(match[1]) <= 0:
        raise CallError(f"a size is a number with KB, MB, GB or TB, such as {MAX_SIZE}, not '{size}'")
    unit = match[2] if match[2] in _UNITS else f"{match[2]}B"
    return int(float(match[1]) * _UNITS[unit])


def size_in_words(size: int) -> str:
    """A number of bytes as `parse_size` reads it."""
    unit = next((name for name in ("TB", "GB", "MB", "KB") if size >= _UNITS[name]), "B")
    return f"{size / _UNITS[unit]:.4g} {unit}"


@contextmanager
def max_size(size: str | int | None) -> Iterator[None]:
    """Limit what is read inside this context, unless `read` is given a limit; None: as outside."""
    token = _LIMIT.set(_LIMIT.get() if size is None else parse_size(size))
    try:
        yield
    finally:
        _LIMIT.reset(token)


class Allowance:
    """How much may still be read of one input: a file, or all files of a folder or an archive."""

    def __init__(self, size: str | int | None = None) -> None:
        limit = _LIMIT.get() if size is None else parse_size(size)
        self.limit = parse_size(MAX_SIZE) if limit is None else limit
        self.used = 0

    def use(self, size: int, name: str) -> None:
        """Count bytes that were unpacked, or are about to be read; too many are an error."""
        self.used += size
        if self.used > self.limit:
            raise DataError(
                f"{name}: the input has more than {size_in_words(self.limit)} (unpacked), which is the limit;"
                f" raise it with {option('max_size', size_in_words(2 * self.limit).replace(' ', ''))}"
                " if the file is meant to be that large"
            )

    def read(self, file: IO[bytes], name: str) -> bytes:
        """All bytes of an open file, counted while they are unpacked."""
        pieces: list[bytes] = []
        while piece := file.read(_CHUNK):
            self.use(len(piece), name)
            pieces.append(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)


class Counted:
    """A file to be unpacked by somebody else, whose bytes are counted. Reading on and on after the end is an error: the
    size of a damaged member can be so large that skipping it would take years."""

    def __init__(self, file: IO[bytes], name: str, allowance: Allowance) -> None:
        self.file, self.name, self.allowance = file, name, allowance
        self.read_after_end = 0

    def read(self, size: int) -> bytes:
        data = self.file.read(size)
        self.read_after_end = 0 if data else self.read_after_end + 1
        if self.read_after_end > _MOST_AFTER_END:
            raise EOFError("a member is longer than the file")
        self.allowance.use(len(data), self.name)
        return data
