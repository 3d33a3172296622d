"""Which file of one annotator is which of another: by name, whatever part of it is the name of the annotator."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Callable, Sequence

Renaming = Callable[[Sequence[str]], dict[str, str]]


def common_names(folders: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """The name of each file of each annotator, without folders and without the name of the annotator: `101.tree` and
    `101.tree`; `a/101-a.tree` and `b/101-b.tree`; `101-anna.tree` and `101-berit.tree`. The first way that gives the
    annotators most names in common is taken."""
    ways: tuple[Renaming, ...] = (_relative, _without_folder, _without_affixes)
    named = [[way(files) for files in folders] for way in ways]
    return max(named, key=_shared)


def _shared(named: Sequence[dict[str, str]]) -> int:
    if any(len(set(names.values())) < len(names) for names in named):
        return -1
    times = Counter(name for names in named for name in names.values())
    return sum(number > 1 for number in times.values())


def _relative(files: Sequence[str]) -> dict[str, str]:
    folder = _folder(files)
    return {file: os.path.relpath(file, folder) if folder else file for file in files}


def _folder(files: Sequence[str]) -> str:
    """The folder that all files are in, or nothing."""
    folders = [os.path.dirname(file) for file in files]
    try:
        return os.path.commonpath(folders)
    except ValueError:  # there are no files, or only some paths are absolute
        return ""


def _without_folder(files: Sequence[str]) -> dict[str, str]:
    """`ssd.anna/101-ssd.anna.tree` is `101-.tree`."""
    folder = os.path.basename(_folder(files))
    return {file: name.replace(folder, "") if folder else name for file, name in _relative(files).items()}


def _without_affixes(files: Sequence[str]) -> dict[str, str]:
    """Without what all files have at the beginning and at the end, up to a character that is not a letter or digit."""
    names = _relative(files)
    begin = _shared_length(list(names.values()))
    end = _shared_length([name[::-1] for name in names.values()])
    return {file: name[begin : max(len(name) - end, begin)] for file, name in names.items()}


def _shared_length(names: Sequence[str]) -> int:
    """How many characters all names begin with, up to the last that is not a letter or digit."""
    letters = zip(min(names, default=""), max(names, default=""), strict=False)
    shared = list(itertools.takewhile(lambda pair: pair[0] == pair[1], letters))
    ends = [place for place, (letter, _) in enumerate(shared, 1) if not letter.isalnum()]
    return max(ends, default=0)
