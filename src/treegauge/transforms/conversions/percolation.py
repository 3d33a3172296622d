"""Head children of Penn phrases by a table that also uses function tags and the beginning of coordinations.

A table is a TOML file. For each category it has steps that are tried in order:

    ["right", "NN", "NNS"]       the rightmost child with one of these labels
    ["left", "PP", "IN"]         the leftmost
    ["right bare", "NP"]         the rightmost that has no function tag
    ["left with PRD"]            the leftmost that has this function tag, whatever its label

`W*` stands for all labels that begin with W, `*` for all but punctuation. Phrases whose head word is an empty element
are skipped, unless that is the trace of a moved phrase. Where no step finds a child, the head is the first child, or
the last one if the last step searches from the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from ...core.toml import packaged_toml
from .constituents import Constituent

_NEVER = 1 << 20
StepRows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class HeadStep:
    """One step of a rule."""

    right: bool
    bare: bool
    tag: str | None
    labels: tuple[str, ...]


class Percolation:
    """A table of steps, by category."""

    def __init__(self, rules: Mapping[str, str | StepRows]) -> None:
        self.rules = {name: _steps(_rows(name, rules)) for name in rules}
        self.ranks: dict[tuple[str, str, bool], int] = {}
        self.tags = {name: [step.tag for step in steps if step.tag] for name, steps in self.rules.items()}

    def choose(self, phrase: Constituent, end: int, begin: int = 0) -> Constituent:
        """The head among the children from `begin` to before `end`."""
        category = phrase.label if phrase.label in self.rules else _general(phrase.label, self.rules)
        steps, tags = self.rules[category], self.tags[category]
        best, head, ranks = _NEVER, None, self.ranks
        for child in phrase.children[begin:end]:
            if child.hollow and child.antecedent is None:
                continue
            key = (category, child.label, child.function is None)
            rank = ranks.get(key)
            if rank is None:
                rank = ranks[key] = _rank(steps, child.label, child.function is None)
            if tags and child.function is not None:
                rank = min(rank, _tagged(steps, child.function))
            if rank == _NEVER or (child.punctuation and "*" in steps[rank].labels):
                continue
            if rank < best or (rank == best and steps[rank].right):
                best, head = rank, child
        return head or phrase.children[end - 1 if steps[-1].right else begin]


def _rows(name: str, rules: Mapping[str, str | StepRows]) -> StepRows:
    """The rows of a category; NX = "NP" gives it those of another."""
    rows = rules[name]
    return _rows(rows, rules) if isinstance(rows, str) else rows


def _steps(rows: StepRows) -> list[HeadStep]:
    steps = []
    for how, *labels in rows:
        direction, _, condition = how.partition(" ")
        tag = condition.removeprefix("with ") if condition.startswith("with ") else None
        steps.append(HeadStep(direction == "right", condition == "bare", tag, tuple(labels)))
    return steps


def _general(label: str, rules: Mapping[str, object]) -> str:
    """The rule for a category that is not in the table: that of ADVP for ADVP|PRT, else the rule *."""
    before = label.partition("|")[0]
    return before if before in rules else "*"


def _rank(steps: list[HeadStep], label: str, bare: bool) -> int:
    """The first step that accepts a child."""
    for number, step in enumerate(steps):
        if step.tag is None and (bare or not step.bare) and any(fnmatchcase(label, name) for name in step.labels):
            return number
    return _NEVER


def _tagged(steps: list[HeadStep], function: str) -> int:
    """The first step that accepts a child because of its function."""
    for number, step in enumerate(steps):
        if step.tag is not None and step.tag in function.split("-"):
            return number
    return _NEVER


@dataclass(frozen=True)
class _HeadTable:
    """A head table as TOML has it."""

    about: str
    rules: Mapping[str, str | StepRows]


@cache
def read_percolation(name: str) -> Percolation:
    """A head table of this package by its name."""
    return Percolation(packaged_toml(__package__, f"{name}.toml", _HeadTable).rules)
