"""Distribute work over the workers of a Dask scheduler (extra `cluster`): on this machine, or wherever it has them."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

from ..version import __version__
from .errors import CallError, DataError, MissingExtraError
from .parallel import Item, Output, available, jobs

LOCAL = "local"  # workers on this machine
_SECONDS = 10  # to wait for a scheduler that does not answer
_AHEAD = 4  # items that are given to each thread of the workers, so that none waits and few are in memory
_LOST = "the connection to the scheduler at {} is lost; what is finished is kept: the same call goes on"
_ENDED = "several workers ended, one after the other, on the same block, most likely because the memory was not enough"


@dataclass(frozen=True)
class Connection:
    """A connection to a scheduler whose workers can do our work."""

    address: str
    dask: Any
    client: Any

    def results(
        self,
        work: Callable[..., Output],
        items: Iterable[Item],
        shared: Sequence[Any] = (),
        ended: Callable[[Item], Output] | None = None,
    ) -> Iterator[tuple[int, Output]]:
        """Yield the numbers of items and the results of `work(item, *shared)` as they are finished. A worker that ends
        in the middle costs what it was working on; this is given to another one.

        shared  is sent to each worker once
        ended   the result for an item on which several workers have ended; an error, if not given
        """
        waiting, running = enumerate(items), self.dask.as_completed(loop=self.client.loop)
        numbers: dict[Any, tuple[int, Item]] = {}
        try:
            # Results of tasks, not scattered data: what was lost with a worker is made again.
            given = [self._submitted(_itself, value) for value in shared]
            ahead = _AHEAD * max(sum(self.client.nthreads().values()), 1)
            for number, item in islice(waiting, ahead):
                self._start(work, number, item, given, numbers, running)
            for future in running:
                number, item = numbers.pop(future)
                yield number, self._result(future, item, ended)
                future.release()
                for following in islice(waiting, 1):
                    self._start(work, *following, given, numbers, running)
        except (CancelledError, self.dask.client.FutureCancelledError, OSError) as error:
            raise DataError(_LOST.format(self.address)) from error
        except RuntimeError as error:
            if self.client.status == "running":
                raise
            raise DataError(_LOST.format(self.address)) from error

    def _start(
        self, work: Any, number: int, item: Item, given: Sequence[Any], numbers: dict[Any, Any], running: Any
    ) -> None:
        future = self._submitted(_worked, work, item, *given)
        numbers[future] = (number, item)
        running.add(future)

    def _submitted(self, *call: Any) -> Any:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")  # it is sent once
            return self.client.submit(*call, pure=False)

    def _result(self, future: Any, item: Item, ended: Callable[[Item], Output] | None) -> Output:
        error = future.exception()
        if isinstance(error, self.dask.KilledWorker):
            if ended is None:
                raise DataError(_ENDED) from error
            return ended(item)
        if error is not None:
            raise error
        result: Output = future.result()
        return result


def _itself(value: Any) -> Any:
    return value


def _worked(work: Callable[..., Output], item: Item, *shared: Any) -> Output:
    """A worker has as many threads as its user gave it: the work itself starts no others."""
    with jobs(1):
        return work(item, *shared)


def over_cluster(
    work: Callable[[Item], Output],
    items: Sequence[Item],
    address: str,
    *,
    ended: Callable[[Item], Output],
    workers: int | None = None,
) -> Iterator[Output]:
    """Yield the results of `work` as they are finished.

    address  that of a scheduler (`tcp://host:8786`), or `local`
    ended    the result for an item on which several workers have ended, one after the other
    workers  with `local`: how many; as many as there are processors, if not given
    """
    if items:
        with connected(address, workers) as cluster:
            for _, result in cluster.results(work, items, ended=ended):
                yield result


@contextmanager
def connected(address: str, workers: int | None = None) -> Iterator[Connection]:
    """A connection to a scheduler; workers of other versions are an error before anything starts."""
    dask = _dask()
    with _quiet():
        if address == LOCAL:
            own = {"n_workers": workers or available(), "threads_per_worker": 1, "processes": True}
            with dask.LocalCluster(**own, dashboard_address="127.0.0.1:0") as cluster, dask.Client(cluster) as client:
                yield Connection(address, dask, client)
        else:
            with _client(dask, address) as client:
                yield Connection(address, dask, client)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the pages that Dask logs when a scheduler or a worker ends: our own error says so."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def _client(dask: Any, address: str) -> Iterator[Any]:
    try:
        client = dask.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CallError(f"no scheduler answers at '{address}': {error}") from None
    with client:
        _check_workers(client, address)
        yield client


def _dask() -> Any:
    try:
        return import_module("dask.distributed")
    except ImportError:
        raise MissingExtraError("distributed", "cluster", "working on a cluster") from None


def _check_workers(client: Any, address: str) -> None:
    """Raise an error if there is no worker, or if one would compute with other versions than this process."""
    here = _versions()
    answers = client.run(_versions, on_error="return")
    there = {worker: answer for worker, answer in answers.items() if not isinstance(answer, OSError)}  # it has ended
    if not there:
        raise CallError(f"the scheduler at '{address}' has no workers; start some: dask worker {address}")
    for worker, versions in there.items():
        if isinstance(versions, Exception):
            raise CallError(f"the worker at {worker} cannot work: {type(versions).__name__}: {versions}")
        other = [
            f"{name} {versions.get(name)} there, {here[name]} here" for name in here if versions.get(name) != here[name]
        ]
        if other:
            raise CallError(f"the worker at {worker} has other versions ({'; '.join(other)}); install the same")


def _versions() -> dict[str, str]:
    """What figures depend on."""
    import numba
    import numpy

    return {
        "treegauge": __version__,
        "numpy": numpy.__version__,
        "numba": numba.__version__,
        "Python": ".".join(map(str, sys.version_info[:2])),
    }
