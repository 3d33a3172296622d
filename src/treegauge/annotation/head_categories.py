"""A table of head rules as numbers: the step at which each category is chosen below each parent."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.types import Codes
from ..treebank import Text
from .head_rules import HeadRules, Steps, category, shorter

_NONE = ("<none>", "")  # the rule for a category without rules


@dataclass(frozen=True)
class Ranks:
    """`rank[rule, category]` is the step at which a category is chosen, the smallest first; `rightward[rule, step]` is
    whether the rightmost of several children is chosen. `tag` and `label` are the categories of tokens and nodes,
    `rule` is the rule of each node."""

    tag: Codes
    label: Codes
    rule: Codes
    rank: Codes
    rightward: NDArray[np.bool_]


class _Categories:
    """The distinct tags and labels: which of them a label, a pattern or a class in a step matches."""

    def __init__(self, table: HeadRules, tags: list[str], labels: list[str]) -> None:
        names = [category(table, value) for value in (*tags, *labels)]
        self.names = names
        self.phrase = np.arange(len(names) + 2) >= len(tags) + 1
        # One more tag and one more label are for items that have none.
        self.order = np.array([*range(len(tags)), *range(len(tags) + 1, len(names) + 1)], np.int64)
        self.mark = np.zeros(len(names) + 2, bool)
        self.mark[self.order] = [name in table.punctuation for name in names]
        self.mark &= ~self.phrase
        self.known: dict[str, NDArray[np.bool_]] = {}
        self.index: dict[str, list[int]] = defaultdict(list)
        for place, name in zip(self.order.tolist(), names, strict=True):
            for prefix in shorter(name, table.cut):
                self.index[prefix].append(place)

    def of(self, label: str, parent: str) -> NDArray[np.bool_]:
        """The categories that a label in a step matches, below a parent."""
        if label == "<same>":
            return self.phrase & self.of(parent, parent)
        if label not in self.known:
            self.known[label] = self._find(label)
        return self.known[label]

    def _find(self, label: str) -> NDArray[np.bool_]:
        classes = {"*": ~self.mark, "<tag>": ~self.mark & ~self.phrase, "<phrase>": self.phrase}
        if label in classes:
            return classes[label]
        matching = np.zeros(len(self.phrase), bool)
        if len(label) > 1 and ("*" in label or "?" in label):
            pattern = re.compile(re.escape(label).replace(r"\*", ".*").replace(r"\?", "."))
            matching[self.order] = [pattern.fullmatch(name) is not None for name in self.names]
        else:
            matching[self.index.get(label, [])] = True
        return matching


def rank_categories(table: HeadRules, tag: Text, label: Text) -> Ranks:
    """The table as numbers, for the tags and labels of a treebank."""
    categories = _Categories(table, list(tag.values), list(label.values))
    parents = [_parent(table, value) for value in label.values]
    rows = {parent: number for number, parent in enumerate(dict.fromkeys([*parents, _NONE]))}
    flat = {(rule, same): _one_by_one((*table.steps.get(rule, ()), *table.default)) for rule, same in rows}
    most = max(map(len, flat.values())) + 1
    rank = np.full((len(rows), len(categories.phrase)), most - 1, np.int32)
    rightward = np.zeros((len(rows), most), bool)
    for parent, number in rows.items():
        for step, (right, labels) in reversed([*enumerate(flat[parent])]):
            rightward[number, step] = right
            rank[number, _taken(categories, labels, parent[1])] = step
    return Ranks(
        np.where(tag.codes < 0, len(tag.values), tag.codes).astype(np.int32),
        (np.where(label.codes < 0, len(label.values), label.codes) + len(tag.values) + 1).astype(np.int32),
        np.array([*(rows[parent] for parent in parents), rows[_NONE]], np.int32)[label.codes],
        rank,
        rightward,
    )


def _parent(table: HeadRules, label: str) -> tuple[str, str]:
    """The rule for a label, and the name that <same> matches, if a step has it."""
    names = shorter(category(table, label), table.cut)
    rule = next((name for name in names if name in table.steps), _NONE[0])
    same = any("<same>" in step for step in (*table.steps.get(rule, ()), *table.default))
    return rule, (rule if rule in table.steps else names[-1]) if same else ""


def _one_by_one(steps: Steps) -> list[tuple[bool, list[str]]]:
    """Steps, with `-each` written out as one step per label."""
    flat: list[tuple[bool, list[str]]] = []
    for direction, *labels in steps:
        right = direction.startswith("right")
        if direction.endswith("-each"):
            without = [label for label in labels if label.startswith("!") and len(label) > 1]
            flat += [(right, [label, *without]) for label in labels if label not in without]
        else:
            flat.append((right, labels))
    return flat


def _taken(categories: _Categories, labels: list[str], parent: str) -> NDArray[np.bool_]:
    """The categories that a step chooses."""
    taken = np.zeros(len(categories.phrase), bool)
    for label in labels:
        if not (label.startswith("!") and len(label) > 1):
            taken |= categories.of(label, parent)
    for label in labels:
        if label.startswith("!") and len(label) > 1:
            taken &= ~categories.of(label[1:], parent)
    return taken
