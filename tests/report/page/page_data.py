"""What is packed in a page, and what to make pages of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from treegauge.report.page.packing import unpack


def columns_of(page: str) -> tuple[Mapping[str, Any], dict[str, NDArray[Any]]]:
    """The object and the columns of a page."""
    match = re.search(r'id="data">([^<]*)<', page)
    assert match is not None
    return unpack(match[1])


def other_sentences(folder: Path) -> tuple[Path, Path]:
    """Gold, and a parse that joins two of its sentences and divides a word."""
    row = "{}\t{}\t_\tNOUN\t_\t_\t{}\t{}\t_\t_\n"
    first = row.format(1, "a", 2, "det") + row.format(2, "bc", 0, "root") + "\n"
    second = row.format(1, "d", 0, "root") + row.format(2, "e", 1, "obj") + "\n"
    last = row.format(1, "fg", 2, "obj") + row.format(2, "h", 0, "root") + "\n"
    joined = (
        row.format(1, "a", 2, "det:def")
        + row.format(2, "bc", 0, "root")
        + row.format(3, "d", 2, "obl")
        + row.format(4, "e", 3, "obj")
        + "\n"
    )
    divided = row.format(1, "f", 2, "x") + row.format(2, "g", 3, "obj") + row.format(3, "h", 0, "root") + "\n"
    gold, test = folder / "gold.conllu", folder / "test.conllu"
    gold.write_text(first + second + last)
    test.write_text(joined + divided)
    return gold, test
