"""Surprisal as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.wording import counted
from .cells import figure

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..studies.surprisal.result import SurprisalRow, SurprisalSummary


def surprisal_report(rows: Sequence[SurprisalRow], summary: SurprisalSummary) -> Group:
    """One row per word and end of a sentence, then the means, and what could not be measured."""
    from rich.console import Group
    from rich.text import Text as Line

    from .tables import new_table

    table = new_table()
    table.add_figures("sentence", "position")
    table.add_names("word", "tag")
    table.add_figures("surprisal")
    table.add_figures("log2 prefix", aside=1)
    for row in rows:
        word = "(end)" if row["word"] is None and row["tag"] is None else row["word"] or "-"
        place = f"{row['sentence']:,}", f"{row['position']:,}"
        # No -0.00: a word that is certain has a surprisal of zero up to rounding.
        table.add_row(*place, word, row["tag"] or "", figure(round(row["surprisal"], 2) + 0.0), _prefix(row))
    signature = Line(f"  {summary['signature']}", style="dim", no_wrap=True, overflow="ignore")
    return Group(table, "", *(Line(line) for line in summary_lines(summary)), signature)


def _prefix(row: SurprisalRow) -> str:
    return "-" if row["status"] else figure(row["log2_prefix"])


def summary_lines(row: SurprisalSummary) -> list[str]:
    """The summary in words."""
    measured = f"{counted(row['measured'], 'word')} in {counted(row['sentences'], 'sentence')}"
    means = f"{figure(row['mean'])} bits per word, perplexity {figure(row['perplexity'])}"
    lines = [
        f"surprisal in bits, over {row['over']}; grammar: {counted(row['rules'], 'rule')} of {row['training']}",
        f"{measured}: {means}; {figure(row['end'])} bits per end of a sentence",
    ]
    if row["impossible"]:
        after = f"; the {counted(row['after'], 'word')} after the first impossible one are not measured"
        lines.append(
            f"{counted(row['impossible'], 'sentence is', 'sentences are')} impossible under the grammar"
            f"{after if row['after'] else ''}"
        )
    if row["unknown"]:
        what = "are not in the lexicon" if row["over"] == "words" else "have a tag that the grammar does not have"
        lines.append(f"{counted(row['unknown'], 'word')} {what}".replace("1 word are", "1 word is", 1))
    if row["log2_finite"] < 0:
        share = 2.0 ** row["log2_finite"]
        lines.append(
            f"the grammar is not consistent: a tree is finite with probability {share:.6g}; figures are of finite trees"
        )
    return lines
