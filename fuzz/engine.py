"""Give many inputs to targets, in processes that are watched: one that uses too much time or memory, or that crashes,
is ended, its input is kept, and another process goes on."""

from __future__ import annotations

import hashlib
import itertools
import json
import mmap
import multiprocessing
import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from .judging import Outcome, Target, judge
from .keeping import keep, kept, minimised
from .mutation import LARGEST, Source, changed

MEMORY = 1 << 30  # bytes that a process may take on top of what it has after its start
PATIENCE = 30.0  # seconds of processor time without progress after which a process is ended
_WAIT = 20  # times as many seconds on the clock, for a process that sleeps; and for the compilation before a target
_POOL = 400  # inputs that gave something new, per target
_SLICE = 2.0  # seconds on one target before the next
_HEADER = 64
_SHOWN = 300  # bytes of an input that is also printed


@dataclass
class Counts:
    """How many inputs a target got, and what they gave."""

    target: str
    seed: str
    inputs: int = 0
    refused: int = 0
    seconds: float = 0.0
    kinds: int = 0  # different results and errors
    faults: dict[str, int] = field(default_factory=dict)


class Campaign:
    """The inputs of one target, one after the other. The same seed gives the same inputs."""

    def __init__(self, target: Target, seed: str) -> None:
        self.target, self.random = target, Random(f"{seed}/{target.name}")
        self.counts = Counts(target.name, seed)
        self.seeds = [*target.seeds(), *(path.read_bytes() for path in kept(target.name))]
        self.pool: list[bytes] = []
        self.kinds: set[Any] = {judge(target, data).kind for data in self.seeds}
        self.digest = hashlib.blake2b()  # of all inputs

    def next_input(self) -> bytes:
        random = self.random
        inputs = self.seeds if not self.pool or random.random() < 0.4 else self.pool
        source = Source(random, self.seeds + self.pool[-8:], self.target.words)
        data = source.pick(inputs)
        reshape = self.target.reshape
        if reshape is not None and random.random() < 0.6:
            data = reshape(data, source)
            return data[: 4 * LARGEST]
        return changed(data, source)

    def add(self, data: bytes, outcome: Outcome) -> bool:
        """Count an input; returns whether its fault is new."""
        counts = self.counts
        counts.inputs += 1
        counts.refused += outcome.refused
        self.digest.update(data)
        if outcome.fault is None:
            if outcome.kind not in self.kinds:
                self.kinds.add(outcome.kind)
                counts.kinds += 1
                if len(self.pool) < _POOL:
                    self.pool.append(data)
                else:
                    self.pool[int(self.random.random() * _POOL)] = data
            return False
        name = f"{outcome.fault} ({outcome.place})" if outcome.place else outcome.fault
        counts.faults[name] = counts.faults.get(name, 0) + 1
        return counts.faults[name] == 1

    def step(self, before: Callable[[bytes], None] = lambda data: None) -> tuple[bytes, Outcome] | None:
        """Try one input; returns it if it shows a new fault."""
        data = self.next_input()
        before(data)
        outcome = judge(self.target, data)
        return (data, outcome) if self.add(data, outcome) else None


class _Board:
    """Shared memory in which a process shows what it is doing: steps done, the target, and the present input."""

    def __init__(self, path: Path) -> None:
        with path.open("a+b") as file:
            file.truncate(_HEADER + 4 * LARGEST)
            self.memory = mmap.mmap(file.fileno(), 0)

    def show(self, steps: int, target: int, data: bytes) -> None:
        header = b"%20d %20d %20d" % (steps, target, len(data))
        self.memory[: len(header)] = header
        self.memory[_HEADER : _HEADER + len(data)] = data

    def read(self) -> tuple[int, int, bytes]:
        numbers = self.memory[:_HEADER].rstrip(b"\0").split()
        steps, target, length = map(int, numbers) if len(numbers) == 3 else (0, -1, 0)
        return steps, target, self.memory[_HEADER : _HEADER + length]


@dataclass(frozen=True)
class Plan:
    """What to run: targets by name, for how many seconds in all, from which seed; faults are kept in a folder."""

    targets: tuple[str, ...]
    seconds: float
    seed: str
    found: Path
    log: Path | None = None


