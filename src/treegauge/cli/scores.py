"""Commands that measure parses: score and compare."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import CallError
from .options import (
    Encoding,
    JobsOption,
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
    progress,
)
from .output import FormOption, Output, show, writer

if TYPE_CHECKING:
    from ..evaluation.score import Result
    from ..measures.shared.base import Measure
    from ..treebank import Treebank


class OnMismatch(StrEnum):
    """What to do with sentences whose words differ."""

    error = "error"
    skip = "skip"
    align = "align"


class Method(StrEnum):
    """How an interval is made from the resamples."""

    percentile = "percentile"
    bca = "bca"


Gold = Annotated[str, typer.Argument(metavar="GOLD", help="The gold trees; FILE:FORMAT; - is standard input.")]
Measures = Annotated[
    list[str] | None,
    typer.Option("-m", "--measure", metavar="MEASURE", help="NAME or 'NAME(option=value)'; any number of times."),
]
Prm = Annotated[
    str | None,
    typer.Option(metavar="FILE|PRESET", help="EVALB's parameters: default, COLLINS, new, spmrl, none or a file."),
]
Mismatch = Annotated[
    OnMismatch, typer.Option(help="Sentences whose words differ: stop, leave out and list, or align on characters.")
]
Lenient = Annotated[bool, typer.Option("--lenient", help="Score graphs that are no trees (cycles, several roots).")]
DiscOnly = Annotated[bool, typer.Option("--disc-only", help="Only discontinuous brackets (parseval).")]
Resamples = Annotated[int, typer.Option(min=0, help="Resamples for intervals; 0: none.")]
MethodOption = Annotated[Method, typer.Option("--interval", help="How intervals are made.")]


def add_to(app: typer.Typer) -> None:
    """Make the commands known."""
    app.command()(score)
    app.command()(compare)


def score(
    gold: Gold,
    test: Annotated[str, typer.Argument(metavar="TEST", help="What the parser made of the same sentences.")],
    measure: Measures = None,
    by: Annotated[
        str | None, typer.Option(metavar="WHAT", help="Divide by sentence, length, label, ...; or show the confusion.")
    ] = None,
    prm: Prm = None,
    evalb: Annotated[bool, typer.Option("--evalb", help="Print EVALB's own report from the raw lines.")] = False,
    disc_only: DiscOnly = False,
    lenient: Lenient = False,
    on_mismatch: Mismatch = OnMismatch.skip,
    transform: Transforms = None,
    level: Level = 0.95,
    resamples: Resamples = 1000,
    interval: MethodOption = Method.percentile,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    output: Output = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Score a parser: every measure that fits the two files, with intervals."""
    if evalb:
        _evalb(named(gold), named(test), prm, [transform, measure, by, output, form, json])
    from ..core.parallel import jobs as threads
    from ..evaluation import score as scoring

    write = writer("score", output, form, json)
    refused: list[str] = []
    by = "label" if by == "relation" else by
    _as_signed(measure, on_mismatch, transform)
    changed = {"prm": prm, "disc_only": disc_only or None, "lenient": lenient or None}
    options: dict[str, Any] = {"on_mismatch": on_mismatch.value, "context": "+".join(transform or [])}
    intervals: dict[str, Any] = {"level": level, "resamples": resamples, "method": interval.value, "seed": seed}
    with threads(jobs):
        results = None
        if by is None and not transform and encoding is None and on_error is OnError.stop:
            results = _in_blocks(named(gold), named(test), partial(_chosen, measure, changed), intervals, options)
        if results is None:
            read = changed_reader(transform, seed, on_error, rejects, encoding, lenient=True)
            one, other = _read_all(read, [gold, test])
            chosen = _chosen(measure, changed, one, other)
            _tell_numbers(one, {named(test): other}, chosen)
            if by is not None:
                intervals["resamples"] = 0
            results = scoring.score(one, other, chosen, **options, **intervals, refusals=None if measure else refused)
        for reason in refused:
            note(f"left out {reason}")
        _tell_remarks(results)
        show(results, by, level, write)


def compare(
    gold: Gold,
    tests: Annotated[
        list[str], typer.Argument(metavar="TEST_A TEST_B...", help="Two or more parses of the sentences.")
    ],
    measure: Measures = None,
    prm: Prm = None,
    disc_only: DiscOnly = False,
    lenient: Lenient = False,
    on_mismatch: Mismatch = OnMismatch.skip,
    transform: Transforms = None,
    level: Level = 0.95,
    resamples: Annotated[int, typer.Option(min=1, help="Resamples for intervals and tests.")] = 10_000,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    output: Output = None,
    form: FormOption = None,
    json: Json = False,
) -> None:
    """Compare parsers: which is better, by how much, and whether the difference is real."""
    from ..core.parallel import jobs as threads
    from ..evaluation import compare as comparing
    from ..report.scores import comparison_rows, comparison_table

    if len(tests) < 2:
        raise CallError("compare needs two parses or more: treegauge compare GOLD TEST_A TEST_B")
    write = writer("compare", output, form, json)
    _as_signed(measure, on_mismatch, transform)
    refused: list[str] = []
    changed = {"prm": prm, "disc_only": disc_only or None, "lenient": lenient or None}
    with threads(jobs):
        read = changed_reader(transform, seed, on_error, rejects, encoding, lenient=True)
        treebanks = _read_all(read, [gold, *tests])
        _tell_numbers(treebanks[0], dict(zip(map(named, tests), treebanks[1:], strict=True)), [])
        found = comparing.compare(
            treebanks[0],
            dict(zip(_short_names([named(name) for name in tests]), treebanks[1:], strict=True)),
            _chosen(measure, changed, *treebanks),
            on_mismatch=on_mismatch.value,
            level=level,
            resamples=resamples,
            seed=seed,
            context="+".join(transform or []),
            refusals=None if measure else refused,
        )
    for reason in refused:
        note(f"left out {reason}")
    write([one.row() for one in found], comparison_rows(found), lambda: comparison_table(found, level))


