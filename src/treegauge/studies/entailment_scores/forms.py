"""Gold trees in the three forms in which parsers learn from them and are scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.errors import DataError
from ...core.types import Int64s
from ...core.wording import counted
from ...models.word_tags.tagger import learn_tags
from ...parsers.trees import attach_dependencies
from ...transforms.base import apply
from ...transforms.conversions.penn_tags import with_penn_tags
from ...transforms.conversions.to_lth import to_lth
from ...transforms.preparation import apply_alike
from ...transforms.select import lengths
from ...treebank import Text, Treebank


@dataclass(frozen=True, eq=False)
class Forms:
    """The same sentences three times.

    gold          with functions and empty elements
    phrases       the bare phrases that a phrase parser learns from
    dependencies  CoNLL-2008 dependencies, converted from the gold trees
    """

    gold: Treebank
    phrases: Treebank
    dependencies: Treebank

    def __len__(self) -> int:
        return len(self.gold)

    def select(self, sentences: Int64s) -> Forms:
        """Some of the sentences."""
        return Forms(*(own.select(sentences) for own in (self.gold, self.phrases, self.dependencies)))


def forms(treebanks: Sequence[Treebank], transforms: Sequence[str]) -> list[Forms]:
    """Treebanks in all forms; the transforms, resolved on the first treebank, make the bare phrases."""
    gold = [with_penn_tags(apply(own, "join-functions")) for own in treebanks]
    phrases, _ = apply_alike(gold, list(transforms))
    for whole, bare in zip(gold, phrases, strict=True):
        if len(whole) != len(bare):
            kept = f"{counted(len(bare), 'sentence')} of {len(whole):,}"
            raise DataError(f"the transforms leave {kept}: leave out those that select sentences")
    return [Forms(whole, bare, _converted(whole)) for whole, bare in zip(gold, phrases, strict=True)]


def _converted(gold: Treebank) -> Treebank:
    """Dependencies without the phrases that they were made from."""
    converted = to_lth(gold)
    tokens = converted.tokens
    return attach_dependencies(converted, np.asarray(tokens.numbers("head"), np.int32), tokens.text("deprel"))


def drawn(treebank: Treebank, sentences: int | None, shortest: int, seed: int) -> Treebank:
    """Sentences of at least so many words; so many of them, drawn at random, in their order."""
    fits = np.flatnonzero(lengths(treebank) >= shortest)
    if sentences is not None and len(fits) > sentences:
        fits = np.sort(np.random.default_rng(seed).choice(fits, sentences, replace=False))
    return treebank.select(fits)


def with_known_tags(train: Treebank, test: Treebank, seed: int) -> Treebank:
    """The test sentences with their gold tags; tags that the training trees do not have are predicted instead."""
    known = frozenset(train.tokens.text("tag").compact().values)
    tags = test.tokens.text("tag")
    if known.issuperset(tags.compact().values):
        return test
    predicted = learn_tags(train, column="tag", seed=seed).tag(test).tokens.text("tag")
    pairs = zip(tags.decode(), predicted.decode(), strict=True)
    column = Text.of([own if own in known else other for own, other in pairs])
    return test.replace(tokens=test.tokens.replace(tag=column))
