"""The kernel of the CUDA engine on the processor: the same source, compiled by a C++ compiler, whose threads are those
of a program. It says whether the source is right, not how fast a device is."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np

from treegauge.models.grammars.cuda.engine import FIELDS, LaunchPlan
from treegauge.models.grammars.cuda.machines import PARTS, source

PACKAGE = "treegauge.models.grammars.cuda"
COMPILER = "g++"
OPTIONS = ("-std=c++17", "-O2", "-pthread")
GARBAGE = 0xA5  # in memory that was not written: what a device has there is not zero either


def library(plan: LaunchPlan, folder: Path, parts: tuple[str, ...] = PARTS, *more: str) -> ctypes.CDLL:
    """The kernel for so many threads, compiled unless the folder has it; `more` are options of the compiler."""
    with as_file(files(PACKAGE).joinpath("emulated.h")) as header:
        text = source(parts)
        options = [*OPTIONS, "-shared", "-fPIC", f"-I{header.parent}", "-DEMULATED", *more]
        options += [f"-D{name.upper()}={value}" for name, value in plan._asdict().items()]
        name = hashlib.sha256(repr((text, header.read_text("utf-8"), options)).encode()).hexdigest()[:16]
        path = folder / f"kernel-{name}.so"
        if not path.exists():
            # Several processes may compile it at a time: each writes files of its own.
            code, made = folder / f"{name}-{os.getpid()}.cpp", folder / f"{name}-{os.getpid()}.so"
            code.write_text(text, "utf-8")
            subprocess.run(
                [COMPILER, *options, "-Wall", "-Wno-unknown-pragmas", str(code), "-o", str(made)], check=True
            )
            made.replace(path)
    return ctypes.CDLL(str(path))


class Emulated:
    """A machine with one block of threads, and arrays of numpy."""

    fields = FIELDS  # of its problems

    def __init__(self, folder: Path, *, threads: int, group: int, chunk: int, room: int = 1 << 27) -> None:
        plan = LaunchPlan(threads, group, chunk, 1, 1)
        self.plans = plan, plan
        self.problems: list[dict[str, int]] = []  # those that were launched
        self._infer = library(plan, folder).infer_sentences
        self._room = np.full(room + 128, GARBAGE, np.uint8)

    def put(self, array: Any) -> Any:
        return np.array(array, order="C")

    def empty(self, size: int, kind: Any) -> Any:
        return np.full(size * np.dtype(kind).itemsize, GARBAGE, np.uint8).view(kind)

    def address(self, array: Any) -> int:
        return int(array.ctypes.data)

    def get(self, array: Any) -> Any:
        return array.copy()

    def fill(self, array: Any, value: int) -> None:
        array[:] = value

    def room(self) -> tuple[int, int]:
        return -(-self.address(self._room) // 128) * 128, len(self._room) - 128

    def give_back(self) -> None:
        """It is used again."""

    def teams(self, plan: LaunchPlan) -> int:
        return 1

    def launch(self, problem: Any, teams: int, plan: LaunchPlan) -> None:
        self.problems.append(dict(zip(self.fields, problem.tolist(), strict=True)))
        self._infer(ctypes.c_void_p(self.address(problem)), plan.threads)

    def wait(self, tick: Callable[[], None] | None = None) -> None:
        """A launch ends with all its threads."""
