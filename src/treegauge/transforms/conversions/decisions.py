"""Decision lists: rules over features, tried in order, from a TOML file; the first whose conditions all hold answers.

A rule is a table: `gives` is its answer, every other key is a feature with the values it must have. `W*` stands for all
values that begin so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any


class Decisions:
    """Rules over features of these names, which are given in this order. Each distinct question is answered once."""

    def __init__(self, rules: Sequence[Mapping[str, Any]], features: Sequence[str]) -> None:
        self.features = tuple(features)
        self.rules = [(str(rule["gives"]), [tuple(rule.get(name, ("*",))) for name in features]) for rule in rules]
        self.known: dict[tuple[str, ...], str] = {}

    def find(self, *values: str) -> str:
        """The answer to a question; the last rule must have no conditions."""
        found = self.known.get(values)
        if found is None:
            found = self.known[values] = next(
                gives
                for gives, conditions in self.rules
                if all(
                    any(fnmatchcase(value, pattern) for pattern in patterns)
                    for value, patterns in zip(values, conditions, strict=True)
                )
            )
        return found


@cache
def read_decisions(name: str, *features: str) -> Decisions:
    """A table of this package by its name."""
    return Decisions(tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))["rules"], features)
