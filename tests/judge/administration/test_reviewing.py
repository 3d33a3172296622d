"""Persons, agreement, gold and exports: the figures of the pages are those of the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from administrating import NOW, Desk, answered_by
from sqlalchemy import select

from treegauge import judge_agreement, judge_gold, judge_persons, read_judgements
from treegauge.entailments.pairs import EntailmentPair, parse_pairs
from treegauge.judge.answers import study_judgements
from treegauge.judge.database.records import MemberRecord, PairRecord, PlaceRecord, StudyRecord
from treegauge.judge.people import create_person, join
from treegauge.judge.studies import StudyDesign, create_study

pytest_plugins = ["desks"]

MakeDesk = Callable[..., Desk]


def disagree(number: int, pair: PairRecord) -> str:
    """Each of three people gives another answer to pair-0; all say yes to the others."""
    return ("yes", "no", "unsure")[number] if pair.name == "pair-0" else "yes"


def test_the_page_of_a_person_has_the_figures_of_the_library(desk: Desk) -> None:
    with desk.database.reading() as session:
        judgements = study_judgements(session, session.get_one(StudyRecord, desk.study))
    figures = {person.person: person for person in judge_persons(judgements, draws=0)}["person c"]
    words = desk.get(f"/admin/letters/people/{desk.member('person c').id}").words
    assert "Answers 8 Median seconds per answer 12.0 8 of 8 measured by the browser" in words
    low, high = (f"{100 * end:.1f}\xa0%".replace("\xa0", " ") for end in figures.control_interval)
    assert f"Control pairs right 50.0 % of 2; {low} to {high}" in words
    assert f"Agreement with the others {100 * figures.agreement:.1f} %" in words
    assert "comment of person c" in words
    assert "1 / 2" in desk.get("/admin/letters/people").words


def test_a_person_is_excluded_with_a_reason_and_taken_in_again(desk: Desk) -> None:
    address = f"/admin/letters/people/{desk.member('person c').id}"
    assert "please give a reason" in desk.post(f"{address}/exclude", reason=" ").words
    assert desk.member("person c").excluded is None
    assert desk.post(f"{address}/exclude", reason="answers at random").goes_to == address
    page = desk.get(address)
    assert "Excluded since 2025-06-15 16:06 UTC: answers at random" in page.words
    with desk.database.reading() as session:
        free = session.scalars(select(PlaceRecord).where(PlaceRecord.choice.is_(None))).all()
        judgements = study_judgements(session, session.get_one(StudyRecord, desk.study))
    assert len(free) == 6  # their places are given to others
    assert (len(judgements), len(judgements.counted())) == (24, 16)  # their answers stay, marked
    assert desk.post(f"{address}/include").goes_to == address
    assert desk.member("person c").excluded is None
    with desk.database.reading() as session:
        assert session.scalars(select(PlaceRecord).where(PlaceRecord.choice.is_(None))).all() == []


def test_members_of_other_studies_are_not_there(desk: Desk) -> None:
    with desk.database.writing() as session:
        other = create_study(session, StudyDesign("other", "Another"), NOW)
        member = join(session, other, create_person(session, NOW), "annotator", "secret label", NOW)
        session.flush()
        number = member.id
    assert desk.get(f"/admin/letters/people/{number}").status == 404
    assert desk.post(f"/admin/letters/people/{number}/exclude", reason="x").status == 404
    assert "secret label" not in desk.get("/admin/letters/people").text


def test_agreement_is_that_of_the_library_by_kind_too(desk: Desk) -> None:
    with desk.database.reading() as session:
        judgements = study_judgements(session, session.get_one(StudyRecord, desk.study))
    words = desk.get("/admin/letters/agreement").words
    for row in judge_agreement(judgements):
        low, high = row.ac1_interval
        assert f"{100 * row['observed']:.1f}" in words
        assert f"{row['ac1']:.3f} {low:.3f} to {high:.3f}" in words
    assert "subject 3 9 100.0" in words
    assert words.index("person c") < words.index("person a")  # the least reliable first


def test_a_study_without_answers_says_so(make_desk: MakeDesk) -> None:
    desk = make_desk()
    for page in ("agreement", "gold"):
        answer = desk.get(f"/admin/letters/{page}")
        assert (answer.status, "Nobody has answered yet whose answers count." in answer.words) == (200, True)
    answer = desk.get("/admin/letters/export/gold.xml")
    assert (answer.status, "nobody has answered in the study" in answer.words) == (422, True)


def test_figures_are_kept_until_there_are_other_answers(desk: Desk) -> None:
    with desk.database.reading() as session:
        study = session.get_one(StudyRecord, desk.study)
    first = desk.site.figures.figures(desk.database, study, NOW)
    second = desk.site.figures.figures(desk.database, study, NOW + 1)
    assert first is not None
    assert second is not None
    assert first.results is second.results
    desk.post(f"/admin/letters/people/{desk.member('person c').id}/exclude", reason="x")
    third = desk.site.figures.figures(desk.database, study, NOW + 2)
    assert third is not None
    assert (third.computed, len(third.results.judgements.counted())) == (NOW + 2, 16)
    with desk.database.writing() as session:
        answered_by(session, session.get_one(StudyRecord, desk.study), "new", lambda *_: "no", 1)
    fourth = desk.site.figures.figures(desk.database, study, NOW + 3)
    assert fourth is not None
    assert len(fourth.results.judgements.counted()) == 24


def test_pairs_to_adjudicate_are_decided_and_count_in_gold(make_desk: MakeDesk) -> None:
    desk = make_desk(people=3, choose=disagree)
    words = desk.get("/admin/letters/gold").words
    assert "Pairs to adjudicate (1)" in words
    assert "pair-0 The text number 0. The hypothesis 0. 1 1 1 –" in words
    assert {pair.id for pair in gold(desk)} == {f"pair-{number}" for number in range(1, 6)}
    desk.post(f"/admin/letters/pairs/{desk.pair('pair-0').id}/decision", decision="no")
    words = desk.get("/admin/letters/gold").words
    assert "Pairs to adjudicate (0)" in words
    assert "Decided by hand 1" in words
    assert "pair-0 The hypothesis 0. No keeper of letters 2025-06-15 16:06" in words
    assert {pair.id: pair.answer for pair in gold(desk)}["pair-0"] is False
    desk.post(f"/admin/letters/pairs/{desk.pair('pair-0').id}/decision", decision="unsure")
    assert "pair-0" not in {pair.id for pair in gold(desk)}
    assert "Pairs to adjudicate (0)" in desk.get("/admin/letters/gold").words


def gold(desk: Desk, query: str = "", form: str = "xml") -> list[EntailmentPair]:
    answer = desk.get(f"/admin/letters/export/gold.{form}{query}")
    assert answer.headers["content-disposition"] == f'attachment; filename="letters-gold.{form}"'
    return parse_pairs(answer.body, f"gold.{form}")


def test_gold_is_exported_by_majority_and_by_the_model(desk: Desk) -> None:
    with desk.database.reading() as session:
        judgements = study_judgements(session, session.get_one(StudyRecord, desk.study))
    assert len(gold(desk)) == 6  # control pairs are not among them
    assert {pair.id for pair in gold(desk, "?share=all")} == {"pair-1", "pair-3", "pair-5"}
    assert {pair.id for pair in gold(desk, "?share=two-thirds", "jsonl")} == {f"pair-{number}" for number in range(6)}
    assert gold_names(desk, "?at_least=3") == {"pair-1", "pair-3", "pair-5"}
    model = judge_gold(judgements, method="dawid-skene", probability=0.99)
    expected = {answer.pair for answer in model.decided if answer.control is None}
    assert gold_names(desk, "?method=dawid-skene&probability=99") == expected
    assert desk.get("/admin/letters/export/gold.csv").status == 404


def gold_names(desk: Desk, query: str) -> set[str]:
    answer = desk.get(f"/admin/letters/export/gold.jsonl{query}")
    return {json.loads(line)["id"] for line in answer.text.splitlines()}


def test_answers_are_exported_without_names_unless_asked(desk: Desk, tmp_path: Path) -> None:
    desk.post(f"/admin/letters/people/{desk.member('person c').id}/exclude", reason="x")
    for form in ("jsonl", "csv"):
        anonymous = desk.get(f"/admin/letters/export/answers.{form}")
        for secret in ("person a", "comment of", "2025-"):
            assert secret not in anonymous.text
        named = desk.get(f"/admin/letters/export/answers.{form}?names=yes")
        assert all(text in named.text for text in ("person a", "comment of person b", "2025-06-15T15:06:50+00:00"))
        file = tmp_path / f"answers.{form}"
        file.write_bytes(anonymous.body)
        read = read_judgements(file)
        assert (len(read), len(read.persons), len(read.excluded)) == (24, 3, 1)
        assert sum(read.controls >= 0) == 2


def test_answers_of_a_study_leave_trials_out_and_tell_people_of_one_name_apart(desk: Desk) -> None:
    with desk.database.writing() as session:
        study = session.get_one(StudyRecord, desk.study)
        for member in session.scalars(select(MemberRecord).where(MemberRecord.label.in_(("person a", "person b")))):
            member.label = "Kim"
        pair = session.scalars(select(PairRecord).where(PairRecord.name == "pair-5")).one()
        pair.purpose, pair.truth = "trial", "yes"
    with desk.database.reading() as session:
        judgements = study_judgements(session, study)
    assert len(judgements) == 21
    assert len(set(judgements.persons)) == 3
    assert [name[:4] for name in judgements.persons] == ["Kim ", "Kim ", "pers"]


@pytest.mark.parametrize("address", ["", "/pairs", "/links", "/people", "/agreement", "/gold", "/export", "/settings"])
def test_every_page_in_every_language(make_desk: MakeDesk, address: str) -> None:
    """A text that is missing, or a blank that is not filled, is an error of the template."""
    for language in ("en", "de"):
        desk = make_desk(people=1, language=language, name=f"in-{language}")
        answer = desk.get(f"/admin/in-{language}{address}")
        assert (answer.status, f'<html lang="{language}">' in answer.text) == (200, True)
