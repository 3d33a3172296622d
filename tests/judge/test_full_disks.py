"""A full disk: a page that says so, nothing half-written, and on it goes when there is space again."""

from __future__ import annotations

import re
import time

from asking import Browser, browser_of, site_of
from small_judge import Small, small_study, some_pairs
from sqlalchemy import event

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import PersonRecord

pytest_plugins = ["database_fixtures"]

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not write' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE UPDATE ON member FOR EACH ROW EXECUTE FUNCTION full_disk();
"""


def fill_disk(database: Database) -> None:
    """PostgreSQL says that the disk is full after an answer is written, when it is counted; a file of SQLite may not
    grow any more."""
    if database.kind == "postgresql":
        with database.engine.begin() as connection:
            connection.exec_driver_sql(FULL)
        return

    @event.listens_for(database.engine, "connect")
    def may_not_grow(connection: object, _: object) -> None:
        connection.execute("PRAGMA max_page_count=1")  # type: ignore[attr-defined]

    database.engine.dispose()


def empty_disk(database: Database) -> None:
    if database.kind == "postgresql":
        with database.engine.begin() as connection:
            connection.exec_driver_sql("DROP TRIGGER full_disk ON member")
        return

    @event.listens_for(database.engine, "connect")
    def may_grow(connection: object, _: object) -> None:
        connection.execute("PRAGMA max_page_count=1000000")  # type: ignore[attr-defined]

    database.engine.dispose()


def answer_form(browser: Browser) -> dict[str, str]:
    """The form of the pair that is shown, with an answer."""
    text = browser.get("/s/letters/pair").text
    fields = dict(re.findall(r'name="(csrf|place)" value="(\w+)"', text))
    return {**fields, "choice": "yes", "comment": "long enough to need another page of the file " * 40}


def test_a_full_disk_is_said_and_nothing_is_half_written(database: Database) -> None:
    small: Small = small_study(database, some_pairs(200), people=1)
    site = site_of(database)
    with database.writing() as session:
        browser = browser_of(site, session, session.get_one(PersonRecord, 1), time.time())
    fill_disk(database)
    refused, kept = None, 0
    for _ in range(60):  # until the pages that the file has are full
        form = answer_form(browser)
        answer = browser.send("/s/letters/answer", form)
        if answer.status == 507:
            refused = answer
            break
        kept += 1
    assert refused is not None
    assert "no space left. Your answer was not saved" in refused.text
    assert len(small.kept()) == kept
    assert small.answered() == {1: kept}
    empty_disk(database)
    assert browser.send("/s/letters/answer", form).status == 303
    assert len(small.kept()) == kept + 1
