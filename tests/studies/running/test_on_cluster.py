"""A study on the workers of a scheduler has the same rows as in one process, bit for bit."""

from __future__ import annotations

from pathlib import Path

import pytest
from clusters import cluster
from small_studies import small_study

from treegauge import read_study
from treegauge.studies.running.engine import run_rows
from treegauge.studies.running.planning import plan

pytest.importorskip("dask.distributed")


@pytest.mark.slow
def test_the_rows_are_the_same_when_a_worker_is_killed(tmp_path: Path) -> None:
    planned = plan(read_study(small_study(tmp_path)))
    here = run_rows(planned, tmp_path / "here", processes=1)
    with cluster(tmp_path, 2) as found:
        killed: list[int] = []

        def watch(state: object) -> None:
            if not killed and getattr(state, "done", 0) == 2:
                killed.append(0)
                found.kill(0)

        there = run_rows(planned, tmp_path / "there", cluster=found.address, watch=watch)
    assert killed
    assert (there.rows, there.failed) == (here.rows, ())
