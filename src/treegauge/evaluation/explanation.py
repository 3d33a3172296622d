"""`Explanation`: why two programs give different scores, and the average of several explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from ..core.errors import DataError
from ..core.signature import Signature
from ..core.tabular import Tabular
from ..core.types import Row
from .pairing import PlacedSentence

FIRST = 5  # sentences that are named


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
    difference. Each changes one rule, in a fixed order, and keeps those that were changed before.

    treebanks  how many treebanks the scores are macro-averages of; None for one treebank
    """

    programs: tuple[str, str]
    signatures: tuple[str, str]
    start: dict[str, float]
    end: dict[str, float]
    steps: tuple[ExplainedStep, ...]
    treebanks: int | None = None

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
            **({} if self.treebanks is None else {"treebanks": self.treebanks}),
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


def averaged_explanation(explanations: Sequence[Explanation], missing: int) -> Explanation:
    """The explanation of macro-averages, from those of the treebanks; for `missing` further treebanks there is no
    output, which all programs score 0."""
    first, treebanks = explanations[0], len(explanations) + missing
    if len({tuple(step.rule for step in explanation.steps) for explanation in explanations}) > 1:
        raise DataError("the treebanks are not measured by the same rules; explain them one by one")

    def mean(scores: Sequence[dict[str, float]]) -> dict[str, float]:
        return {name: float(np.sum([row[name] for row in scores])) / treebanks for name in scores[0]}

    steps = []
    for number, step in enumerate(first.steps):
        same = [explanation.steps[number] for explanation in explanations]
        places = tuple(place for each in same for place in each.first)[:FIRST]
        scores, change = mean([each.scores for each in same]), mean([each.change for each in same])
        steps.append(ExplainedStep(step.rule, step.text, scores, change, sum(each.sentences for each in same), places))
    start, end = mean([each.start for each in explanations]), mean([each.end for each in explanations])
    one, two = (_averaged_signature(signature, treebanks) for signature in first.signatures)
    return Explanation(first.programs, (one, two), start, end, tuple(steps), treebanks)


def _averaged_signature(signature: str, treebanks: int) -> str:
    parsed = Signature.parse(signature)
    facts = {**parsed.facts, "average": "macro", "treebanks": str(treebanks)}
    return str(Signature(parsed.specs, facts, parsed.before))
