"""How far people agree in their answers: per cent, Krippendorff's alpha, Gwet's AC1 and Fleiss' kappa."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...core.bounds import LevelShare, Resamples, SeedNumber, checked
from ...core.tabular import Tabular, TabularList, flat_row, shown_figures, shown_interval
from ...core.types import Counts, Floats, Interval, Row
from ...core.wording import counted
from ..agreement.coefficients import above_chance, alpha_of, chance_of_ac1
from ..statistics import bootstrap
from .judgements import Judgements


@dataclass(frozen=True, eq=False, repr=False)
class JudgementAgreement(Tabular):
    """How far people agree on all pairs, or on those of one kind. All figures are fractions.

    pairs         those with two answers or more; single: those with one, which only AC1 and kappa count, for chance
    answers       how many answers all of these have
    values        observed: the share of pairs of answers that are equal, the mean over pairs; alpha, ac1, kappa
    intervals     from resampled pairs
    ac1_interval  the analytic interval of AC1 (Gwet 2008)
    """

    kind: str | None
    pairs: int
    single: int
    persons: int
    answers: int
    values: dict[str, float]
    intervals: dict[str, Interval]
    ac1_interval: Interval
    level: float

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def row(self) -> Row:
        """What `treegauge judge results --json` prints."""
        return {
            "kind": self.kind,
            "pairs": self.pairs,
            "single": self.single,
            "persons": self.persons,
            "answers": self.answers,
            **self.values,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "ac1_interval": list(self.ac1_interval),
            "level": self.level,
        }

    def table_rows(self) -> list[Row]:
        """One row, without nesting."""
        row = self.row()
        low, high = row.pop("ac1_interval")
        return [flat_row(row) | {"ac1_analytic_low": low, "ac1_analytic_high": high}]

    def __repr__(self) -> str:
        ends = {name: shown_interval(interval) for name, interval in self.intervals.items()}
        part = f" on {self.kind}" if self.kind else ""
        return f"<JudgementAgreement{part}: {shown_figures(self.values, ends)}; {counted(self.pairs, 'pair')}>"


@checked
def judge_agreement(
    judgements: Judgements, *, level: LevelShare = 0.95, resamples: Resamples = 1_000, seed: SeedNumber = 0
) -> TabularList[JudgementAgreement]:
    """How far people agree in their answers to pairs: on all pairs, and on those of each kind.

    Any number of people may answer a pair. Each answer that people could give is a category, whether somebody gave it
    or not. The answers of excluded persons do not count. With 0 resamples there are only analytic intervals.
    """
    judged = judgements.counted()
    kinds = np.array(judged.kinds, object)
    results = TabularList([_agreement(judged, None, level, resamples, seed)])
    for kind in sorted({kind for kind in judged.kinds if kind}):
        part = judged.only((kinds == kind)[judged.pair])
        results.append(_agreement(part, kind, level, resamples, seed))
    return results


def _agreement(judgements: Judgements, kind: str | None, level: float, resamples: int, seed: int) -> JudgementAgreement:
    votes = judgements.counts()
    statistics = agreement_counts(votes)
    answers = votes.sum(axis=1)
    values = {name: float(value) for name, value in agreement_scores(statistics.sum(axis=0)).items()}
    intervals: dict[str, Interval] = {}
    if resamples:
        intervals = bootstrap(statistics, agreement_scores, resamples=resamples, level=level, seed=seed)
    return JudgementAgreement(
        kind,
        int((answers > 1).sum()),
        int((answers == 1).sum()),
        len(judgements.persons),
        int(answers.sum()),
        values,
        intervals,
        ac1_interval(votes, level),
        level,
    )


def agreement_counts(votes: Floats) -> Counts:
    """Per pair, what the coefficients are made of, from how many times it got each answer: whether it has an answer,
    whether it has two, the share of pairs of its answers that are equal, the disagreement for alpha, the share of each
    answer, and the number of each answer if there are two or more."""
    total = votes.sum(axis=1)
    several = total > 1
    equal = (votes * (votes - 1)).sum(axis=1)
    of_all = np.maximum(total * (total - 1), 1)
    disagreement = np.where(several, (of_all - equal) / np.maximum(total - 1, 1), 0.0)
    shares = votes / np.maximum(total, 1)[:, None]
    plain = np.stack((total > 0, several, np.where(several, equal / of_all, 0.0), disagreement), axis=1)
    return np.concatenate((plain, shares, votes * several[:, None]), axis=1)


def agreement_scores(total: Counts) -> dict[str, Floats]:
    """The coefficients from summed `agreement_counts`, an array (..., columns)."""
    width = (total.shape[-1] - 4) // 2
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = np.asarray(total[..., 2] / total[..., 1])
        shares = total[..., 4 : 4 + width] / total[..., :1]
    numbers = total[..., 4 + width :]
    number = numbers.sum(axis=-1)
    expected = number**2 - (numbers**2).sum(axis=-1)
    return {
        "observed": observed,
        "alpha": alpha_of(total[..., 3], expected, number),
        "ac1": above_chance(observed, chance_of_ac1(shares)),
        "kappa": above_chance(observed, (shares**2).sum(axis=-1)),
    }


def ac1_interval(votes: Floats, level: float) -> Interval:
    """The interval of AC1 from its variance over pairs (Gwet 2008, 2014): a t interval that ends at 1."""
    from scipy.special import stdtrit

    total = votes.sum(axis=1)
    votes, total = votes[total > 0], total[total > 0]
    several, pairs = total > 1, len(total)
    ac1 = float(agreement_scores(agreement_counts(votes).sum(axis=0))["ac1"]) if pairs > 1 else math.nan
    if math.isnan(ac1):
        return math.nan, math.nan
    shares = votes / total[:, None]
    mean = shares.mean(axis=0)
    chance, others = float(chance_of_ac1(mean)), max(votes.shape[1] - 1, 1)
    equal = (votes * (votes - 1)).sum(axis=1) / np.maximum(total * (total - 1), 1)
    of_pair = pairs / several.sum() * (equal - chance) * several / (1 - chance)
    chance_of_pair = shares @ (1 - mean) / others
    of_pair -= 2 * (1 - ac1) * (chance_of_pair - chance) / (1 - chance)
    half = float(stdtrit(pairs - 1, (1 + level) / 2)) * math.sqrt(((of_pair - ac1) ** 2).sum() / pairs / (pairs - 1))
    return ac1 - half, min(1.0, ac1 + half)


def answers_agree(judgements: Judgements) -> tuple[Floats, Floats]:
    """For each answer, how many others the pair got, and how many of these are the same."""
    votes = judgements.counts()
    others = votes.sum(axis=1)[judgements.pair] - 1
    return others, votes[judgements.pair, judgements.answer] - 1
