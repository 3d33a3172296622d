"""The tree edit distance as its definition says: the distance of two forests, by what happens to their last roots."""

from __future__ import annotations

from functools import cache
from typing import Any

Forest = tuple[tuple[str, Any], ...]  # trees: a label and the forest below it


@cache
def forest_distance(first: Forest, second: Forest) -> int:
    """How many nodes are deleted, inserted or relabelled at least."""
    if not first or not second:
        return size(first) + size(second)
    (label, below), (other_label, other_below) = first[-1], second[-1]
    return min(
        forest_distance(first[:-1] + below, second) + 1,
        forest_distance(first, second[:-1] + other_below) + 1,
        forest_distance(first[:-1], second[:-1]) + forest_distance(below, other_below) + (label != other_label),
    )


def size(forest: Forest) -> int:
    """How many nodes a forest has."""
    return sum(1 + size(below) for _, below in forest)
