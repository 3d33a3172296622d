"""`treegauge diff`: gold and parses side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from ..core.bounds import Positive
from ..core.errors import CallError
from ..core.wording import counted
from .completion import complete_measure
from .options import Jobs, Reading, all_given, check_exclusive, check_standard_input, given, note
from .picturing import Picturing
from .printing import Json, as_json, put
from .score import GoldArgument, Measuring

_WORST = 10


@dataclass(frozen=True)
class OneMeasure(Measuring):
    """Which measure counts the errors, and how."""

    measure: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--measure",
            metavar="MEASURE",
            autocompletion=complete_measure,
            show_default="parseval for phrases, attachment for dependencies, ud for words of the parser's own",
            help="NAME or 'NAME(option=value)'.",
        ),
    ] = None


def diff(
    gold: GoldArgument,
    tests: Annotated[
        list[str], typer.Argument(metavar="[NAME=]TEST...", help="One or more parsers' output for the sentences.")
    ],
    measuring: OneMeasure,
    reading: Reading,
    picturing: Picturing,
    worst: Annotated[
        Positive | None,
        typer.Option(metavar="N", show_default="10", help="Show the N sentences with the most errors."),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="Only where it holds: label=PP, relation=obl, word=with, tag~NN.*, kind=missing; length>20, errors>5.",
        ),
    ] = None,
    better: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only where parser NAME has fewer errors than every other.")
    ] = None,
    sentence: Annotated[
        list[str] | None,
        typer.Option(metavar="SENTENCE", help="Show these instead: numbers from 1, ranges (40-45) or ids; repeatable."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE: .svg, .html, .txt, .json or .csv."),
    ] = None,
    json: Json = False,
    jobs: Jobs = None,
) -> None:
    """Show what is wrong: gold and parses side by side, the sentences with the most errors first.

    The errors are those that the measure counts: brackets that are missing (✗), extra (+) or have another label (≠) as
    in parseval, or words with a wrong head (✗) or relation (≠) as in attachment. Words that a parser divides in its own
    way are aligned as in ud: they are missing (−) or extra (+) if they have no partner. The scores under a tree are
    those of score --by sentence. Where the terminal is too narrow, gold is drawn once, with the errors of all parses.

    CONDITION: name=text, name!=text, name~regular expression, or a number (length>20); several are separated by blanks,
    and all must hold for the same error. word and tag are those of the word, or of one of the words of the bracket.
    """
    from ..core.parallel import jobs as threads
    from ..evaluation.naming import named_files
    from ..report.differing import DIFF_ENDINGS, diff
    from ..report.showing import picture_ending

    files = named_files(all_given(tests))
    check_standard_input([given(gold), *files.values()])
    check_exclusive({"--sentence": sentence}, {"--worst": worst, "--where": where, "--better": better})
    ending = None if output is None else picture_ending(output, DIFF_ENDINGS)
    arguments = measuring.arguments()
    measures = arguments.pop("measures")
    if measures is not None and len(measures) > 1:
        raise CallError("diff shows the errors of one measure: give -m once")
    with threads(jobs):
        sources = reading.read_all([given(gold), *files.values()], lenient=True)
        differences = diff(
            sources[0],
            dict(zip(files, sources[1:], strict=True)),
            None if measures is None else measures[0],
            transforms=reading.transforms,
            seed=reading.seed,
            worst=worst or _WORST,
            where=where or (),
            better=better,
            sentences=sentence,
            **arguments,
        )
    if ending == ".json" or json:
        put(as_json("diff", differences.rows()) + "\n", output)
    elif ending == ".csv":
        from ..report.publishing import to_csv

        put(to_csv(differences.table_rows()), output)
    elif output is not None:
        differences.write(output)
    else:
        picturing.print(differences.lines(picturing.columns))
    _remark_on_rest(differences, "such errors" if where or better else "errors", bool(sentence))


def _remark_on_rest(differences: Any, errors: str, named: bool) -> None:
    rest = differences.found - len(differences)
    if not len(differences):
        note(f"no sentence has {errors}")
    elif rest > 0 and not named:
        more = counted(rest, "more sentence has", "more sentences have")
        note(f"{more} {errors}: --worst {differences.found} shows all; --sentence N shows sentence N")
