"""PARSEVAL: labelled brackets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from ..core.types import Counts, Integers, Mask
from ..core.wording import counted
from ..treebank import Strings, Text, Treebank
from ..treebank.edit import drop_tokens
from ..treebank.strings import concatenate_text
from .shared.base import Confusion, Measure, Scores, measure, precision_recall, ratio
from .shared.brackets import Compared, compare_brackets, deleted_alike, sentence_lengths
from .shared.columns import one_dictionary
from .shared.items import EXTRA, LABEL, MISSING, ComparedItems
from .shared.parts import CountedItems, PartRows, divided
from .shared.prm import Prm, find_prm, prm_name

_VALID = 0
_KINDS = (MISSING, EXTRA, LABEL)
_NOTHING = -1


@measure("parseval")
@dataclass(frozen=True, kw_only=True)
class Parseval(Measure):
    """Labelled bracket precision, recall and F1, crossing brackets, exact match and tag accuracy.

    Black et al. 1991, A procedure for quantitatively comparing the syntactic coverage of English grammars.
    Counts as EVALB does (Sekine & Collins), without its limits.

    labelled   whether the labels of brackets count
    prm        a preset (default, COLLINS, new, spmrl, none; PYEVALB, stanza, supar) or a parameter file of EVALB
    disc_only  only discontinuous brackets count

    Brackets with gaps are compared as sets of words; two brackets cross if they share a word and neither contains the
    other.
    """

    labelled: bool = True
    prm: str = "default"
    disc_only: bool = False

    counts: ClassVar[tuple[str, ...]] = (
        "matched",
        "gold",
        "test",
        "crossing",
        "words",
        "tags",
        "sentences",
        "exact",
        "no_crossing",
        "two_or_less_crossing",
    )
    main: ClassVar[tuple[str, ...]] = ("f1",)
    lower: ClassVar[tuple[str, ...]] = ("crossing",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("gold", "words", "sentences")
    breakdowns: ClassVar[tuple[str, ...]] = ("label",)
    separable: ClassVar[bool] = True
    binary: ClassVar[tuple[str, ...]] = ("exact_match",)
    has_confusion: ClassVar[bool] = True
    aligned: ClassVar[Literal["pieces", "words"]] = "pieces"

    def __post_init__(self) -> None:
        object.__setattr__(self, "prm", prm_name(find_prm(self.prm)))

    @property
    def parameters(self) -> Prm:
        """The parameters that `prm` names."""
        return find_prm(self.prm)

    @property
    def short_length(self) -> int | None:
        """CUTOFF_LEN, as in the second summary of EVALB."""
        return self.parameters.cutoff

    def lengths(self, gold: Treebank) -> Integers:
        """As EVALB counts them: without the tags in DELETE_LABEL_FOR_LENGTH."""
        return sentence_lengths(gold, self.parameters)

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return gold.has_constituents and test.has_constituents

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        compared = self._compare(*self._without_deleted(gold, test)).rows
        matched, in_gold, in_test, crossing, _, _, status = compared[:, :7].T
        rows = np.empty((len(compared), len(self.counts)))
        rows[:, :6] = compared[:, :6]
        rows[:, 6] = 1
        rows[:, 7] = (matched == in_gold) & (matched == in_test)
        rows[:, 8] = crossing == 0
        rows[:, 9] = crossing <= 2
        rows[status != _VALID] = np.nan
        return rows

    def score(self, total: Counts) -> Scores:
        matched, gold, test, crossing, words, tags, sentences, exact, none, few = np.moveaxis(total, -1, 0)
        return {
            **precision_recall(matched, gold, test),
            "exact_match": ratio(exact, sentences),
            "crossing": ratio(crossing, sentences) / 100.0,
            "no_crossing": ratio(none, sentences),
            "two_or_less_crossing": ratio(few, sentences),
            "tag_accuracy": ratio(tags, words),
        }

    def counted(self, total: Counts) -> str:
        words = counted(round(float(total[self.counts.index("words")])), "word")
        brackets = counted(round(float(total[1])), "bracket")
        return f"{brackets} and {words} of gold, as prm={self.prm} counts them"

    def reasons(self, gold: Treebank, test: Treebank) -> list[str]:
        gold, test = self._without_deleted(gold, test)
        rows = self._compare(gold, test).rows.tolist()
        return [_reason(gold, test, sentence, row) for sentence, row in enumerate(rows)]

    def agreeing(self, gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
        """Words that are deleted by their tag on one side are deleted on both."""
        deleted = frozenset(self.parameters.delete)
        deleted_words = gold.tokens.text("tag").mask(deleted) | test.tokens.text("tag").mask(deleted)
        return drop_tokens(gold, deleted_words), drop_tokens(test, deleted_words)

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        self._check_by(by)
        gold, test = self._without_deleted(gold, test)
        detail = self._compare(gold, test, detail=True).detail
        label, test_label = one_dictionary(self._labels(gold), self._labels(test))

        def items(side: Treebank, labels: Text, chosen: Mask) -> CountedItems:
            return CountedItems(labels.codes[chosen], side.nodes.sentence[chosen])

        counted = {
            "matched": items(gold, label, detail.gold & (detail.partner >= 0)),
            "gold": items(gold, label, detail.gold),
            "test": items(test, test_label, detail.test),
            "crossing": items(test, test_label, detail.crossed & detail.test),
        }
        return divided(list(label.values), self.counts, counted, len(gold))

    def confusion(self, gold: Treebank, test: Treebank) -> Confusion:
        """Labels of brackets that match, then of brackets with the same words and different labels; a bracket without a
        counterpart has no label on the other side."""
        return Confusion.of(self.items(gold, test))

    def items(self, gold: Treebank, test: Treebank) -> ComparedItems:
        gold, test = self._without_deleted(gold, test)
        detail = self._compare(gold, test, detail=True).detail
        matched = (detail.partner >= 0)[detail.gold]
        taken = np.where(detail.partner >= 0, detail.partner, detail.mistaken)
        partner = np.where(taken >= 0, taken + np.repeat(test.nodes.offsets[:-1], gold.nodes.counts), -1)[detail.gold]
        alone = detail.test.copy()
        alone[partner[partner >= 0]] = False
        extra = int(alone.sum())
        gold_label, test_label = self._labels(gold).take(detail.gold), self._labels(test)
        counterpart = Text(np.append(test_label.codes, np.int32(-1))[partner], test_label.values)
        kind = np.where(matched, _NOTHING, np.where(partner >= 0, _KINDS.index(LABEL), _KINDS.index(MISSING)))
        return ComparedItems(
            "nodes",
            gold,
            test,
            np.concatenate((gold.nodes.sentence[detail.gold], test.nodes.sentence[alone])).astype(np.int64),
            np.concatenate((np.flatnonzero(detail.gold), np.full(extra, -1))),
            np.concatenate((partner, np.flatnonzero(alone))).astype(np.int64),
            concatenate_text([gold_label, Text.constant(None, extra)]),
            concatenate_text([counterpart, test_label.take(alone)]),
            Text(np.append(kind, np.full(extra, _KINDS.index(EXTRA))).astype(np.int32), Strings.of(_KINDS)),
        )

    def _without_deleted(self, gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
        return deleted_alike(gold, test, self.parameters)

    def _compare(self, gold: Treebank, test: Treebank, detail: bool = False) -> Compared:
        return compare_brackets(
            gold, test, self.parameters, labelled=self.labelled, disc_only=self.disc_only, detail=detail
        )

    def _labels(self, treebank: Treebank) -> Text:
        cut = self.parameters.cut
        label = treebank.nodes.text("label")
        return Text(np.where(label.codes < 0, len(label.values), label.codes), Text.of([*label.values, ""]).values).map(
            cut
        )


def _reason(gold: Treebank, test: Treebank, sentence: int, row: list[int]) -> str:
    from .kernels.parseval import FIRST, LENGTH, SECOND, STATUS, WHY, WORD

    first, second = row[FIRST], row[SECOND]
    if row[WHY] == LENGTH:
        return f"{counted(first, 'word')} counted in gold, {second} in test"
    if row[WHY] == WORD:
        gold_word = gold.tokens.text("form")[int(gold.tokens.offsets[sentence]) + first]
        test_word = test.tokens.text("form")[int(test.tokens.offsets[sentence]) + second]
        return f"word {first + 1} is '{gold_word}' in gold, word {second + 1} is '{test_word}' in test"
    return "no parse: the test tree has no words that count" if row[STATUS] else "the sentences can be compared"
