"""Gold answers from people's answers: by majority, or by the model of Dawid and Skene."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from ...core.bounds import Amount, Positive, Share, checked
from ...core.errors import CallError, DataError
from ...core.tabular import Tabular
from ...core.types import Floats, Int64s, Row
from ...core.wording import counted, option, shown
from ...entailments.pairs import EntailmentPair
from .dawid_skene import SMOOTHING, DawidSkene, fit_dawid_skene
from .judgements import TRUTHS, Judgements

GoldMethod = Literal["majority", "dawid-skene"]
_ROUNDING = 1e-9


@dataclass(frozen=True)
class GoldAnswer:
    """The gold answer to a pair.

    answer       None: undecided
    majority     what more than half of the people answered, None if there is no such truth
    votes        how many people gave each answer
    probable     the most probable truth by the model of Dawid and Skene, and its probability
    uncertainty  the probability that this is wrong
    decision     what an adjudicator decided; it counts more than what people answered
    """

    pair: str
    kind: str
    answer: str | None
    majority: str | None
    votes: dict[str, int]
    probable: str
    probability: float
    control: str | None
    decision: str | None = None

    @property
    def uncertainty(self) -> float:
        """The probability that the most probable truth is wrong, by the model."""
        return 1 - self.probability

    def row(self) -> Row:
        """What `treegauge judge results --json` prints as `gold`."""
        votes = {"votes": dict(self.votes)}
        row = {"pair": self.pair, "kind": self.kind, "answer": self.answer, "majority": self.majority, **votes}
        model = {"probable": self.probable, "probability": self.probability}
        return row | model | {"control": self.control, "decision": self.decision}


@dataclass(frozen=True, eq=False, repr=False)
class JudgedGold(Tabular):
    """Gold answers to pairs, and the model that gives their probabilities."""

    method: GoldMethod
    answers: tuple[GoldAnswer, ...]
    model: DawidSkene

    @property
    def decided(self) -> tuple[GoldAnswer, ...]:
        """Those that have an answer."""
        return tuple(answer for answer in self.answers if answer.answer is not None)

    def adjudicated(self, decisions: Mapping[str, str], truths: Collection[str] = TRUTHS) -> JudgedGold:
        """The same gold after somebody has decided of some pairs, by name; a decision that is not one of the truths
        leaves its pair out."""
        if not decisions:
            return self
        answers = tuple(
            replace(answer, answer=decision if decision in truths else None, decision=decision)
            if (decision := decisions.get(answer.pair)) is not None
            else answer
            for answer in self.answers
        )
        return replace(self, answers=answers)

    def to_adjudicate(self) -> list[GoldAnswer]:
        """The pairs that somebody should look at, the most uncertain first: those that are undecided, and those on
        which the majority and the model differ; not those of which somebody has decided, nor control pairs."""
        doubtful = [
            answer
            for answer in self.answers
            if answer.decision is None
            and answer.control is None
            and (answer.answer is None or answer.majority not in (None, answer.probable))
        ]
        return sorted(doubtful, key=lambda answer: (-answer.uncertainty, answer.pair))

    def rows(self) -> list[Row]:
        """One row per pair."""
        return [answer.row() for answer in self.answers]

    def table_rows(self) -> list[Row]:
        """The same with one column per answer."""
        return [{**row, **row.pop("votes")} for row in self.rows()]

    def __repr__(self) -> str:
        return f"<JudgedGold by {self.method}: {len(self.decided):,} of {counted(len(self.answers), 'pair')} decided>"


@checked
def judge_gold(
    judgements: Judgements,
    *,
    method: GoldMethod = "majority",
    at_least: Positive = 1,
    share: Share = 0.5,
    probability: Share = 0.5,
    smoothing: Amount = SMOOTHING,
) -> JudgedGold:
    """The gold answer to each pair.

    majority     what more than half of the people answered, if at least `at_least` of them and a `share` of them did;
                 1 is unanimous. A tie is undecided, and so is a majority for an answer such as unsure.
    dawid-skene  the most probable truth, if it is at least as probable as `probability`

    What an adjudicator decided is gold by either method; the model is that of people's answers alone.
    """
    check_gold_method(method)
    judged = judgements.counted()
    model = fit_dawid_skene(judged, smoothing=smoothing)
    votes = judged.counts()
    majority = majority_truths(judged, votes, at_least=at_least, share=share)
    best = model.posterior.argmax(axis=1)
    answers = []
    for pair, name in enumerate(judged.pairs):
        voted = judged.truths[majority[pair]] if majority[pair] >= 0 else None
        likely, sure = judged.truths[best[pair]], float(model.posterior[pair, best[pair]])
        given = {answer: int(number) for answer, number in zip(judged.answers, votes[pair], strict=True)}
        chosen = voted if method == "majority" else likely if sure > max(probability - _ROUNDING, 0.5) else None
        control = judged.truths[judged.controls[pair]] if judged.controls[pair] >= 0 else None
        answers.append(GoldAnswer(name, judged.kinds[pair], chosen, voted, given, likely, sure, control))
    return JudgedGold(method, tuple(answers), model).adjudicated(judged.named_decisions(), judged.truths)


def check_gold_method(method: str) -> None:
    """Refuse a way to make gold that does not exist."""
    if method not in get_args(GoldMethod):
        raise CallError(f"unknown method {shown(method)}; known: {', '.join(get_args(GoldMethod))}")


def majority_truths(judgements: Judgements, votes: Floats, *, at_least: int = 1, share: float = 0.5) -> Int64s:
    """Per pair, the number of the truth that the majority answered; -1: none."""
    total, top = votes.sum(axis=1), votes.max(axis=1)
    decided = (top > total / 2) & (top >= at_least) & (top >= share * total - _ROUNDING)
    return np.where(decided, judgements.truth_of_answers()[votes.argmax(axis=1)], -1)


def gold_pairs(pairs: Iterable[EntailmentPair], gold: JudgedGold) -> list[EntailmentPair]:
    """The pairs that have a gold answer, with it, for `write_pairs`; the others are left out, as in SemEval-2010 Task
    12, which kept the pairs on which people agreed."""
    pairs = list(pairs)
    answers = {answer.pair: answer.answer == "yes" for answer in gold.decided}
    if any(answer.answer not in ("yes", "no") for answer in gold.decided):
        raise DataError("pairs are written with the answers yes and no; the gold answers have others")
    known = {pair.id for pair in pairs}
    missing = [answer.pair for answer in gold.answers if answer.pair not in known]
    if missing:
        others = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        raise DataError(
            f"pair {shown(missing[0])}{others} is answered, but is not among the pairs; give those that people answered"
            f" as {option('pairs')}"
        )
    return [replace(pair, answer=answers[pair.id]) for pair in pairs if pair.id in answers]
