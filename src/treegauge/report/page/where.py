"""The second view of a report: where the errors are. Each bar and each cell leads to its sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...core.types import Counts
from ...core.wording import counted
from ...evaluation.breakdowns import scores_of_part
from ...measures.shared.base import Measure
from ...measures.shared.ud_parts import EXTRA, MISSING
from ..bar_tables import GOLD_SIZES, Bar, BarRow, bar_table, names_width
from ..heat_tables import NOTHING, heat_table
from .addresses import sentences_address
from .elements import tag
from .evaluated import Evaluated, error_noun
from .facets import ARROW, Facet, PartErrors
from .titles import part_title, score_title

_ROWS = 20  # parts that are shown
_LABELS = 12  # of a confusion
_OF_SYSTEMS = {MISSING: "gold_words", EXTRA: "test_words"}  # parts whose size is that of a system
_OF_SYSTEMS_MEANING = {MISSING: "of gold, which the parser does not have", EXTRA: "of the parser, not in gold"}
_NOTHING_NOTE = f'<p class="note">{NOTHING}: there is no such bracket or word on that side.</p>'
_WIDTH = 850  # pixels: the column of text of page.css


def where(evaluated: Evaluated, facets: Sequence[Facet]) -> str:
    """The HTML of the view."""
    names = names_width(part_title(name) for facet in facets if facet.name != "confusion" for name in facet.parts)
    ordered = sorted(facets, key=lambda facet: facet.name != "class")
    charts = [
        (_costs if facet.costs else _bars)(evaluated, facet, names) for facet in ordered if facet.name != "confusion"
    ]
    confusions = [
        _confusion(evaluated, facet, number)
        for facet in facets
        if facet.name == "confusion"
        for number in range(len(evaluated.systems))
    ]
    heat = f'<h2>Confusion</h2>{_NOTHING_NOTE}<div class="multiples">{"".join(confusions)}</div>' if confusions else ""
    return f'<p class="note">Each bar and each cell leads to its sentences.</p>{"".join(charts)}{heat}'


def _bars(evaluated: Evaluated, facet: Facet, names: float) -> str:
    measure = evaluated.measures[evaluated.main]
    score = _part_score(measure, facet.name)
    sizes = _sizes(evaluated, facet)
    parts = list(facet.parts)
    if facet.name in ("label", "tag"):
        parts = sorted(parts, key=lambda name: (-sizes[name], name))
    counting = [name for name in parts if sizes[name] > 0 or facet.errors(name)]
    shown = [name for name in counting if name not in _OF_SYSTEMS][:_ROWS]
    shown += [name for name in counting if name in _OF_SYSTEMS]
    rows = [
        BarRow(
            part_title(name),
            "" if name in _OF_SYSTEMS else f"{sizes[name]:,}",
            [
                _bar(measure, score, facet, name, row, system)
                for row, system in zip(facet.parts[name], evaluated.systems, strict=True)
            ],
        )
        for name in shown
    ]
    left = len(parts) - len(shown)
    note = (
        f'<figcaption class="note">{left:,} more can be chosen in the filter of the view Sentences</figcaption>'
        if left > 0
        else ""
    )
    title = f"{score_title(score)} by {facet.title}"
    picture = bar_table(rows, evaluated.systems, title, names=names, width=_WIDTH, paper=False)
    return tag("figure", picture, note, class_="bars", data_facet=facet.name)


def _part_score(measure: Measure, by: str) -> str:
    """The score of a part: F1 where the parts have it, else the score that systems are ranked by."""
    return (
        "f1"
        if by in measure.breakdowns and "f1" in measure.scores_of_parts
        else (measure.main or measure.main_scores)[0]
    )


def _costs(evaluated: Evaluated, facet: Facet, names: float) -> str:
    """Classes of errors: how many points each costs."""
    measure = evaluated.measures[evaluated.main]
    score = score_title((measure.main or measure.main_scores)[0])
    rows = []
    for name in list(facet.parts)[:_ROWS]:
        bars = []
        for row, points, system in zip(facet.parts[name], facet.costs[name], evaluated.systems, strict=True):
            errors = 0 if row is None else int(row.errors.sum())
            said = f"{system}, {name}: {counted(errors, 'error')}; {score} without them: {points:.2f} points more"
            address = sentences_address({"by": facet.name, "part": name, "in": system})
            bars.append(Bar(points, f"{points:.2f}  ({errors:,})", said, address))
        rows.append(BarRow(name, "", bars))
    most = max(bar.value for row in rows for bar in row.bars) or 1.0
    title = f"{score} points lost by class of error (errors)"
    picture = bar_table(rows, evaluated.systems, title, most=most, names=names, width=_WIDTH, paper=False)
    return tag("figure", picture, class_="bars", data_facet=facet.name)


def _sizes(evaluated: Evaluated, facet: Facet) -> dict[str, int]:
    """How many items of each part gold has, as `score` counts them. Where systems differ in that, since some could not
    be compared, the numbers are those of all gold trees."""
    if facet.name == "length":
        return {name: max(_known(rows, lambda row: len(row.sentences))) for name, rows in facet.parts.items()}
    measure = evaluated.measures[evaluated.main]
    column = _gold_column(measure)
    counts = {name: _known(rows, lambda row: _count(row.total, column)) for name, rows in facet.parts.items()}
    sizes = {name: max(numbers, default=0) for name, numbers in counts.items()}
    of_gold = {name: numbers for name, numbers in counts.items() if name not in _OF_SYSTEMS}
    if all(len(set(numbers)) <= 1 for numbers in of_gold.values()):
        return sizes
    gold = measure.part_rows(evaluated.gold, evaluated.gold, facet.name)
    return {
        name: sizes[name] if name in _OF_SYSTEMS else _count(gold[name].total, column) if name in gold else 0
        for name in sizes
    }


def _known(rows: Sequence[PartErrors | None], count: Callable[[PartErrors], int]) -> list[int]:
    return [count(row) for row in rows if row is not None]


def _gold_column(measure: Measure) -> int:
    """The count of what gold has."""
    names = (name for name in GOLD_SIZES if name in measure.counts)
    return measure.counts.index(next(names, measure.counts[0]))


def _count(total: Counts | None, column: int) -> int:
    return 0 if total is None else int(np.nan_to_num(total[column]))


def _bar(measure: Measure, score: str, facet: Facet, part: str, row: PartErrors | None, system: str) -> Bar:
    if row is None or row.total is None:
        return Bar(0.0, "–", f"{system}, {part_title(part)}: nothing")
    with np.errstate(invalid="ignore", divide="ignore"):
        value = float(scores_of_part(measure, row.total, facet.name)[score])
    errors, sentences = int(row.errors.sum()), int((row.errors > 0).sum())
    shown = "–" if np.isnan(value) else f"{value:.1f}"
    if part in _OF_SYSTEMS:
        shown = counted(_count(row.total, measure.counts.index(_OF_SYSTEMS[part])), "word")
        said = f"{system}: {shown} in {counted(len(row.sentences), 'sentence')}, {_OF_SYSTEMS_MEANING[part]}"
        return Bar(0.0, shown, said, sentences_address({"by": facet.name, "part": part, "in": system}))
    found = f"{counted(errors, error_noun(measure))} in {counted(sentences, 'sentence')}"
    words = _aligned_words(measure, facet, row)
    said = f"{system}, {facet.title} {part_title(part)}: {score_title(score)} {shown}{words}, {found}"
    return Bar(value, shown, said, sentences_address({"by": facet.name, "part": part, "in": system}))


def _aligned_words(measure: Measure, facet: Facet, row: PartErrors) -> str:
    """How many words of gold the score is about, where that depends on the system: those that are not missing."""
    if not measure.document or facet.name not in measure.breakdowns:
        return ""
    return f" of {counted(_count(row.total, _gold_column(measure)), 'paired word')}"


def _confusion(evaluated: Evaluated, facet: Facet, system: int) -> str:
    """The labels that are confused most, for one system; all systems have the same rows and columns."""
    counts: dict[tuple[str, str], int] = {}
    totals: dict[str, int] = {}
    for name, rows in facet.parts.items():
        gold, test = name.split(ARROW)
        row = rows[system]
        if row is not None:
            counts[gold, test] = int(row.errors.sum())
        for label in (gold, test):
            totals[label] = totals.get(label, 0) + sum(int(part.errors.sum()) for part in rows if part is not None)
    labels = sorted((name for name in totals if name != NOTHING), key=lambda name: (-totals[name], name))[:_LABELS]
    missing = [NOTHING] if NOTHING in totals else []

    def address(gold: str, test: str) -> str:
        return sentences_address({"by": "confusion", "part": f"{gold}{ARROW}{test}", "in": evaluated.systems[system]})

    picture = heat_table(
        counts, [*labels, *missing], [*labels, *missing], evaluated.systems[system], address, paper=False
    )
    return tag("figure", picture, class_="heat")
