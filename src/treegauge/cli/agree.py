"""`treegauge agree`: how far annotators agree."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ..core.bounds import Natural, Positive, Resamples
from .options import Jobs, Level, Reading, all_given, check_standard_input, progress
from .printing import Printing


class OtherWords(StrEnum):
    """What to do with a sentence that has other words for another annotator."""

    keep = "keep"
    skip = "skip"
    error = "error"


class ComparedTrees(StrEnum):
    """Which trees to compare."""

    constituents = "constituents"
    dependencies = "dependencies"


def agree(
    annotations: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME=]A [NAME=]B...", help="The trees of two or more annotators: files or folders, with names."
        ),
    ],
    reading: Reading,
    printing: Printing,
    trees: Annotated[
        ComparedTrees | None,
        typer.Option(show_default="constituents", help="Which trees to compare if the files have both kinds."),
    ] = None,
    on_mismatch: Annotated[
        OtherWords, typer.Option(help="Sentences with other words: compare their trees, leave them out, or stop.")
    ] = OtherWords.keep,
    pairs: Annotated[
        Positive, typer.Option(help="Pairs of trees compared for chance; of more, a random sample is taken.")
    ] = 2_000_000,
    worst: Annotated[Natural, typer.Option(help="How many of the sentences with most disagreement to print.")] = 10,
    labels: Annotated[Natural, typer.Option(help="How many of the labels with most disagreement to print.")] = 10,
    level: Level = 0.95,
    resamples: Annotated[Resamples, typer.Option(help="Samples of sentences for the intervals; 0: none.")] = 1_000,
    jobs: Jobs = None,
) -> None:
    """Measure how far annotators agree on the trees of the same sentences, corrected for chance.

    Alpha is Krippendorff's, with the tree edit distance (Skjærholt 2014). Uncorrected figures, kappa and AC1 are
    printed next to it; then the labels and the sentences on which the annotators differ most.
    """
    from ..core.parallel import jobs as threads
    from ..evaluation.agreement.agreeing import agree
    from ..evaluation.naming import named_files
    from ..report.agreement import agreement_report

    files = named_files(all_given(annotations))
    check_standard_input(files.values())
    printing.wanted()
    with threads(jobs):
        sources: dict[str, Any] = {}
        if len(files) > 1:
            sources = dict(zip(files, reading.read_all(list(files.values())), strict=True))
        with progress("comparing trees") as tick:
            results = agree(
                sources,
                trees=None if trees is None else trees.value,
                transforms=reading.transforms,
                on_mismatch=on_mismatch.value,
                pairs=pairs,
                level=level,
                resamples=resamples,
                seed=reading.seed,
                progress=tick,
            )
    printing.write(
        "agree",
        [result.row() for result in results],
        results.table_rows(),
        lambda: agreement_report(results, labels=labels, worst=worst),
        labels=results[0].labels,
        disputed=results[0].disputed_rows(),
    )
