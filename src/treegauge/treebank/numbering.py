"""Sentences as people name them: by number from 1 (`3`), as a range (`40-45`, `40-`), or by id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from ..core.errors import CallError
from ..core.wording import counted, nearest, shown
from .table import Treebank

Wanted = int | str | Iterable[int | str]
_RANGE = re.compile(r"(\d{1,18})(-(\d{1,18})?)?", re.ASCII)


def sentence_numbers(treebank: Treebank, wanted: Wanted) -> list[int]:
    """The numbers (from 0) of the sentences wanted, in the order in which they are named, each once."""
    names = [wanted] if isinstance(wanted, (int, str)) else wanted
    pieces = [piece for name in names for piece in re.split(r"[,\s]+", str(name)) if piece]
    return list(dict.fromkeys(number for piece in pieces for number in _named(treebank, piece)))


def _named(treebank: Treebank, name: str) -> Iterator[int]:
    match = _RANGE.fullmatch(name)
    if match is None:
        yield _by_id(treebank, name)
        return
    first = int(match[1])
    last = int(match[3]) if match[3] else len(treebank) if match[2] else first
    for number in (first, last):
        if not 1 <= number <= len(treebank):
            raise CallError(f"there is no sentence {number}: the treebank has {counted(len(treebank), 'sentence')}")
    if last < first:
        raise CallError(f"the range {name} is empty: write the smaller number first")
    yield from range(first - 1, last)


def _by_id(treebank: Treebank, name: str) -> int:
    ids = treebank.sentences.text("id")
    if name not in ids.index:
        named = nearest(name, [text for text in ids.values if text]) or "; give numbers from 1 (3 17 40-45) or ids"
        raise CallError(f"there is no sentence with the id {shown(name)}{named}")
    return int(np.flatnonzero(ids.codes == ids.index[name])[0])
