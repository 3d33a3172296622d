"""Dependency trees to constituency trees: every word with dependents is the head of one phrase over itself and them."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...core.errors import CallError
from ...core.toml import packaged_toml
from ...core.types import Integers, Mask
from ...treebank import ROOT, Column, Rows, Text, Treebank, no_rows
from ...treebank.edit import restructure
from ...treebank.strings import pair
from ..base import transform


@transform("to-constituents")
def to_constituents(treebank: Treebank) -> Treebank:
    """Make phrases from dependencies: one for each word that has dependents, with gaps where a tree is not projective
    (raise-crossing closes them). The dependencies are kept.

    A phrase is flat; its children are in the order of the words. The head word has the function HD, and every other
    child the relation of its head word, so that `to_dependencies` gives the same heads and relations back. Phrases that
    a sentence had before are replaced. A word without a head is left outside the tree.
    """
    if not len(treebank.tokens):
        return treebank
    if not treebank.has_dependencies:
        raise CallError("phrases are made from dependencies: there is no dependency tree")
    tokens = treebank.tokens
    head = tokens.numbers("head")
    above = np.where(head >= 0, head + tokens.start, -1)
    projects: Mask = head == ROOT
    projects[above[above >= 0]] = True
    before = np.concatenate(([0], np.cumsum(projects)))
    number = before[:-1] - before[tokens.start]  # the phrase of each word, in its sentence
    parent = np.where(above >= 0, number[above], -1).astype(np.int32)
    relation = tokens.text("deprel")
    columns: dict[str, Column] = {
        "label": _labels(treebank, above).take(projects),
        "function": relation.take(projects),
        "parent": parent[projects],
    }
    nodes = Rows(before[tokens.offsets], columns)
    function = Text.of(["HD"])
    heads = Text(np.where(projects, 0, -1).astype(np.int32), function.values)
    edges = pair(heads, Text(np.where(projects, np.int32(-1), relation.codes), relation.values), "")
    changed = treebank.replace(
        tokens=tokens.replace(function=edges, parent=np.zeros(len(tokens), np.int32)),
        nodes=nodes,
        secondary=no_rows(len(treebank)),
    )
    return restructure(changed, token_parent=np.where(projects, number, parent).astype(np.int32))


def _labels(treebank: Treebank, above: Integers) -> Text:
    """The label of the phrase that each word is the head of: by its tag, but S for a verb with a subject and PP for a
    noun with a preposition."""
    tokens, table = treebank.tokens, _table()
    by_upos, by_tag = (
        tokens.text(name).map(lambda value: _phrase(value, table["phrases"])).decode() for name in ("upos", "tag")
    )
    labels = [label or other_label or "XP" for label, other_label in zip(by_upos, by_tag, strict=True)]
    relation = tokens.text("deprel").map(lambda value: value.partition(":")[0])
    codes = Text.of([*labels, "S", "PP"])
    result = codes.codes[:-2].copy()
    for relations, old, new in (("subject", "VP", -2), ("preposition", "NP", -1)):
        dependents = relation.mask(frozenset(table["relations"][relations])) & (above >= 0)
        there = np.zeros(len(tokens), bool)
        there[above[dependents]] = True
        result[there & (result == codes.code(old))] = codes.codes[new]
    return Text(result, codes.values).compact()


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    return packaged_toml(__package__, "phrases.toml", dict[str, dict[str, list[str]]])


def _phrase(tag: str, phrases: dict[str, list[str]]) -> str | None:
    """The label of a phrase whose head has this tag, or None."""
    for label, tags in phrases.items():
        if tag in tags:
            return label
    return None
