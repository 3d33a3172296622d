"""The tables of docs/studies/suspects.md, from the judgements in docs/studies/suspects-read.csv."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from measured import markdown_table

from treegauge.evaluation.statistics.shares import share_interval

_READ = Path(__file__).parent / "studies" / "suspects-read.csv"
VERDICTS = ("error", "probable", "correct", "unclear")
_ALL = "all five"


def judgements() -> list[dict[str, str]]:
    """One row per suspect that was read."""
    with _READ.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def verdicts_table() -> str:
    """How many suspects of each treebank are errors."""
    verdicts: dict[str, list[str]] = {}
    for row in judgements():
        verdicts.setdefault(row["treebank"], []).append(row["verdict"])
    verdicts[_ALL] = [verdict for column in verdicts.values() for verdict in column]
    heads = ["treebank", *VERDICTS, "errors %", "errors and probable %"]
    return markdown_table(heads, [[name, *_cells(column)] for name, column in verdicts.items()])


def _cells(verdicts: list[str]) -> list[str]:
    counts = Counter(verdicts)
    both = counts["error"] + counts["probable"]
    return [
        *(str(counts[name]) for name in VERDICTS),
        _share(counts["error"], len(verdicts)),
        _share(both, len(verdicts)),
    ]


def _share(count: int, number: int) -> str:
    low, high = share_interval(count, number)
    return f"{100 * count / number:.0f} ({100 * low:.0f} to {100 * high:.0f})"


def errors_table() -> str:
    """What the errors are."""
    rows = [row for row in judgements() if row["verdict"] == "error"]
    kinds: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        kinds.setdefault((row["treebank"], row["error"]), []).append(row["rank"])
    cells = [[treebank, error, ", ".join(ranks)] for (treebank, error), ranks in kinds.items()]
    return markdown_table(["treebank", "error", "rank"], cells, texts=3)
