"""`leakage`: what a test treebank shares with the training treebank, compared with random splits of equal lengths."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from ..annotation.tagsets import NO_TAG
from ..core.bounds import LevelShare, Positive, SeedNumber, checked
from ..core.errors import DataError
from ..core.tabular import Tabular
from ..core.types import Int64s, Interval, Mask, Row
from ..transforms.empties import remove_empties
from ..treebank import Treebank
from ..treebank.table import concatenate
from .tree_keys import sequence_keys, tree_keys

WIDTH = 10  # words: sentences are grouped by length in tens
SHARES = ("words", "tags", "trees")
FIGURES = (*SHARES, "displacement")


@dataclass(frozen=True)
class LengthLeakage:
    """What the test sentences of one group of lengths share with the training treebank.

    length        words in a sentence, as `11-20`, or `all`
    sentences     test sentences
    words, tags   share of them with the same words (tags) as a sentence of the training treebank; universal tags where
                  a treebank has no others
    trees         share with an isomorphic unlabelled tree (Søgaard 2020): the same up to words, labels and order
    displacement  Wasserstein distance between the signed distances from words to their heads in test and training
                  treebank (Anderson and Gómez-Rodríguez 2022), in words; roots are left out
    expected      the same figures of a random split with the same lengths: means
    intervals     the interval of these random splits

    A figure is None where the trees do not have what it needs.
    """

    length: str
    sentences: int
    words: float | None
    tags: float | None
    trees: float | None
    displacement: float | None
    expected: dict[str, float]
    intervals: dict[str, Interval]

    def row(self) -> Row:
        """What `treegauge stats --test --json` prints, apart from the names of the treebanks."""
        return asdict(self)


@dataclass(frozen=True, repr=False)
class Leakage(Tabular):
    """What a test treebank shares with the training treebank: all sentences first, then groups by length."""

    train: str
    test: str
    splits: int
    lengths: tuple[LengthLeakage, ...]

    @property
    def all(self) -> LengthLeakage:
        """Of all test sentences."""
        return self.lengths[0]

    def rows(self) -> list[Row]:
        """What `treegauge stats --test --json` prints."""
        return [{"treebank": self.train, "test": self.test, **part.row()} for part in self.lengths]

    def table_rows(self) -> list[Row]:
        """The same."""
        return self.rows()

    def __repr__(self) -> str:
        found = [f"{name} {value:.3f}" for name, value in _figures(self.all).items() if value is not None]
        return f"<Leakage of {self.all.sentences:,} test sentences: {', '.join(found)}>"


@dataclass(frozen=True)
class _Sentences:
    """The sentences of both treebanks: what each has in common with others, by number."""

    group: Int64s  # of lengths
    keys: dict[str, Int64s]
    length: Int64s
    displacement: Int64s  # of each word with a head, from 0
    holder: Int64s  # the sentence of each of them

    @property
    def groups(self) -> int:
        return int(self.group.max()) + 1

    @property
    def figures(self) -> tuple[str, ...]:
        """What is measured, in order."""
        return *self.keys, *(("displacement",) if len(self.displacement) else ())


@checked
def leakage(
    train: Treebank,
    test: Treebank,
    *,
    names: tuple[str, str] = ("", ""),
    splits: Positive = 200,
    level: LevelShare = 0.95,
    seed: SeedNumber = 0,
) -> Leakage:
    """How many test sentences were seen in training, and how far the lengths of arcs differ.

    Short sentences have few possible trees, so that the figures depend on the lengths more than on anything else
    (Anderson, Søgaard and Gómez-Rodríguez 2021). So each is given by length, and next to `splits` random splits of all
    sentences in which training and test treebank have as many sentences of each length as they have now.
    """
    if not len(train) or not len(test):
        raise DataError(f"the {'test' if len(train) else 'training'} treebank has no sentences")
    sentences = _sentences(remove_empties(train), remove_empties(test))
    tested = np.arange(len(sentences.group)) >= len(train)
    found = _measured(sentences, tested)
    random = _random_splits(sentences, tested, splits, seed)
    counts = np.bincount(sentences.group[tested], minlength=sentences.groups)
    shown = [(-1, len(test)), *((group, int(count)) for group, count in enumerate(counts) if count)]
    parts = (_part(sentences, group, count, found[group], random[:, group], level) for group, count in shown)
    return Leakage(*names, splits, tuple(parts))


def _part(
    sentences: _Sentences,
    group: int,
    count: int,
    found: NDArray[np.float64],
    random: NDArray[np.float64],
    level: float,
) -> LengthLeakage:
    """The figures of one group of lengths, with those of random splits."""
    outside = 100 * (1 - level) / 2
    value: dict[str, float] = {}
    expected: dict[str, float] = {}
    intervals: dict[str, Interval] = {}
    for place, name in enumerate(sentences.figures):
        drawn = random[:, place][~np.isnan(random[:, place])]
        if np.isnan(found[place]) or not len(drawn):
            continue
        low, high = np.percentile(drawn, [outside, 100 - outside])
        value[name], expected[name], intervals[name] = (
            float(found[place]),
            float(drawn.mean()),
            (float(low), float(high)),
        )
    length = "all" if group < 0 else f"{group * WIDTH + 1}-{(group + 1) * WIDTH}"
    shown = {name: value.get(name) for name in FIGURES}
    return LengthLeakage(length, count, **shown, expected=expected, intervals=intervals)


def _figures(part: LengthLeakage) -> dict[str, float | None]:
    return {name: getattr(part, name) for name in FIGURES}


def _sentences(train: Treebank, test: Treebank) -> _Sentences:
    """What is compared, for the sentences of both treebanks."""
    both = [train, test]
    joined = concatenate(both)
    tokens = joined.tokens
    keys = {"words": sequence_keys(tokens, "form")}
    column = next((name for name in ("tag", "upos") if all(_given(treebank, name) for treebank in both)), None)
    if column is not None:
        keys["tags"] = sequence_keys(tokens, column)
    phrases = all(treebank.has_constituents for treebank in both)
    arcs = all(treebank.has_dependencies for treebank in both)
    if phrases or arcs:
        keys["trees"] = tree_keys(joined, phrases)
    displacement, holder = np.zeros(0, np.int64), np.zeros(0, np.int64)
    if arcs:
        head = tokens.numbers("head").astype(np.int64)
        own = np.arange(len(tokens)) - np.repeat(tokens.offsets[:-1], tokens.counts)
        displacement, holder = (head - own)[head >= 0], tokens.sentence[head >= 0].astype(np.int64)
        displacement -= displacement.min(initial=0)
    length = tokens.counts.astype(np.int64)
    return _Sentences(np.maximum(length - 1, 0) // WIDTH, keys, length, displacement, holder)


def _given(treebank: Treebank, column: str) -> bool:
    """Whether a treebank has tags in a column."""
    return not treebank.tokens.text(column).mask(NO_TAG, missing=True).all()


def _measured(sentences: _Sentences, tested: Mask) -> NDArray[np.float64]:
    """The figures of one split: one row per group of lengths, and the last of all sentences."""
    groups = sentences.groups
    counts = np.append(np.bincount(sentences.group[tested], minlength=groups), tested.sum())
    columns = []
    for key in sentences.keys.values():
        seen = np.zeros(int(key.max()) + 1, bool)
        seen[key[~tested]] = True
        leaked = np.bincount(sentences.group[tested][seen[key[tested]]], minlength=groups)
        columns.append(_divided(np.append(leaked, leaked.sum()), counts))
    if len(sentences.displacement):
        columns.append(_distances(sentences, tested))
    return np.stack(columns, axis=1)


def _distances(sentences: _Sentences, tested: Mask) -> NDArray[np.float64]:
    """Wasserstein distances of displacements: the area between the two cumulative distributions."""
    size = int(sentences.displacement.max()) + 1
    place = sentences.group[sentences.holder] * size + sentences.displacement
    in_test = tested[sentences.holder]
    cumulative = []
    for chosen in (in_test, ~in_test):
        counts = np.bincount(place[chosen], minlength=sentences.groups * size).reshape(-1, size)
        counts = np.vstack((counts, counts.sum(axis=0)))
        cumulative.append(_divided(counts.cumsum(axis=1), counts.sum(axis=1, keepdims=True)))
    return np.asarray(np.abs(cumulative[0] - cumulative[1]).sum(axis=1))


def _divided(counts: NDArray[np.int64], by: NDArray[np.int64]) -> NDArray[np.float64]:
    """Quotients; not a number where there is nothing to divide by."""
    with np.errstate(invalid="ignore"):
        return np.asarray(counts / by, np.float64)


def _random_splits(sentences: _Sentences, tested: Mask, splits: int, seed: int) -> NDArray[np.float64]:
    """The figures of random splits in which the same number of sentences of each length is tested."""
    random = np.random.default_rng(seed)
    by_length = np.argsort(sentences.length, kind="stable")
    found = []
    for _ in range(splits):
        drawn = np.empty_like(tested)
        drawn[np.lexsort((random.random(len(tested)), sentences.length))] = tested[by_length]
        found.append(_measured(sentences, drawn))
    return np.stack(found)
