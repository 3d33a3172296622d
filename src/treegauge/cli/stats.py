"""`treegauge stats`: treebanks in figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from .options import SkippingReading, all_given
from .printing import Json, print_json

if TYPE_CHECKING:
    from ..evaluation.describe import Description
    from ..treebank import Treebank


def stats(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="Files, tars, directories or globs.")],
    reading: SkippingReading,
    jobs: Annotated[int, typer.Option(min=1, help="Number of treebanks to read at the same time.")] = 1,
    labels: Annotated[int, typer.Option(metavar="N", help="Also show the N most frequent labels of each.")] = 0,
    json: Json = False,
) -> None:
    """Count sentences, words, nodes and labels: one row per treebank."""
    from ..report.tables import console, show_labels, stats_table

    described = list(_described(all_given(treebanks), reading, jobs, bool(labels)))
    descriptions = [description for description, _ in described]
    if json:
        print_json("stats", [description.row() for description in descriptions])
        return
    console().print(stats_table(descriptions))
    for description, treebank in described:
        if treebank is not None:
            show_labels(description.treebank, treebank, labels)


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
