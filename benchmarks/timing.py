"""Processor time, which depends less on other processes than wall-clock time."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_processor_time(work: Callable[[], object], times: int = 5) -> float:
    """The best of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)
