"""`treegauge perturb`: insert controlled errors into trees, or undo them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Positive, Share
from ..core.errors import CallError
from ..core.wording import counted
from .options import Reading, all_given, check_standard_input, note, once_each
from .printing import Json, print_json
from .trees import Outputs, check_outputs, to_terminal, write_trees

if TYPE_CHECKING:
    from ..studies.perturbing.inserting import Perturbed
    from ..treebank import Treebank


def perturb(
    treebanks: Annotated[list[str], typer.Argument(metavar="GOLD...", help="One treebank, or several with --equal.")],
    reading: Reading,
    errors: Annotated[
        list[str] | None,
        typer.Option(
            "-e",
            "--error",
            metavar="KIND",
            help="attach1, attach2, label1, label2, span1, span2, span3, head, relation; repeatable; also"
            " 'label1(rate=0.2)'.",
        ),
    ] = None,
    count: Annotated[Positive | None, typer.Option(help="How many errors of each kind.")] = None,
    rate: Annotated[Share | None, typer.Option(help="Errors in this share of the places.")] = None,
    everywhere: Annotated[bool, typer.Option("--all", help="Errors in all places (the default).")] = False,
    equal: Annotated[bool, typer.Option("--equal", help="The same number of errors into each treebank.")] = False,
    scheme: Annotated[
        list[str] | None, typer.Option(help="The annotation scheme, a name or a TOML file; once, or once each.")
    ] = None,
    log: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="Write one JSON line per error; once for each treebank.")
    ] = None,
    undo: Annotated[str | None, typer.Option(metavar="LOG", help="Undo the errors in a log.")] = None,
    output: Outputs = None,
    json: Json = False,
) -> None:
    """Insert errors of chosen kinds into gold trees. Each is logged, so that it can be inspected and undone."""
    names = all_given(treebanks)
    check_standard_input(names)
    _check(names, errors, undo, equal, [count is not None, rate is not None, everywhere])
    targets = check_outputs(output, len(names), json)
    if log and len(log) != len(names):
        raise CallError(f"{counted(len(names), 'treebank')} and {counted(len(log), 'log')}; give --log once for each")
    if undo is not None:
        _undo(reading.transformed(names[0]), undo, targets, json)
        return
    options = {"count": count, "rate": rate, "seed": reading.seed}
    treebanks_read = [reading.transformed(name) for name in names]
    perturbed = _perturb(treebanks_read, names, errors or [], equal, scheme or ["auto"], options)
    for side, target in zip(perturbed, targets, strict=False):
        write_trees(side.treebank, target)
    if log:
        from ..studies.perturbing.log import write_error_log

        for side, path in zip(perturbed, log, strict=True):
            write_error_log(side.log, path)
    rows = [row for side in perturbed for row in side.rows()]
    if json:
        print_json("perturb", rows)
    elif not to_terminal(targets):
        _show(rows, any(side.gold.treebank.has_dependencies for side in perturbed))


def _check(names: list[str], errors: list[str] | None, undo: str | None, equal: bool, amounts: list[bool]) -> None:
    from ..studies.perturbing.kinds import ERROR_KINDS

    if undo is not None and (errors or len(names) > 1):
        raise CallError("--undo takes one treebank and no -e")
    if undo is None and not errors:
        raise CallError(f"name the kinds of errors: -e {' -e '.join(ERROR_KINDS)} (any of them)")
    if len(names) > 1 and not equal:
        raise CallError("several treebanks get the same number of errors: give --equal, or perturb them one by one")
    if equal and len(names) < 2:
        raise CallError("--equal is for two treebanks or more")
    if sum(amounts) > 1:
        raise CallError("give one of --count, --rate and --all")


def _perturb(
    treebanks: list[Treebank],
    names: list[str],
    errors: list[str],
    equal: bool,
    schemes: list[str],
    options: dict[str, Any],
) -> list[Perturbed]:
    from ..studies.perturbing.inserting import perturb, perturb_equally

    named_schemes = once_each(schemes, len(treebanks), "--scheme")
    if equal:
        return perturb_equally(treebanks, errors, scheme=named_schemes, names=names, **options)
    return [perturb(treebanks[0], errors, scheme=named_schemes[0], name=names[0], **options)]


def _undo(treebank: Treebank, path: str, targets: list[str], json: bool) -> None:
    from ..studies.perturbing.log import read_error_log, undo_errors

    undone = undo_errors(treebank, read_error_log(path))
    for target in targets:
        write_trees(undone.treebank, target)
    if json:
        print_json("perturb", [undone.row()])
    note(f"{counted(undone.errors, 'error')} undone" + ("" if targets else "; nothing was written (-o FILE)"))


def _show(rows: Sequence[Mapping[str, Any]], heads: bool) -> None:
    from ..report.tables import console, new_table

    figures = ["places", *(["with_heads"] if heads else []), "errors", "passed_over", "sentences"]
    table = new_table()
    table.add_names("treebank")
    table.add_labels("kind", "scheme")
    table.add_figures(*(name.replace("_", " ") for name in figures))
    for row in rows:
        table.add_row(row["treebank"], row["kind"], row["scheme"], *(f"{row[name]:,}" for name in figures))
    console().print(table)
