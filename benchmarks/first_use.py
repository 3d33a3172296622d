"""The first use of a command, when its kernels are compiled, and every later use: `./run bench first-use`.

The folder of compiled kernels is empty before each first use. With `--against SRC`, the folder `src` of another
checkout runs the same commands in the same run, with the same packages.
"""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path

import treegauge
from timing import PROGRAM, Command, Row, Spent, spent

DATA = Path(treegauge.__file__).parent / "data"
COMMANDS: dict[str, tuple[str, ...]] = {
    "--help": ("--help",),
    "stats": ("stats", "english.mrg"),
    "score": ("score", "english.mrg", "english.parsed.mrg"),
    "difficulty": ("difficulty", "english.mrg", "-t", "prepare"),
    "tour": ("tour",),
}
FIRST, LATER = "`{}`, first use", "`{}`, later uses"
JOBS = tuple(job.format(name) for name in COMMANDS for job in (FIRST, LATER) if (name, job) != ("--help", FIRST))


def first_use(against: str | None = None) -> list[Row]:
    """Every command with an empty and with a filled folder of compiled kernels."""
    here = str(Path(treegauge.__file__).parent.parent)
    rows = []
    for name in COMMANDS:
        ours = measure(name, here)
        theirs = measure(name, against) if against else None
        for job, first in ((FIRST, True), (LATER, False)):
            if job.format(name) in JOBS:
                row = partial(_row, job.format(name), ours[not first])
                rows.append(row(theirs[not first] if theirs else None))
    return rows


def measure(name: str, source: str) -> tuple[Spent, Spent]:
    """The first use, and the best of three later uses."""
    command = Command((*PROGRAM, *(str(DATA / word) if (DATA / word).is_file() else word for word in COMMANDS[name])))
    with tempfile.TemporaryDirectory() as folder:
        # An older treegauge keeps its kernels where numba keeps them.
        folders = dict.fromkeys(("TREEGAUGE_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"), folder)
        environment = {**folders, "PYTHONPATH": source + os.pathsep + os.environ.get("PYTHONPATH", "")}
        first = spent(command, times=1, environment=environment)
        return first, spent(command, times=3, environment=environment)


def _row(job: str, ours: Spent, theirs: Spent | None) -> Row:
    if theirs is None:
        return job, str(ours), "", "", ""
    return job, str(ours), f"before: {theirs}", f"{theirs.wall / ours.wall:.2g} x", ""
