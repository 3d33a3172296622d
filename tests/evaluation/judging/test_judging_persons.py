"""What is said of each person who answered."""

from __future__ import annotations

import math

import pytest
from judged import votes

from treegauge import Judgement, Judgements, judge_agreement, judge_persons, judge_results

ROWS = [
    Judgement(f"p{pair}", person, answer, seconds)
    for person, given, seconds in (("a", "yyny", 10.0), ("b", "yynn", 20.0), ("c", "nuny", math.nan))
    for pair, answer in enumerate({"y": "yes", "n": "no", "u": "unsure"}[letter] for letter in given)
]
CONTROLS = {"p0": "yes", "p1": "yes", "p2": "no"}


def test_figures_of_three_persons_by_hand() -> None:
    a, b, c = judge_persons(Judgements.of(ROWS, controls=CONTROLS), draws=0)
    assert (a.answers, a.seconds, a.per_hour, a.unsure) == (4, 10, 360, 0)
    assert (a.controls, a.control_accuracy) == (3, 1)
    assert a.control_interval == pytest.approx((0.4385, 1.0), abs=1e-4)  # Wilson: 3 of 3
    assert c.control_accuracy == pytest.approx(1 / 3)
    assert c.unsure == 0.25
    assert math.isnan(c.seconds)
    assert a.agreement == pytest.approx((1 / 2 + 1 / 2 + 1 + 1 / 2) / 4)  # with b, b, both, c
    assert b.agreement == pytest.approx((1 / 2 + 1 / 2 + 1 + 0) / 4)


def test_alpha_without_a_person_is_alpha_of_the_others() -> None:
    judgements = votes("a:yyn b:nny c:yuy d:nun e:.yn f:yyy")
    without = judge_agreement(judgements.excluding(["person 2"]), resamples=0)[0]["alpha"]
    assert judge_persons(judgements, draws=0)[1].alpha_without == pytest.approx(without)


def test_an_excluded_person_has_a_row_and_no_influence() -> None:
    whole = Judgements.of(ROWS, controls=CONTROLS)
    rows = judge_persons(whole.excluding(["c"]), draws=50)
    assert [(row.person, row.excluded) for row in rows] == [("a", False), ("b", False), ("c", True)]
    assert rows[2].control_accuracy == pytest.approx(1 / 3)
    assert math.isnan(rows[2].reliability)
    alone = judge_persons(Judgements.of([row for row in ROWS if row.person != "c"], controls=CONTROLS), draws=50)
    assert repr([row.row() for row in rows[:2]]) == repr([row.row() for row in alone])  # NaN is not equal to NaN


def test_results_are_the_same_for_the_same_seed() -> None:
    judgements = votes("a:yyn b:nny c:yuy d:nun e:.yn f:yyy")
    one, same = (judge_results(judgements, resamples=50, draws=50, seed=4) for _ in range(2))
    assert repr(one.rows()) == repr(same.rows())
    assert repr(one.more()) == repr(same.more())
