"""The bias curve: one treebank from flat to deep with the same errors at every setting, and what each measure makes of
them. A measure without bias is a flat line.

An error is the same at all settings if it is put into the trees as they are, and every setting is made of the trees
with it. It is drawn only from places where it can be seen at every setting: in a flat tree some errors are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.parallel import together
from ...core.types import Floats, Int64s, Mask, Progress
from ...treebank import Treebank
from ..perturbing.inserting import apply, insert
from ..perturbing.kinds import KINDS, Errors, parse_errors
from ..perturbing.places import Changes, Places, places
from .settings import Setting, dial_settings, differing, nodes_per_word, remember_labels
from .yardsticks import Gold, Yardstick, all_of, bare, over_seeds, yardsticks

RATE = 0.2  # of the places, where nothing else is said
_AT_ONCE = 4000  # places that are tried at the same time


@dataclass(frozen=True, eq=False)
class BiasCurve:
    """Scores from flat to deep.

    nodes     nodes per word at each setting; `own` those of the treebank as it is
    kinds     for each kind of errors: places, those that can be seen at every setting, and errors (the mean over seeds)
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

    def rows(self) -> list[dict[str, Any]]:
        """One row a setting and measure."""
        found = []
        for place, setting in enumerate(self.settings):
            for number, yardstick in enumerate(self.yardsticks):
                value, width = over_seeds(self.values[place, number], self.level)
                found.append(
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
                        "signature": yardstick.signature,
                    }
                )
        return found

    def flatness(self) -> list[dict[str, Any]]:
        """One row a measure: by how many points the score rises with a node a word (the slope of a straight line), and
        how much of what the errors cost in flat trees they cost in deep ones; 0 and 1 where there is no bias."""
        centred = self.nodes - self.nodes.mean()
        slopes = np.einsum("k,kms->ms", centred, self.values) / (centred**2).sum()
        lost = 100 - self.values
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = lost[-1] / lost[0]
        found = []
        for number, yardstick in enumerate(self.yardsticks):
            slope, width = over_seeds(slopes[number], self.level)
            share, share_width = over_seeds(shares[number], self.level)
            found.append(
                {
                    "treebank": self.treebank,
                    "measure": yardstick.name,
                    "score": yardstick.score,
                    "slope": slope,
                    "slope_interval": width,
                    "cost_ratio": share,
                    "cost_ratio_interval": share_width,
                    "lowest": float(self.values[:, number].mean(1).min()),
                    "highest": float(self.values[:, number].mean(1).max()),
                }
            )
        return found


def bias_curve(
    treebank: Treebank,
    errors: str | Errors | Iterable[str | Errors] | None = None,
    measures: Iterable[str] | None = None,
    *,
    steps: Iterable[str] | None = None,
    name: str = "",
    scheme: str = "auto",
    count: int | None = None,
    rate: float | None = None,
    functions: bool = False,
    seeds: int = 20,
    level: float = 0.95,
    progress: Progress | None = None,
) -> BiasCurve:
    """Turn the dial on a treebank: the same errors at every setting, again for each seed. Without `count` and `rate`, a
    fifth of the places that can be seen at every setting. `functions` keeps the treebank's functions, which mark
    heads."""
    if not treebank.has_constituents:
        raise CallError(f"{name or 'the treebank'}: the dial goes from flat to deep phrases, but there are none")
    if count is None and rate is None:
        rate = RATE
    treebank, title = bare(treebank, functions), name or "the treebank"
    wanted = parse_errors(tuple(KINDS) if errors is None else errors, count, rate)
    found = places(remember_labels(treebank), [one.kind for one in wanted], scheme)
    settings = dial_settings(treebank, found.scheme, steps)
    if len(settings) < 2:
        raise CallError(f"{title}: no step of the dial changes the trees")
    trees = [setting.apply(treebank) for setting in settings]
    seen = replace(found, changes=found.changes.take(visible(found, settings, trees)))
    there = _seen_kinds(found, seen, wanted, title, everything=errors is None)
    chosen = _measures(treebank, measures)
    golds = together([partial(Gold.of, own, chosen) for own in trees])
    results = all_of([partial(_measured, seen, there, settings, golds, seed) for seed in range(seeds)], progress)
    inserted = {one.kind: float(np.mean([numbers[one.kind] for numbers, _ in results])) for one in there}
    return BiasCurve(
        name,
        found.scheme.name,
        len(treebank),
        tuple(settings),
        np.array([nodes_per_word(own) for own in trees]),
        nodes_per_word(treebank),
        {one.kind: (found.count(one.kind), seen.count(one.kind), inserted.get(one.kind, 0.0)) for one in wanted},
        tuple(chosen),
        np.array([scores for _, scores in results]).transpose(1, 2, 0),
        level,
    )


def _seen_kinds(found: Places, seen: Places, wanted: Sequence[Errors], title: str, *, everything: bool) -> list[Errors]:
    """The kinds of errors that can be drawn. One that was asked for and has no place at all is told when drawn."""
    there = [one for one in wanted if seen.count(one.kind) or (not everything and not found.count(one.kind))]
    if not there or (not everything and len(there) < len(wanted)):
        lost = " or ".join(one.kind for one in wanted if one not in there)
        raise CallError(f"{title}: no error {lost} can be seen at every setting; leave out steps of the dial (--steps)")
    return there


def _measures(treebank: Treebank, measures: Iterable[str] | None) -> list[Yardstick]:
    """The measures of the dial. Function labels take part only if asked for: phrases that it inserts have none."""
    chosen = yardsticks(treebank, measures)
    return chosen if measures is not None else [own for own in chosen if own.name != "functions"]


def _measured(
    found: Places, errors: Sequence[Errors], settings: Sequence[Setting], golds: Sequence[Gold], seed: int
) -> tuple[dict[str, int], list[list[float]]]:
    """How many errors of each kind there are, and what every measure says at each setting."""
    perturbed = insert(found, errors, seed=seed)
    sentences = perturbed.sentences
    changed = perturbed.treebank.select(sentences)
    scores = [gold.scores(sentences, setting.apply(changed)) for setting, gold in zip(settings, golds, strict=True)]
    return perturbed.inserted, scores


def visible(found: Places, settings: Sequence[Setting], golds: Sequence[Treebank]) -> Mask:
    """Which errors can be seen at every setting: alone in its sentence, each makes a tree that is not the gold tree."""
    seen = np.ones(len(found.changes), bool)
    for start in range(0, len(seen), _AT_ONCE):
        part = np.arange(start, min(start + _AT_ONCE, len(seen)))
        changes = found.changes.take(part)
        copies = found.treebank.select(changes.sentence)
        test, _ = apply(copies, _in_copies(found.treebank, copies, changes))
        for setting, gold in zip(settings, golds, strict=True):
            seen[part] &= differing(gold.select(changes.sentence), setting.apply(test))
    return seen


def _in_copies(treebank: Treebank, copies: Treebank, changes: Changes) -> Changes:
    """Errors in a treebank that has for each of them a copy of its sentence."""

    def shifted(table: str, rows: Int64s) -> Int64s:
        by = copies.tables[table].offsets[:-1] - treebank.tables[table].offsets[changes.sentence]
        return np.where(rows >= 0, rows + (by if rows.ndim == 1 else by[:, None]), rows)

    rows: dict[str, Any] = {
        **{name: shifted("nodes", getattr(changes, name)) for name in ("phrase", "node", "source", "target")},
        **{name: shifted("tokens", getattr(changes, name)) for name in ("left", "right", "token", "dependent")},
    }
    return replace(changes, sentence=np.arange(len(changes)), **rows)
