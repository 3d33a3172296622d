"""A table whose columns are decided: how wide it is, how far its names give way, and how it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from .lettering import base_names, broken, text_width, with_ellipsis

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

ColumnKind = Literal["name", "label", "text", "figure", "marked"]

SHORTEST = 12  # characters of a name that are always shown
_NARROWEST = 24  # characters of a line of text
GAP = 1
FIGURES = ("figure", "marked")


@dataclass(frozen=True)
class TableColumn:
    """A column and how it gives way.

    kind    a `name` can be shortened, `text` can be wrapped; a `label`, a `figure` and a figure with a mark
            after it (`marked`) are always whole
    aside   0: always in the table; else columns with lower numbers move under it first
    repeat  whether a value that is the same as in the row above is shown again
    extra   left out of a table that is too wide; `--wide` shows it
    """

    title: str
    kind: ColumnKind
    aside: int = 0
    repeat: bool = True
    extra: bool = False


@dataclass(frozen=True)
class Grid:
    """Columns with their titles, which may have several lines, and their cells, by column."""

    columns: tuple[TableColumn, ...]
    titles: tuple[str, ...]
    cells: tuple[tuple[str | Text, ...], ...]

    @property
    def widths(self) -> list[int]:
        """The width of each column."""
        return [
            max(map(text_width, (*title.split("\n"), *cells)))
            for title, cells in zip(self.titles, self.cells, strict=True)
        ]

    @property
    def width(self) -> int:
        """The width of all columns, with the gaps between them."""
        return sum(self.widths) + GAP * (len(self.columns) - 1)

    def _narrowest(self, most: int) -> int:
        """The width where texts are wrapped as far as they may be, and names have at most so many characters."""
        names = sum(max(width - most, 0) for column, width in self._wide() if column.kind == "name")
        return self.width - names - sum(self._given(column, width) for column, width in self._wide())

    def squeezed(self, width: int | None) -> Grid | None:
        """The grid with names that give way as far as they must; None if that is not enough."""
        if width is None or self.width <= width:
            return self
        grid = self.with_base_names()
        if grid.width <= width:
            return grid
        grid = grid._with_broken_titles()
        longest = max((most for column, most in grid._wide() if column.kind == "name"), default=SHORTEST)
        for most in range(max(longest, SHORTEST), SHORTEST - 1, -1):
            if grid._narrowest(most) <= width and (narrower := grid.with_short_names(most)) is not None:
                return narrower
        return None

    def with_base_names(self) -> Grid:
        """Paths by their last parts."""
        return self._with_names([base_names(cells) for cells in self._names()])

    def with_short_names(self, most: int) -> Grid | None:
        """Names of at most so many characters; None if two of them would look the same."""
        columns = [with_ellipsis(cells, most) for cells in self._names()]
        named = [cells for cells in columns if cells is not None]
        return self._with_names(named) if len(named) == len(columns) else None

    def _names(self) -> list[tuple[str | Text, ...]]:
        return [cells for column, cells in zip(self.columns, self.cells, strict=True) if column.kind == "name"]

    def _with_names(self, names: Sequence[Sequence[str | Text]]) -> Grid:
        rest = iter(names)
        pairs = zip(self.columns, self.cells, strict=True)
        return replace(
            self, cells=tuple(tuple(next(rest)) if column.kind == "name" else cells for column, cells in pairs)
        )

    def _with_broken_titles(self) -> Grid:
        titles = tuple(
            broken(title, max(map(text_width, cells), default=0)) if column.kind in FIGURES else title
            for column, title, cells in zip(self.columns, self.titles, self.cells, strict=True)
        )
        return replace(self, titles=titles)

    def _wide(self) -> Iterator[tuple[TableColumn, int]]:
        return zip(self.columns, self.widths, strict=True)

    @staticmethod
    def _given(column: TableColumn, width: int) -> int:
        """By how much a column can be narrower."""
        return max(width - _NARROWEST, 0) if column.kind == "text" else 0

    def drawn(self, width: int | None) -> Any:
        """What rich prints."""
        from rich.table import Table as Drawn

        table = Drawn(box=None, pad_edge=False, header_style="bold", padding=(0, GAP, 0, 0))
        spare = 0 if width is None else max(self.width - width, 0)
        for title, (column, most) in zip(self.titles, self._wide(), strict=True):
            less = min(spare, self._given(column, most))
            spare -= less
            table.add_column(
                title,
                justify="right" if column.kind == "figure" else "left",
                vertical="bottom" if any("\n" in title for title in self.titles) else "top",
                width=most - less,
                no_wrap=column.kind != "text",
                overflow="fold",
            )
        for row in zip(*map(_once, self.columns, self.cells), strict=True):
            table.add_row(*row)
        return _Whole(table, max(self.width, width or 0))


@dataclass(frozen=True)
class _Whole:
    """A table that is printed whole, also where it is wider than the screen."""

    table: Any
    width: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        yield from console.render(self.table, options.update(width=self.width))


def _once(column: TableColumn, cells: Sequence[str | Text]) -> Sequence[str | Text]:
    """Cells without those that are the same as above, where they are not repeated."""
    if column.repeat:
        return cells
    return ["" if place and str(cell) == str(cells[place - 1]) else cell for place, cell in enumerate(cells)]
