"""Scores divided into parts, and confusions of labels, as rows and as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict

from ..core.types import Row
from ..evaluation.selecting import main_first
from .cells import cell, is_missing

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from ..evaluation.breakdowns import Part
    from ..evaluation.result import Result
    from ..measures.shared.base import Measure
    from .fitting import FittedTable

# Counts that are shown; the other outputs have them all.
_SIZES = ("gold", "test", "tokens", "test_tokens", "gold_words", "test_words", "n", "tags")
_SAME_SIZES = {"test_tokens": "tokens", "test_words": "gold_words"}  # not shown where it repeats the other
NO_LABEL = "-: there is no such bracket or word on that side"
_SIDES = ("_precision", "_recall", "_aligned")


class ConfusionExample(TypedDict):
    """Words in context: those concerned are in square brackets."""

    sentence: int
    context: str


class ConfusionRow(TypedDict):
    """Two labels, how often gold has the first and test the second, in which sentences, and some examples."""

    measure: str
    gold: str
    test: str
    count: int
    sentences: list[int]
    examples: list[ConfusionExample]
    signature: str


class LabelErrorRow(TypedDict):
    """One error: a wrong label, or a bracket or word that only one side has; `left` and `right` are words, from 0, the
    end exclusive."""

    measure: str
    gold: str
    test: str
    sentence: int
    where: str
    left: int | None
    right: int | None
    words: str
    context: str
    signature: str


def part_rows(parts: Iterable[Part]) -> list[Row]:
    """One row per part, with all its counts and scores."""
    return [row for part in parts for row in part.table_rows()]


def confusion_rows(result: Result, examples: int = 1, top: int | None = None) -> list[ConfusionRow]:
    """One row per pair of labels that is wrong, the most frequent first, with the numbers of its sentences, from 1."""
    return [
        {
            "measure": result.measure.name,
            "gold": row["gold"],
            "test": row["test"],
            "count": row["count"],
            "sentences": row["sentences"],
            "examples": row["examples"],
            "signature": str(result.signature),
        }
        for row in result.confusion().errors(examples)[:top]
    ]


def label_error_rows(result: Result, top: int | None = None) -> list[LabelErrorRow]:
    """One row per error, in the order of `confusion_rows`."""
    confusion = result.confusion()
    gold, items = result.trees[0], confusion.items
    rows: list[LabelErrorRow] = []
    for (gold_label, test_label), numbers in confusion.error_cells()[:top]:
        for number in numbers.tolist():
            sentence = int(confusion.sentence[number])
            place = None if items is None else items.place(number)
            row: LabelErrorRow = {
                "measure": result.measure.name,
                "gold": gold_label,
                "test": test_label,
                "sentence": sentence + 1,
                "where": gold.where(sentence),
                "left": None if place is None else place.left,
                "right": None if place is None else place.right,
                "words": "" if items is None else items.text(number),
                "context": "" if items is None else items.context(number),
                "signature": str(result.signature),
            }
            rows.append(row)
    return rows


def confusion_table(rows: Sequence[ConfusionRow]) -> FittedTable:
    """One row per pair of labels; examples are below each other, with the numbers of their sentences."""
    from .tables import new_table

    measures = dict.fromkeys(row["measure"] for row in rows)
    table = new_table(f"{' and '.join(measures)} by confusion" if measures else None)
    several = len(measures) > 1
    table.add_names(*(("measure",) if several else ()), "gold", "test")
    table.add_figures("count")
    examples = any(example["context"] for row in rows for example in row["examples"])
    table.add_text("sentences")
    if examples:
        table.add_text("in context")
    for row in rows:
        contexts = "\n".join(f"{example['sentence']}: {example['context']}" for example in row["examples"])
        cells = (row["gold"], row["test"], f"{row['count']:,}", cell(row["sentences"]))
        table.add_row(*((row["measure"],) if several else ()), *cells, *((contexts,) if examples else ()))
    table.notes += [NO_LABEL] if any("-" in (row["gold"], row["test"]) for row in rows) else []
    return table


def part_table(parts: Sequence[Part], by: str, measure_name: str | None = None) -> FittedTable:
    """One row per part: the sizes of gold and test, then the scores, the main ones first; `measure_name` is that of the
    measure, if not its own."""
    from .tables import new_table

    measure = parts[0].result.measure
    table = new_table(f"{measure_name or measure.name} by {by}")
    table.add_labels(by)
    places = any(part.where for part in parts)
    table.add_names(*(("where",) if places else ()))
    rows = [{**part.counts, **part.scores} for part in parts]
    defined = {name for row in rows for name, value in row.items() if not is_missing(value)}
    sizes = [name for name in _SIZES if name in measure.counts and name in defined and not _is_repeated(name, parts)]
    hidden = set(measure.scores_of_parts) if _is_alike(parts, by) else set()
    scores = [name for name in main_first(parts[0].scores, measure) if name in defined - hidden]
    main = _main_columns(measure, by)
    scores.sort(key=lambda name: (main.index(name) if name in main else len(main), name.endswith(_SIDES)))
    table.add_figures(*sizes, aside=len(scores) + 1)
    for place, name in enumerate(scores):
        aside = 0 if name in main else len(scores) - place
        table.add_figures(name, aside=aside, extra=name.endswith(_SIDES) and name not in main)
    for part, row in zip(parts, rows, strict=True):
        shown = (f"{row[name]:,.0f}" if not is_missing(row[name]) else "-" for name in sizes)
        where = (part.where or "",) if places else ()
        table.add_row(part.name, *where, *shown, *(cell(row[name]) for name in scores))
    table.notes += breakdown_notes(measure, by)
    return table


def _main_columns(measure: Measure, by: str) -> list[str]:
    """The main scores, in the parts of its own breakdowns with their precision and recall."""
    sides = ("", "_precision", "_recall") if by in measure.breakdowns else ("",)
    return [f"{name}{side}" for name in measure.main_scores for side in sides]


def breakdown_notes(measure: Measure, by: str) -> list[str]:
    """What the parts of a breakdown are, and of what their scores are shares."""
    meanings = {"length": "the words of the gold sentence", **measure.meanings}
    notes = [f"{by}: {meanings[by]}"] if by in meanings else []
    return [*notes, measure.parts_note] if by in measure.breakdowns and measure.parts_note else notes


def _is_alike(parts: Sequence[Part], by: str) -> bool:
    """Whether gold and test have the same words in all parts, so that precision and recall are one figure."""
    if by in parts[0].result.measure.breakdowns or parts[0].result.chosen:
        return False
    return all(_is_repeated(name, parts) for name in _SAME_SIZES if name in parts[0].counts)


def _is_repeated(name: str, parts: Sequence[Part]) -> bool:
    """Whether a size of test is that of gold in all parts, or gold has no such size to compare it with."""
    gold = _SAME_SIZES.get(name)
    counts = [part.counts for part in parts] if gold else []
    return gold is not None and all(gold not in row or row[name] == row[gold] for row in counts)
