"""Disagreement: parsers that have not seen a sentence agree with each other, and not with its tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...core.types import Int64s
from .evidence import Evidence
from .items import SuspectItems
from .parses import ParsedItems

NONE = -1  # a parser has no answer, or that of the tree
_BITS = 8.0  # where all parsers agree


@dataclass(frozen=True, eq=False)
class Votes:
    """How many parsers give the most frequent of the answers that the tree does not have, for each item.

    count   the number of parsers
    answer  a number for what they say
    said    the answer in words
    """

    count: Int64s
    answer: Int64s
    said: Callable[[int], str]


def disagreement_evidence(items: SuspectItems, parses: Sequence[ParsedItems]) -> Evidence:
    """The votes of the parsers about all items, as shares of those that parsed the sentence."""
    from .parsed_arcs import arc_votes
    from .parsed_phrases import phrase_votes

    votes = (phrase_votes if items.kind == "nodes" else arc_votes)(items, parses)
    parsers = np.sum([parsed.sentence for parsed in parses], axis=0)[items.sentence]
    columns = {name: _BITS * vote.count / np.maximum(parsers, 1) for name, vote in votes.items()}
    return Evidence("disagreement", columns, lambda item: _reason(list(votes.values()), int(parsers[item]), item))


def majority(answers: Sequence[Int64s], said: Callable[[int], str]) -> Votes:
    """The most frequent answer of each item; one array of answers per parser."""
    stacked = np.stack(answers)
    counts = np.stack([(stacked == row).sum(0) * (row != NONE) for row in stacked])
    best, items = counts.argmax(0), np.arange(stacked.shape[1])
    return Votes(counts[best, items], stacked[best, items], said)


def _reason(votes: Sequence[Votes], parsers: int, item: int) -> str | None:
    """What most parsers say. Of answers that are equally frequent, the first."""
    best = max(votes, key=lambda vote: int(vote.count[item]))
    count = int(best.count[item])
    if 2 * count <= parsers:
        return None
    who = f"{count} of {parsers} parsers" if parsers > 1 else "the parser would"
    return f"{who} {best.said(int(best.answer[item]))}"
