"""Work on the workers of a real scheduler: the same results with any number of workers, also when some are killed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from clusters import FAILURES, cluster, wait_for

from treegauge.core.cluster import over_cluster
from treegauge.core.errors import CallError, DataError

pytest.importorskip("dask.distributed")
pytestmark = pytest.mark.slow


def squared(number: int) -> int:
    time.sleep(0.05)
    return number * number


def deadly(number: int) -> int:
    """One of the items ends every worker that tries it."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(number)


def lost(number: int) -> int:
    return -number


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_results_are_all_there(tmp_path: Path, workers: int) -> None:
    with cluster(tmp_path, workers) as found:
        results = list(over_cluster(squared, range(20), found.address, ended=lost))
    assert sorted(results) == [number * number for number in range(20)]


def test_killed_workers_cost_nothing_but_time(tmp_path: Path) -> None:
    with cluster(tmp_path, 4) as found:
        results = []
        for result in over_cluster(squared, range(60), found.address, ended=lost):
            results.append(result)
            if len(results) in (5, 15):
                found.kill(len(results) % 4)
    assert sorted(results) == [number * number for number in range(60)]


def test_an_item_that_ends_its_workers_is_given_up(tmp_path: Path) -> None:
    """Each worker that tried it is gone, so that others must be left."""
    with cluster(tmp_path, FAILURES + 2) as found:
        results = list(over_cluster(deadly, range(8), found.address, ended=lost))
    assert sorted(results) == sorted([*(number * number for number in range(8) if number != 3), -3])


def test_the_end_of_the_scheduler_is_a_clear_error(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as found:
        timer = threading.Timer(2.0, found.scheduler.kill)
        timer.start()
        with pytest.raises(DataError, match=r"the connection to the scheduler at tcp://.* is lost"):
            list(over_cluster(squared, range(2000), found.address, ended=lost))


def test_a_scheduler_without_workers_or_none_at_all_is_an_error(tmp_path: Path) -> None:
    with cluster(tmp_path, 0) as found, pytest.raises(CallError, match="has no workers; start some: dask worker tcp"):
        list(over_cluster(squared, range(3), found.address, ended=lost))
    with pytest.raises(CallError, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        list(over_cluster(squared, range(3), "tcp://127.0.0.1:9", ended=lost))


def test_workers_with_another_version_are_refused(tmp_path: Path) -> None:
    """A worker sees another version through a module that comes first on its path."""
    (tmp_path / "sitecustomize.py").write_text("import treegauge.version as v\nv.__version__ = '9.9'\n", "utf-8")
    with cluster(tmp_path, 0) as found:
        found.add(1, PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]))
        wait_for(found.address, 1)
        with pytest.raises(CallError, match=r"has other versions \(treegauge 9\.9 there"):
            list(over_cluster(squared, range(3), found.address, ended=lost))


def test_workers_without_treegauge_are_refused(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['treegauge'] = None\n", "utf-8")
    with cluster(tmp_path, 0) as found:
        found.add(1, PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]))
        wait_for(found.address, 1)
        with pytest.raises(CallError, match=r"the worker at tcp://.* cannot work: .*No module named 'treegauge"):
            list(over_cluster(squared, range(3), found.address, ended=lost))


def test_no_items_need_no_scheduler() -> None:
    assert list(over_cluster(squared, [], "tcp://127.0.0.1:9", ended=lost)) == []
