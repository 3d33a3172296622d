"""Which scores of results, and which parts of a breakdown, are wanted, and in which order."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..core.errors import CallError

if TYPE_CHECKING:
    from ..measures.shared.base import Measure
    from .breakdowns import Part
    from .result import Result

ScoreNames = str | Iterable[str] | None
ScoreValue = TypeVar("ScoreValue")


class AnyScores(tuple[str, ...]):
    """Names of scores of which those are wanted that the measures have."""

    __slots__ = ()


def score_names(scores: ScoreNames) -> tuple[str, ...]:
    """The names of scores that a caller gives: one, several, or several in one text (`f1,las`)."""
    if isinstance(scores, AnyScores):
        return scores
    texts = [scores] if isinstance(scores, str) else list(scores or ())
    return tuple(dict.fromkeys(name.strip() for text in texts for name in text.split(",") if name.strip()))


def select_scores(results: Sequence[Result], scores: ScoreNames) -> list[Result]:
    """The results with only the scores named, without measures that have none of them; all if none is named."""
    names = score_names(scores)
    if not names:
        return list(results)
    known = {result.measure: [*result.scores, *result.measure.scores_of_parts] for result in results}
    check_scores(names, [name for scores in known.values() for name in scores])
    return [
        replace(result, chosen=names)
        for result in results
        if any(spelled_as(name, known[result.measure]) is not None for name in names)
    ]


def measures_with(measures: Sequence[Measure], names: Sequence[str]) -> list[Measure]:
    """The measures that have one of the scores named; all if none is named."""
    has = {measure: measure.score(np.zeros(len(measure.counts))) for measure in measures}
    check_scores(names, [name for scores in has.values() for name in scores])
    return [measure for measure, scores in has.items() if chosen_scores(scores, names)]


def check_scores(names: Sequence[str], known: Sequence[str]) -> None:
    """Refuse the name of a score that does not exist."""
    for name in names:
        if spelled_as(name, known) is None and not isinstance(names, AnyScores):
            raise CallError(f"unknown score '{name}'; known: {', '.join(dict.fromkeys(known))}")


def chosen_scores(scores: Mapping[str, ScoreValue], chosen: Sequence[str]) -> dict[str, ScoreValue]:
    """The chosen ones of scores by name, in their order; all if none is chosen."""
    names = (spelled_as(name, scores) for name in chosen or scores)
    return {name: scores[name] for name in names if name is not None}


def main_first(scores: Mapping[str, ScoreValue], measure: Measure) -> dict[str, ScoreValue]:
    """Scores by name, those first that a reader looks for first: the order of all tables."""
    return {**{name: scores[name] for name in measure.main_scores if name in scores}, **scores}


def spelled_as(name: str, known: Iterable[str]) -> str | None:
    """The known name that is meant: the same one, or else one that differs only in capitals (`F1`)."""
    spellings = list(known)
    return next((spelling for spelling in spellings if spelling == name), None) or next(
        (spelling for spelling in spellings if spelling.lower() == name.lower()), None
    )


def arranged_parts(parts: Sequence[Part], by: str, sort: str | None, top: int | None) -> list[Part]:
    """Parts sorted by a score, a count or their names, and only the first so many of them. Numbers are sorted from high
    to low, names from A to Z, and the other way round after a minus (`-f1`); 0/0 is last."""
    if top is not None and top < 1:
        raise CallError(f"top must be 1 or more, not {top}")
    return list(parts if sort is None else _sorted(parts, by, sort))[:top]


def sort_keys(result: Result, by: str) -> list[str]:
    """What the parts of a result can be sorted by."""
    measure = result.measure
    only_parts = chosen_scores(dict.fromkeys(measure.scores_of_parts), result.chosen) if by != "sentence" else ()
    return list(dict.fromkeys([by, *result.scores, *only_parts, *measure.counts, *measure.part_counts]))


def _sorted(parts: Sequence[Part], by: str, sort: str) -> list[Part]:
    given, turned = sort.removeprefix("-"), sort.startswith("-")
    known = sort_keys(parts[0].result, by) if parts else [given]
    wanted = spelled_as(given, known)
    if wanted is None:
        raise CallError(f"cannot sort by '{given}'; known: {', '.join(known)}")
    if wanted == by:
        return sorted(parts, key=lambda part: _natural(part.name), reverse=turned)

    def key(part: Part) -> tuple[bool, float]:
        value = {**part.counts, **part.scores}.get(wanted, math.nan)
        return math.isnan(value), value if turned else -value

    return sorted(parts, key=key)


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in a name are in the order of numbers: 1-10, 11-20, 101-110."""
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in re.split(r"(\d+)", name) if piece]
