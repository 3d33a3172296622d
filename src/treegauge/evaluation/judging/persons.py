"""The persons who answered: how many answers, how fast, how often right, and how far they agree with the others."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

import numpy as np

from ...core.bounds import Amount, LevelShare, Natural, SeedNumber, checked
from ...core.tabular import Tabular, TabularList
from ...core.types import Counts, Floats, Interval, Row
from ..statistics import share_interval
from .agreement import agreement_counts, agreement_scores, answers_agree
from .dawid_skene import SMOOTHING, draw_reliability, fit_dawid_skene
from .judgements import Judgements


@dataclass(frozen=True, repr=False)
class JudgingPerson(Tabular):
    """A person who answered pairs. Shares are fractions; NaN where there is nothing to count.

    seconds        the median time of an answer; per_hour: the answers of an hour at that pace
    unsure         the share of answers that are no truth
    controls       the answers to pairs whose right answer is known, and the share that is right, with its interval
    agreement      the mean share of the other answers to the same pair that are the same
    alpha_without  alpha of all others: if it is higher than that of all, this person agrees least
    reliability    the probability of a right answer by the model of Dawid and Skene, and its interval
    right          per truth, the probability of answering it
    """

    person: str
    excluded: bool
    answers: int
    seconds: float
    per_hour: float
    unsure: float
    controls: int
    control_accuracy: float
    control_interval: Interval
    agreement: float
    alpha_without: float
    reliability: float
    reliability_interval: Interval
    right: dict[str, float]

    def row(self) -> Row:
        """What `treegauge judge results --json` prints as `persons`."""
        lists = {name: list(getattr(self, name)) for name in ("control_interval", "reliability_interval")}
        return asdict(self) | lists

    def table_rows(self) -> list[Row]:
        """One row, without nesting."""
        row = self.row()
        for name in ("control", "reliability"):
            row[f"{name}_low"], row[f"{name}_high"] = row.pop(f"{name}_interval")
        return [row | {f"right_{truth}": share for truth, share in row.pop("right").items()}]

    def __repr__(self) -> str:
        return f"<JudgingPerson {self.person}: {self.answers:,} answers, reliability {self.reliability:.2f}>"


@checked
def judge_persons(
    judgements: Judgements,
    *,
    level: LevelShare = 0.95,
    draws: Natural = 1_000,
    smoothing: Amount = SMOOTHING,
    seed: SeedNumber = 0,
) -> TabularList[JudgingPerson]:
    """One row per person, in the order of their first answers.

    An excluded person has a number of answers, a pace and a score on control pairs, but does not count for the others.
    The interval of the reliability is that of `draws` from the model (0: none); that of control pairs is Wilson's.
    """
    counted = judgements.counted()
    modelled = _modelled(counted, level, draws, smoothing, seed)
    others, same = answers_agree(counted)
    votes = counted.counts()
    total = agreement_counts(votes).sum(axis=0)
    rows: TabularList[JudgingPerson] = TabularList()
    for number, name in enumerate(judgements.persons):
        within = judgements.person == number
        place = counted.persons.index(name) if name in counted.persons else None
        seconds = judgements.seconds[within]
        seconds = seconds[~np.isnan(seconds)]
        median = float(np.median(seconds)) if len(seconds) else math.nan
        agreeing = (counted.person == place) & (others > 0) if place is not None else np.zeros(0, np.bool_)
        rows.append(
            JudgingPerson(
                name,
                name in judgements.excluded,
                int(within.sum()),
                median,
                3600 / median if median else math.nan,
                float((judgements.truth_of_answers()[judgements.answer[within]] < 0).mean()),
                *_controls(judgements, within, level),
                float((same[agreeing] / others[agreeing]).mean()) if agreeing.any() else math.nan,
                _alpha_without(counted, votes, total, place) if place is not None else math.nan,
                *modelled.get(name, (math.nan, (math.nan, math.nan), dict.fromkeys(judgements.truths, math.nan))),
            )
        )
    return rows


def _controls(judgements: Judgements, within: Floats, level: float) -> tuple[int, float, Interval]:
    """The answers of a person to pairs whose right answer is known."""
    right = judgements.controls[judgements.pair[within]]
    given = judgements.truth_of_answers()[judgements.answer[within]]
    number, correct = int((right >= 0).sum()), int(((right >= 0) & (right == given)).sum())
    return number, correct / number if number else math.nan, share_interval(correct, number, level=level)


def _alpha_without(judgements: Judgements, votes: Floats, total: Counts, person: int) -> float:
    """Alpha of all others, from all votes and their summed counts: only the pairs of this person differ."""
    rows = np.flatnonzero(judgements.person == person)
    pairs = judgements.pair[rows]
    before = votes[pairs]
    after = before.copy()
    after[np.arange(len(rows)), judgements.answer[rows]] -= 1
    changed = agreement_counts(after).sum(axis=0) - agreement_counts(before).sum(axis=0)
    return float(agreement_scores(total + changed)["alpha"])


def _modelled(
    judgements: Judgements, level: float, draws: int, smoothing: float, seed: int
) -> dict[str, tuple[float, Interval, dict[str, float]]]:
    """The reliability of each person, its interval, and the probability of answering each truth."""
    if not len(judgements):
        return {}
    fitted, truths = fit_dawid_skene(judgements, smoothing=smoothing), judgements.truth_of_answers()
    reliability = fitted.reliability(truths)
    ends = np.full((2, len(reliability)), np.nan)
    if draws:
        drawn = draw_reliability(judgements, fitted, draws, smoothing=smoothing, seed=seed)
        ends = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    columns = [judgements.answers.index(truth) for truth in judgements.truths]
    return {
        name: (
            float(reliability[number]),
            (float(ends[0, number]), float(ends[1, number])),
            {
                truth: float(fitted.confusion[number, place, column])
                for place, (truth, column) in enumerate(zip(judgements.truths, columns, strict=True))
            },
        )
        for number, name in enumerate(judgements.persons)
    }
