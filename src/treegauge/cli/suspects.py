"""`treegauge suspects`: what is probably an annotation error."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.bounds import InnerShare, Positive
from ..core.errors import CallError
from .distributing import Distributing
from .options import DeviceName, DeviceOption, Reading, all_given, check_standard_input, given, on_device
from .picturing import Picturing
from .printing import Printing


def suspects(
    treebank: Annotated[
        str,
        typer.Argument(metavar="TREEBANK", help="A file, tar, directory or glob; FILE:FORMAT; - is standard input."),
    ],
    reading: Reading,
    printing: Printing,
    distributing: Distributing,
    evidence: Annotated[
        str,
        typer.Option(
            metavar="KIND,...",
            help="Kinds of evidence: surprise, variation, form; and grammar and disagreement, which take longer.",
        ),
    ] = "surprise,variation,form",
    parses: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="For disagreement: a parse of the same sentences by a parser that has not seen the trees; repeatable.",
        ),
    ] = None,
    first: Annotated[Positive, typer.Option(metavar="N", help="How many suspects to print.")] = 50,
    evaluate: Annotated[
        bool, typer.Option("--evaluate", help="Insert controlled errors, and measure how many are found.")
    ] = False,
    rate: Annotated[
        InnerShare, typer.Option(help="With --evaluate: errors in this share of the nodes or words.")
    ] = 0.02,
    scheme: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="The annotation scheme, for the controlled errors.")
    ] = "auto",
    conflicts: Annotated[
        bool,
        typer.Option("--conflicts", help="Draw suspects next to the same words where they are annotated differently."),
    ] = False,
    annotated: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the trees to FILE, with a comment for each suspect."),
    ] = None,
    device: DeviceOption = DeviceName.cpu,
) -> None:
    """Find what is probably an annotation error, the worst first.

    Nodes, or words with their heads, are ranked by evidence: they are unusual (surprise), the same words are annotated
    differently elsewhere (variation), or the form is not allowed (form); if asked, also by their bits under the grammar
    of the other trees (grammar), and by parsers that agree on something else (disagreement). The score is calibrated by
    controlled errors.
    """
    printing.wanted()
    kinds = [name.strip() for name in evidence.split(",") if name.strip()]
    if conflicts and (evaluate or printing.wanted() != "table" or printing.output is not None):
        raise CallError("--conflicts draws trees: leave out --evaluate, --json, --format and --output")
    if annotated is not None and evaluate:
        raise CallError("--annotated and --evaluate exclude each other")
    if annotated is not None:
        _check(annotated)
    names = [given(treebank), *all_given(parses)]
    distributing.check_here(device)
    if device is not DeviceName.cpu and "grammar" not in kinds:
        raise CallError(f"--device {device}: only the evidence 'grammar' uses a device; leave the option out")
    check_standard_input(names)
    trees, *parsed = reading.alike(names, lenient=True)
    if evaluate:
        from ..report.suspects import evaluation_tables
        from ..studies.suspects.evaluating import evaluate_suspects

        with on_device(device), distributing.distributed():
            evaluation = evaluate_suspects(
                trees, evidence=kinds, parses=parsed, rate=rate, scheme=scheme, seed=reading.seed
            )
        rows = evaluation.rows()
        printing.write("suspects", rows, None, lambda: evaluation_tables(evaluation), curve=evaluation.curve())
        return
    from ..report.suspects import suspects_report, with_suspects
    from ..studies.suspects.finding import find_suspects

    with on_device(device), distributing.distributed():
        found = find_suspects(trees, evidence=kinds, parses=parsed, scheme=scheme, seed=reading.seed)
    worst = found.rows(first)
    if annotated is not None:
        from .trees import write_trees

        write_trees(with_suspects(trees, worst), annotated)
    if conflicts:
        from ..report.conflicts import conflict_lines

        Picturing().print(conflict_lines(found, first))
        return
    flat = [{**row, "reasons": "; ".join(row["reasons"])} for row in worst]
    printing.write("suspects", worst, flat, lambda: suspects_report(found, worst))


def _check(target: str) -> None:
    """Raise an error for a file that cannot be written, or whose format has no comments."""
    from ..formats.api import check_target

    format = check_target(target)
    if "comments" not in format.carries and not format.comments_if_asked:
        raise CallError(
            f"'{target}': the format has no comments, and the suspects are comments; use .conllu, .mrg or FILE:tigerxml"
        )
