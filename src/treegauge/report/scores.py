"""Scores as rows: for people, for papers (LaTeX), for machines (CSV, Parquet). Every number comes with its
signature."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.errors import CallError, MissingExtraError
from ..core.types import AnyRow, Row
from ..core.wording import counted

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group
    from rich.table import Table

    from ..evaluation.breakdowns import Part
    from ..evaluation.compare import Comparison
    from ..evaluation.result import Result


_SHOWN = 10  # sentences left out that are named on the screen; the other outputs name them all
_LATEX = {ord(mark): f"\\{mark}" for mark in "&%$#_{}"} | str.maketrans(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "…": r"\dots{}"}
)
_SIDES = ("precision", "recall", "aligned")
_SIZES = {f"n_{name}": name for name in ("gold", "test", "tokens", "n", "tags")}
_SUFFIXES = tuple(f"_{side}" for side in _SIDES)


def score_rows(results: Iterable[Result]) -> list[Row]:
    """One row per score."""
    return [
        {
            "measure": result.measure.name,
            "score": name,
            "value": value,
            "low": result.intervals.get(name, (math.nan, math.nan))[0],
            "high": result.intervals.get(name, (math.nan, math.nan))[1],
            "sentences": len(result.compared),
            "left_out": len(result.left_out),
            "signature": str(result.signature),
        }
        for result in results
        for name, value in result.scores.items()
    ]


def part_rows(parts: Iterable[Part], by: str) -> list[Row]:
    """One row per part, with all its counts and scores."""
    rows = []
    for part in parts:
        measure = part.result.measure
        counts = dict(zip(measure.counts, part.total.tolist(), strict=True))
        rows.append(
            {
                "measure": measure.name,
                by: part.name,
                **({"where": part.where} if part.where else {}),
                **{f"n_{name}": value for name, value in counts.items()},
                **part.scores,
                "signature": str(part.result.signature),
            }
        )
    return rows


def confusion_rows(result: Result) -> list[Row]:
    """One row per pair of labels, the most frequent first, with the numbers of its sentences, from 1."""
    confusion = result.confusion()
    cells: dict[tuple[str, str], list[int]] = {}
    triples = zip(confusion.gold.decode(), confusion.test.decode(), (confusion.sentence + 1).tolist(), strict=True)
    for gold, test, sentence in triples:
        cells.setdefault((gold if gold is not None else "-", test if test is not None else "-"), []).append(sentence)
    return [
        {
            "measure": result.measure.name,
            "gold": gold,
            "test": test,
            "count": len(sentences),
            "sentences": list(dict.fromkeys(sentences)),
            "signature": str(result.signature),
        }
        for (gold, test), sentences in sorted(cells.items(), key=lambda cell: (-len(cell[1]), cell[0]))
    ]


def comparison_rows(comparisons: Iterable[Comparison]) -> list[Row]:
    """One row per pair of parsers and score, the interval as two columns."""
    rows = []
    for comparison in comparisons:
        row = comparison.row()
        low, high = row.pop("interval")
        rows.append({**row, "low": low, "high": high})
    return rows


def score_table(results: Sequence[Result], level: float) -> Group:
    """Results for people: a table, then what was left out, then the signatures."""
    from rich.console import Group

    from .tables import new_table

    plain, sided = new_table(), new_table()
    heading = f"{100 * level:g} % interval" if any(result.intervals for result in results) else ""
    for column in ("measure", "score", "value", heading):
        plain.add_column(column, justify="left" if column in ("measure", "score") else "right", no_wrap=True)
    for column in ("measure", "score", "precision", "recall", "F1", heading, "aligned"):
        sided.add_column(column, justify="left" if column in ("measure", "score") else "right", no_wrap=True)
    for result in results:
        _add(result, plain, sided)
    shown: list[Any] = [table for table in (plain, sided) if table.row_count]
    return Group(*shown, "", *(line for result in results for line in _remarks(result)))


def _add(result: Result, plain: Table, sided: Table) -> None:
    name = result.measure.name
    sides = [score for score in result.scores if f"{score}_precision" in result.scores]
    for score in sides:
        values = {side: result.scores.get(f"{score}_{side}", math.nan) for side in _SIDES}
        sided.add_row(
            name,
            score,
            figure(values["precision"]),
            figure(values["recall"]),
            figure(result.scores[score]),
            _interval(result, score),
            figure(values["aligned"]),
        )
        name = ""
    companions = {f"{score}_{side}" for score in sides for side in _SIDES}
    for score, value in result.scores.items():
        if score not in companions and score not in sides:
            plain.add_row(name, score, figure(value), _interval(result, score))
            name = ""


def figure(value: float) -> str:
    """Two digits, as papers print; 0/0 is a dash."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def _interval(result: Result, score: str) -> str:
    low, high = result.intervals.get(score, (math.nan, math.nan))
    return "" if math.isnan(low) else f"{low:.2f} to {high:.2f}"


