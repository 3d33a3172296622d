"""The scores of a system by brackets, by attachment and by entailments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from ...core.types import Row
from ...entailments.api import with_known_dependencies
from ...evaluation.compare import compare
from ...evaluation.comparison import Comparison
from ...evaluation.result import Result
from ...evaluation.score import score
from ...transforms.conversions.to_lth import to_lth
from ...treebank import Treebank
from .forms import Forms

KINDS = ("subject", "object", "adverbial", "predicative", "existential", "coordination")
_BY_SCORE = {"pete": ("recall",), "attachment": ("uas", "las"), "parseval": ("f1",)}


def system_scores(gold: Forms, trees: Treebank, resamples: int) -> Row:
    """All scores of the trees of a system, each with half its interval.

    Phrases are converted to dependencies. `converted_las` is the LAS without the heuristics that look for what bare
    phrases do not say; `gap` and `converted_gap` are UAS - LAS.
    """
    (pete,) = score(gold.gold, trees, "pete", resamples=resamples)
    (attachment,) = score(gold.dependencies, with_known_dependencies(trees), "attachment", resamples=resamples)
    row: Row = {**_columns(pete, resamples), **_columns(attachment, resamples, ("uas", "las"))}
    row["gap"] = row["attachment_uas"] - row["attachment_las"]
    if trees.has_constituents:
        (converted,) = score(gold.dependencies, to_lth(trees, restore=False), "attachment", resamples=0)
        row["converted_las"] = converted.scores["las"]
        row["converted_gap"] = row["attachment_uas"] - converted.scores["las"]
        (brackets,) = score(gold.gold, trees, "parseval", resamples=resamples)
        row |= _columns(brackets, resamples, ("recall", "precision", "f1"))
    kinds = {part.name: part.scores["recall"] for part in pete.by("kind")}
    row |= {f"pete_recall_{kind}": kinds.get(kind) for kind in KINDS}
    row["right_tags"] = right_tags(gold.dependencies, trees)
    return row


def _columns(result: Result, resamples: int, names: tuple[str, ...] | None = None) -> Row:
    row: Row = {}
    for name in names or tuple(result.scores):
        column = f"{result.measure.name}_{name}"
        row[column] = result.scores[name]
        if resamples:
            low, high = result.intervals[name]
            row[f"{column}_interval"] = (high - low) / 2
    return row


def right_tags(gold: Treebank, test: Treebank) -> float:
    """The share of all words, with punctuation, whose tag is that of gold, in per cent."""
    tags, others = (np.array(own.tokens.text("tag").decode(), object) for own in (gold, test))
    return 100.0 * float(np.mean(tags == others)) if len(tags) else float("nan")


def system_differences(gold: Forms, systems: Mapping[str, Treebank], draws: int, seed: int) -> list[Row]:
    """One row per pair of systems, in the order of their recall of entailments: the differences, and their p-values
    after Holm's correction for all pairs. `neighbours` are next to each other in this order."""
    recall = {name: score(gold.gold, trees, "pete", resamples=0)[0].scores["recall"] for name, trees in systems.items()}
    ranked = sorted(systems, key=lambda name: -recall[name])
    place = {name: number for number, name in enumerate(ranked)}
    rows: dict[tuple[str, str], Row] = {
        (a, b): {"a": a, "b": b, "neighbours": place[b] - place[a] == 1} for a, b in combinations(ranked, 2)
    }
    for measure, wanted in _BY_SCORE.items():
        able = {name: systems[name] for name in ranked if measure != "parseval" or systems[name].has_constituents}
        for pair in _compared(gold, able, measure, wanted, draws, seed):
            rows[pair.a, pair.b] |= {
                f"{measure}_{pair.score}": pair.difference,
                f"{measure}_{pair.score}_p": pair.p_holm,
            }
    return list(rows.values())


def _compared(
    gold: Forms, systems: Mapping[str, Treebank], measure: str, wanted: Sequence[str], draws: int, seed: int
) -> list[Comparison]:
    if len(systems) < 2:
        return []
    right, converted = gold.gold, systems
    if measure == "attachment":
        right, converted = gold.dependencies, {name: with_known_dependencies(own) for name, own in systems.items()}
    return list(compare(right, converted, measure, scores=list(wanted), resamples=draws, seed=seed))
