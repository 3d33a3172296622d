"""Experiment II: parser output and gold trees converted towards another annotation scheme, and scored after each step
(Table 7 of Rehbein and van Genabith 2007); and how reliable the conversion to dependencies is (section 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, TypedDict

import numpy as np

from ...annotation.head_rules import find_rules
from ...annotation.schemes import Scheme, find_scheme
from ...core.bounds import LevelShare, Resamples, SeedNumber, checked
from ...core.errors import DataError
from ...core.specs import parse_spec
from ...evaluation.result import Result, ScoreRow
from ...evaluation.score import score
from ...measures.triples import Triples
from ...transforms.base import TRANSFORMS, apply
from ...transforms.conversions.to_dependencies import to_dependencies
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from .settings import nodes_per_word
from .yardsticks import PREPARATION, StudyTrees, Yardstick, drop_functions, study_trees, yardsticks

# Short names of conversion steps, after those of the paper ("no Top", "no Unary" ...).
CONVERSIONS = {
    "no fields": "remove-fields",
    "no unaries": "remove-unaries(tokens=true)",
    "no NP in PP": "remove-np-in-pp",
    "no noun levels": "remove-noun-levels",
    "no VP": "remove-verb-phrases",
    "NP in PP": "insert-np-in-pp(single=true)",
    "labels": "convert-labels(to=tiger)",
}
_TABLE_7 = ("no fields", "no unaries", "no NP in PP")


class ReliabilityRow(TypedDict):
    """A treebank of `conversion_reliability`: F1 of heads by rules against heads by functions, and of both against the
    treebank's dependency trees; NaN where it has none."""

    treebank: str
    rules: str
    sentences: int
    marked: int
    f1: float
    functions_native: float
    rules_native: float


class ConvertedRow(ScoreRow):
    """A row of `score` after some steps of conversion."""

    treebank: str
    steps: list[str]
    nodes_per_word: float


@dataclass(frozen=True, eq=False)
class Converted:
    """A parser's scores after some steps of conversion; `nodes_per_word` is that of the gold trees."""

    treebank: str
    steps: tuple[str, ...]
    nodes_per_word: float
    results: tuple[Result, ...]

    def rows(self) -> list[ConvertedRow]:
        """One row per measure."""
        return [
            {
                "treebank": self.treebank,
                "steps": list(self.steps),
                "nodes_per_word": self.nodes_per_word,
                **result.row(),
            }
            for result in self.results
        ]


@checked
def converted_scores(
    gold: Treebank,
    parsed: Treebank,
    rows: Iterable[Sequence[str]] | None = None,
    measures: Iterable[str] | None = None,
    *,
    name: str = "",
    scheme: str = "auto",
    functions: bool = False,
    transforms: str | Sequence[str] = (),
    prepare: str | Sequence[str] = PREPARATION,
    level: LevelShare = 0.95,
    resamples: Resamples = 1000,
    seed: SeedNumber = 0,
) -> list[Converted]:
    """Score parser output against gold after steps of conversion, applied to both.

    rows       a list of steps each: names in `CONVERSIONS`, or any transforms; without it those of Table 7: each step
               alone, and one after the other
    functions  keep the functions of both, which mark heads
    transforms applied to the trees first; `prepare(auto)` is decided on the gold trees
    prepare    transforms applied to phrases then; () for trees that are prepared already
    """
    (gold, parsed), done = apply_alike([gold, parsed], transforms)
    golds, tests = (study_trees(side, (), prepare, functions=functions) for side in (gold, parsed))
    detected = find_scheme(scheme, golds.treebank)
    specs = None if measures is None else list(measures)
    intervals: dict[str, Any] = {"level": level, "resamples": resamples, "seed": seed}
    scored = []
    for steps in usual_rows(golds.treebank, detected) if rows is None else rows:
        conversions = [_with_scheme(CONVERSIONS.get(step, step), detected) for step in steps]
        both = [apply(side.treebank, conversions) for side in (golds, tests)]
        converted = StudyTrees(both[0], (*done, *golds.before, *conversions), golds.facts)
        results = [
            _scored(yardstick, both[0], both[1]).with_intervals(**intervals)
            for yardstick in yardsticks(converted, specs)
        ]
        scored.append(Converted(name, tuple(steps), nodes_per_word(both[0]), tuple(results)))
    return scored


