"""Find the files to read from what a user names: a file, a compressed file, a tar, a directory, a glob, `-`, an address
of storage elsewhere, or a treebank of the catalogue."""

from __future__ import annotations

import glob
import gzip
import io
import lzma
import os
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePath
from typing import IO, Any

from ..core.compressed import COMPRESSED, open_binary, opener
from ..core.errors import CallError, FormatError, MissingFileError, Reject, UnreadableTreesError
from ..core.limits import Allowance, Counted
from .remote import is_address, remote_files

OpenFile = Callable[[], IO[bytes]]
TARS = (".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz", ".tar.zst")


@dataclass(frozen=True)
class Source:
    """One file: its name in messages, a function that loads its bytes, and its format where that is known."""

    name: str
    load: Callable[[], bytes]
    format: str | None = None


def find_sources(path: str | os.PathLike[str], allowance: Allowance | None = None) -> list[Source]:
    """All files that a path refers to, in the order of their names. What is loaded is counted in `allowance`."""
    name, allowed = os.fspath(path), allowance or Allowance()
    if name == "-":
        return [Source("<stdin>", lambda: allowed.read(sys.stdin.buffer, "<stdin>"))]
    if is_address(name):
        return [source for file, opens in remote_files(name) for source in sources_of_file(file, allowed, opens)]
    if os.path.isdir(name):
        paths = sorted(str(p) for p in Path(name).rglob("*") if p.is_file() and not p.name.startswith("."))
        return [source for file in paths for source in sources_of_file(file, allowed)]
    if os.path.exists(name):
        return sources_of_file(name, allowed)
    matches = sorted(match for match in glob.glob(name, recursive=True) if os.path.isfile(match))
    if not matches:
        return _of_catalogue(name, allowed)
    return [source for file in matches for source in sources_of_file(file, allowed)]


def _of_catalogue(name: str, allowance: Allowance) -> list[Source]:
    """The files of a public treebank, by its name."""
    from ..catalogue.resolving import advice_for, chosen, is_catalogued, treebank_files

    if not is_catalogued(name):
        raise MissingFileError.of(name, advice_for(name))
    format = chosen(name)[0].entry.format
    paths = treebank_files(name)
    return [replace(source, format=format) for path in paths for source in sources_of_file(str(path), allowance)]


def load_one(path: str | os.PathLike[str], kind: str) -> tuple[bytes, str]:
    """The content of the one file that a path refers to, and its name; several files are an error."""
    sources = find_sources(path)
    if len(sources) != 1:
        raise CallError(f"'{os.fspath(path)}' is {len(sources)} files; name the one file of the {kind}")
    return sources[0].load(), sources[0].name


def sources_of_file(name: str, allowance: Allowance, opens: OpenFile | None = None) -> list[Source]:
    """The file itself, or the members of an archive.

    opens  opens the file, decompressed; by its name, if not given
    """
    if is_archive(name):
        return list(_of_tar(name, allowance, opens or partial(open_binary, name)))
    return [Source(name, lambda: _guarded(name, lambda: _read(name, allowance, opens)))]


def _read(name: str, allowance: Allowance, opens: OpenFile | None) -> bytes:
    with open_binary(name) if opens is None else opens() as file:
        if opens is not None or name.lower().endswith(COMPRESSED) or not os.path.isfile(name):
            return allowance.read(file, name)
        allowance.use(os.path.getsize(name), name)
        return file.read()


def _of_tar(name: str, allowance: Allowance, opens: OpenFile) -> Iterator[Source]:
    members: list[tuple[str, bytes]] = []

    def load() -> bytes:
        with opens() as file:
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
        with opener(PurePath(name).suffix.lower())(io.BytesIO(data)) as file:
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


def bare_name(name: str) -> str:
    """A file's name in lower case without its directory and without a compression suffix."""
    base = PurePath(name).name.lower()
    for suffix in COMPRESSED:
        base = base.removesuffix(suffix)
    return base


def is_archive(name: str) -> bool:
    """Whether a file is a tar, by its name."""
    return name.lower().endswith(TARS)