def _remarks(result: Result) -> list[Any]:
    from rich.text import Text as Line

    name, out = result.measure.name, result.left_out
    heading = f"{name}: {counted(len(result.compared), 'sentence')}" + (f", {len(out):,} left out:" if out else "")
    lines: list[Any] = [Line(heading, style="bold" if out else "")]
    lines += [Line(f"  {sentence.sentence} ({sentence.where}): {sentence.reason}") for sentence in out[:_SHOWN]]
    odd = dict(zip(result.measure.counts, result.total.tolist(), strict=True)).get("no_trees", 0)
    if odd:
        not_trees = counted(round(odd), "sentence of test is not a tree", "sentences of test are not trees")
        lines.append(Line(f"  {not_trees} (roots, cycles, heads); scored as given"))
    if len(out) > _SHOWN:
        lines.append(Line(f"  and {len(out) - _SHOWN:,} more; --json names them all"))
    return [*lines, Line(f"  {result.signature}", style="dim", no_wrap=True, overflow="ignore")]


def part_tables(tables: Sequence[Sequence[Row]]) -> Group:
    """Parts for people: one table per measure; of the counts, only the sizes of gold and test."""
    from rich.console import Group

    return Group(*(plain_table([_without_counts(row) for row in rows]) for rows in tables))


def _without_counts(row: Row) -> Row:
    shown: Row = {}
    for name, value in row.items():
        if name in _SIZES and not _is_nan(value):
            shown[_SIZES[name]] = round(value)
        elif not name.startswith("n_"):
            shown[name] = value
    return shown


def comparison_table(comparisons: Sequence[Comparison], level: float) -> Group:
    """Comparisons for people; ** marks p below 0.01, * below 0.05, after correction."""
    from rich.console import Group
    from rich.text import Text as Line

    from .tables import new_table

    table = new_table()
    for column in ("measure", "score", "a", "b"):
        table.add_column(column, overflow="fold")
    for column in ("value a", "value b", "a - b", f"{100 * level:g} % interval", "p", "p (Holm)", "", "d_z"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("test", no_wrap=True)
    names = {(comparison.measure, comparison.score) for comparison in comparisons}
    for comparison in comparisons:
        if _is_shown(comparison, names):
            table.add_row(*_comparison_cells(comparison))
    remarks = dict.fromkeys(_compared(comparison) for comparison in comparisons)
    return Group(table, "", *(Line(remark, style="dim", no_wrap=True, overflow="ignore") for remark in remarks))


def _is_shown(comparison: Comparison, names: set[tuple[str, str]]) -> bool:
    """Not the precision, recall and aligned accuracy of an F1 in the table, nor what is 0 for both; --json has all."""
    of_f1 = comparison.score.endswith(_SUFFIXES) and (comparison.measure, comparison.score.rpartition("_")[0]) in names
    return not of_f1 and not comparison.value_a == comparison.value_b == 0


def _comparison_cells(comparison: Comparison) -> tuple[str, ...]:
    stars = "**" if comparison.p_holm < 0.01 else "*" if comparison.p_holm < 0.05 else ""
    low, high = comparison.interval
    return (
        *(comparison.measure, comparison.score, comparison.a, comparison.b),
        *(figure(comparison.value_a), figure(comparison.value_b)),
        *(f"{comparison.difference:+.2f}", f"{low:+.2f} to {high:+.2f}", _p(comparison.p), _p(comparison.p_holm)),
        *(stars, figure(comparison.effect), comparison.test),
    )


def _compared(comparison: Comparison) -> str:
    left_out = (
        f", {comparison.left_out:,} left out because not every parser could be scored on them (score says why)"
        if comparison.left_out
        else ""
    )
    return f"  {comparison.signature} ({counted(comparison.sentences, 'sentence')}{left_out})"


def _p(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.4f}" if value >= 0.0001 else "<0.0001"


def plain_table(rows: Sequence[AnyRow]) -> Table:
    """Rows as they are, without the signature, which is the same in all."""
    from .tables import new_table

    table = new_table()
    names = _columns(rows)
    for name in names:
        numeric = any(isinstance(row.get(name), (int, float)) for row in rows)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(row.get(name)) for name in names))
    return table


