"""Difficulty as tables: for people, in the layout of Table 2 of the ECC paper, and as flat rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from os.path import basename
from typing import Any

from rich.console import Group
from rich.text import Text as Line

from ..core.types import AnyRow, Row
from ..core.wording import counted
from ..studies.difficulty.conjecture import conjecture
from .cells import figure, plain_table
from .fitting import FittedTable
from .tables import new_table

_AMBIGUITY = {"tree_entropy": "H(T|w)", "log2_number": "log2 trees", "average_parse_base": "APB"}
_LATEX = ("treebank", "transform", "protocol", "trees", "coverage", "h_d", "h_s", "ecc", "ecc_interval")
_LATEX_ACCURACY = ("lp", "lr", "f1", "emr", "emr_interval")


def difficulty_table(rows: Sequence[AnyRow], level: float) -> Group:
    """One row per treebank, then what the columns are computed over, how ECC and EMR correlate, and the signatures."""
    table = new_table()
    transformed = any(row["transform"] for row in rows)
    table.add_names("treebank", *(("transform",) if transformed else ()))
    table.add_labels("protocol", aside=1)
    _add_columns(table)
    table.add_figures(*(title for name, title in _AMBIGUITY.items() if name in rows[0]))
    for row in rows:
        names = [row["treebank"], *((row["transform"],) if transformed else ())]
        protocol = row["protocol"] + (f" ({basename(row['test'])})" if row["test"] else "")
        table.add_row(*names, protocol, *_cells(row))
    lines = [_over(level), *(line for row in rows for line in _remarks(row)), *correlation_lines(conjecture(rows))]
    return _with_lines(table, lines, rows)


def _add_columns(table: FittedTable) -> None:
    """ECC, F1 and EMR are always in the table."""
    table.add_figures("trees", aside=6)
    table.add_figures("cov. %", aside=4)
    table.add_figures("H^D", "H^S", aside=3)
    table.add_figures("ECC")
    table.add_figures("LP", "LR", aside=2)
    table.add_figures("F1", "EMR")
    table.add_figures("rules", aside=2)


def _over(level: float) -> str:
    return (
        f"ECC, H^D, H^S in bits; LP, LR, F1, EMR in per cent; all over the covered trees; ± is the {100 * level:g} %"
        " interval"
    )


def _with_lines(table: FittedTable, lines: Sequence[str], rows: Sequence[AnyRow]) -> Group:
    signatures = dict.fromkeys(row["signature"] for row in rows)
    return Group(
        table,
        "",
        *(Line(line) for line in lines),
        *(Line(f"  {signature}", style="dim", no_wrap=True, overflow="ignore") for signature in signatures),
    )


def _cells(row: AnyRow) -> list[str]:
    return [
        f"{row['trees']:,}",
        figure(_coverage(row)),
        figure(row["h_d"]),
        figure(row["h_s"]),
        _with_interval(row["ecc"], row["ecc_interval"]),
        *(figure(row[name]) for name in ("lp", "lr", "f1")),
        _with_interval(row["emr"], row["emr_interval"]),
        f"{row['rules']:,}",
        *(figure(row[name]) for name in _AMBIGUITY if name in row),
    ]


def _remarks(row: AnyRow) -> list[str]:
    """The accuracy on all trees, where not all are covered; and how many trees count as wrong because of ties."""
    if not row["trees"]:
        return [f"{row['treebank']}: no tree has a length that is measured; see --max-length and --all-lengths"]
    return ([] if row["covered"] == row["trees"] else [_on_all(row)]) + ([_ties(row)] if row["tied"] else [])


def _ties(row: AnyRow) -> str:
    both = counted(row["tied"], "gold tree and the parser's choice", "gold trees and the parser's choices")
    return f"{row['treebank']}: {both} are equally probable: counted as wrong"


def _on_all(row: AnyRow) -> str:
    scores = ", ".join(f"{name.upper()} {figure(row[f'{name}_all'])}" for name in ("lp", "lr", "f1", "emr"))
    unparsed = row["trees"] - row["parsed"]
    without = f"; {counted(unparsed, 'sentence has', 'sentences have')} no parse" if unparsed > 0 else ""
    covered = f"{row['covered']:,} of {counted(row['trees'], 'tree')} {'is' if row['covered'] == 1 else 'are'} covered"
    return f"{row['treebank']}: {covered}; on all: {scores}{without}"


def _coverage(row: AnyRow) -> float:
    return 100 * row["covered"] / row["trees"] if row["trees"] else math.nan


def _with_interval(value: float, half_width: float) -> str:
    # No -0.00: a treebank without ambiguity has an ECC of zero up to rounding.
    shown = figure(round(value, 2) + 0.0)
    return shown if math.isnan(half_width) else f"{shown} ± {figure(half_width)}"


def correlation_lines(rows: Sequence[AnyRow]) -> list[str]:
    """The rows of `conjecture` in words."""
    if not rows:
        return []
    shown = {(row["x"], row["y"], row["given"], row["method"]): _correlation(row) for row in rows}
    three = ", ".join(
        f"{method.capitalize()} {shown['ecc', 'emr', None, method]}" for method in ("spearman", "kendall", "pearson")
    )
    others = (("ecc", "emr", "length"), ("length", "emr", None), ("length", "ecc", None), ("ecc_per_word", "emr", None))
    given, emr, ecc, per_word = (shown[*names, "spearman"] for names in others)
    return [
        f"the higher the ECC, the lower the EMR? {three}; {rows[0]['n']} rows, one-sided",
        f"Spearman: ECC and EMR given the mean length {given}; mean length and EMR {emr}, and ECC {ecc}; ECC per word "
        f"and EMR {per_word}",
    ]


def _correlation(row: AnyRow) -> str:
    return figure(row["value"]) + ("" if math.isnan(row["p"]) else f" (p {row['p']:.2g})")


def growing_table(rows: Sequence[AnyRow], level: float) -> Group:
    """The layout of Table 6: each model on its own trees, then all models on the same held-out trees."""
    table = new_table()
    table.add_labels("measured on", repeat=False)
    table.add_labels("model")
    table.add_figures("sentences")
    _add_columns(table)
    table.add_figures("own cov. %", aside=5)
    for row in rows:
        side = {"train": "its own trees", "test": "held-out trees"}[row["protocol"]]
        own_coverage = figure(100 * row["own_covered"] / row["trees"]) if row["trees"] else "-"
        table.add_row(side, row["sample"], f"{row['size']:,}", *_cells(row), own_coverage)
    lines = [
        _over(level),
        "the covered held-out trees are those that W1 covers, the same for all models; own cov.: those of each model",
    ]
    return _with_lines(table, lines, rows)


def latex_rows(rows: Sequence[AnyRow]) -> list[Row]:
    """The columns that a paper prints."""
    wanted = ("sample", *_LATEX, *_LATEX_ACCURACY, *_AMBIGUITY, "signature")
    whole = [{**row, "coverage": _coverage(row)} for row in rows]
    return [{name: row[name] for name in wanted if row.get(name, "") != ""} for row in whole]


def sentence_table(rows: Sequence[AnyRow]) -> FittedTable:
    """Trees for people, without columns that are the same in all rows or too long for a line."""
    hidden = {"transform", "protocol", "where"} | (
        {"treebank"} if len({row["treebank"] for row in rows}) == 1 else set()
    )
    return plain_table([{name: _shown(value) for name, value in row.items() if name not in hidden} for row in rows])


def node_table(rows: Sequence[AnyRow]) -> FittedTable:
    """Groups of nodes for people: bits, their interval, and shares in per cent."""
    percent = [
        {**row, "share": f"{round(100 * row['share'], 2) + 0.0:.2f} %"}
        if not math.isnan(row.get("share", math.nan))
        else row
        for row in rows
    ]
    return sentence_table([{name: value for name, value in row.items() if name != "signature"} for row in percent])


def _shown(value: Any) -> Any:
    """Infinite values as a dash; yes and no as words; no -0.00."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return math.nan if math.isinf(value) else round(value, 2) + 0.0
    return value
