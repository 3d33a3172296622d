"""The bias curve: one treebank from flat to deep, with the same errors at every setting, scored by each measure. A
measure without bias is a flat line.

To be the same at all settings, an error is inserted into the original trees, and each setting is made from the trees
with the error. Errors are drawn only from places where they are visible at every setting: in a flat tree some errors
change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypedDict

import numpy as np

from ...core.bounds import LevelShare, Positive, Repeats, Share, checked
from ...core.errors import CallError
from ...core.parallel import together
from ...core.types import Floats, Int64s, Mask, Progress
from ...core.wording import option
from ...treebank import Treebank
from ..perturbing.inserting import apply_changes, insert
from ..perturbing.kinds import USUAL_KINDS, ErrorSpec, ErrorSpecs, parse_errors
from ..perturbing.places import Changes, Places, find_places
from .settings import Setting, dial_settings, differing, nodes_per_word, remember_labels
from .yardsticks import (
    PREPARATION,
    Gold,
    StudyTrees,
    Yardstick,
    over_one_word,
    over_seeds,
    run_all,
    study_trees,
    yardsticks,
)

RATE = 0.2  # of the places, if neither a count nor a rate is given
_AT_ONCE = 4000  # errors that are tried at the same time


class BiasRow(TypedDict):
    """The score of a measure at a setting of the dial: the mean over seeds, and half the width of its interval."""

    treebank: str
    setting: int
    steps: list[str]
    nodes_per_word: float
    measure: str
    score: str
    value: float
    interval: float
    seeds: int
    signature: str


class FlatnessRow(TypedDict):
    """How flat the curve of a measure is; see `BiasCurve.flatness`."""

    treebank: str
    measure: str
    score: str
    slope: float
    slope_interval: float
    cost_ratio: float
    cost_ratio_interval: float
    lowest: float
    highest: float


@dataclass(frozen=True, eq=False)
class BiasCurve:
    """Scores from flat to deep.

    nodes     nodes per word at each setting
    own       nodes per word of the treebank as it is
    kinds     for each kind of errors: places, places visible at every setting, and errors (the mean over seeds)
    values    scores: (settings, measures, seeds)
    """

    treebank: str
    scheme: str
    sentences: int
    settings: tuple[Setting, ...]
    nodes: Floats
    own: float
    kinds: dict[str, tuple[int, int, float]]
    yardsticks: tuple[Yardstick, ...]
    values: Floats
    level: float

    def rows(self) -> list[BiasRow]:
        """One row per setting and measure."""
        rows: list[BiasRow] = []
        for place, setting in enumerate(self.settings):
            for number, yardstick in enumerate(self.yardsticks):
                value, width = over_seeds(self.values[place, number], self.level)
                facts = {**yardstick.facts, "dial": ",".join(setting.up) or "flat"}
                rows.append(
                    {
                        "treebank": self.treebank,
                        "setting": place,
                        "steps": list(setting.up),
                        "nodes_per_word": float(self.nodes[place]),
                        "measure": yardstick.name,
                        "score": yardstick.score,
                        "value": value,
                        "interval": width,
                        "seeds": self.values.shape[2],
                        "signature": str(replace(yardstick, facts=facts).signature),
                    }
                )
        return rows

    def flatness(self) -> list[FlatnessRow]:
        """One row per measure: by how many points the score rises per node per word (the slope of a straight line), and
        the ratio of what the errors cost in deep trees to what they cost in flat ones; 0 and 1 without bias."""
        centred = self.nodes - self.nodes.mean()
        slopes = np.einsum("k,kms->ms", centred, self.values) / (centred**2).sum()
        lost = 100 - self.values
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = lost[-1] / lost[0]
        rows: list[FlatnessRow] = []
        for number, yardstick in enumerate(self.yardsticks):
            slope, width = over_seeds(slopes[number], self.level)
            share, share_width = over_seeds(shares[number], self.level)
            means = [over_seeds(values, self.level)[0] for values in self.values[:, number]]
            rows.append(
                {
                    "treebank": self.treebank,
                    "measure": yardstick.name,
                    "score": yardstick.score,
                    "slope": slope,
                    "slope_interval": width,
                    "cost_ratio": share,
                    "cost_ratio_interval": share_width,
                    "lowest": min(means),
                    "highest": max(means),
                }
            )
        return rows


@checked
def bias_curve(
    treebank: Treebank,
    errors: ErrorSpecs | None = None,
    measures: Iterable[str] | None = None,
    *,
    steps: Iterable[str] | None = None,
    name: str = "",
    scheme: str = "auto",
    count: Positive | None = None,
    rate: Share | None = None,
    functions: bool = False,
    transforms: str | Sequence[str] = (),
    prepare: str | Sequence[str] = PREPARATION,
    seeds: Repeats = 20,
    level: LevelShare = 0.95,
    progress: Progress | None = None,
) -> BiasCurve:
    """The bias curve of a treebank: the same errors at every setting, from flat to deep, again for each seed.

    steps      of the dial, from flat to deep; all that change the trees if not given
    count      how many errors of each kind, or `rate`, a share of the places that are visible at every setting; a fifth
               of them if neither is given
    functions  keep the treebank's functions, which mark heads
    transforms applied to the trees first
    prepare    transforms applied then; () for trees that are prepared already
    """
    if not treebank.has_constituents:
        raise CallError(f"{name or 'the treebank'}: the dial goes from flat to deep phrases, but there are no phrases")
    if count is None and rate is None:
        rate = RATE
    study = over_one_word(study_trees(treebank, transforms, prepare, functions=functions))
    gold, title = study.treebank, name or "the treebank"
    wanted = parse_errors(USUAL_KINDS if errors is None else errors, count, rate)
    places = find_places(remember_labels(gold), [error.kind for error in wanted], scheme)
    settings = dial_settings(gold, places.scheme, steps)
    if len(settings) < 2:
        raise CallError(f"{title}: no step of the dial changes the trees")
    trees = [setting.apply(gold) for setting in settings]
    seen = replace(places, changes=places.changes.take(visible(places, settings, trees)))
    possible = _visible_kinds(places, seen, wanted, title, all_kinds=errors is None)
    chosen = _measures(study, measures)
    golds = together([partial(Gold.of, changed, chosen) for changed in trees])
    results = run_all([partial(_scored, seen, possible, settings, golds, seed) for seed in range(seeds)], progress)
    inserted = {error.kind: float(np.mean([numbers[error.kind] for numbers, _ in results])) for error in possible}
    return BiasCurve(
        name,
        places.scheme.name,
        len(gold),
        tuple(settings),
        np.array([nodes_per_word(changed) for changed in trees]),
        nodes_per_word(gold),
        {
            error.kind: (places.count(error.kind), seen.count(error.kind), inserted.get(error.kind, 0.0))
            for error in wanted
        },
        tuple(chosen),
        np.array([scores for _, scores in results]).transpose(1, 2, 0),
        level,
    )


def _visible_kinds(
    places: Places, seen: Places, wanted: Sequence[ErrorSpec], title: str, *, all_kinds: bool
) -> list[ErrorSpec]:
    """The kinds of errors that can be drawn. A kind that was asked for and has no place at all is an error later, when
    it is drawn."""
    possible = [error for error in wanted if seen.count(error.kind) or (not all_kinds and not places.count(error.kind))]
    if not possible or (not all_kinds and len(possible) < len(wanted)):
        lost = " or ".join(error.kind for error in wanted if error not in possible)
        raise CallError(
            f"{title}: no error of kind {lost} is visible at every setting; leave out steps of the dial"
            f" ({option('steps')})"
        )
    return possible


def _measures(trees: StudyTrees, measures: Iterable[str] | None) -> list[Yardstick]:
    """The measures of the dial. Function labels take part only if asked for: the phrases that it inserts have none."""
    chosen = yardsticks(trees, measures)
    return chosen if measures is not None else [measure for measure in chosen if measure.name != "functions"]


def _scored(
    places: Places, errors: Sequence[ErrorSpec], settings: Sequence[Setting], golds: Sequence[Gold], seed: int
) -> tuple[dict[str, int], list[list[float]]]:
    """How many errors of each kind there are, and the score of every measure at each setting."""
    perturbed = insert(places, errors, seed=seed)
    sentences = perturbed.sentences
    changed = perturbed.treebank.select(sentences)
    scores = [gold.scores(sentences, setting.apply(changed)) for setting, gold in zip(settings, golds, strict=True)]
    return perturbed.inserted, scores


def visible(places: Places, settings: Sequence[Setting], golds: Sequence[Treebank]) -> Mask:
    """Which errors are visible at every setting: alone in its sentence, each gives a tree that is not the gold tree."""
    seen = np.ones(len(places.changes), bool)
    for start in range(0, len(seen), _AT_ONCE):
        part = np.arange(start, min(start + _AT_ONCE, len(seen)))
        changes = places.changes.take(part)
        copies = places.treebank.select(changes.sentence)
        test, _ = apply_changes(copies, _in_copies(places.treebank, copies, changes))
        for setting, gold in zip(settings, golds, strict=True):
            seen[part] &= differing(gold.select(changes.sentence), setting.apply(test))
    return seen


def _in_copies(treebank: Treebank, copies: Treebank, changes: Changes) -> Changes:
    """Errors in a treebank that has, for each of them, a copy of its sentence."""

    def shifted(table: str, rows: Int64s) -> Int64s:
        by = copies.tables[table].offsets[:-1] - treebank.tables[table].offsets[changes.sentence]
        return np.where(rows >= 0, rows + (by if rows.ndim == 1 else by[:, None]), rows)

    rows: dict[str, Any] = {
        **{name: shifted("nodes", getattr(changes, name)) for name in ("phrase", "node", "source", "target")},
        **{name: shifted("tokens", getattr(changes, name)) for name in ("left", "right", "token", "dependent")},
    }
    return replace(changes, sentence=np.arange(len(changes)), **rows)
