"""Distribute work over threads (the compiled loops run without Python's lock) and over processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

Item = TypeVar("Item")
Output = TypeVar("Output")

_JOBS: ContextVar[int | None] = ContextVar("jobs", default=None)
_LEAST = 2000  # sentences for which a thread is worthwhile


def available() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def jobs(number: int | None) -> Iterator[None]:
    """Set how many threads `in_parts` and `together` use inside this context; None: as many as there are
    processors."""
    token = _JOBS.set(number)
    try:
        yield
    finally:
        _JOBS.reset(token)


def in_parts(total: int, work: Callable[[int, int], Any]) -> None:
    """Divide the range 0 ... total into parts, and call `work(begin, end)` on each in a thread."""
    parts = min(_JOBS.get() or available(), max(total // _LEAST, 1))
    bounds = [total * part // parts for part in range(parts + 1)]
    together([partial(work, begin, end) for begin, end in pairwise(bounds)])


def together(calls: list[Callable[[], Any]]) -> list[Any]:
    """The results of calls that do not depend on each other; they run at the same time in threads."""
    if len(calls) < 2 or (_JOBS.get() or available()) == 1:
        return [call() for call in calls]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(min(len(calls), _JOBS.get() or available())) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def over_processes(work: Callable[[Item], Output], items: Iterable[Item], processes: int) -> Iterator[Output]:
    """Yield the results of `work` as they are finished. An item is drawn only when a process is free for it.

    One process means this one. With more, a script must start its work below `if __name__ == "__main__":`.
    """
    if processes == 1:
        yield from map(work, items)
        return
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    # New interpreters: a forked copy of one that has threads can deadlock.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running: set[Future[Output]] = set()
        for item in items:
            running.add(pool.submit(work, item))
            while len(running) == processes:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
