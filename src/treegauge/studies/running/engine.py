"""`run_rows`: make the rows of a study that are not done yet, in several processes; what is done is kept at once.

The rows depend on the data, the options and the seed, and never on the number of processes or on their order.
"""

from __future__ import annotations

import json
import math
import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from ...core.cluster import over_cluster
from ...core.errors import TreegaugeError
from ...core.kept_rows import Finished
from ...core.parallel import available, jobs, over_processes
from ...core.remarks import TreegaugeWarning
from ...core.resuming import Kept
from ...core.types import AnyRow, PathLike, Row
from ...core.wording import one_line
from .data import StudyData
from .planning import FailedUnit, StudyPlan, StudyUnit
from .tasks import TASKS

FINISHED, TIMES, KEPT = "finished.jsonl", "times.jsonl", "kept"  # in the folder of work
_STUDY = "study"
KILLED = "its process was ended from outside, most likely because the memory was not enough"
WatchStudy = Callable[["Watching"], None]


@dataclass(frozen=True)
class Watching:
    """How far a run is: units done before and now, failed, all; and what is running."""

    done: int
    failed: int
    total: int
    running: tuple[str, ...]


@dataclass(frozen=True)
class StudyRows:
    """The rows of a study.

    rows     in the order of the file of the study
    failed   what could not be made
    remarks  on rows
    made     how many units were made by this call; `kept`: how many had been made before
    """

    rows: tuple[Row, ...]
    failed: tuple[FailedUnit, ...]
    remarks: tuple[str, ...]
    made: int
    kept: int

    def of(self, blocks: Sequence[str]) -> list[Row]:
        """The rows of some blocks."""
        return [row for row in self.rows if row["rows"] in blocks]


@dataclass(frozen=True)
class MadeUnit:
    """What a process returns: rows, or a message."""

    unit: StudyUnit
    rows: list[Row]
    remarks: tuple[str, ...]
    message: str
    seconds: float


def run_rows(
    planned: StudyPlan,
    folder: PathLike,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    watch: WatchStudy | None = None,
) -> StudyRows:
    """Make all rows of a plan that the folder of work does not have. A unit that fails does not stop the others; it is
    tried again by the next call.

    processes  how many units are made at the same time; as many as there are processors, if not given
    cluster    `local`, or the address of a Dask scheduler, whose workers make the rows
    watch      is called at the beginning and after each unit
    """
    os.makedirs(folder, exist_ok=True)
    workers = processes or available()
    alone = workers == 1 and cluster is None
    work = partial(_make, folder=os.path.abspath(folder), threads=None if alone else 1)
    with Kept.open(os.path.join(folder, FINISHED), _STUDY) as kept:
        waiting = {unit.key: unit for unit in planned.units if kept.find(unit.key) is None}
        missing = len(waiting)
        failed: dict[str, FailedUnit] = {}
        watching = partial(_watched, watch, planned, workers)
        watching(waiting, failed)
        units = list(waiting.values())
        if cluster is None:
            results = in_processes(work, units, workers)
        else:
            results = over_cluster(work, units, cluster, ended=_ended, workers=processes)
        for made in results:
            del waiting[made.unit.key]
            if made.message:
                failed[made.unit.key] = FailedUnit(made.unit.title, made.unit.block, made.message)
            else:
                kept.add(made.unit.key, Finished({"rows": made.rows}, made.remarks))
                _keep_time(folder, made)
            watching(waiting, failed)
        return _collected(planned, kept, failed, missing - len(failed))


def _watched(
    watch: WatchStudy | None,
    planned: StudyPlan,
    workers: int,
    waiting: Mapping[str, StudyUnit],
    failed: Mapping[str, FailedUnit],
) -> None:
    if watch is not None:
        total = len({unit.key for unit in planned.units})
        running = tuple(unit.title for unit in islice(waiting.values(), workers))
        done = total - len(waiting) - len(failed)
        watch(Watching(done, len(failed) + len(planned.missing), total, running))


