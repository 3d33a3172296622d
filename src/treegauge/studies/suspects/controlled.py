"""Controlled errors for calibration and evaluation: a share of the items, divided equally between kinds of errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...annotation.schemes import Scheme, find_scheme
from ...core.errors import CallError, DataError
from ...core.types import Int64s, Mask
from ...core.wording import option
from ...treebank import Treebank
from ..perturbing.inserting import Perturbed, insert
from ..perturbing.kinds import ARC_KINDS, ErrorSpec
from ..perturbing.places import Places, find_places
from .items import SuspectItems

_NODE_KINDS = ("attach1", "attach2", "label1", "label2", "span1", "span2")


@dataclass(frozen=True, eq=False)
class Controlled:
    """Errors, and the items where each of them can be seen: rows of `SuspectItems`, -1 is none."""

    perturbed: Perturbed
    at: Int64s

    def wrong(self, size: int) -> Mask:
        """Which items are at an error."""
        wrong = np.zeros(size, bool)
        wrong[self.at[self.at >= 0]] = True
        return wrong


def usual_kinds(items: SuspectItems) -> tuple[str, ...]:
    """The kinds of errors for nodes, or for words."""
    return _NODE_KINDS if items.kind == "nodes" else ARC_KINDS


def known_scheme(treebank: Treebank, name: str) -> Scheme:
    """The annotation scheme of a treebank. If that of dependency trees is not recognised, it is that of UD: their
    controlled errors need none of its names. Those of phrases do, so that an unknown scheme is an error."""
    try:
        return find_scheme(name, treebank)
    except CallError:
        if name != "auto" or treebank.has_constituents:
            raise
        return find_scheme("ud", treebank)


def insert_share(
    treebank: Treebank, items: SuspectItems, kinds: Sequence[str], rate: float, scheme: str, seed: int
) -> Perturbed:
    """Errors in a share of the items. All kinds get the same number, or half of their places if that is fewer."""
    places = find_places(treebank, kinds, known_scheme(treebank, scheme))
    return insert(places, _divided(places, items, rate), seed=seed)


def _divided(places: Places, items: SuspectItems, rate: float) -> list[ErrorSpec]:
    available = {kind: (count + 1) // 2 for kind, count in places.counts.items()}
    left, numbers = max(round(rate * len(items)), 1), {}
    for done, kind in enumerate(sorted(available, key=lambda kind: available[kind])):
        numbers[kind] = min(available[kind], -(-left // (len(available) - done)))
        left -= numbers[kind]
    if not any(numbers.values()):
        raise DataError(
            f"{places.treebank.where(0)}: there is no place for a controlled error ({', '.join(places.kinds)}), by"
            f" which the score is calibrated; name the annotation scheme ({option('scheme')})"
        )
    return [ErrorSpec(kind, numbers[kind]) for kind in places.kinds if numbers[kind]]


def located(perturbed: Perturbed, items: SuspectItems) -> Controlled:
    """Where the errors can be seen: at a phrase that has a wrong label, at one that moved and the two phrases between
    which it moved, or at a word with a wrong head or relation."""
    changes = perturbed.changes
    if items.kind == "nodes":
        gold = np.stack((changes.phrase, changes.node, changes.source, changes.target), 1)
        rows = np.where(gold >= 0, perturbed.place[gold], -1)
    else:
        rows = changes.dependent
    size = len(perturbed.treebank.nodes if items.kind == "nodes" else perturbed.treebank.tokens)
    item = np.full(size, -1, np.int64)
    item[items.row] = np.arange(len(items))
    return Controlled(perturbed, np.where(rows >= 0, item[rows], -1))
