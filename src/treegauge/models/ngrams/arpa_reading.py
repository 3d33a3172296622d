"""`read_arpa`: an n-gram model from an ARPA file of any program, with its n-grams in any order."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.errors import FormatError, Reject
from ...core.types import Floats, Int64s
from ...formats.encoding import to_utf8
from ...formats.sources import load_one
from ...treebank import Strings
from .counts import MARKS, UNKNOWN
from .model import NEVER, NgramModel

_MARKS = tuple(mark.encode() for mark in MARKS)


@dataclass(frozen=True, eq=False)
class _Section:
    """The lines of one order: words end to end, `order` per line."""

    order: int
    first_line: int
    words: list[bytes]
    probability: Floats
    back_off: Floats


@dataclass(frozen=True, eq=False)
class _Table:
    """The n-grams of one order, sorted. `key` is context * size of the vocabulary + word."""

    key: Int64s
    probability: Floats
    back_off: Floats


def read_arpa(path: str | os.PathLike[str]) -> NgramModel:
    """Read a model, compressed or not; `-` is standard input. The vocabulary is open if there is a unigram <unk>."""
    data, name = load_one(path, "language model")
    reader = _Reader(to_utf8(data, name, "utf-8").split(b"\n"), name)
    return _model(reader.sections(), name)


class _Reader:
    """Reads the lines once; `line` is the number of the last line read."""

    def __init__(self, lines: list[bytes], source: str) -> None:
        self.lines, self.source, self.line = lines, source, 0

    def refused(self, message: str) -> FormatError:
        return FormatError(Reject(self.source, self.line, message))

    def next(self) -> bytes:
        """The next line that is not empty."""
        while self.line < len(self.lines):
            self.line += 1
            text = self.lines[self.line - 1].strip()
            if text:
                return text
        raise self.refused(r"the file ends before '\end\'; it is cut short or not an ARPA file")

    def sections(self) -> list[_Section]:
        while self.next() != b"\\data\\":
            pass
        sizes: list[int] = []
        while header := re.fullmatch(rb"ngram\s+(\d{1,18})\s*=\s*(\d{1,18})", line := self.next()):
            if int(header[1]) != len(sizes) + 1:
                raise self.refused(f"expected the number of {len(sizes) + 1}-grams, found '{_text(line)}'")
            sizes.append(int(header[2]))
        if not sizes:
            raise self.refused(f"expected 'ngram 1=NUMBER', found '{_text(line)}'")
        sections = []
        for order, size in enumerate(sizes, 1):
            self.expect(f"\\{order}-grams:", line)
            sections.append(self.section(order, size))
            line = self.next()
        self.expect("\\end\\", line)
        return sections

    def expect(self, wanted: str, line: bytes) -> None:
        if line != wanted.encode():
            raise self.refused(f"expected '{wanted}', found '{_text(line)}'")

    def section(self, order: int, size: int) -> _Section:
        words: list[bytes] = []
        if size > len(self.lines) - self.line:
            left = len(self.lines) - self.line
            raise self.refused(
                f"expected {size:,} {order}-grams, and the file has only {left:,} more lines; get it again"
            )
        probability, back_off = np.zeros(size), np.zeros(size)
        first = self.line + 1
        for row in range(size):
            pieces = self.next().split()
            try:
                if not order < len(pieces) <= order + 2:
                    raise ValueError
                probability[row] = _number(pieces[0])
                back_off[row] = _number(pieces[order + 1]) if len(pieces) > order + 1 else 0.0
                if not probability[row] <= 0 or not back_off[row] < np.inf:
                    raise ValueError
            except ValueError:
                wanted = f"expected 'LOGPROB {' '.join(['WORD'] * order)} [BACKOFF]'"
                raise self.refused(f"{wanted}, found '{_text(b' '.join(pieces))}'") from None
            words += pieces[1 : order + 1]
        return _Section(order, first, words, np.maximum(probability, NEVER), np.maximum(back_off, NEVER))


def _number(piece: bytes) -> float:
    """A number as programs write it; Python would also read 1_0."""
    if b"_" in piece:
        raise ValueError
    return float(piece)


def _text(line: bytes) -> str:
    return line.decode(errors="replace")


def _model(sections: Sequence[_Section], source: str) -> NgramModel:
    unigrams, *longer = sections
    numbers = dict.fromkeys([*_MARKS, *unigrams.words])
    index = {word: number for number, word in enumerate(numbers)}
    tables = [_unigrams(unigrams, index, source)]
    for section in longer:
        tables.append(_table(section, index, tables, source))
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(table.key) for table in tables])))
    children = [
        start + np.searchsorted(table.key, np.arange(len(below.key)) * len(index))
        for below, table, start in zip(tables[:-1], tables[1:], starts[1:].tolist(), strict=False)
    ]
    return NgramModel(
        Strings.of(word.decode() for word in index),
        starts,
        np.concatenate([table.key % len(index) for table in tables]).astype(np.int32),
        np.concatenate([table.probability for table in tables]),
        np.concatenate([np.zeros(0), *(table.back_off for table in tables[:-1])]),
        np.concatenate([*children, starts[-1:]]),
        open_vocabulary=_MARKS[UNKNOWN] in unigrams.words,
    )


def _unigrams(section: _Section, index: dict[bytes, int], source: str) -> _Table:
    """Words are numbered in their order, after the marks, which need not be in the file."""
    place = np.array([index[word] for word in section.words], np.int64)
    _check_distinct(np.sort(place), section, source)
    probability, back_off = np.full(len(index), NEVER), np.zeros(len(index))
    probability[place], back_off[place] = section.probability, section.back_off
    return _Table(np.arange(len(index)), probability, back_off)


def _table(section: _Section, index: dict[bytes, int], tables: Sequence[_Table], source: str) -> _Table:
    """Every context must be an n-gram of the order below, as the format requires."""
    codes = np.array([index.get(word, -1) for word in section.words], np.int64).reshape(-1, section.order)
    number, known = codes[:, 0], codes[:, 0] >= 0
    for length in range(2, section.order):
        key = number * len(index) + codes[:, length - 1]
        number = np.searchsorted(tables[length - 1].key, key)
        known &= (codes[:, length - 1] >= 0) & (np.append(tables[length - 1].key, -1)[number] == key)
    known &= codes[:, -1] >= 0
    if not known.all():
        row = int(np.argmin(known))
        words = _text(b" ".join(section.words[row * section.order : (row + 1) * section.order]))
        message = (
            f"the {section.order}-gram '{words}' has a context or word that is not an n-gram of a lower order; add it"
        )
        raise FormatError(Reject(source, section.first_line + row, message))
    key = number * len(index) + codes[:, -1]
    order = np.argsort(key)
    _check_distinct(key[order], section, source)
    return _Table(key[order], section.probability[order], section.back_off[order])


def _check_distinct(keys: Int64s, section: _Section, source: str) -> None:
    if np.any(keys[1:] == keys[:-1]):
        raise FormatError(Reject(source, section.first_line, f"a {section.order}-gram occurs twice; keep one"))
