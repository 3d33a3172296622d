"""Rows of results as lines of a file, each with a checksum, so that a line that was damaged or altered is noticed.

    {"key": "9f...", "row": {"ecc": 1.5}, "remarks": [], "study": "difficulty", "version": "0.1.0", "checksum": "6c..."}

An undefined number (NaN) is null. The checksum is that of all bytes of the line before it.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ..version import __version__
from .types import Row

START = b'{"key": "'
_END = re.compile(rb', "checksum": "([0-9a-f]{16})"}')
_END_LENGTH = len(b', "checksum": "0123456789abcdef"}')
_LOOKS_LIKE_A_ROW = re.compile(rb'\{"key": "[^"]*", "row": ')


@dataclass(frozen=True)
class Finished:
    """A row of results, and the remarks about it."""

    row: Row
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeptRow:
    """A row from a file: its key, the study that it is of, and the version that computed it."""

    key: str
    finished: Finished
    study: str
    version: str


class DamagedRowError(ValueError):
    """A line is not as it was written; the message says what is wrong with it."""


def row_line(key: str, finished: Finished, study: str) -> bytes:
    """A row as a line of the file."""
    row = {name: None if _undefined(value) else value for name, value in finished.row.items()}
    entry = {"key": key, "row": row, "remarks": finished.remarks, "study": study, "version": __version__}
    return with_checksum(json.dumps(entry, ensure_ascii=False).encode("utf-8", "surrogatepass")[:-1]) + b"\n"


def with_checksum(body: bytes) -> bytes:
    """The line of an entry that was written without its last bracket."""
    return body + f', "checksum": "{_checksum(body)}"}}'.encode()


def parse_row(line: bytes, figures: Collection[str], may_be_none: Collection[str]) -> KeptRow:
    """The row of a line; `figures` are numbers that it must have, and a value None is only for the keys given."""
    body, end = line[:-_END_LENGTH], _END.fullmatch(line[-_END_LENGTH:])
    if end is None:
        raise DamagedRowError("without a checksum")
    if end[1].decode() != _checksum(body):
        raise DamagedRowError("altered or damaged")
    try:
        return _row(json.loads(body + b"}"), figures, may_be_none)
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise DamagedRowError("without the figures of a row") from None


def _row(entry: dict[str, Any], figures: Collection[str], may_be_none: Collection[str]) -> KeptRow:
    key, study, version, remarks = entry["key"], entry["study"], entry["version"], entry["remarks"]
    if not all(isinstance(text, str) for text in (key, study, version, *remarks)):
        raise TypeError
    row = {
        name: math.nan if value is None and name not in may_be_none else value for name, value in entry["row"].items()
    }
    if not all(type(row[name]) in (int, float) for name in figures):
        raise TypeError
    return KeptRow(key, Finished(row, tuple(remarks)), study, version)


def looks_like_a_row(line: bytes) -> bool:
    """Whether a line begins as ours do, even if it is damaged further on."""
    return _LOOKS_LIKE_A_ROW.match(line) is not None


def is_begun(line: bytes) -> bool:
    """Whether a line without an end may be the beginning of one of ours."""
    return line.startswith(START[: len(line)])


def _undefined(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _checksum(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
