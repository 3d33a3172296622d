"""Answers as columns and as files: what is read is written, errors say where, and nothing leaks from anonymous ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from judged import votes

from treegauge import CallError, DataError, Judgement, Judgements, read_judgements, write_judgements

ROWS = [
    Judgement("p1", "anna", "yes", 12.5, "2026-01-01T10:00:00", "easy"),
    Judgement("p2", "anna", "no", 3.25),
    Judgement("p1", "berit", "unsure", 20.0, "2026-01-01T09:00:00", 'a "quote", and a\nline'),
    Judgement("p3", "carla", "yes"),
]
FULL = Judgements.of(ROWS, kinds={"p1": "passive"}, controls={"p2": "no"}, excluded=["carla"])


def same(one: Judgements, other: Judgements) -> bool:
    columns = ("pairs", "persons", "answers", "truths", "times", "comments", "kinds", "excluded")
    arrays = ("pair", "person", "answer", "controls")
    return (
        all(getattr(one, name) == getattr(other, name) for name in columns)
        and all((getattr(one, name) == getattr(other, name)).all() for name in arrays)
        and list(map(str, one.seconds)) == list(map(str, other.seconds))
    )


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.csv.gz"])
def test_what_is_written_is_read(name: str, tmp_path: Path) -> None:
    write_judgements(FULL, tmp_path / name, anonymous=False)
    assert same(read_judgements(tmp_path / name), FULL)


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_a_file_for_others_has_no_names_times_or_comments(name: str, tmp_path: Path) -> None:
    write_judgements(FULL, tmp_path / name)
    text = (tmp_path / name).read_text()
    assert not [word for word in ("anna", "berit", "carla", "easy", "quote", "2026") if word in text]
    read = read_judgements(tmp_path / name)
    assert sorted(read.persons) == ["person-1", "person-2", "person-3"]
    assert sorted((row.pair, row.answer) for row in read.rows()) == sorted((row.pair, row.answer) for row in ROWS)
    assert by_person(read) == by_person(FULL)
    assert len(read.excluded) == 1
    assert read.kinds[read.pairs.index("p1")] == "passive"


def by_person(judgements: Judgements) -> Counter[tuple[tuple[str, str], ...]]:
    """The answers of each person, without the names."""
    answers: dict[str, list[tuple[str, str]]] = {}
    for row in judgements.rows():
        answers.setdefault(row.person, []).append((row.pair, row.answer))
    return Counter(tuple(sorted(given)) for given in answers.values())


def test_the_order_of_anonymous_persons_is_random() -> None:
    rows = [Judgement("p", f"person {number}", "yes", float(number)) for number in range(6)]
    orders = {tuple(Judgements.of(rows).anonymous().seconds.tolist()) for _ in range(20)}
    assert len(orders) > 5


BAD = [
    ('{"pair": "p", "person": "a"}', "answers.jsonl:1: "),
    ('{"pair": "p", "person": "a", "answer": "maybe"}', "answers.jsonl:1: the answer 'maybe' is not one of yes, no"),
    ('{"pair": "p", "person": "", "answer": "yes"}', "answers.jsonl:1: the person is empty"),
    (
        '{"pair": "p", "person": "a", "answer": "yes", "seconds": -1}',
        "answers.jsonl:1: seconds must be a number from 0",
    ),
    ('{"pair": "p", "person": "a", "answer": "yes"}\n' * 2, "answers.jsonl:2: 'a' answers pair 'p' twice"),
    (
        '{"pair": "p", "person": "a", "answer": "yes", "kind": "x"}\n'
        '{"pair": "p", "person": "b", "answer": "yes", "kind": "y"}',
        "answers.jsonl:2: pair 'p' has the kind 'y', and 'x' before",
    ),
    ("pair,person\np,a\n", "answers.jsonl:1: the header has no column answer; found: 'pair', 'person'"),
    ("pair,person,answer\np,a,yes,1\n", "answers.jsonl:2: the header has 3 columns, this row has 4"),
    ("pair,person,answer,seconds\np,a,yes,fast\n", "answers.jsonl:2: seconds must be a number from 0, not 'fast'"),
    ("pair,person,answer,colour\np,a,yes,red\n", "answers.jsonl:2: key 'colour'"),
    ("", "has no answers"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_files_are_answered_with_their_place(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(text)
    with pytest.raises(DataError) as error:
        read_judgements(tmp_path / "answers.jsonl")
    assert message in str(error.value)


def test_answers_may_be_capital_and_others_than_yes_and_no(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"pair": "p", "person": "a", "answer": "YES"}\n')
    assert read_judgements(tmp_path / "a.jsonl").rows()[0].answer == "yes"
    (tmp_path / "a.jsonl").write_text(json.dumps({"pair": "p", "person": "a", "answer": "left"}))
    read = read_judgements(tmp_path / "a.jsonl", answers=["left", "right"], truths=["left", "right"])
    assert read.answers == ("left", "right")


@pytest.mark.parametrize(
    ("answers", "truths"), [(["yes", "yes"], ["yes", "no"]), (["yes", "no"], ["yes"]), (["yes", "no"], ["yes", "nein"])]
)
def test_lists_of_answers_must_make_sense(answers: Sequence[str], truths: Sequence[str]) -> None:
    with pytest.raises(CallError):
        Judgements.of([], answers=answers, truths=truths)


def test_excluding_a_person_who_did_not_answer_is_an_error() -> None:
    with pytest.raises(CallError, match="no person 'person 9' answered"):
        votes("a:yn").excluding(["person 9"])


def test_a_comment_is_no_formula_in_a_spreadsheet(tmp_path: Path) -> None:
    write_judgements(
        Judgements.of([Judgement("p1", "anna", "yes", comment="=1+1")]), tmp_path / "a.csv", anonymous=False
    )
    assert read_judgements(tmp_path / "a.csv").comments == ("'=1+1",)