def _scored(yardstick: Yardstick, gold: Treebank, test: Treebank) -> Result:
    """The result of one measure, with all that was done to the trees in its signature."""
    if yardstick.rules:
        gold, test = (to_dependencies(side, yardstick.rules, relations=False) for side in (gold, test))
    (result,) = score(gold, test, yardstick.measure, resamples=0)
    facts = {**yardstick.signature.facts, "mismatch": "skip"}
    return replace(result, signature=replace(yardstick.signature, facts=facts))


def usual_rows(gold: Treebank, scheme: Scheme) -> list[tuple[str, ...]]:
    """The rows of Table 7 for a treebank: no step, each step that changes it, and these one after the other."""
    nodes = len(gold.nodes)
    changing = [step for step in _TABLE_7 if len(apply(gold, _with_scheme(CONVERSIONS[step], scheme)).nodes) < nodes]
    rows: list[tuple[str, ...]] = [
        (),
        *((step,) for step in changing),
        *(tuple(changing[:k]) for k in range(2, len(changing) + 1)),
    ]
    if changing and scheme.name != "tiger":
        rows.append((*changing, "labels"))
    return rows


def _with_scheme(spec: str, scheme: Scheme) -> str:
    """A transform with the scheme of the gold trees, as the scheme of parser output may not be recognised."""
    name, _, options = parse_spec(spec)
    parameters = signature(TRANSFORMS.get(name).function).parameters
    if "scheme" not in parameters or "scheme" in options:
        return spec
    return f"{spec[:-1]},scheme={scheme.name})" if spec.endswith(")") else f"{spec}(scheme={scheme.name})"


def conversion_reliability(
    treebank: Treebank, *, name: str = "", rules: str = "auto", prepare: str | Sequence[str] = PREPARATION[:1]
) -> ReliabilityRow:
    """How far heads by head rules alone agree with heads by the treebank's functions, on gold trees (the paper: 99.64 %
    for TIGER, 99.13 % for TüBa-D/Z); and how far both agree with the treebank's dependency trees, where it has any."""
    treebank = study_trees(treebank, (), prepare, functions=True).treebank
    table = find_rules(rules, treebank)
    marks = treebank.nodes.text("function"), treebank.tokens.text("function")
    marked = sum(int(text.mask(frozenset(table.functions)).sum()) for text in marks)
    if not marked:
        raise DataError(
            f"{name or treebank.where(0)}: no function marks a head (head rules '{table.name}' look for"
            f" {', '.join(table.functions) or 'none'}), so there is nothing to compare head rules with"
        )
    without = drop_functions(treebank)
    triples = Triples(heads=table.name, tags=False)
    agreed = triples.score(np.nansum(triples.count(treebank, without), axis=0))["f1"]
    return {
        "treebank": name,
        "rules": table.name,
        "sentences": len(treebank),
        "marked": marked,
        "f1": float(agreed),
        "functions_native": _against_native(treebank, treebank, table.name),
        "rules_native": _against_native(treebank, without, table.name),
    }


def _against_native(treebank: Treebank, phrases: Treebank, rules: str) -> float:
    """The share of words, punctuation apart, with the head of the treebank's dependency tree; NaN where it has none."""
    if not treebank.has_dependencies:
        return float("nan")
    triples = Triples(trees="dependencies", tags=False)
    rows = triples.count(treebank, to_dependencies(phrases, rules, relations=False))
    return float(triples.score(np.nansum(rows, axis=0))["f1"])
