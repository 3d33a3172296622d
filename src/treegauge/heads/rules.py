"""Head rules: tables in TOML files, one engine.

A table has, for each category, steps that are tried in order: `["right", "NN", "NNS"]` looks for the rightmost child
with one of these labels. `*` stands for any label. A child whose function is among `functions` is the head before all.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import UnknownNameError
from ..treebank import Text, Treebank
from ..treebank.strings import concatenate

Steps = tuple[tuple[str, ...], ...]
_ANY = ("left", "*")


@dataclass(frozen=True)
class HeadRules:
    """A table of head rules; `marks` are labels by which it is recognised."""

    name: str
    about: str
    steps: dict[str, Steps]
    default: Steps = (_ANY,)
    functions: frozenset[str] = frozenset({"HD", "hd"})
    marks: frozenset[str] = field(default=frozenset())


@cache
def tables() -> dict[str, HeadRules]:
    """All tables, by name."""
    found = {}
    for file in sorted(files(__package__).joinpath("tables").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            found[name] = _table(name, tomllib.loads(file.read_text("utf-8")))
    return found


def _table(name: str, entry: dict[str, Any]) -> HeadRules:
    def steps(rows: list[list[str]]) -> Steps:
        return tuple(tuple(row) for row in rows)

    return HeadRules(
        name,
        entry["about"],
        {label: steps(rows) for label, rows in entry["rules"].items()},
        steps(entry.get("default", [list(_ANY)])),
        frozenset(entry.get("functions", ["HD", "hd"])),
        frozenset(entry.get("marks", [])),
    )


def find_rules(name: str, treebank: Treebank) -> HeadRules:
    """A table by name; `auto` takes the one whose marks the treebank has most of, else only functions and `left`."""
    if name in tables():
        return tables()[name]
    if name in ("left", "right"):
        return HeadRules(name, f"the {name}most child", {}, ((name, "*"),))
    if name != "auto":
        raise UnknownNameError(f"unknown head rules '{name}'; known: auto, left, right, {', '.join(tables())}")
    label, tag = treebank.nodes.text("label").compact(), treebank.tokens.text("tag").compact()
    present = frozenset(label.values) | frozenset(tag.values)
    ranked = sorted(tables().values(), key=lambda rules: -len(rules.marks & present))
    return ranked[0] if ranked and ranked[0].marks & present else find_rules("left", treebank)


def head_children(treebank: Treebank, rules: str | HeadRules = "auto") -> NDArray[np.int32]:
    """The head child of each node: token i of the sentence, or (tokens in the sentence) + k for its node k; -1 if
    none."""
    from .kernels import choose

    table = find_rules(rules, treebank) if isinstance(rules, str) else rules
    tokens, nodes = treebank.tokens, treebank.nodes
    category = concatenate([tokens.text("tag"), nodes.text("label")])
    label = nodes.text("label")
    names = [*table.steps, ""]
    rule_of = {name: number for number, name in enumerate(table.steps)}
    rule = np.array([*(rule_of.get(value, len(names) - 1) for value in label.values), len(names) - 1])[label.codes]
    rank, rightward = _ranks(table, names, category)
    marked = [rows.text("function").mask(table.functions) for rows in (tokens, nodes)]
    codes = np.where(category.codes < 0, len(category.values), category.codes)
    found: NDArray[np.int32] = choose(
        tokens.offsets,
        nodes.offsets,
        (codes[: len(tokens)], tokens.numbers("parent"), marked[0]),
        (codes[len(tokens) :], nodes.numbers("parent"), nodes.numbers("left"), rule, marked[1]),
        rank,
        rightward,
    )
    return found


def _ranks(table: HeadRules, names: list[str], category: Text) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """For each rule and category the step that takes it, and for each step whether it looks from the right."""
    most = max(len(steps) for steps in (*table.steps.values(), table.default)) + 1
    rank = np.full((len(names), len(category.values) + 1), most - 1, np.int32)
    rightward = np.zeros((len(names), most), bool)
    for number, name in enumerate(names):
        for step, (direction, *labels) in reversed(list(enumerate(table.steps.get(name, table.default)))):
            rightward[number, step] = direction == "right"
            for label in labels:
                if label == "*":
                    rank[number, :] = step
                elif label in category.index:
                    rank[number, category.index[label]] = step
    return rank, rightward
