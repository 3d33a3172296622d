"""Head reassignment: a few rules on top of the head rules, so that trees of different annotation schemes have the same
heads (Ringger et al. 2004). A rule says: below this parent, if the head is of this category, a sister of that category
becomes the head.

    [[constituency]]          # (PP (IN in) (NP ...)): the noun phrase becomes the head, not the preposition
    parent = "PP"
    head = "IN"
    to = "NP"

    [[dependency]]            # a noun that depends on a determiner: the noun takes its place
    head = "DT"
    to = "NN"
    relation = "nmod"         # optional

The first rule that fits is applied, once per phrase. Of several sisters, the nearest to the head is chosen, first to
its right and then to its left. In a dependency tree the parent is not known; the word that takes the place of its head
also takes its other dependents.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..core.registry import Registry
from ..core.tables import TableSource, packaged
from ..core.toml import read_toml
from ..core.types import Int32s
from ..treebank import Text, Treebank
from .head_rules import HeadRules, category, shorter


@dataclass(frozen=True)
class ConstituencyRule:
    """Below `parent`, if the head is a `head`, its sister `to` becomes the head."""

    parent: str
    head: str
    to: str


@dataclass(frozen=True)
class DependencyRule:
    """A word tagged `to` that depends on a word tagged `head` (by `relation`, or by any relation) takes its place."""

    head: str
    to: str
    relation: str = ""


@dataclass(frozen=True)
class Reassignment:
    """A set of rules; `about` names the source."""

    about: str = ""
    constituency: tuple[ConstituencyRule, ...] = ()
    dependency: tuple[DependencyRule, ...] = ()

    def to_toml(self) -> str:
        """The rules as TOML text, which `read_reassignment` reads."""
        blocks = [f"about = {_quoted(self.about)}\n"]
        for name, rules in (("constituency", self.constituency), ("dependency", self.dependency)):
            for rule in rules:
                pairs = [
                    f"{key} = {_quoted(value)}\n" for key, value in vars(rule).items() if value or key != "relation"
                ]
                blocks.append(f"[[{name}]]\n{''.join(pairs)}")
        return "\n".join(blocks)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def read_reassignment(name: str, source: TableSource) -> Reassignment:
    """Read rules from TOML text or from a file."""
    return read_toml(source, Reassignment, f"head reassignment '{name}'")


HEAD_REASSIGNMENTS: Registry[Reassignment] = Registry(
    "head reassignment",
    built_in=lambda: packaged(__package__, "head_reassignments", ".toml", read_reassignment),
    describe=lambda rules: rules.about,
    special=("none",),
    files="a TOML file",
)


def register_head_reassignment(name: str, source: TableSource) -> None:
    """Register head reassignment rules under a name, from TOML text or a file of a package."""
    HEAD_REASSIGNMENTS.add(name, read_reassignment(name, source))


def find_reassignment(name: str) -> Reassignment | None:
    """A set of rules by name or from a file; `none` means no rules."""
    if name in ("", "none"):
        return None
    if not os.path.isfile(name) or name in HEAD_REASSIGNMENTS:
        return HEAD_REASSIGNMENTS.get(name)
    return read_reassignment(name, Path(name))


def _codes(text: Text, names: Iterable[str], table: HeadRules) -> NDArray[np.bool_]:
    """For each of `names` and each distinct value of the column, whether the value is of that category."""
    wanted = {name: row for row, name in enumerate(names)}
    belongs = np.zeros((len(wanted), len(text.values) + 1), bool)
    for code, value in enumerate(text.values):
        for name in shorter(category(table, value), table.cut):
            if name in wanted:
                belongs[wanted[name], code] = True
    return belongs


def reassign_children(treebank: Treebank, child: Int32s, table: HeadRules, rules: Reassignment) -> Int32s:
    """The head children after the constituency rules are applied."""
    from .kernels import reassign_in_phrases

    if not rules.constituency or not len(treebank.nodes):
        return child
    tokens, nodes = treebank.tokens, treebank.nodes
    tag, label = tokens.text("tag"), nodes.text("label")
    names = list(dict.fromkeys(name for rule in rules.constituency for name in (rule.parent, rule.head, rule.to)))
    number = {name: row for row, name in enumerate(names)}
    triples = np.array([[number[r.parent], number[r.head], number[r.to]] for r in rules.constituency], np.int32)
    changed: Int32s = reassign_in_phrases(
        (tokens.offsets, nodes.offsets),
        (tokens.numbers("parent"), nodes.numbers("parent"), nodes.numbers("left")),
        (tag.codes, label.codes),
        (_codes(tag, names, table), _codes(label, names, table)),
        triples,
        child,
    )
    return changed


def reassign_heads(treebank: Treebank, rules: Reassignment) -> tuple[Int32s, Text]:
    """The heads and relations after the dependency rules are applied."""
    from .kernels import exchange_heads

    tokens = treebank.tokens
    tag, relation = tokens.text("tag"), tokens.text("deprel")
    if "upos" in tokens and bool((tag.codes < 0).all()):
        tag = tokens.text("upos")
    triples = np.array(
        [
            [tag.code(rule.head), tag.code(rule.to), relation.code(rule.relation) if rule.relation else -3]
            for rule in rules.dependency
        ],
        np.int32,
    ).reshape(-1, 3)
    head, moved = exchange_heads(tokens.offsets, tokens.numbers("head"), tag.codes, relation.codes, triples)
    return head, Text(moved, relation.values)
