"""The figures next to alpha: attachment and brackets without correction for chance, and kappa and AC1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from ...core.types import Floats, Int64s, Row
from ...treebank import Treebank
from .coefficients import Choices, mean_coefficients
from .units import Units

_NO_PHRASE = -1  # the label of a span that is not a phrase


@dataclass(frozen=True, eq=False)
class Figures:
    """Counts per sentence, choices of pairs of annotators by what was chosen, and agreement by label.

    counts  one row per sentence; `score` makes figures of sums of rows
    """

    counts: Floats
    score: Callable[[Floats], dict[str, Floats]]
    choices: dict[str, list[Choices]]
    labels: list[Row]

    def values(self) -> dict[str, float]:
        """The figures of all sentences."""
        one = np.zeros(len(self.counts), np.int64)
        return {name: float(value[0]) for name, value in self.resampled(one, np.ones((1, 1))).items()}

    def resampled(self, group: Int64s, times: Floats) -> dict[str, Floats]:
        """The figures of samples, one row each: how many times each group of sentences is in it."""
        groups = times.shape[1]
        sums = np.stack([np.bincount(group, column, groups) for column in self.counts.T], axis=1)
        figures = self.score(times @ sums)
        for name, pairs in self.choices.items():
            kappa, ac1 = mean_coefficients([times @ pair.counts(group, groups) for pair in pairs])
            figures |= {f"kappa_{name}": kappa, f"ac1_{name}": ac1}
        return figures


def dependency_figures(units: Units) -> Figures:
    """UAS, LAS and label accuracy over words, the mean over pairs of annotators; kappa and AC1 of relations, and of
    heads as distances from the word."""
    tokens = units.trees.tokens
    head, relation = np.asarray(tokens.numbers("head"), np.int64), tokens.text("deprel")
    code = relation.codes.astype(np.int64)
    distance = np.where(head < 0, 0, head - (np.arange(len(tokens)) - tokens.start))
    counts = np.zeros((len(units), 4))
    counts[:, 0] = np.where(units.same_length, tokens.counts[units.first], 0)
    labels, heads = [], []
    by_label = np.zeros((len(relation.values) + 1, 4))
    for sentences, one, other in _pairs(units):
        at = np.repeat(sentences, tokens.counts[one])
        a, b = _rows(units.trees, one), _rows(units.trees, other)
        same = np.stack((head[a] == head[b], (head[a] == head[b]) & (code[a] == code[b]), code[a] == code[b]))
        for column, right in enumerate(same, 1):
            counts[:, column] += np.bincount(at, right, len(units))
        labels.append(Choices(at, code[a], code[b]))
        heads.append(Choices(at, distance[a], distance[b]))
        for column, chosen in enumerate((code[a], code[b], code[a][same[2]], code[a][same[1]])):
            by_label[:, column] += np.bincount(chosen % len(by_label), minlength=len(by_label))
    counts[:, 1:] /= _number_of_pairs(units)[:, None]
    names = [*relation.values, "_"]
    return Figures(counts, _accuracies, {"labels": labels, "heads": heads}, _relation_rows(names, by_label))


def _accuracies(total: Floats) -> dict[str, Floats]:
    with np.errstate(divide="ignore", invalid="ignore"):
        return {name: total[..., k] / total[..., 0] for k, name in enumerate(("uas", "las", "la"), 1)}


def constituency_figures(units: Units) -> Figures:
    """F1 of labelled phrases, and the Jaccard index of phrases, tags and words (the mean over sentences, weighted by
    words, and over pairs of annotators); kappa and AC1 of the labels of all spans that either has."""
    tokens = units.trees.tokens
    brackets = _Brackets.of(units.trees)
    counts = np.zeros((len(units), 4))
    counts[:, 0] = np.where(units.same_length, tokens.counts[units.first], 0)
    labels = []
    by_label = np.zeros((len(brackets.names), 3))
    for sentences, one, other in _pairs(units):
        a, b = (brackets.phrases(numbers) for numbers in (one, other))
        shared = _common(a, b)
        counts[sentences, 2] += _per_tree(shared, brackets, len(one))
        counts[sentences, 3] += (_per_tree(a, brackets, len(one)) + _per_tree(b, brackets, len(one))) / 2
        counts[sentences, 1] += _jaccard(brackets, one, other) * tokens.counts[one]
        labels.append(_span_choices(brackets, a, b, sentences))
        for column, keys in enumerate((a, b, shared)):
            by_label[:, column] += np.bincount(keys % len(by_label), minlength=len(by_label))
    counts[:, 1] /= _number_of_pairs(units)
    return Figures(counts, _bracket_scores, {"labels": labels}, _bracket_rows(brackets.names, by_label))


def _bracket_scores(total: Floats) -> dict[str, Floats]:
    with np.errstate(divide="ignore", invalid="ignore"):
        return {"f1": total[..., 2] / total[..., 3], "jaccard": total[..., 1] / total[..., 0]}


def _pairs(units: Units) -> Iterator[tuple[Int64s, Int64s, Int64s]]:
    """For each pair of annotators, the sentences that both have with as many words, and their trees."""
    same = units.same_length
    for a, b in combinations(range(units.numbers.shape[1]), 2):
        both = np.flatnonzero((units.numbers[:, a] >= 0) & (units.numbers[:, b] >= 0) & same)
        yield both, units.numbers[both, a], units.numbers[both, b]


def _number_of_pairs(units: Units) -> Floats:
    return np.array([comb(int(number), 2) for number in (units.numbers >= 0).sum(axis=1)], np.float64)


def _rows(treebank: Treebank, sentences: Int64s) -> Int64s:
    """The tokens of some sentences."""
    counts = treebank.tokens.counts[sentences]
    before = np.cumsum(counts) - counts
    return np.asarray(np.arange(counts.sum()) + np.repeat(treebank.tokens.offsets[:-1][sentences] - before, counts))


@dataclass(frozen=True, eq=False)
class _Brackets:
    """All brackets of a treebank, sorted by sentence: each is a span (one number) and a label (a number of `names`)."""

    names: list[str]
    width: int
    phrase_offsets: Int64s
    span: Int64s
    label: Int64s
    leaf_offsets: Int64s
    leaf_span: Int64s
    leaf_label: Int64s

    @classmethod
    def of(cls, treebank: Treebank) -> _Brackets:
        tokens, nodes = treebank.tokens, treebank.nodes
        index: dict[str, int] = {}
        columns = nodes.text("label"), tokens.text("tag"), tokens.text("form")
        tables = [[index.setdefault(value, len(index)) for value in column.values] for column in columns]
        label, tag, form = (
            np.array([*table, -1], np.int64)[column.codes] for table, column in zip(tables, columns, strict=True)
        )
        width = int(tokens.counts.max(initial=0)) + 1
        span = nodes.numbers("left").astype(np.int64) * width + nodes.numbers("right")
        named = ~nodes.text("label").mask(("",), missing=True)
        within = np.arange(len(tokens)) - tokens.start
        leaf_span = np.repeat(within * width + within + 1, 2)
        leaf_label = np.stack((tag, form), axis=1).ravel()
        tagged = leaf_label >= 0
        return cls(
            list(index),
            width,
            np.append(0, np.cumsum(named))[nodes.offsets],
            span[named],
            label[named],
            np.append(0, np.cumsum(tagged))[2 * tokens.offsets],
            leaf_span[tagged],
            leaf_label[tagged],
        )

    def phrases(self, sentences: Int64s) -> Int64s:
        """One number per phrase of some sentences: the place of the sentence among these, the span and the label."""
        return self._keys(sentences, self.phrase_offsets, self.span, self.label)

    def leaves(self, sentences: Int64s) -> Int64s:
        """The same of tags and words."""
        return self._keys(sentences, self.leaf_offsets, self.leaf_span, self.leaf_label)

    def _keys(self, sentences: Int64s, offsets: Int64s, span: Int64s, label: Int64s) -> Int64s:
        counts = np.diff(offsets)[sentences]
        before = np.cumsum(counts) - counts
        rows = np.arange(counts.sum()) + np.repeat(offsets[:-1][sentences] - before, counts)
        place = np.repeat(np.arange(len(sentences)), counts)
        return np.asarray((place * self.width**2 + span[rows]) * len(self.names) + label[rows])


def _per_tree(keys: Int64s, brackets: _Brackets, sentences: int) -> Floats:
    """How many keys each sentence has."""
    return np.bincount(keys // (len(brackets.names) * brackets.width**2), minlength=sentences).astype(np.float64)


def _common(first: Int64s, second: Int64s) -> Int64s:
    """The keys that are in both, as often as in both."""
    (keys, number), (others, other_number) = (np.unique(side, return_counts=True) for side in (first, second))
    _, a, b = np.intersect1d(keys, others, assume_unique=True, return_indices=True)
    return np.asarray(np.repeat(keys[a], np.minimum(number[a], other_number[b])))


def _jaccard(brackets: _Brackets, one: Int64s, other: Int64s) -> Floats:
    """Per sentence, the share of the distinct brackets of either that both have: phrases, tags and words."""
    a, b = (np.unique(np.concatenate((brackets.phrases(side), brackets.leaves(side)))) for side in (one, other))
    shared, either = np.intersect1d(a, b, assume_unique=True), np.union1d(a, b)
    return _per_tree(shared, brackets, len(one)) / np.maximum(_per_tree(either, brackets, len(one)), 1)


def _span_choices(brackets: _Brackets, first: Int64s, second: Int64s, sentences: Int64s) -> Choices:
    """The labels of each span that is a phrase for either annotator; those of a unary chain are one choice."""
    index: dict[tuple[int, ...], int] = {}
    sides = []
    for keys in (first, second):
        chains: dict[int, list[int]] = {}
        for span, label in zip(
            (keys // len(brackets.names)).tolist(), (keys % len(brackets.names)).tolist(), strict=True
        ):
            chains.setdefault(span, []).append(label)
        sides.append({span: index.setdefault(tuple(chain), len(index)) for span, chain in chains.items()})
    spans = list(dict.fromkeys([*sides[0], *sides[1]]))
    chosen = (np.array([side.get(span, _NO_PHRASE) for span in spans], np.int64) for side in sides)
    place = np.array(spans, np.int64) // brackets.width**2
    return Choices(sentences[place] if spans else place, *chosen)


def _relation_rows(names: list[str], counts: Floats) -> list[Row]:
    rows = []
    total = counts[:, 0].sum()
    for name, (first, second, both, both_heads) in zip(names, counts.tolist(), strict=True):
        if first + second:
            row: Row = {"label": name, "count": int(first + second), "agreement": 2 * both / (first + second)}
            chance = (first * second + (total - first) * (total - second)) / total**2
            observed = (total - first - second + 2 * both) / total
            row["kappa"] = (observed - chance) / (1 - chance) if chance < 1 else float("nan")
            rows.append(row | {"with_head": 2 * both_heads / (first + second)})
    return _most_first(rows)


def _bracket_rows(names: list[str], counts: Floats) -> list[Row]:
    return _most_first(
        [
            {"label": name, "count": int(first + second), "agreement": 2 * both / (first + second)}
            for name, (first, second, both) in zip(names, counts.tolist(), strict=True)
            if first + second
        ]
    )


def _most_first(rows: list[Row]) -> list[Row]:
    """Those that cost most first: labels on which the annotators differ most often."""
    return sorted(rows, key=lambda row: (-(1 - row["agreement"]) * row["count"], row["label"]))
