"""Fetch treebanks of the catalogue: from where they are published, from a mirror, or from a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import CallError, DataError
from ..core.types import PathLike, Progress
from ..core.wording import counted
from .downloading import Tally, check_address, download
from .entries import PUBLIC, PublicFile, PublicTreebank
from .resolving import absent, chosen, take_own
from .taking import take

_CONNECTIONS = 4
_LONGEST_WAIT = 3600  # seconds for another process that fetches the same treebank
_SHOWN = 3  # names of files in a message


def fetch_treebank(
    name: str, source: PathLike | None = None, *, mirror: str | None = None, progress: Progress | None = None
) -> list[Path]:
    """Fetch a treebank of the catalogue, or a part of it (`ud-english-ewt/dev`), into the user's data folder, and
    return its files in the order in which they are read.

    source  a folder, an archive or a file to take it from, instead of the network
    mirror  the address of a copy of https://raw.githubusercontent.com

    Every treebank has a licence: see `treegauge treebanks show NAME` before you fetch it.
    """
    treebank, files = _fetchable(name)
    base = check_address(PUBLIC if mirror is None else mirror)
    with _locked(treebank.folder):
        missing = absent(treebank, files)
        if missing and source is not None:
            _check_all_there(treebank, take(treebank, missing, Path(source)), f"'{os.fspath(source)}'")
        elif missing and (rest := take_own(treebank, missing)):
            _download(treebank, rest, base, progress)
    return [treebank.path(file) for file in files]


def check_fetched(name: str) -> bool:
    """Whether all files of a treebank, or of a part, are here; one that cannot be fetched is an error."""
    treebank, files = _fetchable(name)
    return not absent(treebank, files)


def _fetchable(name: str) -> tuple[PublicTreebank, list[PublicFile]]:
    treebank, files = chosen(name)
    if treebank.entry.restricted:
        entry = treebank.entry
        raise CallError(f"{entry.title} may not be distributed ({entry.licence}); get it from {entry.home}")
    return treebank, files


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One process at a time fetches a treebank; the others then find its files."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / ".lock", timeout=_LONGEST_WAIT)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise CallError(f"another process fetches into '{folder}', and does not end") from None
    except OSError as error:
        raise CallError(f"cannot write '{error.filename or folder}': {error.strerror or error}") from None
    try:
        yield
    finally:
        lock.release()


def _check_all_there(treebank: PublicTreebank, left: Sequence[PublicFile], where: str) -> None:
    if left:
        names = ", ".join(f"{file.name} ({file.sum[:12]}...)" for file in left[:_SHOWN])
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        files = counted(len(left), "file")
        raise DataError(f"{where} does not contain {files} of {treebank.entry.name}: {names}{more}")


def _download(treebank: PublicTreebank, files: Sequence[PublicFile], base: str, progress: Progress | None) -> None:
    remote = files if treebank.archive is None else [treebank.archive]
    tally = Tally(sum(file.size for file in remote), progress)

    def one(file: PublicFile) -> None:
        download(f"{base}/{file.place}", treebank.path(file), file.sum, file.most, tally)

    pool = ThreadPoolExecutor(_CONNECTIONS)
    try:
        for _ in pool.map(one, remote):
            pass
    finally:
        pool.shutdown(cancel_futures=True)
    if treebank.archive is not None:
        archive = treebank.path(treebank.archive)
        _check_all_there(treebank, take(treebank, files, archive), f"{base}/{treebank.archive.place}")
        archive.unlink()
