"""`treegauge judge` with 200 people at once, by HTTP on this machine, alone and with a million answers in the database.

Everybody reads a pair for some seconds (`THINKING` on average, as long as seldom as it is random), answers, and waits
for the next one. The clients run on the same processors as the server and the database.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import func, insert, select

from people_online import KillableServer, Person, free_port, make_study
from postgres import served_postgres, why_none
from timing import Row
from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import ANNOTATOR, ASKED, MemberRecord, PairRecord, PersonRecord, PlaceRecord

PEOPLE, PAIRS, NEEDED = 200, 4_000, 3
THINKING, SECONDS = 3.0, 20.0
MILLION = 1_000_000
OLD_PEOPLE, PER_PAIR, AT_ONCE = 2_000, 50, 400  # of the answers that are there before; pairs per statement
KINDS = {"SQLite": "500 ms", "PostgreSQL": "200 ms"}


def judge() -> list[Row]:
    """The time within which 95 % of answers are acknowledged and the next pair is there."""
    rows = []
    for kind, goal in KINDS.items():
        for before in (0, MILLION):
            job = f"judge, {PEOPLE} people at once, {kind}" + (f", {before:,} answers before" if before else "")
            if kind == "PostgreSQL" and why_none():
                rows.append((job, why_none(), "", "", goal))
                continue
            seconds = answer_times(kind, before)
            middle, most = (1000 * float(np.quantile(seconds, share)) for share in (0.5, 0.95))
            rate = len(seconds) / SECONDS
            rows.append((job, f"95 %: {most:.0f} ms, 50 %: {middle:.0f} ms, {rate:.0f} answers/s", "", "", goal))
    return rows


def answer_times(kind: str, before: int) -> list[float]:
    """Seconds of each answer of all people."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "study"
        server = None if kind == "SQLite" else stack.enter_context(served_postgres(quick=False))
        address = None if server is None else server.new_database("load")
        made, cookies = make_study(folder, address, PAIRS, PEOPLE, NEEDED)
        if before:
            with closing(made.open()) as database:
                add_answers(database, before)
        served = KillableServer(folder, free_port())
        stack.callback(served.end)
        served.start()
        people = [Person(served.port, cookie) for cookie in cookies]
        threads = [threading.Thread(target=take_part, args=(person,)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return [seconds for person in people for seconds in person.seconds]


def take_part(person: Person) -> None:
    """Answer until the time is over. The first page is not counted: all people ask for it at once."""
    draw = random.Random(person.cookie)
    shown = person.look()
    person.seconds.clear()
    until = time.monotonic() + SECONDS
    while shown.pair is not None and time.monotonic() < until:
        time.sleep(draw.expovariate(1 / THINKING))
        shown = person.answer(shown, "yes")
    person.leave()


def add_answers(database: Database, count: int) -> None:
    """Pairs with all their answers, by people who have left."""
    now = time.time()
    with database.writing() as session:
        run = session.connection().execute
        firsts = [run(select(func.max(table.id) + 1)).scalar_one() for table in (PersonRecord, PairRecord, PlaceRecord)]
        person, pair, place = (int(first) for first in firsts)
        people = range(person, person + OLD_PEOPLE)
        run(insert(PersonRecord), [{"id": number, "owner": False, "created": now} for number in people])
        run(insert(MemberRecord), [member_row(number, now, count // OLD_PEOPLE) for number in people])
        pairs = range(pair, pair + count // PER_PAIR)
        for start in range(0, len(pairs), AT_ONCE):
            some = pairs[start : start + AT_ONCE]
            run(insert(PairRecord), [pair_row(number) for number in some])
            first = place + start * PER_PAIR
            numbers = range(first, first + len(some) * PER_PAIR)
            run(
                insert(PlaceRecord),
                [place_row(each, some[at // PER_PAIR], people, now) for at, each in enumerate(numbers)],
            )
    if database.kind == "postgresql":
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")  # as PostgreSQL does by itself, after a while


def member_row(number: int, now: float, answered: int) -> dict[str, Any]:
    row = {"id": number, "study_id": 1, "person_id": number, "role": ANNOTATOR, "label": f"person {number}"}
    return {**row, "joined": now, "answered": answered, "excluded_because": ""}


def pair_row(number: int) -> dict[str, Any]:
    row = {"id": number, "study_id": 1, "name": f"before {number}", "text": f"The text number {number}."}
    return {**row, "hypothesis": f"Hypothesis {number}.", "kind": "", "purpose": ASKED, "reason": ""}


def place_row(number: int, pair: int, people: range, now: float) -> dict[str, Any]:
    """An answer; the people take turns, so that nobody answers a pair twice."""
    row = {"id": number, "study_id": 1, "pair_id": pair, "number": number % PER_PAIR, "choice": "yes"}
    given = {"member_id": people[number % len(people)], "given": now, "answered": now + number / MILLION}
    return {**row, **given, "seconds": 3.0, "measured": True, "comment": "", "changed": 0}
