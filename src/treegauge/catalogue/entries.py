"""The catalogue: an entry for each treebank, and the list of its files.

catalogue.toml    what people write: title, licence, citations, where it is published, known faults
files/NAME.toml   what tools/list_treebanks.py writes: each file with its size and its sum
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Literal
from urllib.parse import quote

from ..core.data_folder import data_folder
from ..core.errors import UnknownNameError
from ..core.shapes import Place
from ..core.toml import read_toml
from ..core.wording import nearest
from .sums import is_sum

FILES = "files"
PUBLIC = "https://raw.githubusercontent.com"  # a mirror has the same paths: OWNER/NAME/COMMIT/PATH
LARGEST = 100 << 20  # bytes; GitHub has no larger files
_ROOT: Traversable = files(__package__)
_NAME = re.compile(r"[^/\\:\0]+")

CataloguedKind = Literal["constituency", "dependency", "both"]


@dataclass(frozen=True)
class Entry:
    """What the catalogue says of a treebank. One that is `restricted` is only named, with the place to get it from.

    files     which files of the repository, or of the archive in it: a path whose last part may be a pattern
    archive   the path of a zip or tar in the repository that has the files
    """

    title: str
    language: str
    kind: CataloguedKind
    format: str
    licence: str
    cite: tuple[str, ...]
    home: str
    repository: str = ""
    commit: str = ""
    archive: str = ""
    files: str = ""
    preparation: str = ""
    faults: tuple[str, ...] = ()
    restricted: bool = False
    name: str = ""


@dataclass(frozen=True)
class PublicFile:
    """A file of a treebank, or the archive that it is in: the name, the size in bytes (0: not known), and the sum."""

    name: str
    size: int
    sum: str
    place: str  # the path below PUBLIC or a mirror; empty for a member of an archive

    @property
    def most(self) -> int:
        """The largest size that it can have."""
        return self.size or LARGEST


@dataclass(frozen=True)
class PublicTreebank:
    """A treebank with its files, in the order in which they are read."""

    entry: Entry
    files: tuple[PublicFile, ...]
    archive: PublicFile | None = None

    @property
    def folder(self) -> Path:
        """Where its files are kept. Another commit has another folder, as it is another treebank."""
        return data_folder() / "treebanks" / f"{self.entry.name}-{self.entry.commit[:8]}"

    def path(self, file: PublicFile) -> Path:
        """Where a file is kept."""
        return self.folder / file.name

    def has(self, file: PublicFile) -> bool:
        """Whether a file is there. Its sum was checked when it was put there; what was cut short has another size."""
        try:
            size = self.path(file).stat().st_size
        except OSError:
            return False
        return file.size in (0, size)

    @property
    def missing(self) -> list[PublicFile]:
        """The files that are not there."""
        return [file for file in self.files if not self.has(file)]

    @property
    def size(self) -> int:
        """The bytes of all files whose size is known."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True)
class _Catalogue:
    citations: Mapping[str, str]
    treebanks: Mapping[str, Entry]


@dataclass(frozen=True)
class _Listing:
    commit: str
    files: Mapping[str, tuple[int, str]]
    archive: tuple[int, str] | None = None


@cache
def _catalogue() -> _Catalogue:
    return read_toml(_ROOT / "catalogue.toml", _Catalogue, "catalogue.toml")


@cache
def catalogue() -> dict[str, Entry]:
    """All entries, by name."""
    table = Place("catalogue.toml").below("treebanks")
    return {name: _checked(name, entry, table.below(name)) for name, entry in _catalogue().treebanks.items()}


def _checked(name: str, entry: Entry, place: Place) -> Entry:
    """An entry with its name. Names and commits are parts of paths."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise place.error("must be the name of a treebank: small letters, digits and hyphens")
    if not entry.restricted and not re.fullmatch(r"[0-9a-f]{40}", entry.commit):
        raise place.below("commit").error("must be a commit, with 40 digits")
    if not entry.restricted and not re.fullmatch(r"[\w.-]+/[\w.-]+", entry.repository):
        raise place.below("repository").error("must be OWNER/NAME")
    return replace(entry, name=name)


def citations(entry: Entry) -> list[str]:
    """How to cite a treebank."""
    return [_catalogue().citations[key] for key in entry.cite]


def find_entry(name: str) -> Entry:
    """An entry by its name, without a part."""
    entry = catalogue().get(name)
    if entry is None:
        raise UnknownNameError(f"unknown treebank '{name}'{nearest(name, catalogue())}; see treegauge treebanks")
    return entry


@cache
def public_treebank(name: str) -> PublicTreebank:
    """A treebank with its files; one that is restricted has none."""
    entry = find_entry(name)
    if entry.restricted:
        return PublicTreebank(entry, ())
    where = f"{FILES}/{name}.toml"
    listing = read_toml(_ROOT / FILES / f"{name}.toml", _Listing, where)
    archive = listing.archive and PublicFile(
        PurePosixPath(entry.archive).name, *listing.archive, _place(entry, entry.archive)
    )
    return PublicTreebank(entry, tuple(_files(entry, listing, Place(where))), archive)


def _files(entry: Entry, listing: _Listing, place: Place) -> Iterator[PublicFile]:
    """The files of a list, whose names are names and nothing else: they decide where something is written."""
    parent = PurePosixPath(entry.files).parent
    for name, (size, sum) in listing.files.items():
        here = place.below("files").below(name)
        if not _NAME.fullmatch(name) or name.startswith("."):
            raise here.error("must be the name of a file, without folders")
        if not is_sum(sum) or size < 0:
            raise here.error("must be a size and a sum")
        yield PublicFile(name, size, sum, "" if entry.archive else _place(entry, str(parent / name)))


def _place(entry: Entry, path: str) -> str:
    return quote(f"{entry.repository}/{entry.commit}/{path}")
