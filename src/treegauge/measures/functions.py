"""Function labels on the brackets that match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError
from ..core.types import Counts
from ..core.wording import counted
from ..models.function_tags.groups import group_of, groups
from ..transforms.label_functions import NO_FUNCTION, functions_in
from ..treebank import Text, Treebank
from ..treebank.strings import pair
from .shared.base import Measure, Scores, measure, precision_recall, ratio
from .shared.brackets import compare_brackets, deleted_alike
from .shared.parts import CountedItems, PartRows, divided
from .shared.prm import find_prm, prm_name

_BETWEEN = "\0"
Tags = frozenset[str]


@measure("functions")
@dataclass(frozen=True, kw_only=True)
class Functions(Measure):
    """Precision, recall and F1 of function labels (NP-SBJ, edge SB) on the brackets that match.

    Blaheta & Charniak 2000, Assigning function tags to parsed text; Blaheta 2004.
    Brackets are matched as in `parseval`; each function of a bracket counts, indices (-1, =2) do not. The accuracy is
    the share of these brackets whose functions are all right, or rightly absent. With a `group` only its tags count.
    """

    group: str = "all"
    prm: str = "default"

    counts: ClassVar[tuple[str, ...]] = ("matched", "gold", "test", "brackets", "right")
    main: ClassVar[tuple[str, ...]] = ("f1",)
    of_gold: ClassVar[tuple[str, ...] | None] = ()  # a sentence without a parse has no brackets that match
    breakdowns: ClassVar[tuple[str, ...]] = ("label", "group")
    separable: ClassVar[bool] = True
    aligned: ClassVar[Literal["pieces", "words"]] = "pieces"

    def __post_init__(self) -> None:
        object.__setattr__(self, "prm", prm_name(find_prm(self.prm)))
        if self.group not in ("all", *groups()):
            raise CallError(f"there is no group '{self.group}' of functions; known: all, {', '.join(groups())}")

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return all(
            treebank.has_constituents and any(label_functions(value) for value in _labels(treebank).compact().values)
            for treebank in (gold, test)
        )

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        gold, test = deleted_alike(gold, test, find_prm(self.prm))
        compared = compare_brackets(gold, test, find_prm(self.prm), detail=True)
        sentence, gold_label, test_label = _matched(gold, test, compared.detail.partner)
        rows = np.zeros((len(gold), len(self.counts)))
        for column, values in enumerate(self._shared(gold_label, test_label)):
            rows[:, column] = np.bincount(sentence, values, minlength=len(gold))
        rows[compared.status != 0] = np.nan
        return rows

    def score(self, total: Counts) -> Scores:
        matched, gold, test, brackets, right = np.moveaxis(total, -1, 0)
        return {**precision_recall(matched, gold, test), "accuracy": ratio(right, brackets)}

    def counted(self, total: Counts) -> str:
        number = counted(round(float(total[1])), "function")
        return f"{number} of gold, in {counted(round(float(total[3])), 'bracket')} that match"

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        """All parts have the same brackets, so these cannot be divided."""
        self._check_by(by)
        gold, test = deleted_alike(gold, test, find_prm(self.prm))
        partner = compare_brackets(gold, test, find_prm(self.prm), detail=True).detail.partner
        sentence, gold_label, test_label = _matched(gold, test, partner)
        pairs, which = self._pairs(gold_label, test_label)
        number_of: dict[str, int] = {}
        tables: dict[str, list[tuple[int, int]]] = {name: [] for name in self.counts[:3]}  # (pair of labels, part)
        for number, (first, second) in enumerate(pairs):
            for column, tags in zip(tables, (first & second, first, second), strict=True):
                names = (tag if by == "label" else group_of(tag) for tag in tags)
                tables[column] += [(number, number_of.setdefault(name, len(number_of))) for name in names]
        counted = {column: _spread(table, which, sentence) for column, table in tables.items()}
        return divided(list(number_of), self.counts, counted, len(gold))

    def _pairs(self, gold: Text, test: Text) -> tuple[list[tuple[Tags, Tags]], NDArray[np.int64]]:
        """The functions on both sides for each distinct pair of labels, and which pair each bracket has."""
        width = len(test.values) + 1
        keys = (gold.codes.astype(np.int64) + 1) * width + test.codes + 1
        distinct, inverse = np.unique(keys, return_inverse=True)
        sides = [
            [self._counted(column.values[code]) if code >= 0 else frozenset[str]() for code in codes.tolist()]
            for column, codes in ((gold, distinct // width - 1), (test, distinct % width - 1))
        ]
        return list(zip(*sides, strict=True)), inverse

    def _counted(self, label: str) -> Tags:
        tags = label_functions(label)
        return tags if self.group == "all" else frozenset(tag for tag in tags if group_of(tag) == self.group)

    def _shared(self, gold_label: Text, test_label: Text) -> tuple[NDArray[np.int64], ...]:
        """For each bracket: how many functions both have, gold has and test has; 1, and 1 if all are right."""
        pairs, which = self._pairs(gold_label, test_label)
        rows = [(len(gold & test), len(gold), len(test), 1, gold == test) for gold, test in pairs]
        return tuple(np.array(rows, np.int64).reshape(-1, 5)[which].T)


def label_functions(label: str) -> Tags:
    """The functions in `LABEL-FUNCTION-1` or in a label and an edge."""
    node, _, edge = label.partition(_BETWEEN)
    return functions_in(node) | ({edge} - NO_FUNCTION)


def _labels(treebank: Treebank) -> Text:
    """Label and edge of each node, separated by a character that is in no label."""
    nodes = treebank.nodes
    return pair(nodes.text("label").map(lambda value: value + _BETWEEN), nodes.text("function"), "")


def _matched(gold: Treebank, test: Treebank, partner: NDArray[np.int32]) -> tuple[NDArray[np.int32], Text, Text]:
    """For all brackets that match: the sentence, and the labels on both sides."""
    rows = np.flatnonzero(partner >= 0)
    partners = partner[rows] + np.repeat(test.nodes.offsets[:-1], gold.nodes.counts)[rows]
    return gold.nodes.sentence[rows], _labels(gold).take(rows), _labels(test).take(partners)


def _spread(table: list[tuple[int, int]], which: NDArray[np.int64], sentence: NDArray[np.int32]) -> CountedItems:
    """The items of all brackets, from the parts of each pair of labels that brackets have."""
    places = [np.flatnonzero(which == number) for number, _ in table]
    parts = [np.full(len(place), part) for place, (_, part) in zip(places, table, strict=True)]
    none = np.zeros(0, np.int64)
    return CountedItems(np.concatenate([none, *parts]), sentence[np.concatenate([none, *places])])
