"""Distribute work over the workers of a Dask scheduler (extra `cluster`): on this machine, or wherever it has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ..version import __version__
from .errors import CallError, DataError, MissingExtraError
from .parallel import Item, Output, available

LOCAL = "local"  # workers on this machine
_SECONDS = 10  # to wait for a scheduler that does not answer
_LOST = "the connection to the scheduler at {} is lost; what is finished is kept: the same call goes on"


def over_cluster(
    work: Callable[[Item], Output],
    items: Sequence[Item],
    address: str,
    *,
    ended: Callable[[Item], Output],
    workers: int | None = None,
) -> Iterator[Output]:
    """Yield the results of `work` as they are finished. A worker that ends in the middle costs what it was working on;
    this is given to another one.

    address  that of a scheduler (`tcp://host:8786`), or `local`
    ended    the result for an item on which several workers have ended, one after the other
    workers  with `local`: how many; as many as there are processors, if not given
    """
    if not items:
        return
    dask = _dask()
    with _client(dask, address, workers) as client:
        futures = dict(zip(client.map(work, items, pure=False), items, strict=True))
        try:
            for future in dask.as_completed(list(futures), loop=client.loop):
                error = future.exception()
                if isinstance(error, dask.KilledWorker):
                    yield ended(futures[future])
                elif error is not None:
                    raise error
                else:
                    yield future.result()
                future.release()
        except (CancelledError, dask.client.FutureCancelledError, OSError) as error:
            raise DataError(_LOST.format(address)) from error


def _dask() -> Any:
    try:
        return import_module("dask.distributed")
    except ImportError:
        raise MissingExtraError("distributed", "cluster", "working on a cluster") from None


@contextmanager
def _client(dask: Any, address: str, workers: int | None) -> Iterator[Any]:
    """A connection to a scheduler whose workers can do our work."""
    if address == LOCAL:
        own = {"n_workers": workers or available(), "threads_per_worker": 1, "processes": True}
        with dask.LocalCluster(**own, dashboard_address=None) as cluster, dask.Client(cluster) as client:
            yield client
        return
    try:
        client = dask.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CallError(f"no scheduler answers at '{address}': {error}") from None
    with client:
        _check_workers(client, address)
        yield client


def _check_workers(client: Any, address: str) -> None:
    """Raise an error if there is no worker, or if one would compute with other versions than this process."""
    here = _versions()
    there = client.run(_versions)
    if not there:
        raise CallError(f"the scheduler at '{address}' has no workers; start some: dask worker {address}")
    for worker, versions in there.items():
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