def run(plan: Plan, jobs: int = 1) -> list[Counts]:
    """Fuzz in some processes, each with inputs of its own; returns the counts of all."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        counts = Path(folder) / "counts"
        keepers = [_Keeper(plan, Path(folder), number, counts) for number in range(jobs)]
        until = time.monotonic() + plan.seconds
        while any(keeper.watch(until) for keeper in keepers):
            time.sleep(0.1)
        lines = counts.read_text().splitlines() if counts.exists() else []
    return [Counts(**json.loads(line)) for line in lines]


class _Keeper:
    """Watches one process, and starts another one where it was ended."""

    def __init__(self, plan: Plan, folder: Path, number: int, counts: Path) -> None:
        self.plan, self.folder, self.number, self.counts = plan, folder, number, counts
        self.starts, self.process = 0, None
        self.seen, self.since, self.used = -1, time.monotonic(), 0.0
        self.board = _Board(folder / f"board-{number}")

    def watch(self, until: float) -> bool:
        """Look after the process; returns whether there is still something to do."""
        process: Any = self.process
        if process is None:
            self._start(until)
            return True
        steps, _, data = self.board.read()
        used = _processor_time(process.pid)
        if steps != self.seen:
            self.seen, self.since, self.used = steps, time.monotonic(), used
        patience = PATIENCE if data else _WAIT * PATIENCE
        stuck = used - self.used > patience or time.monotonic() - self.since > _WAIT * PATIENCE
        if process.is_alive() and not stuck:
            return True
        if stuck:
            os.kill(process.pid, signal.SIGKILL)
        process.join()
        if process.exitcode == 0:
            return False
        self._blame("no end" if stuck else f"ended by signal or exit status {process.exitcode}")
        self.process = None
        return bool(data) and time.monotonic() < until  # one that fails before its first input would fail again

    def _start(self, until: float) -> None:
        self.board.show(0, -1, b"")
        self.seen, self.since, self.used = -1, time.monotonic(), 0.0
        seed = f"{self.plan.seed}.{self.number}" + (f".{self.starts}" if self.starts else "")
        self.starts += 1
        left = max(until - time.monotonic(), 0.0)
        process = multiprocessing.get_context("spawn").Process(
            target=work, args=(self.plan, seed, left, self.folder, self.number, self.counts)
        )
        process.start()
        self.process = process  # type: ignore[assignment]

    def _blame(self, fault: str) -> None:
        """Keep the input at which the process ended."""
        _, target, data = self.board.read()
        name = self.plan.targets[target] if target >= 0 else "start"
        path = keep(name, data, self.plan.found)
        path.with_name(f"{path.name}.why").write_text(f"{fault}\n")
        counts = Counts(name, self.plan.seed, faults={fault: 1})
        _record(counts, self.counts, self.plan.log)
        print(f"fuzz: {name}: {fault}; the input is {path}", flush=True)


def work(plan: Plan, seed: str, seconds: float, folder: Path, number: int, counts: Path) -> None:
    """What one process does: the targets in turn, a slice of time each."""
    from .targets import TARGETS

    board, until = _Board(folder / f"board-{number}"), time.monotonic() + seconds
    slice_ = min(_SLICE, max(seconds / len(plan.targets), 0.05))
    campaigns: dict[str, Campaign] = {}
    steps, watcher = itertools.count(1), os.getppid()
    while time.monotonic() < until:
        for place, name in enumerate(plan.targets):
            if name not in campaigns:
                board.show(next(steps), place, b"")
                campaigns[name] = Campaign(TARGETS[name], seed)
                if len(campaigns) == len(plan.targets):
                    limit_memory()
            end = min(time.monotonic() + slice_, until)
            _record(_one_slice(campaigns[name], end, partial(_show, board, steps, place), plan.found), counts, plan.log)
            if time.monotonic() > until or os.getppid() != watcher:  # who watches was ended
                return


def _show(board: _Board, steps: Iterator[int], place: int, data: bytes) -> None:
    board.show(next(steps), place, data)


def _one_slice(campaign: Campaign, end: float, show: Callable[[bytes], None], found: Path) -> Counts:
    """Try inputs until a time; returns the counts of this slice."""
    started, known = time.monotonic(), dict(campaign.counts.faults)
    campaign.counts = Counts(campaign.target.name, campaign.counts.seed, faults=campaign.counts.faults)
    while time.monotonic() < end:
        fault = campaign.step(show)
        if fault is not None:
            _report(campaign.target, *fault, found)
    more = {name: times - known.get(name, 0) for name, times in campaign.counts.faults.items()}
    new = {name: times for name, times in more.items() if times}
    return replace(campaign.counts, seconds=time.monotonic() - started, faults=new)


def _processor_time(process: int) -> float:
    """The seconds of processor time that a process has used: a busy machine does not make it seem stuck."""
    try:
        with open(f"/proc/{process}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def limit_memory() -> None:
    """Memory beyond a limit is a MemoryError, and so a fault."""
    with open("/proc/self/statm") as file:
        present = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (present + MEMORY, resource.RLIM_INFINITY))


def _report(target: Target, data: bytes, outcome: Outcome, found: Path) -> None:
    small = minimised(target, data, outcome, 5.0) if outcome.fault != "slow" else data
    path = keep(target.name, small, found)
    path.with_name(f"{path.name}.why").write_text(f"{outcome.fault} {outcome.place}\n{outcome.report}")
    shown = f": {small!r}" if len(small) <= _SHOWN else ""
    print(f"fuzz: {target.name}: {outcome.fault} {outcome.place}; the input is {path}{shown}", flush=True)


def _record(counts: Counts, *files: Path | None) -> None:
    """Add counts to files as a line of JSON; a short line is written at once, so that processes do not mix theirs."""
    for file in files:
        if file is not None:
            with file.open("a") as out:
                out.write(json.dumps(asdict(counts)) + "\n")


def summed(counts: Sequence[Counts]) -> list[Counts]:
    """One row per target."""
    rows: dict[str, Counts] = {}
    for part in counts:
        row = rows.setdefault(part.target, Counts(part.target, part.seed))
        row.inputs += part.inputs
        row.refused += part.refused
        row.seconds += part.seconds
        row.kinds += part.kinds
        for fault, times in part.faults.items():
            row.faults[fault] = row.faults.get(fault, 0) + times
    return [rows[name] for name in sorted(rows)]
