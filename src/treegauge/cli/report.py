"""`treegauge report`: one page that people can open."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..core.bounds import Draws, Positive, Resamples
from ..core.outputs import stream_number
from .options import Jobs, Level, Reading, all_given, check_standard_input, given, note, progress
from .score import Measuring

_SENTENCES = 20_000


def report(
    gold: Annotated[
        str, typer.Argument(metavar="GOLD|TREEBANK", help="The gold trees, or a treebank without a parse.")
    ],
    measuring: Measuring,
    reading: Reading,
    tests: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=]TEST...", help="The parsers' output, with names; with --card, other treebanks."),
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE.html", help="Where the page is written.")
    ] = "report.html",
    card: Annotated[
        bool, typer.Option("--card", help="The other files are treebanks to compare with, not parses of this one.")
    ] = False,
    level: Level = 0.95,
    resamples: Annotated[Resamples, typer.Option(help="Resamples for the intervals of scores; 0: none.")] = 1000,
    draws: Annotated[Draws, typer.Option(help="Resamples for the tests between systems.")] = 10_000,
    sentences: Annotated[
        Positive, typer.Option(metavar="N", help="At most N sentences in the page: of more, the worst and a sample.")
    ] = _SENTENCES,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    jobs: Jobs = None,
) -> None:
    """Write one page: parsers ranked, where their errors are, and all trees side by side.

    With a single treebank, or with --card, the page is the treebank's card: its statistics, how hard it is to parse,
    its hardest sentences and probable annotation errors, next to the other treebanks.
    """
    from ..core.parallel import jobs as threads
    from ..report.page.writing import check_page_name, file_label, named_systems, write_report

    check_page_name(output)
    files = named_systems(all_given(tests))
    names = [given(gold), *files.values()]
    check_standard_input(names)
    with threads(jobs), progress(f"writing {output}") as tick:
        treebanks = reading.read_all(names, lenient=True)
        systems: dict[str, Any] = dict(zip(files, treebanks[1:], strict=True))
        write_report(
            treebanks[0],
            systems,
            output,
            name=file_label(given(gold)),
            card=card,
            transforms=reading.transforms,
            level=level,
            resamples=resamples,
            draws=draws,
            seed=reading.seed,
            sentences=sentences,
            progress=tick,
            **measuring.arguments(),
        )
    if stream_number(output) is None:
        note(f"wrote {output}")
    if open_:
        open_page(output)


def open_page(path: str) -> None:
    """Show a file in the user's browser."""
    import webbrowser
    from pathlib import Path

    if not webbrowser.open(Path(path).resolve().as_uri()):
        note(f"there is no browser to open {path} with")
