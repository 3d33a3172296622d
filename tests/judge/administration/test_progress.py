"""How far a study is: what is counted from indexes is what a count of all places gives."""

from __future__ import annotations

from administrating import NOW, Desk, answered_by
from sqlalchemy import select
from sqlalchemy.orm import Session

from treegauge.judge.database.records import MemberRecord, PlaceRecord, StudyRecord
from treegauge.judge.people import create_person, exclude, include, join
from treegauge.judge.places import next_place
from treegauge.judge.progress import DAY, StudyProgress, days_of, progress_of

pytest_plugins = ["desks"]


def counted(session: Session, study: int) -> tuple[int, int, int]:
    """The answers that count, those that are needed, and the complete pairs, place by place."""
    places = session.scalars(
        select(PlaceRecord).where(PlaceRecord.study_id == study, PlaceRecord.number.is_not(None))
    ).all()
    counting = [each for each in places if each.member is None or each.choice is None or each.member.excluded is None]
    open_pairs = {each.pair_id for each in places if each.choice is None}
    complete = {each.pair_id for each in places} - open_pairs
    return sum(each.choice is not None for each in counting), len(counting), len(complete)


def shown(progress: StudyProgress) -> tuple[int, int, int]:
    return progress.answers, progress.needed, progress.complete


def test_what_is_shown_is_what_is_there_also_after_exclusions(desk: Desk) -> None:
    with desk.database.writing() as session:
        study = session.get_one(StudyRecord, desk.study)
        assert shown(progress_of(session, study, NOW)) == counted(session, study.id) == (18, 18, 6)
        first = session.scalars(select(MemberRecord).where(MemberRecord.label == "person a")).one()
        exclude(session, first, "too fast", NOW)
        session.flush()
        assert shown(progress_of(session, study, NOW)) == counted(session, study.id) == (12, 18, 0)
        assert progress_of(session, study, NOW).excluded == 6
        answered_by(session, study, "new", lambda *_: "yes", 0, most=3)
        session.flush()
        assert shown(progress_of(session, study, NOW)) == counted(session, study.id)
        include(session, first)
        session.flush()
        assert shown(progress_of(session, study, NOW)) == counted(session, study.id)


def test_who_has_a_pair_on_the_screen_and_who_is_active(desk: Desk) -> None:
    with desk.database.writing() as session:
        study = session.get_one(StudyRecord, desk.study)
        study.answers_needed = 3
        exclude(session, session.scalars(select(MemberRecord).where(MemberRecord.label == "person a")).one(), "", NOW)
        member = join(session, study, create_person(session, NOW), "annotator", "new", NOW)
        assert next_place(session, member, NOW) is not None
        session.flush()
        assert progress_of(session, study, NOW + 60).held == 1
        assert progress_of(session, study, NOW + 60 * study.minutes + 1).held == 0
        assert (progress_of(session, study, NOW + 500).active, progress_of(session, study, NOW + 5000).active) == (3, 0)


def test_the_answers_of_each_day(desk: Desk) -> None:
    with desk.database.reading() as session:
        study = session.get_one(StudyRecord, desk.study)
        days = days_of(session, study, NOW + 3 * DAY)
        late = days_of(session, study, NOW + 100 * DAY)
    assert [day.answers for day in days] == [18, 0, 0, 0]  # control pairs are not counted
    assert days[0].start == NOW // DAY * DAY
    assert (len(late), sum(day.answers for day in late)) == (30, 0)
