"""Options of the verbs that draw trees: where pictures are printed, and how wide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from ..core.bounds import Positive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..treebank.lines import Line


@dataclass(frozen=True)
class Picturing:
    """How pictures are printed."""

    panel: ClassVar[str] = "Printing trees"
    width: Annotated[
        Positive | None,
        typer.Option(metavar="N", show_default="that of the terminal; none in a pipe", help="Fit text into N columns."),
    ] = None

    @property
    def columns(self) -> int | None:
        """The columns that text may take; None: any number."""
        import sys

        from ..report.tables import screen_width

        return self.width or (screen_width() if sys.stdout.isatty() else None)

    def print(self, lines: Sequence[Line]) -> None:
        """Print lines, in colours on a terminal."""
        import sys

        if not sys.stdout.isatty():
            sys.stdout.write("".join(f"{line}\n" for line in lines))
            return
        from ..report.sheets import styled
        from ..report.tables import console

        console().print(styled(lines), soft_wrap=True, end="")
