"""Score large files block by block, several blocks at a time: the same results as from whole treebanks, sooner and in
less memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..core.errors import TreegaugeError
from ..core.parallel import jobs, together
from ..core.types import PathLike, Progress
from ..formats.blocks import Blocks, find_blocks
from ..measures.shared.base import Measure
from ..treebank import Treebank
from .choosing import Policy, choose_measures
from .counting import count_all
from .result import Result


class _NotInBlocksError(TreegaugeError):
    """The blocks of the two files do not have the same sentences."""


def score_in_blocks(
    gold: PathLike,
    test: PathLike,
    measures: Sequence[str | Measure] | None,
    options: Mapping[str, Any] | None,
    policy: Policy,
    progress: Progress | None = None,
) -> list[Result] | None:
    """The results of `score` without intervals, or None where the files cannot be divided into blocks: small files,
    formats other than plain brackets, trees that are not on the same lines in both, measures whose counts of a
    sentence depend on the others. Measures are chosen by the first block. The trees are not kept."""
    gold_blocks, test_blocks = together([partial(find_blocks, os.fspath(name)) for name in (gold, test)])
    if gold_blocks is None or test_blocks is None or len(gold_blocks) != len(test_blocks):
        return None
    first = gold_blocks.read(0), test_blocks.read(0)
    if first[0] is None or first[1] is None:
        return None
    chosen = choose_measures(measures, first[0], first[1], options=options)
    if not all(measure.separable for measure in chosen):
        return None
    try:
        parts = _count_blocks(gold_blocks, test_blocks, first, chosen, policy, progress)
    except _NotInBlocksError:
        return None
    return [_joined(same) for same in zip(*parts, strict=True)]


def _count_blocks(
    gold: Blocks,
    test: Blocks,
    first: tuple[Treebank | None, Treebank | None],
    measures: Sequence[Measure],
    policy: Policy,
    progress: Progress | None,
) -> list[list[Result]]:
    done: list[int] = []

    def count(number: int) -> list[Result]:
        pair = first if number == 0 else (gold.read(number), test.read(number))
        results = _count_block(*pair, measures, policy)
        done.append(number)
        if progress is not None:
            progress(len(done), len(gold))
        return results

    return together([partial(count, number) for number in range(len(gold))])


def _count_block(
    gold: Treebank | None,
    test: Treebank | None,
    measures: Sequence[Measure],
    policy: Policy,
) -> list[Result]:
    if gold is None or test is None or len(gold) != len(test):
        raise _NotInBlocksError
    with jobs(1):
        results = count_all(measures, gold, test, policy, may_refuse=False)
    if any(result.pairing.by != "order" for result in results):
        raise _NotInBlocksError
    return [replace(result, gold=None, test=None) for result in results]


def _joined(parts: Sequence[Result]) -> Result:
    """One result from those of all blocks; sentences are numbered through."""
    starts = np.cumsum([0, *(len(part.rows) for part in parts)]).tolist()
    left_out = [
        replace(sentence, sentence=sentence.sentence + start)
        for part, start in zip(parts, starts, strict=False)
        for sentence in part.left_out
    ]
    short = None if parts[0].short is None else np.concatenate([part.short for part in parts if part.short is not None])
    rows = np.concatenate([part.rows for part in parts])
    return replace(parts[0], rows=rows, left_out=tuple(left_out), short=short)
