"""Studies of annotation schemes as tables, in the layout of Rehbein and van Genabith (2007): one row per kind of
error, setting of the dial or step of conversion, one column per measure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from rich.console import Group
from rich.text import Text as Line

from ..core.types import AnyRow
from ..core.wording import counted
from ..studies.annotation_schemes.converted import Converted
from ..studies.annotation_schemes.dial import BiasCurve
from ..studies.annotation_schemes.inserted import InsertedErrors
from ..studies.annotation_schemes.yardsticks import HEADLINES
from ..studies.perturbing.kinds import ERROR_KINDS
from .cells import figure
from .fitting import FittedTable
from .tables import new_table


def inserted_tables(study: InsertedErrors) -> Group:
    """Tables 4 and 5: the scores of the first treebank, those of the second, and the difference."""
    rows = study.rows()
    seeds = study.errors.shape[1]
    a, b = (f"{name} ({scheme})" for name, scheme in zip(study.names, study.schemes, strict=True))
    tables = [
        _by_measure(a, rows, "kind", lambda row: figure(row["value_a"])),
        _by_measure(b, rows, "kind", lambda row: figure(row["value_b"])),
        _by_measure("second - first", rows, "kind", lambda row: with_width(row["difference"], row["interval"])),
    ]
    lines = [
        f"the same number of errors in both, drawn with {counted(seeds, 'seed')}: means,"
        f" ± is the {100 * study.level:g} % interval of the mean over seeds",
        *(
            f"{kind}: one of the two treebanks has no place for it ({ERROR_KINDS[kind].about})"
            for kind in study.without
        ),
    ]
    named = dict.fromkeys((row["measure"], row["score"]) for row in rows)
    lines.insert(0, "scores: " + ", ".join(f"{measure} {score}" for measure, score in named))
    both = [signature for row in rows for signature in (row["signature_a"], row["signature_b"])]
    return _with_lines(tables, lines, both)


def dial_tables(curves: Sequence[BiasCurve]) -> Group:
    """One table per treebank, from flat to deep; then how flat each measure is."""
    tables: list[FittedTable] = []
    for curve in curves:
        named = {place: f"{place} {setting.name}" for place, setting in enumerate(curve.settings)}
        rows = [
            {**row, "setting": named[row["setting"]], "nodes/word": f"{row['nodes_per_word']:.3f}"}
            for row in curve.rows()
        ]
        title = (
            f"{curve.treebank} ({curve.scheme}), {counted(curve.sentences, 'sentence')}, {curve.own:.3f} nodes per word"
        )
        tables.append(_by_measure(title, rows, "setting", _value, extra="nodes/word"))
    level = f"{100 * curves[0].level:g}"
    seeds = curves[0].values.shape[2]
    lines = [
        f"the same errors at all settings, drawn with {counted(seeds, 'seed')}: means,"
        f" ± is the {level} % interval of the mean",
        "slope: points per node per word; cost ratio: the cost of the errors in the deepest trees, relative to that in"
        " flat ones",
    ]
    tables.append(_errors_table(curves))
    tables.append(flatness_table([row for curve in curves for row in curve.flatness()]))
    return _with_lines(tables, lines, [row["signature"] for curve in curves for row in curve.rows()])


def _errors_table(curves: Sequence[BiasCurve]) -> FittedTable:
    """How many errors of each kind there are, and how many places."""
    table = new_table("errors")
    table.add_names("treebank")
    table.add_labels("kind")
    table.add_figures("places", "seen at every setting", "errors")
    for curve in curves:
        for kind, (there, seen, errors) in curve.kinds.items():
            table.add_row(curve.treebank, kind, f"{there:,}", f"{seen:,}", f"{errors:,.0f}")
    return table


def flatness_table(rows: Sequence[AnyRow]) -> FittedTable:
    """One row per treebank and measure."""
    table = new_table("how flat")
    table.add_names("treebank")
    table.add_labels("measure", "score")
    table.add_figures("lowest", "highest", aside=1)
    table.add_figures("slope", "cost ratio")
    for row in rows:
        table.add_row(
            row["treebank"],
            row["measure"],
            row["score"],
            figure(row["lowest"]),
            figure(row["highest"]),
            with_width(row["slope"], row["slope_interval"]),
            with_width(row["cost_ratio"], row["cost_ratio_interval"]),
        )
    return table


def converted_table(rows: Sequence[Converted]) -> Group:
    """Table 7: one row per list of steps."""
    table = new_table()
    table.add_names("treebank")
    table.add_text("steps")
    table.add_figures("nodes/word")
    names = [(result.measure.name, _headline(result.scores)) for result in rows[0].results]
    table.add_figures(*(name for name, _ in names))
    for row in rows:
        by_measure = {result.measure.name: result.scores for result in row.results}
        scores = [figure(by_measure[name][score]) if name in by_measure else "-" for name, score in names]
        table.add_row(row.treebank, " + ".join(row.steps) or "-", f"{row.nodes_per_word:.3f}", *scores)
    lines = ["scores: " + ", ".join(f"{name} {score}" for name, score in names)]
    lines += dict.fromkeys(
        f"{row.treebank}, {result.measure.name}: {counted(len(result.left_out), 'sentence')} left out, the first:"
        f" {result.left_out[0].reason}"
        for row in rows
        for result in row.results
        if result.left_out
    )
    signatures = [str(result.signature) for row in rows for result in row.results]
    return _with_lines([table], lines, signatures)


def _headline(scores: dict[str, float]) -> str:
    """The score that is shown for a measure."""
    return next((score for score in scores if score in HEADLINES.values()), next(iter(scores)))


def reliability_table(rows: Sequence[AnyRow]) -> Group:
    """Heads by functions against heads by rules alone."""
    table = new_table()
    native = any(not math.isnan(row["rules_native"]) for row in rows)
    table.add_names("treebank", "head rules")
    table.add_figures("sentences", "marked heads", aside=1)
    table.add_figures("F1", *(("functions, own", "rules, own") if native else ()))
    for row in rows:
        native_cells = [figure(row[name]) for name in ("functions_native", "rules_native")] if native else []
        table.add_row(
            row["treebank"],
            row["rules"],
            f"{row['sentences']:,}",
            f"{row['marked']:,}",
            figure(row["f1"]),
            *native_cells,
        )
    lines = ["F1: dependencies by head rules alone against those by the functions of the treebank"]
    if native:
        lines.append("own: dependencies by functions, and by rules alone, against the dependency trees of the treebank")
    return _with_lines([table], lines, [])


def _by_measure(
    title: str, rows: Sequence[AnyRow], key: str, cell: Callable[[AnyRow], str], *, extra: str = "errors"
) -> FittedTable:
    """Rows with one column per measure."""
    table = new_table(title)
    table.add_labels(key)
    table.add_figures(extra)
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    table.add_figures(*measures)
    for value in dict.fromkeys(row[key] for row in rows):
        by_measure = {row["measure"]: row for row in rows if row[key] == value}
        first = next(iter(by_measure.values()))[extra]
        shown = first if isinstance(first, str) else f"{first:,.0f}"
        table.add_row(value, shown, *(cell(by_measure[name]) for name in measures))
    return table


def _value(row: AnyRow) -> str:
    return with_width(row["value"], row["interval"])


def with_width(value: float, half_width: float) -> str:
    """A value with the half-width of its interval, if it has one; no -0.00."""
    shown = figure(round(value, 2) + 0.0)
    return shown if math.isnan(half_width) else f"{shown} ± {half_width:.2f}"


def _with_lines(tables: Sequence[FittedTable], lines: Iterable[str], signatures: Iterable[str]) -> Group:
    parts: list[FittedTable | str] = []
    for table in tables:
        parts += [table, ""]
    return Group(
        *parts,
        *(Line(line) for line in lines),
        *(Line(f"  {line}", style="dim", no_wrap=True, overflow="ignore") for line in dict.fromkeys(signatures)),
    )
