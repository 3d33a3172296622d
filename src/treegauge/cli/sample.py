"""`treegauge sample`: random samples, and comparable samples of several treebanks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Amount, Positive
from ..core.errors import CallError
from ..core.wording import counted
from .options import Reading, all_given, check_standard_input, note, once_each
from .printing import Json, print_json
from .trees import Outputs, check_outputs, to_terminal, write_trees

if TYPE_CHECKING:
    from ..core.types import AnyRow
    from ..studies.sampling.comparable import Sample

_DEVIATION, _SHORTEST, _LONGEST = 0.8, 10, 40  # as in the paper


def sample(
    treebanks: Annotated[list[str], typer.Argument(metavar="TREEBANK...", help="One treebank, or several.")],
    reading: Reading,
    n: Annotated[Positive, typer.Option("-n", help="Sentences in a sample.")] = 1024,
    comparable: Annotated[
        bool, typer.Option("--comparable", help="Only sentences with an average number of each part of speech.")
    ] = False,
    deviation: Annotated[
        Amount, typer.Option(help="How far a number of words of a part of speech may be from the average.")
    ] = _DEVIATION,
    min_length: Annotated[Positive, typer.Option(help="Words of the shortest sentence (comparable).")] = _SHORTEST,
    max_length: Annotated[Positive, typer.Option(help="Words of the longest sentence (comparable).")] = _LONGEST,
    tags: Annotated[
        list[str] | None,
        typer.Option(metavar="TAGSET", help="The tag set, a name or a TOML file; once for all, or once each."),
    ] = None,
    output: Outputs = None,
    json: Json = False,
) -> None:
    """Draw a random sample of a treebank, or comparable samples of several."""
    from ..studies.sampling.comparable import comparable_samples, random_sample

    names = all_given(treebanks)
    check_standard_input(names)
    if not comparable and (deviation, min_length, max_length) != (_DEVIATION, _SHORTEST, _LONGEST):
        raise CallError("--deviation, --min-length and --max-length are for samples to be compared: add --comparable")
    targets = check_outputs(output, len(names), json)
    sets = once_each(tags or ["auto"], len(names), "--tags")
    trees = [reading.transformed(name) for name in names]
    if comparable:
        lengths: dict[str, Any] = {"min_length": min_length, "max_length": max_length, "deviation": deviation}
        samples = comparable_samples(trees, n, seed=reading.seed, tags=sets, names=names, **lengths)
        _note_sizes(samples, n, deviation)
    else:
        samples = [
            random_sample(treebank, n, seed=reading.seed, tags=tagset, name=name)
            for treebank, tagset, name in zip(trees, sets, names, strict=True)
        ]
    for sampled, target in zip(samples, targets, strict=False):
        write_trees(sampled.treebank, target)
    rows = [row for sampled in samples for row in sampled.rows()]
    if json:
        print_json("sample", rows)
    elif not to_terminal(targets):
        _show(rows)


def _note_sizes(samples: list[Sample], n: int, deviation: float) -> None:
    """How many sentences there were to draw from."""
    from ..annotation.tagsets import TAG_GROUPS

    for number, sampled in enumerate(samples, 1):
        tagset = sampled.tagset.name if sampled.tagset is not None else "none"
        note(
            f"treebank {number} ({tagset}): {counted(sampled.whole, 'sentence')}, {sampled.long:,} of the right length,"
            f" {sampled.average:,} of them within {deviation:g} of the average"
        )
    missing = [name for name in TAG_GROUPS if name not in samples[0].groups]
    if missing:
        note(f"not compared, since one of the treebanks has none: {', '.join(missing)}")
    size = len(samples[0].sentences)
    if size < n:
        note(f"{counted(size, 'sentence')} from each, not {n:,}: there are no more (a larger --deviation allows more)")


def _show(rows: Sequence[AnyRow]) -> None:
    """Tables 1 and 2 of the paper in one, and the parts of speech per sentence."""
    from ..report.tables import console, new_table

    sizes = {"nodes/sent": "nodes_per_sentence", "nodes/word": "nodes_per_word", "words/sent": "words_per_sentence"}
    groups = list(dict.fromkeys(name for row in rows for name in row["groups"]))
    for place, columns in enumerate((["sentences", *sizes], groups)):
        table = new_table()
        table.add_names("treebank")
        table.add_labels("part")
        table.add_figures(*columns)
        for row in rows:
            figures = {
                **row["groups"],
                "sentences": row["sentences"],
                **{name: row[key] for name, key in sizes.items()},
            }
            table.add_row(row["treebank"], row["part"], *(_figure(figures.get(column)) for column in columns))
        if columns:
            console().print(*([""] if place else []), table, sep="\n")


def _figure(value: float | None) -> str:
    if value is None or math.isnan(value):
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
