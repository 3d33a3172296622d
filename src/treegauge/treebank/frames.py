"""The tables as polars data frames, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import DataError, MissingExtraError
from .edit import restructure
from .rows import Column, Numbers, Rows
from .strings import MISSING, Strings, Text
from .table import NOT_GIVEN, Treebank

if TYPE_CHECKING:
    import polars as pl

_NULL = {"head": NOT_GIVEN, "line": 0}  # what null means in a column of numbers; elsewhere -1
_NUMBERS = frozenset("head parent left right line first last after minor token node".split())


class Frames(NamedTuple):
    """A treebank as data frames, one a table, with the columns of the table and `sentence`, which counts from 0.

    Strings are strings and indices are integers, as in the table: from 0 within the sentence, -1 for the root and for
    no node above. What is missing (a string, a head that is not given) is null.
    """

    sentences: pl.DataFrame
    tokens: pl.DataFrame
    nodes: pl.DataFrame
    multiword: pl.DataFrame
    empty: pl.DataFrame
    secondary: pl.DataFrame


def polars() -> Any:
    """The package, or an error that says how to get it."""
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames", "working with data frames and Parquet") from None
    return polars


def to_polars(treebank: Treebank) -> Frames:
    """The tables as data frames."""
    return Frames(**{name: _frame(rows) for name, rows in treebank.tables.items()})


def _frame(rows: Rows) -> pl.DataFrame:
    pl = polars()
    columns = {name: _series(name, column) for name, column in rows.columns.items()}
    frame: pl.DataFrame = pl.DataFrame({"sentence": rows.sentence, **columns})
    return frame


def _series(name: str, column: Column) -> pl.Series:
    pl = polars()
    if isinstance(column, Text):
        strings = pl.Series(name, [*column.values, None], dtype=pl.String)
        found = strings.gather(np.where(column.codes >= 0, column.codes, len(column.values)).astype(np.uint32))
    else:
        found = pl.Series(name, column)
        if name == "head":
            found = found.to_frame().select(pl.when(pl.col(name) != NOT_GIVEN).then(pl.col(name)))[name]
    series: pl.Series = found
    return series


def from_polars(frames: Frames, header: Mapping[str, str] | None = None) -> Treebank:
    """The treebank of data frames as `to_polars` makes them, perhaps changed since. The rows of a sentence must stand
    together and in order; nodes may come in any order, and their extents are computed anew."""
    treebank = unchecked(frames, header)
    for sentence, problem in problems(treebank):
        raise DataError(f"{treebank.where(sentence)}: {problem}")
    return restructure(treebank) if treebank.has_constituents and "parent" in treebank.nodes else treebank


def unchecked(frames: Frames, header: Mapping[str, str] | None = None) -> Treebank:
    """The treebank of data frames, with trees that may be no trees: see `problems`."""
    sentences = len(frames.sentences)
    if not np.array_equal(_numbers(frames.sentences, "sentence"), np.arange(sentences)):
        raise DataError("the column 'sentence' of the sentences must count 0, 1, 2 ...")
    tables = {name: _rows(name, frame, sentences) for name, frame in frames._asdict().items()}
    return Treebank(**tables, header=dict(header or {}))


def _rows(name: str, frame: pl.DataFrame, sentences: int) -> Rows:
    sentence = _numbers(frame, "sentence")
    if len(sentence) and (sentence[0] < 0 or sentence[-1] >= sentences or (np.diff(sentence) < 0).any()):
        raise DataError(f"the column 'sentence' of the {name} must go up, and name rows of the sentences")
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.bincount(sentence, minlength=sentences))))
    columns: dict[str, Column] = {}
    for column in frame.columns:
        if column in _NUMBERS:
            columns[column] = _numbers(frame, column)
        elif column != "sentence":
            columns[column] = _text(frame, column)
    return Rows(offsets, columns)


def _numbers(frame: pl.DataFrame, name: str) -> Numbers:
    pl = polars()
    if name not in frame.columns or not (frame[name].dtype.is_integer() or frame[name].dtype == pl.Null):
        raise DataError(f"there must be a column '{name}' of integers")
    filled = frame[name].cast(pl.Int64).fill_null(_NULL.get(name, -1)).to_numpy()
    kind = np.int64 if name == "line" else np.int32
    if len(filled) and (filled.max() > np.iinfo(kind).max or filled.min() < np.iinfo(kind).min):
        raise DataError(f"a number in the column '{name}' is too large")
    return np.ascontiguousarray(filled, kind)


def _text(frame: pl.DataFrame, name: str) -> Text:
    """A column of strings under a dictionary of its own."""
    pl = polars()
    if frame[name].dtype not in (pl.String, pl.Categorical, pl.Null) and not isinstance(frame[name].dtype, pl.Enum):
        raise DataError(f"the column '{name}' must hold strings")
    series = frame[name].cast(pl.String)
    values = series.drop_nulls().unique(maintain_order=True)
    codes = series.cast(pl.Enum(values)).to_physical().cast(pl.Int32).fill_null(MISSING)
    return Text(np.ascontiguousarray(codes.to_numpy(), np.int32), Strings.of(values))


def problems(treebank: Treebank) -> Iterator[tuple[int, str]]:
    """Sentences whose indices make no trees, and why; one reason a sentence."""
    from .kernels import first_cycle

    bad: dict[int, str] = {}
    for table, column, low, within in _LIMITS:
        rows: Rows = treebank.tables[table]
        if column in rows:
            most = np.repeat(treebank.tables[within].counts, rows.counts) + (column in ("right", "left", "last", "after"))
            wrong = (rows.numbers(column) < low) | (rows.numbers(column) >= most)
            bad.update({int(s): f"'{column}' of the {table} is out of range" for s in np.unique(rows.sentence[wrong])})
    for table, pointer in (("nodes", "parent"), ("tokens", "head")):
        rows = treebank.tables[table]
        if pointer in rows:
            _find_circles(rows, rows.numbers(pointer), f"the {table} go round in a circle", bad, first_cycle)
    yield from sorted(bad.items())
