"""Comparable samples (Rehbein and van Genabith 2007, section 4.1): among sentences of the same length, those with an
average number of prepositions, of determiners, of nouns ..."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

import numpy as np

from ...annotation.tagsets import TAG_GROUPS, TagSet, find_tagset, first_place
from ...core.bounds import Amount, Positive, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.types import Int64s, Mask
from ...core.wording import counted, option
from ...transforms.select import lengths
from ...treebank import Treebank
from .sample_figures import SampleFigures, group_counts, sample_figures


class SampleRow(TypedDict):
    """What `treegauge sample --json` prints: the figures of a treebank (`all`) or of its `sample`; see `SampleFigures`.
    `long` and `average` are given for samples."""

    treebank: str
    part: Literal["all", "sample"]
    sentences: int
    nodes_per_sentence: float
    nodes_per_word: float
    words_per_sentence: float
    groups: dict[str, float]
    long: NotRequired[int]
    average: NotRequired[int]


@dataclass(frozen=True, eq=False)
class Sample:
    """A sample of a treebank.

    sentences  numbers of its sentences in the treebank, in order, from 0
    whole      sentences of the treebank
    long       those of the right length
    average    those of the right length that are near the average
    before     the figures of the treebank (the paper's Table 1)
    after      the figures of the sample (Table 2)
    groups     the groups of parts of speech by which sentences were compared
    """

    treebank: Treebank
    sentences: Int64s
    tagset: TagSet | None
    whole: int
    long: int
    average: int
    before: SampleFigures
    after: SampleFigures
    groups: tuple[str, ...] = ()
    name: str = ""

    def rows(self) -> list[SampleRow]:
        """Two rows: the whole treebank, and the sample."""
        whole, part = self._row("all", self.before), self._row("sample", self.after)
        return [whole, {**part, "long": self.long, "average": self.average}]

    def _row(self, part: Literal["all", "sample"], figures: SampleFigures) -> SampleRow:
        return {
            "treebank": self.name,
            "part": part,
            "sentences": figures.sentences,
            "nodes_per_sentence": figures.nodes_per_sentence,
            "nodes_per_word": figures.nodes_per_word,
            "words_per_sentence": figures.words_per_sentence,
            "groups": figures.groups,
        }


@checked
def comparable_samples(
    treebanks: Sequence[Treebank],
    n: Positive = 1024,
    *,
    deviation: Amount = 0.8,
    min_length: Positive = 10,
    max_length: Positive = 40,
    seed: SeedNumber = 0,
    tags: str | Sequence[str] = "auto",
    names: Sequence[str] | None = None,
) -> list[Sample]:
    """Draw the same number of comparable sentences from each treebank: n, or the largest number that all of them have.

    Sentences have from `min_length` to `max_length` words. For each length, the average number of each group of parts
    of speech is taken over the sentences of all treebanks; a sentence is kept if none of its numbers is further than
    `deviation` from the average. A group that one of the treebanks does not have is left out.
    """
    if len(treebanks) < 2:
        raise CallError("comparable samples are drawn from two treebanks or more")
    tagset_names = [tags] * len(treebanks) if isinstance(tags, str) else list(tags)
    tagsets = [find_tagset(name, treebank) for name, treebank in zip(tagset_names, treebanks, strict=True)]
    length = [lengths(treebank) for treebank in treebanks]
    fits = [(words >= min_length) & (words <= max_length) for words in length]
    for treebank, long in zip(treebanks, fits, strict=True):
        if not long.any():
            raise DataError(f"{first_place(treebank)}: no sentence has from {min_length} to {max_length} words")
    counts = [group_counts(treebank, tagset) for treebank, tagset in zip(treebanks, tagsets, strict=True)]
    shared = np.flatnonzero(np.all([rows.any(0) for rows in counts], 0))
    kept = _near_average(length, fits, [rows[:, shared] for rows in counts], deviation)
    size = min(n, *(len(rows) for rows in kept))
    if not size:
        raise DataError(
            f"no sentence of a treebank deviates from the average by at most {deviation} in all parts of speech (kept:"
            f" {', '.join(str(len(rows)) for rows in kept)}); allow more: "
            f"{option('deviation', float(f'{2 * deviation or 1:g}'))}"
        )
    generators = np.random.default_rng(seed).spawn(len(treebanks))
    drawn = [
        np.sort(generator.choice(rows, size, replace=False)) for generator, rows in zip(generators, kept, strict=True)
    ]
    groups = tuple(TAG_GROUPS[number] for number in shared.tolist())
    titles = [""] * len(treebanks) if names is None else names
    return [
        _sample(treebank, chosen, tagset, (int(long.sum()), len(rows)), groups, name)
        for treebank, chosen, tagset, long, rows, name in zip(
            treebanks, drawn, tagsets, fits, kept, titles, strict=True
        )
    ]


def _near_average(
    length: Sequence[Int64s], fits: Sequence[Mask], counts: Sequence[Int64s], deviation: float
) -> list[Int64s]:
    """The sentences of each treebank that are near the average over all sentences of their length."""
    words = np.concatenate([side[long] for side, long in zip(length, fits, strict=True)])
    numbers = np.concatenate([side[long] for side, long in zip(counts, fits, strict=True)])
    total = np.zeros((int(words.max()) + 1, numbers.shape[1]))
    np.add.at(total, words, numbers)
    average = total / np.maximum(np.bincount(words), 1)[:, None]
    kept = []
    for side, long, rows in zip(length, fits, counts, strict=True):
        candidates = np.flatnonzero(long)
        away = np.abs(rows[candidates] - average[side[candidates]])
        kept.append(candidates[(away <= deviation).all(1)])
    return kept


@checked
def random_sample(
    treebank: Treebank, n: Positive, *, seed: SeedNumber = 0, tags: str = "auto", name: str = ""
) -> Sample:
    """Draw n sentences of a treebank at random, without repetition, in their original order."""
    if not 0 < n <= len(treebank):
        raise CallError(f"{first_place(treebank)}: cannot draw {n:,} of {counted(len(treebank), 'sentence')}")
    chosen = np.sort(np.random.default_rng(seed).choice(len(treebank), n, replace=False))
    try:
        tagset = find_tagset(tags, treebank)
    except CallError:
        if tags != "auto":
            raise
        tagset = None  # parts of speech are only reported here
    return _sample(treebank, chosen, tagset, (len(treebank), len(treebank)), (), name)


def _sample(
    treebank: Treebank,
    chosen: Int64s,
    tagset: TagSet | None,
    candidates: tuple[int, int],
    groups: tuple[str, ...],
    name: str,
) -> Sample:
    sample = treebank.select(chosen)
    before, after = sample_figures(treebank, tagset), sample_figures(sample, tagset)
    return Sample(sample, chosen, tagset, len(treebank), *candidates, before, after, groups, name)
