"""Which test sentence belongs to which gold sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import DataError
from ..treebank import Text, Treebank, concatenate

_NONE = -1


def pair_sentences(gold: Treebank, test: Treebank) -> Treebank:
    """The test sentences in the order of gold, an empty one where there is none. Equally many sentences are paired in
    order; else by their ids, else by their lines, if both files have one tree a line."""
    if len(gold) == len(test):
        return test
    keys = _ids(gold), _ids(test)
    if (keys[0] is None or keys[1] is None) and gold.has_constituents and test.has_constituents:
        keys = _lines(gold, is_gold=True), _lines(test, is_gold=False)
    if keys[0] is None or keys[1] is None:
        raise DataError(_told(gold, test, "and there are no ids, nor one tree a line in both, to pair them by"))
    index = {key: number for number, key in enumerate(keys[1].tolist())}
    found = np.array([index.pop(key, _NONE) for key in keys[0].tolist()], np.int64)
    if index:
        extra = next(iter(index.values()))
        raise DataError(_told(gold, test, f"and {len(index)} of test are not in gold, the first {test.where(extra)}"))
    return _select(test, found)


def _told(gold: Treebank, test: Treebank, why: str) -> str:
    names = [treebank.sentences.text("source")[0] if len(treebank) else None for treebank in (gold, test)]
    return (
        f"gold ({names[0] or 'no sentences'}) has {len(gold):,} sentences, test ({names[1] or 'no sentences'}) has "
        f"{len(test):,}, {why}; give both the same sentences"
    )


def _ids(treebank: Treebank) -> NDArray[Any] | None:
    """The ids, if every sentence has one of its own."""
    return _unique(treebank.sentences.text("id"))


def _unique(column: Text) -> NDArray[Any] | None:
    if not len(column) or (column.codes < 0).any() or len(np.unique(column.codes)) < len(column):
        return None
    return np.array(column.decode(), object)


def _lines(treebank: Treebank, *, is_gold: bool) -> NDArray[Any] | None:
    """The lines on which the trees stand, if there is one tree a line in a single file."""
    source = treebank.sentences.text("source")
    if "line" not in treebank.sentences or not len(treebank) or (source.codes != source.codes[0]).any():
        return None
    lines = treebank.sentences.numbers("line").astype(np.int64)
    steps = np.diff(lines)
    # Lines may be blank, few in gold; but where a tree takes several lines, they say nothing of another file.
    blank = is_gold and len(steps) and np.median(steps) > 1
    return lines if (steps > 0).all() and not blank else None


def _select(test: Treebank, found: NDArray[np.int64]) -> Treebank:
    """Sentences by number; -1 is an empty sentence."""
    if (found >= 0).all():
        return test.select(found)
    return concatenate([test, _blank(test)]).select(np.where(found < 0, len(test), found))


def _blank(test: Treebank) -> Treebank:
    """One sentence without tokens, with the same columns."""
    first = test.select(np.zeros(1, np.int64))
    emptied = {name: rows.keep(np.zeros(len(rows), bool)) for name, rows in first.tables.items() if name != "sentences"}
    return first.replace(**emptied)
