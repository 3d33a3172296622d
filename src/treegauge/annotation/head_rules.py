"""Head rules choose the head child of each phrase. They are tables in TOML files, read by one engine.

For each category, a table has steps that are tried in order. A step is a direction and labels:

    ["left", "NN", "NP"]         the leftmost child with one of these labels
    ["right", "NN", "NP"]        the rightmost
    ["left-each", "NN", "NP"]    the leftmost NN; if there is none, the leftmost NP
    ["right-each", "NN", "NP"]   likewise from the right

A label matches itself, and itself followed by a mark in `cut` and more: NP also matches NP-SBJ. `vm*` and `N-?` are
patterns, `*` is every child except punctuation, `<tag>` every word, `<phrase>` every phrase, `<same>` the category of
the parent; `!PP` excludes PP from a step. The steps of a category are followed by those of `default`, then by the
leftmost child.

Children marked as heads come before all steps. A mark is a function (those in `functions`, the first the strongest) or
a star after the label (NN*). Children without words come last; with `left` and `right`, only those without tokens.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError
from ..core.registry import Registry
from ..core.shapes import Place
from ..core.tables import TableSource, packaged
from ..core.toml import read_toml, table_place
from ..core.wording import shown
from ..treebank import Text, Treebank
from ..treebank.edit import relabel
from ..treebank.shape import no_words

Steps = tuple[tuple[str, ...], ...]
DIRECTIONS = ("left", "right", "left-each", "right-each")
LEAST_MARKED_SHARE = 0.05  # of the tags and labels of a treebank, for `auto` to choose a table
_ANY = ("left", "*")
_STARRED = re.compile(r"[^\W_][^;*]*\*")


@dataclass(frozen=True)
class HeadRules:
    """A table of head rules.

    marks         labels and tags by which `auto` recognises its treebank
    punctuation   tags that `*` does not match, and that coordination skips
    coordination  labels of conjunctions: if one is directly before the head, the sister before it becomes the head
    transparent   nodes that are not phrases (topological fields): dependencies are computed as if they did not exist
    star          a star after a label marks a head
    words_first   children without words (traces) come last
    fold          upper and lower case are equal: NP is np
    """

    name: str
    about: str
    steps: Mapping[str, Steps]
    default: Steps = (_ANY,)
    functions: tuple[str, ...] = ("HD", "hd")
    marks: frozenset[str] = field(default=frozenset())
    punctuation: frozenset[str] = field(default=frozenset())
    coordination: frozenset[str] = field(default=frozenset())
    transparent: frozenset[str] = field(default=frozenset())
    cut: str = "-=|"
    star: bool = True
    words_first: bool = True
    fold: bool = False


@dataclass(frozen=True)
class _HeadTable:
    """A table of head rules as TOML has it."""

    about: str
    rules: Mapping[str, str | Steps] = field(default_factory=dict)
    default: Steps = (_ANY,)
    functions: tuple[str, ...] = HeadRules.functions
    marks: frozenset[str] = frozenset()
    punctuation: frozenset[str] = frozenset()
    coordination: frozenset[str] = frozenset()
    transparent: frozenset[str] = frozenset()
    cut: str = HeadRules.cut
    star: bool = HeadRules.star
    fold: bool = HeadRules.fold


def read_head_rules(name: str, source: TableSource) -> HeadRules:
    """Read a table from TOML text or from a file; NX = "NP" gives a category the steps of another."""
    place = table_place(source, f"head rules '{name}'")
    table = read_toml(source, _HeadTable, place.source)
    steps = {label: _steps(label, table.rules, place.below("rules")) for label in table.rules}
    _check_steps(table.default, place.below("default"))
    options = {option.name: getattr(table, option.name) for option in fields(table) if option.name != "rules"}
    return HeadRules(name=name, steps=steps, **options)


def _steps(label: str, rules: Mapping[str, str | Steps], place: Place) -> Steps:
    steps = rules[label]
    if isinstance(steps, str):
        other = rules.get(steps, "")
        if isinstance(other, str):
            raise place.below(label).error(f"must name a category that has steps, not {shown(steps)}")
        return other
    _check_steps(steps, place.below(label))
    return steps


def _check_steps(steps: Steps, place: Place) -> None:
    for number, step in enumerate(steps, 1):
        if len(step) < 2 or step[0] not in DIRECTIONS:
            raise place.item(number).error(
                f"must be a direction ({', '.join(DIRECTIONS)}), then labels, not {shown(', '.join(step))}"
            )


HEAD_RULES: Registry[HeadRules] = Registry(
    "head rules",
    plural="head rules",
    built_in=lambda: packaged(__package__, "head_rules", ".toml", read_head_rules),
    describe=lambda rules: rules.about,
    special=("auto", "left", "right"),
    files="a TOML file",
)


def register_head_rules(name: str, source: TableSource) -> None:
    """Register head rules under a name, from TOML text or a file of a package."""
    HEAD_RULES.add(name, read_head_rules(name, source))


def find_rules(name: str, treebank: Treebank) -> HeadRules:
    """A table by name or from a TOML file, or `left` or `right`. `auto` chooses the table whose marks cover most of the
    treebank's tags and labels, or `left` if none covers one in twenty."""
    if name in ("left", "right"):
        return HeadRules(name, f"the {name}most child", {}, ((name, "*"),), words_first=False)
    if name.endswith(".toml") and os.path.isfile(name):
        return read_head_rules(name, Path(name))
    if name != "auto":
        return HEAD_RULES.get(name)
    counts = [text.counts() for text in (treebank.tokens.text("tag"), treebank.nodes.text("label"))]
    shares = {table.name: marked_share(table, counts) for table in HEAD_RULES.members().values() if table.marks}
    best = max(shares, key=lambda name: shares[name])
    return HEAD_RULES[best] if shares[best] >= LEAST_MARKED_SHARE else find_rules("left", treebank)


