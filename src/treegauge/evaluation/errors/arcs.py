"""The errors of dependency trees: every word whose head or relation is wrong, and every word that only one side has,
is one error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ...annotation.constructions import Constructions, find_constructions
from ...core.errors import CallError
from ...core.remarks import remark
from ...core.types import Codes, Counts, Int64s, Mask
from ...core.wording import option
from ...measures.attachment import Attachment
from ...measures.shared.columns import one_dictionary
from ...measures.shared.ud_words import PairedText
from ...measures.shared.words import differences, same_words
from ...measures.ud import UniversalDependencies
from ...treebank import Strings, Text, Treebank
from ...treebank.strings import concatenate_text
from .arc_classes import NO_PARSE, TOKENISATION, WordPairs, class_names, classified
from .table import ErrorTable, FoundErrors

_SOURCES = Strings.of(["gold", "test", "both"])


@dataclass(frozen=True)
class ArcFinder:
    """Finds the errors of dependency trees, with the classes of an annotation scheme."""

    constructions: Constructions
    as_text: bool = False  # some parser has words or sentences of its own: all are compared as running text

    def __call__(self, gold: Treebank, test: Treebank, unparsed: Sequence[int]) -> FoundErrors:
        """The errors in sentences that are paired; `unparsed` are those without a parse that count."""
        return _errors_in_sentences(gold, test, unparsed, self.constructions)

    def in_text(self, gold: Treebank, test: Treebank) -> FoundErrors:
        """The errors in running text, whose words and sentences need not be those of gold: they are aligned as by the
        official script of Universal Dependencies, and relations are compared without their subtypes. Texts that differ
        are an error."""
        return _errors_in_text(gold, test, self.constructions)


def _errors_in_sentences(
    gold: Treebank, test: Treebank, unparsed: Sequence[int], constructions: Constructions
) -> FoundErrors:
    """Sentences with other words are left out."""
    chosen = np.setdiff1d(np.flatnonzero(same_words(gold, test)), unparsed)
    pairs = _same_words(gold, test, chosen)
    counts = np.full((len(gold), 3), np.nan)
    counts[chosen] = _sentence_counts(pairs)
    missing = np.array(unparsed, np.int64)
    counts[missing] = gold.tokens.counts[missing, None]  # LAS is a share of the gold words: each has a wrong arc
    counts[missing, 0] = 0
    bad = np.flatnonzero(np.isnan(counts[:, 0]))
    reasons = differences(gold.select(bad), test.select(bad)) if len(bad) else []
    table = _in_order([_wrong_words(pairs, constructions), _unparsed_words(gold, missing)])
    return FoundErrors(table, counts, dict(zip(bad.tolist(), reasons, strict=True)), "las", Attachment().spec)


def _errors_in_text(gold: Treebank, test: Treebank, constructions: Constructions) -> FoundErrors:
    text = PairedText.of(gold, test)
    start, test_start = text.gold.words[0], text.test.words[0]
    sentences = text.sentences()[1]
    beside = np.searchsorted(start, test_start, side="right") - 1
    offsets = gold.tokens.offsets
    beside = np.clip(beside, offsets[sentences], np.maximum(offsets[sentences + 1] - 1, offsets[sentences]))
    places = sentences, beside
    numbers = np.arange(len(gold))
    pairs = WordPairs(gold, test, text.match, text.heads, text.relations, text.right_head, places, numbers)
    table = _in_order([_wrong_words(pairs, constructions), _extra_words(pairs)])
    return FoundErrors(table, _sentence_counts(pairs), {}, "las", UniversalDependencies(lenient=True).spec)


def constructions_of(gold: Treebank, tests: Sequence[Treebank], scheme: str) -> Constructions:
    """The table by which errors are classified. Trees without relations have no classes."""
    for treebank in (gold, *tests):
        if "deprel" not in treebank.tokens:
            raise CallError(f"the errors of dependency trees need relations, and there are none here: {treebank!r}")
    name, constructions = find_constructions(scheme, gold)
    if name == "none" and len(gold.tokens):
        remark(
            "the annotation scheme of the relations is not recognised: only roots, labels and attachments are "
            f"distinguished; name a table of constructions ({option('scheme')})"
        )
    return constructions


def _same_words(gold: Treebank, test: Treebank, chosen: Int64s) -> WordPairs:
    """The words of sentences that have the same words in both."""
    gold, test = gold.select(chosen), test.select(chosen)
    head, test_head = _absolute_heads(gold), _absolute_heads(test)
    relations = one_dictionary(gold.tokens.text("deprel"), test.tokens.text("deprel"))
    words = np.arange(len(gold.tokens))
    places = np.asarray(gold.tokens.sentence, np.int64), words
    return WordPairs(
        gold, test, words.astype(np.int32), (head, test_head), relations, head == test_head, places, chosen
    )


def _absolute_heads(treebank: Treebank) -> Codes:
    head = treebank.tokens.numbers("head")
    return np.where(head >= 0, head + treebank.tokens.start, head).astype(np.int32)


def _sentence_counts(pairs: WordPairs) -> Counts:
    """One row per sentence: the arcs that are right, those of gold and those of test."""
    sentence = pairs.gold.tokens.sentence
    columns = (sentence[pairs.right], sentence, pairs.places[0])
    return np.stack([np.bincount(column, minlength=len(pairs.gold)) for column in columns], axis=1).astype(np.float64)


def _wrong_words(pairs: WordPairs, constructions: Constructions) -> ErrorTable:
    """One error per gold word that is wrong or missing."""
    words = np.flatnonzero(~pairs.right)
    kinds = Text(classified(pairs, constructions, words), Strings.of(class_names(constructions)))
    sentence = pairs.numbers[pairs.gold.tokens.sentence[words]]
    extra = pairs.match[words] >= 0
    return _errors(pairs.gold, words, sentence, kinds, (np.ones(len(words), bool), extra))


def _extra_words(pairs: WordPairs) -> ErrorTable:
    """One error per word that only test has, at the place of the gold word where it begins."""
    words, (sentences, beside) = pairs.extra, pairs.places
    sides = np.zeros(len(words), bool), np.ones(len(words), bool)
    errors = _errors(pairs.test, words, pairs.numbers[sentences[words]], _one_kind(TOKENISATION, len(words)), sides)
    left = beside[words] - pairs.gold.tokens.offsets[sentences[words]]
    return replace(errors, left=left, right=left + 1)


def _unparsed_words(gold: Treebank, sentences: Int64s) -> ErrorTable:
    """One error per word of the sentences without a parse."""
    words = np.flatnonzero(np.isin(gold.tokens.sentence, sentences))
    sentence = np.asarray(gold.tokens.sentence[words], np.int64)
    errors = _errors(gold, words, sentence, _one_kind(NO_PARSE, len(words)), (np.ones(len(words), bool),) * 2)
    return replace(errors, source=Text(np.zeros(len(words), np.int32), _SOURCES))


def _one_kind(name: str, size: int) -> Text:
    return Text(np.zeros(size, np.int32), Strings.of([name]))


def _errors(treebank: Treebank, words: Int64s, sentence: Int64s, kind: Text, sides: tuple[Mask, Mask]) -> ErrorTable:
    """One error per word of a treebank; `sides`: whether an arc of gold, and one of test, is wrong."""
    left = np.asarray(words - treebank.tokens.start[words], np.int64)
    label = treebank.tokens.text("deprel").take(words)
    missing, extra = (side.astype(np.int64) for side in sides)
    source = Text((missing + 2 * extra - 1).astype(np.int32), _SOURCES)
    return ErrorTable(sentence, kind, missing, extra, left, left + 1, label, source)


def _in_order(tables: Sequence[ErrorTable]) -> ErrorTable:
    """All errors in the order of the sentences and words, with the classes that occur."""
    columns: dict[str, Any] = {}
    for field in fields(ErrorTable):
        parts = [getattr(table, field.name) for table in tables]
        columns[field.name] = concatenate_text(parts) if isinstance(parts[0], Text) else np.concatenate(parts)
    errors = ErrorTable(**columns)
    errors = errors.take(np.lexsort((errors.left, errors.sentence)))
    used, codes = np.unique(errors.kind.codes, return_inverse=True)
    names = Strings.of(errors.kind.values[code] for code in used.tolist())
    return replace(errors, kind=Text(codes.astype(np.int32), names))
