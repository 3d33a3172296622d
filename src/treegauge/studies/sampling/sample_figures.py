"""The figures by which samples are compared: phrasal nodes and words per sentence, and parts of speech."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...annotation.tagsets import TAG_GROUPS, TagSet
from ...transforms.empties import remove_empties
from ...transforms.flatten import virtual_roots
from ...treebank import Treebank
from ...treebank.shape import no_words


@dataclass(frozen=True)
class SampleFigures:
    """A row of the paper's Tables 1 and 2. Words are tokens with punctuation, without empty elements; a virtual root is
    not a phrasal node. NaN where there are no phrases.

    groups  the average number of words of each group of parts of speech per sentence
    """

    sentences: int
    nodes_per_sentence: float
    nodes_per_word: float
    words_per_sentence: float
    groups: dict[str, float]


def sample_figures(treebank: Treebank, tagset: TagSet | None) -> SampleFigures:
    """The figures of a treebank; without a tag set, no parts of speech."""
    treebank = remove_empties(treebank)
    words, count = len(treebank.tokens), max(len(treebank), 1)
    nodes = float((~virtual_roots(treebank)).sum()) if treebank.has_constituents else float("nan")
    means = group_counts(treebank, tagset).mean(0) if tagset is not None and len(treebank) else ()
    return SampleFigures(
        len(treebank),
        nodes / count,
        nodes / max(words, 1),
        words / count,
        dict(zip(TAG_GROUPS, map(float, means), strict=False)),
    )


def group_counts(treebank: Treebank, tagset: TagSet) -> NDArray[np.int64]:
    """How many words of each group each sentence has; one row per sentence."""
    words = ~no_words(treebank)
    counts = [
        np.bincount(treebank.tokens.sentence, tagset.group(treebank, name) & words, minlength=len(treebank))
        for name in TAG_GROUPS
    ]
    return np.stack(counts, 1).astype(np.int64)
