"""How many answers a study needs: what gold, agreement and scores of parsers come to with 1, 2, 3 ... answers per
pair, by simulation."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np

from ...core.bounds import Amount, InnerShare, LevelShare, Positive, Repeats, SeedNumber, Share, checked
from ...core.tabular import Tabular, TabularList
from ...core.types import Progress, Row
from .agreement import agreement_counts, agreement_scores
from .dawid_skene import fit_dawid_skene
from .gold import GoldMethod, check_gold_method, majority_truths
from .judgements import Judgements
from .simulation import SimulatedPersons, check_persons


@dataclass(frozen=True, repr=False)
class PlannedJudgements(Tabular):
    """What a study with some number of answers per pair would give. Shares are fractions, means over simulations.

    majority_right       the share of all pairs whose majority is right; majority_undecided: that have none
    model_right          the share of pairs whose most probable truth by the model of Dawid and Skene is right
    observed, alpha, ac1  agreement
    gold_error           the share of wrong answers in the gold that the plan is for
    score                the accuracy of a parser by that gold, whose true accuracy is `parser`; bias: the difference
    half_width           half of the interval of that score from the pairs that are decided
    margin               |bias| + half_width: how far the score may be from the truth
    pairs_needed         the pairs with which the margin is `within`; None if no number is enough, because of the bias
    answers_needed       the answers to these pairs; hours: of all persons together, for the pairs of the plan
    """

    per_pair: int
    pairs: int
    majority_right: float
    majority_undecided: float
    model_right: float
    observed: float
    alpha: float
    ac1: float
    gold_error: float
    score: float
    bias: float
    half_width: float
    margin: float
    hours: float
    pairs_needed: int | None
    answers_needed: int | None
    hours_needed: float | None

    def row(self) -> Row:
        """What `treegauge judge simulate --json` prints."""
        return asdict(self)

    def table_rows(self) -> list[Row]:
        """The row."""
        return [self.row()]

    def __repr__(self) -> str:
        return f"<PlannedJudgements {self.per_pair} per pair: margin {self.margin:.3f}, {self.hours:.1f} hours>"


class JudgementPlan(TabularList[PlannedJudgements]):
    """One row per number of answers per pair."""

    def cheapest(self) -> PlannedJudgements | None:
        """The number of answers per pair that reaches the wanted margin with the fewest answers in all; None if none
        reaches it."""
        reached = [row for row in self if row.answers_needed is not None]
        return min(reached, key=lambda row: (row.answers_needed or 0, row.per_pair), default=None)


@dataclass(frozen=True)
class _Wanted:
    """What the gold is for: the score of a parser."""

    method: GoldMethod
    parser: float
    within: float
    level: float


@checked
def plan_judgements(
    most: Positive = 5,
    *,
    pairs: Positive = 300,
    persons: Positive = 10,
    accuracy: InnerShare = 0.9,
    sensitivity: InnerShare | None = None,
    specificity: InnerShare | None = None,
    unsure: Share = 0.05,
    guessers: Share = 0.0,
    yes: Share = 0.5,
    difficulty: Amount = 0.0,
    seconds: Amount = 15.0,
    method: GoldMethod = "majority",
    parser: InnerShare = 0.8,
    within: InnerShare = 0.05,
    level: LevelShare = 0.95,
    repeats: Repeats = 20,
    seed: SeedNumber = 0,
    progress: Progress | None = None,
) -> JudgementPlan:
    """What 1, 2 ... `most` answers per pair give, from people of given reliability: one row for each number.

    method   how gold is made of the answers: majority, or dawid-skene
    parser   the true accuracy of a parser that is scored by the gold; its errors do not depend on those of the gold
    within   how far the score of the parser may be from the truth
    repeats  simulations of each number of answers

    The other options are those of `simulate_judgements`.
    """
    people = SimulatedPersons(persons, accuracy, sensitivity, specificity, unsure, guessers, yes, difficulty, seconds)
    check_persons(people, pairs, most)
    check_gold_method(method)
    wanted = _Wanted(method, parser, within, level)
    plan = JudgementPlan()
    for per_pair in range(1, most + 1):
        generators = [np.random.default_rng([seed, per_pair, number]) for number in range(repeats)]
        shares = []
        for number, generator in enumerate(generators):
            shares.append(_shares(people.answers(pairs, per_pair, generator)))
            if progress is not None:
                progress((per_pair - 1) * repeats + number + 1, most * repeats)
        plan.append(_planned(people, pairs, per_pair, _means(shares), wanted))
    return plan


def _shares(simulated: Judgements) -> dict[str, float]:
    """What one simulation gives; the truth of its pairs is in `controls`."""
    truth = simulated.controls.copy()
    simulated.controls[:] = -1
    votes = simulated.counts()
    majority = majority_truths(simulated, votes)
    likely = fit_dawid_skene(simulated, tolerance=1e-4).posterior.argmax(axis=1)
    agreement = agreement_scores(agreement_counts(votes).sum(axis=0))
    return {
        "majority_right": float((majority == truth).mean()),
        "majority_undecided": float((majority < 0).mean()),
        "model_right": float((likely == truth).mean()),
        **{name: float(agreement[name]) for name in ("observed", "alpha", "ac1")},
    }


def _means(shares: list[dict[str, float]]) -> dict[str, float]:
    """The mean of each share; simulations in which it is 0/0 do not count."""
    means = {}
    for name in shares[0]:
        values = [share[name] for share in shares if not math.isnan(share[name])]
        means[name] = math.fsum(values) / len(values) if values else math.nan
    return means


def _planned(
    people: SimulatedPersons, pairs: int, per_pair: int, shares: dict[str, float], wanted: _Wanted
) -> PlannedJudgements:
    by_majority = wanted.method == "majority"
    right = shares["majority_right"] if by_majority else shares["model_right"]
    decided = 1 - shares["majority_undecided"] if by_majority else 1.0
    error = 1 - right / decided if decided else math.nan
    score = wanted.parser * (1 - error) + (1 - wanted.parser) * error
    bias = score - wanted.parser
    quantile = NormalDist().inv_cdf((1 + wanted.level) / 2)
    spread = quantile * math.sqrt(score * (1 - score) / decided) if decided else math.nan  # of one pair
    half_width = spread / math.sqrt(pairs)
    room = wanted.within - abs(bias)
    needed = math.ceil((spread / room) ** 2) if room > 0 else None
    hour = people.mean_seconds / 3600
    return PlannedJudgements(
        per_pair=per_pair,
        pairs=pairs,
        **shares,
        gold_error=error,
        score=score,
        bias=bias,
        half_width=half_width,
        margin=abs(bias) + half_width,
        hours=pairs * per_pair * hour,
        pairs_needed=needed,
        answers_needed=None if needed is None else needed * per_pair,
        hours_needed=None if needed is None else needed * per_pair * hour,
    )
