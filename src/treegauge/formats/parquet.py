"""Parquet: one file, one row per sentence, the other tables as lists (`tokens.form`, `nodes.label` ...). Nothing is
lost.

The file can be queried directly with polars, DuckDB and the like; it is written and read with polars (extra `frames`).
The headers of other formats are kept in the metadata.
"""

from __future__ import annotations

import io
import json
import zlib
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from ..core.errors import DataError
from ..treebank import Text, Treebank, no_rows
from ..treebank.frames import Frames, arranged, polars, problems, to_polars, unchecked
from .base import Format, Input, register_format

if TYPE_CHECKING:
    import polars as pl

_DAMAGE = (OSError, ValueError, TypeError, RecursionError)
_MAGIC = b"PAR1"
_KEY = "treegauge"
_SEAL = b"treegauge crc32 "
_LISTS = ("tokens", "nodes", "multiword", "empty", "secondary")
_CARRIES = frozenset(
    {"id", "comments", "head", "lemma", "upos", "feats", "misc", "deps", "function", "nodes", *_LISTS[2:]}
)


def write_parquet(treebank: Treebank, file: BinaryIO) -> None:
    """Write a treebank as one table."""
    pl = polars()
    frames = to_polars(treebank)
    table = frames.sentences
    for name in _LISTS:
        frame = getattr(frames, name)
        lists = frame.group_by("sentence", maintain_order=True).agg(pl.exclude("sentence").name.prefix(f"{name}."))
        table = table.join(lists, on="sentence", how="left", maintain_order="left")
    table = table.with_columns(pl.selectors.by_dtype(pl.List).fill_null([]))
    buffer = io.BytesIO()
    table.write_parquet(buffer, metadata={_KEY: json.dumps(dict(treebank.header))})
    file.write(sealed(buffer.getvalue()))


def _footer(data: bytes) -> int:
    """Where the metadata at the end of a file begins."""
    return max(len(data) - 8 - int.from_bytes(data[-8:-4], "little"), 0)


def sealed(data: bytes) -> bytes:
    """The file with a checksum before the metadata, where Parquet permits unknown content."""
    at = _footer(data)
    return data[:at] + _SEAL + zlib.crc32(data).to_bytes(4, "little") + data[at:]


def _check_seal(data: bytes) -> None:
    """Check the checksum, if the file has one: polars may end the process on a damaged file."""
    at = _footer(data)
    start = at - len(_SEAL) - 4
    if start < 0 or data[start : at - 4] != _SEAL:
        return
    if zlib.crc32(data[at:], zlib.crc32(data[:start])) != int.from_bytes(data[at - 4 : at], "little"):
        raise DataError("the file is damaged: its checksum is wrong; download or write it again")


def read_parquet(input: Input) -> Treebank:
    """Read a file that `write_parquet` wrote, possibly edited by another program."""
    pl = polars()
    no_sentences = Treebank.of(no_rows(0), no_rows(0))
    try:
        _check_seal(input.data)
        table = pl.read_parquet(io.BytesIO(input.data))
        header = json.loads(pl.read_parquet_metadata(io.BytesIO(input.data)).get(_KEY, "{}"))
        treebank = unchecked(_frames(table), header)
    except DataError as error:
        input.reject(1, str(error))
        return no_sentences
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, *_DAMAGE) as error:
        input.reject(1, f"the file is damaged or is not Parquet: {error}".split("\n")[0])
        return no_sentences
    bad = problems(treebank)
    for sentence, problem in bad.items():
        input.reject(sentence + 1, problem)
    if bad:
        treebank = treebank.select(np.setdiff1d(np.arange(len(treebank)), list(bad)))
    return arranged(_placed(treebank, input.source))


def _placed(treebank: Treebank, source: str) -> Treebank:
    """If the file does not give the source of its sentences, it is the source."""
    rows = treebank.sentences
    if "source" in rows and "line" in rows:
        return treebank
    lines = np.arange(1, len(treebank) + 1, dtype=np.int64)
    return treebank.replace(sentences=rows.replace(source=Text.constant(source, len(treebank)), line=lines))


def _frames(table: pl.DataFrame) -> Frames:
    if "tokens.form" not in table.columns:
        raise DataError("the column 'tokens.form' is missing; treegauge reads only Parquet files that it wrote")
    numbered = table.drop("sentence", strict=False).with_row_index("sentence")
    lists = {name: _flat(numbered, name) for name in _LISTS}
    others = [column for column in numbered.columns if "." not in column]
    return Frames(sentences=numbered.select(others), **lists)


def _flat(table: pl.DataFrame, name: str) -> pl.DataFrame:
    """The lists of one table, concatenated."""
    pl = polars()
    columns = [column for column in table.columns if column.startswith(f"{name}.")]
    if not columns:
        return table.select("sentence").head(0)
    for column in columns:
        if not isinstance(table[column].dtype, pl.List):
            raise DataError(f"the column '{column}' must have lists, not {table[column].dtype}")
        if not table[column].list.len().equals(table[columns[0]].list.len()) or table[column].null_count():
            raise DataError(f"the lists in '{column}' and '{columns[0]}' must have the same lengths")
    filled = table.select("sentence", *columns).filter(pl.col(columns[0]).list.len() > 0).explode(columns)
    return filled.rename({column: column.removeprefix(f"{name}.") for column in columns})


register_format(
    Format(
        name="parquet",
        description="one row per sentence with lists of tokens and nodes; holds everything (extra frames)",
        read=read_parquet,
        write=write_parquet,
        extensions=(".parquet",),
        sniff=lambda head: 2 * head.startswith(_MAGIC),
        kind="both",
        carries=_CARRIES,
        raw=True,
    )
)
