"""Which file of one annotator is which of another: by name, whatever part of it is the name of the annotator."""

from __future__ import annotations

import os
import re
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
    folder = os.path.commonpath([os.path.dirname(file) for file in files]) if files else ""
    return {file: os.path.relpath(file, folder or None) if folder else file for file in files}


def _without_folder(files: Sequence[str]) -> dict[str, str]:
    """`ssd.anna/101-ssd.anna.tree` is `101-.tree`."""
    folder = os.path.basename(os.path.commonpath([os.path.dirname(file) for file in files])) if files else ""
    return {file: name.replace(folder, "") if folder else name for file, name in _relative(files).items()}


def _without_affixes(files: Sequence[str]) -> dict[str, str]:
    """Without what all files have at the beginning and at the end, up to a character that is not a letter or digit."""
    names = _relative(files)
    first = re.match(r"(?:.*[^\w]|.*_)?", os.path.commonprefix(list(names.values())))
    last = re.match(r"(?:.*[^\w]|.*_)?", os.path.commonprefix([name[::-1] for name in names.values()]))
    begin, end = first.end() if first else 0, last.end() if last else 0
    return {file: name[begin : max(len(name) - end, begin)] for file, name in names.items()}
