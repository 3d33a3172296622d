"""`treegauge stats`: treebanks in figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.bounds import Natural, Positive, Threads
from .options import Level, SkippingReading, all_given
from .printing import Printing

if TYPE_CHECKING:
    from rich.console import Group

    from ..evaluation.describe import Description
    from ..evaluation.leakage import Leakage
    from ..treebank import Treebank


def stats(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="Files, tars, directories or globs.")],
    reading: SkippingReading,
    printing: Printing,
    jobs: Annotated[Threads, typer.Option(help="Number of treebanks to read at the same time.")] = 1,
    labels: Annotated[Natural, typer.Option(metavar="N", help="Also show the N most frequent labels of each.")] = 0,
    test: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A test treebank: how many of its sentences were seen in each TREEBANK?"),
    ] = None,
    splits: Annotated[Positive, typer.Option(help="With --test: random splits to compare with.")] = 200,
    level: Level = 0.95,
) -> None:
    """Count sentences, words, nodes and labels: one row per treebank.

    With --test: how many test sentences have the words, the tags or the unlabelled tree of a training sentence, and how
    far the lengths of arcs differ; by length, and next to random splits with the same lengths.
    """
    printing.wanted()
    names = all_given(treebanks)
    given = [*names, *([test] if test is not None else [])]
    described = list(_described(given, reading, jobs, bool(labels) or test is not None))
    descriptions = [description for description, _ in described]
    trees = [treebank for _, treebank in described if treebank is not None]
    leaks = [] if test is None else _leaks(names, trees, test, splits, level, reading.seed)
    printing.write(
        "stats",
        [row for leak in leaks for row in leak.rows()]
        if leaks
        else [description.row() for description in descriptions],
        None,
        lambda: _tables(descriptions, trees, labels, leaks),
    )


def _leaks(
    names: list[str], trees: list[Treebank], test: str, splits: int, level: float, seed: int | None
) -> list[Leakage]:
    """What the test treebank, which is the last, shares with each of the others."""
    from ..evaluation.leakage import leakage

    return [
        leakage(train, trees[-1], names=(name, test), splits=splits, level=level, seed=seed or 0)
        for name, train in zip(names, trees[:-1], strict=True)
    ]


def _tables(descriptions: list[Description], trees: list[Treebank], labels: int, leaks: list[Leakage]) -> Group:
    """One row per treebank, then the labels of each, then what the test treebank shares with each."""
    from rich.console import Group

    from ..report.leakage import leakage_table
    from ..report.tables import TOKENS, labels_table, stats_table

    tables = [
        part
        for description, treebank in zip(descriptions, trees if labels else [], strict=False)
        for part in ("", labels_table(description.treebank, treebank, labels))
    ]
    seen = [part for leak in leaks for part in ("", leakage_table(leak))]
    return Group(stats_table(descriptions), *tables, *seen, "", TOKENS)


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
