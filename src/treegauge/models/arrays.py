"""Arrays of our own in npz files: what kind of file it is, its version, and what each array must be."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import FormatError, Reject
from ..treebank import Strings

Arrays = dict[str, NDArray[Any]]
ZIP = b"PK\x03\x04"  # how a file of arrays begins


def refused(source: str, message: str) -> FormatError:
    """What to raise for a file that cannot be used."""
    return FormatError(Reject(source, 1, message))


@dataclass(frozen=True)
class ArrayFile:
    """A kind of file.

    kind     what is in it, in a word
    version  the version that is written and read
    arrays   what each array holds, and in how many dimensions
    optional the same for arrays that are all there, or none of them
    """

    kind: str
    version: int
    arrays: Mapping[str, tuple[type[np.generic], int]]
    optional: Mapping[str, tuple[type[np.generic], int]] = field(default_factory=dict)

    @property
    def _mark(self) -> str:
        """The array that holds the version; a file without it is something else."""
        return f"treegauge_{self.kind}"

    def write(self, file: IO[bytes], **arrays: NDArray[Any] | np.generic) -> None:
        """Write the arrays, compressed."""
        everything: dict[str, Any] = {self._mark: np.int64(self.version), **arrays}
        np.savez_compressed(file, **everything)

    def read(self, data: bytes, source: str) -> Arrays:
        """The arrays of a file, each as it must be."""
        found = self._load(data, source)
        version = found.get(self._mark)
        if version is None or version.shape:
            raise refused(source, f"is no {self.kind} that treegauge wrote")
        if version != self.version:
            raise refused(source, f"is a {self.kind} of version {version}; this treegauge reads version {self.version}")
        more = self.optional if any(name in found for name in self.optional) else {}
        for name, (kind, dimensions) in {**self.arrays, **more}.items():
            if name not in found or found[name].dtype != kind or found[name].ndim != dimensions:
                raise self.damaged(source, f"'{name}' is missing or no array of {kind.__name__}")
        return found

    def damaged(self, source: str, problem: str) -> FormatError:
        """What to raise for a file whose arrays do not fit together."""
        return refused(source, f"the {self.kind} is damaged: {problem}")

    def _load(self, data: bytes, source: str) -> Arrays:
        if not data.startswith(ZIP):
            raise refused(source, f"is no {self.kind} that treegauge wrote")
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                return {name: file[name] for name in (self._mark, *self.arrays, *self.optional) if name in file}
        except (ValueError, EOFError, KeyError, OSError, zipfile.BadZipFile, zlib.error) as error:
            raise refused(source, f"the file is damaged or cut short ({error}); get it again") from None


def ends_match(offsets: NDArray[np.int64], length: int) -> bool:
    """Whether pieces between offsets cover the whole from its beginning to its end."""
    return bool(len(offsets) and offsets[0] == 0 and offsets[-1] == length and (np.diff(offsets) >= 0).all())


def within(numbers: NDArray[Any], bound: int) -> bool:
    """Whether all numbers are at least 0 and below a bound."""
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < bound)


def are_strings(strings: Strings) -> bool:
    """Whether strings from a file are whole and UTF-8."""
    try:
        return ends_match(strings.offsets, len(strings.blob)) and len(strings.list) >= 0
    except UnicodeDecodeError:
        return False
