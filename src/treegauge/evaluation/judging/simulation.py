"""Answers of people who do not exist, with given reliability, to plan a study or to try a method."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...core.bounds import Amount, InnerShare, Natural, Positive, SeedNumber, Share, checked
from ...core.errors import CallError
from ...core.types import Floats, Int64s
from ...core.wording import option
from .judgements import TRUTHS, YES_NO_UNSURE, Judgements

_SPREAD_OF_SECONDS = 0.5  # standard deviation of the logarithm of the time of an answer
_LARGEST_TABLE = 50_000_000  # pairs times persons, in memory


@dataclass(frozen=True)
class SimulatedPersons:
    """The people of a simulation, and the pairs that they answer.

    accuracy     the mean share of right answers among those that are not unsure; `sensitivity` and `specificity` are
                 the same for pairs whose truth is yes and no, where they are not equal
    unsure       the share of answers that are unsure
    guessers     the share of persons who guess: yes or no, equally often, whatever the pair
    yes          the share of pairs whose truth is yes
    difficulty   how far pairs differ: the standard deviation of their difficulty, in log odds of a right answer
    seconds      the median time of an answer
    """

    persons: int = 10
    accuracy: float = 0.9
    sensitivity: float | None = None
    specificity: float | None = None
    unsure: float = 0.05
    guessers: float = 0.0
    yes: float = 0.5
    difficulty: float = 0.0
    seconds: float = 15.0

    def answers(self, pairs: int, per_pair: int, generator: np.random.Generator) -> Judgements:
        """Answers to pairs, each from as many different persons, drawn at random. The truth of every pair is in
        `controls`."""
        truth = (generator.random(pairs) >= self.yes).astype(np.int64)  # 0 is yes, as in TRUTHS
        person = self._drawn_persons(pairs, per_pair, generator)
        pair = np.repeat(np.arange(pairs), per_pair)
        answer = self._drawn_answers(truth, pair, person, generator)
        return Judgements(
            tuple(f"pair-{number}" for number in range(1, pairs + 1)),
            tuple(f"person-{number}" for number in range(1, self.persons + 1)),
            YES_NO_UNSURE,
            TRUTHS,
            pair,
            person,
            answer,
            self.seconds * np.exp(_SPREAD_OF_SECONDS * generator.standard_normal(len(pair))),
            ("",) * len(pair),
            ("",) * len(pair),
            ("",) * pairs,
            truth,
            np.full(pairs, -1, np.int64),
        )

    def _drawn_persons(self, pairs: int, per_pair: int, generator: np.random.Generator) -> Int64s:
        keys = generator.random((pairs, self.persons))
        return np.asarray(np.sort(np.argsort(keys, axis=1)[:, :per_pair], axis=1).ravel(), np.int64)

    def _drawn_answers(self, truth: Int64s, pair: Int64s, person: Int64s, generator: np.random.Generator) -> Int64s:
        """Unsure or not, then right or wrong; a guesser is never unsure."""
        right = np.array([self.accuracy if self.sensitivity is None else self.sensitivity, self.accuracy])
        right[1] = self.accuracy if self.specificity is None else self.specificity
        hardness = self.difficulty * generator.standard_normal(len(truth))
        chance = shifted(right[truth], hardness, self.difficulty)[pair]
        guesses = (person >= self.persons - round(self.guessers * self.persons)).astype(np.bool_)
        is_right = generator.random(len(pair)) < np.where(guesses, 0.5, chance)
        is_unsure = (generator.random(len(pair)) < self.unsure) & ~guesses
        return np.where(is_unsure, 2, np.where(is_right, truth[pair], 1 - truth[pair]))

    @property
    def mean_seconds(self) -> float:
        """The mean time of an answer, which is longer than the median."""
        return self.seconds * math.exp(_SPREAD_OF_SECONDS**2 / 2)


def shifted(accuracy: Floats, hardness: Floats, spread: float) -> Floats:
    """The accuracy on pairs of some difficulty, in log odds, so that the mean over pairs is (nearly) the accuracy."""
    with np.errstate(divide="ignore"):
        odds = np.log(accuracy) - np.log1p(-accuracy)
    moved = odds * math.sqrt(1 + math.pi * spread**2 / 8) - hardness
    return np.asarray(1 / (1 + np.exp(-moved)))


@checked
def simulate_judgements(
    pairs: Positive = 200,
    per_pair: Positive = 3,
    *,
    persons: Positive = 10,
    accuracy: InnerShare = 0.9,
    sensitivity: InnerShare | None = None,
    specificity: InnerShare | None = None,
    unsure: Share = 0.05,
    guessers: Share = 0.0,
    yes: Share = 0.5,
    difficulty: Amount = 0.0,
    seconds: Amount = 15.0,
    controls: Natural = 0,
    seed: SeedNumber = 0,
) -> Judgements:
    """Answers of people of given reliability; the options are those of `SimulatedPersons`.

    `controls` is how many of the pairs, the first ones, have a right answer that is known in advance.
    """
    people = SimulatedPersons(persons, accuracy, sensitivity, specificity, unsure, guessers, yes, difficulty, seconds)
    check_persons(people, pairs, per_pair)
    answered = people.answers(pairs, per_pair, np.random.default_rng(seed))
    answered.controls[controls:] = -1
    return answered


def check_persons(people: SimulatedPersons, pairs: int, per_pair: int) -> None:
    """Refuse what cannot be simulated."""
    if per_pair > people.persons:
        raise CallError(
            f"{per_pair:,} answers per pair need as many persons, not {people.persons:,}; raise"
            f" {option('persons')}, or ask for fewer answers"
        )
    if pairs * people.persons > _LARGEST_TABLE:
        raise CallError(f"{pairs:,} pairs and {people.persons:,} persons are too many to simulate at once")
