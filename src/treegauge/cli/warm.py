"""`treegauge warm`: compile everything now."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from ..core.wording import counted
from .options import Jobs, note, progress
from .printing import Json, print_json


def warm(
    status: Annotated[bool, typer.Option("--status", help="Only show how much is compiled, and where it is.")] = False,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Compile all kernels now, on all processors, so that every later call starts at once.

    treegauge compiles its inner loops on each machine once. Without this verb it does so when a loop is first needed.
    """
    from ..core.warming import kernel_status, warm

    start = time.monotonic()
    if not status:
        with progress("compiling the inner loops, once on this machine") as tick:
            compiled = warm(jobs, progress=tick)
        note(f"{counted(len(compiled), 'kernel')} compiled in {time.monotonic() - start:.0f} s")
    kernels = kernel_status()
    if json:
        print_json("warm", [kernel.row() for kernel in kernels])
        return
    from ..core.kernel_cache import cache_folder, installed_folder

    ready = sum(kernel.compiled for kernel in kernels)
    print(f"{ready:,} of {counted(len(kernels), 'kernel')} compiled, in {installed_folder() or cache_folder()}")
    if ready < len(kernels):
        print(f"the others take about {sum(k.seconds for k in kernels if not k.compiled):.0f} s on one processor")
