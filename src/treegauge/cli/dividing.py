"""Scores divided into parts (`score --by`): which parts, in which order, and how they are printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..core.bounds import Natural, Positive
from ..core.errors import CallError
from ..core.remarks import remark
from .completion import complete_breakdown
from .options import note
from .printing import Form, Printing

if TYPE_CHECKING:
    from ..evaluation.breakdowns import Part
    from ..evaluation.result import Result

_CONFUSION = "confusion"
_SAME = {"relation": "label"}  # in a dependency treebank, the labels are relations


@dataclass(frozen=True)
class Dividing:
    """What the scores are divided by."""

    panel: ClassVar[str] = "Breakdowns"
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            autocompletion=complete_breakdown,
            help=(
                "Divide by sentence, length, label, tag, distance, direction, depth, projectivity, kind; or show the"
                " confusion. A line under the table says what these are. Repeatable: one table each."
            ),
        ),
    ] = None
    sort: Annotated[
        str | None,
        typer.Option(metavar="SCORE", help="With --by: sort by a score or a column, highest first; -SCORE: lowest."),
    ] = None
    top: Annotated[Positive | None, typer.Option(metavar="N", help="With --by: only the first N rows.")] = None
    examples: Annotated[
        Natural | None,
        typer.Option(
            metavar="N", show_default="1", help="With --by confusion: N examples of each error, words in context."
        ),
    ] = None

    @property
    def divisions(self) -> list[str]:
        """What to divide by, each once."""
        return list(dict.fromkeys(_SAME.get(what, what) for what in self.by or []))

    def check(self) -> None:
        """An option for breakdowns needs one."""
        for option, value in (("--sort", self.sort), ("--top", self.top)):
            if value is not None and not self.by:
                raise CallError(f"{option} is for the rows of a breakdown: add --by length, --by label, ...")
        if self.examples is not None and _CONFUSION not in self.divisions:
            raise CallError("--examples is for the errors of a confusion: add --by confusion")
        if self.sort is not None and _CONFUSION in self.divisions:
            raise CallError("the confusion is always sorted by count: leave out --sort, or --by confusion")

    def print(self, results: Sequence[Result], printing: Printing, plot: str | None) -> None:
        """Print one table per measure and division, or the rows of all of them; and draw one chart each."""
        from ..report.parts import part_rows

        objects: list[Any] = []
        flat: list[Any] = []
        tables: list[Callable[[], Any]] = []  # drawn only if they are printed
        charts: list[Callable[[], str]] = []
        for by in self.divisions:
            if by == _CONFUSION:
                rows = self._confusions(results)
                objects += rows
                flat += self._label_errors(results) if printing.wanted() in (Form.csv, Form.parquet) else _short(rows)
                tables.append(partial(_confusion_table, rows))
                charts += [partial(_confusion_chart, result) for result in results if result.measure.has_confusion]
                continue
            for name, parts in self._divided(results, by):
                objects += [part.row() for part in parts]
                flat += part_rows(parts)
                tables += [partial(_part_table, parts, by, name)] if parts else []
                charts.append(partial(_part_chart, parts))
        printing.write("score", objects, flat, lambda: _below_each_other(tables))
        if plot is not None:
            _draw_all(charts, plot)

    def _divided(self, results: Sequence[Result], by: str) -> list[tuple[str, list[Part]]]:
        """The parts of every result that can be divided, and sorted, in this way."""
        from ..evaluation.selecting import sort_keys, spelled_as
        from ..report.scores import in_reading_order

        able = [result for result in results if by in _possible(result)]
        if not able:
            known = dict.fromkeys(name for result in results for name in _possible(result))
            folders = "; folders (score GOLD/ TEST/) are divided without --by" if by == "treebank" else ""
            raise CallError(f"cannot divide by '{by}'; possible: {', '.join(known)}{folders}")
        if self.sort is not None:
            keys = {result: sort_keys(result, by) for result in able}
            wanted = self.sort.removeprefix("-")
            sortable = [result for result in able if spelled_as(wanted, keys[result])]
            if not sortable:
                known = dict.fromkeys(key for listed in keys.values() for key in listed)
                raise CallError(f"cannot sort by '{wanted}'; known: {', '.join(known)}")
            unsorted = [result.measure.name for result in able if result not in sortable]
            if unsorted:
                remark(f"left out {', '.join(unsorted)}: there is no '{wanted}' to sort by")
            able = sortable
        return [(name, result.by(by, sort=self.sort, top=self.top)) for name, result in in_reading_order(able)]

    def _confusions(self, results: Sequence[Result]) -> list[Any]:
        from ..report.parts import confusion_rows

        able = [result for result in results if result.measure.has_confusion]
        if not able:
            names = ", ".join(result.measure.name for result in results)
            raise CallError(f"{names}: there is no confusion of labels")
        examples = 1 if self.examples is None else self.examples
        return [row for result in able for row in confusion_rows(result, examples, self.top)]

    def _label_errors(self, results: Sequence[Result]) -> list[Any]:
        from ..report.parts import label_error_rows

        able = [result for result in results if result.measure.has_confusion]
        return [row for result in able for row in label_error_rows(result, self.top)]


def _short(rows: list[Any]) -> list[Any]:
    """Rows for a table in a paper."""
    return [{name: value for name, value in row.items() if name != "examples"} for row in rows]


def _confusion_table(rows: list[Any]) -> Any:
    from ..report.parts import confusion_table

    return confusion_table(rows)


def _part_table(parts: list[Part], by: str, name: str) -> Any:
    from ..report.parts import part_table

    return part_table(parts, by, name)


def _part_chart(parts: Sequence[Part]) -> str:
    from ..report.result_charts import parts_plot

    return parts_plot(parts)


def _confusion_chart(result: Result) -> str:
    from ..report.result_charts import confusion_plot

    return confusion_plot(result.confusion(), f"{result.measure.name}: errors by label")


def _draw_all(charts: Sequence[Callable[[], str]], plot: str) -> None:
    from ..report.notebooks import write_charts

    write_charts([chart() for chart in charts], plot)
    note(f"{'the chart is' if len(charts) == 1 else 'the charts are'} in {plot}")


def _below_each_other(tables: Sequence[Callable[[], Any]]) -> Any:
    from rich.console import Group

    return Group(*[part for table in tables for part in ("", table())][1:])


def _possible(result: Result) -> list[str]:
    """What a result can be divided by."""
    return [
        *("sentence", "length"),
        *result.measure.breakdowns,
        *([_CONFUSION] if result.measure.has_confusion else []),
    ]
