"""The studies of the five papers, one file each, and those of our own: the atlas of all treebanks and others."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from ...core.errors import UnknownNameError
from ...core.wording import nearest, shown
from ..running.study_file import StudyFile, read_study


def paper_names() -> list[str]:
    """The names of the studies."""
    return sorted(
        file.name.removesuffix(".toml") for file in files(__package__).iterdir() if file.name.endswith(".toml")
    )


def paper_study(paper: str, *, bundled: bool = False) -> StudyFile:
    """The study of a paper. `bundled`: of the bundled treebanks alone, in seconds."""
    names = paper_names()
    if paper not in names:
        raise UnknownNameError(f"unknown paper {shown(paper)}{nearest(paper, names) or '; known: ' + ', '.join(names)}")
    with as_file(files(__package__).joinpath(f"{paper}.toml")) as path:
        return read_study(Path(path), bundled=bundled)
