"""Score large files block by block, several blocks at a time: the same results as from whole treebanks, sooner and in
less memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

from ..core.errors import TreegaugeError
from ..core.parallel import jobs, together
from ..core.types import Counts, PathLike, Progress
from ..formats.blocks import Blocks, find_blocks
from ..measures.shared.base import Measure
from ..treebank import Treebank
from .choosing import Policy, choose_measures
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
    gold_keys: Keys
    test_keys: Keys


def score_in_blocks(
    gold: PathLike,
    tests: Sequence[PathLike],
    measures: Sequence[str | Measure] | None,
    options: Mapping[str, Any] | None,
    policy: Policy,
    progress: Progress | None = None,
) -> list[list[Result]] | None:
    """The results of each test file without intervals, or None where the files cannot be divided into blocks: small
    files, formats other than plain brackets, trees that are not on the same lines in all, measures whose counts of a
    sentence depend on the others. Measures are chosen by the first block. The trees are not kept."""
    names = [os.fspath(name) for name in (gold, *tests)]
    found = together([partial(find_blocks, name) for name in names])
    files = [blocks for blocks in found if blocks is not None]
    if len(files) < len(names) or len({len(blocks) for blocks in files}) > 1:
        return None
    first = together([partial(blocks.read, 0) for blocks in files])
    if any(trees is None for trees in first):
        return None
    chosen = choose_measures(measures, *[trees for trees in first if trees is not None], options=options)
    del first
    if not all(measure.separable for measure in chosen):
        return None
    try:
        blocks = _count_blocks(files, chosen, policy, progress)
        return [_joined(list(parts)) for parts in zip(*blocks, strict=True)]
    except _NotInBlocksError:
        return None


def _count_blocks(
    files: Sequence[Blocks], measures: Sequence[Measure], policy: Policy, progress: Progress | None
) -> list[list[_Counted]]:
    """For each block, what was counted in each test file."""
    done: list[int] = []

    def count(number: int) -> list[_Counted]:
        gold = files[0].read(number)
        counted = [_count_block(gold, blocks.read(number), measures, policy) for blocks in files[1:]]
        done.append(number)
        if progress is not None:
            progress(len(done), len(files[0]))
        return counted

    return together([partial(count, number) for number in range(len(files[0]))])


def _count_block(gold: Treebank | None, test: Treebank | None, measures: Sequence[Measure], policy: Policy) -> _Counted:
    if gold is None or test is None or len(gold) != len(test):
        raise _NotInBlocksError
    placed = pair_in_place(gold, test)
    if placed is None:
        raise _NotInBlocksError
    sides = Sides(gold, test, placed.pairing)
    with jobs(1):
        results = [count_measure(measure, sides, policy) for measure in measures]
    pairing = placed.pairing.without_trees()
    kept = [replace(result, gold=None, test=None, rows=_compact(result.rows), pairing=pairing) for result in results]
    return _Counted(kept, len(gold), placed.same, placed.gold_keys, placed.test_keys)


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
    another place is found only in the whole files."""
    gold_keys, test_keys = (
        np.concatenate(keys) for keys in zip(*((block.gold_keys, block.test_keys) for block in blocks), strict=True)
    )
    if np.isin(gold_keys, test_keys).any() or not any(block.same for block in blocks):
        raise _NotInBlocksError
    starts = [0, *accumulate(block.sentences for block in blocks)][:-1]
    pairing = _joined_pairing([block.results[0].pairing for block in blocks], starts)
    return [
        _joined_result([block.results[number] for block in blocks], starts, pairing)
        for number in range(len(blocks[0].results))
    ]


def _joined_pairing(parts: Sequence[Pairing], starts: Sequence[int]) -> Pairing:
    missing = tuple(
        PlacedSentence(place.sentence + start, place.where)
        for part, start in zip(parts, starts, strict=True)
        for place in part.missing
    )
    return replace(parts[0], missing=missing)


def _joined_result(parts: Sequence[Result], starts: Sequence[int], pairing: Pairing) -> Result:
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
        pairing=pairing,
    )


def _joined_rows(parts: Sequence[Counts]) -> Counts:
    """In single precision at least: sums of many counts in half precision would be wrong."""
    return np.concatenate(parts, dtype=np.result_type(np.float32, *(part.dtype for part in parts)))
