"""The trees as they are measured: training and test trees under one root, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...core.errors import DataError
from ...core.types import Mask
from ...models.grammars.induction import induce, rooted
from ...models.grammars.inference import AnyGrammar
from ...models.grammars.latent.model import LatentModel
from ...models.grammars.markov import learn_markov
from ...models.grammars.models import Model
from ...transforms.label_functions import category_of
from ...treebank import Treebank, concatenate
from ...treebank.shape import child_counts, no_words


def one_root(treebanks: Sequence[Treebank], names: Sequence[str]) -> Treebank:
    """All treebanks, one after the other, under the same root: TOP, unless they all have the same root already. A
    sentence without a tree gets a flat tree."""
    for treebank, name in zip(treebanks, names, strict=False):
        if not len(treebank) or not len(treebank.nodes):
            raise DataError(f"{name}: there are no constituency trees to measure")
    return rooted(concatenate(treebanks))


def doubled_phrases(treebank: Treebank) -> Mask:
    """The phrases that are the only child of a phrase with the same label: some parsers do not learn them."""
    nodes, label = treebank.nodes, treebank.nodes.text("label").codes
    parent = nodes.numbers("parent")
    above = np.where(parent < 0, 0, parent + nodes.offsets[nodes.sentence])
    doubled: Mask = (parent >= 0) & (child_counts(treebank)[above] == 1) & (label[above] == label)
    return doubled


def grammar_of(treebank: Treebank, model: Model | None = None) -> AnyGrammar:
    """The grammar of a treebank, of its rules or of a model of them; if it cannot be induced, the error says what to
    do. Or that of a file."""
    if isinstance(model, LatentModel):
        return model.grammar()
    try:
        return induce(treebank) if model is None else learn_markov(treebank, model)
    except DataError as error:
        raise grammar_error(error) from None


def grammar_error(error: DataError) -> DataError:
    """Why there is no grammar, and what to do."""
    return DataError(f"{error}; -t 'prepare(auto)' does all that a grammar needs")


class Oddities(NamedTuple):
    """What trees have and a grammar should perhaps not have: how many empty elements and labels with functions, and
    the first such label."""

    empties: int
    functions: int
    example: str | None

    def with_more(self, more: Oddities) -> Oddities:
        """Those of one block, and those of the next."""
        return Oddities(self.empties + more.empties, self.functions + more.functions, self.example or more.example)

    def remarks(self) -> list[str]:
        """In words, with what to do."""
        notes = []
        if self.empties:
            notes.append(f"empty elements counted as words: {self.empties:,}; -t 'prepare(auto)' removes them")
        if self.functions:
            notes.append(
                f"labels with functions, such as {self.example}: {self.functions:,}; -t 'prepare(auto)' or "
                "-t strip-functions removes what is not a category"
            )
        return notes


def oddities(treebank: Treebank) -> Oddities:
    """What the trees have and a grammar should perhaps not have."""
    label = treebank.nodes.text("label")
    functions = label.mask(lambda value: category_of(value) != value)
    example = label[int(np.argmax(functions))] if functions.any() else None
    return Oddities(int(np.count_nonzero(no_words(treebank))), int(functions.sum()), example)
