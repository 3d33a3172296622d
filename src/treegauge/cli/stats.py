"""`treegauge stats`: treebanks in figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.bounds import Natural, Threads
from .options import SkippingReading, all_given
from .printing import Printing

if TYPE_CHECKING:
    from rich.console import Group

    from ..evaluation.describe import Description
    from ..treebank import Treebank


def stats(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="Files, tars, directories or globs.")],
    reading: SkippingReading,
    printing: Printing,
    jobs: Annotated[Threads, typer.Option(help="Number of treebanks to read at the same time.")] = 1,
    labels: Annotated[Natural, typer.Option(metavar="N", help="Also show the N most frequent labels of each.")] = 0,
) -> None:
    """Count sentences, words, nodes and labels: one row per treebank."""
    printing.wanted()
    described = list(_described(all_given(treebanks), reading, jobs, bool(labels)))
    descriptions = [description for description, _ in described]
    trees = [treebank for _, treebank in described if treebank is not None]
    printing.write(
        "stats",
        [description.row() for description in descriptions],
        None,
        lambda: _tables(descriptions, trees, labels),
    )


def _tables(descriptions: list[Description], trees: list[Treebank], labels: int) -> Group:
    """One row per treebank, then the labels of each."""
    from rich.console import Group

    from ..report.tables import TOKENS, labels_table, stats_table

    tables = [
        part
        for description, treebank in zip(descriptions, trees, strict=False)
        for part in ("", labels_table(description.treebank, treebank, labels))
    ]
    return Group(stats_table(descriptions), *tables, "", TOKENS)


def _described(
    names: list[str], reading: SkippingReading, jobs: int, keep: bool
) -> Iterator[tuple[Description, Treebank | None]]:
    """The figures of each treebank in order, with its trees if they are still needed."""
    from concurrent.futures import ThreadPoolExecutor

    from ..evaluation.describe import describe
    from ..transforms.preparation import apply_alike

    transforms = reading.transforms

    def row(name: str) -> tuple[Description, Treebank | None]:
        treebank, skipped = reading.read_counted(name)
        (treebank,), _ = apply_alike([treebank], transforms, reading.seed)
        return describe(treebank, name, skipped), treebank if keep else None

    if jobs == 1:
        yield from map(row, names)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(row, names)
