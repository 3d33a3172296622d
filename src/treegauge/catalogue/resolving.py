"""Names of treebanks where a file is read: NAME, or NAME/PART for some of its files.

PART is a pattern (`ud-english-ewt/*-dev*`), or a word of the names of the files (`ud-english-ewt/dev`).
"""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase
from pathlib import Path

from ..core.errors import MissingFileError
from ..core.wording import nearest, on_command_line
from .entries import PublicFile, PublicTreebank, catalogue, public_treebank
from .taking import take

OWN_FOLDER = "TREEGAUGE_TREEBANKS"  # the variable that names a folder with treebanks of the user
_SHOWN = 5  # names of files in a message


def is_catalogued(name: str) -> bool:
    """Whether a name is that of a treebank of the catalogue, or of a part of one."""
    return name.partition("/")[0] in catalogue()


def treebank_files(name: str) -> list[Path]:
    """The files of a treebank of the catalogue, `NAME` or `NAME/PART`, in the order in which they are read.

    They are in the user's data folder, where `fetch_treebank` puts them, or are taken from the folder that
    TREEGAUGE_TREEBANKS names.
    """
    treebank, files = chosen(name)
    if treebank.entry.restricted or take_own(treebank, absent(treebank, files)):
        raise MissingFileError.of(name, _advice(treebank, name))
    return [treebank.path(file) for file in files]


def chosen(name: str) -> tuple[PublicTreebank, list[PublicFile]]:
    """A treebank, and those of its files that are in the part."""
    name, _, part = name.partition("/")
    treebank = public_treebank(name)
    files = [file for file in treebank.files if not part or fnmatchcase(file.name, part)]
    files = files or [file for file in treebank.files if part in re.split(r"[\W_]+", file.name)]
    if not files and not treebank.entry.restricted:
        names = ", ".join(file.name for file in treebank.files[:_SHOWN])
        more = f" and {len(treebank.files) - _SHOWN} more" if len(treebank.files) > _SHOWN else ""
        raise MissingFileError.of(f"{name}/{part}", f"; the treebank {name} has {names}{more}")
    return treebank, files


def absent(treebank: PublicTreebank, files: list[PublicFile]) -> list[PublicFile]:
    """The files that are not in the data folder."""
    return [file for file in files if not treebank.has(file)]


def take_own(treebank: PublicTreebank, files: list[PublicFile]) -> list[PublicFile]:
    """Take files from the folder that the user has named for all calls; return those that are not there."""
    own = os.environ.get(OWN_FOLDER)
    return take(treebank, files, Path(own)) if own and files else files


def advice_for(name: str) -> str:
    """What else a name that is not a file may be meant as: a treebank with a similar name."""
    return nearest(name, catalogue()) if "." not in name else ""


def _advice(treebank: PublicTreebank, name: str) -> str:
    if treebank.entry.restricted:
        return f"; the treebank {treebank.entry.title} may not be distributed: get it from {treebank.entry.home}"
    call = f"treegauge treebanks fetch {name}" if on_command_line() else f'treegauge.fetch_treebank("{name}")'
    return f"; get the treebank of this name with: {call}"
