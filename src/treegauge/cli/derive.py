"""`treegauge derive`: the transitions by which a parser would build each tree."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.wording import counted
from .options import Reading, given, note
from .printing import Json, print_json

if TYPE_CHECKING:
    from ..models.transitions.oracles import Derivations


SystemOption = Annotated[
    str,
    typer.Option(metavar="SYSTEM", help="The transition system: arc-standard, arc-eager, swap-eager or swap-lazy."),
]


def derive(
    treebank: Annotated[str, typer.Argument(metavar="TREEBANK", help="A treebank with dependency trees.")],
    reading: Reading,
    system: SystemOption = "swap-lazy",
    unlabelled: Annotated[bool, typer.Option("--unlabelled", help="LA and RA without relations.")] = False,
    json: Json = False,
) -> None:
    """Show the transitions by which a parser would build each tree, one numbered line per sentence."""
    from ..models.transitions.oracles import derive

    derivations = derive(reading.transformed(given(treebank)), system)
    rows = derivations.rows(labelled=not unlabelled)
    if json:
        print_json("derive", rows)
    else:
        for row in rows:
            sys.stdout.write(" ".join([str(row["sentence"]), *row["transitions"]]) + "\n")
    _note_lost_arcs(derivations)


def _note_lost_arcs(derivations: Derivations) -> None:
    """How much there is, and what the system could not derive."""
    tokens, lost = derivations.treebank.tokens, int(derivations.lost.sum())
    sentences = counted(len(derivations), "sentence")
    summary = f"{derivations.system.name}: {sentences}, {counted(len(derivations.transition), 'transition')}"
    if not lost:
        note(f"{summary}; every arc is derived")
        return
    crossing = len(set(tokens.sentence[derivations.lost].tolist()))
    note(
        f"{summary}; arcs lost: {lost:,} of {len(tokens):,} (sentences that are not projective: {crossing:,}; the swap"
        " systems lose none)"
    )
