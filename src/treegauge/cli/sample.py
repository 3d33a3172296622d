"""The command that draws samples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import CallError
from ..core.types import AnyRow
from .options import (
    Encoding,
    Json,
    OnError,
    OnErrorOption,
    Rejects,
    SeedOption,
    Transforms,
    changed_reader,
    named,
    note,
    once_each,
    only_once,
    print_json,
)
from .trees import Outputs, check_outputs, to_terminal, write_trees

if TYPE_CHECKING:
    from ..studies.sampling.comparable import Sample

_DEVIATION, _SHORTEST, _LONGEST = 0.8, 10, 40  # as in the paper


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command("sample")(sample)


def sample(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="One treebank, or several.")],
    n: Annotated[int, typer.Option("-n", min=1, help="Sentences in a sample.")] = 1024,
    comparable: Annotated[
        bool, typer.Option("--comparable", help="Only sentences with an average number of each part of speech.")
    ] = False,
    deviation: Annotated[float, typer.Option(min=0, help="How far from the average a number may be.")] = _DEVIATION,
    min_length: Annotated[int, typer.Option(min=1, help="Words of the shortest sentence (comparable).")] = _SHORTEST,
    max_length: Annotated[int, typer.Option(min=1, help="Words of the longest sentence (comparable).")] = _LONGEST,
    tags: Annotated[
        list[str] | None, typer.Option(help="The tag set, a name or a TOML file; once for all, or once each.")
    ] = None,
    output: Outputs = None,
    seed: SeedOption = 0,
    transform: Transforms = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    json: Json = False,
) -> None:
    """Draw sentences at random: a sample of a treebank, or samples of several that can be compared."""
    from ..studies.sampling.comparable import comparable_samples, random_sample

    names = [named(name) for name in treebanks]
    only_once(names)
    if not comparable and (deviation, min_length, max_length) != (_DEVIATION, _SHORTEST, _LONGEST):
        raise CallError("--deviation, --min-length and --max-length are for samples to be compared: add --comparable")
    targets = check_outputs(output, len(names), json)
    sets = once_each(tags or ["auto"], len(names), "--tags")
    read = changed_reader(transform, seed, on_error, rejects, encoding)
    if comparable:
        lengths: dict[str, Any] = {"min_length": min_length, "max_length": max_length}
        found = comparable_samples(
            [read(name) for name in names], n, deviation=deviation, seed=seed, tags=sets, names=names, **lengths
        )
        _tell(found, n, deviation)
    else:
        found = [
            random_sample(read(name), n, seed=seed, tags=tagset, name=name)
            for name, tagset in zip(names, sets, strict=True)
        ]
    for one, target in zip(found, targets, strict=False):
        write_trees(one.treebank, target)
    rows = [row for one in found for row in one.rows()]
    if json:
        print_json("sample", rows)
    elif not to_terminal(targets):
        _show(rows)


def _tell(found: list[Sample], n: int, deviation: float) -> None:
    """How many sentences there were to draw from."""
    from ..annotation.tagsets import TAG_GROUPS

    for number, one in enumerate(found, 1):
        tagset = one.tagset.name if one.tagset is not None else "none"
        note(
            f"treebank {number} ({tagset}): {one.whole:,} sentences, {one.long:,} of the right length, {one.average:,}"
            f" of them within {deviation:g} of the average"
        )
    left = [name for name in TAG_GROUPS if name not in found[0].groups]
    if left:
        note(f"not compared, as one of the treebanks has none: {', '.join(left)}")
    size = len(found[0].sentences)
    if size < n:
        note(f"{size:,} sentences are drawn from each, not {n:,}: more are not there (--deviation allows more)")


def _show(rows: Sequence[AnyRow]) -> None:
    """The paper's Tables 1 and 2 in one, and the parts of speech a sentence."""
    from ..report.tables import console, new_table

    sizes = {"nodes/sent": "nodes_per_sentence", "nodes/word": "nodes_per_word", "words/sent": "words_per_sentence"}
    groups = list(dict.fromkeys(name for row in rows for name in row["groups"]))
    for columns in (["sentences", *sizes], groups):
        table = new_table()
        table.add_column("treebank", overflow="fold")
        for column in ("part", *columns):
            table.add_column(column, justify="left" if column == "part" else "right", no_wrap=True)
        for row in rows:
            figures = {
                **row["groups"],
                "sentences": row["sentences"],
                **{name: row[key] for name, key in sizes.items()},
            }
            table.add_row(row["treebank"], row["part"], *(_figure(figures.get(column)) for column in columns))
        if columns:
            console().print(table)


def _figure(value: float | None) -> str:
    if value is None or math.isnan(value):
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
