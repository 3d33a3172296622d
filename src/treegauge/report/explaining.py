"""Why two programs give different scores, as a table for people."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core.wording import counted
from .cells import figure

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.explanation import ExplainedStep, Explanation
    from ..evaluation.pairing import PlacedSentence
    from .fitting import FittedTable

_NAMED = 3  # sentences in the table; --json has more
_NOTE = (
    "Each step changes one rule and keeps those changed above it: the points add up. sentences: how many are counted"
    " in another way, and the first of them."
)


def explanation_table(explanations: Sequence[Explanation]) -> Group:
    """For each pair of programs the steps from one to the other, then rules that differ without effect."""
    from rich.console import Group
    from rich.text import Text as Line

    parts: list[Any] = []
    for explanation in explanations:
        steps = [step for step in explanation.steps if step.sentences or any(step.change.values())]
        unimportant = [step.text for step in explanation.steps if step not in steps]
        parts += [_table(explanation, steps), ""]
        parts += [Line(line) for line in _notes(explanation)]
        parts += [Line(f"no effect here: {'; '.join(unimportant)}")] if unimportant else []
        parts += [
            Line(f"  {signature}", style="dim", no_wrap=True, overflow="ignore") for signature in explanation.signatures
        ]
        parts.append("")
    return Group(*parts, Line(_NOTE))


def _notes(explanation: Explanation) -> Iterator[str]:
    if explanation.treebanks is not None:
        yield f"Scores and points are macro-averages over {counted(explanation.treebanks, 'treebank')}."
    if not explanation.steps:
        yield f"{' and '.join(explanation.programs)} have the same rules."
    for program, signature in zip(explanation.programs, explanation.signatures, strict=True):
        if "lenient=true" in signature and "lenient" not in program:
            yield f"{program}: graphs that are not trees are scored too (lenient=true); the program refuses them."


def _table(explanation: Explanation, steps: Sequence[ExplainedStep]) -> FittedTable:
    from rich.text import Text as Cell

    from .tables import new_table

    table = new_table()
    names = list(explanation.start)
    table.add_text("rule")
    for name in names:
        table.add_figures(name, "points")
    table.add_figures("sentences")
    table.add_labels("first")
    first, last = (Cell(name, style="bold") for name in explanation.programs)
    table.add_row(first, *_figures(names, explanation.start, {}), "", "")
    for step in steps:
        numbers = ", ".join(_place(explanation, place) for place in step.first[:_NAMED])
        table.add_row(step.text, *_figures(names, step.scores, step.change), f"{step.sentences:,}", numbers)
    table.add_row(last, *_figures(names, explanation.end, explanation.difference), "", "")
    return table


def _place(explanation: Explanation, place: PlacedSentence) -> str:
    """The number of a sentence; of several treebanks, the file and the line."""
    return str(place.sentence) if explanation.treebanks is None else os.path.basename(place.where)


def _figures(names: Sequence[str], scores: dict[str, float], change: dict[str, float]) -> list[str]:
    return [text for name in names for text in (figure(scores[name]), f"{change[name]:+.2f}" if name in change else "")]
