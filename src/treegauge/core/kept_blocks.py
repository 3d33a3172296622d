"""Keep the results of finished blocks in a folder, one file each, so that a run that was stopped goes on.

The name of a file is a digest of everything that its result depends on. A file that was damaged is reported, and its
block is done again. The files are pickles: use a folder of your own.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..version import __version__
from .errors import CallError
from .outputs import create_binary
from .remarks import remark
from .types import PathLike

_SUM = 16  # bytes of the checksum at the end of a file


@dataclass(frozen=True)
class KeptBlocks:
    """A folder of finished blocks."""

    folder: str

    @classmethod
    def open(cls, folder: PathLike) -> KeptBlocks:
        """Use a folder; it is made if it is not there."""
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise CallError(f"cannot keep blocks in '{os.fspath(folder)}': {error.strerror}") from None
        return cls(os.fspath(folder))

    def keys(
        self, work: Any, items: Sequence[Any], shared: Sequence[Any], content: Callable[[Any], bytes] | None
    ) -> list[str]:
        """The keys of blocks: they change with the version, the work, what is shared and what is in a block."""
        start = hashlib.blake2b(digest_size=_SUM)
        start.update(f"{__version__} {work.__module__}.{work.__qualname__}".encode())
        start.update(pickle.dumps(shared))
        keys = []
        for item in items:
            own = start.copy()
            own.update(pickle.dumps(item) if content is None else content(item))
            keys.append(own.hexdigest())
        return keys

    def find(self, key: str) -> tuple[Any] | None:
        """The result of a block, if the folder has it."""
        path = self._path(key)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CallError(f"cannot use '{path}': {error.strerror}") from None
        if _digest(data[:-_SUM]) != data[-_SUM:]:
            remark(f"{path}: the block is damaged and is done again")
            return None
        return (pickle.loads(data[:-_SUM]),)

    def add(self, key: str, result: Any) -> None:
        """Keep the result of a block: all of the file, or nothing of it."""
        data = pickle.dumps(result)
        with create_binary(self._path(key)) as file:
            file.write(data)
            file.write(_digest(data))

    def _path(self, key: str) -> str:
        return os.path.join(self.folder, f"{key}.block")


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_SUM).digest()
