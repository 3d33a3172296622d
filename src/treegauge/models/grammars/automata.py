"""The automata that generate the children of annotated labels, as columns of their states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.types import Floats
from .head_outward import HeadSides, head_automata, head_probabilities
from .histories import BEGIN, Context, Histories, Label


def left_to_right_automata(numbers: Mapping[Label, int], histories: Histories, order: int) -> dict[str, Any]:
    """All columns of the states where rules are generated from left to right; `numbers` are those of the labels."""
    labels, columns = _automata([(label, (BEGIN,)[:order]) for label in numbers], histories, order)
    return {**columns, "owner": np.array([numbers[label] for label in labels], np.int32)}


def headed_automata(numbers: Mapping[Label, int], histories: Histories, sides: HeadSides) -> dict[str, Any]:
    """All columns of the states where rules are generated from the head outwards."""
    probability = head_probabilities(numbers, histories)
    labels, columns = _automata(list(sides.starts(numbers, probability)), histories, sides.order, sides)
    owner = np.array([numbers[sides.without(label)] for label in labels], np.int32)
    backwards = np.array([sides.is_before(label) for label in labels])
    heads = head_automata(probability, columns["first"], backwards)
    return {**columns, "first": np.zeros(0, np.int32), "owner": owner, "heads": heads}


def _automata(
    starts: Sequence[tuple[Label, Context]], histories: Histories, order: int, sides: HeadSides | None = None
) -> tuple[list[Label], dict[str, Any]]:
    """A state for each history that can occur after those of `starts`, the states of which are `first`: their labels,
    and their columns, which are fields of `MarkovGrammar`."""
    numbers: dict[tuple[Label, Context, bool], int] = {}
    rows: list[Floats] = []
    following: list[list[int]] = []
    waiting: list[tuple[Label, Context, bool]] = []
    backs: list[tuple[int, Floats, float]] = []

    def state(label: Label, context: Context, begins: bool) -> int:
        key = label, histories.longest(label, context), begins
        if key not in numbers:
            numbers[key] = len(rows)
            rows.append((histories.first if begins else histories.follow)(*key[:2]))
            waiting.append(key)
        return numbers[key]

    first = [state(label, context, sides is None) for label, context in starts]
    for label, context, begins in waiting:  # grows
        row = rows[len(following)]
        steps = [-1] * (len(row) - 1)
        for symbol in np.flatnonzero(row[:-1] > 0).tolist():
            past = (*context, symbol)
            steps[symbol] = state(label, past[max(0, len(past) - order) :], False)
        following.append(steps)
        # Of a full history, the oldest child is forgotten after the next one: the shorter one leads to the same states.
        # Not of children before the head: they are read in the opposite order.
        seen, share = histories.parts(label, context)
        backwards = sides is not None and sides.is_before(label)
        shares = len(context) == order > 0 and share > 0 and not begins and not backwards
        backs.append((state(label, context[1:], False), seen, share) if shares else (-1, row, 0.0))
    back, seen_rows, share_column = zip(*backs, strict=True)
    return [label for label, _, _ in numbers], {
        "first": np.array(first, np.int32),
        "follow": np.array(rows),
        "next": np.array(following, np.int32),
        "seen": np.array(seen_rows),
        "back": np.array(back, np.int32),
        "share": np.array(share_column),
    }
