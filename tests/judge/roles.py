"""Two studies with a person of every role, and with something in every table that only some may see."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from asking import Browser, browser_of, site_of
from small_judge import DESIGN, add_person, some_pairs
from sqlalchemy import select
from sqlalchemy.orm import Session

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import (
    ADMINISTRATOR,
    ASKED,
    CONTROL,
    TRIAL,
    MemberRecord,
    PairRecord,
    PersonRecord,
    PlaceRecord,
    StudyRecord,
)
from treegauge.judge.people import create_person, exclude, invite, join, membership
from treegauge.judge.places import GivenAnswer, answer_place, next_place
from treegauge.judge.studies import add_pairs, create_study
from treegauge.judge.web.routes import Access
from treegauge.judge.web.site import Site

# What only administrators of a study may see, and what only its people may.
STUDIES = ("one", "two")
HIDDEN = {name: [f"{name}-{what}-is-secret" for what in ("label", "comment", "reason", "kind")] for name in STUDIES}
MEMBERS = {name: [f"the study {name}", f"pair-of-{name}"] for name in STUDIES}
PASSWORD = "correct horse"

# Which roles may see the pages of study one, by the rule of the page.
MAY = {
    Access.anyone: {"anonymous", "annotator", "other", "excluded", "administrator", "other administrator", "owner"},
    Access.person: {"annotator", "other", "excluded", "administrator", "other administrator", "owner"},
    Access.member: {"annotator", "excluded", "administrator"},
    Access.administrator: {"administrator", "owner"},
    Access.owner: {"owner"},
}


@dataclass(frozen=True)
class Roles:
    """A browser for each role, and a link that can still be used."""

    site: Site
    browsers: dict[str, Browser]
    link: str


def make_roles(database: Database, **options: str) -> Roles:
    """Two studies, `one` and `two`: all roles are those of `one`, or of `two` where they are called other."""
    site, now = site_of(database, **options), time.time()
    with database.writing() as session:
        studies = {name: _study(session, name, now) for name in STUDIES}
        people = {
            "annotator": _member(session, studies["one"], now),
            "other": _member(session, studies["two"], now),
            "excluded": _member(session, studies["one"], now, excluded=True),
            "administrator": _administrator(session, studies["one"], now),
            "other administrator": _administrator(session, studies["two"], now),
            "owner": create_person(session, now, "the owner", PASSWORD, owner=True),
        }
        _, link = invite(session, studies["one"], now, shared=True, label="one-label-is-secret")
        browsers = {role: browser_of(site, session, person, now) for role, person in people.items()}
    browsers["anonymous"] = Browser(browsers["owner"].application)
    return Roles(site, browsers, link)


def _study(session: Session, name: str, now: float) -> StudyRecord:
    design = replace(DESIGN, name=name, title=f"the study {name}", sign_up=True)
    study = create_study(session, design, now)
    pairs = []
    for purpose in (ASKED, CONTROL, TRIAL):
        known = {} if purpose == ASKED else {"truth": "yes", "reason": f"{name}-reason-is-secret"}
        for pair in some_pairs(4, purpose=purpose, **known):
            named = {"name": f"pair-of-{name}-{pair.name}", "text": f"A pair-of-{name} {pair.text}"}
            pairs.append(replace(pair, **named, kind=f"{name}-kind-is-secret"))
    add_pairs(session, study, pairs)
    somebody = add_person(session, study)
    member = membership(session, somebody.id, study.id, locked=True)
    assert member is not None
    member.label = f"{name}-label-is-secret"
    place = next_place(session, member, now)
    assert place is not None
    answer_place(session, member, place.id, GivenAnswer("yes", 1.0, f"{name}-comment-is-secret"), now)
    return study


def _member(session: Session, study: StudyRecord, now: float, *, excluded: bool = False) -> PersonRecord:
    """Somebody who has done the trials."""
    person = add_person(session, study)
    member = membership(session, person.id, study.id, locked=True)
    assert member is not None
    trials = session.scalars(select(PairRecord).where(PairRecord.study_id == study.id, PairRecord.purpose == TRIAL))
    for pair in trials:
        session.add(_answered_trial(study, pair, member, now))
    if excluded:
        exclude(session, member, "too fast", now)
    return person


def _answered_trial(study: StudyRecord, pair: PairRecord, member: MemberRecord, now: float) -> PlaceRecord:
    return PlaceRecord(
        study_id=study.id,
        pair_id=pair.id,
        member_id=member.id,
        given=now,
        answered=now,
        choice="yes",
        measured=False,
        comment="",
        changed=0,
    )


def _administrator(session: Session, study: StudyRecord, now: float) -> PersonRecord:
    person = create_person(session, now, f"administrator of {study.name}", PASSWORD)
    join(session, study, person, ADMINISTRATOR, "", now)
    session.flush()
    return person
