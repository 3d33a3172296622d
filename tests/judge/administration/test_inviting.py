"""Links into a study: shown once, counted, expiring, revoked."""

from __future__ import annotations

import re

from administrating import NOW, Desk
from sqlalchemy import select

from treegauge.judge.database.records import InviteRecord
from treegauge.judge.people import invite, valid_invite
from treegauge.judge.secrets import digest
from treegauge.judge.studies import StudyDesign, create_study

pytest_plugins = ["desks"]


def token_in(text: str) -> str:
    found = re.search(r'value="http://judge\.test/join/([\w-]+)"', text)
    assert found is not None
    return found[1]


def records(desk: Desk) -> list[InviteRecord]:
    with desk.database.reading() as session:
        return list(session.scalars(select(InviteRecord).order_by(InviteRecord.id)))


def test_a_link_is_shown_once_and_only_its_hash_is_kept(desk: Desk) -> None:
    made = desk.post("/admin/letters/links", kind="shared", label="Seminar", days="30")
    token = token_in(made.text)
    (record,) = records(desk)
    assert (record.token, record.label, record.shared) == (digest(token), "Seminar", True)
    assert record.expires == NOW + 3600 + 30 * 24 * 3600
    page = desk.get("/admin/letters/links")
    assert token not in page.text
    assert "Seminar Shared 2025-06-15 2025-07-15 16:06 0 Revoke" in page.words
    fresh = Desk(desk.database, desk.site, desk.study)
    assert "You are invited" in fresh.get(f"/join/{token}").words


def test_links_for_one_person_for_ever_and_for_administrators(desk: Desk) -> None:
    desk.post("/admin/letters/links", kind="one", label="Berta", days="")
    token_in(desk.post("/admin/letters/links", kind="administrator", label="Carl", days="").text)
    first, second = records(desk)
    assert (first.role, first.shared, first.expires) == ("annotator", False, None)
    assert (second.role, second.shared, second.owner) == ("administrator", False, False)
    assert "Carl Administrator" in desk.get("/admin/letters/links").words


def test_a_revoked_link_opens_nothing(desk: Desk) -> None:
    token = token_in(desk.post("/admin/letters/links", kind="shared", label="x", days="").text)
    assert desk.post(f"/admin/letters/links/{records(desk)[0].id}/revoke").status == 303
    page = desk.get("/admin/letters/links")
    assert "x Shared 2025-06-15 for ever 0 revoked" in page.words
    with desk.database.reading() as session:
        assert valid_invite(session, token, NOW) is None


def test_days_that_make_no_sense(desk: Desk) -> None:
    for days in ("0", "-1", "two", "9999"):
        answer = desk.post("/admin/letters/links", kind="one", label="kept label", days=days)
        assert (answer.status, "days: " in answer.words, "kept label" in answer.text) == (422, True, True)
    assert records(desk) == []


def test_links_of_other_studies_and_of_owners_are_not_shown_and_not_revoked(desk: Desk) -> None:
    with desk.database.writing() as session:
        other = create_study(session, StudyDesign("other", "Another"), NOW)
        invite(session, other, NOW, label="secret label")
        invite(session, session.get_one(type(other), desk.study), NOW, label="owner label", owner=True)
    assert "label" not in desk.get("/admin/letters/links").words.partition("State")[2]
    for record in records(desk):
        assert desk.post(f"/admin/letters/links/{record.id}/revoke").status == 404
    assert all(record.revoked is None for record in records(desk))
