"""The tasks `projections` and `head-rules`: parsers of any kind against phrases (Ringger et al. 2004)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...core.bounds import Positive, Share
from ...core.errors import CallError
from ...core.types import Row
from ...measures.shared.base import precision_recall
from ...measures.shared.headed import only
from ...parsers.api import parse
from ...parsers.base import find_parser
from ...parsers.predicted_tags import TagSource
from ...transforms.base import apply
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..head_projections.effects import GOLD, ProjectionRow, projection_table, rule_effects, spelled
from ..head_projections.learning import HeadComparison, compare_heads
from ..running.data import StudyData
from ..running.tasks import task
from .parsing import parser_versions

# A rule needs one case per 100 sentences, but not more than in `treegauge reassign`.
_USUAL, _PER_CASE, _LEAST = 10, 100, 2


def _versions(*, parser: str = GOLD, **options: object) -> Sequence[str]:
    return [] if parser == GOLD else parser_versions(parser=parser)


@task("projections", versions=_versions)
def projection_rows(
    data: StudyData,
    *,
    parser: str = GOLD,
    arcs: str = "to-lth",
    tags: TagSource = "given",
    variant: str = "",
    min_count: Positive | None = None,
    min_share: Share = 0.5,
) -> list[Row]:
    """Maximal projections of the output of a parser against those of gold phrases: the ten figures of Table 1 in
    Ringger et al. (2004), and F1; one row without head reassignment rules and one with the rules that are learned.

    Dependency parsers learn from the training part after the transform `arcs`, with `tags` that are given or predicted;
    others learn from its phrases after the transforms of the treebank, and those of `variant`, which are undone. The
    parser `gold` is not a parser: its output are the gold trees after `arcs`. The rules reconcile the training phrases
    with the same trees after `arcs`, so they have seen no test sentence. Each needs `min_count` cases: 10, if not
    given, and fewer if there are fewer than 1,000 training sentences.
    """
    _check_parts(data)
    parsed = _output(data, parser, arcs, tags, variant)
    rules = _learned(data, arcs, min_count, min_share).rules
    rows = projection_table(data.test, {parser: parsed}, rules)
    return [_with_f1(row) for row in rows]


def _with_f1(figures: ProjectionRow) -> Row:
    row = {name: value for name, value in figures.items() if name != "parse"}
    counts = np.array([figures["matched"], figures["gold"], figures["test"]], np.float64)
    return {**row, "f1": float(precision_recall(*counts)["f1"])}


@task("head-rules")
def head_rule_rows(
    data: StudyData, *, arcs: str = "to-lth", min_count: Positive | None = None, min_share: Share = 0.5
) -> list[Row]:
    """The head reassignment rules between phrases and their conversion to dependencies by `arcs`, learned from the
    training part, and in how many of the test sentences each `rule` changes the heads of the `phrases` and of the
    `dependencies`."""
    _check_parts(data)
    rules = _learned(data, arcs, min_count, min_share).rules
    effects = rule_effects(data.test, {"dependencies": _as_arcs(data.test, arcs)}, rules)
    counts = {(effect["rule"], effect["trees"]): effect["sentences"] for effect in effects}
    spellings = [*map(spelled, rules.constituency), *map(spelled, rules.dependency)]
    return [
        {"rule": rule, "phrases": counts.get((rule, GOLD), 0), "dependencies": counts.get((rule, "dependencies"), 0)}
        for rule in spellings
    ]


def _check_parts(data: StudyData) -> None:
    if not data.has_parts:
        raise CallError(f"{data.entry.name} has no test part: give its parts, or `split`")


def _learned(data: StudyData, arcs: str, min_count: int | None, min_share: float) -> HeadComparison:
    count = min_count or max(_LEAST, min(_USUAL, len(data.train) // _PER_CASE))
    converted: Mapping[str, Treebank] = {"arcs": _as_arcs(data.train, arcs)}
    return compare_heads(data.train, converted, min_count=count, min_share=min_share)


def _as_arcs(trees: Treebank, arcs: str) -> Treebank:
    return only(apply(trees, arcs), "dependencies")


def _output(data: StudyData, parser: str, arcs: str, tags: TagSource, variant: str) -> Treebank:
    """The output of a parser for the test part."""
    if parser == GOLD:
        return _as_arcs(data.test, arcs)
    if find_parser(parser).makes == "dependencies":
        train, test = (_as_arcs(part, arcs) for part in (data.train, data.test))
        return parse(train, test, parser, tags=tags).trees
    (train, test), _ = apply_alike([data.train, data.test], data.transforms, data.seed)
    return parse(train, test, parser, transforms=[variant] if variant else [], undo=bool(variant)).trees
