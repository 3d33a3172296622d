"""The files of foreign programs: what they must be, where they are kept, and which are missing."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..core.data_folder import data_folder
from ..core.toml import packaged_toml
from ..core.wording import counted


@dataclass(frozen=True)
class Content:
    """What a file must be: its size in bytes, and its SHA-256 sum. `file` is the name of a Python package, whose ending
    pip goes by."""

    size: int
    sha256: str
    file: str = ""


@dataclass(frozen=True)
class ForeignProgram:
    """A program: its name with its version, its licence, and its files."""

    title: str
    licence: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class _Table:
    programs: Mapping[str, ForeignProgram]
    files: Mapping[str, Content]


@cache
def _table() -> _Table:
    return packaged_toml(__package__, "files.toml", _Table)


def foreign_program(name: str) -> ForeignProgram:
    """A program of the table."""
    return _table().programs[name]


@dataclass(frozen=True)
class ProgramFile:
    """A file of a program, by its coordinates: `group:artifact:version` of Maven, with a fourth part for a classifier,
    or `name==version` of PyPI."""

    coordinates: str

    @property
    def content(self) -> Content:
        """What it must be."""
        return _table().files[self.coordinates]

    @property
    def is_python(self) -> bool:
        """Whether it is a Python package."""
        return "==" in self.coordinates

    @property
    def name(self) -> str:
        """The name of the jar, or of the folder of a Python package, which depends on the version of Python."""
        if self.is_python:
            tag = sys.implementation.cache_tag
            return f"{self.coordinates.replace('==', '-')}-{tag}"
        _, *parts = self.coordinates.split(":")
        return f"{'-'.join(parts)}.jar"

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return data_folder() / "programs" / self.name

    @property
    def is_installed(self) -> bool:
        """Whether it is there. Its sum was checked when it was installed; what was cut short later has another size."""
        try:
            return self.path.is_dir() if self.is_python else self.path.stat().st_size == self.content.size
        except OSError:
            return False


def program_files(coordinates: Sequence[str]) -> list[ProgramFile]:
    """Files by their coordinates."""
    return [ProgramFile(part) for part in coordinates]


def missing_files(files: Sequence[ProgramFile], parser: str) -> str | None:
    """What is missing, and how to get it; None if nothing is."""
    absent = [file for file in files if not file.is_installed]
    if not absent:
        return None
    files_are = f"{counted(len(absent), 'file is', 'files are')} missing ({megabytes(absent)})"
    return f"{files_are}; install it with: treegauge parsers install {parser}"


def megabytes(files: Sequence[ProgramFile]) -> str:
    """The size of files in words."""
    total = sum(file.content.size for file in files) / 1e6
    return f"{total:,.0f} MB" if total >= 10 else f"{total:.1f} MB"
