"""Take files of the catalogue from a folder of the user, in whatever form they are there: as they are, compressed, in
an archive, or all of a treebank in one file, one after the other.

Only contents count, by their sums. What is likely by its name is looked at first, so that a large folder is searched to
the end only for what is not in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from ..core.compressed import COMPRESSED, open_binary
from ..core.contents import DAMAGE, members
from ..core.errors import CallError, MissingExtraError, MissingFileError
from ..core.outputs import create_binary
from .entries import PublicFile, PublicTreebank
from .sums import has_sum

_LINE_ENDS = 3  # per file: how many line ends may be added or missing where files were joined


def take(treebank: PublicTreebank, wanted: Sequence[PublicFile], source: Path) -> list[PublicFile]:
    """Copy files from a folder, an archive or a file to where the treebank is kept; return those that are not there."""
    left = list(wanted)
    for content in _contents(treebank, source, _Sizes(treebank, wanted)):
        for file, data in _recognised(content, treebank, left):
            keep_content(treebank, file, data)
            left.remove(file)
        if not left:
            break
    return left


def keep_content(treebank: PublicTreebank, file: PublicFile, content: bytes) -> None:
    """Write a file where the treebank is kept; it appears there only when it is complete."""
    path = treebank.path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"cannot write '{error.filename or path}': {error.strerror}") from None
    with create_binary(str(path)) as target:
        target.write(content)


class _Sizes:
    """Which sizes a content can have: that of one file, or about that of all files of the treebank together."""

    def __init__(self, treebank: PublicTreebank, wanted: Sequence[PublicFile]) -> None:
        self._of_files = {file.size for file in wanted}
        self._whole, self._more = treebank.size, _LINE_ENDS * len(treebank.files)
        self.most = max(self._whole + self._more, *(file.most for file in wanted))

    def fit(self, size: int) -> bool:
        """Whether a content of this size can be one."""
        of_unknown_size = 0 in self._of_files and size <= self.most
        return size in self._of_files or abs(size - self._whole) <= self._more or of_unknown_size


def _contents(treebank: PublicTreebank, source: Path, sizes: _Sizes) -> Iterator[bytes]:
    """The contents of fitting sizes, the likely ones first. What cannot be read is passed over: it may be anything."""
    for path in _likely_first(treebank, source):
        try:
            for file in _opened(path, sizes):
                content = _read(file, sizes.most)
                if sizes.fit(len(content)):
                    yield content
        except (*DAMAGE, MissingExtraError):
            continue


def _opened(path: Path, sizes: _Sizes) -> Iterator[IO[bytes]]:
    if sizes.fit(path.stat().st_size):
        with path.open("rb") as file:
            yield file
    if path.name.lower().endswith(COMPRESSED) and ".tar." not in path.name.lower():
        with open_binary(str(path)) as file:
            yield file
    else:
        yield from members(path, sizes.fit)


def _read(file: IO[bytes], most: int) -> bytes:
    """A content, or something too long to be one: a small compressed file can be very large."""
    return file.read(most + 1)


def _likely_first(treebank: PublicTreebank, source: Path) -> list[Path]:
    if not source.exists():
        raise MissingFileError.of(str(source))
    if not source.is_dir():
        return [source]
    words = {*treebank.entry.name.split("-"), *_words(treebank.files[0].name)}
    paths = sorted(path for path in source.rglob("*") if path.is_file())
    return sorted(paths, key=lambda path: -len(words & _words(str(path.relative_to(source)))))


def _words(name: str) -> set[str]:
    return set(re.split(r"[\W_]+", name.lower()))


def _recognised(
    content: bytes, treebank: PublicTreebank, wanted: Sequence[PublicFile]
) -> list[tuple[PublicFile, bytes]]:
    """The files that a content is: one (or several that are the same), or all of the treebank."""
    equal = [file for file in wanted if file.size in (0, len(content)) and has_sum(content, file.sum)]
    if equal or len(treebank.files) == 1:
        return [(file, content) for file in equal]
    return [pair for pair in _cut(content, treebank.files) if pair[0] in wanted]


def _cut(content: bytes, files: Sequence[PublicFile]) -> list[tuple[PublicFile, bytes]]:
    """Files that were joined: each is found by its size and its sum; nothing if one is not there."""
    pieces: list[tuple[PublicFile, bytes]] = []
    begin = 0
    for file in files:
        fitting = (pair for pair in _pieces(content, begin, file.size) if has_sum(pair[1], file.sum))
        at, piece = next(fitting, (-1, b""))
        if at < 0:
            return []
        pieces.append((file, piece))
        begin = at + len(piece.rstrip(b"\r\n"))
    return pieces


def _pieces(content: bytes, begin: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The content of a file of some size, after some line ends, and if line ends at its end were removed."""
    for at in range(begin, begin + 2 * _LINE_ENDS + 1):
        for missing in range(min(_LINE_ENDS, size) + 1):
            end = at + size - missing
            if end <= len(content):
                yield at, content[at:end] + b"\n" * missing
        if content[at : at + 1] not in (b"\n", b"\r"):
            return
