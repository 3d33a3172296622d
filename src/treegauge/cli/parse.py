"""`treegauge parse`: train a parser and let it parse."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Folds, Positive
from ..core.errors import CallError
from ..core.wording import counted
from .completion import complete_parser
from .distributing import Distributing
from .options import (
    DeviceName,
    DeviceOption,
    Jobs,
    Reading,
    check_standard_input,
    given,
    note,
    note_first,
    on_device,
    progress,
)
from .printing import Json, print_json
from .trees import ToEncoding, write_trees

if TYPE_CHECKING:
    from ..parsers.base import Parser
    from ..parsers.results import Parses
    from ..treebank import Treebank


class TagsOption(StrEnum):
    """The tags that are parsed."""

    given = "given"
    predicted = "predicted"


def parse(
    train: Annotated[
        str,
        typer.Argument(
            metavar="[TRAIN]",
            show_default=False,
            help="The treebank to learn from, or a saved model; not given for a parser that has a trained model.",
        ),
    ],
    parser: Annotated[
        str,
        typer.Option(
            metavar="PARSER",
            autocompletion=complete_parser,
            help="NAME or 'NAME(option=value)'; see treegauge parsers.",
        ),
    ],
    reading: Reading,
    distributing: Distributing,
    test: Annotated[
        str | None,
        typer.Argument(
            metavar="TEST",
            show_default=False,
            help="The sentences to parse; their trees are not used. A text (.txt) for some parsers.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            show_default="brackets or CoNLL-U on standard output",
            help="A file, FILE:FORMAT, or -:FORMAT.",
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Save the model; FILE can replace TRAIN later.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the transforms in the parses.")] = False,
    tags: Annotated[
        TagsOption,
        typer.Option(help="Parse the tags given, or those that a tagger predicts; it then learns from such tags too."),
    ] = TagsOption.given,
    folds: Annotated[
        Folds | None,
        typer.Option(metavar="N", help="Parse TEST in N folds, each by a parser that learns from the others."),
    ] = None,
    max_length: Annotated[
        Positive | None, typer.Option(metavar="N", help="Do not parse sentences of more than N words.")
    ] = None,
    device: DeviceOption = DeviceName.cpu,
    jobs: Jobs = None,
    to_encoding: ToEncoding = "utf-8",
    json: Json = False,
) -> None:
    """Train a parser on a treebank and parse the sentences of another one."""
    from ..core.parallel import jobs as threads
    from ..parsers.api import is_text, parse
    from ..parsers.results import ParserError

    source_name, test = (None, given(train)) if test is None else (given(train), given(test))
    chosen = _chosen(parser, max_length, save)
    _check_division(chosen, distributing, folds)
    _check_device(chosen, distributing, device)
    target = _target(output, json, chosen)
    transforms = reading.transforms
    check_standard_input([test] if source_name is None else [source_name, test], "training")
    with threads(jobs), on_device(device), distributing.distributed(jobs):
        source = source_name if source_name is None or chosen.is_saved(source_name) else reading.read(source_name)
        # Their trees are not used, so they may contain cycles.
        sentences = test if is_text(test) else reading.read(test, lenient=True)
        try:
            with progress(f"{chosen.name}: {test}") as tick:
                parses = parse(
                    source,
                    sentences,
                    chosen,
                    transforms=transforms,
                    undo=undo,
                    seed=reading.seed,
                    save=save,
                    tags=tags.value,
                    folds=folds,
                    progress=tick,
                )
        except ParserError as error:
            if target is not None:
                write_trees(error.parses.trees, target, to_encoding)
            total = f" of {len(sentences):,}" if not isinstance(sentences, str) else ""
            note(f"{chosen.name} parsed {len(error.parses.trees):,}{total} sentences before it failed")
            raise
    if target is not None:
        write_trees(parses.trees, target, to_encoding)
    _note_parses(parses, len(parses.trees) if isinstance(sentences, str) else len(sentences))
    _note_empties(parses.trees, test)
    if json:
        print_json("parse", [parses.row()])


def _target(output: str | None, json: bool, parser: Parser) -> str | None:
    """Where the trees are written: brackets or CoNLL-U to standard output by default, and nowhere with --json."""
    from ..formats.api import check_target

    target = given(output) if output is not None else None if json else "-"
    if target is None:
        return None
    if target == "-":
        target = "-:brackets" if parser.makes == "constituents" else "-:conllu"
    if json and target.startswith("-:"):
        raise CallError("--json prints to standard output; write the trees to a file: -o FILE")
    kind = check_target(target)
    if parser.makes == "dependencies" and "head" not in kind.carries:
        raise CallError(
            f"{parser.name} makes {parser.makes}, and {kind.name} cannot represent them; name another format"
        )
    return target


def _chosen(spec: str, max_length: int | None, save: str | None) -> Parser:
    """The parser named, with --max-length; what would stop it later stops it here."""
    from ..parsers.base import find_parser

    parser = find_parser(spec)
    parser.check()
    if save is not None:
        parser.check_save(save)
    if max_length is None:
        return parser
    if not hasattr(parser, "max_length"):
        raise CallError(f"--max-length is not an option of {parser.name}")
    if "max_length" in spec:
        raise CallError(f"'max_length' is given twice: as --max-length and in '{spec}'")
    options: dict[str, Any] = {"max_length": max_length}
    return replace(parser, **options)


def _check_division(parser: Parser, distributing: Distributing, folds: int | None) -> None:
    """Raise an error for --cluster or --blocks where there is nothing to divide."""
    option = "--cluster" if distributing.cluster is not None else "--blocks" if distributing.blocks is not None else ""
    if option and folds is None and not parser.by_sentence:
        advice = (
            "; or parse in folds (--folds N), of which each worker gets one after the other" if parser.learns else ""
        )
        raise CallError(
            f"{option}: {parser.name} parses all sentences in one piece, so that there is nothing to divide; leave the "
            f"option out{advice}"
        )


def _check_device(parser: Parser, distributing: Distributing, device: DeviceName) -> None:
    """Raise an error for --device where it cannot have an effect."""
    distributing.check_here(device)
    if device is not DeviceName.cpu and not parser.uses_device:
        raise CallError(f"--device {device}: {parser.name} does not use a device; leave the option out")


def _note_parses(parses: Parses, before: int) -> None:
    """How many sentences were parsed; which have no parse, and why."""
    if len(parses.trees) != before:
        note(f"the transforms left {len(parses.trees):,} of {before:,} sentences to parse")
    note_first(
        [
            f"sentence {sentence.sentence} ({sentence.where}) has no parse: {sentence.reason}"
            for sentence in parses.unparsed
        ],
        lambda more: f"and {more:,} more without a parse (--json lists all)",
    )
    unknown = f"; tags not seen in training: {' '.join(parses.unknown_tags)}" if parses.unknown_tags else ""
    note(
        f"{parses.parser}: {counted(len(parses.trees), 'sentence')}, {parses.parsed:,} parsed, "
        f"{len(parses.unparsed):,} without a parse{unknown}"
    )


def _note_empties(trees: Treebank, name: str) -> None:
    """Traces that were parsed like words."""
    from ..treebank.shape import no_words

    count = int(no_words(trees).sum())
    if count:
        elements = counted(count, "empty element was", "empty elements were")
        note(f"{name}: {elements} parsed as words; -t 'prepare(auto)' removes them")
