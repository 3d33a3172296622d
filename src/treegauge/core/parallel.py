"""Work on many sentences spread over threads; the compiled loops run without Python's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import pairwise
from typing import Any

_JOBS: ContextVar[int | None] = ContextVar("jobs", default=None)
_LEAST = 2000  # sentences that are worth a thread


def available() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def jobs(number: int | None) -> Iterator[None]:
    """How many threads `spread` and `together` use inside; None: as many as there are processors."""
    token = _JOBS.set(number)
    try:
        yield
    finally:
        _JOBS.reset(token)


def spread(total: int, work: Callable[[int, int], Any]) -> None:
    """Call `work(begin, end)` on parts of 0 ... total that together are the whole."""
    parts = min(_JOBS.get() or available(), max(total // _LEAST, 1))
    bounds = [total * part // parts for part in range(parts + 1)]
    together([partial(work, begin, end) for begin, end in pairwise(bounds)])


def together(calls: list[Callable[[], Any]]) -> list[Any]:
    """The results of calls that do not depend on each other, at the same time where there are threads."""
    if len(calls) < 2 or (_JOBS.get() or available()) == 1:
        return [call() for call in calls]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(min(len(calls), _JOBS.get() or available())) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]
