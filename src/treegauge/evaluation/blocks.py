"""Score large files block by block, several at a time: the same results as from whole treebanks, sooner and in less
memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..core.errors import TreegaugeError
from ..core.parallel import jobs, together
from ..core.types import Progress
from ..formats.blocks import find_blocks
from ..measures.shared.base import Measure
from ..treebank import Treebank
from .score import Result, score, with_intervals


class _NotInBlocksError(TreegaugeError):
    """The blocks of the two files do not have the same sentences."""


def score_in_blocks(
    gold: str,
    test: str,
    choose: Callable[[Treebank, Treebank], Sequence[Measure]],
    *,
    intervals: dict[str, Any],
    progress: Progress | None = None,
    **options: Any,
) -> list[Result] | None:
    """The results of `score`, or None where the files cannot be taken in blocks: small ones, other formats than plain
    brackets, trees that are not on the same lines in both, measures for which a sentence counts otherwise
    where it stands alone.

    `choose` says which measures, from the first block; `options` are those of `score`. The trees are not kept: the
    results can be divided by nothing.
    """
    one, other = together([partial(find_blocks, name) for name in (gold, test)])
    if one is None or other is None or len(one) != len(other):
        return None
    first = one.read(0), other.read(0)
    if first[0] is None or first[1] is None:
        return None
    measures = choose(first[0], first[1])
    if not all(measure.separable for measure in measures):
        return None
    done: list[int] = []

    def count(number: int) -> list[Result]:
        pair = first if number == 0 else (one.read(number), other.read(number))
        results = _score_block(*pair, measures, options)
        done.append(number)
        if progress is not None:
            progress(len(done), len(one))
        return results

    try:
        parts = together([partial(count, number) for number in range(len(one))])
    except _NotInBlocksError:
        return None
    return [with_intervals(_joined(same), **intervals) for same in zip(*parts, strict=True)]


def _score_block(
    gold: Treebank | None, test: Treebank | None, measures: Sequence[Measure], options: dict[str, Any]
) -> list[Result]:
    if gold is None or test is None or len(gold) != len(test):
        raise _NotInBlocksError
    with jobs(1):
        results = score(gold, test, measures, resamples=0, **options)
    return [replace(result, gold=None, test=None) for result in results]


def _joined(parts: Sequence[Result]) -> Result:
    before = np.cumsum([0, *(len(part.rows) for part in parts)]).tolist()
    left_out = [
        replace(sentence, sentence=sentence.sentence + shift)
        for part, shift in zip(parts, before, strict=False)
        for sentence in part.left_out
    ]
    return replace(parts[0], rows=np.concatenate([part.rows for part in parts]), left_out=tuple(left_out))
