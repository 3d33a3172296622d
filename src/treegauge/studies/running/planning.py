"""The plan of a study: all units of work, each with a key of everything that its rows depend on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from ...core.errors import DataError, TreegaugeError, UnknownNameError
from ...core.registry import Member, Registry
from ...core.resuming import key
from .data import Fingerprint, fingerprint
from .study_file import RowsEntry, StudyFile, TableEntry, TreebankEntry, plain
from .tasks import SUMMARIES, TASKS, Task

_SENTENCE = 1000  # bytes, for estimates: of 20 words, CoNLL-U has more, brackets have fewer


@dataclass(frozen=True)
class StudyUnit:
    """One task on one treebank: it gives one or several rows.

    block    the block of rows that it belongs to
    task     the name of the task
    entry    the treebank
    options  all options of the task that are given
    columns  what its rows have besides the figures of the task
    seed     the seed of the study
    key      changes with the content of the files, the options, the versions and the seed
    size     bytes of the files, unpacked
    second   the treebank that it is compared with, in a block of pairs
    most     how many sentences it is limited to; 0: none
    """

    block: str
    task: str
    entry: TreebankEntry = field(repr=False)
    options: Mapping[str, Any]
    columns: Mapping[str, Any]
    seed: int
    key: str
    size: int
    second: TreebankEntry | None = None
    most: int = 0

    @property
    def worked_on(self) -> int:
        """About how many bytes of the files are worked on."""
        return min(self.size, self.most * _SENTENCE) if self.most else self.size

    @property
    def title(self) -> str:
        """What it is called in messages."""
        given = ", ".join(f"{name} {value}" for name, value in self.columns.items() if name in self.options)
        return f"{self.block}: {self.columns['treebank']}" + (f" ({given})" if given else "")


@dataclass(frozen=True)
class FailedUnit:
    """A unit whose rows could not be made, and why."""

    title: str
    block: str
    message: str


@dataclass(frozen=True)
class StudyPlan:
    """The units of a study in the order of its file, and treebanks that are not there."""

    units: tuple[StudyUnit, ...]
    missing: tuple[FailedUnit, ...]


def plan(study: StudyFile) -> StudyPlan:
    """All units of a study. A treebank whose files cannot be found does not stop the others."""
    content: dict[str, Fingerprint | TreegaugeError] = {}
    units: list[StudyUnit] = []
    missing: list[FailedUnit] = []
    tasks = _checked_tasks(study)
    for name, block in study.rows.items():
        task = tasks[name]
        for names in named_treebanks(block, study):
            entries = [study.treebanks[treebank] for treebank in names]
            for entry in entries:
                if entry.name not in content:
                    content[entry.name] = _content(entry)
            found = [content[treebank] for treebank in names]
            errors = [own for own in found if isinstance(own, TreegaugeError)]
            if errors:
                missing.append(FailedUnit(f"{name}: {' and '.join(names)}", name, str(errors[0])))
            else:
                units += _units(
                    study, name, block, task, entries, [own for own in found if isinstance(own, Fingerprint)]
                )
    _check_once(study, units)
    return StudyPlan(tuple(units), tuple(missing))


def _checked_tasks(study: StudyFile) -> dict[str, Task]:
    """The task of each block. Names of tasks and summaries that nothing has, and options that a task does not have, are
    errors before any work."""
    tasks: dict[str, Task] = {}
    for name, block in study.rows.items():
        where = f"{study.where}: rows.{name}"
        tasks[name] = _named(TASKS, block.task, where)
        tasks[name].check({**block.options, **block.each}, where)
    for name, table in study.tables.items():
        if table.make:
            _named(SUMMARIES, table.make, f"{study.where}: tables.{name}")
    return tasks


def _named(registry: Registry[Member], name: str, where: str) -> Member:
    try:
        return registry.get(name)
    except UnknownNameError as error:
        raise UnknownNameError(f"{where}: {error}") from None


def named_treebanks(block: RowsEntry, study: StudyFile) -> Sequence[tuple[str, ...]]:
    """The treebanks of each unit: one, or two."""
    return block.pairs or [(name,) for name in block.treebanks or study.treebanks]


def rows_of_table(study: StudyFile, table: TableEntry) -> int:
    """How many units a table needs: one for each treebank and combination of values in its blocks."""
    blocks = [study.rows[name] for name in dict.fromkeys(table.rows)]
    return sum(len(named_treebanks(block, study)) * prod(map(len, block.each.values())) for block in blocks)


def _content(entry: TreebankEntry) -> Fingerprint | TreegaugeError:
    try:
        return fingerprint(entry)
    except TreegaugeError as error:
        return error


def _units(
    study: StudyFile,
    name: str,
    block: RowsEntry,
    task: Task,
    entries: Sequence[TreebankEntry],
    content: Sequence[Fingerprint],
) -> Iterator[StudyUnit]:
    title = " and ".join(entry.name for entry in entries)
    labels = entries[0].labels if len(entries) == 1 else {}
    for values in product(*block.each.values()):
        varied = dict(zip(block.each, map(plain, values), strict=True))
        options = {**{option: plain(value) for option, value in block.options.items()}, **varied}
        settings = [
            task.name,
            title,
            sorted(options.items()),
            [_as_given(entry) for entry in entries],
            list(task.versions(**options)),
            study.seed,
            block.most,
        ]
        yield StudyUnit(
            name,
            task.name,
            entries[0],
            options,
            {"treebank": title, **labels, **varied},
            study.seed,
            key(content, [spec for entry in entries for spec in entry.transforms], settings),
            sum(own.size for own in content),
            entries[1] if len(entries) == 2 else None,
            block.most,
        )


def _as_given(entry: TreebankEntry) -> list[Any]:
    """What the file of a study says of a treebank, besides its files."""
    return [entry.split, entry.tags, entry.skip, list(entry.parses), list(entry.transforms)]


def _check_once(study: StudyFile, units: list[StudyUnit]) -> None:
    seen: dict[tuple[str, str], StudyUnit] = {}
    for unit in units:
        if (unit.block, unit.key) in seen:
            raise DataError(f"{study.where}: rows.{unit.block}: the same row is wanted twice ({unit.title})")
        seen[unit.block, unit.key] = unit
