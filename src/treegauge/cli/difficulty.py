"""`treegauge difficulty`: how hard a treebank is to parse."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Folds, InnerShare, Positive, Repeats
from ..core.errors import CallError
from .distributing import Distributing
from .options import (
    DeviceName,
    DeviceOption,
    Jobs,
    Level,
    Reading,
    all_given,
    check_exclusive,
    check_standard_input,
    given,
    note,
    on_device,
    progress,
)
from .printing import Form, Printing, put

if TYPE_CHECKING:
    from ..core.types import AnyRow
    from ..studies.difficulty.growing import GrowthRow
    from ..studies.difficulty.measuring import Difficulty


_DIVISIONS = ("sentence", "label", "rule", "construction", "node", "length", "depth")


class ProtocolName(StrEnum):
    """Which trees are measured."""

    train = "train"
    test = "test"
    loo = "loo"


def difficulty(
    treebanks: Annotated[
        list[str],
        typer.Argument(metavar="TRAIN...", help="Treebanks: files, tars, directories or globs; one row each."),
    ],
    reading: Reading,
    printing: Printing,
    distributing: Distributing,
    protocol: Annotated[
        ProtocolName | None,
        typer.Option(
            help="train: measure the trees that the grammar is induced from (default); test: measure other trees; "
            "loo: each tree under the grammar of all the others."
        ),
    ] = None,
    test: Annotated[str | None, typer.Option(metavar="FILE", help="The trees to measure.")] = None,
    split: Annotated[
        InnerShare | None,
        typer.Option(metavar="SHARE", help="Train on this share of the sentences, measure the others."),
    ] = None,
    folds: Annotated[
        Folds | None, typer.Option(metavar="K", help="Measure each of K parts under the grammar of the others.")
    ] = None,
    max_length: Annotated[
        Positive | None,
        typer.Option(
            metavar="N",
            show_default="39",
            help="Measure only trees of up to N tokens; the grammar is induced from all.",
        ),
    ] = None,
    all_lengths: Annotated[bool, typer.Option("--all-lengths", help="Measure trees of any length.")] = False,
    level: Level = 0.99,
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="TRANSFORM", help="Add a row per treebank, with this transform applied too; repeatable."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Save each row in FILE as it is finished; rows that it already has are not measured again.",
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE.svg|png|pdf", help="Draw ECC against EMR, with both intervals; with --by, bars."),
    ] = None,
    curve: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.svg|png|pdf|csv", help="Learning curves: the ECC after each tree, in random orders."
        ),
    ] = None,
    orders: Annotated[Repeats, typer.Option(help="Random orders of --curve.")] = 3,
    growing: Annotated[
        str | None,
        typer.Option(
            metavar="SIZES",
            help="Models of growing samples, such as 0.3,0.5,1.0 (shares) or 500,1000 (sentences), on the same "
            "held-out trees (--split or --test).",
        ),
    ] = None,
    ambiguity: Annotated[
        bool, typer.Option("--ambiguity", help="Also tree entropy, number of trees and average parse base.")
    ] = False,
    grammar: Annotated[
        str | None,
        typer.Option(
            "--grammar",
            "-g",
            metavar="MODEL",
            show_default="the rules of the trees",
            help="A model of rules that gives unseen rules a probability: markov(h=2,v=1,smoothing=witten-bell). Or a "
            "latent-variable grammar that was learned before, X.grammar with X.lexicon.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="sentence|label|rule|construction|node|length|depth",
            help="One row per tree; or where the ECC is: the bits of all nodes of a label, a rule, a construction (PP "
            "attachment, coordination ...), a length or a depth, or of each node.",
        ),
    ] = None,
    scheme: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="The annotation scheme for --by construction (generic: usual names).",
        ),
    ] = "auto",
    prm: Annotated[
        str,
        typer.Option(
            metavar="FILE|PRESET", help="What LP, LR, F1 and EMR count: none, default, COLLINS, ... or a file."
        ),
    ] = "none",
    grammar_out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the grammar: text, or .npz; .gz and so on compress it.")
    ] = None,
    device: DeviceOption = DeviceName.cpu,
    jobs: Jobs = None,
) -> None:
    """Measure how hard a treebank is to parse, in bits per sentence (ECC).

    The ECC is the uncertainty about a tree that remains when its tags are known, under the treebank's own grammar. The
    table also has the accuracy of the most probable trees. The hardest treebank is first.
    """
    from ..core.parallel import jobs as threads
    from ..measures.shared.prm import find_prm
    from ..report.pictures import check_picture
    from ..studies.difficulty.across import difficulties
    from ..studies.difficulty.conjecture import conjecture
    from ..studies.difficulty.protocols import MAX_LENGTH, plan_for

    printing.wanted()
    names, variants, tested = all_given(treebanks), variant or [], None if test is None else given(test)
    # These need the figures of each tree.
    trees = {"--by": by, "--grammar-out": grammar_out, "--curve": curve, "--ambiguity": ambiguity}
    _check(names, tested, by)
    check_picture("--plot", plot)
    check_picture("--curve", curve, (".csv",))
    _check_one_treebank(names, variants, {"--grammar-out": grammar_out, "--growing": growing})
    check_exclusive({"--resume": resume}, {**trees, "--growing": growing})
    if by != "sentence":
        check_exclusive({"--by": by}, {"--ambiguity": ambiguity})
    if by == "node":
        check_exclusive({"--by node": by}, {"--plot": plot})
    check_exclusive({"--growing": growing}, {**trees, "--plot": plot, "--folds": folds})
    check_exclusive({"--grammar": grammar}, {"--growing": growing, "--grammar-out": grammar_out})
    check_exclusive({"--max-length": max_length}, {"--all-lengths": all_lengths})
    options: dict[str, Any] = {
        "protocol": None if protocol is None else protocol.value,
        "split": split,
        "folds": folds,
        "max_length": None if all_lengths else MAX_LENGTH if max_length is None else max_length,
        "seed": reading.seed,
        "grammar": grammar,
    }
    find_prm(prm, lambda message: note(f"{prm}: {message}"))
    plan_for(has_test=test is not None, **options)  # a wrong call is an error before any work
    options |= {"level": level, "prm": prm, "transforms": reading.transforms}
    distributing.check_here(device)
    with threads(jobs), on_device(device), distributing.distributed(jobs):
        if growing is not None:
            _show(_growing(reading, names[0], tested, growing, options), "growing_table", level, printing)
            return
        measured = difficulties(
            names,
            read=reading.read,
            test=tested,
            variants=variants,
            resume=resume,
            watch=progress,
            full=any(trees.values()),
            ambiguity=ambiguity,
            plain=reading.is_plain,
            **options,
        )
    for remark in dict.fromkeys(remark for treebank in measured for remark in treebank.remarks):
        note(remark)
    rows = [treebank.row for treebank in measured]
    results = [treebank.difficulty for treebank in measured if treebank.difficulty is not None]
    if grammar_out is not None:
        _save_grammar(results[0], grammar_out)
    if curve is not None:
        _curves(results, curve, orders, reading.seed, level)
    if plot is not None:
        _plot(rows if by in (None, "sentence") else _node_rows(results, by, level, scheme), plot, by)
    if by == "sentence":
        _show_sentences(results, ambiguity, printing)
    elif by is not None:
        _show_nodes(_node_rows(results, by, level, scheme), printing)
    else:
        _show(rows, "difficulty_table", level, printing, correlations=conjecture(rows))


def _check(names: Sequence[str], test: str | None, by: str | None) -> None:
    """What is wrong with the arguments alone."""
    if by is not None and by not in _DIVISIONS:
        raise CallError(f"cannot divide by '{by}'; possible: {', '.join(_DIVISIONS)}")
    check_standard_input([*names, test or ""])


def _check_one_treebank(names: Sequence[str], variants: Sequence[str], options: dict[str, str | None]) -> None:
    purpose = {"--grammar-out": "saves the grammar", "--growing": "draws samples"}
    for option, value in options.items():
        if value is not None and (len(names) > 1 or variants):
            raise CallError(f"{option} {purpose[option]} of one treebank; measure them one by one")


def _growing(reading: Reading, name: str, test: str | None, sizes: str, options: dict[str, Any]) -> list[GrowthRow]:
    from ..studies.difficulty.growing import growing

    try:
        shares = [float(size) for size in sizes.split(",")]
    except ValueError:
        raise CallError(f"--growing takes sizes such as 0.3,0.5,1.0 or 500,1000, not '{sizes}'") from None
    if options["protocol"] not in (None, "test"):
        raise CallError(f"--growing measures training and held-out trees; leave out --protocol {options['protocol']}")
    chosen = {key: value for key, value in options.items() if key not in ("protocol", "folds", "grammar")}
    train, held_out = reading.read(name), None if test is None else reading.read(test)
    with progress(f"measuring {name}") as tick:
        samples = growing(train, shares, held_out, name=name, test_name=test or "", progress=tick, **chosen)
    return [sample.row() for sample in samples]


def _save_grammar(result: Difficulty, file: str) -> None:
    from ..models.grammars.grammar import Grammar
    from ..models.grammars.storage import write_grammar

    assert isinstance(result.grammar, Grammar)  # of other models there is no file
    write_grammar(result.grammar, file)


def _plot(rows: list[dict[str, Any]], file: str, by: str | None) -> None:
    from ..report.difficulty_charts import ecc_plot, node_bars
    from ..report.pictures import write_picture

    write_picture(ecc_plot(rows) if by in (None, "sentence") else node_bars(rows, by), file)


def _curves(results: Sequence[Difficulty], file: str, orders: int, seed: int, level: float) -> None:
    from ..report.difficulty_charts import ecc_curve_plot
    from ..report.pictures import write_picture
    from ..report.publishing import to_csv
    from ..studies.difficulty.curves import ecc_curve

    curves = [
        ecc_curve(
            result.figures, orders=orders, seed=seed, level=level, name=result.treebank, transform=result.transform
        )
        for result in results
    ]
    rows = [row for curve in curves for row in curve.rows()]
    if file.endswith(".csv"):
        put(to_csv(rows), file)
    else:
        write_picture(ecc_curve_plot(curves), file)


def _show_sentences(results: list[Difficulty], ambiguity: bool, printing: Printing) -> None:
    from ..report import difficulty as report

    rows = [row for result in results for row in result.by_sentence(ambiguity=ambiguity)]
    printing.write("difficulty", rows, None, lambda: report.sentence_table(rows))


def _node_rows(results: list[Difficulty], by: str, level: float, scheme: str) -> list[dict[str, Any]]:
    return [row for result in results for row in result.by_nodes(by, level=level, scheme=scheme)]


def _show_nodes(rows: list[dict[str, Any]], printing: Printing) -> None:
    from ..report import difficulty as report

    printing.write("difficulty", rows, None, lambda: report.node_table(rows))


def _show(rows: Sequence[AnyRow], table: str, level: float, printing: Printing, **more: Any) -> None:
    from ..report import difficulty as report

    flat = report.latex_rows(rows) if printing.wanted() is Form.latex else rows
    printing.write("difficulty", rows, flat, lambda: getattr(report, table)(rows, level), **more)
