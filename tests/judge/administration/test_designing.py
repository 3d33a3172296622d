"""Make a study, change it while people answer, and delete it."""

from __future__ import annotations

from collections.abc import Callable

from administrating import NOW, Desk, answered_by
from sqlalchemy import func, select

from treegauge.judge.database.records import (
    ADMINISTRATOR,
    MemberRecord,
    PairRecord,
    PersonRecord,
    PlaceRecord,
    StudyRecord,
)
from treegauge.judge.people import create_person, join
from treegauge.judge.progress import progress_of
from treegauge.judge.studies import AskedPair, StudyDesign, add_pairs, create_study

pytest_plugins = ["desks"]

MakeDesk = Callable[..., Desk]

NEW = {
    "title": "A second study: letters & digits",
    "name": "",
    "language": "de",
    "choices": "yes, no",
    "about": "We ask.\r\n\r\nThank you.",
    "answers_needed": "5",
    "minutes": "20",
    "control_every": "0",
}


def rows(desk: Desk, table: type[object]) -> int:
    with desk.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def settings(desk: Desk, **changed: str) -> dict[str, str]:
    """What the form of the settings sends."""
    with desk.database.reading() as session:
        study = session.get_one(StudyRecord, desk.study)
    fields = {name: str(getattr(study, name)) for name in NEW if name not in ("name", "choices")}
    return {**fields, "choices": ", ".join(study.choices), **changed}


def test_an_owner_makes_a_study_and_administrates_it(make_desk: MakeDesk) -> None:
    desk = make_desk(owner=True)
    made = desk.post("/new-study", **NEW, sign_up="yes")
    assert (made.status, made.goes_to) == (303, "/admin/a-second-study-letters-digits")
    assert "A second study: letters &amp; digits" in desk.get("/admin").text
    assert "Überblick" in desk.get(made.goes_to).words
    with desk.database.reading() as session:
        study = session.scalars(select(StudyRecord).where(StudyRecord.language == "de")).one()
        member = session.scalars(select(MemberRecord).where(MemberRecord.study_id == study.id)).one()
        trials = session.scalar(select(func.count()).where(PairRecord.study_id == study.id)) or 0
    assert (study.choices, study.answers_needed, study.minutes, study.control_every) == (["yes", "no"], 5, 20, 0)
    assert (study.about, study.sign_up) == ("We ask.\n\nThank you.", True)
    assert (member.role, trials) == (ADMINISTRATOR, 3)


def test_what_cannot_be_a_study_is_said_and_what_was_typed_is_kept(make_desk: MakeDesk) -> None:
    desk = make_desk(owner=True)
    for wrong, message in (
        ({"name": "letters"}, "there is a study 'letters' already"),
        ({"name": "A B"}, "small letters, digits and hyphens"),
        ({"title": " "}, "a study"),
        ({"answers_needed": "many"}, "Answers per pair: a whole number, not 'many'"),
        ({"answers_needed": "101"}, "answers per pair: 1 to 100, not 101"),
        ({"choices": "yes, unsure"}, "yes and no are among them"),
        ({"language": "tlh"}, "there are no texts in 'tlh'"),
    ):
        answer = desk.post("/new-study", **{**NEW, **wrong})
        assert (answer.status, message in answer.words.replace("&#39;", "'")) == (422, True), answer.words
        assert "We ask." in answer.text
    assert rows(desk, StudyRecord) == 1


def test_only_owners_make_studies(desk: Desk) -> None:
    assert desk.get("/new-study").status == 404
    assert desk.post("/new-study", **NEW).status == 404
    assert rows(desk, StudyRecord) == 1


