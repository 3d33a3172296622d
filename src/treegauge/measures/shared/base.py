"""What a measure is: counts per sentence, and scores from summed counts. Everything else (totals, intervals, tests,
breakdowns) is written once, for all measures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.options import Configured, configured, registering
from ...core.presenting import Charted
from ...core.registry import Registry
from ...core.signature import Signature
from ...core.tabular import Tabular
from ...core.types import Counts, Floats, Int64s, Integers, Row
from ...core.wording import counted
from ...treebank import Text, Treebank
from .items import ComparedItems
from .parts import PartRows

Scores = dict[str, Floats]


@dataclass(frozen=True, kw_only=True)
class Measure(Configured):
    """Base of all measures. The fields of a measure are its options, and all of them are in its signature.

    counts      names of the columns that `count` gives
    breakdowns  what `parts` can divide the counts by, besides sentence and length
    meanings    what these are, in a line for the reader of a table
    parts_note  what else the reader of such a table should know
    part_counts  columns that only the rows of parts have, after those of counts: `test_NAME` is the count NAME where
                the items are in the parts of test, for precision
    document    files are compared as running text and need not have the same sentences
    main        the most important scores; systems are ranked by the first of them. If not given, the first score
    lower       scores that are better where they are lower (crossing brackets)
    binary      scores that are right or wrong for each sentence (exact match): they are tested as such
    has_confusion  whether `confusion` is implemented
    by_default  whether it is used when no measure is named
    separable   the counts of a sentence do not depend on other sentences, so files can be scored block by block
    of_gold     the counts that a gold sentence without a parse has, all others are 0; None: such sentences are left out
    aligned     how different words are aligned (align.py): split into common pieces, or only whole words
    """

    counts: ClassVar[tuple[str, ...]]
    breakdowns: ClassVar[tuple[str, ...]] = ()
    meanings: ClassVar[Mapping[str, str]] = {}
    parts_note: ClassVar[str] = ""
    part_counts: ClassVar[tuple[str, ...]] = ()
    document: ClassVar[bool] = False
    by_default: ClassVar[bool] = True
    separable: ClassVar[bool] = False
    main: ClassVar[tuple[str, ...]] = ()
    lower: ClassVar[tuple[str, ...]] = ()
    binary: ClassVar[tuple[str, ...]] = ()
    has_confusion: ClassVar[bool] = False
    of_gold: ClassVar[tuple[str, ...] | None] = None
    aligned: ClassVar[Literal["pieces", "words"]] = "words"

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        """Whether both treebanks have the kind of trees that is measured."""
        raise NotImplementedError

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        """One row per gold sentence, one column per count; a row of NaN where the two sentences cannot be compared."""
        raise NotImplementedError

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        """What `count` chooses by looking at all sentences, such as head rules; None if that cannot be said. Files are
        scored block by block only if every block leads to the same choices, so these must then be those of the whole
        files: what most words need, what any word has."""
        return () if self.separable else None

    def score(self, total: Counts) -> Scores:
        """Scores from counts summed over any sentences: an array (..., counts) gives arrays (...); 0/0 is NaN."""
        raise NotImplementedError

    def part_scores(self, total: Counts) -> Scores:
        """The same for the counts of a part of one of `breakdowns`, which also have the columns of `part_counts`."""
        return self.score(total)

    @property
    def main_scores(self) -> tuple[str, ...]:
        """The most important scores, in the order of `score`."""
        names = tuple(self.score(np.zeros(len(self.counts))))
        return tuple(name for name in names if name in self.main) or names[:1]

    @property
    def scores_of_parts(self) -> tuple[str, ...]:
        """The scores that only the parts of a breakdown have."""
        columns = len(self.counts) + len(self.part_counts)
        names = self.part_scores(np.zeros(columns)) if self.part_counts else {}
        return tuple(name for name in names if name not in self.score(np.zeros(len(self.counts))))

    @property
    def short_length(self) -> int | None:
        """Sentences of up to so many words also have scores of their own; None: there are no such scores."""
        return None

    def lengths(self, gold: Treebank) -> Integers:
        """The number of words of each sentence, by which it is short."""
        from .words import words_only

        return words_only(gold).tokens.counts

    def count_missing(self, gold: Treebank, test: Treebank, sentences: Int64s) -> Counts:
        """The counts of gold sentences for which test has no parse: what is in gold counts, and nothing is right."""
        if self.of_gold is None or not len(sentences):
            return np.full((len(sentences), len(self.counts)), np.nan)
        known = self.known_in(gold, test)
        if self.separable:
            known = known.select(sentences)
            return self._nothing_right(self.count(known, known))
        return self._nothing_right(self.count(known, known)[sentences])

    def parts_missing(self, gold: Treebank, test: Treebank, sentences: Int64s, by: str) -> dict[str, Counts]:
        """`count_missing`, summed and divided by one of `breakdowns`."""
        if type(self).part_rows is not Measure.part_rows:
            return {name: part.total for name, part in self.part_rows_missing(gold, test, sentences, by).items()}
        known = self.known_in(gold, test).select(sentences)
        parts = self.parts(known, known, by) if self.of_gold is not None else {}
        return {name: self._nothing_right(counts) for name, counts in parts.items()}

    def part_rows_missing(self, gold: Treebank, test: Treebank, sentences: Int64s, by: str) -> dict[str, PartRows]:
        """The same sentence by sentence."""
        known = self.known_in(gold, test).select(sentences)
        parts = self.part_rows(known, known, by) if self.of_gold is not None else {}
        return {
            name: PartRows(sentences[part.sentences], self._nothing_right(part.rows)) for name, part in parts.items()
        }

    def known_in(self, gold: Treebank, test: Treebank) -> Treebank:
        """Gold without what cannot be compared because test has none of it."""
        return gold

    def _nothing_right(self, counts: Counts) -> Counts:
        """The counts of gold against itself as counts against nothing; NaN remains NaN."""
        columns = (*self.counts, *self.part_counts)[: counts.shape[-1]]
        return counts * np.isin(columns, self.of_gold or ())

    def reasons(self, gold: Treebank, test: Treebank) -> list[str]:
        """Why `count` gives NaN for these sentences."""
        from .words import differences

        return differences(gold, test)

    def reason(self, gold: Treebank, test: Treebank, sentence: int) -> str:
        """Why `count` gave NaN for a sentence."""
        return self.reasons(gold[[sentence]], test[[sentence]])[0]

    def counted(self, total: Counts) -> str:
        """How many of what the scores are computed from: `912 tokens of gold, with punctuation`; or nothing."""
        return ""

    def remarks(self, gold: Treebank, test: Treebank) -> list[str]:
        """Remarks on the trees that were measured, apart from sentences that could not be."""
        return []

    def agreeing(self, gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
        """Sentences with the same words (after `align`) without the words that only one side counts."""
        return gold, test

    def parts(self, gold: Treebank, test: Treebank, by: str) -> dict[str, Counts]:
        """The summed counts of all comparable sentences, divided by one of `breakdowns`; the parts add up to the whole
        in every column that can be divided. A measure defines this or `part_rows`, which parts are compared by."""
        self._check_by(by)
        return {name: part.total for name, part in self.part_rows(gold, test, by).items()}

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        """The same sentence by sentence: for each part, the sentences that have something of it, and their counts."""
        self._check_by(by)
        if not self.separable:
            raise CallError(f"{self.name} does not have the counts of each part sentence by sentence")
        alone = [self.parts(gold[[number]], test[[number]], by) for number in range(len(gold))]
        return {
            name: PartRows(
                np.array([number for number, parts in enumerate(alone) if name in parts], np.int64),
                np.array([parts[name] for parts in alone if name in parts]),
            )
            for name in dict.fromkeys(name for parts in alone for name in parts)
        }

    def _check_by(self, by: str) -> None:
        if by not in self.breakdowns:
            possible = ", ".join(self.breakdowns) or "nothing"
            raise CallError(f"{self.name} cannot be divided by {by}; possible: {possible}")

    def confusion(self, gold: Treebank, test: Treebank) -> Confusion:
        """Which labels were confused with which, and in which sentences."""
        raise CallError(f"{self.name} has no confusion of labels")

    def items(self, gold: Treebank, test: Treebank) -> ComparedItems:
        """The brackets or words that are counted, pair by pair, and what is wrong with each: what `diff` marks."""
        raise CallError(f"the errors of {self.name} cannot be marked in a tree: use parseval or attachment")


@dataclass(frozen=True, eq=False, repr=False)
class Confusion(Charted, Tabular):
    """The labels of items in gold and in test (missing: no such item on that side), and the sentence of each item, from
    0. `items` says where they are and which of them are right, if the measure knows."""

    gold: Text
    test: Text
    sentence: NDArray[np.int64]
    items: ComparedItems | None = None

    @classmethod
    def of(cls, items: ComparedItems) -> Confusion:
        """The confusion of the labels of items."""
        return cls(items.gold_label, items.test_label, items.sentence, items)

    def rows(self) -> list[Row]:
        """One row per pair of labels (`-`: no such item), the most frequent first, with its sentences, from 1."""
        return [_cell_row(labels, self.sentence[numbers]) for labels, numbers in self._cells(np.arange(len(self.gold)))]

    def errors(self, examples: int = 0) -> list[Row]:
        """The rows of labels that are wrong, each with so many examples: words in context."""
        return [
            _cell_row(labels, self.sentence[numbers])
            | {"examples": [self._example(number) for number in numbers[:examples].tolist()]}
            for labels, numbers in self.error_cells()
        ]

    def error_cells(self) -> list[tuple[tuple[str, str], Int64s]]:
        """The pairs of labels that are wrong, the most frequent first, and the numbers of their items."""
        if self.items is not None:
            return self._cells(np.flatnonzero(self.items.wrong_label))
        return self._cells(np.flatnonzero(self.test.in_terms_of(self.gold) != self.gold.codes))

    def _example(self, number: int) -> Row:
        context = "" if self.items is None else self.items.context(number)
        return {"sentence": int(self.sentence[number]) + 1, "context": context}

    def _cells(self, wanted: Int64s) -> list[tuple[tuple[str, str], Int64s]]:
        cells: dict[tuple[str, str], list[int]] = {}
        labels = [("-", *column.values) for column in (self.gold, self.test)]
        pairs = zip((self.gold.codes[wanted] + 1).tolist(), (self.test.codes[wanted] + 1).tolist(), strict=True)
        for number, (gold, test) in zip(wanted.tolist(), pairs, strict=True):
            cells.setdefault((labels[0][gold], labels[1][test]), []).append(number)
        return [
            (pair, np.array(numbers, np.int64))
            for pair, numbers in sorted(cells.items(), key=lambda cell: (-len(cell[1]), cell[0]))
        ]

    def table_rows(self) -> list[Row]:
        """The rows without the numbers of the sentences."""
        return [{name: row[name] for name in ("gold", "test", "count")} for row in self.rows()]

    def __repr__(self) -> str:
        rows = self.table_rows()
        wrong = [row for row in rows if row["gold"] != row["test"]]
        most = ", ".join(f"{row['gold']} as {row['test']} {row['count']:,}" for row in wrong[:3])
        confused = sum(row["count"] for row in wrong)
        return f"<Confusion: {confused:,} of {counted(len(self.sentence), 'label')} differ{': ' if most else ''}{most}>"


def _cell_row(labels: tuple[str, str], sentences: Int64s) -> Row:
    numbers = list(dict.fromkeys((sentences + 1).tolist()))
    return {"gold": labels[0], "test": labels[1], "count": len(sentences), "sentences": numbers}


MEASURES: Registry[type[Measure]] = Registry("measure", "treegauge.measures", describe=lambda member: member.summary())
MeasureClass = TypeVar("MeasureClass", bound=type[Measure])


def measure(name: str) -> Callable[[MeasureClass], MeasureClass]:
    """Register a class as a measure."""
    return registering(MEASURES, name)


def find_measure(spec: str) -> Measure:
    """The measure that a specification or a signature calls for: `parseval`, `parseval(prm=COLLINS)`."""
    return configured(MEASURES, Signature.parse(spec).specs[0])


def ratio(part: Floats, whole: Floats) -> Floats:
    """part / whole in per cent; 0/0 is NaN."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(100.0 * part / whole, np.float64)


def precision_recall(matched: Floats, gold: Floats, test: Floats) -> Scores:
    """Precision, recall and F1 in per cent. F1 is 2 matched / (gold + test), so it is 0, not 0/0, where nothing
    matches."""
    return {
        "precision": ratio(matched, test),
        "recall": ratio(matched, gold),
        "f1": ratio(2.0 * matched, gold + test),
    }
