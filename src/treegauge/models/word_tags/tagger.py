"""The tagger: `learn_tags` trains one on tagged words, and it tags any words.

An averaged perceptron (Collins 2002) that goes through a sentence from the left and uses the tags that it has given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...core.bounds import Positive, Repeats, SeedNumber, checked
from ...core.errors import DataError
from ...core.parallel import in_parts
from ...core.types import Progress
from ...treebank import Text, Treebank
from ..perceptron.weights import MOST_CLASSES, Examples, Weights, by_frequency
from .features import parse_tag_templates, word_properties

TagColumn = Literal["tag", "upos"]
_NO_TAG = frozenset(["_", ""])


@dataclass(frozen=True, eq=False)
class WordTagger:
    """A trained tagger.

    column   the column of tags: `tag`, or `upos` for universal ones
    tags     the tags, the most frequent first
    weights  their weights
    """

    column: TagColumn
    tags: tuple[str, ...]
    weights: Weights

    def __repr__(self) -> str:
        return f"<WordTagger: {len(self.tags):,} tags; {len(self.weights.keys):,} features>"

    def tag(self, treebank: Treebank) -> Treebank:
        """The treebank with predicted tags, which replace those that it has."""
        from .kernels import tag_words

        given = np.zeros(len(treebank.tokens), np.int32)
        offsets, values, templates = treebank.tokens.offsets, word_properties(treebank), parse_tag_templates()
        model = self.weights.arrays, np.zeros(len(self.tags), np.int8)
        in_parts(len(treebank), lambda begin, end: tag_words(begin, end, offsets, values, given, templates, model))
        known = Text.of(self.tags)
        column = {self.column: Text(known.codes[given], known.values)}
        return treebank.replace(tokens=treebank.tokens.replace(**column))


@checked
def learn_tags(
    treebank: Treebank,
    *,
    column: TagColumn = "tag",
    iterations: Repeats = 8,
    minimum: Positive = 2,
    seed: SeedNumber = 0,
    progress: Progress | None = None,
) -> WordTagger:
    """Train a tagger on the tags of a treebank.

    column      the column of tags: `tag`, or `upos` for universal ones
    iterations  passes over the words, each time in another order
    minimum     features seen less often are left out
    seed        the seed of these orders
    """
    from .kernels import observe_words

    text = treebank.tokens.text(column).compact()
    if not len(text) or text.mask(_NO_TAG, missing=True).any():
        raise DataError(f"{treebank.where(0)}: a tagger learns from words that all have tags in the column '{column}'")
    known, gold = by_frequency(text.codes.astype(np.int64))
    if len(known) > MOST_CLASSES:
        raise DataError(f"{treebank.where(0)}: the treebank has {len(known):,} tags, too many to learn")
    templates, offsets = parse_tag_templates(), treebank.tokens.offsets
    keys, features = observe_words(offsets, word_properties(treebank), gold.astype(np.int32), templates)
    allowed, kinds = np.ones(len(gold), np.int8), np.zeros(len(known), np.int8)
    weights = Examples(keys, features, gold, allowed, kinds).learn(iterations, minimum, seed, progress)
    return WordTagger(column, tuple(text.values[code] for code in known.tolist()), weights)
