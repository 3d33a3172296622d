"""Processor time, which depends less on other processes than wall-clock time; of work here, and of whole commands."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from tempfile import TemporaryFile

Row = tuple[str, str, str, str, str]
PROGRAM = (sys.executable, "-m", "treegauge")


def best_processor_time(work: Callable[[], object], times: int = 5) -> float:
    """The best of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


@dataclass(frozen=True)
class Spent:
    """The time of a whole command, from its start to its end, in seconds."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.processor:.3g} s, wall {self.wall:.3g} s"

    def __add__(self, more: Spent) -> Spent:
        return Spent(self.wall + more.wall, self.processor + more.processor)


@dataclass(frozen=True)
class Command:
    """A command, the file that is its standard input, and the file for its standard output."""

    words: Sequence[str | os.PathLike[str]]
    input: Path = Path(os.devnull)
    output: Path = Path(os.devnull)


def spent(*commands: Command, times: int = 3, environment: Mapping[str, str] | None = None) -> Spent:
    """The time of commands that run one after the other; the run with the least processor time counts."""
    runs = [reduce(Spent.__add__, (_once(command, environment) for command in commands)) for _ in range(times)]
    return min(runs, key=lambda run: run.processor)


def _once(command: Command, environment: Mapping[str, str] | None) -> Spent:
    start = time.perf_counter()
    with command.input.open("rb") as source, command.output.open("wb") as target, TemporaryFile() as errors:
        every = {**os.environ, **(environment or {})}
        process = subprocess.Popen(command.words, stdin=source, stdout=target, stderr=errors, env=every)
        _, status, usage = os.wait4(process.pid, 0)  # the only way to get the time of this process alone
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            message = errors.read().decode(errors="replace")[-2000:]
            words = " ".join(map(str, command.words))
            sys.exit(f"{words} ended with status {process.returncode}\n{message}")
    return Spent(wall, usage.ru_utime + usage.ru_stime)


def against(job: str, ours: Spent, peer: str, theirs: Spent | None, goal: str = "") -> Row:
    """A row with the ratio of the processor times, or the peer that is missing."""
    if theirs is None:
        return job, str(ours), f"{peer} is not installed", "", goal
    return job, str(ours), f"{peer} {theirs}", f"{theirs.processor / ours.processor:.2g} x", goal
