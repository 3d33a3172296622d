"""The file of a study: treebanks, blocks of rows, tables and figures, each checked against its shape.

title = "Difficulty across treebanks"

[[treebank]]                        # one entry per treebank
name = "Penn sample"
files = ["wsj-sample"]
transforms = ["prepare"]
labels = { language = "English" }   # further columns of its rows

[rows.held-out]                     # a block of rows: a task on each treebank
task = "difficulty"
options = { protocol = "loo" }
each = { variant = ["", "parent-annotation"] }   # one row for each value, too

[tables.2]                          # a table or a figure of rows
title = "ECC and exact match"
rows = ["held-out"]
columns = ["treebank", "trees", "ecc", "emr"]
sort = "-ecc"
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from ...core.bounds import Natural, SeedNumber
from ...core.errors import CallError, DataError, MissingFileError
from ...core.toml import read_toml
from ...core.types import PathLike
from ...core.wording import nearest, shown

OptionValue = str | int | float | bool
Option = OptionValue | tuple[str, ...] | Mapping[str, str]
Printed = Mapping[str, OptionValue]
TableKind = Literal["table", "scatter", "bars", "lines"]


@dataclass(frozen=True, kw_only=True)
class TreebankEntry:
    """A treebank of a study.

    name        what its rows are called
    files       files, folders, globs, `bundled:NAME`, or names of the catalogue: one treebank
    train, test its parts, where they are files of their own
    split       how a treebank of one piece is divided. blocks: every tenth block of ten sentences is the test part
                (smaller blocks if there are fewer than 100 sentences); documents: every tenth file; random: a tenth of
                the sentences, drawn at random; ids: the sentences with the ids of those in `train` and `test`, which
                are parts of another treebank
    tags        the column that is used as tags, in place of the own tags: upos
    parses      the output of parsers for the test part (for all sentences where there are no parts), by name
    transforms  applied first; prepare(auto) is decided on the training part
    skip        leave out sentences that cannot be read, with a remark, rather than stop
    labels      further columns of the rows of this treebank
    """

    name: str
    files: tuple[str, ...] = ()
    train: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    split: Literal["", "blocks", "documents", "random", "ids"] = ""
    tags: Literal["", "upos"] = ""
    parses: Mapping[str, str] = field(default_factory=dict)
    transforms: tuple[str, ...] = ()
    skip: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RowsEntry:
    """A block of rows: a task on some treebanks, with one row for each combination of the values under `each`.

    treebanks  names; all treebanks if there are none. A block may name those of both lists, [[treebank]] and
               [[bundled]]: it is one of those that are there
    pairs      for tasks that compare two treebanks: pairs of names, in place of `treebanks`
    most       of a treebank with more sentences than this, so many are drawn at random, before it is divided into
               parts; of one with a training part in files of its own, so many of this part. 0: all
    bundled    options, or values under `each`, that are different with the bundled treebanks, so that they take
               seconds; false: the block is not made of them, nor are tables of such blocks alone
    """

    task: str
    treebanks: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    most: Natural = 0
    options: Mapping[str, Option] = field(default_factory=dict)
    bundled: bool | Mapping[str, Option] = True
    each: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TableEntry:
    """A table or a figure.

    rows      the blocks that it is made of
    make      a summary that makes the rows of the table out of those of the blocks (`treegauge list summaries`)
    options   options of this summary
    where     keep the rows with these values: a value, or several of them
    columns   in this order; all columns if there are none. "ecc ±" is the column ecc with its interval
    heads     titles of columns; the name of the column where there is none
    digits    decimals of figures
    sort      a column; with - before it, the largest value first. Several columns with commas: "treebank, -ecc"
    kind      table, or what a figure is: scatter, bars, lines
    x, y      columns of a figure; a column such as `ecc_interval` is the half-width of the interval of `ecc`
    label     the column that names the points, and `group` that of their colours
    paper     what the paper's own table is called: "Table 2"
    printed   the figures of the paper, rows with the same columns
    differs   what differs from the paper, and why
    cannot    why the table cannot be made of public data; the nearest one is made
    """

    title: str
    rows: tuple[str, ...] = ()
    make: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    where: Mapping[str, OptionValue | tuple[str, ...]] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    heads: Mapping[str, str] = field(default_factory=dict)
    digits: int = 2
    sort: str = ""
    kind: TableKind = "table"
    x: str = ""
    y: str = ""
    label: str = "treebank"
    group: str = ""
    paper: str = ""
    printed: tuple[Printed, ...] = ()
    differs: str = ""
    cannot: str = ""


@dataclass(frozen=True, kw_only=True)
class _File:
    title: str
    about: str = ""
    cite: str = ""
    seed: SeedNumber = 0
    treebank: tuple[TreebankEntry, ...] = ()
    bundled: tuple[TreebankEntry, ...] = ()
    rows: Mapping[str, RowsEntry] = field(default_factory=dict)
    tables: Mapping[str, TableEntry] = field(default_factory=dict)


@dataclass(frozen=True)
class StudyFile:
    """A study as its file describes it. Paths of files are resolved: they begin at the folder of the study file."""

    title: str
    about: str
    cite: str
    seed: int
    treebanks: Mapping[str, TreebankEntry]
    rows: Mapping[str, RowsEntry]
    tables: Mapping[str, TableEntry]
    text: str = field(repr=False)
    where: str = ""

    def only(self, tables: Sequence[str]) -> StudyFile:
        """The study with some of its tables, and the rows that these need."""
        for name in tables:
            if name not in self.tables:
                known = ", ".join(self.tables)
                raise CallError(f"unknown table {shown(name)}{nearest(name, list(self.tables)) or f'; known: {known}'}")
        chosen = {name: self.tables[name] for name in tables}
        needed = {block for table in chosen.values() for block in table.rows}
        blocks = {name: block for name, block in self.rows.items() if name in needed}
        return StudyFile(
            self.title, self.about, self.cite, self.seed, self.treebanks, blocks, chosen, self.text, self.where
        )


def read_study(path: PathLike, *, bundled: bool = False) -> StudyFile:
    """Read the file of a study. `bundled`: with the bundled treebanks that it names in place of its own."""
    file = Path(path)
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise MissingFileError.of(os.fspath(path)) from error
    except UnicodeDecodeError:
        raise DataError(f"{os.fspath(path)}: this is not a text in UTF-8") from None
    return study_of(text, os.fspath(path), file.absolute().parent, bundled=bundled)


def study_of(text: str, where: str, folder: Path, *, bundled: bool = False) -> StudyFile:
    """A study from the text of its file; `folder` is where relative paths begin."""
    content = read_toml(text, _File, where)
    entries = content.bundled if bundled else content.treebank
    if bundled and not entries:
        raise DataError(f"{where}: the study names no bundled treebanks ([[bundled]])")
    treebanks = {entry.name: _resolved(entry, folder, where) for entry in entries}
    if len(treebanks) < len(entries):
        raise DataError(f"{where}: two treebanks have the same name")
    others = {entry.name for entry in (content.treebank if bundled else content.bundled)} - treebanks.keys()
    study = StudyFile(
        content.title, content.about, content.cite, content.seed, treebanks, content.rows, content.tables, text, where
    )
    _check_blocks(study)
    if bundled:
        study = _of_bundled(study)
    study = replace(study, rows={name: _of_list(block, others, bundled) for name, block in study.rows.items()})
    _check(study)
    return study


def _of_bundled(study: StudyFile) -> StudyFile:
    """The study without the blocks that are not made of bundled treebanks, and without the tables of these alone."""
    blocks = {name: block for name, block in study.rows.items() if block.bundled is not False}
    tables = {
        name: replace(table, rows=tuple(own for own in table.rows if own in blocks))
        for name, table in study.tables.items()
        if not table.rows or blocks.keys() & table.rows
    }
    return replace(study, rows=blocks, tables=tables)


def _of_list(block: RowsEntry, others: Collection[str], bundled: bool) -> RowsEntry:
    """A block without the treebanks of the other list; if it names no others, it is one of all treebanks."""
    changed = block.bundled if bundled and isinstance(block.bundled, Mapping) else {}
    options = {**block.options, **{name: value for name, value in changed.items() if name not in block.each}}
    each = {name: _several(changed[name]) if name in changed else values for name, values in block.each.items()}
    there = tuple(name for name in block.treebanks if name not in others)
    pairs = tuple(pair for pair in block.pairs if not set(pair) & set(others))
    return replace(block, treebanks=there, pairs=pairs, options=options, each=each)


def _several(value: Option) -> tuple[Option, ...]:
    return value if isinstance(value, tuple) else (value,)


def _resolved(entry: TreebankEntry, folder: Path, where: str) -> TreebankEntry:
    if not entry.files and not entry.test:
        raise DataError(f"{where}: treebank {shown(entry.name)} has no files; give `files`, or `train` and `test`")
    if entry.split == "ids" and not (entry.files and entry.train and entry.test):
        raise DataError(f'{where}: treebank {shown(entry.name)}: split = "ids" needs `files`, `train` and `test`')
    if entry.files and (entry.train or entry.test) and entry.split != "ids":
        raise DataError(f"{where}: treebank {shown(entry.name)} has `files` and parts; give one of the two")

    def placed(name: str) -> str:
        inside = folder / name
        return str(inside) if not name.startswith("bundled:") and inside.exists() else name

    return replace(
        entry,
        files=tuple(map(placed, entry.files)),
        train=tuple(map(placed, entry.train)),
        test=tuple(map(placed, entry.test)),
        parses={parser: placed(name) for parser, name in entry.parses.items()},
    )


def _check_blocks(study: StudyFile) -> None:
    """Raise an error for a table of rows that the file does not have."""
    for name, table in study.tables.items():
        for wanted in table.rows:
            if wanted not in study.rows:
                near = nearest(wanted, list(study.rows))
                raise DataError(f"{study.where}: tables.{name}: there are no rows {shown(wanted)}{near}")


def _check(study: StudyFile) -> None:
    """Raise an error for other names that lead nowhere, before any work."""
    for name, block in study.rows.items():
        for treebank in (*block.treebanks, *(treebank for pair in block.pairs for treebank in pair)):
            if treebank not in study.treebanks:
                raise DataError(
                    f"{study.where}: rows.{name}: there is no treebank {shown(treebank)}{_near(study, treebank)}"
                )
        if block.treebanks and block.pairs:
            raise DataError(f"{study.where}: rows.{name}: give `treebanks` or `pairs`, not both")
        both = sorted(block.options.keys() & block.each.keys())
        if both:
            raise DataError(f"{study.where}: rows.{name}: {both[0]} is in `options` and in `each`; give it once")
    for name, table in study.tables.items():
        if table.kind != "table" and not (table.x and table.y):
            raise DataError(f"{study.where}: tables.{name}: a figure needs the columns `x` and `y`")


def _near(study: StudyFile, name: str) -> str:
    return nearest(name, list(study.treebanks))


def plain(value: Any) -> Any:
    """A value of an option as JSON has it."""
    return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
