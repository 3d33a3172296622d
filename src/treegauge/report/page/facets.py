"""What the errors of a report can be divided by: for each part and system, the sentences that have errors in it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...core.errors import CallError, DataError
from ...core.remarks import TreegaugeWarning
from ...core.types import Counts, Int64s
from ...evaluation.breakdowns import sentence_parts
from ...evaluation.errors.finding import find_errors
from ...evaluation.result import Result
from ..heat_tables import NOTHING
from .evaluated import Evaluated, part_errors
from .packing import Pack
from .titles import part_title

ARROW = " → "


@dataclass(frozen=True, eq=False)
class PartErrors:
    """The errors of one system in a part: sentences (from 0, ascending) with their numbers of errors; and the summed
    counts, if the part has a score."""

    sentences: Int64s
    errors: Int64s
    total: Counts | None = None


@dataclass(frozen=True, eq=False)
class Facet:
    """A way to divide errors. `parts` has one `PartErrors` per system (None: it has nothing of this part)."""

    name: str
    title: str
    parts: dict[str, list[PartErrors | None]] = field(default_factory=dict)
    costs: dict[str, list[float]] = field(default_factory=dict)  # points that are regained if a part is repaired

    def errors(self, part: str) -> int:
        """The errors of all systems in a part."""
        return sum(int(row.errors.sum()) for row in self.parts[part] if row is not None)


_TITLES = {
    "label": "label",
    "length": "length",
    "distance": "distance to the head",
    "direction": "direction of the head",
}


def facets(evaluated: Evaluated) -> list[Facet]:
    """Every way in which the main measure divides errors, the confusion of labels last."""
    measure = evaluated.measures[evaluated.main]
    relation = measure.name in ("attachment", "ud")
    found = []
    for by in (*measure.breakdowns, "length"):
        title = "relation" if by == "label" and relation else _TITLES.get(by, by.replace("_", " "))
        try:
            found.append(Facet(by, title, _by_part(evaluated, by)))
        except CallError:
            continue  # a measure that does not have the counts of each part sentence by sentence
    found += _classes(evaluated)
    if measure.has_confusion:
        found.append(
            Facet("confusion", "confusion", _confused([evaluated.main_result(name) for name in evaluated.systems]))
        )
    return [facet for facet in found if facet.parts]


def _by_part(evaluated: Evaluated, by: str) -> dict[str, list[PartErrors | None]]:
    divided = {name: sentence_parts(evaluated.main_result(name), by) for name in evaluated.systems}
    names = dict.fromkeys(part for parts in divided.values() for part in parts)
    measure = evaluated.measures[evaluated.main]

    def of_part(system: str, name: str) -> PartErrors | None:
        part = divided[system].get(name)
        if part is None:
            return None
        of_sentences = by == "length"
        errors = evaluated.errors(system)[part.sentences] if of_sentences else part_errors(measure, name, part.rows)
        return PartErrors(part.sentences, errors, part.total)

    return {name: [of_part(system, name) for system in evaluated.systems] for name in names}


def _classes(evaluated: Evaluated) -> list[Facet]:
    """Classes of errors with what each costs, the most expensive first; nothing where there is no way to find them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TreegaugeWarning)  # scoring has said the same of the same sentences
            analysis = find_errors(evaluated.gold, evaluated.given, prm=evaluated.prm, resamples=0)
    except (CallError, DataError):
        return []
    parts: dict[str, list[PartErrors | None]] = {}
    costs: dict[str, list[float]] = {}
    for number, system in enumerate(analysis):
        errors = system.errors
        for row in system.classes:
            sentences, counts = np.unique(errors.sentence[errors.kind.mask({row.name})], return_counts=True)
            parts.setdefault(row.name, [None] * len(analysis))[number] = PartErrors(sentences, counts)
            costs.setdefault(row.name, [0.0] * len(analysis))[number] = row.regained
    order = sorted(costs, key=lambda name: (-sum(costs[name]), name))
    return [
        Facet("class", "class of error", {name: parts[name] for name in order}, {name: costs[name] for name in order})
    ]


def _confused(results: Sequence[Result]) -> dict[str, list[PartErrors | None]]:
    """Pairs of different labels, the most frequent first."""
    parts: dict[str, list[PartErrors | None]] = {}
    for number, result in enumerate(results):
        confusion = result.confusion()
        gold, test = (
            [NOTHING if value is None else value for value in side.decode()]
            for side in (confusion.gold, confusion.test)
        )
        cells: dict[str, list[int]] = {}
        for before, after, sentence in zip(gold, test, confusion.sentence.tolist(), strict=True):
            if before != after:
                cells.setdefault(f"{before}{ARROW}{after}", []).append(sentence)
        for name, sentences in cells.items():
            row = parts.setdefault(name, [None] * len(results))
            row[number] = PartErrors(*np.unique(np.array(sentences, np.int64), return_counts=True))
    order = sorted(parts, key=lambda name: -sum(int(row.errors.sum()) for row in parts[name] if row is not None))
    return {name: parts[name] for name in order}


def pack_facets(pack: Pack, all_facets: Sequence[Facet], position: Int64s) -> list[Mapping[str, object]]:
    """Pack the sentences of each part: `position` has the place of a sentence in the page, or -1. The columns are read
    by filter.js."""
    about: list[Mapping[str, object]] = []
    for facet in all_facets:
        pieces = [_in_page(row, position) for rows in facet.parts.values() for row in rows]
        ends = np.cumsum([0, *(len(piece[0]) for piece in pieces)])
        pack.add(f"{facet.name}.ends", ends)
        pack.add(f"{facet.name}.sentence", _joined([np.diff(piece[0], prepend=0) for piece in pieces]))
        pack.add(f"{facet.name}.count", _joined([np.minimum(piece[1], 65534) for piece in pieces]))
        titles = {name: part_title(name) for name in facet.parts if part_title(name) != name}
        about.append({"name": facet.name, "title": facet.title, "parts": list(facet.parts), "titles": titles})
    return about


def _in_page(row: PartErrors | None, position: Int64s) -> tuple[Int64s, Int64s]:
    if row is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    place = position[row.sentences]
    kept = (place >= 0) & (row.errors > 0)
    order = np.argsort(place[kept])
    return place[kept][order], row.errors[kept][order]


def _joined(pieces: Sequence[Int64s]) -> Int64s:
    return np.concatenate([*pieces, np.zeros(0, np.int64)]).astype(np.int64)