def _tell_remarks(results: Sequence[Result]) -> None:
    for result in results:
        if result.gold is not None and result.test is not None:
            for remark in result.measure.remarks(result.gold, result.test):
                note(f"{result.measure.name}: {remark}")


def _evalb(gold: str, test: str, prm: str | None, others: Sequence[object]) -> None:
    """Print EVALB's report and leave with its status."""
    from ..core.compiled import compile_silently
    from ..formats.api import split_name
    from ..formats.sources import find_sources
    from ..measures.shared.prm import find_prm
    from ..report.evalb import evalb_report

    if any(others):
        raise CallError(
            "--evalb prints EVALB's report from the raw lines: it takes no -t, -m, --by, -o, --format or --json"
        )
    only_once([gold, test])
    compile_silently()
    said: list[str] = []
    parameters = find_prm(prm or "none", said.append)
    paths = [split_name(name)[0] for name in (gold, test)]
    texts = [b"".join(_ended(source.load()) for source in find_sources(path)) for path in paths]
    report = evalb_report(texts[0], texts[1], parameters)
    sys.stderr.write("".join(f"{line}\n" for line in said))
    sys.stderr.flush()
    sys.stderr.buffer.write(report.errors)
    sys.stdout.write(report.out)
    sys.stdout.flush()
    raise typer.Exit(report.status)


def _ended(data: bytes) -> bytes:
    """With its last line end, so that the next file does not begin on that line."""
    return data + b"\n" if data and not data.endswith(b"\n") else data


def _in_blocks(
    gold: str, test: str, choose: Callable[..., Any], intervals: dict[str, Any], options: dict[str, Any]
) -> list[Result] | None:
    """Large files block by block, if they can be."""
    from ..evaluation.blocks import score_in_blocks

    with progress(f"scoring {test}") as tick:
        return score_in_blocks(gold, test, choose, intervals=intervals, progress=tick, **options)


def _read_all(read: Callable[[str], Treebank], names: Sequence[str]) -> list[Treebank]:
    from ..core.parallel import together

    only_once([named(name) for name in names])
    return together([partial(read, named(name)) for name in names])


def _chosen(specs: list[str] | None, changed: dict[str, Any], *treebanks: Treebank) -> list[Measure]:
    """The measures named, or all that fit; with the options that have a switch of their own."""
    from ..evaluation.score import fitting, with_options
    from ..measures.shared.prm import find_prm

    given = {name: value for name, value in changed.items() if value is not None}
    for spec in specs or []:
        twice = [name for name in given if f"{name}=" in spec.partition("|")[0]]
        if twice:
            raise CallError(f"'{twice[0]}' is given twice: as --{twice[0].replace('_', '-')} and in '{spec}'")
    if "prm" in given:
        find_prm(given["prm"], lambda message: note(f"{given['prm']}: {message}"))
    measures = fitting(specs, *treebanks)
    for name in given.keys() - {"lenient"}:  # measures that do not have it are lenient anyway
        if not any(hasattr(measure, name) for measure in measures):
            shown = ", ".join(measure.name for measure in measures)
            raise CallError(f"--{name.replace('_', '-')} is no option of {shown}")
    return [with_options(measure, given) for measure in measures]


def _as_signed(specs: list[str] | None, on_mismatch: OnMismatch, transform: list[str] | None) -> None:
    """A signature stands for a way of scoring: what it says beside the measure must be asked for too."""
    for spec in specs or []:
        said = dict(part.split(":", 1) for part in spec.split("|")[1:] if ":" in part)
        if said.get("mismatch", on_mismatch.value) != on_mismatch.value:
            raise CallError(f"'{spec}' was scored with --on-mismatch {said['mismatch']}: ask for that too")
        before = "+".join(transform or [])
        if "version" in said and said.get("before", "") != before:
            steps = " ".join(f"-t '{step}'" for step in said.get("before", "").split("+") if step) or "no -t"
            raise CallError(f"'{spec}' was scored with {steps}: ask for that too")


def _tell_numbers(gold: Treebank, tests: dict[str, Treebank], measures: Sequence[Measure]) -> None:
    """A remark where the numbers of sentences differ, which may mean that they are paired wrongly."""
    for name, test in tests.items():
        if len(test) != len(gold) and not (measures and all(measure.document for measure in measures)):
            note(
                f"{name}: {len(test):,} sentences, gold has {len(gold):,}; they are paired by their ids or their lines"
            )


def _short_names(paths: Sequence[str]) -> list[str]:
    """The names of files without what all have in common, so that they can be told apart in a table."""
    from os.path import commonpath, dirname, isabs, relpath

    folders = {dirname(path) for path in paths}
    shared = all(folders) and len({isabs(folder) for folder in folders}) == 1
    names = [relpath(path, commonpath(folders)) if shared else path for path in paths]
    return [name if names.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(names, 1)]
