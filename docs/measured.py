"""Tables of the pages of studies: written as Markdown, and read from a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

STUDIES = Path(__file__).parent / "studies"
_BLOCK = re.compile(r"(<!-- measured: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """A table whose first columns are text and the others numbers."""
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * texts}{' ---: |' * (len(heads) - texts)}"]
    return "\n".join([*lines, *(f"| {' | '.join(cells)} |" for cells in rows)])


def measured_tables(name: str) -> dict[str, str]:
    """The blocks of the page of a study, by name."""
    return {own[2]: own[3] for own in _BLOCK.finditer((STUDIES / name).read_text("utf-8"))}
