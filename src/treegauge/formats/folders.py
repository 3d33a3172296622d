"""Folders of treebanks: their files by name. An archive is a folder too."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath

from ..core.compressed import COMPRESSED
from ..core.errors import CallError
from ..core.limits import Allowance
from .api import claimed_format
from .sources import TARS, Source, is_archive, sources_of_file


def is_folder(path: str) -> bool:
    """Whether a path is a directory or an archive."""
    return os.path.isdir(path) or (is_archive(path) and os.path.isfile(path))


def treebank_name(path: str) -> str:
    """The name of a treebank, from that of its file: `gold/bg_btb.conllu.xz` is `bg_btb`."""
    folder, base = os.path.split(path)
    for suffix in COMPRESSED if not is_archive(base) else sorted(TARS, key=len, reverse=True):
        base = base[: -len(suffix)] if base.lower().endswith(suffix) else base
    ending = PurePath(base).suffix
    base = base.removesuffix("" if ending[1:].isdigit() else ending)  # tiger_2.2 is a name
    return f"{folder}/{base}" if folder else base


def files_in(folder: str) -> dict[str, Source]:
    """The files of a directory, also of its folders, or the members of an archive, by their paths in it; nothing is
    loaded, apart from an archive. Archives in a directory are not among them."""
    allowance = Allowance()
    if not os.path.isdir(folder):
        members = {source.name.removeprefix(f"{folder}:"): source for source in sources_of_file(folder, allowance)}
        return {path: source for path, source in members.items() if not is_hidden(path)}
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file() and not is_archive(path.name))
    relative = {str(path.relative_to(folder)): path for path in paths}
    return {
        name: source
        for name, path in relative.items()
        if not is_hidden(name)
        for source in sources_of_file(str(path), allowance)
    }


def folders_in(folder: str) -> dict[str, str]:
    """The directories and archives in a directory, by name."""
    paths = sorted(entry.path for entry in os.scandir(folder) if not is_hidden(entry.name) and is_folder(entry.path))
    return {
        treebank_name(os.path.basename(path)) if is_archive(path) else os.path.basename(path): path for path in paths
    }


def is_hidden(path: str) -> bool:
    """Whether a file or one of its folders has a name that begins with a dot."""
    return any(part.startswith(".") for part in PurePath(path).parts)


def have_own_names(paths: Iterable[str]) -> bool:
    """Whether files of different folders have different names, so that the names alone are enough."""
    names = Counter(os.path.basename(name) for name in {treebank_name(path) for path in paths})
    return max(names.values(), default=1) == 1


def by_name(files: Mapping[str, Source], *, with_folders: bool = False) -> dict[str, Source]:
    """Files by the names of their treebanks, with the folders that they are in or without. Of two files with one name,
    the treebank is the one whose ending is that of a format: en.conllu, not en.txt."""
    groups: dict[str, list[str]] = {}
    for path in files:
        groups.setdefault(treebank_name(path if with_folders else os.path.basename(path)), []).append(path)
    return {name: files[_treebank_of(paths)] for name, paths in groups.items()}


def _treebank_of(paths: Sequence[str]) -> str:
    claimed = [path for path in paths if claimed_format(path)] if len(paths) > 1 else []
    if len(claimed) > 1:
        listed = " and ".join(claimed)
        raise CallError(f"{listed} have the same name, so it is unclear which one is the treebank; move one of them")
    return (claimed or list(paths))[0]
