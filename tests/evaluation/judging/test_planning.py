"""Simulated answers have the shares that are asked for, and the plan is what theory gives."""

from __future__ import annotations

import math

import numpy as np
import pytest

from treegauge import CallError, plan_judgements, simulate_judgements


def test_shares_of_simulated_answers() -> None:
    simulated = simulate_judgements(
        20_000, 2, persons=8, sensitivity=0.9, specificity=0.8, unsure=0.1, yes=0.3, controls=20_000
    )
    truth = simulated.controls[simulated.pair]
    assert (simulated.controls == 0).mean() == pytest.approx(0.3, abs=0.01)
    assert (simulated.answer == 2).mean() == pytest.approx(0.1, abs=0.01)
    sure = simulated.answer < 2
    assert (simulated.answer == truth)[sure & (truth == 0)].mean() == pytest.approx(0.9, abs=0.01)
    assert (simulated.answer == truth)[sure & (truth == 1)].mean() == pytest.approx(0.8, abs=0.01)
    assert float(np.median(simulated.seconds)) == pytest.approx(15, rel=0.03)


@pytest.mark.parametrize("difficulty", [0.5, 1.0, 2.0])
def test_difficulty_spreads_pairs_and_keeps_the_mean(difficulty: float) -> None:
    simulated = simulate_judgements(
        4_000, 20, persons=20, accuracy=0.85, unsure=0, difficulty=difficulty, controls=4_000
    )
    right = (simulated.answer == simulated.controls[simulated.pair]).reshape(4_000, 20).mean(axis=1)
    assert right.mean() == pytest.approx(0.85, abs=0.02)
    assert right.var() > 1.5 * 0.85 * 0.15 / 20


def test_guessers_are_right_half_of_the_time() -> None:
    simulated = simulate_judgements(4_000, 5, persons=10, guessers=0.3, accuracy=0.95, controls=4_000)
    right = simulated.answer == simulated.controls[simulated.pair]
    assert right[simulated.person >= 7].mean() == pytest.approx(0.5, abs=0.02)
    assert right[simulated.person < 7].mean() == pytest.approx(0.95 * 0.95, abs=0.01)


def test_each_pair_is_answered_by_different_persons() -> None:
    simulated = simulate_judgements(200, 4, persons=5)
    people = simulated.person.reshape(200, 4)
    assert all(len(set(row)) == 4 for row in people.tolist())
    assert np.bincount(simulated.person).min() > 130


def test_controls_are_the_first_pairs() -> None:
    simulated = simulate_judgements(30, 1, controls=4)
    assert (simulated.controls[:4] >= 0).all()
    assert (simulated.controls[4:] == -1).all()


def test_the_plan_is_that_of_the_binomial_distribution() -> None:
    """Without unsure answers, guessers and difficulty, a majority of 1 and of 3 is right as in theory."""
    p = 0.8
    one, two, three = plan_judgements(3, pairs=500, accuracy=p, unsure=0, repeats=40)
    assert one.majority_right == pytest.approx(p, abs=0.01)
    assert two.majority_right == pytest.approx(p * p, abs=0.01)
    assert two.majority_undecided == pytest.approx(2 * p * (1 - p), abs=0.01)
    assert three.majority_right == pytest.approx(p**3 + 3 * p * p * (1 - p), abs=0.01)
    assert two.observed == pytest.approx(p * p + (1 - p) ** 2, abs=0.01)
    assert math.isnan(one.alpha)


def test_bias_and_half_width_by_hand() -> None:
    row = plan_judgements(1, pairs=400, accuracy=0.9, unsure=0, parser=0.8, repeats=5)[0]
    error = row.gold_error
    score = 0.8 * (1 - error) + 0.2 * error
    assert row.score == pytest.approx(score)
    assert row.bias == pytest.approx(score - 0.8)
    assert row.half_width == pytest.approx(1.959964 * math.sqrt(score * (1 - score) / 400), rel=1e-5)
    assert row.hours == pytest.approx(400 * 15 * math.exp(0.125) / 3600)
    assert row.pairs_needed is None  # the gold has one error in ten, so the score is six points too low


def test_the_pairs_needed_bring_the_score_within_the_margin() -> None:
    plan = plan_judgements(4, pairs=300, within=0.04, repeats=10)
    best = plan.cheapest()
    assert best is not None
    assert best.pairs_needed is not None
    assert best.answers_needed == best.pairs_needed * best.per_pair
    spread = best.half_width * math.sqrt(300)
    assert abs(best.bias) + spread / math.sqrt(best.pairs_needed) <= 0.04
    assert abs(best.bias) + spread / math.sqrt(best.pairs_needed - 1) > 0.04


def test_the_same_seed_gives_the_same_plan() -> None:
    one, same, other = (repr([row.row() for row in plan_judgements(2, pairs=40, repeats=2, seed=s)]) for s in (1, 1, 2))
    assert one == same
    assert one != other


def test_more_answers_than_persons_are_an_error() -> None:
    with pytest.raises(CallError, match="5 answers per pair need as many persons, not 3"):
        plan_judgements(5, persons=3)
