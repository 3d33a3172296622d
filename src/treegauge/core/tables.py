"""Read tables in TOML and other text files: those of this package, of plug-ins and of the user."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from .errors import DataError, cannot_read

Table = TypeVar("Table")
TableSource = str | Path | Traversable  # the text of a table, or its file


def table_text(source: TableSource) -> str:
    """The text of a table."""
    return source if isinstance(source, str) else source.read_text("utf-8")


def parse_toml(source: TableSource | Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """Parse a table from TOML text or from a file; `where` begins the message of an error."""
    if isinstance(source, Mapping):
        return source
    try:
        return tomllib.loads(table_text(source))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{where}: {error}") from None


def existing(file: str) -> Path:
    """A file of the user, which must exist."""
    try:
        Path(file).open("rb").close()
    except OSError as error:
        raise cannot_read(file, error) from None
    return Path(file)


def packaged(
    package: str, folder: str, ending: str, read: Callable[[str, str], Table]
) -> dict[str, Callable[[], Table]]:
    """The tables in a folder of a package, by name, for a registry: each is read from its text when it is needed."""
    tables = sorted(files(package).joinpath(folder).iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(ending): partial(_load, read, file) for file in tables if file.name.endswith(ending)}


def _load(read: Callable[[str, str], Table], file: Traversable) -> Table:
    return read(file.name.rpartition(".")[0], file.read_text("utf-8"))
