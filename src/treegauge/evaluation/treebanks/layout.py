"""Which files are the same treebank: folders whose files have the same names, or one folder per treebank.

gold/bg.conllu  a/bg.conllu  b/bg.conllu         one folder per system
gold/bg.conllu  systems/a/bg.conllu ...          the folders of the systems in one folder
gold/bg.conllu  systems/bg.tar/a.conllu ...      one folder or archive per treebank, with one file per system
systems/bg.tar/gold.conllu  .../a.conllu ...     the same, with the gold trees in it
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ...core.errors import CallError, DataError
from ...core.remarks import remark
from ...core.types import PathLike
from ...core.wording import counted
from ...formats.api import split_name
from ...formats.folders import by_name, files_in, folders_in, have_own_names, is_folder
from ...formats.sources import Source
from ...treebank import Treebank

TreesSource = Source | Treebank | PathLike  # what one treebank of one system is read from
GOLD = "gold"  # the name of the gold trees among the files of systems
_SHOWN = 8  # names in a remark


@dataclass(frozen=True, eq=False)
class TreebankFiles:
    """One treebank: its gold trees and the output of each system that has any."""

    name: str
    gold: TreesSource | None
    tests: Mapping[str, TreesSource]


@dataclass(frozen=True, eq=False)
class Collection:
    """Treebanks that are opened one after the other: an archive is loaded when it is its turn.

    systems       those that are known before anything is opened
    gold_format   if it is given: `gold:conllu`
    test_formats  the same for each system, and for all others under an empty name
    """

    open: Mapping[str, Callable[[], TreebankFiles]]
    systems: tuple[str, ...] = ()
    gold_format: str | None = None
    test_formats: Mapping[str, str | None] = field(default_factory=dict)

    def format_of(self, system: str) -> str | None:
        """The format that is given for the files of a system."""
        return self.test_formats.get(system, self.test_formats.get(""))


def find_collection(gold: Any, tests: Mapping[str, Any], *, nested: bool = False) -> Collection | None:
    """The treebanks in folders, or in mappings by name; None if the arguments are not such. With `nested`, a single
    folder of systems or of treebanks is looked into, and no folder at all means that the gold trees are in it."""
    if isinstance(gold, Mapping) or any(isinstance(test, Mapping) for test in tests.values()):
        return _of_mappings(gold, tests)
    if not all(isinstance(side, (str, os.PathLike)) for side in (gold, *tests.values())):
        return None
    root, gold_format = split_name(os.fspath(gold))
    named = {name: split_name(os.fspath(path)) for name, path in tests.items()}
    paths, formats = ({name: pair[side] for name, pair in named.items()} for side in (0, 1))
    if not os.path.isdir(root) or not all(path and is_folder(path) for path in paths.values()):
        return None
    if nested and len(paths) < 2:
        (single,) = paths.values() or [None]
        collection = _nested(root, single)
        formats = {"": next(iter(formats.values()), gold_format)}
    else:
        collection = _one_folder_per_system(root, {name: path or "" for name, path in paths.items()})
    return collection and replace(collection, gold_format=gold_format, test_formats=formats)


def _of_mappings(gold: Any, tests: Mapping[str, Any]) -> Collection:
    if not isinstance(gold, Mapping) or not all(isinstance(test, Mapping) for test in tests.values()):
        raise CallError("several treebanks need names on both sides: mappings from names to treebanks or paths")
    _report_without_gold(tests, gold)
    return Collection({name: partial(_row, name, gold, tests) for name in gold}, tuple(tests))


def _row(name: str, gold: Mapping[str, TreesSource], tests: Mapping[str, Mapping[str, TreesSource]]) -> TreebankFiles:
    return TreebankFiles(
        name, gold.get(name), {system: files[name] for system, files in tests.items() if name in files}
    )


def _one_folder_per_system(root: str, paths: Mapping[str, str]) -> Collection | None:
    """Files that have the same name in the folder of gold and in those of the systems."""
    gold_files, test_files = files_in(root), {name: files_in(path) for name, path in paths.items()}
    whole = not all(map(have_own_names, (gold_files, *test_files.values())))
    gold = by_name(gold_files, with_folders=whole)
    tests = {name: by_name(files, with_folders=whole) for name, files in test_files.items()}
    unpaired = [name for name, files in tests.items() if not files.keys() & gold.keys()]
    if len(unpaired) == len(tests):
        folders = listed_names(list(paths.values()))
        remark(f"no file has the same name in {root} and in {folders}; each folder is read as one treebank")
        return None
    for name in unpaired:
        names = listed_names(sorted(gold))
        raise DataError(f"{paths[name]}: no file has the name of one in {root} ({names}); give them the same names")
    _report_without_gold(tests, gold)
    return Collection({name: partial(_row, name, gold, tests) for name in sorted(gold)}, tuple(tests))


def _nested(root: str, systems: str | None) -> Collection | None:
    """One folder with all systems: folders of systems, or folders and archives of treebanks."""
    folders = folders_in(root if systems is None else systems) if systems is None or os.path.isdir(systems) else {}
    if not folders:
        return None
    if systems is None and GOLD in folders:
        return _one_folder_per_system(folders.pop(GOLD), folders)
    gold = {} if systems is None else _gold_files(root)
    if not folders.keys() & gold.keys() and any(_names(folder) & gold.keys() for folder in folders.values()):
        return _one_folder_per_system(root, folders)
    return Collection(
        {name: partial(_open, name, gold, folders.get(name)) for name in sorted(gold.keys() | folders.keys())}
    )


def _gold_files(root: str) -> dict[str, Source]:
    files = files_in(root)
    return by_name(files, with_folders=not have_own_names(files))


def _names(folder: str) -> set[str]:
    """The names of the files in a directory; archives are not opened for that."""
    return set(by_name(files_in(folder))) if os.path.isdir(folder) else set()


def _open(name: str, gold: Mapping[str, Source], folder: str | None) -> TreebankFiles:
    """The files of one treebank, and the gold trees that are among them if there are no others."""
    files = files_in(folder) if folder else {}
    members: dict[str, TreesSource] = dict(by_name(files, with_folders=not have_own_names(files)))
    own = members.pop(GOLD, None)
    return TreebankFiles(name, gold.get(name, own), members)


class SystemTreebanks(dict[str, Treebank]):
    """The output of a system by treebank, with the name of the system."""

    def __init__(self, system: str) -> None:
        super().__init__()
        self.system = system


def read_collection(
    collection: Collection, read: Callable[[Source, str | None, bool], Treebank | None], *, skip: bool = False
) -> tuple[dict[str, Treebank | None], dict[str, SystemTreebanks]]:
    """All trees at once, read by a function that gets the file, its format and whether it must be a treebank: gold by
    treebank, None if its file has no trees, and each system by treebank. With `skip`, a file that cannot be read is
    reported and is missing; without, the error names the treebank and the system."""
    gold: dict[str, Treebank | None] = {}
    tests = {system: SystemTreebanks(system) for system in collection.systems}
    for name, opened in collection.open.items():
        files = _opened(name, opened, skip)
        for system, source in [("", files.gold), *files.tests.items()]:
            format = collection.format_of(system) if system else collection.gold_format
            trees = None
            if isinstance(source, Source):
                with naming_the_output(name, system, collection, skip):
                    trees = read(source, format, bool(system))
            if system:
                tests.setdefault(system, SystemTreebanks(system))
            if not system and (trees is not None or files.tests):
                gold[name] = trees
            elif trees is not None:
                tests[system][name] = trees
    return gold, tests


def _opened(name: str, open_files: Callable[[], TreebankFiles], skip: bool) -> TreebankFiles:
    """The files of a treebank; with `skip`, none if its archive cannot be read, which is reported."""
    try:
        return open_files()
    except DataError as error:
        if not skip:
            raise
        remark(f"{name}: {error}; left out")
    return TreebankFiles(name, None, {})


@contextmanager
def naming_the_output(treebank: str, system: str, collection: Collection, skip: bool = False) -> Iterator[None]:
    """An error in the output of a system for a treebank begins with the names of both, or, if there is one system only,
    with that of the treebank. With `skip` it is reported, and the output is missing. Gold has no system (an empty
    name), and its errors begin with its file."""
    try:
        yield
    except DataError as error:
        names = f"{treebank}, {system}" if len(collection.systems) != 1 else treebank
        if skip:
            remark(f"{names}: cannot be read and counts as missing: {error}" if system else str(error))
        elif system:
            raise DataError(f"{names}: {error}") from error
        else:
            raise


def _report_without_gold(tests: Mapping[str, Any], gold: Mapping[str, Any]) -> None:
    for system, files in tests.items():
        extra = [name for name in files if name not in gold]
        if extra:
            without = counted(len(extra), "file has no gold treebank", "files have no gold treebank")
            remark(f"{system}: {without} of that name: {listed_names(extra)}")


def listed_names(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
