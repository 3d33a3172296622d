"""What follows a history of children: counts of events, and their smoothed probabilities.

The children of a phrase are generated from left to right, and a stop follows the last one. A history is the annotated
label of the phrase (itself, its parent, ...: `Label`) and the last children, with BEGIN before the first. A shorter
history drops the oldest child; the history without children of an annotated label falls back on the label without its
farthest ancestor, and the last one on equal probabilities for all symbols.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ...core.types import Floats
from ..ngrams.smoothing import Discounts, kneser_ney_discounts
from .leaving_events_out import HistoryKind, witten_bell_constants

Smoothing = Literal["witten-bell", "witten-bell-loo", "kneser-ney", "none"]
Label = tuple[int, ...]
Context = tuple[int, ...]
RuleEvent = tuple[Label, Context, int, float]  # what is generated after a history, and how often
BEGIN = -1
Tables = dict[tuple[Label, Context], dict[int, float]]


@dataclass(frozen=True, eq=False)
class Histories:
    """Counts by history, and the probabilities of what follows: of each of `symbols` children, and of the stop, which
    is the last. All are computed once."""

    counts: Tables
    symbols: int
    smoothing: Smoothing
    children: Floats  # 1 for each symbol that occurs below a label, else 0
    discounts: dict[HistoryKind, Discounts] = field(default_factory=dict)
    constants: dict[HistoryKind, float] = field(default_factory=dict)  # of Witten-Bell, 1 if it is not in the table
    known: dict[tuple[Label, Context], Floats] = field(default_factory=dict)

    def longest(self, label: Label, context: Context) -> Context:
        """The longest end of a history that was seen."""
        while context and (label, context) not in self.counts:
            context = context[1:]
        return context

    def follow(self, label: Label, context: Context) -> Floats:
        """The probability of each symbol, and of the stop, after a history; the sum is one, unless nothing follows."""
        key = label, context
        if key not in self.known:
            self.known[key] = self._estimated(label, context)
        return self.known[key]

    def first(self, label: Label, context: Context) -> Floats:
        """The same for the first child: there is always one, so it is not the stop."""
        probability = self.follow(label, context)
        return probability if context == (BEGIN,) else _without_stop(probability)

    def parts(self, label: Label, context: Context) -> tuple[Floats, float]:
        """The share of each symbol, and of the stop, that was seen after this very history; and the share that is
        divided as after the shorter one."""
        counts = np.zeros(self.symbols + 1)
        seen = self.counts.get((label, context), {})
        counts[[*seen]] = [*seen.values()]
        total, kind = float(counts.sum()), (len(context), len(label))
        if self.smoothing == "none":
            return counts / max(total, 1.0), 0.0
        if not total:
            return counts, 1.0
        if self.smoothing == "kneser-ney":
            off = np.minimum(self.discounts[kind].by_count[np.minimum(np.ceil(counts), 3).astype(int)], counts)
            return (counts - off) / total, float(off.sum()) / total
        weight = len(seen) * self.constants.get(kind, 1.0)
        return counts / (total + weight), weight / (total + weight)

    def _estimated(self, label: Label, context: Context) -> Floats:
        seen, share = self.parts(label, context)
        return seen + share * self._lower(label, context) if share else seen

    def _lower(self, label: Label, context: Context) -> Floats:
        if context:
            lower = self.follow(label, context[1:])
            return _without_stop(lower) if context == (BEGIN,) else lower
        if len(label) > 1:
            return self.follow(label[:-1], ())
        equal = np.append(self.children, 1.0)
        floor: Floats = equal / equal.sum()
        return floor


def _without_stop(probability: Floats) -> Floats:
    rest = np.append(probability[:-1], 0.0)
    others: Floats = rest / max(rest.sum(), np.finfo(float).tiny)
    return others


def left_to_right(label: Label, children: tuple[int, ...], order: int, stop: int, times: float) -> Iterator[RuleEvent]:
    """What is generated for a rule: its children, and then the stop."""
    past = (BEGIN, *children)
    for place, event in enumerate((*children, stop), 1):
        yield label, past[max(0, place - order) : place], event, times


def count_histories(events: Iterable[RuleEvent], symbols: int, smoothing: Smoothing) -> Histories:
    """The histories of events. `symbols` is the number of children that there are; it also stands for the stop."""
    counts: Tables = defaultdict(lambda: defaultdict(float))
    children = np.zeros(symbols + 1)
    for label, context, event, times in events:
        children[event] = 1.0
        for length in range(1, len(label) + 1):
            counts[label[:length], context][event] += times
    children = children[:-1]
    longest = max((len(context) for _, context in counts), default=0)
    for size in range(longest, 0, -1):
        for label, context in [key for key in counts if len(key[1]) == size]:
            shorter = counts[label, context[1:]]
            for event, times in counts[label, context].items():
                shorter[event] += 1 if smoothing == "kneser-ney" else times
    discounts = _discounts(counts) if smoothing == "kneser-ney" else {}
    plain = {key: dict(table) for key, table in counts.items()}
    constants = {}
    if smoothing == "witten-bell-loo":
        constants = witten_bell_constants(plain, symbols, 1 / (children.sum() + 1), (BEGIN,))
    return Histories(plain, symbols, smoothing, children, discounts, constants)


def _discounts(counts: Tables) -> dict[HistoryKind, Discounts]:
    """The discounts of each order and each number of ancestors, from how many events were seen once, twice, ..."""
    seen: dict[HistoryKind, list[float]] = defaultdict(list)
    for (label, context), table in counts.items():
        seen[len(context), len(label)].extend(table.values())
    return {kind: kneser_ney_discounts(np.array(values).astype(np.int32), kind[0] + 1) for kind, values in seen.items()}
