"""How long a plan will take, and how much memory: by what the same task took before, or by its usual speed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...core.types import PathLike
from .engine import TIMES
from .planning import StudyUnit

_USUAL = 4.0  # seconds per MB of a treebank, where nothing is known of a task
_START = 1.5  # seconds of the first unit of a process
_BASE, _PER_BYTE = 300e6, 30.0  # bytes of memory of a process, and per byte of its treebank


@dataclass(frozen=True)
class Estimate:
    """What a run will take: seconds of work, of one process or several at the same time, and bytes of memory.
    `measured` is the share of the units whose task was timed before in this folder."""

    seconds: float
    memory: float
    measured: float


def estimate(units: Sequence[StudyUnit], folder: PathLike, processes: int) -> Estimate:
    """An estimate for some units, from the times in the folder of work. Foreign parsers need memory of their own."""
    speeds = _speeds(folder)
    work = sum(unit.worked_on / 1e6 * speeds.get(unit.task, _USUAL) + _START / 10 for unit in units)
    largest = sorted((unit.size for unit in units), reverse=True)[:processes]
    memory = sum(_BASE + _PER_BYTE * size for size in largest)
    known = sum(unit.task in speeds for unit in units)
    seconds = (work + _START if units else 0.0) / max(min(processes, len(units)), 1)
    return Estimate(seconds, memory, known / len(units) if units else 1.0)


def _speeds(folder: PathLike) -> Mapping[str, float]:
    """Seconds per MB of each task."""
    seconds: dict[str, float] = {}
    size: dict[str, float] = {}
    for task, own_size, own_seconds in _times(os.path.join(folder, TIMES)):
        seconds[task] = seconds.get(task, 0.0) + own_seconds
        size[task] = size.get(task, 0.0) + own_size / 1e6
    return {task: seconds[task] / size[task] for task in seconds if size[task]}


def _times(path: str) -> Iterator[tuple[str, float, float]]:
    """What the file of times says; a line that is damaged is passed over, since only an estimate rests on it."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                entry = json.loads(line)
                yield str(entry["task"]), float(entry["size"]), float(entry["seconds"])
            except (ValueError, KeyError, TypeError):
                continue
