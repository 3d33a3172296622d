"""Difficulty as tables: for people, in the layout of Table 2 of the ECC paper, and as flat rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from os.path import basename
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text as Line

from ..parsing_difficulty.measuring import Difficulty
from .scores import Row, figure, plain_table
from .tables import new_table

_LATEX = ("treebank", "transform", "protocol", "trees", "coverage", "h_d", "h_s", "ecc", "ecc_interval")
_LATEX_ACCURACY = ("lp", "lr", "f1", "emr", "emr_interval")


def hardest_first(results: Sequence[Difficulty]) -> list[Difficulty]:
    """By ECC, the hardest treebank first; those without one last."""

    def key(result: Difficulty) -> float:
        ecc = result.summary.ecc
        return math.inf if math.isnan(ecc) else -ecc

    return sorted(results, key=key)


def difficulty_table(results: Sequence[Difficulty], level: float) -> Group:
    """One row a treebank, then what the columns are over, then the signatures."""
    table = new_table()
    transformed = any(result.transform for result in results)
    for column in ("treebank", *(("transform",) if transformed else ()), "protocol"):
        table.add_column(column, overflow="fold")
    for column in ("trees", "cov. %", "H^D", "H^S", "ECC", "LP", "LR", "F1", "EMR", "rules"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in results:
        _add(table, result, transformed)
    lines = [
        f"ECC, H^D, H^S in bits; LP, LR, F1, EMR in per cent; all over the covered trees; ± is the {100 * level:g} %"
        " interval"
    ]
    lines += [line for result in results for line in _remarks(result)]
    signatures = dict.fromkeys(result.signature for result in results)
    return Group(
        table,
        "",
        *(Line(line) for line in lines),
        *(Line(f"  {signature}", style="dim", no_wrap=True, overflow="ignore") for signature in signatures),
    )


def _add(table: Table, result: Difficulty, transformed: bool) -> None:
    own = result.summary
    table.add_row(
        result.treebank,
        *((result.transform,) if transformed else ()),
        result.protocol + (f" ({basename(result.test)})" if result.test else ""),
        f"{own.trees:,}",
        figure(_coverage(result)),
        figure(own.h_d),
        figure(own.h_s),
        _with_interval(own.ecc, own.ecc_interval),
        *(figure(value) for value in (own.lp, own.lr, own.f1)),
        _with_interval(own.emr, own.emr_interval),
        f"{len(result.grammar):,}",
    )


def _remarks(result: Difficulty) -> list[str]:
    """The accuracy on all trees, where not all are covered; and how far it hangs on ties."""
    own = result.summary
    ties = f"{result.treebank}: {own.tied:,} trees count as wrong that are as probable as the tree that was chosen"
    return ([] if own.covered == own.trees else [_on_all(result)]) + ([ties] if own.tied else [])


def _on_all(result: Difficulty) -> str:
    own = result.summary
    scores = ", ".join(
        f"{name} {figure(value)}"
        for name, value in (("LP", own.lp_all), ("LR", own.lr_all), ("F1", own.f1_all), ("EMR", own.emr_all))
    )
    without = f"; {own.trees - own.parsed:,} sentences have no parse" if own.parsed < own.trees else ""
    return f"{result.treebank}: {own.covered:,} of {own.trees:,} trees are covered; on all: {scores}{without}"


def _coverage(result: Difficulty) -> float:
    own = result.summary
    return 100 * own.covered / own.trees if own.trees else math.nan


def _with_interval(value: float, half_width: float) -> str:
    # No -0.00: a treebank without ambiguity has an ECC of zero, up to the last digit.
    shown = figure(round(value, 2) + 0.0)
    return shown if math.isnan(half_width) else f"{shown} ± {figure(half_width)}"


def latex_rows(results: Sequence[Difficulty]) -> list[Row]:
    """The columns that a paper prints."""
    rows = []
    for result in results:
        row: dict[str, Any] = {**result.row(), "coverage": _coverage(result)}
        wanted = [name for name in (*_LATEX, *_LATEX_ACCURACY, "signature") if row[name] != ""]
        rows.append({name: row[name] for name in wanted})
    return rows


def sentence_rows(results: Sequence[Difficulty]) -> list[Row]:
    """One row a tree."""
    return [row for result in results for row in result.by_sentence()]


def sentence_table(rows: Sequence[Row]) -> Table:
    """Trees for people; what is the same in all rows, or too long for a line, is left out."""
    hidden = {"transform", "protocol", "where"} | (
        {"treebank"} if len({row["treebank"] for row in rows}) == 1 else set()
    )
    return plain_table([{name: _shown(value) for name, value in row.items() if name not in hidden} for row in rows])


def _shown(value: Any) -> Any:
    """What is no probability, as a dash; yes and no as words; no -0.00."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return math.nan if math.isinf(value) else round(value, 2) + 0.0
    return value
