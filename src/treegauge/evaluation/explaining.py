"""`explain`: why two programs give different scores for the same trees, rule by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..core.bounds import SeedNumber, checked
from ..core.errors import CallError, DataError
from ..core.types import Floats, PathLike
from ..measures.attachment import Attachment
from ..measures.shared.base import Measure
from ..measures.ud import UniversalDependencies
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from .choosing import choose_measures
from .counting import Sides, count_measure
from .explanation import FIRST, ExplainedStep, Explanation, averaged_explanation
from .pairing import PlacedSentence, remark_on_pairing
from .programs import Program, find_program
from .result import Result
from .rules import Counting, counting_by, rule_in_words, rules_of
from .score import as_treebanks, name_of_output
from .selecting import ScoreNames, check_scores, score_names
from .treebanks.counting import gold_trees, output_trees, remark_on_missing
from .treebanks.layout import Collection, find_collection, naming_the_output

# What the scores are made of: two sentences are counted in the same way if these are equal.
_PARTS = {
    "parseval": ("matched", "gold", "test"),
    "attachment": ("right_head", "right_both", "tokens", "test_tokens"),
    "ud": ("right_uas", "right_las", "gold_words", "test_words"),
}
_ALIGNED = "words are aligned on the characters of the text"
_IN_PLACE = "words are compared in their order; sentences with different words are left out"


@checked
def explain(
    gold: Treebank | PathLike | Mapping[str, Treebank | PathLike],
    test: Treebank | PathLike | Mapping[str, Treebank | PathLike],
    programs: Sequence[str],
    *,
    transforms: str | Sequence[str] = (),
    scores: ScoreNames = None,
    seed: SeedNumber = 0,
) -> list[Explanation]:
    """Say why programs give different scores for the same trees: the rules that differ, how many points each moves, and
    the first sentences where it shows.

    programs    two or more names of programs (`evalb`, `stanza` ...), measures with options, or whole signatures; each
                after the first is explained from the first
    transforms  applied to both treebanks first
    scores      only these scores; else the main scores of the measure (`f1`; `las` and `uas`)

    Rules are changed one at a time, in the order in which they are listed, so that the steps add up to the whole
    difference. In another order, a step can move the score by more or less. Folders, or mappings from names to
    treebanks, are many treebanks, as for `score`: scores and points are macro-averages, and sentences are counted in
    all treebanks. The UD measures are `lenient`: they also score graphs that are not trees, as all other programs do.
    """
    if isinstance(programs, str) or len(programs) < 2:
        raise CallError("explain needs two programs, such as evalb and stanza")
    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    asked = partial(_explain_trees, programs=programs, steps=steps, names=score_names(scores), seed=seed)
    collection = find_collection(gold, {name_of_output(test): test})
    if collection is not None:
        return _explain_treebanks(collection, asked)
    assert not isinstance(gold, Mapping)
    assert not isinstance(test, Mapping)
    return asked(*as_treebanks([gold, test]))


def _explain_trees(
    gold: Treebank, test: Treebank, programs: Sequence[str], steps: Sequence[str], names: Sequence[str], seed: int
) -> list[Explanation]:
    (gold, test), resolved = apply_alike([gold, test], steps, seed)
    sides = Sides(gold, test)
    first, *others = [_Counted.of(name, find_program(name), sides, tuple(resolved)) for name in programs]
    remark_on_pairing([first.result], first.counting.policy.missing)
    return [_explanation(first, other, sides, names) for other in others]


def _explain_treebanks(
    collection: Collection, explained: Callable[[Treebank, Treebank], list[Explanation]]
) -> list[Explanation]:
    """The explanations of the macro-averages; treebanks without output count as 0, as for `score`."""
    (system,) = collection.systems
    each: list[list[Explanation]] = []
    missing: list[str] = []
    for name, opened in collection.open.items():
        files = opened()
        gold = gold_trees(files, collection)
        if gold is None:
            continue
        with naming_the_output(name, system, collection):
            test = output_trees(files, system, collection) if system in files.tests else None
            if test is None:
                missing.append(name)
            else:
                each.append(explained(gold, test))
    if not each:
        raise DataError("no treebank has both gold trees and the output of a system; give them the same names")
    remark_on_missing(system, missing, "counted as 0")
    return [averaged_explanation(same, len(missing)) for same in zip(*each, strict=True)]


@dataclass(frozen=True, eq=False)
class _Counted:
    """A program, how it counts, and the result."""

    name: str
    counting: Counting
    result: Result

    @classmethod
    def of(cls, name: str, program: Program, sides: Sides, before: tuple[str, ...]) -> _Counted:
        """`before` are the transforms that were applied, for the signature."""
        measure = choose_measures(program.candidates(name), sides.gold, sides.test)[0]
        return cls.by(name, Counting(_lenient(measure), replace(program.policy, before=before)), sides)

    @classmethod
    def by(cls, name: str, counting: Counting, sides: Sides) -> _Counted:
        return cls(name, counting, count_measure(counting.measure, sides, counting.policy))

    @property
    def parts(self) -> Floats:
        """What the scores of each sentence are made of; -1 where it is left out."""
        measure = self.result.measure
        columns = [measure.counts.index(name) for name in _PARTS.get(measure.name, measure.counts)]
        return np.nan_to_num(self.result.rows[:, columns], nan=-1.0)


def _lenient(measure: Measure) -> Measure:
    """The UD measures also of graphs that are not trees, which all others score."""
    return replace(measure, lenient=True) if isinstance(measure, UniversalDependencies) else measure


def _explanation(first: _Counted, last: _Counted, sides: Sides, wanted: Sequence[str]) -> Explanation:
    steps = list(_steps(first, last, sides))
    names = wanted or [name for name in first.result.measure.main if name in last.result.scores]
    check_scores(names, [name for name in first.result.scores if name in last.result.scores])
    return Explanation(
        (first.name, last.name),
        (str(first.result.signature), str(last.result.signature)),
        {name: first.result.scores[name] for name in names},
        {name: last.result.scores[name] for name in names},
        tuple(
            _step(rule, text, before, after, names, sides.gold)
            for (_, _, before), (rule, text, after) in zip([("", "", first), *steps], steps, strict=False)
        ),
    )


def _steps(first: _Counted, last: _Counted, sides: Sides) -> Iterator[tuple[str, str, _Counted]]:
    """The rules that are changed, with what each means, and the results after each."""
    here, there = _in_place(first.counting, last.counting), _in_place(last.counting, first.counting)
    if type(here.measure) is not type(there.measure):
        kinds = f"{here.measure.name} and {there.measure.name}"
        raise CallError(f"{first.name} and {last.name} do not have the same rules: they are measured by {kinds}")
    if here is not first.counting:
        yield "alignment", _IN_PLACE, _Counted.by(first.name, here, sides)
    yield from _changed_rules(last.name, here, there, sides)
    if there is not last.counting:
        yield "alignment", _ALIGNED, last


def _in_place(counting: Counting, other: Counting) -> Counting:
    """The UD measures as attachment scores of the same words, where the other program has attachment scores."""
    if isinstance(counting.measure, UniversalDependencies) and isinstance(other.measure, Attachment):
        return Counting(Attachment(subtypes=False), counting.policy)
    return counting


def _changed_rules(name: str, here: Counting, there: Counting, sides: Sides) -> Iterator[tuple[str, str, _Counted]]:
    rules, target = rules_of(here), rules_of(there)
    for rule, value in target.items():
        before = rules[rule]
        if before != value:
            rules[rule] = value
            yield rule, rule_in_words(rule, before, value), _Counted.by(name, counting_by(rules, there), sides)


def _step(
    rule: str, text: str, before: _Counted, after: _Counted, names: Sequence[str], gold: Treebank
) -> ExplainedStep:
    changed = np.flatnonzero((before.parts != after.parts).any(1))
    scores = {name: after.result.scores[name] for name in names}
    change = {name: value - before.result.scores[name] for name, value in scores.items()}
    first = tuple(PlacedSentence(int(number) + 1, gold.where(int(number))) for number in changed[:FIRST])
    return ExplainedStep(rule, text, scores, change, len(changed), first)
