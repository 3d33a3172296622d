"""Tables that fit the screen. No number is ever cut, and no column is lost.

Where a table is too wide, names give way first (base names of paths, titles in two lines, an ellipsis in the middle).
Then columns of little value move under the table, in the order of their `aside`. A table that is still too wide is
transposed: one column per row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..core.wording import counted
from .grids import FIGURES, GAP, SHORTEST, ColumnKind, Grid, TableColumn
from .lettering import aligned, shortened, text_width, with_text

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

_NAMED = 3  # columns that are left out
Cells = tuple["str | Text", ...]


@dataclass
class FittedTable:
    """Rows of cells under titles, laid out for the width at which it is printed."""

    title: str | None = None
    columns: list[TableColumn] = field(default_factory=list)
    rows: list[Cells] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what titles mean, under the table

    def add_names(self, *titles: str) -> None:
        """Add columns of names and paths, which can be shortened."""
        self.columns += [TableColumn(title, "name") for title in titles]

    def add_labels(self, *titles: str, aside: int = 0, repeat: bool = True) -> None:
        """Add columns of words that are always whole; without `repeat`, a word is not shown again in the next row."""
        self.columns += [TableColumn(title, "label", aside, repeat) for title in titles]

    def add_text(self, *titles: str) -> None:
        """Add columns of sentences, which can be wrapped."""
        self.columns += [TableColumn(title, "text") for title in titles]

    def add_figures(self, *titles: str, aside: int = 0, extra: bool = False) -> None:
        """Add columns of numbers. Those with `aside` move under a table that is too wide, low numbers first; those that
        are `extra` are then left out, and a line says that `--wide` shows them."""
        self.columns += [TableColumn(title, "figure", aside, extra=extra) for title in titles]

    def add_marked(self, *titles: str, aside: int = 0) -> None:
        """Add columns of numbers with a mark after them, which have the same width already."""
        self.columns += [TableColumn(title, "marked", aside) for title in titles]

    def add_row(self, *cells: str | Text) -> None:
        """Add one cell per column; a cell with a style is a `rich.text.Text`."""
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells for {len(self.columns)} columns")
        self.rows.append(cells)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        yield from _laid_out(self, None if getattr(console, "wide", False) else options.max_width)
        if self.notes:
            from rich.text import Text

            yield Text("\n".join(["", *self.notes]), style="dim")


def _laid_out(table: FittedTable, width: int | None) -> Iterator[Any]:
    """The parts of a table from top to bottom, in the first layout that fits."""
    if table.title:
        from rich.text import Text

        yield Text(shortened(table.title, width or text_width(table.title)), style="italic")
    extra = [place for place, column in enumerate(table.columns) if column.extra]
    if extra and _grid(table, range(len(table.columns))).squeezed(width) is None:
        yield from _laid_out(_without(table, extra), width)
        yield _left_out([table.columns[place].title for place in extra])
        return
    for rank in sorted({0, *(column.aside for column in table.columns)}):
        moved = [place for place, column in enumerate(table.columns) if 0 < column.aside <= rank]
        kept = [place for place in range(len(table.columns)) if place not in moved]
        grid = _grid(table, kept).squeezed(width)
        if grid is not None:
            yield grid.drawn(width)
            yield from _under(table, moved, width)
            return
    yield from _transposed(_grid(table, range(len(table.columns))), width or 0)


def _without(table: FittedTable, places: Sequence[int]) -> FittedTable:
    kept = [place for place in range(len(table.columns)) if place not in places]
    columns = [table.columns[place] for place in kept]
    return FittedTable(None, columns, [tuple(row[place] for place in kept) for row in table.rows])


def _left_out(titles: Sequence[str]) -> Text:
    from rich.text import Text

    named = ", ".join(titles[:_NAMED]) + (", ..." if len(titles) > _NAMED else "")
    return Text(f"--wide adds {counted(len(titles), 'column')}: {named}")


def _grid(table: FittedTable, places: Iterable[int]) -> Grid:
    columns = tuple(table.columns[place] for place in places)
    by_column = [[row[place] for row in table.rows] for place in places]
    pairs = zip(columns, by_column, strict=True)
    cells = tuple(tuple(aligned(cells) if column.kind == "figure" else cells) for column, cells in pairs)
    return Grid(columns, tuple(column.title for column in columns), cells)


def _under(table: FittedTable, places: Sequence[int], width: int | None) -> Iterator[Any]:
    """Columns under a table: in one line what is the same in all rows, the others as a table with the same names."""
    same = [place for place in places if len({str(row[place]) for row in table.rows}) <= 1]
    others = [place for place in places if place not in same]
    if same and table.rows:
        from rich.text import Text

        figures = (f"{table.columns[place].title} {str(table.rows[0][place]).strip()}".strip() for place in same)
        yield Text(f"also: {', '.join(figures)}")
    if others:
        yield ""
        yield from _laid_out(_further(table, others), width)


def _further(table: FittedTable, places: Sequence[int]) -> FittedTable:
    """A table of some columns, with the names of the rows. All but the first may move on to another table."""
    keys = [place for place, column in enumerate(table.columns) if column.kind not in FIGURES and not column.aside]
    asides = [0, *range(len(places) - 1, 0, -1)]
    columns = [table.columns[place] for place in keys]
    columns += [replace(table.columns[place], aside=aside) for place, aside in zip(places, asides, strict=True)]
    grid = _grid(table, [*keys, *places]).with_base_names()
    return FittedTable(None, columns, list(zip(*grid.cells, strict=True)))


def _transposed(grid: Grid, width: int) -> Iterator[Any]:
    """One column per row, as many next to each other as fit; the next ones below."""
    titles = max(map(text_width, grid.titles), default=0)
    grid = grid.with_base_names()
    grid = grid.with_short_names(max(width - titles - GAP, SHORTEST)) or grid
    rows = [tuple(with_text(cell, str(cell).strip()) for cell in row) for row in zip(*grid.cells, strict=True)]
    start = 0
    while start < len(rows):
        shown = 1
        while start + shown < len(rows) and _turned(grid, rows[start : start + shown + 1]).width <= width:
            shown += 1
        if start:
            yield ""
        yield _turned(grid, rows[start : start + shown]).drawn(width)
        start += shown


def _turned(grid: Grid, rows: Sequence[Cells]) -> Grid:
    """The titles as the first column, each row as a column under its first cell."""
    kind: ColumnKind = "text" if any(column.kind == "text" for column in grid.columns) else "figure"
    columns = (TableColumn(grid.titles[0], "label"), *(TableColumn(str(row[0]), kind) for row in rows))
    return Grid(columns, tuple(column.title for column in columns), (grid.titles[1:], *(row[1:] for row in rows)))
