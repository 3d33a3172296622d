"""How long the pages of an administrator take with many answers: `python benchmarks/judge_pages.py --help`.

A study is filled by bulk inserts, in a temporary file of SQLite or in an empty database of PostgreSQL, and each page is
asked for several times, without a network: the medians of wall times. The first time of a page that computes figures is
shown apart: later ones show the same until there are other answers.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from treegauge.judge.database.connection import Database, open_database
from treegauge.judge.database.records import (
    ASKED,
    CONTROL,
    MemberRecord,
    PairRecord,
    PersonRecord,
    PlaceRecord,
    StudyRecord,
)
from treegauge.judge.database.schema import upgrade_tables, version_of
from treegauge.judge.people import create_person, start_visit
from treegauge.judge.studies import StudyDesign, create_study
from treegauge.judge.web.application import create_application
from treegauge.judge.web.sessions import Cookie
from treegauge.judge.web.site import Site

PAGES = ("/admin", *(f"/admin/many{each}" for each in ("", "/pairs", "/links", "/people", "/people/1", "/export")))
FIGURES = ("/admin/many/agreement", "/admin/many/gold")
PER_PAIR, CONTROLS, AT_ONCE = 3, 100, 50_000
DAYS = 30


def fill(session: Session, study: StudyRecord, answers: int, people: int, now: float) -> None:
    """People who give so many answers; one in ten places of pairs is left open."""
    chance = random.Random(1)
    person = {"name": None, "password": None, "owner": False, "created": now}
    session.execute(insert(PersonRecord), [{"id": number, **person} for number in range(1, people + 1)])
    member = {"study_id": study.id, "role": "annotator", "joined": now, "excluded_because": "", "seen": now}
    member["answered"] = 0
    rows = [{"id": n, "person_id": n, "label": f"person {n}", **member} for n in range(1, people + 1)]
    session.execute(insert(MemberRecord), rows)
    pairs = -(-answers * 10 // (9 * PER_PAIR))
    for first in range(1, pairs + CONTROLS + 1, AT_ONCE):
        ids = range(first, min(first + AT_ONCE, pairs + CONTROLS + 1))
        session.execute(insert(PairRecord), [_pair(study, number, number > pairs) for number in ids])
        places = itertools.chain.from_iterable(
            _places(study, number, number > pairs, people, now, chance) for number in ids
        )
        session.execute(insert(PlaceRecord), list(places))
    given = select(func.count()).where(PlaceRecord.member_id == MemberRecord.id, PlaceRecord.choice.is_not(None))
    session.execute(update(MemberRecord).values(answered=given.scalar_subquery()))


def _pair(study: StudyRecord, number: int, control: bool) -> dict[str, Any]:
    return {
        "id": number,
        "study_id": study.id,
        "name": f"pair-{number}",
        "text": f"The dog that chased cat {number} was seen by a child.",
        "hypothesis": f"A child saw the dog that chased cat {number}.",
        "kind": ("subject", "object", "adverbial")[number % 3],
        "purpose": CONTROL if control else ASKED,
        "truth": "yes" if control else None,
        "reason": "",
    }


def _places(
    study: StudyRecord, pair: int, control: bool, people: int, now: float, chance: random.Random
) -> Iterator[dict[str, Any]]:
    truth = "yes" if control or pair % 2 else "no"
    for number, person in enumerate(chance.sample(range(1, people + 1), people // 10 if control else PER_PAIR)):
        place: dict[str, Any] = {
            "study_id": study.id,
            "pair_id": pair,
            "number": None if control else number,
            "measured": True,
        }
        place |= {"comment": "", "changed": 0, "member_id": None, "choice": None, "answered": None, "seconds": None}
        if control or chance.random() < 0.9:
            choice = truth if chance.random() < 0.85 else chance.choice(["yes", "no", "unsure"])
            seconds = chance.lognormvariate(2.5, 0.6)
            answered = now - chance.random() * DAYS * 24 * 3600
            place |= {"member_id": person, "choice": choice, "answered": answered, "seconds": seconds}
        yield place


def asked(application: Any, path: str, cookie: str) -> int:
    """The status of a page."""
    statuses: list[int] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    headers = [(b"host", b"judge.test"), (b"cookie", f"treegauge={cookie}".encode())]
    scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": path, "query_string": b""}
    scope |= {"scheme": "http", "server": ("judge.test", 80), "client": ("192.0.2.7", 1), "headers": headers}
    asyncio.run(application(scope, receive, send))
    return statuses[0]


def prepare(database: Database, answers: int, people: int, now: float) -> None:
    """Fill a database that is empty."""
    upgrade_tables(database)
    with database.writing() as session:
        study = create_study(session, StudyDesign("many", "Many answers"), now - DAYS * 24 * 3600)
        fill(session, study, answers, people, now)
        if database.kind == "postgresql":
            session.connection().exec_driver_sql("SELECT setval('person_id_seq', (SELECT max(id) FROM person))")
        create_person(session, now, "the owner", owner=True)


def measure(database: Database, times: int) -> None:
    """Print a row per page."""
    with database.writing() as session:
        owner = session.scalars(select(PersonRecord).where(PersonRecord.owner)).one()
        cookie = Cookie(start_visit(session, owner, time.time()), new=True)
        answers = session.scalar(select(func.count(PlaceRecord.answered)))
    site = Site(database, "a secret")
    signed, application = str(site.cookies.dumps(cookie.token)), create_application(site)
    print(f"{database.kind}: {answers:,} answers, each page {times} times")
    for page in (*PAGES, *FIGURES):
        spent = []
        for _ in range(times):
            begin = time.perf_counter()
            assert asked(application, page, signed) == 200, page
            spent.append(time.perf_counter() - begin)
        first = f"; the first {spent.pop(0):.1f} s" if page in FIGURES else ""
        print(f"{page:24} {statistics.median(spent):.3f} s{first}", flush=True)


def main() -> None:
    """Measure with the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--answers", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--database", help="sqlite:///FILE or postgresql://..., empty or filled before; else temporary")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = options.database or f"sqlite:///{folder}/many.sqlite"
        with closing(open_database(address)) as database:
            if version_of(database) is None:
                prepare(database, options.answers, options.people, time.time())
            measure(database, options.times)


if __name__ == "__main__":
    main()
