"""Which test sentence belongs to which gold sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import DataError
from ..core.types import Int64s
from ..core.wording import counted
from ..treebank import Text, Treebank, concatenate

_NONE = -1


def pair_sentences(gold: Treebank, test: Treebank) -> Treebank:
    """The test sentences in the order of gold, with an empty sentence where one is missing. If both have the same
    number of sentences, they are paired in order; if not, by their ids; if there are none, by their line numbers,
    provided that both files have one tree per line."""
    if len(gold) == len(test):
        return test
    keys = _ids(gold), _ids(test)
    if (keys[0] is None or keys[1] is None) and gold.has_constituents and test.has_constituents:
        keys = _lines(gold, is_gold=True), _lines(test, is_gold=False)
    if keys[0] is None or keys[1] is None:
        raise _cannot_pair(gold, test, "they cannot be paired: there are no ids, nor one tree per line in both")
    number_of = {key: number for number, key in enumerate(keys[1].tolist())}
    numbers = np.array([number_of.pop(key, _NONE) for key in keys[0].tolist()], np.int64)
    if number_of:
        first = next(iter(number_of.values()))
        extra = counted(len(number_of), "sentence of test is", "sentences of test are")
        raise _cannot_pair(gold, test, f"{extra} not in gold, the first at {test.where(first)}")
    return _select(test, numbers)


def _cannot_pair(gold: Treebank, test: Treebank, reason: str) -> DataError:
    names = [treebank.sentences.text("source")[0] if len(treebank) else None for treebank in (gold, test)]
    return DataError(
        f"gold ({names[0] or 'no sentences'}) has {counted(len(gold), 'sentence')}, test "
        f"({names[1] or 'no sentences'}) has {len(test):,}, and {reason}; give both the same sentences"
    )


def _ids(treebank: Treebank) -> NDArray[Any] | None:
    """The ids, if every sentence has a different one."""
    return _unique(treebank.sentences.text("id"))


def _unique(column: Text) -> NDArray[Any] | None:
    if not len(column) or (column.codes < 0).any() or len(np.unique(column.codes)) < len(column):
        return None
    return np.array(column.decode(), object)


def _lines(treebank: Treebank, *, is_gold: bool) -> NDArray[Any] | None:
    """The line numbers of the trees, if they are in a single file with one tree per line."""
    source = treebank.sentences.text("source")
    if "line" not in treebank.sentences or not len(treebank) or (source.codes != source.codes[0]).any():
        return None
    lines = treebank.sentences.numbers("line").astype(np.int64)
    steps = np.diff(lines)
    # A few lines may be blank in gold; but where trees take several lines, their numbers mean nothing in another file.
    several = is_gold and len(steps) and np.median(steps) > 1
    return lines if (steps > 0).all() and not several else None


def _select(test: Treebank, numbers: Int64s) -> Treebank:
    """Sentences by number; -1 is an empty sentence."""
    if (numbers >= 0).all():
        return test.select(numbers)
    return concatenate([test, _empty_sentence(test)]).select(np.where(numbers < 0, len(test), numbers))


def _empty_sentence(test: Treebank) -> Treebank:
    """One sentence without tokens, with the columns of the treebank."""
    first = test.select(np.zeros(1, np.int64))
    emptied = {name: rows.keep(np.zeros(len(rows), bool)) for name, rows in first.tables.items() if name != "sentences"}
    return first.replace(**emptied)
