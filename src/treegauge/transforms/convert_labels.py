"""The labels of one annotation scheme in another one: by the categories of both schemes, and by `labels.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from ..annotation.patterns import PLAIN
from ..annotation.punctuation import punctuation
from ..annotation.schemes import SCHEMES, Scheme, find_scheme
from ..core.toml import packaged_toml
from ..core.types import Mask
from ..treebank import Text, Treebank
from .base import transform
from .remove_phrases import coordinated_phrases
from .siblings import NewPhrases, Siblings, put_below

_LEAST_LISTED = 3  # phrases of a list without a conjunction; two may be a noun and its apposition


@transform("convert-labels")
def convert_labels(treebank: Treebank, *, to: str = "tiger", scheme: str = "auto") -> Treebank:
    """Rename phrases to the labels of another annotation scheme: convert-labels(tiger) turns NX into NP, or into CNP if
    it is coordinated, and makes a VZ of zu and an infinitive. Labels without an equivalent in the other scheme are
    kept."""
    if not treebank.has_constituents:
        return treebank
    source = find_scheme(scheme, treebank)
    target = SCHEMES.get(to)
    names = {label: new_label(label, source, target) for label in treebank.nodes.text("label").values}
    label = treebank.nodes.text("label").map(names.__getitem__)
    pairs: Mapping[str, str] = label_tables().get(to, {}).get("coordinated", {})
    if pairs:
        siblings = Siblings.of(treebank)
        joined = coordinated_phrases(treebank, source, siblings) | _listed(treebank, siblings)
        label = _where(joined, label.map(lambda value: pairs.get(value, value)), label)
    renamed = treebank.replace(nodes=treebank.nodes.replace(label=label))
    if source.name == target.name:
        return renamed
    for name, tags in label_tables().get(to, {}).get("words", {}).items():
        renamed = _with_word_pairs(renamed, name, *tags.split())
    return renamed


def _where(chosen: Mask, new: Text, old: Text) -> Text:
    both = Text.of([*old.values, *new.values])
    return Text(np.where(chosen, new.in_terms_of(both), old.in_terms_of(both)), both.values).compact()


def _listed(treebank: Treebank, siblings: Siblings) -> Mask:
    """Phrases that are lists: phrases of the same label with punctuation between them, and nothing else. Where a
    treebank has functions, these say what is coordinated."""
    if "function" in treebank.nodes and (treebank.nodes.text("function").codes >= 0).any():
        return np.zeros(siblings.nodes, bool)
    mark = siblings.marked(punctuation(treebank), np.zeros(siblings.nodes, bool))
    label = treebank.nodes.text("label").codes
    other = np.ones(len(mark), bool)
    phrase = ~siblings.is_token
    rows = siblings.item[phrase] - siblings.tokens
    other[phrase] = label[rows] != label[siblings.parent[phrase]]
    odd = siblings.place % 2 == 1
    regular = ~siblings.any(np.where(odd, ~mark, other))
    closed = siblings.count(odd) == siblings.count(~odd) - 1
    listed: Mask = regular & closed & (siblings.count(~odd) >= _LEAST_LISTED)
    return listed


def _with_word_pairs(treebank: Treebank, label: str, first: str, second: str) -> Treebank:
    """Two adjacent words with these tags are a phrase: the phrase that they are gets the label, or a new one is put
    over them."""
    siblings = Siblings.of(treebank)
    tag, no_nodes = treebank.tokens.text("tag"), np.zeros(siblings.nodes, bool)
    before, after = (siblings.marked(tag.mask(PLAIN.matcher((name,))), no_nodes) for name in (first, second))
    begins = np.zeros(len(before), bool)
    begins[:-1] = before[:-1] & after[1:] & (siblings.parent[:-1] == siblings.parent[1:])
    whole = siblings.count(np.ones(len(begins), bool)) == 2
    named = siblings.any(begins) & whole
    names = treebank.nodes.text("label")
    treebank = treebank.replace(nodes=treebank.nodes.replace(label=_where(named, names.map(lambda _: label), names)))
    begins &= ~named[siblings.parent]
    rows = siblings.parent[begins]
    new = NewPhrases(rows, Text.constant(label, len(rows)), Text.constant(None, len(rows)))
    moved = begins | np.append(False, begins[:-1])
    return put_below(treebank, siblings, new, moved, np.repeat(np.arange(len(rows)), 2))


def new_label(label: str, source: Scheme, target: Scheme) -> str:
    """The label in another scheme: from the table, else that of the first category that the label belongs to."""
    table: Mapping[str, str] = label_tables().get(target.name, {}).get(source.name, {})
    if label in table or source.name == target.name:
        return table.get(label, label)
    for category, names in source.categories.items():
        if target.has(category) and category != "coordination" and source.spelling.matcher(names)(label):
            return target.label(category)
    return label


@cache
def label_tables() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """New labels by target scheme, then by source scheme; `coordinated`: the labels of coordinated phrases."""
    return packaged_toml(__package__, "labels.toml", dict[str, dict[str, dict[str, str]]])
