"""The measures of a study, one score each, and a fast way to measure treebanks with errors: only sentences that have
an error are counted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...annotation.head_rules import find_rules
from ...annotation.punctuation import is_punctuation
from ...core.errors import CallError
from ...core.parallel import together
from ...core.signature import Signature
from ...core.types import Counts, Floats, Progress
from ...evaluation.choosing import choose_measures
from ...evaluation.statistics import mean_interval
from ...measures.mph import projection_rules
from ...measures.shared.base import Measure, find_measure
from ...transforms.conversions.to_dependencies import to_dependencies
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ...treebank.edit import relabel

Outcome = TypeVar("Outcome")

_WORD = "word"
# What the studies do to phrases first, as in section 3 of the paper.
PREPARATION = ("remove-empties", "attach-punctuation", "raise-crossing")
# The score by which each measure takes part; for a measure that is not listed, its first score.
HEADLINES = {
    "parseval": "f1",
    "leaf-ancestor": "mean",
    "triples": "f1",
    "mph": "f1",
    "functions": "f1",
    "attachment": "uas",
    "exact-match": "exact_match",
}


@dataclass(frozen=True)
class Yardstick:
    """A measure and one of its scores.

    rules   head rules to convert phrases to dependencies first, if any
    before  the transforms that were applied to the trees first
    facts   what else was done to them, for the signature
    """

    measure: Measure
    score: str
    rules: str = ""
    before: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.measure.name

    @property
    def signature(self) -> Signature:
        """What must be known to get the same number again."""
        before = (*self.before, f"to-dependencies({self.rules})") if self.rules else self.before
        return Signature((self.measure.spec,), {"mismatch": "error", **self.facts}, before)

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        """The counts of each sentence."""
        if self.rules:
            gold, test = (to_dependencies(side, self.rules, relations=False) for side in (gold, test))
        return self.measure.count(gold, test)

    def value(self, total: Counts) -> float:
        """The score of summed counts."""
        return float(self.measure.score(total)[self.score])


def yardsticks(trees: StudyTrees, specs: Iterable[str] | None = None) -> list[Yardstick]:
    """The measures named, or all that fit a treebank and compare sentence by sentence. Dependency measures use the
    heads of the treebank; where it has none, they use those that head rules give."""
    treebank = trees.treebank
    named = None if specs is None else [find_measure(spec) for spec in specs]
    rules = find_rules("auto", treebank).name if treebank.has_constituents else ""
    headed = to_dependencies(treebank, rules, relations=False) if treebank.has_constituents else treebank
    complete = headed if not treebank.has_dependencies else treebank
    chosen = [_fixed(measure, treebank) for measure in choose_measures(named, complete, complete)]
    fitted = []
    for measure in chosen:
        if measure.document:
            if named is not None:
                raise CallError(f"{measure.name} compares running text; a study needs measures of sentences")
            continue
        direct = measure.fits(treebank, treebank)
        score, converted = _headline(measure, treebank), "" if direct else rules
        fitted.append(Yardstick(measure, score, converted, trees.before, trees.facts))
    return fitted


def _headline(measure: Measure, treebank: Treebank) -> str:
    """The score by which a measure takes part; for heads with relations, the labelled score."""
    if measure.name == "attachment" and (treebank.tokens.text("deprel").codes >= 0).any():
        return "las"
    first = next(iter(measure.score(np.zeros(len(measure.counts)))))
    return HEADLINES.get(measure.name, first)


def paired(first: Sequence[Yardstick], second: Sequence[Yardstick]) -> list[tuple[Yardstick, Yardstick]]:
    """The measures that two treebanks have in common, with the same score."""
    pairs = []
    for a in first:
        for b in second:
            if a.name == b.name:
                score = a.score if a.score == b.score else HEADLINES[a.name]
                pairs.append((replace(a, score=score), replace(b, score=score)))
    return pairs


def _fixed(measure: Measure, treebank: Treebank) -> Measure:
    """The measure with the head rules of the whole treebank, so that a few of its sentences have the same."""
    if getattr(measure, "heads", "") != "auto" or not treebank.has_constituents:
        return measure
    rules = projection_rules("auto", treebank) if measure.name == "mph" else find_rules("auto", treebank)
    option: dict[str, Any] = {"heads": rules.name}
    return replace(measure, **option)


@dataclass(frozen=True, eq=False)
class StudyTrees:
    """Trees as a study needs them, and what was done to them for that."""

    treebank: Treebank
    before: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


def study_trees(
    treebank: Treebank,
    transforms: str | Sequence[str] = (),
    prepare: str | Sequence[str] = PREPARATION,
    *,
    functions: bool = False,
) -> StudyTrees:
    """The trees after the transforms and the preparation of a study; dependency trees without phrases need none.
    Functions are removed unless asked for: a parser has none, and a gold function that marks the head would stay right
    in a wrong tree."""
    (treebank,), before = apply_alike([treebank], transforms)
    if treebank.has_constituents:
        (treebank,), prepared = apply_alike([treebank], prepare)
        before += prepared
    facts = {"functions": "kept" if functions else "removed"}
    return StudyTrees(treebank if functions else drop_functions(treebank), tuple(before), facts)


def over_one_word(trees: StudyTrees) -> StudyTrees:
    """The same trees over a single word, punctuation marks apart: errors do not touch words, and comparing thousands
    of distinct ones takes most of the time."""
    few = relabel(trees.treebank, lambda form: form if is_punctuation(form) else _WORD, "tokens", "form")
    return replace(trees, treebank=few)


def drop_functions(treebank: Treebank) -> Treebank:
    """The same trees without the functions of phrases and words; those in labels (NP-SBJ) are kept."""
    return treebank.replace(nodes=treebank.nodes.replace(function=None), tokens=treebank.tokens.replace(function=None))


@dataclass(frozen=True, eq=False)
class Gold:
    """Gold trees, with the counts of each measure when nothing is wrong."""

    treebank: Treebank
    yardsticks: Sequence[Yardstick]
    perfect: Sequence[Counts]

    @classmethod
    def of(cls, treebank: Treebank, chosen: Sequence[Yardstick]) -> Gold:
        """Gold trees, counted once."""
        return cls(treebank, chosen, [yardstick.count(treebank, treebank) for yardstick in chosen])

    def scores(self, sentences: NDArray[np.int64], test: Treebank) -> list[float]:
        """The score of each measure when these sentences are as in `test` and all others are right."""
        gold = self.treebank.select(sentences)
        scores = []
        for yardstick, perfect in zip(self.yardsticks, self.perfect, strict=True):
            changed = yardstick.count(gold, test)
            total = np.nansum(perfect, axis=0) - np.nansum(perfect[sentences], axis=0) + np.nansum(changed, axis=0)
            scores.append(yardstick.value(total))
        return scores


def over_seeds(values: Floats, level: float) -> tuple[float, float]:
    """The mean over seeds and half the width of its interval; NaN where a value is 0/0."""
    whole = values if np.isfinite(values).all() else np.full(len(values), np.nan)
    summary = mean_interval(whole, level, student=True)
    return summary.mean, summary.half_width


def run_all(jobs: Sequence[Callable[[], Outcome]], progress: Progress | None) -> list[Outcome]:
    """The results of all jobs, run in threads where there are several; `progress` is called after each."""
    done: list[None] = []

    def watched(job: Callable[[], Outcome]) -> Outcome:
        result = job()
        done.append(None)
        if progress is not None:
            progress(len(done), len(jobs))
        return result

    return together([partial(watched, job) for job in jobs])
