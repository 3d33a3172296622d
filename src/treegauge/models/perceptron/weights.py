"""A sparse linear model, learned by an averaged perceptron from examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.types import Codes, Progress
from ..array_files import Arrays
from ..model_files import all_below, ends_match

ARRAYS: dict[str, tuple[type[np.generic], int]] = {
    "keys": (np.uint64, 1),
    "ends": (np.int64, 1),
    "blocks": (np.int16, 1),
    "weights": (np.float32, 1),
}  # as model_files describes them
MOST_CLASSES = int(np.iinfo(np.int16).max)
FREE = 62  # a kind that no example permits
_LANES = 8  # as in core.compiled, which would load numba


@dataclass(frozen=True, eq=False)
class Weights:
    """Feature k has the key keys[k] and the entries ends[k] to ends[k + 1]; entry e has the weights of the eight
    classes from 8 * blocks[e], stored from 8 * e."""

    keys: NDArray[np.uint64]
    ends: NDArray[np.int64]
    blocks: NDArray[np.int16]
    weights: NDArray[np.float32]

    @classmethod
    def of(cls, arrays: Arrays) -> Weights:
        """The weights among the arrays of a model file."""
        return cls(*(arrays[name] for name in ARRAYS))

    @property
    def stored(self) -> Arrays:
        """The weights as arrays of a model file."""
        return {name: getattr(self, name) for name in ARRAYS}

    @cached_property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The weights for the kernels: the keys as a hash table, and the other arrays."""
        from .key_kernels import make_table

        table, numbers = make_table(self.keys, len(self.keys))
        return table, numbers, self.ends, self.blocks, self.weights


@dataclass(frozen=True, eq=False)
class Examples:
    """Examples to learn from.

    keys      the keys of all features
    features  the numbers of the features of each example, one row each; learning replaces rare ones by -1
    gold      the right class of each example
    allowed   a bit for each kind of class that the example permits
    kinds     the kind of each class
    """

    keys: NDArray[np.uint64]
    features: Codes
    gold: NDArray[np.int16]
    allowed: NDArray[np.int8]
    kinds: NDArray[np.int8]

    def learn(self, iterations: int, minimum: int, seed: int, progress: Progress | None = None) -> Weights:
        """Learn weights: go through the examples `iterations` times, each time in another order, without the features
        seen less than `minimum` times."""
        from .learning_kernels import averaged, keep_frequent, learn, no_weights

        steps = len(self.gold)
        keys = keep_frequent(self.keys, self.features, minimum)
        rows, entries, end = no_weights(len(keys))
        random = np.random.default_rng(seed)
        for number in range(iterations):
            order = random.permutation(steps)
            entries, end = learn(
                self.features, self.gold, self.allowed, self.kinds, order, number * steps, rows, entries, end
            )
            if progress is not None:
                progress(number + 1, iterations)
        kept, ends, blocks, weights = averaged(rows, entries, iterations * steps)
        return Weights(keys[kept], ends, blocks, weights)


def side_by_side(parts: Sequence[Weights], classes: Sequence[int]) -> Weights:
    """Several models as one that has the classes of all; those of each model begin at a multiple of eight."""
    rooms = [-(-count // _LANES) for count in classes]
    first = np.cumsum([0, *rooms])
    keys, place = np.unique(np.concatenate([part.keys for part in parts]), return_inverse=True)
    feature = np.repeat(place, np.concatenate([np.diff(part.ends) for part in parts]))
    blocks = np.concatenate([part.blocks + start for part, start in zip(parts, first, strict=False)]).astype(np.int16)
    order = np.argsort(feature, kind="stable")
    ends = np.concatenate(([0], np.cumsum(np.bincount(feature, minlength=len(keys)))))
    rows = np.concatenate([part.weights for part in parts]).reshape(-1, _LANES)[order]
    return Weights(keys, ends, blocks[order], rows.ravel())


def kinds_side_by_side(classes: Sequence[int]) -> NDArray[np.int8]:
    """The kinds of the classes of `side_by_side`: the number of the model, or `FREE` between two models."""
    kinds = [[number] * count + [FREE] * (-count % _LANES) for number, count in enumerate(classes)]
    return np.array([kind for part in kinds for kind in part], np.int8)


def by_frequency(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """The distinct codes, the most frequent first, and the place of each code among them."""
    known, place, counts = np.unique(codes, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return known[order], np.argsort(order).astype(np.int16)[place]


def weights_problem(arrays: Arrays, classes: int) -> str | None:
    """What is wrong with the arrays of weights from a file."""
    blocks = arrays["blocks"]
    if not all_below(blocks, -(-classes // _LANES)) or _LANES * len(blocks) != len(arrays["weights"]):
        return "its weights do not fit together"
    if not ends_match(arrays["ends"], len(blocks)) or len(arrays["ends"]) != len(arrays["keys"]) + 1:
        return "its weights do not fit together"
    if not np.isfinite(arrays["weights"]).all():
        return "a weight is not a number"
    return "its features do not fit together" if (arrays["keys"] == 0).any() else None
