"""`explain`: why two programs give different scores for the same trees, rule by rule."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from ..core.bounds import SeedNumber, checked
from ..core.errors import CallError
from ..core.remarks import remark
from ..core.tabular import Tabular
from ..core.types import Floats, PathLike, Row
from ..formats.api import split_name
from ..measures.attachment import Attachment
from ..measures.shared.base import Measure
from ..measures.ud import UniversalDependencies
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from .choosing import choose_measures
from .counting import Sides, count_measure
from .pairing import PlacedSentence, remark_on_pairing
from .programs import Program, find_program
from .result import Result
from .rules import Counting, counting_by, rule_in_words, rules_of
from .score import as_treebanks
from .selecting import ScoreNames, check_scores, score_names

_FIRST = 5  # sentences that are named
# What the scores are made of: two sentences are counted in the same way if these are equal.
_PARTS = {
    "parseval": ("matched", "gold", "test"),
    "attachment": ("right_head", "right_both", "tokens", "test_tokens"),
    "ud": ("right_uas", "right_las", "gold_words", "test_words"),
}
_ALIGNED = "words are aligned on the characters of the text"
_IN_PLACE = "words are compared in their order; sentences with different words are left out"


@dataclass(frozen=True)
class ExplainedStep:
    """One rule that differs.

    rule       its name: an option of the measure, a group of EVALB's parameters, or what is left out
    text       how it is counted from here on
    scores     the scores after this step
    change     by how many points the step moved them
    sentences  how many sentences are counted in another way
    first      the first of these
    """

    rule: str
    text: str
    scores: dict[str, float]
    change: dict[str, float]
    sentences: int
    first: tuple[PlacedSentence, ...]

    def row(self) -> Row:
        """What `treegauge explain --json` prints."""
        return asdict(self)


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(Tabular):
    """Why two programs give different scores: steps that lead from the first to the second, and add up to the
    difference. Each changes one rule, in a fixed order, and keeps those that were changed before."""

    programs: tuple[str, str]
    signatures: tuple[str, str]
    start: dict[str, float]
    end: dict[str, float]
    steps: tuple[ExplainedStep, ...]

    @property
    def difference(self) -> dict[str, float]:
        """By how many points the second program's scores are higher."""
        return {name: self.end[name] - self.start[name] for name in self.start}

    def row(self) -> Row:
        """What `treegauge explain --json` prints."""
        return {
            "programs": list(self.programs),
            "signatures": list(self.signatures),
            "start": self.start,
            "end": self.end,
            "difference": self.difference,
            "steps": [step.row() for step in self.steps],
        }

    def table_rows(self) -> list[Row]:
        """One row per step and score."""
        return [
            {
                "from": self.programs[0],
                "to": self.programs[1],
                "rule": step.rule,
                "text": step.text,
                "score": name,
                "value": value,
                "change": step.change[name],
                "sentences": step.sentences,
            }
            for step in self.steps
            for name, value in step.scores.items()
        ]

    def __repr__(self) -> str:
        moved = [step for step in self.steps if any(step.change.values())]
        name = next(iter(self.start))
        figures = f"{name} {self.start[name]:.2f} and {self.end[name]:.2f}"
        return (
            f"<Explanation: {' and '.join(self.programs)}: {figures}; {len(moved)} of {len(self.steps)} rules matter>"
        )


@checked
def explain(
    gold: Treebank | PathLike,
    test: Treebank | PathLike,
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
    difference. In another order, a step can move the score by more or less. A folder is one treebank. The UD measures
    are `lenient`: they also score graphs that are not trees, as all other programs do.
    """
    if isinstance(programs, str) or len(programs) < 2:
        raise CallError("explain needs two programs, such as evalb and stanza")
    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    remark_on_folders(gold, test)
    (gold_trees, test_trees), resolved = apply_alike(as_treebanks([gold, test]), steps, seed)
    sides = Sides(gold_trees, test_trees)
    first, *others = [_Counted.of(name, find_program(name), sides, tuple(resolved)) for name in programs]
    remark_on_pairing([first.result], first.counting.policy.missing)
    return [_explanation(first, other, sides, score_names(scores)) for other in others]


def remark_on_folders(gold: Treebank | PathLike, test: Treebank | PathLike) -> None:
    """Say that folders are not many treebanks here."""
    paths = [split_name(os.fspath(side))[0] for side in (gold, test) if isinstance(side, (str, os.PathLike))]
    if len(paths) == 2 and all(map(os.path.isdir, paths)):
        remark(
            f"the files of {paths[0]} are read as one treebank, and so are those of {paths[1]}; score averages over "
            "treebanks"
        )


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
    first = tuple(PlacedSentence(int(number) + 1, gold.where(int(number))) for number in changed[:_FIRST])
    return ExplainedStep(rule, text, scores, change, len(changed), first)
