"""The command that parses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import CallError
from .options import (
    Encoding,
    JobsOption,
    Json,
    OnError,
    OnErrorOption,
    Rejects,
    Seed,
    Transforms,
    named,
    note,
    only_once,
    prepare_steps,
    print_json,
    progress,
    read_treebank,
)
from .trees import write_trees

if TYPE_CHECKING:
    from ..parsers.base import Parser, Parses
    from ..treebank import Treebank

_SHOWN = 10  # sentences without a parse that are listed one by one


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command()(parse)


def parse(
    train: Annotated[
        str, typer.Argument(metavar="TRAIN", help="The treebank to learn from, or a model: a saved one, or its name.")
    ],
    test: Annotated[str, typer.Argument(metavar="TEST", help="The sentences to parse; their trees are not used.")],
    parser: Annotated[str, typer.Option(metavar="PARSER", help="NAME or 'NAME(option=value)'; see treegauge parsers.")],
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="OUT", help="A file, FILE:FORMAT, or -:FORMAT; else brackets or CoNLL-U."
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Keep the model; FILE can stand for TRAIN later.")
    ] = None,
    transform: Transforms = None,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the transforms in the parses.")] = False,
    max_length: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Do not parse sentences of more than N words.")
    ] = None,
    seed: Seed = None,
    jobs: JobsOption = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    to_encoding: Annotated[str, typer.Option(help="Encoding of the output.")] = "utf-8",
    json: Json = False,
) -> None:
    """Train a parser on a treebank and parse the sentences of another one."""
    from ..core.parallel import jobs as threads
    from ..parsers import api
    from ..parsers.base import ParserError

    train, test = named(train), named(test)
    chosen = _chosen(parser, max_length, save)
    target = _target(output, json, chosen)
    prepare_steps(transform, seed)
    only_once([train, test], "training")

    def read(name: str, lenient: bool = False) -> Treebank:
        return read_treebank(name, on_error, rejects, encoding, lenient)[0]

    with threads(jobs):
        source = train if chosen.is_saved(train) else read(train)
        sentences = read(test, lenient=True)  # its trees are not looked at, so they may be none
        try:
            with progress(f"{chosen.name}: {test}") as tick:
                found = api.parse(
                    source,
                    sentences,
                    chosen,
                    transforms=transform or [],
                    undo=undo,
                    seed=seed,
                    save=save,
                    progress=tick,
                )
        except ParserError as error:
            if target is not None:
                write_trees(error.parses.trees, target, to_encoding)
            note(f"{chosen.name} parsed {len(error.parses.trees):,} of {len(sentences):,} sentences before it failed")
            raise
    if target is not None:
        write_trees(found.trees, target, to_encoding)
    _tell(found, len(sentences))
    _tell_empties(found.trees, test)
    if json:
        print_json("parse", [found.row()])


def _target(output: str | None, json: bool, parser: Parser) -> str | None:
    """Where the trees go: brackets or CoNLL-U to standard output if nothing else is said, and nowhere beside JSON."""
    from ..formats.api import check_target

    target = named(output) if output is not None else None if json else "-"
    if target is None:
        return None
    if target == "-":
        target = "-:brackets" if parser.makes == "constituents" else "-:conllu"
    if json and target.startswith("-:"):
        raise CallError("--json prints to standard output; write the trees to a file: -o FILE")
    kind = check_target(target)
    if parser.makes == "dependencies" and "head" not in kind.carries:
        raise CallError(
            f"{parser.name} makes {parser.makes}, and {kind.name} has no place for them; name another format"
        )
    return target


def _chosen(spec: str, max_length: int | None, save: str | None) -> Parser:
    """The parser named, with the options that have a switch of their own; what would stop it later stops it here."""
    from ..parsers.base import find_parser

    found = find_parser(spec)
    found.check()
    if save is not None:
        found.check_save(save)
    if max_length is None:
        return found
    if not hasattr(found, "max_length"):
        raise CallError(f"--max-length is no option of {found.name}")
    if "max_length" in spec:
        raise CallError(f"'max_length' is given twice: as --max-length and in '{spec}'")
    options: dict[str, Any] = {"max_length": max_length}
    return replace(found, **options)


def _tell(found: Parses, before: int) -> None:
    """How many sentences were parsed; those without a parse, and why."""
    if len(found.trees) != before:
        note(f"the transforms left {len(found.trees):,} of {before:,} sentences to parse")
    for sentence in found.unparsed[:_SHOWN]:
        note(f"sentence {sentence.sentence} ({sentence.where}) has no parse: {sentence.reason}")
    if len(found.unparsed) > _SHOWN:
        note(f"and {len(found.unparsed) - _SHOWN:,} more without a parse (--json lists all)")
    unknown = f"; tags not seen in training: {' '.join(found.unknown_tags)}" if found.unknown_tags else ""
    note(
        f"{found.parser}: {len(found.trees):,} sentences, {found.parsed:,} parsed, {len(found.unparsed):,} without a"
        f" parse{unknown}"
    )


def _tell_empties(trees: Treebank, name: str) -> None:
    """Traces that were parsed like words."""
    from ..treebank.measure import no_words

    count = int(no_words(trees).sum())
    if count:
        note(f"{name}: {count:,} empty elements were taken for words; -t 'prepare(auto)' removes them")
