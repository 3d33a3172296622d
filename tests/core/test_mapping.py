"""Blocks of work: the same results here, on a cluster and from a folder of finished blocks."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path

import pytest
from clusters import FAILURES, cluster

from treegauge.core.errors import CallError, DataError
from treegauge.core.mapping import distributed, is_distributed, mapped
from treegauge.core.remarks import TreegaugeWarning

DONE = "done"


def added(number: int, other: int, folder: str = "") -> int:
    """A sum, which leaves a trace in a folder."""
    if folder:
        with (Path(folder) / DONE).open("a") as file:
            file.write(f"{number} ")
    time.sleep(0.02)
    return number + other


def deadly(number: int, other: int) -> int:
    if number == 3:
        os._exit(1)
    return added(number, other)


def sums(count: int = 20) -> list[int]:
    return mapped(added, range(count), 100)


def test_results_are_in_the_order_of_the_items() -> None:
    assert sums() == mapped(added, range(20), 100, one_by_one=True) == list(range(100, 120))


def test_work_is_here_unless_something_else_is_said(tmp_path: Path) -> None:
    with distributed():
        assert not is_distributed()
    with distributed(blocks=tmp_path):
        assert is_distributed()
    assert not is_distributed()


def test_blocks_that_are_kept_are_not_done_again(tmp_path: Path) -> None:
    with distributed(blocks=tmp_path / "blocks"):
        first = mapped(added, range(4), 10, str(tmp_path), one_by_one=True)
        assert mapped(added, range(5), 10, str(tmp_path), one_by_one=True) == [*first, 14]
        assert (tmp_path / DONE).read_text() == "0 1 2 3 4 "
        assert mapped(added, range(2), 11, str(tmp_path)) == [11, 12]  # what is shared is other


def test_a_damaged_block_is_done_again_with_a_remark(tmp_path: Path) -> None:
    with distributed(blocks=tmp_path):
        mapped(added, [1], 10)
        (file,) = tmp_path.iterdir()
        file.write_bytes(file.read_bytes()[:-1] + b"x")
        with pytest.warns(TreegaugeWarning, match="the block is damaged and is done again"):
            assert mapped(added, [1], 10) == [11]
        assert mapped(added, [1], 10) == [11]


def test_what_is_at_a_place_counts_and_not_the_place(tmp_path: Path) -> None:
    with distributed(blocks=tmp_path):
        mapped(added, [1], 10, content=lambda _: b"some text")
        assert mapped(added, [2], 10, content=lambda _: b"some text") == [11]
        assert mapped(added, [2], 10, content=lambda _: b"other text") == [12]


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CallError, match="cannot keep blocks in"), distributed(blocks=tmp_path / "file" / "blocks"):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_any_number_of_workers_gives_the_same(tmp_path: Path, workers: int) -> None:
    pytest.importorskip("dask.distributed")
    with cluster(tmp_path, workers) as found, distributed(found.address):
        assert sums() == list(range(100, 120))


@pytest.mark.slow
def test_workers_that_are_killed_at_random_cost_their_blocks_only(tmp_path: Path) -> None:
    """What is shared is lost with them, too, and is sent again."""
    pytest.importorskip("dask.distributed")
    draw = random.Random(os.getpid())
    with cluster(tmp_path, 4) as found:
        for number in draw.sample(range(4), 2):
            timer = threading.Timer(draw.uniform(1, 2), found.kill, [number])
            timer.start()
        with distributed(found.address):
            assert sums(300) == list(range(100, 400))


@pytest.mark.slow
def test_a_block_that_ends_its_workers_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("dask.distributed")
    with (
        cluster(tmp_path, FAILURES + 2) as found,
        distributed(found.address),
        pytest.raises(DataError, match="several workers ended, one after the other, on the same block"),
    ):
        mapped(deadly, range(8), 100)


@pytest.mark.slow
def test_after_the_end_of_the_scheduler_the_same_call_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("dask.distributed")
    blocks = tmp_path / "blocks"
    with cluster(tmp_path, 1) as found:
        timer = threading.Timer(3.0, found.scheduler.kill)
        timer.start()
        with pytest.raises(DataError, match="is lost"), distributed(found.address, blocks=blocks):
            mapped(added, range(1000), 10, str(tmp_path))
    finished = len(list(blocks.iterdir()))
    assert 0 < finished < 1000
    with distributed(blocks=blocks):
        (tmp_path / DONE).unlink()
        assert mapped(added, range(finished + 20), 10, str(tmp_path)) == list(range(10, finished + 30))
    assert len((tmp_path / DONE).read_text().split()) <= 20 + 20
