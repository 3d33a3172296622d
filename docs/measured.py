"""Write Markdown tables into the pages of studies; used by all study scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

STUDIES = Path(__file__).parent / "studies"
_BLOCK = re.compile(r"(<!-- measured: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """A table whose first columns are text and the others numbers."""
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * texts}{' ---: |' * (len(heads) - texts)}"]
    return "\n".join([*lines, *(f"| {' | '.join(cells)} |" for cells in rows)])


def fill_page(name: str, tables: Mapping[str, str]) -> None:
    """Write the blocks of these names into the page of a study."""
    page = STUDIES / name
    text = page.read_text("utf-8")
    text = _BLOCK.sub(lambda own: f"{own[1]}{tables[own[2]]}\n{own[4]}" if own[2] in tables else own[0], text)
    page.write_text(text, "utf-8")


def measured_tables(name: str) -> dict[str, str]:
    """The blocks of the page of a study, by name."""
    return {own[2]: own[3] for own in _BLOCK.finditer((STUDIES / name).read_text("utf-8"))}
