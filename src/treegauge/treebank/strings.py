"""Strings as columns: `Strings`, many strings in one block of bytes, and `Text`, a column of codes into distinct
strings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from ..core.errors import DataError
from ..core.types import Codes, Mask

MISSING_CODE = -1


@dataclass(frozen=True, eq=False)
class Strings:
    """An immutable list of strings: UTF-8 bytes end to end, string i from offsets[i] to offsets[i + 1]."""

    blob: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, strings: Iterable[str]) -> Strings:
        try:
            encoded = [string.encode() for string in strings]
        except UnicodeEncodeError as error:
            raise DataError(f"{error.object!r} is not valid text: {error.reason}") from None
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(string) for string in encoded], out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> str:
        return self.list[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.list)

    def one(self, index: int) -> str:
        """A single string, without decoding the others."""
        return self.blob[self.offsets[index] : self.offsets[index + 1]].tobytes().decode()

    def take(self, places: NDArray[np.integer]) -> Strings:
        """Some of the strings, without decoding them."""
        sizes = np.diff(self.offsets)[places]
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        shifts = np.repeat(self.offsets[places] - offsets[:-1], sizes)
        return Strings(self.blob[np.arange(len(shifts)) + shifts], offsets)

    @cached_property
    def list(self) -> Sequence[str]:
        """All strings, as Python strings."""
        blob, ends = self.blob.tobytes(), self.offsets.tolist()
        return [blob[start:end].decode() for start, end in pairwise(ends)]

    @cached_property
    def index(self) -> Mapping[str, int]:
        """From string to number."""
        return {string: number for number, string in enumerate(self.list)}


@dataclass(frozen=True, eq=False)
class Text:
    """A column of strings, dictionary-encoded: `values` are distinct, and `codes` index them; -1 is a missing value."""

    codes: Codes
    values: Strings

    @classmethod
    def of(cls, strings: Iterable[str | None]) -> Text:
        """Encode a column given value by value."""
        index: dict[str, int] = {}
        codes = [MISSING_CODE if string is None else index.setdefault(string, len(index)) for string in strings]
        return cls(np.array(codes, np.int32), Strings.of(index))

    @classmethod
    def constant(cls, value: str | None, length: int) -> Text:
        """The same value `length` times."""
        code = MISSING_CODE if value is None else 0
        return cls(np.full(length, code, np.int32), Strings.of([] if value is None else [value]))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: int) -> str | None:
        code = int(self.codes[index])
        return None if code == MISSING_CODE else self.values[code]

    def __iter__(self) -> Iterator[str | None]:
        return iter(self.decode())

    def decode(self) -> list[str | None]:
        """The column as a Python list."""
        lookup: list[str | None] = [*self.values, None]
        return [lookup[code] for code in self.codes.tolist()]

    def take(self, rows: NDArray[np.integer] | Mask | slice) -> Text:
        """The rows named by an index array, a mask or a slice."""
        return Text(self.codes[rows], self.values)

    def map(self, function: Callable[[str], str | None]) -> Text:
        """Change the values; the work is per distinct string, not per row."""
        return self.replace([function(value) for value in self.values])

    def replace(self, values: Sequence[str | None]) -> Text:
        """Replace string i by `values[i]` everywhere."""
        return self.through(Text.of(values))

    def through(self, table: Text) -> Text:
        """Replace string i by row i of a table everywhere."""
        return Text(np.append(table.codes, np.int32(MISSING_CODE))[self.codes], table.values)

    def mask(self, predicate: Callable[[str], bool] | Collection[str], missing: bool = False) -> Mask:
        """The rows whose value is in a set, or satisfies a predicate."""
        test = predicate if callable(predicate) else predicate.__contains__
        truth = np.fromiter((bool(test(value)) for value in self.values), bool, len(self.values))
        mask: Mask = np.append(truth, missing)[self.codes]
        return mask

    def code(self, value: str) -> int:
        """The code of a value, or -2 if it does not occur."""
        return self.index.get(value, -2)

    @property
    def index(self) -> Mapping[str, int]:
        """From value to code."""
        return self.values.index

    def in_terms_of(self, other: Text) -> Codes:
        """These rows as codes of the other column's values; a value that it does not have becomes -2."""
        table = np.fromiter(map(other.values.index.get, self.values, repeat(-2)), np.int32, len(self.values))
        return np.append(table, np.int32(MISSING_CODE))[self.codes]

    def equals(self, other: Text) -> bool:
        """Whether both columns have the same strings, row by row."""
        return len(self) == len(other) and bool(np.array_equal(self.in_terms_of(other), other.codes))

    def compact(self) -> Text:
        """The same column without unused values."""
        used = np.bincount(self.codes[self.codes != MISSING_CODE], minlength=len(self.values)) > 0
        number = np.append(np.where(used, np.cumsum(used) - 1, MISSING_CODE), MISSING_CODE).astype(np.int32)
        return Text(number[self.codes], self.values.take(np.flatnonzero(used)))

    def counts(self) -> dict[str, int]:
        """How often each value occurs, most frequent first."""
        present = self.codes[self.codes != MISSING_CODE]
        numbers = np.bincount(present, minlength=len(self.values)).tolist()
        pairs = [(value, number) for value, number in zip(self.values, numbers, strict=True) if number]
        return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


def joined_strings(lists: Sequence[Strings]) -> Strings:
    """The strings of several lists one after the other; nothing is decoded."""
    starts = np.cumsum([0, *(len(strings.blob) for strings in lists)])
    offsets = [strings.offsets[:-1] + start for strings, start in zip(lists, starts.tolist(), strict=False)]
    return Strings(
        np.concatenate([strings.blob for strings in lists]), np.concatenate([*offsets, starts[-1:]]).astype(np.int64)
    )


def concatenate_text(columns: Sequence[Text]) -> Text:
    """Concatenate columns, under one dictionary."""
    index: dict[str, int] = {}
    codes = []
    for column in columns:
        table = [index.setdefault(value, len(index)) for value in column.values]
        codes.append(np.array([*table, MISSING_CODE], np.int32)[column.codes])
    return Text(np.concatenate(codes) if codes else np.zeros(0, np.int32), Strings.of(index))


def pair(first: Text, second: Text, mark: str) -> Text:
    """Join two columns, `first + mark + second`; where one is missing, take the other alone. The work is per distinct
    pair."""
    width = len(second.values) + 1
    keys = (first.codes.astype(np.int64) + 1) * width + second.codes + 1
    distinct, inverse = _distinct(keys, (len(first.values) + 1) * width)
    joined: list[str | None] = []
    for key in distinct.tolist():
        codes = key // width - 1, key % width - 1
        parts = [column.values[code] for column, code in zip((first, second), codes, strict=True) if code >= 0]
        joined.append(mark.join(parts) if parts else None)
    table = Text.of(joined)
    return Text(table.codes[inverse] if len(inverse) else np.zeros(0, np.int32), table.values)


def _distinct(keys: NDArray[np.int64], bound: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys and the place of each key among them; with one flag per possible key where those are few."""
    if bound > max(4 * len(keys), 1 << 22):
        return np.unique(keys, return_inverse=True)
    present = np.zeros(bound, bool)
    present[keys] = True
    return np.flatnonzero(present), (np.cumsum(present) - 1)[keys]