def test_more_answers_per_pair_make_more_places_and_fewer_take_only_free_ones(desk: Desk) -> None:
    assert desk.post("/admin/letters/settings", **settings(desk, answers_needed="5")).status == 303
    with desk.database.reading() as session:
        progress = progress_of(session, session.get_one(StudyRecord, desk.study), NOW)
    assert (progress.answers, progress.needed, progress.complete) == (18, 30, 0)
    assert desk.post("/admin/letters/settings", **settings(desk, answers_needed="1")).status == 303
    with desk.database.reading() as session:
        progress = progress_of(session, session.get_one(StudyRecord, desk.study), NOW)
    assert (progress.answers, progress.needed, progress.complete) == (18, 18, 6)


def test_an_answer_that_people_gave_cannot_be_taken_away(desk: Desk) -> None:
    answer = desk.post("/admin/letters/settings", **settings(desk, choices="yes, no"))
    assert answer.status == 303  # nobody was unsure
    answer = desk.post("/admin/letters/settings", **settings(desk, choices="yes, no, maybe", title="Changed"))
    assert answer.goes_to.endswith("?said=changed")
    assert "The settings are saved." in desk.get(answer.goes_to).words
    with desk.database.writing() as session:
        answered_by(session, session.get_one(StudyRecord, desk.study), "new", lambda *_: "maybe", 9)
    answer = desk.post("/admin/letters/settings", **settings(desk, choices="yes, no", title="Changed again"))
    assert (answer.status, "people have answered maybe" in answer.words) == (422, True)
    assert "<h1>Settings</h1>" in answer.text
    assert settings(desk)["title"] == "Changed"


def test_a_study_is_paused_and_opened(desk: Desk) -> None:
    assert desk.post("/admin/letters/state", state="paused").goes_to == "/admin/letters"
    assert "Open the study" in desk.get("/admin/letters").words
    assert desk.post("/admin/letters/state", state="open").status == 303
    assert "Pause the study" in desk.get("/admin/letters").words


def test_a_study_is_deleted_only_if_its_name_is_typed(desk: Desk) -> None:
    with desk.database.writing() as session:
        other = create_study(session, StudyDesign("other", "Another"), NOW)
        add_pairs(session, other, [AskedPair("a", "b", "c")])
        both = session.scalars(select(PersonRecord).where(PersonRecord.name.is_(None))).first()
        assert both is not None
        join(session, other, both, "annotator", "in both", NOW)
        create_person(session, NOW, "somebody else")
    answer = desk.post("/admin/letters/delete", name="letter")
    assert (answer.status, "Nothing was deleted: the name is letters." in answer.words) == (422, True)
    assert rows(desk, StudyRecord) == 2
    assert desk.post("/admin/letters/delete", name="letters").goes_to == "/admin"
    with desk.database.reading() as session:
        names = list(session.scalars(select(PersonRecord.name).order_by(PersonRecord.id)))
    assert names == ["keeper of letters", None, "somebody else"]
    assert (rows(desk, StudyRecord), rows(desk, PairRecord), rows(desk, MemberRecord)) == (1, 1, 1)
    assert rows(desk, PlaceRecord) == 3
    assert desk.get("/admin/letters").status == 404


def test_administrators_see_their_studies_and_owners_all(make_desk: MakeDesk) -> None:
    desk = make_desk()
    with desk.database.writing() as session:
        create_study(session, StudyDesign("other", "Another study"), NOW)
        owner = create_person(session, NOW, "the owner", owner=True)
        annotator = create_person(session, NOW)
    assert "Another study" not in desk.get("/admin").text
    assert "Another study" in desk.as_person(owner).get("/admin").text
    assert desk.as_person(owner).get("/admin/other").status == 200
    assert desk.get("/admin/other").status == 404
    assert desk.as_person(annotator).get("/admin").goes_to == "/"


def test_progress_counts_what_counts(desk: Desk) -> None:
    words = desk.get("/admin/letters").words
    assert "18 of 18 answers 6 of 6 pairs have all their answers People who have answered 3" in words
    desk.post(f"/admin/letters/people/{desk.member('person c').id}/exclude", reason="too fast")
    words = desk.get("/admin/letters").words
    assert "12 of 18 answers 0 of 6 pairs have all their answers" in words
    assert "Answers that do not count 6" in words
