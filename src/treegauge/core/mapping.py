"""`mapped`: the one place where a verb gives away blocks of its work: to threads of this process, or to the workers of
a cluster. `distributed` says which, and whether finished blocks are kept.

Blocks are cut by the data and never by the number of workers, so that the figures are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any

from .cluster import Connection, connected
from .kept_blocks import KeptBlocks
from .parallel import Item, Output, jobs, together
from .types import PathLike, Progress


@dataclass(frozen=True)
class _Place:
    """Where blocks are worked on, and the folder that keeps them."""

    cluster: Connection | None = None
    kept: KeptBlocks | None = None


_HERE = _Place()
_PLACE: ContextVar[_Place | None] = ContextVar("place", default=None)


@contextmanager
def distributed(
    cluster: str | None = None, *, workers: int | None = None, blocks: PathLike | None = None
) -> Iterator[None]:
    """Inside this context, `score`, `difficulty`, `parse` and `find_suspects` work on blocks of sentences on a cluster.
    The figures are the same as without it.

    cluster  the address of a Dask scheduler (`tcp://host:8786`), or `local` for workers on this machine; None: here
    workers  with `local`: how many; as many as there are processors, if not given
    blocks   a folder that keeps finished blocks, so that the same call goes on where it was stopped
    """
    with ExitStack() as stack:
        kept = None if blocks is None else KeptBlocks.open(blocks)
        there = None if cluster is None else stack.enter_context(connected(cluster, workers))
        if kept is not None or there is not None:
            stack.callback(_PLACE.reset, _PLACE.set(_Place(there, kept)))
        yield


def is_distributed() -> bool:
    """Whether blocks are worked on elsewhere, or kept."""
    return (_PLACE.get() or _HERE) is not _HERE


def mapped(
    work: Callable[..., Output],
    items: Sequence[Item],
    *shared: Any,
    content: Callable[[Item], bytes] | None = None,
    one_by_one: bool = False,
    progress: Progress | None = None,
) -> list[Output]:
    """The results of `work(item, *shared)`, in the order of the items. `work` is a function of a module that depends on
    nothing else, so that it can be done in another process.

    content     what is in an item that is a place in a file, where finished blocks are kept
    one_by_one  here, do one item after the other: each uses all threads itself
    """
    place = _PLACE.get() or _HERE
    results: dict[int, Output] = {}
    keys = [] if place.kept is None else place.kept.keys(work, items, shared, content)
    for number, key in enumerate(keys):
        if place.kept is not None and (found := place.kept.find(key)) is not None:
            results[number] = found[0]
    left = [number for number in range(len(items)) if number not in results]

    def done(number: int, result: Output) -> None:
        if place.kept is not None:
            place.kept.add(keys[number], result)
        results[number] = result
        if progress is not None:
            progress(len(results), len(items))

    if place.cluster is not None:
        for order, result in place.cluster.results(work, [items[number] for number in left], shared):
            done(left[order], result)
    elif one_by_one:
        for number in left:
            done(number, work(items[number], *shared))
    else:
        together([partial(_here, work, items[number], shared, partial(done, number)) for number in left])
    return [results[number] for number in range(len(items))]


def _here(work: Callable[..., Output], item: Item, shared: Sequence[Any], done: Callable[[Output], None]) -> None:
    with jobs(1):  # the blocks have the threads
        result = work(item, *shared)
    done(result)