def _columns(rows: Sequence[AnyRow]) -> list[str]:
    """The columns of a table: without signatures and counts, and without scores that are 0/0 in every row."""
    names = dict.fromkeys(name for row in rows for name in row if name != "signature")
    return [name for name in names if any(not _is_nan(row.get(name)) for row in rows)]


def _is_nan(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return (
            "-" if math.isnan(value) else f"{value:,.0f}" if value.is_integer() and abs(value) > 100 else f"{value:.2f}"
        )
    if isinstance(value, list):
        numbers = [str(item) if not isinstance(item, float) else figure(item) for item in value[:8]]
        return " ".join(numbers) + (" …" if len(value) > 8 else "")
    return f"{value:,}" if isinstance(value, int) else str(value)


def to_csv(rows: Sequence[AnyRow]) -> str:
    """Comma-separated values with a header; numbers unrounded, 0/0 empty."""
    buffer = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(buffer, names, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _plain(value) for name, value in row.items()})
    return buffer.getvalue()


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return " ".join(str(item) for item in value)
    return "" if _is_nan(value) else value


def to_latex(rows: Sequence[AnyRow]) -> str:
    """A table for the package booktabs, two digits; the signatures are above it as comments."""
    names = _columns(rows)
    numeric = {name for name in names if any(isinstance(row.get(name), (int, float, list)) for row in rows)}
    lines = [f"% {signature}" for signature in dict.fromkeys(row["signature"] for row in rows if "signature" in row)]
    lines += [
        r"\begin{tabular}{" + "".join("r" if name in numeric else "l" for name in names) + "}",
        r"\toprule",
        " & ".join(_escaped(name.replace("_", " ")) for name in names) + r" \\",
        r"\midrule",
        *(" & ".join(_escaped(_latex_cell(name, row.get(name))) for name in names) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _latex_cell(name: str, value: Any) -> str:
    """Counts are whole numbers where they can be; p has four digits."""
    if name in ("p", "p_holm"):
        return _p(value)
    whole = name.startswith("n_") and isinstance(value, float) and value.is_integer()
    return f"{value:.0f}" if whole else _cell(value)


def _escaped(text: str) -> str:
    return text.translate(_LATEX)


def to_parquet(rows: Sequence[AnyRow], path: str) -> None:
    """The rows as a Parquet file (extra `frames`)."""
    try:
        import polars
    except ImportError:
        raise MissingExtraError("polars", "frames", "writing Parquet") from None
    if path == "-":
        raise CallError("Parquet cannot be written to standard output; name a file: -o scores.parquet")
    try:
        polars.DataFrame(list(rows), infer_schema_length=None).write_parquet(path)
    except OSError as error:
        raise CallError(f"cannot write '{path}': {error}") from None
