"""The answer of `compare`: systems in order, the best in bold, letters for those that do not differ significantly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cells import figure

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.text import Text

    from ..evaluation.comparison import Comparisons
    from ..evaluation.ranking import RankedSystem
    from .fitting import FittedTable

RankedScore = tuple[str, str]  # the signature of a measure and the name of a score


@dataclass(frozen=True, eq=False)
class RankingGrid:
    """Rankings as a table: one row per system and one column per score; or, of a score that is divided, one row per
    part and one column per system. `title` is what the table is about, if not all scores."""

    title: str | None
    corner: str
    columns: tuple[str, ...]
    rows: dict[str, dict[str, RankedSystem]]

    def cells(self, column: str) -> dict[str, RankedSystem]:
        """The systems in one column, by row."""
        return {name: row[column] for name, row in self.rows.items() if column in row}


def ranking_grids(comparisons: Comparisons) -> list[RankingGrid]:
    """The tables that answer which system is better: one for all scores, or one per score if these are divided."""
    ranked = comparisons.ranking()
    titles = score_titles(comparisons, [(system.signature, system.score) for system in ranked])
    if any(system.by for system in ranked):
        return list(_grids_of_parts(ranked, titles))
    order = _order(comparisons, ranked)
    rows = {
        system: {titles[cell.signature, cell.score]: cell for cell in ranked if cell.system == system}
        for system in order
    }
    return [RankingGrid(None, "system", tuple(titles.values()), rows)]


def _grids_of_parts(ranked: Sequence[RankedSystem], titles: dict[RankedScore, str]) -> Iterator[RankingGrid]:
    for (signature, score), title in titles.items():
        same = [cell for cell in ranked if (cell.signature, cell.score) == (signature, score)]
        rows: dict[str, dict[str, RankedSystem]] = {}
        for cell in same:
            rows.setdefault(cell.part or "", {})[cell.system] = cell
        yield RankingGrid(title, same[0].by or "", tuple(_by_wins(same)), rows)


def _order(comparisons: Comparisons, ranked: Sequence[RankedSystem]) -> list[str]:
    """The systems in the order of the score that they are ranked by: the first that is defined."""
    for column in comparisons.rank_by or [(ranked[0].signature, ranked[0].score)] if ranked else []:
        same = [cell for cell in ranked if (cell.signature, cell.score) == column]
        if same and not math.isnan(same[0].value):
            return [cell.system for cell in same]
    return list(dict.fromkeys(cell.system for cell in ranked))


def _by_wins(cells: Sequence[RankedSystem]) -> list[str]:
    """The systems, those that are best most often first."""
    wins = {cell.system: 0 for cell in cells}
    for cell in cells:
        wins[cell.system] += cell.is_best
    return sorted(wins, key=lambda system: -wins[system])


def score_titles(comparisons: Comparisons, columns: Sequence[RankedScore]) -> dict[RankedScore, str]:
    """The title of each score: its measure and its name; with all options where two measures have the same name."""
    signatures: dict[str, set[str]] = {}
    for comparison in comparisons:
        signatures.setdefault(comparison.measure, set()).add(comparison.signature)
    names = {signature: measure for measure, several in signatures.items() for signature in several}
    ordered = dict.fromkeys(columns)
    return {
        (signature, score): f"{_shown(names[signature], signature, signatures)} {score}" for signature, score in ordered
    }


def _shown(measure: str, signature: str, signatures: dict[str, set[str]]) -> str:
    return measure if len(signatures[measure]) == 1 else signature.partition("|")[0]


def ranking_table(grid: RankingGrid) -> FittedTable:
    """A ranking for people. Figures are followed by their letters; the first columns are the last to give way."""
    from rich.text import Text

    from .tables import new_table

    table = new_table(grid.title)
    table.add_names(grid.corner)
    for number, column in enumerate(grid.columns):
        table.add_marked(column, aside=0 if number == 0 else len(grid.columns) - number)
    width = {column: _widths(grid.cells(column).values()) for column in grid.columns}

    def shown(cell: RankedSystem | None, column: str) -> Text:
        value, letters = (figure(cell.value), cell.letters) if cell else ("-", "")
        text = f"{value:>{width[column][0]}} {letters:{width[column][1]}}"
        return Text(text, style="bold" if cell and cell.is_best else "")

    for name, row in grid.rows.items():
        table.add_row(name, *(shown(row.get(column), column) for column in grid.columns))
    return table


def _widths(cells: Iterable[RankedSystem]) -> tuple[int, int]:
    """The widths of the values and of the letters."""
    widths = [(len(figure(cell.value)), len(cell.letters)) for cell in cells]
    return max((value for value, _ in widths), default=1), max((letters for _, letters in widths), default=0)
