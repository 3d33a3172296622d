"""The errors of phrase structure trees: every bracket that is missing or extra belongs to one error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ...annotation.phrase_kinds import PhraseKind, PhraseKinds, find_phrase_kinds
from ...core.types import Counts, Int64s
from ...measures.parseval import Parseval
from ...measures.shared.brackets import compare_brackets
from ...measures.shared.prm import Prm
from ...treebank import Treebank
from .explaining import Explained, explain_brackets
from .flat import flat_parses
from .table import ErrorRow, ErrorTable, FoundErrors
from .units import Bracket, Sentence

NO_PARSE = "No parse"


def find_phrase_errors(
    gold: Treebank, test: Treebank, unparsed: Sequence[int], *, prm: str = "default", scheme: str = "auto"
) -> FoundErrors:
    """The errors of test; `unparsed` are the sentences without a parse that count."""
    measure = Parseval(prm=prm)
    rows = measure.count(gold, test)
    rows[unparsed] = measure.count_missing(gold, test, np.array(unparsed, np.int64))
    counts: Counts = rows[:, :3]
    bad = np.flatnonzero(np.isnan(counts[:, 0]))
    reasons = measure.reasons(gold.select(bad), test.select(bad)) if len(bad) else []
    failed = ((counts[:, 1] > 1) & (counts[:, 2] == 0)) | flat_parses(gold, test, measure.parameters)
    failed[unparsed] = True
    wrong = (counts[:, 0] < counts[:, 1]) | (counts[:, 0] < counts[:, 2])
    kinds = find_phrase_kinds(scheme, gold)
    errors = list(_errors(gold, test, measure.parameters, kinds, np.flatnonzero(wrong & ~failed)))
    for number in np.flatnonzero(wrong & failed).tolist():
        matched, of_gold, of_test = counts[number].astype(int).tolist()
        missing, extra = of_gold - matched, of_test - matched
        errors.append(
            ErrorRow(number, NO_PARSE, missing, extra, 0, int(gold.tokens.counts[number]), None, _side(missing, extra))
        )
    errors.sort(key=lambda row: row.sentence)
    runs = {row: error.runs for row, error in enumerate(errors) if len(error.runs) > 1}
    left_out = dict(zip(bad.tolist(), reasons, strict=True))
    return FoundErrors(ErrorTable.of(errors), counts, left_out, measure=measure.spec, runs=runs)


@dataclass(frozen=True)
class _Side:
    """One treebank as lists: per node its label, the label as it is compared, kind, parent, whether it counts and
    whether it is right; per token its parent, place among the words that count (-1: it does not), and whether it is a
    conjunction."""

    node_offsets: list[int]
    token_offsets: list[int]
    label: list[str]
    compared: list[str]
    kind: list[PhraseKind]
    parent: list[int]
    counted: list[bool]
    right: list[bool]
    above: list[int]
    place: list[int]
    conjunction: list[bool]

    @classmethod
    def of(cls, treebank: Treebank, counted: Any, right: Any, prm: Prm, kinds: PhraseKinds) -> _Side:
        nodes, tokens = treebank.nodes, treebank.tokens
        equal = dict(prm.equal_labels)
        label = nodes.text("label")
        cut = [prm.cut(value) for value in label.values]
        kind = [kinds.kind(value) for value in label.values]
        kept = ~tokens.text("tag").mask(frozenset(prm.delete))
        before = np.concatenate(([0], np.cumsum(kept)))
        place = np.where(kept, before[:-1] - before[tokens.start], -1)
        codes = label.codes.tolist()
        return cls(
            nodes.offsets.tolist(),
            tokens.offsets.tolist(),
            [cut[code] if code >= 0 else "" for code in codes],
            [equal.get(cut[code], cut[code]) if code >= 0 else "" for code in codes],
            [kind[code] if code >= 0 else "other" for code in codes],
            nodes.numbers("parent").tolist(),
            counted.tolist(),
            right.tolist(),
            tokens.numbers("parent").tolist(),
            place.tolist(),
            kinds.words(treebank, "conjunction").tolist(),
        )

    def brackets(self, sentence: int, missing: bool) -> tuple[list[Bracket], list[Bracket]]:
        """The brackets of a sentence that are right, and those that are wrong, from the top down."""
        begin, end = self.node_offsets[sentence], self.node_offsets[sentence + 1]
        words, joined = self._yields(sentence)
        chosen = [node for node in range(end - begin) if self.counted[begin + node]]
        times = Counter(words[node] for node in chosen)
        right: list[Bracket] = []
        wrong: list[Bracket] = []
        for node in chosen:
            mask, above, label = words[node], self.parent[begin + node], self.compared[begin + node]
            bracket = Bracket(
                mask,
                self.label[begin + node],
                self.kind[begin + node],
                missing,
                joined[node] & ~(mask & -mask),
                above >= 0 and bool(joined[above] >> mask.bit_length() & 1),
                self.kind[begin + above] if above >= 0 else "other",
                times[mask] > 1,
                words[above] & ~mask if above >= 0 and self.compared[begin + above] == label else 0,
                label,
            )
            (right if self.right[begin + node] else wrong).append(bracket)
        return right, wrong

    def nominal(self, sentence: int) -> int:
        """The words whose parent is a noun phrase, or a modifier in one, as a set of bits."""
        begin, end = self.node_offsets[sentence], self.node_offsets[sentence + 1]
        within: list[bool] = []
        for kind, parent in zip(self.kind[begin:end], self.parent[begin:end], strict=True):
            within.append(kind == "noun_phrase" or (kind in ("modifier", "other") and parent >= 0 and within[parent]))
        return sum(
            1 << self.place[token]
            for token in range(self.token_offsets[sentence], self.token_offsets[sentence + 1])
            if self.place[token] >= 0 and self.above[token] >= 0 and within[self.above[token]]
        )

    def _yields(self, sentence: int) -> tuple[list[int], list[int]]:
        """The words of each node, and the conjunctions among its children, as sets of bits."""
        begin, end = self.node_offsets[sentence], self.node_offsets[sentence + 1]
        words, joined = [0] * (end - begin), [0] * (end - begin)
        for token in range(self.token_offsets[sentence], self.token_offsets[sentence + 1]):
            above, place = self.above[token], self.place[token]
            if above >= 0 and place >= 0:
                words[above] |= 1 << place
                joined[above] |= self.conjunction[token] << place
        for node in range(end - begin - 1, -1, -1):
            if self.parent[begin + node] >= 0:
                words[self.parent[begin + node]] |= words[node]
        return words, joined


def _errors(gold: Treebank, test: Treebank, prm: Prm, kinds: PhraseKinds, sentences: Int64s) -> Iterator[ErrorRow]:
    detail = compare_brackets(gold, test, prm, detail=True).detail
    matched = detail.partner >= 0
    right = np.zeros(len(test.nodes), bool)
    right[(detail.partner + test.nodes.offsets[:-1][gold.nodes.sentence])[matched]] = True
    gold_side = _Side.of(gold, detail.gold, matched, prm, kinds)
    test_side = _Side.of(test, detail.test, right, prm, kinds)
    tags, adverbs = gold.tokens.text("tag").decode(), kinds.words(gold, "adverb").tolist()
    for number in sentences.tolist():
        shared, missing = gold_side.brackets(number, True)
        _, extra = test_side.brackets(number, False)
        tokens = [
            token
            for token in range(gold_side.token_offsets[number], gold_side.token_offsets[number + 1])
            if gold_side.place[token] >= 0
        ]
        sentence = Sentence(
            shared,
            [tags[token] for token in tokens],
            _bits(gold_side.conjunction[token] for token in tokens),
            _bits(adverbs[token] for token in tokens),
            gold_side.nominal(number),
        )
        places = [token - gold_side.token_offsets[number] for token in tokens]
        for error in explain_brackets(sentence, missing, extra):
            yield _row(number, error, places)


def _bits(truths: Iterator[bool]) -> int:
    return sum(1 << place for place, truth in enumerate(truths) if truth)


def _row(number: int, error: Explained, places: Sequence[int]) -> ErrorRow:
    """An error with its words as tokens of gold. Tokens that do not count, such as punctuation, are not gaps."""
    runs = tuple((places[first], places[last] + 1) for first, last in _runs(error.words, len(places)))
    left, right, side = runs[0][0], runs[-1][1], _side(error.missing, error.extra)
    return ErrorRow(number, error.kind, error.missing, error.extra, left, right, error.label, side, runs)


def _side(missing: int, extra: int) -> str:
    return "both" if missing and extra else "gold" if missing else "test"


def _runs(words: int, size: int) -> list[tuple[int, int]]:
    """The first and last word of each run of bits, of words below `size`; a set without words is at the last one."""
    chosen = [place for place, bit in enumerate(reversed(f"{words:b}")) if bit == "1" and place < size] or [size - 1]
    breaks = [i for i in range(1, len(chosen)) if chosen[i] != chosen[i - 1] + 1]
    return [(chosen[begin], chosen[end - 1]) for begin, end in pairwise([0, *breaks, len(chosen)])]
