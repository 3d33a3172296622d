"""The model of Dawid and Skene: on their own data, against a plain twin, and on simulated answers."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from judged import ERROR_RATES, anaesthetists, table, votes

from treegauge import DataError, Judgements, fit_dawid_skene, judge_persons, simulate_judgements
from treegauge.evaluation.judging.dawid_skene import draw_reliability


def test_the_anaesthetists_of_dawid_and_skene() -> None:
    fitted = fit_dawid_skene(anaesthetists(), smoothing=0)
    assert fitted.converged
    assert fitted.prevalence.round(2).tolist() == [0.4, 0.42, 0.11, 0.07]
    assert (100 * fitted.confusion).round().tolist() == ERROR_RATES
    uncertain = np.flatnonzero(fitted.posterior.max(axis=1) < 0.99) + 1
    assert uncertain.tolist() == [7, 35, 38]


@pytest.mark.parametrize("judgements", [anaesthetists(), votes("a:yyn b:nny c:yuy d:nu. e:.yn f:yyy g:nnn h:ny.")])
def test_the_fit_is_that_of_a_plain_twin(judgements: Judgements) -> None:
    fitted = fit_dawid_skene(judgements, smoothing=0, iterations=15, tolerance=0)
    prevalence, confusion, posterior = plain_fit(judgements, 15)
    assert fitted.prevalence == pytest.approx(np.array(prevalence))
    assert fitted.confusion == pytest.approx(np.array(confusion))
    assert fitted.posterior == pytest.approx(np.array(posterior))


Matrix = list[list[float]]


def plain_fit(judgements: Judgements, iterations: int) -> tuple[list[float], list[Matrix], Matrix]:
    """The equations (2.3) to (2.5) of the paper, one by one, from (3.1) as the first guess."""
    given = [(row.pair, row.person, row.answer) for row in judgements.rows()]
    truths, answers = judgements.truths, judgements.answers
    posterior = {}
    for pair in judgements.pairs:
        said = [answer for name, _, answer in given if name == pair and answer in truths]
        posterior[pair] = [said.count(truth) / len(said) if said else 1 / len(truths) for truth in truths]
    for _ in range(iterations):
        prevalence = [sum(posterior[pair][t] for pair in judgements.pairs) / len(posterior) for t in range(len(truths))]
        confusion = [[plain_row(given, posterior, person, t, answers) for t in range(len(truths))]
                     for person in judgements.persons]  # fmt: skip
        for pair in judgements.pairs:
            joint = [
                prevalence[t]
                * math.prod(
                    confusion[judgements.persons.index(person)][t][answers.index(answer)]
                    for name, person, answer in given
                    if name == pair
                )
                for t in range(len(truths))
            ]
            posterior[pair] = [value / sum(joint) for value in joint]
    return prevalence, confusion, [posterior[pair] for pair in judgements.pairs]


def plain_row(
    given: list[tuple[str, str, str]], posterior: dict[str, list[float]], who: str, t: int, answers: tuple[str, ...]
) -> list[float]:
    """How often a person gives each answer to pairs of one truth."""
    sums = [sum(posterior[pair][t] for pair, person, said in given if (person, said) == (who, a)) for a in answers]
    return [value / sum(sums) if sum(sums) else 1 / len(answers) for value in sums]


def test_the_likelihood_never_falls_without_smoothing() -> None:
    fitted = fit_dawid_skene(simulate_judgements(80, 4, accuracy=0.75, difficulty=1), smoothing=0)
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(fitted.log_likelihood))
    assert len(fitted.log_likelihood) > 5


def test_good_and_bad_people_are_recovered() -> None:
    """With many answers, sensitivity, specificity and the share of yes are those of the simulation, and guessers are
    found."""
    simulated = simulate_judgements(
        3000, 6, persons=10, sensitivity=0.9, specificity=0.7, unsure=0.1, guessers=0.3, yes=0.35
    )
    fitted = fit_dawid_skene(simulated)
    assert fitted.prevalence == pytest.approx([0.35, 0.65], abs=0.03)
    assert fitted.confusion[:7, 0, 0] == pytest.approx(0.9 * 0.9, abs=0.04)
    assert fitted.confusion[:7, 1, 1] == pytest.approx(0.9 * 0.7, abs=0.04)
    assert fitted.confusion[7:, [0, 1], [0, 1]] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(("pairs", "persons"), [(200, 10), (300, 60)])
def test_the_model_finds_more_truths_than_the_majority(pairs: int, persons: int) -> None:
    """Also where each person has few answers; there, the model without smoothing finds fewer."""
    right, by_majority = 0, 0
    for seed in range(15):
        simulated = simulate_judgements(
            pairs, 3, persons=persons, accuracy=0.82, guessers=0.1, seed=seed, controls=pairs
        )
        truth = simulated.controls.copy()
        simulated.controls[:] = -1
        right += int((fit_dawid_skene(simulated).posterior.argmax(axis=1) == truth).sum())
        top = simulated.counts()[:, :2]
        by_majority += int(((top[:, 0] < top[:, 1]) == truth)[top[:, 0] != top[:, 1]].sum())
    assert right > by_majority


def test_intervals_of_reliability_have_the_level() -> None:
    hits = total = 0
    for seed in range(12):
        simulated = simulate_judgements(200, 4, persons=10, accuracy=0.85, guessers=0.2, unsure=0, seed=seed)
        for number, person in enumerate(
            sorted(judge_persons(simulated, draws=300), key=lambda row: int(row.person[7:]))
        ):
            low, high = person.reliability_interval
            hits += low <= (0.85 if number < 8 else 0.5) <= high
            total += 1
    assert 0.88 <= hits / total <= 1


def test_draws_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    judgements = anaesthetists()
    fitted = fit_dawid_skene(judgements)
    one, same, other = (draw_reliability(judgements, fitted, 20, seed=seed) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


def test_a_known_answer_is_kept_whatever_people_say() -> None:
    known = Judgements.of(votes("a:yyy b:yyn c:nny").rows(), controls={"a": "no"})
    fitted = fit_dawid_skene(known)
    assert fitted.posterior[0].tolist() == [0, 1]
    assert fitted.confusion[0, 1, 0] > fit_dawid_skene(votes("a:yyy b:yyn c:nny")).confusion[0, 1, 0]


def test_with_one_answer_per_pair_there_is_nothing_to_learn() -> None:
    fitted = fit_dawid_skene(table(["ynyn.....", "....yyyyn"], "yn"))
    assert fitted.posterior.argmax(axis=1).tolist() == [0, 1, 0, 1, 0, 0, 0, 0, 1]


def test_no_answers_are_an_error() -> None:
    with pytest.raises(DataError, match="there are no answers"):
        fit_dawid_skene(Judgements.of([]))
