"""Answers to pairs of a text and a hypothesis, as tables and as lines with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..core.types import Row
from ..entailments.pairs import EntailmentPair
from ..evaluation.answers import AgainstRow, CheckedEntailments, PublishedRow
from .cells import figure, p_value, plain_table

if TYPE_CHECKING:
    from .fitting import FittedTable


def answer_rows(checked: CheckedEntailments) -> list[Row]:
    """The scores of the answers next to those of always answering yes; without gold answers, the answers themselves."""
    if not checked.judged:
        return [{"pair": answer.id, "answer": _word(answer.answer)} for answer in checked.answers]
    scores = checked.scores()
    ours: Row = {
        "answers": "parses",
        "accuracy": scores["accuracy"],
        "95 % interval": _range(checked.accuracy_interval()),
    }
    ours |= {name: scores[name] for name in ("precision", "recall", "f1")}
    return [ours, {"answers": "always yes", **checked.always_yes()}]


def answer_tables(
    checked: CheckedEntailments, against: Sequence[AgainstRow], published: Sequence[PublishedRow]
) -> Iterator[FittedTable]:
    """The scores, those by construction, and those of others."""
    yield plain_table(answer_rows(checked))
    if not checked.judged:
        return
    if checked.by_construction():
        yield plain_table(construction_rows(checked))
    if against:
        yield plain_table([_against_row(row) for row in against])
    if published:
        yield plain_table(published_rows(checked, published))


def construction_rows(checked: CheckedEntailments) -> list[Row]:
    """The confusion by construction."""
    return [
        {
            "construction": row["construction"],
            "pairs": row["pairs"],
            "accuracy": row["accuracy"],
            "95 % interval": _range(row["accuracy_interval"]),
            "yes right": row["yes_right"],
            "yes wrong": row["yes_wrong"],
            "no right": row["no_right"],
            "no wrong": row["no_wrong"],
        }
        for row in checked.by_construction()
    ]


def published_rows(checked: CheckedEntailments, published: Sequence[PublishedRow]) -> list[Row]:
    """The published scores of other systems with ours among them, the best first."""
    rows: list[Row] = [{**row} for row in published]
    rows.append({"system": "parses", **checked.scores()})
    return sorted(rows, key=lambda row: -row["accuracy"])


def _against_row(row: AgainstRow) -> Row:
    return {
        "against": row["answers"],
        "pairs": row["pairs"],
        "accuracy": row["accuracy"],
        "other": row["other_accuracy"],
        "only ours right": row["only_ours_right"],
        "only other right": row["only_other_right"],
        "p (McNemar)": p_value(row["p"]),
    }


def explained_lines(pairs: Sequence[EntailmentPair], checked: CheckedEntailments) -> Iterator[str]:
    """Each pair with its answer, and the relations that support it or what is missing."""
    for pair, answer in zip(pairs, checked.answers, strict=True):
        judged = "" if answer.gold is None else ", right" if answer.gold == answer.answer else ", wrong"
        yield f"{pair.id}  {pair.text}"
        yield f"  {_word(answer.answer)}{judged}: {pair.hypothesis}"
        yield from (f"    + {reason}" for reason in answer.support)
        if answer.missing:
            yield f"    - {answer.missing}"
        yield ""


def _word(answer: bool) -> str:
    return "yes" if answer else "no"


def _range(interval: Sequence[float]) -> str:
    return f"{figure(interval[0])} to {figure(interval[1])}"
