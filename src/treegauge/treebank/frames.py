"""The tables as polars data frames, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from ..core.errors import DataError, MissingExtraError
from ..core.types import Integers
from .edit import restructure
from .rows import Column, Rows
from .strings import MISSING_CODE, Strings, Text
from .table import NOT_GIVEN, ROOT, Treebank

if TYPE_CHECKING:
    import polars as pl

_NULL = {"head": NOT_GIVEN, "line": 0}  # the number for null in these columns; -1 in all others
# Columns of indices: table, column, lowest index, the table it points into, and 1 if one past the end is allowed.
_LIMITS = (
    ("tokens", "head", NOT_GIVEN, "tokens", 0),
    ("tokens", "parent", ROOT, "nodes", 0),
    ("nodes", "parent", ROOT, "nodes", 0),
    ("multiword", "first", 0, "tokens", 0),
    ("multiword", "last", 0, "tokens", 1),
    ("empty", "after", 0, "tokens", 1),
    ("secondary", "token", -1, "tokens", 0),
    ("secondary", "node", -1, "nodes", 0),
    ("secondary", "parent", ROOT, "nodes", 0),
)
_CYCLES = (("nodes", "parent", "the nodes form a cycle"), ("tokens", "head", "the heads form a cycle"))
_NUMBERS = frozenset({"head", "parent", "left", "right", "line", "first", "last", "after", "minor", "token", "node"})


class Frames(NamedTuple):
    """A treebank as data frames, one per table, with the columns of the table and `sentence`, which counts from 0.

    Strings are strings and indices are integers, as in the table: from 0 within the sentence, -1 for the root and for
    no node above. A missing value (a string, a head that is not given) is null.
    """

    sentences: pl.DataFrame
    tokens: pl.DataFrame
    nodes: pl.DataFrame
    multiword: pl.DataFrame
    empty: pl.DataFrame
    secondary: pl.DataFrame


def polars() -> Any:
    """The package polars, or an error that says how to install it."""
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames", "working with data frames and Parquet") from None
    return polars


def to_polars(treebank: Treebank) -> Frames:
    """The tables as data frames."""
    return Frames(**{name: _frame(rows) for name, rows in treebank.tables.items()})


def _frame(rows: Rows) -> pl.DataFrame:
    columns = {name: _series(name, column) for name, column in rows.columns.items()}
    return cast("pl.DataFrame", polars().DataFrame({"sentence": rows.sentence, **columns}))


def _series(name: str, column: Column) -> pl.Series:
    package = polars()
    if isinstance(column, Text):
        strings: pl.Series = package.Series(name, [*column.values, None], dtype=package.String)
        return strings.gather(np.where(column.codes >= 0, column.codes, len(column.values)).astype(np.uint32))
    numbers: pl.Series = package.Series(name, column)
    return numbers.set(numbers == NOT_GIVEN, None) if name == "head" else numbers


def from_polars(frames: Frames, header: Mapping[str, str] | None = None) -> Treebank:
    """A treebank from data frames as `to_polars` returns them, possibly edited. The rows of a sentence are adjacent.
    Nodes may be in any order; their extents are computed again."""
    treebank = unchecked(frames, header)
    for sentence, problem in problems(treebank).items():
        raise DataError(f"{treebank.where(sentence)}: {problem}")
    return arranged(treebank)


def unchecked(frames: Frames, header: Mapping[str, str] | None = None) -> Treebank:
    """A treebank from data frames whose indices are not checked: call `problems`, then `arranged`."""
    sentences = len(frames.sentences)
    if not np.array_equal(_integers(frames.sentences, "sentence"), np.arange(sentences)):
        raise DataError("the column 'sentence' of the table of sentences must be 0, 1, 2 ...")
    tables: dict[str, Rows] = {name: _rows(name, frame, sentences) for name, frame in frames._asdict().items()}
    if "parent" in tables["tokens"] and "parent" not in tables["nodes"]:
        raise DataError("the tokens have parents, but the column 'parent' of the table 'nodes' is missing")
    if len(tables["nodes"]) and "parent" not in tables["tokens"]:
        raise DataError("there are nodes, but the column 'parent' of the table 'tokens' is missing")
    return Treebank(**tables, header=dict(header or {}))


def arranged(treebank: Treebank) -> Treebank:
    """Nodes in preorder, with their extents."""
    return restructure(treebank) if treebank.has_constituents and "parent" in treebank.nodes else treebank


def _rows(name: str, frame: pl.DataFrame, sentences: int) -> Rows:
    sentence = _integers(frame, "sentence")
    if len(sentence) and (sentence[0] < 0 or sentence[-1] >= sentences or (np.diff(sentence) < 0).any()):
        raise DataError(f"the column 'sentence' of the table '{name}' must be ascending and below {sentences}")
    counts = np.bincount(sentence, minlength=sentences)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
    return Rows(offsets, {column: _column(frame, column) for column in frame.columns if column != "sentence"})


def _column(frame: pl.DataFrame, name: str) -> Column:
    pl = polars()
    kind = frame[name].dtype
    if name in _NUMBERS or kind.is_integer():
        return _integers(frame, name)
    if kind not in (pl.String, pl.Categorical, pl.Null) and not isinstance(kind, pl.Enum):
        raise DataError(f"the column '{name}' must have strings or integers, not {kind}")
    series = frame[name].cast(pl.String)
    values = series.drop_nulls().unique(maintain_order=True)
    codes = series.cast(pl.Enum(values)).to_physical().cast(pl.Int32).fill_null(MISSING_CODE)
    return Text(np.ascontiguousarray(codes.to_numpy(), np.int32), Strings.of(values))


def _integers(frame: pl.DataFrame, name: str) -> Integers:
    pl = polars()
    if name not in frame.columns or not (frame[name].dtype.is_integer() or frame[name].dtype == pl.Null):
        raise DataError(f"the data frame must have a column '{name}' of integers")
    kind = np.int64 if name == "line" else np.int32
    try:
        filled = frame[name].cast(pl.Int64 if name == "line" else pl.Int32).fill_null(_NULL.get(name, -1))
    except pl.exceptions.InvalidOperationError:
        raise DataError(f"a number in the column '{name}' is too large") from None
    return np.ascontiguousarray(filled.to_numpy(), kind)


def problems(treebank: Treebank) -> dict[int, str]:
    """Sentences whose indices do not form a tree, with the reason."""
    reasons: dict[int, str] = {}
    for name, column, lowest, within, past in _LIMITS:
        rows = treebank.tables[name]
        if column in rows:
            most = np.repeat(treebank.tables[within].counts + past, rows.counts)
            wrong = (rows.numbers(column) < lowest) | (rows.numbers(column) >= most)
            message = f"the column '{column}' of the table '{name}' has an index out of range"
            reasons |= dict.fromkeys(np.unique(rows.sentence[wrong]).tolist(), message)
    for name, column, message in _CYCLES:
        rows = treebank.tables[name]
        if column in rows:
            pointer = np.where(np.isin(rows.sentence, list(reasons)), -1, rows.numbers(column))
            reasons |= dict.fromkeys(_with_cycles(rows, pointer), message)
    return dict(sorted(reasons.items()))


def _with_cycles(rows: Rows, pointer: Integers) -> list[int]:
    """Sentences with a cycle: go up 1, 2, 4 ... steps at once, and find the rows that never arrive at the top."""
    end = len(rows)
    step = np.append(np.where(pointer >= 0, pointer + rows.start, end), end)
    for _ in range(int(rows.counts.max(initial=0)).bit_length()):
        step = step[step]
    sentences: list[int] = np.unique(rows.sentence[step[:-1] < end]).tolist()
    return sentences
