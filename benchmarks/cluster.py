"""What a cluster costs and gives: `python benchmarks/cluster.py [TREEBANK]`.

Prints the size of the columns that workers are sent, the time of a block on which nothing is done, and how `difficulty
--protocol loo` is divided between one and two workers of this machine. Beside the wall time, which depends on what else
runs, there is the processor time of the worker that has most of it: with free processors, the wall time is near to
this.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import treegauge
from treegauge import Treebank
from treegauge.core.mapping import mapped
from treegauge.core.parallel import jobs
from treegauge.treebank.parts import blocks_of

BLOCKS = 500


def nothing(block: Treebank | int) -> int:
    return 0


def spent(work: Callable[[], object], clocks: Callable[[], list[float]]) -> tuple[float, float]:
    """The wall time, and the largest processor time."""
    start, before = time.perf_counter(), clocks()
    work()
    return time.perf_counter() - start, max(b - a for a, b in zip(before, clocks(), strict=True))


def clocks_of(client: Any) -> list[float]:
    """The processor time of each worker so far."""
    return list(client.run(time.process_time).values())


def bytes_of_arrays(blocks: list[Treebank]) -> int:
    """The arrays in blocks, which are sent as they are."""
    buffers: list[pickle.PickleBuffer] = []
    for block in blocks:
        pickle.dumps(block, protocol=5, buffer_callback=buffers.append)
    return sum(buffer.raw().nbytes for buffer in buffers)


def main() -> None:
    source = treegauge.read(sys.argv[1]) if len(sys.argv) > 1 else treegauge.bundled("english.mrg")
    treebank = treegauge.apply(source, "prepare")
    blocks = blocks_of(treebank)

    def work() -> object:
        return treegauge.difficulty(treebank, protocol="loo")

    sent = sum(len(pickle.dumps(block, protocol=5)) for block in blocks)
    arrays = bytes_of_arrays(blocks)
    print(f"columns: {sent / len(treebank):.0f} bytes per sentence, {arrays / len(treebank):.0f} of them arrays")
    with jobs(1):
        work()
        wall, alone = spent(work, lambda: [time.process_time()])
    print(f"one thread: wall {wall:.1f} s, processor {alone:.1f} s; {len(blocks)} blocks of {len(blocks[0])} sentences")
    dask: Any = import_module("dask.distributed")
    for workers in (1, 2):
        local = dask.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        with local, dask.Client(local, set_as_default=False) as client, treegauge.distributed(local.scheduler_address):
            work()  # workers load the compiled code
            mapped(nothing, range(BLOCKS))
            wall, most = spent(work, partial(clocks_of, client))
            empty, _ = spent(lambda: mapped(nothing, range(BLOCKS)), lambda: [time.process_time()])
        print(
            f"{workers} workers: wall {wall:.1f} s, processor of the busiest {most:.1f} s, {alone / most:.2f} x;"
            f" {1e3 * empty / BLOCKS:.1f} ms for an empty block"
        )


if __name__ == "__main__":
    main()
