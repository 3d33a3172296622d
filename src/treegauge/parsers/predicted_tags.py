"""Predicted tags in place of gold ones, in training too: a parser that learns from gold tags trusts the predicted tags
of other sentences too much."""

from __future__ import annotations

from functools import partial
from typing import Literal, get_args

import numpy as np

from ..annotation.tagsets import NO_TAG
from ..core.errors import DataError
from ..core.parallel import together
from ..core.types import Mask
from ..models.word_tags.tagger import TagColumn, learn_tags
from ..treebank import Treebank
from ..treebank.folds import drawn_folds, joined_folds

TagSource = Literal["given", "predicted"]
_FOLDS = 10
_HIDDEN = ("lemma", "feats")  # columns that would give the gold tag away


def predict_tags(train: Treebank, test: Treebank, *, folds: int = _FOLDS, seed: int = 0) -> tuple[Treebank, Treebank]:
    """Both treebanks with predicted tags: those of `test` by a tagger that learned from all of `train`, those of
    `train` by taggers that learned from its other folds (jackknife). Universal tags and others are predicted each on
    its own. Lemmas and features are hidden."""
    columns = [column for column in get_args(TagColumn) if not _mask(train, column).all()]
    if not columns:
        raise DataError(f"{train.where(0)}: no word has a tag, so that no tagger can learn; give tagged training trees")
    bare_train, bare_test = (_without_hidden(treebank) for treebank in (train, test))
    for column in columns:
        bare_train, bare_test = _predicted(bare_train, bare_test, column, min(folds, len(train)), seed)
    return bare_train, bare_test


def _predicted(train: Treebank, test: Treebank, column: TagColumn, folds: int, seed: int) -> tuple[Treebank, Treebank]:
    fold = drawn_folds(len(train), folds, seed)
    whole = np.ones(len(train), bool)
    inside = [fold == part for part in range(folds)]
    calls = [partial(_tagged, train, ~part, train[np.flatnonzero(part)], column, seed) for part in inside]
    *parts, tagged = together([*calls, partial(_tagged, train, whole, test, column, seed)])
    return joined_folds(parts, fold) if folds > 1 else train, tagged


def _tagged(train: Treebank, chosen: Mask, sentences: Treebank, column: TagColumn, seed: int) -> Treebank:
    """Sentences with the tags of a tagger that learns from some of the training trees."""
    return learn_tags(train[np.flatnonzero(chosen)], column=column, seed=seed).tag(sentences)


def _mask(treebank: Treebank, column: str) -> Mask:
    """Which words have no tag."""
    return treebank.tokens.text(column).mask(NO_TAG, missing=True)


def _without_hidden(treebank: Treebank) -> Treebank:
    return treebank.replace(tokens=treebank.tokens.replace(**dict.fromkeys(_HIDDEN)))


def with_hidden(trees: Treebank, sentences: Treebank) -> Treebank:
    """Parses with the lemmas and features that the sentences have, and that the parser did not see."""
    columns = {name: sentences.tokens.text(name) for name in _HIDDEN if name in sentences.tokens}
    return trees.replace(tokens=trees.tokens.replace(**columns))
