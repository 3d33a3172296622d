"""Keep finished rows of results in a file, so that a long run can be stopped and continued."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from ..version import __version__
from .errors import CallError, DataError
from .specs import parse_spec
from .types import PathLike, Row

_START = '{"key": '


@dataclass(frozen=True)
class Finished:
    """A row of results, and the remarks about it."""

    row: Row
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Kept:
    """Rows in a file, one JSON object per line: `key`, `row`, `remarks`. An undefined number (NaN) is null."""

    path: PathLike
    rows: dict[str, Finished]

    @classmethod
    def read(cls, path: PathLike, figures: Collection[str] = (), may_be_none: Collection[str] = ()) -> Self:
        """Read the rows of a file; a file that does not exist has none. An incomplete last line, left by a run that was
        stopped, is removed.

        figures      numbers that every row must have
        may_be_none  keys whose value may be None; null under any other key is an undefined number
        """
        try:
            with open(path, "rb") as file:
                complete, _, rest = file.read().rpartition(b"\n")
            lines = [(line, f"{os.fspath(path)}:{number}") for number, line in enumerate(complete.splitlines(), 1)]
            rows = dict(_parsed(line, where, figures, may_be_none) for line, where in lines)
            if rest:
                _must_be_ours(rest, os.fspath(path))
                os.truncate(path, len(complete) + bool(complete))
        except FileNotFoundError:
            rows = {}
        except OSError as error:
            raise CallError(f"cannot use '{os.fspath(path)}' to resume: {error.strerror}") from None
        return cls(path, rows)

    def add(self, key: str, finished: Finished) -> None:
        """Add a row, and write it to the file at once."""
        row = {name: None if _undefined(value) else value for name, value in finished.row.items()}
        line = json.dumps({"key": key, "row": row, "remarks": finished.remarks}, ensure_ascii=False, allow_nan=False)
        try:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            raise CallError(f"cannot write '{os.fspath(self.path)}': {error.strerror}") from None
        self.rows[key] = finished


def _undefined(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _must_be_ours(line: bytes, where: str) -> None:
    """Raise DataError if a line is not ours: a file with other content must not be cut or written to."""
    if not line.startswith(_START[: len(line)].encode()):
        raise DataError(f"{where}: this is not a file of finished rows; name another file to resume from")


def _parsed(line: bytes, where: str, figures: Collection[str], may_be_none: Collection[str]) -> tuple[str, Finished]:
    _must_be_ours(line, where)
    try:
        entry = json.loads(line)
        row = {
            name: math.nan if value is None and name not in may_be_none else value
            for name, value in entry["row"].items()
        }
        if not all(isinstance(row[name], int | float) for name in figures):
            raise TypeError
        return entry["key"], Finished(row, tuple(entry["remarks"]))
    except (ValueError, KeyError, AttributeError, TypeError):
        raise DataError(f"{where}: this row cannot be read; delete the line, and it is measured again") from None


class Data(Protocol):
    """Data from which results are computed: anything with a fingerprint, such as a treebank."""

    def fingerprint(self) -> str: ...


def key(data: Sequence[Data], specs: Sequence[str], settings: Sequence[Any]) -> str:
    """The key of a row: it changes with the trees, the version, the specifications, the files that they name, and the
    other settings."""
    files = [_file(name) for spec in specs for name in [spec, *_values(spec)]]
    parts = [__version__, [item.fingerprint() for item in data], list(specs), files, list(settings)]
    return _digest(json.dumps(parts, default=str).encode())


def _values(spec: str) -> list[str]:
    """The arguments of a specification; a file of parameters may have any name, and has no arguments."""
    if os.path.isfile(spec):
        return []
    _, arguments, options = parse_spec(spec)
    return [str(value) for value in [*arguments, *options.values()]]


def _file(name: str) -> str | None:
    """A digest of the content, if the name is that of a file."""
    if not os.path.isfile(name):
        return None
    with open(name, "rb") as file:
        return _digest(file.read())


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
