"""Signs for errors in trees: what `diff` writes next to labels and relations.

✗ is missing in the parse (a bracket) or has a wrong head (a word), + is not in gold, ≠ has another label or relation,
− is a word that the parse does not have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core.types import Int64s
from ..evaluation.differences import SystemDifferences
from ..measures.shared.items import BOTH, EXTRA, HEAD, LABEL, MISSING, RELATION, TAG
from ..measures.shared.words import words_only
from ..treebank import Text, Treebank
from ..treebank.views import Tree

CROSS, PLUS, OTHER, MINUS = "✗", "+", "≠", "−"
SIGNS = {MISSING: CROSS, EXTRA: PLUS, LABEL: OTHER, HEAD: CROSS, RELATION: OTHER, BOTH: CROSS + OTHER, TAG: OTHER}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(number: int) -> str:
    """The number of a system, as it is written after a sign."""
    return str(number).translate(_RAISED)


@dataclass(frozen=True, eq=False)
class MarkedTrees:
    """The trees of gold and of all systems, with a sign at everything that is wrong."""

    systems: Sequence[SystemDifferences]

    @cached_property
    def gold(self) -> Treebank:
        """Gold, with the errors of all systems; where there are several, a sign has the numbers of those that it is
        true of, unless it is true of all."""
        items = self.systems[0].items
        signs: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, system in enumerate(self.systems, 1):
            for row, sign in _gold_signs(system).items():
                signs[row][sign].append(number)
        marks = {row: self._joined(found) for row, found in signs.items()}
        return self._marked(items.gold, marks)

    def _marked(self, treebank: Treebank, marks: dict[int, str]) -> Treebank:
        """The trees with marks: without empty elements, unless something wrong would not be seen."""
        table = self.systems[0].items.table
        marked = _with_marks(treebank, table, marks)
        if self.systems[0].result.measure.document:
            return marked  # every word of a text counts
        short = words_only(marked)
        seen = short.tables[table].text("mark").codes >= 0
        return short if int(seen.sum()) == len(marks) else marked

    def _joined(self, found: dict[str, list[int]]) -> str:
        several = len(self.systems) > 1
        return " ".join(
            sign[:1] + (raised_all(numbers) if several and len(numbers) < len(self.systems) else "") + sign[1:]
            for sign, numbers in found.items()
        )

    @cached_property
    def tests(self) -> list[Treebank]:
        """The trees of each system."""
        return [self._marked(system.items.test, _test_signs(system)) for system in self.systems]

    def trees(self, sentence: int) -> tuple[Tree, list[Tree]]:
        """Gold and the trees of all systems for a sentence."""
        return self.gold[sentence], [test[sentence] for test in self.tests]


def raised_all(numbers: Sequence[int]) -> str:
    """The numbers of several systems."""
    return "".join(map(raised, numbers)) if max(numbers) < 10 else "\u02d2".join(map(raised, numbers))


def _gold_signs(system: SystemDifferences) -> dict[int, str]:
    """The sign of each row of gold that is wrong. Where only the label of a bracket is wrong, the other one follows."""
    items = system.items
    wrong = np.flatnonzero(items.wrong & (items.gold_row >= 0))
    signs = SIGNS | {MISSING: MINUS} if items.table == "tokens" else SIGNS
    return _signs(items.gold_row, items.test_label, items.kind, wrong, signs)


def _test_signs(system: SystemDifferences) -> dict[int, str]:
    items = system.items
    wrong = np.flatnonzero(items.wrong & (items.test_row >= 0))
    return _signs(items.test_row, items.gold_label, items.kind, wrong, SIGNS)


def _signs(rows: Int64s, others: Text, kinds: Text, numbers: Int64s, signs: Mapping[str, str]) -> dict[int, str]:
    marks = {}
    for number in numbers.tolist():
        kind = kinds[number] or ""
        marks[int(rows[number])] = signs[kind] + ((others[number] or "") if kind == LABEL else "")
    return marks


def _with_marks(treebank: Treebank, table: str, marks: dict[int, str]) -> Treebank:
    rows = treebank.tables[table]
    column = np.full(len(rows), -1, np.int32)
    values = list(dict.fromkeys(marks.values()))
    number = {value: place for place, value in enumerate(values)}
    for row, mark in marks.items():
        column[row] = number[mark]
    return treebank.replace(**{table: rows.replace(mark=Text(column, Text.of(values).values))})
