"""`judge results`: everything that people's answers to pairs say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.bounds import Amount, LevelShare, Natural, Positive, Resamples, SeedNumber, Share, checked
from ...core.errors import DataError
from ...core.tabular import Tabular, TabularList
from ...core.types import PathLike, Row
from .agreement import JudgementAgreement, judge_agreement
from .dawid_skene import SMOOTHING
from .files import read_judgements
from .gold import GoldMethod, JudgedGold, judge_gold
from .judgements import Judgements
from .persons import JudgingPerson, judge_persons


@dataclass(frozen=True, eq=False, repr=False)
class JudgementResults(Tabular):
    """How far people agree, overall and by kind; the gold answers; and the persons."""

    judgements: Judgements
    agreement: TabularList[JudgementAgreement]
    gold: JudgedGold
    persons: TabularList[JudgingPerson]

    def rows(self) -> list[Row]:
        """The rows of agreement, which `treegauge judge results --json` prints as `results`."""
        return [result.row() for result in self.agreement]

    def table_rows(self) -> Sequence[Row]:
        """The same without nesting."""
        return [row for result in self.agreement for row in result.table_rows()]

    def more(self) -> dict[str, Any]:
        """What `--json` prints next to `results`."""
        return {
            "persons": [person.row() for person in self.persons],
            "gold": self.gold.rows(),
            "adjudicate": [answer.pair for answer in self.gold.to_adjudicate()],
            "prevalence": dict(zip(self.judgements.truths, self.gold.model.prevalence.tolist(), strict=True)),
        }

    def __repr__(self) -> str:
        return f"<JudgementResults: {self.judgements!r}, {self.agreement[0]!r}, {self.gold!r}>"


@checked
def judge_results(
    judgements: Judgements | PathLike,
    *,
    method: GoldMethod = "majority",
    at_least: Positive = 1,
    share: Share = 0.5,
    probability: Share = 0.5,
    exclude: Sequence[str] = (),
    level: LevelShare = 0.95,
    resamples: Resamples = 1_000,
    draws: Natural = 1_000,
    smoothing: Amount = SMOOTHING,
    seed: SeedNumber = 0,
) -> JudgementResults:
    """All figures of people's answers: agreement, gold answers and persons.

    judgements  answers, or a file of them
    exclude     persons whose answers do not count, besides those that the file excludes

    The other options are those of `judge_agreement`, `judge_gold` and `judge_persons`.
    """
    read = judgements if isinstance(judgements, Judgements) else read_judgements(judgements)
    judged = read.excluding(exclude)
    if not len(judged.counted()):
        raise DataError("no answer counts: all persons are excluded")
    gold = judge_gold(
        judged, method=method, at_least=at_least, share=share, probability=probability, smoothing=smoothing
    )
    return JudgementResults(
        judged,
        judge_agreement(judged, level=level, resamples=resamples, seed=seed),
        gold,
        judge_persons(judged, level=level, draws=draws, smoothing=smoothing, seed=seed),
    )
