"""`agree`: how far annotators agree, corrected for chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from ...core.bounds import LevelShare, Positive, Resamples, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.remarks import remark
from ...core.types import Interval, PathLike, Progress, Row
from ...core.wording import counted, option
from ...formats.api import read
from ...measures.shared.edit_trees import MOST_PAIRS, EditTrees, TreeKind, edit_trees
from ...measures.shared.words import differences
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..naming import names_of_files
from ..statistics.bootstrap import percentile_interval
from .alpha import FORMS, disagreement, draw_groups, draw_times
from .figures import constituency_figures, dependency_figures
from .result import FIGURES, Agreement, Agreements, DisputedSentence
from .units import Units, pair_annotators

OnOtherWords = Literal["keep", "skip", "error"]
Annotations = Mapping[str, Treebank | PathLike] | Sequence[Treebank | PathLike]


@dataclass(frozen=True)
class _Settings:
    pairs: int
    level: float
    resamples: int
    seed: int


@checked
def agree(
    annotations: Annotations,
    *,
    trees: TreeKind | None = None,
    transforms: Sequence[str] = (),
    on_mismatch: OnOtherWords = "keep",
    pairs: Positive = 2_000_000,
    level: LevelShare = 0.95,
    resamples: Resamples = 1_000,
    seed: SeedNumber = 0,
    progress: Progress | None = None,
) -> Agreements:
    """How far two or more annotators agree on the trees of the same sentences. Some may be missing.

    annotations  treebanks or files by the names of the annotators, or a list of them
    trees        constituents or dependencies, where the treebanks have both (default: constituents)
    on_mismatch  sentences that have other words for another annotator: keep them (the trees are compared, words are
                 nodes of phrase trees), skip them, or stop with an error
    pairs        the most pairs of trees that are compared for the disagreement by chance; of more, a random sample
    resamples    samples of sentences for the intervals; 0: none

    The first result is of all annotators; if there are more than two, one for each pair follows.
    """
    settings = _Settings(pairs, level, resamples, seed)
    treebanks = _treebanks(annotations, transforms, settings.seed)
    kind = _kind(treebanks, trees)
    units = _comparable(pair_annotators(treebanks, kind), on_mismatch, kind)
    made = _checked(edit_trees(units.trees, kind), units)
    columns = range(len(treebanks))
    chosen = [tuple(columns), *(combinations(columns, 2) if len(treebanks) > 2 else ())]
    results = Agreements()
    for number, some in enumerate(chosen):
        selected = units.only(some)
        if len(selected):
            results.append(_agreement(selected, made, kind, settings))
        if progress is not None:
            progress(number + 1, len(chosen))
    return results


def _treebanks(annotations: Annotations, transforms: Sequence[str], seed: int) -> dict[str, Treebank]:
    if isinstance(annotations, (str, Treebank)) or len(annotations) < 2:
        raise CallError("agree needs the trees of two annotators or more: treegauge agree A B")
    if isinstance(annotations, Mapping):
        names, sources = list(annotations), list(annotations.values())
    else:
        sources = list(annotations)
        files = iter(names_of_files([source for source in sources if not isinstance(source, Treebank)]))
        names = [f"annotator {n}" if isinstance(s, Treebank) else next(files) for n, s in enumerate(sources, 1)]
    sides = [source if isinstance(source, Treebank) else read(source) for source in sources]
    for name, side in zip(names, sides, strict=True):
        if not len(side):
            raise DataError(f"{name} has no sentences; agree compares trees of the same sentences")
    return dict(zip(names, apply_alike(sides, transforms, seed)[0], strict=True))


def _kind(treebanks: Mapping[str, Treebank], wanted: TreeKind | None) -> TreeKind:
    """The kind of trees that all have."""
    has: dict[TreeKind, list[str]] = {
        "constituents": [name for name, side in treebanks.items() if side.has_constituents],
        "dependencies": [name for name, side in treebanks.items() if side.has_dependencies],
    }
    kinds = [kind for kind, names in has.items() if len(names) == len(treebanks)]
    if wanted in kinds or (wanted is None and kinds):
        return wanted or kinds[0]
    described = [
        f"{name} has {' and '.join(kind for kind in has if name in has[kind]) or 'no trees'}" for name in treebanks
    ]
    makes = f"; {option('transform', 'to-dependencies')} makes dependencies of phrases" if has["constituents"] else ""
    raise DataError(f"the annotators have different kinds of trees: {', '.join(described)}{makes}")


def _comparable(units: Units, mismatch: str, kind: TreeKind) -> Units:
    """The sentences to compare, after a look at their words. Leaves without tags may be types rather than words, so
    they may differ."""
    if mismatch not in ("keep", "skip", "error"):
        raise CallError(f"unknown on_mismatch '{mismatch}'; known: keep, skip, error")
    same = units.same_words
    if same.all():
        return units
    numbers = np.flatnonzero(~same)
    first = _difference(units, int(numbers[0]))
    typed = kind == "constituents" and units.trees.tokens.text("tag").mask(("",), missing=True).any()
    if mismatch == "error" or (not same.any() and not typed):
        none = "" if same.any() else "no sentence has the same words for all annotators; "
        raise DataError(f"{none}{first}; give trees of the same sentences")
    if mismatch == "skip":
        if not same.any():
            raise DataError(f"no sentence has the same words for all annotators; {first}")
        remark(f"{counted(len(numbers), 'sentence')} with other words left out, the first: {first}")
        return units.select(same)
    remark(
        f"{counted(len(numbers), 'sentence')} with other words kept (not with {option('on_mismatch', 'skip')}), "
        f"the first: {first}"
    )
    return units


def _difference(units: Units, unit: int) -> str:
    """Where two annotators have other words."""
    own = [(column, int(number)) for column, number in enumerate(units.numbers[unit]) if number >= 0]
    for (a, one), (b, other) in combinations(own, 2):
        sides = units.trees[[one]], units.trees[[other]]
        if [token.form for token in sides[0][0]] != [token.form for token in sides[1][0]]:
            text = differences(*sides)[0]
            named = text.replace("in gold", f"for {units.annotators[a]}").replace(
                "in test", f"for {units.annotators[b]}"
            )
            return f"{units.trees.where(one)} and {units.trees.where(other)}: {named}"
    return units.trees.where(own[0][1])


def _checked(trees: EditTrees, units: Units) -> EditTrees:
    """The trees, if all that are compared are trees, and small enough."""
    used = np.unique(units.numbers[units.numbers >= 0])
    bad = used[~trees.whole[used]]
    if len(bad):
        raise DataError(f"{units.trees.where(int(bad[0]))}: the heads form a cycle, so this is not a tree")
    large = used[trees.sizes[used] ** 2 > MOST_PAIRS]
    if len(large):
        size = int(trees.sizes[large[0]])
        raise DataError(f"{units.trees.where(int(large[0]))}: {size:,} nodes are too many to compare trees")
    return trees


def _agreement(units: Units, trees: EditTrees, kind: TreeKind, settings: _Settings) -> Agreement:
    generator = np.random.default_rng(settings.seed)
    words = units.trees.tokens.counts
    sizes = words + 1 if kind == "dependencies" else words  # as the author counts: the root is one, phrases are none
    alpha = disagreement(units.numbers, trees, sizes, settings.pairs, generator)
    others = dependency_figures(units) if kind == "dependencies" else constituency_figures(units)
    values: dict[str, float | None] = dict.fromkeys(FIGURES)
    values |= {f"alpha_{form}": float(value) for form, value in zip(FORMS, alpha.alphas(), strict=True)}
    values |= others.values()
    intervals: dict[str, Interval] = {}
    if settings.resamples and len(units) > 1:
        group = draw_groups(len(units), generator)
        times = draw_times(int(group.max()) + 1, settings.resamples, generator)
        drawn: dict[str, Any] = {
            f"alpha_{form}": column for form, column in zip(FORMS, alpha.resampled(group, times).T, strict=True)
        }
        drawn |= others.resampled(group, times)
        intervals = {
            name: percentile_interval(column, _number(values[name]), settings.level) for name, column in drawn.items()
        }
    return Agreement(
        annotators=units.annotators,
        sentences=len(units),
        trees=int(alpha.trees.sum()),
        kind=kind,
        paired_by=units.by,
        values=values,
        intervals=intervals,
        level=settings.level,
        pairs=len(alpha.squares),
        all_pairs=alpha.all_pairs,
        seed=settings.seed,
        labels=others.labels,
        disputed=_disputed(units, alpha.distance, trees.sizes),
    )


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _disputed(units: Units, distance: Any, sizes: Any) -> list[DisputedSentence]:
    """All sentences on which the annotators differ, those with the largest distance first."""
    order = np.argsort(-distance, kind="stable")
    rows: list[Row] = []
    for unit in order[distance[order] > 0].tolist():
        numbers = units.numbers[unit]
        known = numbers[numbers >= 0]
        rows.append(
            {
                "sentence": unit + 1,
                "where": [units.trees.where(int(number)) for number in known],
                "annotators": [name for name, number in zip(units.annotators, numbers, strict=True) if number >= 0],
                "words": int(units.trees.tokens.counts[known[0]]),
                "distance": float(distance[unit]),
                "share": float(distance[unit] / (2 * sizes[known].mean())),
                "text": " ".join(token.form or "" for token in units.trees[int(known[0])]),
            }
        )
    return [DisputedSentence(**row) for row in rows]
