"""Who is shown which pair: as many people as needed and no more, whatever they do, and at the same time."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from small_judge import Small, answer_all, answered, shown, small_study, some_pairs

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import CONTROL, TRIAL, PlaceRecord
from treegauge.judge.places import AnswerOutcome, GivenAnswer, left_for, take_back

pytest_plugins = ["database_fixtures"]

YES, NO = GivenAnswer("yes"), GivenAnswer("no")
MINUTE = 60.0


def undone(small: Small, person: int, count: int, now: float) -> str | None:
    with small.as_person(person) as (session, member):
        place = take_back(session, member, count, now)
        return None if place is None else place.pair.name


def test_a_pair_that_is_held_by_as_many_people_as_needed_is_given_to_nobody_else(database: Database) -> None:
    small = small_study(database, some_pairs(1), people=3)
    first, second = shown(small, 1, 0), shown(small, 2, 0)
    assert first is not None
    assert second is not None
    assert first[0] != second[0]
    assert shown(small, 3, 0) is None
    assert shown(small, 1, 1) == first


def test_a_pair_that_is_not_answered_in_time_goes_to_the_next_person(database: Database) -> None:
    small = small_study(database, some_pairs(1), people=2, answers_needed=1)
    (place, _) = shown(small, 1, 0) or (0, "")
    assert shown(small, 2, 10 * MINUTE) is None
    assert shown(small, 2, 10 * MINUTE + 1) == (place, "asked-0")
    assert answered(small, 1, place, YES, 11 * MINUTE) is AnswerOutcome.passed_on
    assert answered(small, 2, place, NO, 12 * MINUTE) is AnswerOutcome.saved
    assert small.kept() == {(2, "asked-0"): "no"}


def test_an_answer_that_comes_late_counts_if_the_pair_still_needs_it(database: Database) -> None:
    small = small_study(database, some_pairs(1), people=2)
    (place, _) = shown(small, 1, 0) or (0, "")
    (taken, _) = shown(small, 2, 11 * MINUTE) or (0, "")
    assert taken == place
    assert answered(small, 1, place, YES, 12 * MINUTE) is AnswerOutcome.saved
    assert answered(small, 2, place, NO, 12 * MINUTE) is AnswerOutcome.saved
    assert small.kept() == {(1, "asked-0"): "yes", (2, "asked-0"): "no"}


def test_an_old_page_of_a_pair_that_is_held_by_another_place_now(database: Database) -> None:
    small = small_study(database, some_pairs(1), people=3, answers_needed=3)
    (old, _) = shown(small, 1, 0) or (0, "")
    shown(small, 2, 11 * MINUTE)
    (new, _) = shown(small, 1, 12 * MINUTE) or (0, "")
    assert old != new
    assert answered(small, 1, old, YES, 12 * MINUTE) is AnswerOutcome.saved
    assert answered(small, 1, new, YES, 12 * MINUTE) is AnswerOutcome.again
    assert small.kept() == {(1, "asked-0"): "yes"}


def test_the_same_answer_twice_counts_once_and_another_one_changes_nothing(database: Database) -> None:
    small = small_study(database, some_pairs(1), people=1)
    (place, _) = shown(small, 1, 0) or (0, "")
    outcomes = [answered(small, 1, place, given, 1) for given in (YES, YES, NO)]
    assert outcomes == [AnswerOutcome.saved, AnswerOutcome.again, AnswerOutcome.other]
    assert small.kept() == {(1, "asked-0"): "yes"}
    assert small.answered() == {1: 1}


def test_undo_asked_twice_takes_back_one_answer(database: Database) -> None:
    small = small_study(database, some_pairs(3), people=2)
    names = []
    for now in (1, 2):
        (place, name) = shown(small, 1, now) or (0, "")
        answered(small, 1, place, YES, now)
        names.append(name)
    assert undone(small, 1, 2, 3) == names[1]
    assert undone(small, 1, 2, 4) is None
    assert list(small.kept()) == [(1, names[0])]
    assert (shown(small, 1, 5) or (0, ""))[1] == names[1]


def test_nothing_of_a_person_stays_in_a_place_that_goes_to_another(database: Database) -> None:
    small = small_study(database, some_pairs(1), people=2, answers_needed=1)
    (place, _) = shown(small, 1, 0) or (0, "")
    answered(small, 1, place, GivenAnswer("yes", 3.0, "My name is Anna"), 1)
    undone(small, 1, 1, 2)
    shown(small, 2, 20 * MINUTE)
    with database.reading() as session:
        record = session.get_one(PlaceRecord, place)
        assert (record.comment, record.changed, record.seconds) == ("", 0, None)


def test_control_pairs_are_for_everybody_and_mixed_in(database: Database) -> None:
    pairs = [*some_pairs(4), *some_pairs(2, purpose=CONTROL, truth="no")]
    small = small_study(database, pairs, people=2, control_every=2, answers_needed=1)
    seen = {person: [] for person in (1, 2)}  # type: dict[int, list[str]]
    for now in range(4):
        for person, names in seen.items():
            (place, name) = shown(small, person, now) or (0, "")
            answered(small, person, place, YES, now)
            names.append(name)
    assert [[name.startswith(CONTROL) for name in names] for names in seen.values()] == [[False, True] * 2] * 2
    assert small.places() == {**{f"asked-{number}": 1 for number in range(4)}, "control-0": 2, "control-1": 2}


@pytest.mark.parametrize(
    ("given", "answered_at", "seconds", "measured"),
    [
        (GivenAnswer("yes", 2.5), 100.0, 2.5, True),
        (GivenAnswer("yes"), 107.0, 7.0, False),
        (GivenAnswer("yes"), 50.0, 0.0, False),  # the clock of the server was put back
        (GivenAnswer("yes", 90_000.0), 100.0, 3600.0, True),
        (GivenAnswer("yes"), 99_999.0, 3600.0, False),
    ],
)
def test_the_seconds_of_an_answer_are_bounded(
    database: Database, given: GivenAnswer, answered_at: float, seconds: float, measured: bool
) -> None:
    small = small_study(database, some_pairs(1), people=1)
    (place, _) = shown(small, 1, 100.0) or (0, "")
    answered(small, 1, place, given, answered_at)
    with database.reading() as session:
        record = session.get_one(PlaceRecord, place)
        assert (record.seconds, record.measured) == (seconds, measured)


@dataclass
class Plain:
    """What must hold, in plain words: who has answered what, who is looking at what, and until when."""

    needed: int
    pairs: list[str]
    controls: list[str]
    kept: dict[tuple[int, str], str] = field(default_factory=dict)  # in the order of the answers
    held: dict[tuple[int, str], float] = field(default_factory=dict)

    def needs(self, person: int, pair: str, now: float) -> bool:
        """Whether there is room for an answer of this person to this pair."""
        if (person, pair) in self.kept:
            return False
        others = {who for who, what in self.kept if what == pair}
        looking = {who for (who, what), until in self.held.items() if what == pair and until >= now} - others - {person}
        return pair in self.controls or len(others) + len(looking) < self.needed

    def left(self, person: int, now: float) -> set[str]:
        return {pair for pair in (*self.pairs, *self.controls) if self.needs(person, pair, now)}

    def answer(self, person: int, pair: str, choice: str, now: float) -> AnswerOutcome:
        if (before := self.kept.get((person, pair))) is not None:
            return AnswerOutcome.again if before == choice else AnswerOutcome.other
        if not self.needs(person, pair, now):
            return AnswerOutcome.passed_on
        self.kept[person, pair] = choice
        self.held.pop((person, pair), None)
        return AnswerOutcome.saved

    def undo(self, person: int, now: float) -> str | None:
        mine = [pair for who, pair in self.kept if who == person]
        if not mine:
            return None
        del self.kept[person, mine[-1]]
        self.held = {(who, pair): until for (who, pair), until in self.held.items() if who != person}
        if mine[-1] in self.pairs:
            self.held[person, mine[-1]] = now + 10 * MINUTE
        return mine[-1]


def test_a_random_walk_of_five_people_keeps_what_must_hold(database: Database) -> None:
    draw, people = random.Random(7), [1, 2, 3, 4, 5]
    plain = Plain(2, [f"asked-{number}" for number in range(12)], ["control-0", "control-1"])
    asked = [*some_pairs(12), *some_pairs(2, purpose=CONTROL, truth="no"), *some_pairs(1, purpose=TRIAL, truth="no")]
    small = small_study(database, asked, people=5, control_every=3)
    pages: dict[int, list[tuple[int, str]]] = {person: [] for person in people}
    now, outcomes = 0.0, Counter[AnswerOutcome]()
    for _ in range(12 * settings().max_examples):
        now += draw.choice((0.5, 1.0, 5 * MINUTE))
        person = draw.choice(people)
        act = draw.random()
        if act < 0.45:
            left, page = plain.left(person, now), shown(small, person, now)
            assert (page is None) == (not left)
            if page is not None:
                assert page[1] in left
                pages[person].append(page)
                if page[1] in plain.pairs:
                    plain.held[person, page[1]] = now + 10 * MINUTE
        elif act < 0.85 and pages[person]:
            place, pair = pages[person][-1] if draw.random() < 0.7 else draw.choice(pages[person])
            given = draw.choice((YES, NO))
            outcome = answered(small, person, place, given, now)
            outcomes[outcome] += 1
            assert outcome is plain.answer(person, pair, given.choice, now)
        elif act > 0.85:
            count = sum(who == person for who, _ in plain.kept)
            assert undone(small, person, count, now) == plain.undo(person, now)
        with small.as_person(person) as (session, member):
            assert left_for(session, member, 200, now) == len(plain.left(person, now))
            assert member.answered == sum(who == person for who, _ in plain.kept)
    assert small.kept() == plain.kept
    assert set(outcomes) == set(AnswerOutcome)


def test_people_at_the_same_time_answer_each_pair_as_often_as_needed(database: Database) -> None:
    small = small_study(database, [*some_pairs(30), *some_pairs(3, purpose=CONTROL, truth="no")], 8, control_every=5)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda person: answer_all(small, person), range(1, 9)))
    answers = Counter(pair for _, pair in small.kept())
    asked = {f"asked-{number}": 2 for number in range(30)}
    assert answers == {**asked, **{f"control-{number}": 8 for number in range(3)}}
    assert small.answered() == Counter(person for person, _ in small.kept())
    assert small.places() == answers


def test_one_person_on_four_devices_at_the_same_time(database: Database) -> None:
    small = small_study(database, [*some_pairs(20), *some_pairs(2, purpose=CONTROL, truth="no")], 1, control_every=4)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: answer_all(small, 1), range(4)))
    assert len(small.kept()) == 22
    assert small.answered() == {1: 22}
