"""`treegauge perplexity`: how predictable words are, in string order and in derivation order."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ..core.bounds import InnerShare, NgramOrder, Positive
from ..core.errors import CallError
from .derive import SystemOption
from .options import Level, Reading, all_given, check_standard_input, given, note
from .printing import Printing


class OrderName(StrEnum):
    """The order of the words."""

    string = "string"
    derivation = "derivation"


class SmoothingName(StrEnum):
    """How the model is smoothed."""

    kneser_ney = "kneser-ney"
    witten_bell = "witten-bell"
    absolute = "absolute"


def perplexity(
    train: Annotated[str, typer.Argument(metavar="TRAIN", help="The treebank to train the models on.")],
    test: Annotated[str, typer.Argument(metavar="TEST", help="The treebank to measure.")],
    reading: Reading,
    printing: Printing,
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[PARSED]...", help="More parser outputs: --parsed A B C.")
    ] = None,
    order: Annotated[
        OrderName | None,
        typer.Option(
            show_default="both",
            help="The order of the words: as in the sentence, or as a parser attaches them.",
        ),
    ] = None,
    system: SystemOption = "swap-lazy",
    parsed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="A parser's output for TEST: adds a row, in the order of its derivations; repeatable."
        ),
    ] = None,
    srilm: Annotated[
        bool, typer.Option("--srilm", help="Pass over empty sentences and those that begin with ##, as SRILM does.")
    ] = False,
    n: Annotated[NgramOrder, typer.Option("-n", "--n", help="The order of the n-gram model.")] = 3,
    smoothing: Annotated[SmoothingName, typer.Option(help="The smoothing of the model.")] = SmoothingName.kneser_ney,
    minimum: Annotated[
        Positive | None,
        typer.Option(show_default="2", help="Drop n-grams of 3 words or more that occur less often than this."),
    ] = None,
    discount: Annotated[
        InnerShare | None, typer.Option(show_default="estimated", help="The discount of --smoothing absolute.")
    ] = None,
    open_vocabulary: Annotated[
        bool, typer.Option("--open-vocabulary", help="Give unknown words a probability; otherwise they are left out.")
    ] = False,
    level: Level = 0.95,
) -> None:
    """Measure how predictable the words of TEST are, given TRAIN.

    Words are taken in the order of the sentence, and in the order in which a transition-based parser attaches them.
    """
    from ..report.perplexity import flat_perplexity_rows, perplexity_table
    from ..studies.derivation_perplexity.measuring import perplexity

    outputs = [*all_given(parsed), *all_given(more)]
    names = [given(train), given(test), *outputs]
    check_standard_input(names)
    printing.wanted()
    if len(set(outputs)) < len(outputs):
        raise CallError("a file of --parsed is named twice")
    transforms = reading.transforms
    training, tested, *trees = reading.read_all(names)
    options: dict[str, Any] = {"minimum": minimum, "discount": discount, "open_vocabulary": open_vocabulary}
    result = perplexity(
        training,
        tested,
        None if order is None else order.value,
        system=system,
        parsed=dict(zip(outputs, trees, strict=True)),
        transforms=transforms,
        srilm=srilm,
        n=n,
        smoothing=smoothing.value,
        level=level,
        seed=reading.seed,
        name=names[0],
        test_name=names[1],
        **options,
    )
    for remark in result.remarks:
        note(remark)
    rows = result.rows()
    printing.write("perplexity", rows, flat_perplexity_rows(rows), lambda: perplexity_table(rows, level))
