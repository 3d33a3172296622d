"""Score large files block by block, several blocks at a time: the same results as from whole treebanks, sooner and in
less memory."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

from ..core.errors import CallError, DataError, TreegaugeError, UnknownNameError
from ..core.mapping import mapped
from ..core.parallel import together
from ..core.types import Counts, PathLike, Progress
from ..formats.blocks import Blocks, find_blocks
from ..measures.shared.base import Measure
from ..treebank import Treebank
from .choosing import Policy, choose_measures, fitting_sides
from .common_sequence import Keys
from .counting import Sides, count_measure
from .pairing import Pairing, PlacedSentence, pair_in_place
from .result import Result


class _NotInBlocksError(TreegaugeError):
    """The blocks of the files do not have the same sentences."""


@dataclass(frozen=True, eq=False)
class _Counted:
    """What is kept of one block of one test file: results without trees, and the keys of sentences whose words differ
    from those of gold at the same place."""

    results: list[Result]
    sentences: int
    same: int
    same_ids: bool
    gold_keys: Keys
    test_keys: Keys
    choices: Hashable


@dataclass(frozen=True)
class _Task:
    """How to score: the measures, and whether they are those that fit rather than those that were named."""

    measures: Sequence[Measure]
    fitting: bool
    policy: Policy


def score_in_blocks(
    gold: PathLike,
    tests: Sequence[PathLike],
    measures: Sequence[str | Measure] | None,
    options: Mapping[str, Any] | None,
    policy: Policy,
    progress: Progress | None = None,
) -> list[list[Result]] | None:
    """The results of each test file without intervals, or None where the files must be read as a whole: small files,
    formats other than plain brackets and CoNLL, trees that are not at the same places in all, measures whose counts of
    a sentence depend on the others, and any error. The trees are not kept."""
    names = [os.fspath(name) for name in (gold, *tests)]
    found = together([partial(find_blocks, name) for name in names])
    files = [blocks for blocks in found if blocks is not None]
    if len(files) < len(names) or len({len(blocks) for blocks in files}) > 1:
        return None
    first = together([partial(blocks.read, 0) for blocks in files])
    if any(trees is None for trees in first):
        return None
    try:
        task = _Task(choose_measures(measures, *first, options=options), measures is None, policy)
        if any(measure.choices(first[0], test) is None for measure in task.measures for test in first[1:]):
            return None
        del first
        blocks = _count_blocks(files, task, progress)
        return [_joined(list(parts)) for parts in zip(*blocks, strict=True)]
    except UnknownNameError:
        raise
    except (_NotInBlocksError, CallError):  # a call that is wrong for one block may be right for the whole
        return None


def _count_blocks(files: Sequence[Blocks], task: _Task, progress: Progress | None) -> list[list[_Counted]]:
    """For each block, what was counted in each test file. On a cluster, the workers read the files themselves."""

    def content(number: int) -> bytes:
        return b"".join(hashlib.blake2b(blocks.bytes_of(number).data).digest() for blocks in files)

    return mapped(_count_number, range(len(files[0])), files, task, content=content, progress=progress)


def _count_number(number: int, files: Sequence[Blocks], task: _Task) -> list[_Counted]:
    gold = files[0].read(number)
    return [_count_block(gold, blocks.read(number), task) for blocks in files[1:]]


def _count_block(gold: Treebank | None, test: Treebank | None, task: _Task) -> _Counted:
    if gold is None or test is None or len(gold) != len(test):
        raise _NotInBlocksError
    placed = pair_in_place(gold, test)
    if placed is None:
        raise _NotInBlocksError
    results = _count_measures(Sides(gold, test, placed.pairing), task)
    choices = [measure.choices(gold, test) for measure in task.measures]
    ids = [side.sentences.text("id") for side in (gold, test)]
    return _Counted(
        results,
        len(gold),
        placed.same,
        ids[0].equals(ids[1]),
        placed.gold_keys,
        placed.test_keys,
        (tuple(choices), fitting_sides(gold, test) if task.fitting else ()),
    )


def _count_measures(sides: Sides, task: _Task) -> list[Result]:
    """The results of a block without its trees. After an error, and where a measure of running text has to pair
    sentences, the whole files are needed."""
    results = []
    for measure in task.measures:
        try:
            result = count_measure(measure, sides, task.policy)
        except DataError:
            raise _NotInBlocksError from None
        if measure.document and result.pairing.by != "text":
            raise _NotInBlocksError
        pairing = result.pairing.without_trees()
        results.append(replace(result, gold=None, test=None, rows=_compact(result.rows), pairing=pairing))
    return results


def _compact(rows: Counts) -> Counts:
    """Counts in half or single precision, if that is exact: it is for whole numbers up to 2,048 and 16 million."""
    for kind in (np.float16, np.float32):
        with np.errstate(over="ignore"):
            narrow: Counts = rows.astype(kind)
        if np.array_equal(narrow, rows, equal_nan=True):
            return narrow
    return rows


def _joined(blocks: Sequence[_Counted]) -> list[Result]:
    """The results of a test file from those of its blocks; sentences are numbered through. A sentence that is at
    another place is found only in the whole files, and so is what ids say of sentences whose words differ."""
    gold_keys, test_keys = (
        np.concatenate(keys) for keys in zip(*((block.gold_keys, block.test_keys) for block in blocks), strict=True)
    )
    in_place = all(block.same_ids for block in blocks) or all(block.same == block.sentences for block in blocks)
    if np.isin(gold_keys, test_keys).any() or not any(block.same for block in blocks) or not in_place:
        raise _NotInBlocksError
    if len({block.choices for block in blocks}) > 1:
        raise _NotInBlocksError
    starts = [0, *accumulate(block.sentences for block in blocks)][:-1]
    return [
        _joined_result([block.results[number] for block in blocks], starts) for number in range(len(blocks[0].results))
    ]


def _joined_pairing(parts: Sequence[Pairing], starts: Sequence[int]) -> Pairing:
    missing = tuple(
        PlacedSentence(place.sentence + start, place.where)
        for part, start in zip(parts, starts, strict=True)
        for place in part.missing
    )
    return replace(parts[0], missing=missing)


def _joined_result(parts: Sequence[Result], starts: Sequence[int]) -> Result:
    left_out = [
        replace(sentence, sentence=sentence.sentence + start)
        for part, start in zip(parts, starts, strict=True)
        for sentence in part.left_out
    ]
    unparsed = [part.unparsed + start for part, start in zip(parts, starts, strict=True)]
    short = None if parts[0].short is None else np.concatenate([part.short for part in parts if part.short is not None])
    rows = _joined_rows([part.rows for part in parts])
    for part in parts:  # joined now; both would need twice the memory
        object.__setattr__(part, "rows", rows[:0])
    return replace(
        parts[0],
        rows=rows,
        left_out=tuple(left_out),
        short=short,
        unparsed=np.concatenate(unparsed),
        pairing=_joined_pairing([part.pairing for part in parts], starts),
    )


def _joined_rows(parts: Sequence[Counts]) -> Counts:
    """In single precision at least: sums of many counts in half precision would be wrong."""
    return np.concatenate(parts, dtype=np.result_type(np.float32, *(part.dtype for part in parts)))
