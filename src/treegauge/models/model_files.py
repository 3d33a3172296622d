"""Model files: the one way in which treegauge stores what it has learned, as named arrays in an npz file.

A file has the version of its kind, its arrays, and a description in JSON where the model has one.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.errors import FormatError, Reject
from ..core.outputs import create_binary
from ..formats.sources import load_one
from ..treebank import Strings
from .array_files import ArrayKinds, Arrays, DamagedArraysError, read_arrays

ModelDescription = Mapping[str, Any]
ZIP = b"PK\x03\x04"  # how an npz file begins

_DESCRIPTION = "description"


class StoredModel(NamedTuple):
    """The content of a model file."""

    arrays: Arrays
    description: ModelDescription


def refused(source: str, message: str) -> FormatError:
    """The error to raise for a file that cannot be used."""
    return FormatError(Reject(source, 1, message))


@dataclass(frozen=True)
class ModelFile:
    """A kind of model file.

    kind       the name of the kind, in a word
    version    the version that is written and read
    arrays     the arrays that a file must have
    optional   arrays of which a file has all or none
    described  whether a file has a description
    """

    kind: str
    version: int
    arrays: ArrayKinds
    optional: ArrayKinds = field(default_factory=dict)
    described: bool = False

    @property
    def _mark(self) -> str:
        """The array that holds the version; a file without it is not of this kind."""
        return f"treegauge_{self.kind}"

    @property
    def _required(self) -> ArrayKinds:
        return {**self.arrays, _DESCRIPTION: (np.uint8, 1)} if self.described else self.arrays

    def write(
        self, path: str | os.PathLike[str], arrays: Mapping[str, Any], description: ModelDescription | None = None
    ) -> None:
        """Write a model; `-` is standard output; .gz, .bz2, .xz and .zst files are compressed."""
        stored: dict[str, Any] = {self._mark: np.int64(self.version), **arrays}
        if description is not None:
            stored[_DESCRIPTION] = np.frombuffer(json.dumps(description).encode(), np.uint8)
        buffer = io.BytesIO()  # numpy goes back in the file, which a gzip file does not allow
        np.savez_compressed(buffer, **stored)
        with create_binary(os.fspath(path)) as file:
            file.write(buffer.getbuffer())

    def read(self, path: str | os.PathLike[str]) -> tuple[StoredModel, str]:
        """The model in a file, and the name of the file for messages."""
        data, source = load_one(path, self.kind)
        return self.parse(data, source), source

    def parse(self, data: bytes, source: str) -> StoredModel:
        """The model in the bytes of a file, with its arrays of the right types."""
        arrays = self._load(data, source, {self._mark: (np.int64, 0)})
        version = arrays.get(self._mark)
        if version is None:
            raise refused(source, f"is not a {self.kind} that treegauge wrote")
        if version != self.version:
            raise refused(source, f"is a {self.kind} of version {version}; this treegauge reads version {self.version}")
        arrays = self._load(data, source, {**self._required, **self.optional})
        more = self.optional if any(name in arrays for name in self.optional) else {}
        for name in (*self._required, *more):
            if name not in arrays:
                raise self.damaged(source, f"'{name}' is missing")
        return StoredModel(arrays, self._description(arrays, source))

    def damaged(self, source: str, problem: str) -> FormatError:
        """The error to raise for a file whose parts do not fit together."""
        return refused(source, f"the {self.kind} is damaged: {problem}; get it again, or make it again")

    def not_described(self, source: str) -> FormatError:
        """The error to raise for a description that cannot be used."""
        return self.damaged(source, f"it does not say what {self.kind} it is")

    def _description(self, arrays: Arrays, source: str) -> ModelDescription:
        if not self.described:
            return {}
        try:
            description = json.loads(arrays[_DESCRIPTION].tobytes())
        except (ValueError, RecursionError):
            raise self.not_described(source) from None
        if not isinstance(description, dict):
            raise self.not_described(source)
        return description

    def _load(self, data: bytes, source: str, kinds: ArrayKinds) -> Arrays:
        if not data.startswith(ZIP):
            raise refused(source, f"is not a {self.kind} that treegauge wrote")
        try:
            return read_arrays(data, source, kinds)
        except DamagedArraysError as error:
            advice = f"get it again, or make the {self.kind} again"
            raise refused(source, f"the file is damaged or cut short: {error}; {advice}") from None


def ends_match(offsets: NDArray[np.int64], length: int) -> bool:
    """Whether pieces between offsets cover the whole from its beginning to its end."""
    return bool(len(offsets) and offsets[0] == 0 and offsets[-1] == length and (np.diff(offsets) >= 0).all())


def all_below(numbers: NDArray[Any], bound: int) -> bool:
    """Whether all numbers are at least 0 and below a bound."""
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < bound)


def are_strings(strings: Strings) -> bool:
    """Whether strings from a file are whole and UTF-8."""
    try:
        return ends_match(strings.offsets, len(strings.blob)) and len(strings.list) >= 0
    except UnicodeDecodeError:
        return False


def are_options(options: Any, names: Collection[str]) -> bool:
    """Whether a description has the options of a model: all of the names, each with a number or a truth value."""
    return isinstance(options, dict) and options.keys() == set(names) and all(map(_is_number, options.values()))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)
