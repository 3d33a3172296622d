"""Krippendorff's alpha for trees (Skjærholt 2014): 1 - observed / expected disagreement.

The disagreement of two trees is the square of a distance: `plain` is the tree edit distance, `diff` is that less the
difference of the sizes, `norm` is that divided by the sum of the sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from ...core.types import Floats, Int64s, Integers
from ...measures.shared.edit_trees import EditTrees
from .coefficients import alpha_of

FORMS = ("plain", "diff", "norm")
_GROUPS = 1000  # of sentences, from which samples are drawn


@dataclass(frozen=True, eq=False)
class TreeDisagreement:
    """The squared distances of sentences, in each of the three forms.

    trees     how many trees each sentence has
    observed  per sentence, the sum over its pairs of trees, each way, divided by one less than it has trees
    distance  per sentence, the mean tree edit distance of its pairs
    first, second, squares  pairs of trees of any sentences: their sentences and their squared distances
    """

    trees: Int64s
    observed: Floats
    distance: Floats
    first: Int64s
    second: Int64s
    squares: Floats
    sampled: bool

    @property
    def all_pairs(self) -> int:
        """How many pairs of trees there are."""
        return comb(int(self.trees.sum()), 2)

    def alphas(self) -> Floats:
        """One value for each of `FORMS`; NaN where no disagreement is expected, since all trees are equal."""
        number = self.trees.sum()
        expected = self._scale * 2 * self.squares.sum(axis=0)
        return np.asarray(alpha_of(self.observed.sum(axis=0)[None], expected[None], np.array([number], np.float64))[0])

    def resampled(self, group: Int64s, times: Floats) -> Floats:
        """The same of samples, one row each: how many times each group of sentences is in it."""
        groups = times.shape[1]
        number = times @ np.bincount(group, self.trees, groups)
        cells = group[self.first] * groups + group[self.second]
        columns = []
        for form in range(len(FORMS)):
            squares = np.bincount(cells, self.squares[:, form], groups * groups).reshape(groups, groups)
            expected = self._scale * 2 * ((times @ squares) * times).sum(axis=1)
            columns.append(alpha_of(times @ np.bincount(group, self.observed[:, form], groups), expected, number))
        return np.stack(columns, axis=1)

    @property
    def _scale(self) -> float:
        return self.all_pairs / len(self.squares) if len(self.squares) else 1.0


def draw_groups(sentences: int, generator: np.random.Generator) -> Int64s:
    """The group of each sentence: one for each, or random groups of many sentences."""
    if sentences <= _GROUPS:
        return np.arange(sentences)
    return np.asarray(generator.permutation(sentences) * _GROUPS // sentences)


def draw_times(groups: int, resamples: int, generator: np.random.Generator) -> Floats:
    """How many times each group is in each sample, drawn with replacement."""
    return generator.multinomial(groups, np.full(groups, 1 / groups), size=resamples).astype(np.float64)


def disagreement(
    numbers: Int64s, trees: EditTrees, sizes: Int64s, most_pairs: int, generator: np.random.Generator
) -> TreeDisagreement:
    """The distances of the trees of each sentence, and those of all pairs of trees, or of a random sample of them if
    there are more than `most_pairs`. `numbers` has the trees of each sentence, -1: none."""
    unit, column = np.nonzero(numbers >= 0)
    tree = numbers[unit, column]
    count = np.bincount(unit, minlength=len(numbers))
    observed, distance = _observed(numbers, count, trees, sizes)
    total = len(tree)
    sampled = comb(total, 2) > most_pairs
    if sampled:
        one, other = generator.integers(total, size=most_pairs), generator.integers(total - 1, size=most_pairs)
        other = other + (other >= one)
    else:
        one, other = np.triu_indices(total, 1)
    squares = _squares(trees.distances(tree[one], tree[other]), sizes[tree[one]], sizes[tree[other]])
    return TreeDisagreement(count, observed, distance, unit[one], unit[other], squares, sampled)


def _observed(numbers: Int64s, count: Int64s, trees: EditTrees, sizes: Int64s) -> tuple[Floats, Floats]:
    observed, distance = np.zeros((len(numbers), len(FORMS))), np.zeros(len(numbers))
    for a in range(numbers.shape[1]):
        for b in range(a + 1, numbers.shape[1]):
            both = np.flatnonzero((numbers[:, a] >= 0) & (numbers[:, b] >= 0))
            one, other = numbers[both, a], numbers[both, b]
            found = trees.distances(one, other)
            observed[both] += 2 * _squares(found, sizes[one], sizes[other])
            distance[both] += found
    return observed / (count - 1)[:, None], distance / (count * (count - 1) / 2)


def _squares(distance: Integers, size: Int64s, other: Int64s) -> Floats:
    plain = np.asarray(distance, np.float64)
    return np.stack((plain, plain - abs(size - other), plain / (size + other)), axis=1) ** 2
