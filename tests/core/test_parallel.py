"""Work distributed over threads and processes."""

from __future__ import annotations

import math
import threading
import time
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treegauge.core import parallel
from treegauge.core.parallel import available, in_parts, jobs, over_processes, together


@given(st.integers(0, 50_000), st.integers(1, 9))
@settings(deadline=None)
def test_the_parts_are_the_whole_without_overlap(total: int, threads: int) -> None:
    parts: list[tuple[int, int]] = []
    used: set[int] = set()

    def work(begin: int, end: int) -> None:
        used.add(threading.get_ident())
        parts.append((begin, end))

    with jobs(threads):
        in_parts(total, work)
    ordered = sorted(parts)
    assert ordered[0][0] == 0
    assert ordered[-1][1] == total
    assert all(before[1] == after[0] for before, after in pairwise(ordered))
    assert len(used) <= threads
    assert all(end - begin < 2 * parallel._PART for begin, end in parts)  # Ctrl-C works between two parts


def test_little_work_is_done_in_one_piece() -> None:
    parts: list[tuple[int, int]] = []
    with jobs(8):
        in_parts(100, lambda begin, end: parts.append((begin, end)))
    assert parts == [(0, 100)]


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_results_come_in_the_order_of_the_calls(threads: int | None) -> None:
    with jobs(threads):
        assert together([partial(pow, n, 2) for n in range(20)]) == [n * n for n in range(20)]
        assert together([]) == []


def test_one_job_runs_in_the_calling_thread() -> None:
    with jobs(1):
        found = together([threading.get_ident] * 3)
    assert set(found) == {threading.get_ident()}


def test_two_jobs_run_at_the_same_time() -> None:
    meeting = threading.Barrier(2, timeout=10)
    with jobs(2):
        assert sorted(together([meeting.wait, meeting.wait])) == [0, 1]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_call_comes_out(threads: int) -> None:
    def fail() -> Any:
        raise ValueError("no")

    with jobs(threads), pytest.raises(ValueError, match="no"):
        together([lambda: 1, fail])


def test_after_an_error_calls_that_have_not_begun_are_dropped() -> None:
    begun: list[int] = []

    def fail() -> Any:
        raise ValueError("no")

    def begin(number: int) -> None:
        begun.append(number)
        time.sleep(0.05)

    with jobs(2), pytest.raises(ValueError, match="no"):
        together([fail, *(partial(begin, number) for number in range(100))])
    time.sleep(0.3)
    assert len(begun) < 20


def test_the_number_of_jobs_holds_inside_only() -> None:
    seen = []
    with jobs(1):
        seen.append(parallel._JOBS.get())
        with jobs(3):
            seen.append(parallel._JOBS.get())
        seen.append(parallel._JOBS.get())
    assert [*seen, parallel._JOBS.get()] == [1, 3, 1, None]
    assert available() >= 1


@pytest.mark.parametrize("processes", [1, 2])
def test_every_item_is_worked_on_once(processes: int) -> None:
    assert sorted(over_processes(math.factorial, range(5), processes)) == [1, 1, 2, 6, 24]
    assert list(over_processes(math.factorial, [], processes)) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_no_item_is_drawn_before_a_process_is_free(processes: int) -> None:
    drawn: list[int] = []
    items = (drawn.append(number) or number for number in range(9))  # type: ignore[func-returns-value]
    next(over_processes(math.factorial, items, processes))
    assert drawn == list(range(processes))


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_in_a_process_is_raised_here(processes: int) -> None:
    with pytest.raises(ValueError, match="not defined for negative values"):
        list(over_processes(math.factorial, [1, -1], processes))
