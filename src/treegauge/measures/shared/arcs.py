"""The arcs of dependency trees by distance, direction, depth and projectivity: the parts of a breakdown, and what they
mean."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...core.types import Floats, Integers
from ...treebank import Text, Treebank
from .base import Scores, ratio
from .columns import one_dictionary

TO_ROOT, NOT_GIVEN = -1, -2  # heads
ARC_MEANINGS = {
    "label": "the relation of the word to its head",
    "distance": "how many words the head is away, 1 for neighbours; to_root: the head is the root",
    "direction": "where the head is, seen from the word: to its left or to its right",
    "depth": "the number of arcs from the root down to the word: 1 for a word that depends on the root",
    "projectivity": "an arc is projective if the head dominates all words between it and the word",
}
SIDES_NOTE = "recall is over the words that gold has in a row, precision over those that test has"
ARC_BREAKDOWNS = tuple(ARC_MEANINGS)
_NAMES = {
    "distance": ("to_root", "1", "2", "3-6", "7-...", "not given"),
    "direction": ("to_root", "left", "right", "self", "not given"),
    "depth": ("1", "2", "3", "4", "5", "6", "7-...", "no path from the root"),
    "projectivity": ("projective", "non-projective", "no path from the root"),
}


def arc_names(by: str) -> list[str]:
    """The parts of a breakdown of arcs."""
    return [*_NAMES[by]]


def arc_parts(treebank: Treebank, by: str) -> Integers:
    """The part of each token by the arc to its head: an index into `arc_names`."""
    return _PARTS[by](treebank)


def _direction(treebank: Treebank) -> Integers:
    head, within = _places(treebank)
    side = np.where(head < within, 1, np.where(head > within, 2, 3))
    return np.where(head == TO_ROOT, 0, np.where(head == NOT_GIVEN, 4, side))


def _distance(treebank: Treebank) -> Integers:
    """A token that is its own head is counted with the nearest, as eval.pl does."""
    head, within = _places(treebank)
    bins = np.digitize(np.abs(head - within), (2, 3, 7)) + 1
    return np.where(head == TO_ROOT, 0, np.where(head == NOT_GIVEN, 5, bins))


def _depth(treebank: Treebank) -> Integers:
    from ..kernels.arcs import arc_shapes

    depth, _ = arc_shapes(treebank.tokens.offsets, treebank.tokens.numbers("head"))
    deepest = len(_NAMES["depth"]) - 1
    return np.where(depth > 0, np.minimum(depth, deepest) - 1, deepest)


def _projectivity(treebank: Treebank) -> Integers:
    from ..kernels.arcs import arc_shapes

    depth, projective = arc_shapes(treebank.tokens.offsets, treebank.tokens.numbers("head"))
    return np.where(depth > 0, np.where(projective, 0, 1), 2)


_PARTS: dict[str, Callable[[Treebank], Integers]]
_PARTS = {"distance": _distance, "direction": _direction, "depth": _depth, "projectivity": _projectivity}


def _places(treebank: Treebank) -> tuple[Integers, Integers]:
    """The heads, and the place of each token, within its sentence."""
    tokens = treebank.tokens
    return tokens.numbers("head"), np.arange(len(tokens)) - tokens.start


def two_sided(right: Floats, right_of_test: Floats, gold: Floats, test: Floats) -> Scores:
    """Precision, recall and F1 of a part in which what is right need not be the same items for gold as for test: an arc
    that is right may have one depth in gold and another in test."""
    with np.errstate(divide="ignore", invalid="ignore"):
        f1 = 200.0 * right * right_of_test / (right * test + right_of_test * gold)
    nothing = np.where(gold + test > 0, 0.0, np.nan)
    return {
        "precision": ratio(right_of_test, test),
        "recall": ratio(right, gold),
        "f1": np.where(right * right_of_test > 0, f1, nothing),
    }


def label_parts(gold: Text, test: Text) -> tuple[list[str], Integers, Integers]:
    """The labels of two columns in alphabetical order, and the place of each item's label among them."""
    gold, test = one_dictionary(gold, test)
    names = sorted(gold.values)
    rank = {name: number for number, name in enumerate(names)}
    table = np.array([rank[name] for name in gold.values], np.int64)
    return names, table[gold.codes], table[test.codes]
