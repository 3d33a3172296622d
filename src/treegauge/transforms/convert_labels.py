"""The labels of one annotation scheme in another one: by the categories of both schemes, and by `labels.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from ..annotation.schemes import SCHEMES, Scheme, find_scheme
from ..core.toml import packaged_toml
from ..treebank import Text, Treebank
from .base import transform
from .remove_phrases import coordinated_phrases
from .siblings import Siblings


@transform("convert-labels")
def convert_labels(treebank: Treebank, *, to: str = "tiger", scheme: str = "auto") -> Treebank:
    """Rename phrases to the labels of another annotation scheme: convert-labels(tiger) turns NX into NP, or into CNP if
    it is coordinated. Labels without an equivalent in the other scheme are kept."""
    if not treebank.has_constituents:
        return treebank
    source = find_scheme(scheme, treebank)
    target = SCHEMES.get(to)
    names = {label: new_label(label, source, target) for label in treebank.nodes.text("label").values}
    label = treebank.nodes.text("label").map(names.__getitem__)
    pairs: Mapping[str, str] = label_tables().get(to, {}).get("coordinated", {})
    if pairs:
        together = label.map(lambda value: pairs.get(value, value))
        both = Text.of([*label.values, *together.values])
        joined = coordinated_phrases(treebank, source, Siblings.of(treebank))
        label = Text(np.where(joined, together.in_terms_of(both), label.in_terms_of(both)), both.values).compact()
    return treebank.replace(nodes=treebank.nodes.replace(label=label))


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
