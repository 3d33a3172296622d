"""Decision lists: rules over features from a TOML file; the first rule whose conditions all hold gives the answer.

A rule is a table: `gives` is its answer, every other key is a feature with the values that it may have. `W*` stands for
all values that begin with W.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from ...core.toml import packaged_toml

DecisionRule = Mapping[str, str | tuple[str, ...]]


class Decisions:
    """Rules over features with these names, in this order. Each distinct question is computed once."""

    def __init__(self, rules: Sequence[Mapping[str, Any]], features: Sequence[str]) -> None:
        self.features = tuple(features)
        self.rules = [(str(rule["gives"]), [tuple(rule.get(name, ("*",))) for name in features]) for rule in rules]
        self.known: dict[tuple[str, ...], str] = {}

    def find(self, *values: str) -> str:
        """The answer to a question; the last rule must have no conditions."""
        answer = self.known.get(values)
        if answer is None:
            answer = self.known[values] = next(
                gives
                for gives, conditions in self.rules
                if all(
                    any(fnmatchcase(value, pattern) for pattern in patterns)
                    for value, patterns in zip(values, conditions, strict=True)
                )
            )
        return answer


@dataclass(frozen=True)
class _DecisionTable:
    """A decision list as TOML has it."""

    rules: tuple[DecisionRule, ...]
    about: str = ""


@cache
def read_decisions(name: str, *features: str) -> Decisions:
    """A decision list of this package by its name."""
    return Decisions(packaged_toml(__package__, f"{name}.toml", _DecisionTable).rules, features)
