"""Distribute work over threads (the compiled loops run without Python's lock) and over processes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from .interrupts import undone_if_stopped

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Item = TypeVar("Item")
Output = TypeVar("Output")

_JOBS: ContextVar[int | None] = ContextVar("jobs", default=None)
_PART = 2000  # sentences: enough for a thread to be worthwhile, few enough for Ctrl-C to take effect soon


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


def current_jobs() -> int | None:
    """The number that `jobs` was given; None: as many as there are processors."""
    return _JOBS.get()


def in_parts(total: int, work: Callable[[int, int], Any]) -> None:
    """Divide the range 0 ... total into parts, and call `work(begin, end)` on each, in threads."""
    parts = max(total // _PART, 1)
    bounds = [total * part // parts for part in range(parts + 1)]
    together([partial(work, begin, end) for begin, end in pairwise(bounds)])


def together(calls: list[Callable[[], Any]]) -> list[Any]:
    """The results of calls that do not depend on each other; they run at the same time in threads."""
    if len(calls) < 2 or (_JOBS.get() or available()) == 1:
        return [call() for call in calls]
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(min(len(calls), _JOBS.get() or available()))
    try:
        futures = [pool.submit(copy_context().run, call) for call in calls]
        return [future.result() for future in futures]
    finally:
        # After an error or Ctrl-C there is nothing to wait for: calls that have not begun are dropped.
        pool.shutdown(wait=False, cancel_futures=True)


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
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_end_with_parent)
    with undone_if_stopped(partial(_kill, pool)):
        try:
            running: set[Future[Output]] = set()
            for item in items:
                with _without_interrupts():
                    running.add(pool.submit(work, item))
                while len(running) == processes:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            _kill(pool)  # after an error or Ctrl-C there is nothing to wait for
            raise
        finally:
            pool.shutdown()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that are started inside this context never see Ctrl-C: it is for this process, which ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process when the one that started it is killed, rather than wait for work forever."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()
