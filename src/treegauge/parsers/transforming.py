"""The transforms that `parse` applies to training trees and test sentences alike, and their inverses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..core.errors import CallError, TreegaugeError
from ..transforms.base import find_transform
from ..transforms.inverses import find_inverse
from ..transforms.preparation import find_preparation, preparation_name
from ..treebank import Text, Treebank, concatenate
from ..treebank.edit import drop_tokens, replace_sentences
from ..treebank.rows import Column
from .base import ParserModel
from .results import Parses
from .trees import without_trees

_PLACE, _TAG = "place", "given_tag"  # columns that keep the number and the tag of each word through the transforms


@dataclass(frozen=True, eq=False)
class Transformed:
    """What a parser learns from and what it parses, after the transforms.

    source     training trees, or a model, which has learned already
    sentences  the sentences to parse, without trees
    tags       the tags of their words before the transforms
    steps      the transforms, one by one
    """

    source: Treebank | ParserModel
    sentences: Treebank
    tags: Text
    steps: tuple[str, ...]


def transform_alike(
    source: Treebank | ParserModel, test: Treebank, specs: Sequence[str], undo: bool, seed: int | None
) -> Transformed:
    """Apply transforms to the training trees and to the sentences to parse; with `undo`, a transform that has no
    inverse is an error before any work."""
    steps: list[str] = []
    # The sentences cannot simply lose their trees first: in some treebanks trees mark what is not text (CODE phrases).
    # So each transform is applied with and without them, and the trees may only decide which words are left.
    kept: dict[str, Column] = {_PLACE: np.arange(len(test.tokens)), _TAG: test.tokens.text("tag")}
    whole = test.replace(tokens=test.tokens.replace(**kept))
    words = without_trees(whole)
    for spec in specs:
        for step in _single_steps(spec, source):
            if undo:
                find_inverse(step)
            change = find_transform(step, seed)
            source, whole = change(source) if isinstance(source, Treebank) else source, change(whole)
            words = _changed_words(words, change, whole, step)
            steps.append(step)
    tokens = words.tokens
    bare = words.replace(tokens=tokens.replace(**{_PLACE: None, _TAG: None}))
    return Transformed(source, bare, tokens.text(_TAG), tuple(steps))


def _single_steps(spec: str, source: Treebank | ParserModel) -> list[str]:
    """The steps of a preparation, each of which can or cannot be undone. The training trees decide which preparation it
    is, so that both treebanks get the same."""
    name = preparation_name(spec)
    if name is None:
        return [spec]
    if name == "auto" and not isinstance(source, Treebank):
        raise CallError(
            "prepare(auto) depends on the training trees, and a model has none; name the preparation: prepare(penn)"
        )
    return list(find_preparation(name, source if isinstance(source, Treebank) else concatenate([])).transforms)


def _changed_words(words: Treebank, change: Callable[[Treebank], Treebank], whole: Treebank, step: str) -> Treebank:
    """The words after a transform that does not see their trees, but only those words that it left in the trees."""
    try:
        changed = without_trees(change(words))
    except TreegaugeError:  # a transform of trees, which does nothing to words
        changed = words
    changed = drop_tokens(changed, ~np.isin(changed.tokens.numbers(_PLACE), whole.tokens.numbers(_PLACE)))
    if not changed.equals(without_trees(whole)):
        raise CallError(
            f"'{step}' changes words or tags according to the trees of the sentences to parse, which no parser may see;"
            f" apply it to the files first: treegauge convert IN OUT -t '{step}'"
        )
    return changed


def undo_transforms(parses: Parses, model: ParserModel, transformed: Transformed) -> Parses:
    """The parses with the labels and the tags that there were before the transforms."""
    trees = model.undo(parses.trees)
    for step in reversed(transformed.steps):
        trees = find_inverse(step)(trees)
    if parses.unparsed and trees is not parses.trees:
        # A flat tree keeps its root: without it there would be no tree at all.
        places = np.array([sentence.sentence - 1 for sentence in parses.unparsed])
        trees = replace_sentences(trees, places, parses.trees.select(places))
    if not parses.predicted_tags:
        tags = transformed.tags.take(slice(0, len(trees.tokens)))
        trees = trees.replace(tokens=trees.tokens.replace(tag=tags))
    return replace(parses, trees=trees)
