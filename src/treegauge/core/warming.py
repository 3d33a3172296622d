"""`warm`: compile all kernels now, on all processors, so that no later call has to.

`kernels.jsonl` lists every kernel with the types of its arguments, how long compiling it takes, and which kernel calls
it. `./run kernels` writes that file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from .lines import text_lines
from .parallel import available, over_processes
from .types import Progress

LIST = Path(__file__).with_name("kernels.jsonl")


@dataclass(frozen=True)
class Kernel:
    """A kernel for some types of arguments. `caller` is a kernel that calls it, or empty."""

    module: str
    name: str
    arguments: str
    seconds: float
    caller: str = ""
    compiled: bool = False

    @property
    def full_name(self) -> str:
        """The module and the name."""
        return f"{self.module}.{self.name}"

    def row(self) -> dict[str, Any]:
        """What `treegauge warm --status --json` prints."""
        return {"kernel": self.full_name, "arguments": self.arguments, "compiled": self.compiled}


def listed_kernels() -> list[Kernel]:
    """All kernels, in the order in which they are best compiled: one that others wait for comes first."""
    kernels = [Kernel(**json.loads(line)) for line in text_lines(LIST.read_text("utf-8"))]
    named: dict[str, list[Kernel]] = {}
    for kernel in kernels:
        named.setdefault(kernel.full_name, []).append(kernel)

    def wait(kernel: Kernel) -> float:
        return kernel.seconds + max((wait(caller) for caller in named.get(kernel.caller, [])), default=0)

    return sorted(kernels, key=wait, reverse=True)


def kernel_status() -> list[Kernel]:
    """All kernels, and which of them are compiled."""
    return [replace(kernel, compiled=is_compiled(kernel)) for kernel in listed_kernels()]


def warm(jobs: int | None = None, *, progress: Progress | None = None) -> list[Kernel]:
    """Compile all kernels that are not compiled yet, in several processes (`jobs`; None: one per processor). Returns
    those that were compiled."""
    missing = [kernel for kernel in kernel_status() if not kernel.compiled]
    total = sum(kernel.seconds for kernel in missing)
    done: list[Kernel] = []
    processes = max(min(jobs or available(), len(missing)), 1)
    for kernel in over_processes(compile_kernel, missing, processes):
        done.append(replace(kernel, compiled=True))
        if progress is not None:
            progress(round(100 * sum(kernel.seconds for kernel in done)), round(100 * total))
    return done


def compile_kernel(kernel: Kernel) -> Kernel:
    """Compile one kernel, or load it if it is on disk."""
    from .compiled import compile_silently
    from .kernel_types import types_from_text

    compile_silently()
    _dispatcher(kernel).compile(types_from_text(kernel.arguments))
    return kernel


def is_compiled(kernel: Kernel) -> bool:
    """Whether the code of a kernel is on disk."""
    from .kernel_types import types_from_text

    dispatcher = _dispatcher(kernel)
    files = dispatcher._cache
    return bool(files.is_compiled(types_from_text(kernel.arguments), dispatcher.targetctx.codegen()))


def _dispatcher(kernel: Kernel) -> Any:
    return getattr(import_module(kernel.module), kernel.name)
