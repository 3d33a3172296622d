"""The dial from flat to deep trees: each setting is a list of the transforms that convert annotation schemes.

A step has a way down, which removes phrases, and a way up, which inserts them where the treebank has none. At setting
k the first k steps are up and the others are down, whatever the treebank itself has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ...annotation.head_rules import find_rules
from ...annotation.schemes import Scheme
from ...core.errors import CallError
from ...core.specs import format_spec
from ...core.types import Mask
from ...transforms.base import apply
from ...transforms.flatten import virtual_roots
from ...treebank import Text, Treebank

_GOLD, _WRONG = "gold_label", "wrong_label"  # columns of nodes that the transforms carry along


@dataclass(frozen=True)
class DialStep:
    """A step of the dial: the transform that removes phrases, and the one that inserts them."""

    name: str
    about: str
    down: str = ""
    up: str = ""


# From flat to deep.
DIAL_STEPS = {
    step.name: step
    for step in (
        DialStep("np-in-pp", "a noun phrase in each prepositional phrase", "remove-np-in-pp", "insert-np-in-pp"),
        DialStep(
            "noun-levels", "a noun phrase over the noun where one follows", "remove-noun-levels", "insert-noun-levels"
        ),
        DialStep("verb-phrases", "a verb phrase in each clause", "remove-verb-phrases", "insert-verb-phrases"),
        DialStep("fields", "topological fields", "remove-fields"),
        DialStep("words", "phrases of single words", "remove-unaries", "insert-word-phrases"),
        DialStep("binary", "two children at most", "", "binarise"),
    )
}
# Noun levels are removed before the noun phrase in a PP, which may hold one; unary nodes last, as others leave some.
_DOWNWARD = ("fields", "noun-levels", "np-in-pp", "verb-phrases", "words")


@dataclass(frozen=True)
class Setting:
    """A setting of the dial: the steps that are up, and the transforms in order."""

    up: tuple[str, ...]
    transforms: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"+ {self.up[-1]}" if self.up else "flat"

    def apply(self, treebank: Treebank) -> Treebank:
        """The treebank at this setting. Errors in labels (see `remember_labels`) are inserted last: a PP with the wrong
        label NP is still built like a PP."""
        nodes = treebank.nodes
        if _GOLD not in nodes:
            return apply(treebank, self.transforms)
        label, gold = nodes.text("label"), nodes.text(_GOLD)
        changed = gold.in_terms_of(label) != label.codes
        wrong = Text(np.where(changed, label.codes, np.int32(-1)), label.values)
        right = treebank.replace(nodes=nodes.replace(**{"label": gold, _GOLD: None, _WRONG: wrong}))
        converted = apply(right, self.transforms)
        return converted.replace(nodes=converted.nodes.replace(label=_with_errors(converted), **{_WRONG: None}))


def _with_errors(treebank: Treebank) -> Text:
    """The labels, with the wrong ones where there are any."""
    label, wrong = treebank.nodes.text("label"), treebank.nodes.text(_WRONG)
    both = Text.of(dict.fromkeys([*label.values, *wrong.values]))
    return Text(np.where(wrong.codes >= 0, wrong.in_terms_of(both), label.in_terms_of(both)), both.values)


def remember_labels(treebank: Treebank) -> Treebank:
    """Gold trees with a second column of labels, which errors do not change."""
    return treebank.replace(nodes=treebank.nodes.replace(**{_GOLD: treebank.nodes.text("label")}))


def dial_settings(treebank: Treebank, scheme: Scheme, steps: Iterable[str] | None = None) -> list[Setting]:
    """The settings of the dial for a treebank, from flat to deep: with the steps named, or with all that add nodes."""
    names = tuple(DIAL_STEPS) if steps is None else tuple(steps)
    for name in names:
        if name not in DIAL_STEPS:
            raise CallError(f"unknown step '{name}' of the dial; known, from flat to deep: {', '.join(DIAL_STEPS)}")
    heads = find_rules("auto", treebank).name
    if steps is None:
        names = _that_add_nodes(treebank, scheme, heads, names)
    return [_setting(names[:up], names, scheme, heads) for up in range(len(names) + 1)]


def _that_add_nodes(treebank: Treebank, scheme: Scheme, heads: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The steps that add nodes, so that no setting equals the one before."""
    kept: tuple[str, ...] = ()
    nodes = len(_setting((), names, scheme, heads).apply(treebank).nodes)
    for name in names:
        higher = len(_setting((*kept, name), names, scheme, heads).apply(treebank).nodes)
        if higher > nodes:
            kept, nodes = (*kept, name), higher
    return kept


def _setting(up: tuple[str, ...], names: Sequence[str], scheme: Scheme, heads: str) -> Setting:
    """Down with the steps that are not up, then up with those that are. Phrases of single words are a step of their
    own, inside other phrases too."""
    specs = []
    for name in _DOWNWARD:
        if name in names and name not in up:
            options = {"tokens": True} if name == "words" else {"scheme": scheme.name}
            specs.append(format_spec(DIAL_STEPS[name].down, options))
    for name in up:
        if DIAL_STEPS[name].up:
            single = {"single": True} if "words" in up and name in ("np-in-pp", "noun-levels") else {}
            of_scheme = {} if name == "binary" else {"scheme": scheme.name}
            specs.append(format_spec(DIAL_STEPS[name].up, {**single, **of_scheme, "heads": heads}))
    return Setting(up, tuple(specs))


def nodes_per_word(treebank: Treebank) -> float:
    """Phrasal nodes per word, virtual roots apart."""
    phrasal = len(treebank.nodes) - int(virtual_roots(treebank).sum())
    return phrasal / max(len(treebank.tokens), 1)


def differing(gold: Treebank, test: Treebank) -> Mask:
    """The sentences whose trees differ, in two treebanks of the same words."""
    differ: Mask = gold.nodes.counts != test.nodes.counts
    same = np.flatnonzero(~differ)
    first, second = gold.select(same), test.select(same)
    label = first.nodes.text("label")
    nodes = second.nodes.text("label").in_terms_of(label) != label.codes
    nodes |= first.nodes.numbers("parent") != second.nodes.numbers("parent")
    tokens = first.tokens.numbers("parent") != second.tokens.numbers("parent")
    differ[same[first.nodes.sentence[nodes]]] = True
    differ[same[first.tokens.sentence[tokens]]] = True
    return differ
