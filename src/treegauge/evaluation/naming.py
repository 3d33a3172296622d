"""Names of systems: as the user gives them, or those of their files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ..core.errors import CallError, DataError
from ..core.types import PathLike
from ..formats.api import split_name


def names_of_files(paths: Iterable[PathLike]) -> list[str]:
    """The names of files without the folders that all have in common, each different."""
    from os.path import commonpath, dirname, isabs, relpath

    files = [os.fspath(path) for path in paths]
    folders = {dirname(path) for path in files}
    shared = all(folders) and len({isabs(folder) for folder in folders}) == 1
    names = [relpath(path, commonpath(folders)) if shared else path for path in files]
    return [name if names.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(names, 1)]


def named_files(arguments: Iterable[str]) -> dict[str, str]:
    """Files by the names of their systems: `full=full.mrg` has the name `full`, other files are named after themselves.
    A file whose own name has an equals sign is that file."""
    pairs = [_split(argument) for argument in arguments]
    unnamed = iter(names_of_files(file for name, file in pairs if name is None))
    files: dict[str, str] = {}
    for given, file in pairs:
        name = next(unnamed) if given is None else given
        if name in files:
            raise CallError(f"two systems have the name '{name}'; give each a name of its own: NAME=FILE")
        files[name] = file
    return files


def _split(argument: str) -> tuple[str | None, str]:
    name, sign, file = argument.partition("=")
    if not sign or not name or _is_there(argument) or _is_there(split_name(argument)[0]):
        return None, argument
    if not file:
        raise CallError(f"'{argument}' names no file; write NAME=FILE, such as full=full.mrg")
    return name, file


def _is_there(path: str) -> bool:
    try:
        return os.path.exists(path) or bool(glob.glob(path))
    except ValueError:  # a null byte
        return False


@contextmanager
def naming_the_system(name: str, systems: int) -> Iterator[None]:
    """An error in the trees of one of several systems begins with its name."""
    try:
        yield
    except DataError as error:
        if systems == 1:
            raise
        raise DataError(f"{name}: {error}") from error
