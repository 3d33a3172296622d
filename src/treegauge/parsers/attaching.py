"""Run a model on sentences: it sees them without their trees, and its predictions are checked and attached to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..core.errors import DataError, TreegaugeError
from ..core.types import Integers
from ..treebank import Text, Treebank
from ..treebank.edit import restructure
from .results import Constituents, Dependencies, Failure, ParserError, Parses, Predictions, Unparsed
from .trees import without_trees


def predicted_parses(spec: str, treebank: Treebank, predict: Callable[[Treebank], Predictions]) -> Parses:
    """The parses of the sentences of a treebank; `predict` gets them without trees."""
    sentences = without_trees(treebank)
    return attach_predictions(spec, sentences, predict(sentences))


def attach_predictions(spec: str, sentences: Treebank, predictions: Predictions) -> Parses:
    """Sentences without trees, with those that a parser predicted for them.

    Trees that do not fit the words mean that the parser failed: a `ParserError` names the first such sentence and has
    the parses of those before it.
    """
    if not isinstance(predictions, Predictions):
        raise TypeError(f"the model of {spec} must return Predictions, not {type(predictions).__name__}")
    failure, parsed = predictions.failure, sentences
    if failure is not None:
        parsed = sentences[: failure.sentence]
    _check_numbers(spec, parsed, predictions)
    wrong = _wrong_heads(parsed, predictions.dependencies) or _wrong_phrases(parsed, predictions.constituents)
    if wrong is not None:
        failure, parsed, predictions = wrong, sentences[: wrong.sentence], _cut(predictions, sentences, wrong.sentence)
    parses = _parses(spec, parsed, predictions)
    if failure is None:
        return parses
    number, name = failure.sentence, spec.split("(", maxsplit=1)[0]
    message = f"{name} failed at sentence {number + 1} ({sentences.where(number)}): {failure.reason}"
    raise ParserError(message, parses, number + 1)


def _check_numbers(spec: str, sentences: Treebank, predictions: Predictions) -> None:
    """Raise an error unless each word has one head, phrase, relation and tag, for what the parser predicts."""
    dependencies, constituents = predictions.dependencies, predictions.constituents
    if dependencies is None and constituents is None:
        raise DataError(f"{spec} returned no trees, neither dependencies nor constituents")
    columns: dict[str, Integers | Text | None] = {"tags": predictions.tags}
    if dependencies is not None:
        columns |= {"heads": dependencies.heads, "relations": dependencies.relations}
    if constituents is not None:
        columns |= {"parents": constituents.parents, "functions": constituents.functions}
        if len(constituents.nodes.offsets) != len(sentences) + 1:
            raise DataError(
                f"{spec} returned phrases for {len(constituents.nodes.offsets) - 1} sentences, not for {len(sentences)}"
            )
    for name, column in columns.items():
        if column is not None and len(column) != len(sentences.tokens):
            raise DataError(f"{spec} returned {len(column)} {name} for {len(sentences.tokens)} words")


def _wrong_heads(sentences: Treebank, dependencies: Dependencies | None) -> Failure | None:
    """The first sentence whose heads are not a tree."""
    if dependencies is None or not len(sentences.tokens):
        return None
    from ..models.transitions.kernels import find_cycle

    heads, tokens = np.asarray(dependencies.heads, np.int32), sentences.tokens
    outside = (heads < -1) | (heads >= tokens.counts[tokens.sentence])
    first = int(tokens.sentence[outside][0]) if outside.any() else len(sentences)
    circular = int(find_cycle(tokens.offsets[: first + 1], heads))
    if circular >= 0:
        return Failure(circular, "it returned heads that form a cycle")
    if first < len(sentences):
        return Failure(first, "it returned no head for a word, or a head outside the sentence")
    return None


def _wrong_phrases(sentences: Treebank, constituents: Constituents | None) -> Failure | None:
    """The first sentence with a phrase or a word below a phrase that is not there."""
    if constituents is None:
        return None
    nodes, tokens = constituents.nodes, sentences.tokens
    above_word = (constituents.parents < -1) | (constituents.parents >= nodes.counts[tokens.sentence])
    above_node = (nodes.numbers("parent") < -1) | (nodes.numbers("parent") >= nodes.counts[nodes.sentence])
    wrong = np.concatenate((tokens.sentence[above_word], nodes.sentence[above_node]))
    return Failure(int(wrong.min()), "it returned a parent outside the sentence") if len(wrong) else None


def _cut(predictions: Predictions, sentences: Treebank, count: int) -> Predictions:
    """The predictions for the first sentences."""
    words = slice(0, int(sentences.tokens.offsets[count]))
    dependencies, constituents, tags = predictions.dependencies, predictions.constituents, predictions.tags
    if dependencies is not None:
        dependencies = Dependencies(dependencies.heads[words], _part(dependencies.relations, words))
    if constituents is not None:
        nodes = constituents.nodes.select(np.arange(count))
        constituents = Constituents(nodes, constituents.parents[words], _part(constituents.functions, words))
    unparsed = {number: reason for number, reason in predictions.unparsed.items() if number < count}
    return replace(
        predictions, dependencies=dependencies, constituents=constituents, tags=_part(tags, words), unparsed=unparsed
    )


def _part(column: Text | None, words: slice) -> Text | None:
    return None if column is None else column.take(words)


def _parses(spec: str, sentences: Treebank, predictions: Predictions) -> Parses:
    """The sentences with the predicted columns added, and nothing else."""
    trees = sentences
    if predictions.tags is not None:
        trees = trees.replace(tokens=trees.tokens.replace(tag=predictions.tags))
    if predictions.dependencies is not None:
        heads = np.asarray(predictions.dependencies.heads, np.int32)
        trees = trees.replace(tokens=trees.tokens.replace(head=heads, deprel=predictions.dependencies.relations))
    if predictions.constituents is not None:
        trees = _with_phrases(spec, trees, predictions.constituents)
    empty = dict.fromkeys(np.flatnonzero(sentences.tokens.counts == 0).tolist(), "no words")
    unparsed = sorted({**empty, **predictions.unparsed}.items())
    return Parses(
        spec,
        trees,
        tuple(Unparsed(number + 1, sentences.where(number), reason) for number, reason in unparsed),
        predictions.unknown_tags,
        predictions.facts,
        predictions.tags is not None,
    )


def _with_phrases(spec: str, sentences: Treebank, constituents: Constituents) -> Treebank:
    parents = np.asarray(constituents.parents, np.int32)
    tokens = sentences.tokens.replace(parent=parents, function=constituents.functions)
    try:
        return restructure(sentences.replace(tokens=tokens), constituents.nodes)
    except TreegaugeError as error:
        raise DataError(f"{spec} returned phrases that are not trees: {error}") from None