def _collected(planned: StudyPlan, kept: Kept, failed: Mapping[str, FailedUnit], made: int) -> StudyRows:
    rows: list[Row] = []
    remarks: list[str] = []
    for unit in planned.units:
        finished = kept.find(unit.key)
        if finished is not None:
            rows += [{"rows": unit.block, **unit.columns, **row} for row in finished.row["rows"]]
            remarks += [f"{unit.title}: {remark}" for remark in finished.remarks]
    problems = (*planned.missing, *(failed[unit.key] for unit in planned.units if unit.key in failed))
    before = len({unit.key for unit in planned.units}) - len(failed) - made
    return StudyRows(tuple(rows), problems, tuple(dict.fromkeys(remarks)), made, before)


def in_processes(
    work: Callable[[StudyUnit], MadeUnit], units: Sequence[StudyUnit], processes: int
) -> Iterator[MadeUnit]:
    """The results of units as they are finished. Where a process is ended from outside, the units that were running are
    made one by one, so that the one to blame is found."""
    waiting = {unit.key: unit for unit in units}
    while waiting:
        try:
            for made in over_processes(work, list(waiting.values()), processes):
                del waiting[made.unit.key]
                yield made
        except BrokenProcessPool:
            for unit in list(waiting.values())[:processes]:
                yield _alone(work, unit)
                del waiting[unit.key]


def _ended(unit: StudyUnit) -> MadeUnit:
    return MadeUnit(unit, [], (), KILLED, 0.0)


def _alone(work: Callable[[StudyUnit], MadeUnit], unit: StudyUnit) -> MadeUnit:
    try:
        return next(iter(over_processes(work, [unit], 2)))
    except BrokenProcessPool:
        return _ended(unit)


def _make(unit: StudyUnit, folder: str, threads: int | None) -> MadeUnit:
    """The rows of a unit; an error of any kind becomes a message, since the other units go on."""
    start = time.perf_counter()
    with jobs(threads), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TreegaugeWarning)
        try:
            rows, message = [_storable(row) for row in TASKS.get(unit.task).rows(_data(unit, folder), unit.options)], ""
        except TreegaugeError as error:
            rows, message = [], one_line(str(error))
        except MemoryError:
            rows, message = [], "the memory is not enough"
        except Exception as error:  # the others go on; this one is reported
            rows, message = [], one_line(f"{type(error).__name__}: {error}")
    said = [str(one.message) for one in caught if issubclass(one.category, TreegaugeWarning)]
    return MadeUnit(unit, rows, tuple(dict.fromkeys(said)), message, time.perf_counter() - start)


def _data(unit: StudyUnit, folder: str) -> StudyData:
    place = os.path.join(folder, KEPT)
    second = None if unit.second is None else StudyData(unit.second, unit.seed, place, most=unit.most)
    return StudyData(unit.entry, unit.seed, place, second, unit.most)


def _storable(row: AnyRow) -> Row:
    """A row as a file has it: plain numbers, and None where a figure is undefined."""
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value.item() if hasattr(value, "item") else value


def _keep_time(folder: PathLike, made: MadeUnit) -> None:
    """How long a unit took, by which later plans estimate; it is not a part of the results."""
    line = json.dumps(
        {"task": made.unit.task, "size": made.unit.worked_on, "seconds": round(made.seconds, 3), "key": made.unit.key}
    )
    with open(os.path.join(folder, TIMES), "a", encoding="utf-8") as file:
        file.write(line + "\n")


def done_before(planned: StudyPlan, folder: PathLike) -> set[str]:
    """The keys of the units whose rows a folder of work has."""
    file = os.path.join(folder, FINISHED)
    if not os.path.exists(file):
        return set()
    kept = Kept.read(file, study=_STUDY)
    return {unit.key for unit in planned.units if unit.key in kept.rows}
