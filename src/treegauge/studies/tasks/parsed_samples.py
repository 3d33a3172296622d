"""The task `parsed-samples`: Experiments II and III of Rehbein and van Genabith (2007)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.bounds import Amount, Folds, Natural, Positive, Resamples
from ...core.types import Row
from ...evaluation.result import Result
from ...evaluation.statistics import unpaired_bootstrap
from ...measures.shared.base import find_measure
from ...parsers.held_out import HeldOut, held_out, most_trees
from ..annotation_schemes.converted import Converted, converted_scores
from ..annotation_schemes.yardsticks import HEADLINES, drop_functions
from ..running.data import StudyData
from ..running.tasks import task
from .comparable_samples import DEVIATION, SENTENCES, both, samples_of_pair
from .parsing import kept_models, parser_versions

# COLLINS.prm deletes punctuation by its tag, and passes over sentences in which a parser tagged another word as
# punctuation. With this preset all sentences count.
MEASURES = ("parseval(prm=spmrl)", "leaf-ancestor", "triples", "triples(tags=false)")


@task("parsed-samples", versions=parser_versions)
def parsed_samples(
    data: StudyData,
    *,
    parser: str = "pcfg",
    measures: Sequence[str] = MEASURES,
    transforms: Sequence[str] = (),
    scheme: str = "auto",
    n: Positive = SENTENCES,
    deviation: Amount = DEVIATION,
    folds: Folds = 8,
    draw: Natural = 0,
    resamples: Resamples = 1000,
) -> list[Row]:
    """Parse comparable samples of two treebanks, and score the output as it is and converted step by step to flatter
    trees.

    The parsers learned from the same number of other sentences. `steps` are those of the conversion. `figures` are
    `scores`, or the `difference` of the two treebanks after the same steps.

    transforms  applied to both treebanks after their own
    draw        another number draws other samples, folds and training trees
    """
    whole = [drop_functions(side) for side in both(data, transforms)]
    drawn = samples_of_pair(data, whole, n, deviation, draw)
    trees = min(most_trees(side, sample.sentences, folds) for side, sample in zip(whole, drawn, strict=True))
    rows: list[Row] = []
    converted: list[list[Converted]] = []
    for side, sample in zip(whole, drawn, strict=True):
        models = kept_models(parser, data)
        options: dict[str, Any] = {"trees": trees, "folds": folds, "seed": data.seed + draw, "models": models}
        parsed = held_out(side, sample.sentences, parser, **options)
        scored = _converted(parsed, sample.name, measures, scheme, resamples)
        rows += [scored_row(own, parsed, measures) for own in scored]
        converted.append(scored)
    return rows + _differences(converted[0], converted[1], measures, resamples)


def _converted(parsed: HeldOut, name: str, measures: Sequence[str], scheme: str, resamples: int) -> list[Converted]:
    """No step, and the steps that change the treebank."""
    return converted_scores(
        parsed.gold,
        parsed.parsed,
        measures=measures,
        name=name,
        scheme=scheme,
        functions=True,  # they were removed before parsing
        prepare=(),
        resamples=resamples,
    )


def scored_row(converted: Converted, parsed: HeldOut, measures: Sequence[str]) -> Row:
    """The row of parser output after some steps."""
    row: Row = {
        "treebank": converted.treebank,
        "figures": "scores",
        "steps": " + ".join(converted.steps) or "-",
        "sentences": len(parsed.gold),
        "unparsed": parsed.unparsed,
        "training_trees": parsed.trees,
        "nodes_per_word": converted.nodes_per_word,
    }
    if all("rules" in parses.facts for parses in parsed.parses):
        row["rules"] = parsed.fact("rules")
    for name, result in zip(column_names(measures), converted.results, strict=True):
        for score, value in result.scores.items():
            row[f"{name}_{score}"] = value
            if result.intervals:
                low, high = result.intervals[score]
                row[f"{name}_{score}_interval"] = (high - low) / 2
    return row


def column_names(measures: Sequence[str]) -> list[str]:
    """What the columns of each measure begin with: its name, or its specification where one before has this name."""
    names = [find_measure(spec).name for spec in measures]
    return [
        spec if name in names[:place] else name for place, (spec, name) in enumerate(zip(measures, names, strict=True))
    ]


def _differences(
    first: Sequence[Converted], second: Sequence[Converted], measures: Sequence[str], resamples: int
) -> list[Row]:
    """Second - first; a step that changes nothing in the first treebank is left out there."""
    of_first = {row.steps: row for row in first}
    known = {step for steps in of_first for step in steps}
    rows: list[Row] = []
    for own in second:
        other = of_first.get(tuple(step for step in own.steps if step in known))
        if other is None:
            continue
        title = f"{own.treebank} - {other.treebank}"
        row: Row = {"treebank": title, "figures": "difference", "steps": " + ".join(own.steps) or "-"}
        for name, one, two in zip(column_names(measures), own.results, other.results, strict=True):
            row |= _difference(name, one, two, resamples)
        rows.append(row)
    return rows


def _difference(name: str, one: Result, other: Result, resamples: int) -> Row:
    """The difference of two scores, with its interval over the sentences of both, which are not the same."""
    score = HEADLINES[one.measure.name]
    column = f"{name}_{score}"
    if not resamples:
        return {column: one.scores[score] - other.scores[score]}
    counts, others = (result.rows[result.compared] for result in (one, other))
    difference, interval = unpaired_bootstrap(counts, others, one.measure.score, resamples=resamples)[score]
    return {column: difference, f"{column}_interval": list(interval)}
