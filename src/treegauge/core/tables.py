"""Find and read tables, which are small text files: those of this package, of plug-ins and of the user."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from .errors import CallError, DataError, cannot_read
from .wording import shown

Table = TypeVar("Table")
LARGEST_TABLE = 4 << 20  # bytes
TableSource = str | Path | Traversable  # the text of a table, or its file


def table_text(source: TableSource, where: str) -> str:
    """The text of a table; `where` begins the message of an error. A mark of UTF-8 at the beginning is left out."""
    if isinstance(source, str):
        return source
    try:
        with source.open("rb") as file:
            data = file.read(LARGEST_TABLE + 1)
    except OSError as error:
        raise cannot_read(where, error) from None
    if len(data) > LARGEST_TABLE:
        raise DataError(f"{where}: the file is larger than {LARGEST_TABLE >> 20} MB; a table is a small text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(f"{where}:{line}: this is not UTF-8 text (byte 0x{data[error.start]:02x})") from None


def existing(file: str) -> Path:
    """A file of the user, which must exist."""
    try:
        Path(file).open("rb").close()
    except OSError as error:
        raise cannot_read(file, error) from None
    except ValueError as error:  # a name with NUL
        raise CallError(f"cannot read {shown(file, 300)}: {error}") from None
    return Path(file)


def packaged(
    package: str, folder: str, ending: str, read: Callable[[str, str], Table]
) -> dict[str, Callable[[], Table]]:
    """The tables in a folder of a package, by name, for a registry: each is read from its text when it is needed."""
    tables = sorted(files(package).joinpath(folder).iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(ending): partial(_load, read, file) for file in tables if file.name.endswith(ending)}


def _load(read: Callable[[str, str], Table], file: Traversable) -> Table:
    return read(file.name.rpartition(".")[0], file.read_text("utf-8"))
