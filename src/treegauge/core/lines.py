"""The lines of text files, rows of JSON, one per line, and rows of CSV.

A line ends at a line feed, a carriage return or both, as in files that Python reads. `str.splitlines` is not for data:
it also ends lines at U+0085, U+2028, form feeds and more, which words can contain. A row of JSON ends at a line feed
only.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from .errors import DataError
from .shapes import Place, Shape, shaped
from .wording import shown, unreadable_value


def text_lines(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if not lines[-1] else lines


def json_rows(data: bytes, shape: type[Shape], source: str) -> Iterator[tuple[str, Shape]]:
    """Each row of a file of JSON lines, with its place (`log.jsonl:3`), checked against its shape; blank lines are
    passed over."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            where = f"{source}:{number}"
            yield where, shaped(_parsed(line, where), shape, Place(where, table="object"))


def csv_rows(data: bytes, needed: Sequence[str], source: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row of a CSV file with a header, with its place (`answers.csv:3`), by the names of the columns, of which
    some are needed. Cells without text are left out, but for those that are needed; blank lines are passed over."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(f"{source}:{line}: this is not UTF-8 text (byte 0x{data[error.start]:02x})") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(reader, [])
        _check_header(header, needed, source)
        for cells in reader:
            where = f"{source}:{reader.line_num}"
            if cells and len(cells) != len(header):
                raise DataError(f"{where}: the header has {len(header):,} columns, this row has {len(cells):,}")
            if cells:
                yield where, {name: cell for name, cell in zip(header, cells, strict=True) if cell or name in needed}
    except csv.Error as error:
        raise DataError(f"{source}:{reader.line_num}: this is not CSV: {error}") from None


def _check_header(header: Sequence[str], needed: Sequence[str], source: str) -> None:
    missing = [name for name in needed if name not in header]
    if missing:
        found = ", ".join(map(shown, header[:12])) or "nothing"
        raise DataError(f"{source}:1: the header has no column {missing[0]}; found: {found}")


def _parsed(line: bytes, where: str) -> Any:
    try:
        text = line.decode("utf-8")
        return json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_refused)
    except UnicodeDecodeError as error:
        raise DataError(f"{where}: this is not UTF-8 text (byte 0x{line[error.start]:02x})") from None
    except json.JSONDecodeError as error:
        raise DataError(f"{where}: this is not JSON: {error.msg} in {shown(text)}") from None
    except RecursionError:
        raise DataError(f"{where}: lists or objects are nested too deeply") from None
    except ValueError as error:  # a number of more digits than Python reads
        raise DataError(f"{where}: {unreadable_value(error)}") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {shown(next(key for key in keys if keys.count(key) > 1))} is given twice")
    return values


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is not a number")
