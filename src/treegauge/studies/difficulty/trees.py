"""The trees as they are measured: training and test trees under one root, checked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.errors import DataError
from ...models.grammars.induction import induce, rooted
from ...models.grammars.inference import AnyGrammar
from ...models.grammars.markov import Markov, learn_markov
from ...transforms.label_functions import category_of
from ...treebank import Treebank, concatenate
from ...treebank.shape import no_words


def one_root(treebanks: Sequence[Treebank], names: Sequence[str]) -> Treebank:
    """All treebanks, one after the other, under the same root: TOP, unless they all have the same root already. A
    sentence without a tree gets a flat tree."""
    for treebank, name in zip(treebanks, names, strict=False):
        if not len(treebank) or not len(treebank.nodes):
            raise DataError(f"{name}: there are no constituency trees to measure")
    return rooted(concatenate(treebanks))


def grammar_of(treebank: Treebank, model: Markov | None = None) -> AnyGrammar:
    """The grammar of a treebank, of its rules or of a model of them; if it cannot be induced, the error says what to
    do."""
    try:
        return induce(treebank) if model is None else learn_markov(treebank, model)
    except DataError as error:
        raise DataError(f"{error}; -t 'prepare(auto)' does all that a grammar needs") from None


def remarks(treebank: Treebank) -> list[str]:
    """Remarks on what the trees have and a grammar should perhaps not have."""
    empties = int(np.count_nonzero(no_words(treebank)))
    label = treebank.nodes.text("label")
    functions = label.mask(lambda value: category_of(value) != value)
    notes = []
    if empties:
        notes.append(f"empty elements counted as words: {empties:,}; -t 'prepare(auto)' removes them")
    if functions.any():
        count, example = int(functions.sum()), label[int(np.argmax(functions))]
        notes.append(
            f"labels with functions, such as {example}: {count:,}; -t 'prepare(auto)' or "
            "-t strip-functions removes what is not a category"
        )
    return notes