def marked_share(table: HeadRules, counts: list[dict[str, int]]) -> float:
    """The share of the tags and labels, given with their frequencies, that are among the marks of a table."""
    known = sum(number for column in counts for value, number in column.items() if _known(table, value))
    return known / max(sum(sum(column.values()) for column in counts), 1)


def _known(table: HeadRules, value: str) -> bool:
    return any(name in table.marks for name in shorter(category(table, value), table.cut))


def shorter(label: str, cut: str) -> list[str]:
    """The label, and what remains of it when it is cut at a mark, the longest first."""
    return [label, *(label[:at] for at in range(len(label) - 1, 0, -1) if label[at] in cut)]


def has_star(table: HeadRules, label: str) -> bool:
    """Whether a star after the label marks a head."""
    return table.star and _STARRED.fullmatch(label) is not None


def without_star(table: HeadRules, label: str) -> str:
    """The label without the star of a head."""
    return label[:-1] if has_star(table, label) else label


def category(table: HeadRules, label: str) -> str:
    """The label as the rules write it."""
    return without_star(table, label).lower() if table.fold else without_star(table, label)


def without_stars(table: HeadRules, treebank: Treebank) -> Treebank:
    """The treebank without the stars that mark heads in tags and labels."""
    for rows, column in (("tokens", "tag"), ("nodes", "label")):
        text: Text = getattr(treebank, rows).text(column)
        if any(has_star(table, value) for value in text.values):
            treebank = relabel(treebank, lambda value: without_star(table, value), rows, column)
    return treebank


def head_children(treebank: Treebank, rules: str | HeadRules = "auto") -> NDArray[np.int32]:
    """The head child of each node: i for token i of the sentence, n + k for node k of a sentence with n tokens, -1 if
    none."""
    from .head_categories import rank_categories
    from .kernels import choose_heads, pass_conjunctions

    table = find_rules(rules, treebank) if isinstance(rules, str) else rules
    tokens, nodes = treebank.tokens, treebank.nodes
    if not treebank.has_constituents:
        raise CallError(
            f"{treebank.where(0) if len(treebank) else 'the treebank'}: there is no constituency tree;"
            " head rules choose among the children of phrases"
        )
    ranks = rank_categories(table, tokens.text("tag"), nodes.text("label"))
    parents = (tokens.numbers("parent"), nodes.numbers("parent"), nodes.numbers("left"))
    offsets = (tokens.offsets, nodes.offsets)
    marks = (_marked(table, tokens.text("function"), tokens.text("tag")),
             _marked(table, nodes.text("function"), nodes.text("label")))  # fmt: skip
    without = _without_words(treebank, table.words_first)
    heads: NDArray[np.int32] = choose_heads(
        offsets, parents, (ranks.tag, ranks.label), ranks.rule, marks, without, ranks.rank, ranks.rightward
    )
    if table.coordination:
        kind = [
            np.where(
                text.mask(lambda label: any(name in table.coordination for name in shorter(label, table.cut))), 1, 0
            )
            for text in (tokens.text("tag"), nodes.text("label"))
        ]
        kind[0] = np.where(tokens.text("tag").mask(table.punctuation) | (without[0] > 0), 2, kind[0])
        kind[1] = np.where(without[1] > 0, 2, kind[1])
        pass_conjunctions(offsets, parents, marks, tuple(kind), heads)
    return heads


def _marked(table: HeadRules, function: Text, label: Text) -> NDArray[np.int32]:
    """How strongly each item is marked as the head: 0 not at all."""
    most = len(table.functions) + 1
    strength = {name: most - 1 - number for number, name in enumerate(table.functions)}
    by_function = np.array([*(strength.get(value, 0) for value in function.values), 0], np.int32)[function.codes]
    by_star = label.mask(lambda value: has_star(table, value))
    marked: NDArray[np.int32] = np.where(by_star, np.int32(most), by_function).astype(np.int32)
    return marked


def _without_words(treebank: Treebank, words_first: bool) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """For tokens and nodes: 1 without a word of the text (if `words_first`), 2 without any token, otherwise 0."""
    from ..treebank.kernels import sizes

    tokens, nodes = treebank.tokens, treebank.nodes
    nothing = nodes.numbers("right") <= nodes.numbers("left")
    empty = no_words(treebank) if words_first else np.zeros(len(tokens), bool)
    if not empty.any():
        return empty.astype(np.int8), np.where(nothing, np.int8(2), np.int8(0))
    size = sizes(tokens.offsets, nodes.offsets, tokens.numbers("parent"), nodes.numbers("parent"), ~empty)
    return empty.astype(np.int8), np.where(nothing, np.int8(2), (size == 0).astype(np.int8))
