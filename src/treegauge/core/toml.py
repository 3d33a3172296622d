"""The one reader of TOML: tables of this package, of plug-ins and of the user, each checked against its shape."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from .errors import DataError
from .shapes import Place, Shape, shaped
from .tables import TableSource, table_text
from .wording import unreadable_value


def read_toml(source: TableSource | Mapping[str, Any], shape: type[Shape], where: str) -> Shape:
    """A table from TOML text or a file, checked against its shape; errors begin with the file or, for a text, with
    `where` (`head rules 'penn'`)."""
    place = table_place(source, where)
    return shaped(source if isinstance(source, Mapping) else _parsed(source, place.source), shape, place)


def table_place(source: TableSource | Mapping[str, Any], where: str) -> Place:
    """The place of a whole table, for errors that its shape does not exclude."""
    return Place(str(source) if isinstance(source, Path) else where)


def packaged_toml(package: str, file: str, shape: type[Shape]) -> Shape:
    """A table of this package."""
    return read_toml(files(package).joinpath(*file.split("/")), shape, file)


def _parsed(source: TableSource, where: str) -> dict[str, Any]:
    text = table_text(source, where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where}: this is not TOML: {error}") from None
    except RecursionError:
        raise DataError(f"{where}: lists or tables are nested too deeply") from None
    except ValueError as error:  # a number of more digits than Python reads, a date that does not exist
        raise DataError(f"{where}: {unreadable_value(error)}") from None
