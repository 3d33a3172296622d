"""The command that shows derivations."""

from __future__ import annotations

import sys
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import (
    Encoding,
    Json,
    OnError,
    OnErrorOption,
    Rejects,
    Seed,
    Transforms,
    changed_reader,
    named,
    note,
    print_json,
)

if TYPE_CHECKING:
    from ..models.transitions.oracles import Derivations


class SystemOption(StrEnum):
    """The transition systems."""

    arc_standard = "arc-standard"
    arc_eager = "arc-eager"
    swap_eager = "swap-eager"
    swap_lazy = "swap-lazy"


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command("derive")(derive)


def derive(
    treebank: Annotated[str, typer.Argument(metavar="TREEBANK", help="A treebank with dependency trees.")],
    system: Annotated[SystemOption, typer.Option(help="The transition system.")] = SystemOption.swap_lazy,
    unlabelled: Annotated[bool, typer.Option("--unlabelled", help="LA and RA without relations.")] = False,
    transform: Transforms = None,
    seed: Seed = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    json: Json = False,
) -> None:
    """Show the transitions by which a parser would build each tree: a line a sentence, its number first."""
    from ..models.transitions import oracles

    read = changed_reader(transform, seed, on_error, rejects, encoding)
    found = oracles.derive(read(named(treebank)), system.value)
    if json:
        print_json("derive", _rows(found, not unlabelled))
    else:
        for number, transitions in enumerate(_transitions(found, not unlabelled), 1):
            sys.stdout.write(" ".join([str(number), *transitions]) + "\n")
    _tell(found)


def _transitions(found: Derivations, labelled: bool) -> list[list[str]]:
    """The names of the transitions of each sentence."""
    names = found.names(labelled=labelled)
    lookup = list(names.values)
    codes = names.codes.tolist()
    return [[lookup[code] for code in codes[begin:end]] for begin, end in pairwise(found.offsets.tolist())]


def _rows(found: Derivations, labelled: bool) -> list[dict[str, Any]]:
    """One row a sentence; words are numbered from 1."""
    order, lost = (found.order + 1).tolist(), found.lost.tolist()
    spans = pairwise(found.treebank.tokens.offsets.tolist())
    return [
        {
            "sentence": number,
            "transitions": transitions,
            "order": order[begin:end],
            "lost": [word for word, gone in enumerate(lost[begin:end], 1) if gone],
        }
        for number, (transitions, (begin, end)) in enumerate(zip(_transitions(found, labelled), spans, strict=True), 1)
    ]


def _tell(found: Derivations) -> None:
    """How much there is, and what the system could not derive."""
    tokens, lost = found.treebank.tokens, int(found.lost.sum())
    summary = f"{found.system.name}: {len(found):,} sentences, {len(found.transition):,} transitions"
    if not lost:
        note(f"{summary}; every arc is made")
        return
    sentences = len(set(tokens.sentence[found.lost].tolist()))
    note(
        f"{summary}; arcs lost: {lost:,} of {len(tokens):,} (sentences that are not projective: {sentences:,}; the swap"
        " systems lose none)"
    )
