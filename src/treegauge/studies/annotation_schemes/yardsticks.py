"""The measures of a study, one figure each, and treebanks with errors measured quickly: only sentences that have an
error are counted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...annotation.head_rules import find_rules
from ...annotation.punctuation import is_punctuation
from ...core.errors import CallError
from ...core.parallel import together
from ...core.types import Counts, Floats, Progress
from ...evaluation.score import fitting, signature
from ...evaluation.statistics import mean_interval
from ...measures.mph import projection_rules
from ...measures.shared.base import Measure, find_measure
from ...transforms.conversions.dependencies import to_dependencies
from ...treebank import Treebank
from ...treebank.edit import relabel

_WORD = "word"
# The figure by which each measure takes part; of a measure that is not here, the first.
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
    """A measure and one of its scores; `rules` are head rules by which phrases become dependencies first, if any."""

    measure: Measure
    score: str
    rules: str = ""

    @property
    def name(self) -> str:
        return self.measure.name

    @property
    def signature(self) -> str:
        """What must be known to get the same number again."""
        return signature(self.measure, "error", f"to_dependencies({self.rules})" if self.rules else "")

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        """The counts of each sentence."""
        if self.rules:
            gold, test = (to_dependencies(side, self.rules, relations=False) for side in (gold, test))
        return self.measure.count(gold, test)

    def value(self, total: Counts) -> float:
        """The score of summed counts."""
        return float(self.measure.score(total)[self.score])


def yardsticks(treebank: Treebank, specs: Iterable[str] | None = None) -> list[Yardstick]:
    """The measures named, or all that fit a treebank and go sentence by sentence. Dependency measures take the
    treebank's own heads; where it has none, those that head rules give."""
    named = None if specs is None else [find_measure(spec) for spec in specs]
    rules = find_rules("auto", treebank).name if treebank.has_constituents else ""
    headed = to_dependencies(treebank, rules, relations=False) if treebank.has_constituents else treebank
    complete = headed if not treebank.has_dependencies else treebank
    chosen = [_fixed(measure, treebank) for measure in fitting(named, complete, complete)]
    found = []
    for measure in chosen:
        if measure.document:
            if named is not None:
                raise CallError(f"{measure.name} compares running text; a study needs measures of sentences")
            continue
        own = measure.fits(treebank, treebank)
        found.append(Yardstick(measure, _headline(measure, treebank), "" if own else rules))
    return found


def _headline(measure: Measure, treebank: Treebank) -> str:
    """The figure by which a measure takes part; of heads with relations, both."""
    if measure.name == "attachment" and (treebank.tokens.text("deprel").codes >= 0).any():
        return "las"
    first = next(iter(measure.score(np.zeros(len(measure.counts)))))
    return HEADLINES.get(measure.name, first)


def paired(one: Sequence[Yardstick], other: Sequence[Yardstick]) -> list[tuple[Yardstick, Yardstick]]:
    """The measures that two treebanks have in common, by the same figure."""
    found = []
    for first in one:
        for second in other:
            if first.name == second.name:
                score = first.score if first.score == second.score else HEADLINES[first.name]
                found.append((replace(first, score=score), replace(second, score=score)))
    return found


def _fixed(measure: Measure, treebank: Treebank) -> Measure:
    """The measure with the head rules that it finds for the whole treebank, so that a few sentences have the same."""
    if getattr(measure, "heads", "") != "auto" or not treebank.has_constituents:
        return measure
    rules = projection_rules("auto", treebank) if measure.name == "mph" else find_rules("auto", treebank)
    option: dict[str, Any] = {"heads": rules.name}
    return replace(measure, **option)


def bare(treebank: Treebank, functions: bool = False) -> Treebank:
    """The trees as a study needs them, over a single word, marks of punctuation apart: errors do not touch words, and
    measures that compare thousands of distinct ones over and over take most of their time for it. Functions go, unless
    asked for: a parser has none, and a gold function that says where the head is would stay right in a wrong tree."""
    few = relabel(treebank, lambda form: form if is_punctuation(form) else _WORD, "tokens", "form")
    return few if functions else without_functions(few)


def without_functions(treebank: Treebank) -> Treebank:
    """The same trees without functions of phrases and words; those in labels (NP-SBJ) stay."""
    return treebank.replace(nodes=treebank.nodes.replace(function=None), tokens=treebank.tokens.replace(function=None))


@dataclass(frozen=True, eq=False)
class Gold:
    """Gold trees with what each measure counts where all is right."""

    treebank: Treebank
    yardsticks: Sequence[Yardstick]
    perfect: Sequence[Counts]

    @classmethod
    def of(cls, treebank: Treebank, chosen: Sequence[Yardstick]) -> Gold:
        """Gold trees, counted once."""
        return cls(treebank, chosen, [yardstick.count(treebank, treebank) for yardstick in chosen])

    def scores(self, sentences: NDArray[np.int64], test: Treebank) -> list[float]:
        """The score by each measure where these sentences are as in `test`, and all others are right."""
        gold = self.treebank.select(sentences)
        found = []
        for yardstick, perfect in zip(self.yardsticks, self.perfect, strict=True):
            changed = yardstick.count(gold, test)
            total = np.nansum(perfect, axis=0) - np.nansum(perfect[sentences], axis=0) + np.nansum(changed, axis=0)
            found.append(yardstick.value(total))
        return found


def over_seeds(values: Floats, level: float) -> tuple[float, float]:
    """The mean over seeds and half the width of its interval; none where a value is 0/0."""
    found = mean_interval(values if np.isfinite(values).all() else np.full(len(values), np.nan), level, student=True)
    return found.mean, found.half_width


def all_of(jobs: Sequence[Callable[[], Any]], progress: Progress | None) -> list[Any]:
    """The results of all jobs, at the same time where there are threads; `progress` is told after each."""
    done: list[None] = []

    def watched(job: Callable[[], Any]) -> Any:
        result = job()
        done.append(None)
        if progress is not None:
            progress(len(done), len(jobs))
        return result

    return together([partial(watched, job) for job in jobs])
