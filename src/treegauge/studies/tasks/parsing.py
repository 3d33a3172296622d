"""The tasks `parse` and `score`: accuracy of a parser that is trained here, and of the output of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...core.bounds import Folds, Resamples
from ...core.errors import CallError
from ...core.remarks import remark
from ...core.types import Row
from ...core.wording import counted
from ...evaluation.score import score
from ...parsers.api import parse
from ...parsers.base import find_parser
from ...parsers.predicted_tags import TagSource
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..derivation_perplexity.ranking import output_perplexity
from ..running.data import StudyData
from ..running.tasks import task

GoldForm = Literal["prepared", "whole"]


def parser_versions(*, parser: str = "pcfg", **options: Any) -> Sequence[str]:
    """The version of a program of others: other versions may give other trees."""
    return [str(getattr(find_parser(parser), "title", ""))]


def kept_models(parser: str, data: StudyData) -> str | None:
    """Where the models of a program of others are kept, which takes long to learn; those of ours are not kept."""
    found = find_parser(parser)
    return data.folder if getattr(found, "title", "") and found.saved else None


@task("parse", versions=parser_versions)
def parser_rows(
    data: StudyData,
    *,
    parser: str = "pcfg",
    measures: Sequence[str] = (),
    folds: Folds | None = None,
    tags: TagSource = "given",
    after: Sequence[str] = (),
    gold: GoldForm = "prepared",
    resamples: Resamples = 0,
    derivation: str = "",
) -> list[Row]:
    """Train a parser on the training part, parse the test part (or all sentences, in `folds`), and score the output.

    The transforms of the treebank prepare the trees that the parser learns from. `after` are transforms of its output
    and of the gold trees before they are compared. `gold` are the prepared trees, or the `whole` ones, for measures
    that need functions and empty elements. Each score has a column: `parseval_f1`; with `resamples`, also its interval.
    `derivation` names a transition system: two more columns, `derivation`, the derivation perplexity of the output, and
    `output`, which two outputs share if all their arcs are the same.
    """
    if derivation and folds is not None:
        raise CallError("derivation perplexity needs a training and a test part, without `folds`")
    if folds is None and not data.has_parts:
        raise CallError(f"{data.entry.name} has no test part: give its parts, `split`, or `folds`")
    raw = data.whole if folds is not None else data.test
    sides, _ = apply_alike([data.train, raw], data.transforms, data.seed)
    train, test = (None, sides[1]) if folds is not None else sides
    parses = parse(train, test, parser, folds=folds, tags=tags, seed=data.seed if folds is not None else None)
    if parses.unparsed:
        remark(f"{counted(len(parses.unparsed), 'sentence')} without a parse")
    wanted = raw if gold == "whole" else test
    row = {"sentences": len(test), **scores(wanted, parses.trees, measures, after, resamples)}
    return [{**row, **output_perplexity(sides[0], test, parses.trees, derivation)}] if derivation else [row]


@task("score")
def output_rows(
    data: StudyData,
    *,
    measures: Sequence[str] = (),
    after: Sequence[str] = (),
    gold: GoldForm = "prepared",
    resamples: Resamples = 0,
) -> list[Row]:
    """Score the output of parsers that the study names under `parses`: one row per parser."""
    if not data.parses:
        raise CallError(f"{data.entry.name} has no output of parsers: name the files under `parses`")
    trees, _ = apply_alike([data.test, *data.parses.values()], data.transforms, data.seed)
    wanted = data.test if gold == "whole" else trees[0]
    return [
        {"parser": name, "sentences": len(wanted), **scores(wanted, own, measures, after, resamples)}
        for name, own in zip(data.parses, trees[1:], strict=True)
    ]


def scores(gold: Treebank, test: Treebank, measures: Sequence[str], after: Sequence[str], resamples: int) -> Row:
    """All scores of some measures as one row."""
    (right, own), _ = apply_alike([gold, test], list(after))
    row: Row = {}
    for result in score(right, own, list(measures) or None, resamples=resamples):
        name = result.measure.name if f"{result.measure.name}_" not in "".join(row) else result.measure.spec
        for figure, value in result.scores.items():
            row[f"{name}_{figure}"] = value
            if resamples:
                row[f"{name}_{figure}_interval"] = list(result.intervals[figure])
    return row
