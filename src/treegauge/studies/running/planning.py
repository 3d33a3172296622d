"""The plan of a study: all units of work, each with a key of everything that its rows depend on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ...core.errors import DataError, TreegaugeError
from ...core.resuming import key
from .data import Fingerprint, fingerprint
from .study_file import RowsEntry, StudyFile, TreebankEntry, plain
from .tasks import TASKS, Task


@dataclass(frozen=True)
class Unit:
    """One task on one treebank: it gives one or several rows.

    block    the block of rows that it belongs to
    task     the name of the task
    entry    the treebank
    options  all options of the task that are given
    columns  what its rows have besides the figures of the task
    seed     the seed of the study
    key      changes with the content of the files, the options, the versions and the seed
    size     bytes of the files, unpacked
    """

    block: str
    task: str
    entry: TreebankEntry = field(repr=False)
    options: Mapping[str, Any]
    columns: Mapping[str, Any]
    seed: int
    key: str
    size: int

    @property
    def title(self) -> str:
        """What it is called in messages."""
        given = ", ".join(f"{name} {value}" for name, value in self.columns.items() if name in self.options)
        return f"{self.block}: {self.entry.name}" + (f" ({given})" if given else "")


@dataclass(frozen=True)
class FailedUnit:
    """A unit whose rows could not be made, and why."""

    title: str
    block: str
    message: str


@dataclass(frozen=True)
class Plan:
    """The units of a study in the order of its file, and treebanks that are not there."""

    units: tuple[Unit, ...]
    missing: tuple[FailedUnit, ...]


def plan(study: StudyFile) -> Plan:
    """All units of a study. A treebank whose files cannot be found does not stop the others."""
    content: dict[str, Fingerprint | TreegaugeError] = {}
    units: list[Unit] = []
    missing: list[FailedUnit] = []
    for name, block in study.rows.items():
        where = f"{study.where}: rows.{name}"
        task = TASKS.get(block.task)
        task.check({**block.options, **block.each}, where)
        for treebank in block.treebanks or study.treebanks:
            entry = study.treebanks[treebank]
            if treebank not in content:
                content[treebank] = _content(entry)
            found = content[treebank]
            if isinstance(found, TreegaugeError):
                missing.append(FailedUnit(f"{name}: {treebank}", name, str(found)))
            else:
                units += _units(study, name, block, task, entry, found)
    _check_once(study, units)
    return Plan(tuple(units), tuple(missing))


def _content(entry: TreebankEntry) -> Fingerprint | TreegaugeError:
    try:
        return fingerprint(entry)
    except TreegaugeError as error:
        return error


def _units(
    study: StudyFile, name: str, block: RowsEntry, task: Task, entry: TreebankEntry, content: Fingerprint
) -> Iterator[Unit]:
    for values in product(*block.each.values()):
        varied = dict(zip(block.each, map(plain, values), strict=True))
        options = {**{option: plain(value) for option, value in block.options.items()}, **varied}
        settings = [
            task.name,
            entry.name,
            sorted(options.items()),
            [entry.split, entry.tags, entry.skip, list(entry.parses)],
            list(task.versions(**options)),
            study.seed,
        ]
        yield Unit(
            name,
            task.name,
            entry,
            options,
            {"treebank": entry.name, **entry.labels, **varied},
            study.seed,
            key([content], entry.transforms, settings),
            content.size,
        )


def _check_once(study: StudyFile, units: list[Unit]) -> None:
    seen: dict[tuple[str, str], Unit] = {}
    for unit in units:
        if (unit.block, unit.key) in seen:
            raise DataError(f"{study.where}: rows.{unit.block}: the same row is wanted twice ({unit.title})")
        seen[unit.block, unit.key] = unit
