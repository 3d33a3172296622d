"""The command that measures string and derivation perplexity."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ..core.errors import CallError
from .derive import SystemName
from .options import (
    Encoding,
    Json,
    Level,
    OnError,
    OnErrorOption,
    Rejects,
    SeedOption,
    Transforms,
    changed_reader,
    named,
    note,
    only_once,
)
from .output import FormOption, Output, writer


class OrderOption(StrEnum):
    """The order of the words."""

    string = "string"
    derivation = "derivation"


class SmoothingOption(StrEnum):
    """How the model is smoothed."""

    kneser_ney = "kneser-ney"
    witten_bell = "witten-bell"
    absolute = "absolute"


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command("perplexity")(perplexity)


def perplexity(
    train: Annotated[str, typer.Argument(metavar="TRAIN", help="The treebank to train the models on.")],
    test: Annotated[str, typer.Argument(metavar="TEST", help="The treebank to measure.")],
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[PARSED]...", help="More outputs of parsers: --parsed A B C.")
    ] = None,
    order: Annotated[
        OrderOption | None,
        typer.Option(show_default="both", help="Words as they stand, or in the order in which a parser attaches them."),
    ] = None,
    system: SystemName = "swap-lazy",
    parsed: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A parser's output for TEST: a row in the order of its trees; repeatable."),
    ] = None,
    srilm: Annotated[
        bool, typer.Option("--srilm", help="Pass over empty sentences and those that begin with ##, as SRILM does.")
    ] = False,
    n: Annotated[int, typer.Option("-n", "--n", min=1, help="The order of the n-gram model.")] = 3,
    smoothing: Annotated[SmoothingOption, typer.Option(help="How it is smoothed.")] = SmoothingOption.kneser_ney,
    minimum: Annotated[
        int | None,
        typer.Option(min=1, show_default="2", help="Drop longer n-grams (from 3 words) that occur less often."),
    ] = None,
    discount: Annotated[
        float | None, typer.Option(show_default="estimated", help="The discount of --smoothing absolute.")
    ] = None,
    open_vocabulary: Annotated[
        bool, typer.Option("--open-vocabulary", help="Unknown words have a probability; else they are left out.")
    ] = False,
    level: Level = 0.95,
    transform: Transforms = None,
    seed: SeedOption = 0,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    output: Output = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Measure how predictable the words of TEST are after TRAIN, as they stand and in the order in which a
    transition-based parser attaches them."""
    from ..report.perplexity import flat_rows, perplexity_table
    from ..studies.derivation_perplexity import measuring

    write = writer("perplexity", output, form, json)
    outputs = [named(file) for file in [*(parsed or []), *(more or [])]]
    names = [named(train), named(test), *outputs]
    only_once(names)
    if len(set(outputs)) < len(outputs):
        raise CallError("a file of --parsed is named twice")
    read = changed_reader(transform, seed, on_error, rejects, encoding)
    options: dict[str, Any] = {"minimum": minimum, "discount": discount, "open_vocabulary": open_vocabulary}
    found = measuring.perplexity(
        read(names[0]),
        read(names[1]),
        None if order is None else order.value,
        system=system,
        parsed={file: read(file) for file in outputs},
        srilm=srilm,
        n=n,
        smoothing=smoothing.value,
        level=level,
        seed=seed,
        name=names[0],
        test_name=names[1],
        **options,
    )
    for remark in found.remarks:
        note(remark)
    rows = found.rows()
    write(rows, flat_rows(rows), lambda: perplexity_table(rows, level))
