"""Select sentences: by length, by number, at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..core.bounds import Natural, Positive, SeedNumber
from ..core.errors import CallError
from ..treebank import Treebank
from ..treebank.shape import no_words
from .base import transform


def lengths(treebank: Treebank) -> NDArray[np.int64]:
    """Words per sentence, without empty elements."""
    words: NDArray[np.int64] = np.bincount(
        treebank.tokens.sentence, weights=~no_words(treebank), minlength=len(treebank)
    ).astype(np.int64)
    return words


@transform("select-length")
def select_length(treebank: Treebank, *, max: Natural | None = None, min: Natural = 1) -> Treebank:
    """Keep sentences with min to max words (inclusive; empty elements do not count)."""
    length = lengths(treebank)
    return treebank.select(np.flatnonzero((length >= min) & (length <= (length if max is None else max))))


@transform("select")
def select_sentences(
    treebank: Treebank, *, indices: tuple[str, ...] = (), from_: Positive = 1, to: Natural | None = None
) -> Treebank:
    """Keep sentences by their numbers from 1: select([3,5,8]), select(3), or select(from=1, to=100)."""
    if not indices:
        return treebank[max(from_, 1) - 1 : None if to is None else max(to, 0)]
    try:
        wanted = np.array([int(index) for index in indices])
    except ValueError:
        raise CallError(f"select takes numbers from 1, not '{', '.join(indices)}'") from None
    wrong = wanted[(wanted < 1) | (wanted > len(treebank))]
    if len(wrong):
        raise CallError(f"there is no sentence {wrong[0]}: the treebank has {len(treebank)}")
    return treebank.select(wanted - 1)


@transform("head")
def head(treebank: Treebank, *, n: Natural = 10) -> Treebank:
    """Keep the first n sentences."""
    return treebank[: max(n, 0)]


@transform("tail")
def tail(treebank: Treebank, *, n: Natural = 10) -> Treebank:
    """Keep the last n sentences."""
    return treebank[len(treebank) - min(max(n, 0), len(treebank)) :]


@transform("sample")
def sample_sentences(treebank: Treebank, *, n: Natural, seed: SeedNumber = 0) -> Treebank:
    """Draw n sentences at random without replacement; they keep their order."""
    if not 0 <= n <= len(treebank):
        raise CallError(f"cannot draw {n} of {len(treebank)} sentences")
    return treebank.select(np.sort(np.random.default_rng(seed).choice(len(treebank), n, replace=False)))


@transform("shuffle")
def shuffle(treebank: Treebank, *, seed: SeedNumber = 0) -> Treebank:
    """Put all sentences into a random order."""
    return treebank.select(np.random.default_rng(seed).permutation(len(treebank)))
