"""Tables of what a test treebank shares with the training treebank."""

from __future__ import annotations

from ..evaluation.leakage import SHARES, Leakage, LengthLeakage
from .fitting import FittedTable
from .tables import new_table


def leakage_table(found: Leakage) -> FittedTable:
    """One row per group of lengths: the figures, and in brackets those of random splits."""
    table = new_table(f"{found.test} seen in {found.train}")
    table.add_labels("length")
    table.add_figures("sentences", "words %", "expected", "tags %", "expected", "trees %", "expected")
    table.add_figures("displacement", "expected")
    for part in found.lengths:
        shares = [cell for name in SHARES for cell in _cells(part, name, 100, 1)]
        table.add_row(part.length, f"{part.sentences:,}", *shares, *_cells(part, "displacement", 1, 3))
    table.notes += [
        "words, tags, trees: test sentences whose words, tags or unlabelled tree are also in training (Søgaard 2020)",
        "displacement: how far signed lengths of arcs differ from those in training",
        "  (Anderson and Gómez-Rodríguez 2022)",
        f"expected: mean of {found.splits} random splits in which both parts keep their lengths of sentences, since",
        "  leakage depends mostly on lengths (Anderson, Søgaard and Gómez-Rodríguez 2021)",
    ]
    return table


def _cells(part: LengthLeakage, name: str, times: int, places: int) -> tuple[str, str]:
    value = getattr(part, name)
    if value is None:
        return "", ""
    return f"{times * value:.{places}f}", f"{times * part.expected[name]:.{places}f}"
