"""Form: what the annotation scheme does not allow, or what is found nowhere else."""

from __future__ import annotations

import numpy as np

from ...annotation.schemes import SCHEMES
from ...core.types import Floats, Int64s, Mask
from ...treebank.shape import child_counts
from .evidence import Evidence
from .items import SuspectItems
from .leaving_out import others

_BITS = 8.0  # of something that is not allowed
_RARE_BITS = 4.0  # of something that is rare
_LEAST_UNIVERSAL = 0.9  # of the words, for the treebank to be one of UD
# Relations of words that have few dependents or none.
_LEAVES = frozenset({"aux", "case", "cc", "cop", "fixed", "goeswith", "mark", "punct"})


def form_evidence(items: SuspectItems) -> Evidence:
    """What is wrong with the form of each item."""
    faults = (_node_faults if items.kind == "nodes" else _word_faults)(items)
    columns: dict[str, Floats] = {name: fault.astype(np.float64) * bits for name, (fault, bits) in faults.items()}

    def reason(item: int) -> str | None:
        names = [name for name, (fault, _) in faults.items() if fault[item]]
        return "; ".join(names) or None

    return Evidence("form", columns, reason)


Faults = dict[str, tuple[Mask, float]]


def _node_faults(items: SuspectItems) -> Faults:
    label, above = items.label.codes.astype(np.int64), items.above
    single = child_counts(items.treebank) == 1
    parent_single = np.where(above >= 0, single[above], False)
    return {
        "no label": (label < 0, _BITS),
        "the label is in no other sentence": (_alone(label, items.sentence), _BITS),
        "the label is rare": (_rare(label, items.sentence), _RARE_BITS),
        "a unary cycle: a node alone below a node with its label": (_cycle(label, above, single), _BITS),
        "a chain of unary nodes": (single & parent_single & (above >= 0), _RARE_BITS / 2),
    }


def _alone(label: Int64s, sentence: Int64s) -> Mask:
    return np.asarray((label >= 0) & (others(label + 1, sentence) == 0))


def _rare(label: Int64s, sentence: Int64s) -> Mask:
    count = others(label + 1, sentence)
    return np.asarray((label >= 0) & (count > 0) & (count < 5))


def _cycle(label: Int64s, above: Int64s, single: Mask) -> Mask:
    """Nodes below a node with the same label and no other children in between."""
    cycle = np.zeros(len(label), bool)
    at = above.copy()
    rows = np.arange(len(label))
    while len(rows):
        on = at >= 0
        on[on] = single[at[on]]
        rows, at = rows[on], at[on]
        cycle[rows[label[at] == label[rows]]] = True
        at = above[at]
    return cycle


def _word_faults(items: SuspectItems) -> Faults:
    relation, head = items.label.codes.astype(np.int64), items.above
    raw = items.treebank.tokens.numbers("head")
    roots = np.bincount(items.sentence[raw == -1], minlength=len(items.treebank))
    root = items.label.mask({"root", "ROOT"})
    faults: Faults = {
        "no head": (raw < -1, _BITS),
        "no relation": (relation < 0, _BITS),
        "several roots": ((raw == -1) & (roots[items.sentence] > 1), _BITS),
        "a sentence without a root": ((roots == 0)[items.sentence], _BITS),
        "a cycle of heads": (_in_cycle(head), _BITS),
        "the relation is in no other sentence": (_alone(relation, items.sentence), _BITS),
        "the relation is rare": (_rare(relation, items.sentence), _RARE_BITS),
        "the arc crosses another": (_crossing(items), _RARE_BITS / 2),
    }
    base = items.label.map(lambda value: value.split(":")[0])
    universal = base.mask(SCHEMES["ud"].relations["known"])
    if universal.mean() < _LEAST_UNIVERSAL:
        return faults
    return faults | {
        "not a universal relation": ((relation >= 0) & ~universal, _BITS),
        "a root with another relation than root": ((raw == -1) & (relation >= 0) & ~root, _BITS),
        "the relation root below a word": ((raw >= 0) & root, _BITS),
        "punctuation has a dependent": (_below(items, base.mask({"punct"})) & ~base.mask({"punct"}), _RARE_BITS),
        "a function word has a dependent": (_below(items, base.mask(_LEAVES)), _RARE_BITS / 2),
        "conj, flat, fixed, goeswith or appos before its head": (
            (head > np.arange(len(head))) & base.mask({"conj", "flat", "fixed", "goeswith", "appos"}),
            _RARE_BITS,
        ),
    }


def _below(items: SuspectItems, heads: Mask) -> Mask:
    """Words whose head is one of some words."""
    return np.where(items.above >= 0, heads[items.above], False).astype(bool)


def _in_cycle(head: Int64s) -> Mask:
    """Words from which no root is reached."""
    at, steps = head.copy(), 1
    while steps <= len(head) and (at >= 0).any():  # every step doubles the distance
        at = np.where(at >= 0, at[at], -1)
        steps *= 2
    return np.asarray(at >= 0)


def _crossing(items: SuspectItems) -> Mask:
    """Words whose arc crosses another arc."""
    from .kernels import crossing_arcs

    crossing: Mask = crossing_arcs(items.treebank.tokens.offsets, items.treebank.tokens.numbers("head"))
    return crossing
