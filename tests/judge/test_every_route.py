"""Every route as every role: a rule for each, and nobody sees or changes what they must not."""

from __future__ import annotations

import re

import pytest
from asking import Answered, site_of
from roles import HIDDEN, MAY, MEMBERS, Roles, make_roles
from sqlalchemy import select
from starlette.routing import Mount, Route

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import Record
from treegauge.judge.web.application import create_pages
from treegauge.judge.web.routes import PAGES, Access, Page

pytest_plugins = ["database_fixtures"]

KEPT = ("study", "pair", "person", "member", "place", "invite")  # tables that a refused request must not change
ROLES = sorted(MAY[Access.anyone])


@pytest.fixture
def roles(sqlite: Database, quick_passwords: None) -> Roles:
    return make_roles(sqlite)


def address_of(page: Page, study: str, link: str) -> list[str]:
    """The addresses of a page, with numbers of things that are there: the first of their table are of study one."""
    address = page.address.replace("{study}", study).replace("{token}", link)
    return [re.sub(r"\{[^}]+\}", number, address) for number in ("1", "2", "3")] if "{" in address else [address]


def ask(roles: Roles, role: str, page: Page, address: str) -> Answered:
    """Call a page with what it needs in any form."""
    browser = roles.browsers[role]
    if page.method == "GET":
        return browser.get(address)
    secret = re.search(r'name="csrf" value="([0-9a-f]+)"', browser.get("/login").text)
    assert secret is not None
    numbers = dict.fromkeys(("place", "answered", "member", "pair", "invite", "person"), "1")
    return browser.send(address, {"csrf": secret[1], "choice": "yes", **numbers})


def refused(answer: Answered) -> bool:
    return answer.status in (401, 404) or answer.goes_to == "/login"


def rows(database: Database) -> list[object]:
    """All that is kept, but for the attempts that are counted and the visits."""
    tables = [table for table in Record.metadata.sorted_tables if table.name in KEPT]
    with database.reading() as session:
        return [tuple(row) for table in tables for row in session.execute(select(table).order_by(table.c.id))]


def test_every_route_has_a_rule() -> None:
    routes = create_pages(site_of(None)).routes  # type: ignore[arg-type]
    pages = {(page.address, page.method) for page in PAGES}
    for route in routes:
        if isinstance(route, Mount):
            assert route.path == "/static"
            continue
        assert isinstance(route, Route)
        assert {(route.path, method) for method in (route.methods or set()) - {"HEAD"}} <= pages
    assert all(isinstance(page.rule, Access) for page in PAGES)
    assert len(pages) == len(PAGES)
    for page in PAGES:
        assert page.rule in allowed_rules(page.address), page.address


def allowed_rules(address: str) -> set[Access]:
    """The rules that fit an address: those of the pages of all, of administrators, of a study, of a person."""
    if address in ("/", "/login", "/join/{token}", "/s/{study}/signup"):
        return {Access.anyone}
    if address.startswith("/admin/{study}"):
        return {Access.administrator}
    if address.startswith("/s/{study}"):
        return {Access.member}
    return {Access.person, Access.owner}


def test_who_may_not_see_a_page_is_refused_and_changes_nothing(roles: Roles, sqlite: Database) -> None:
    before = rows(sqlite)
    for page in PAGES:
        for role in ROLES:
            if role in MAY[page.rule]:
                continue
            for address in address_of(page, "one", roles.link):
                answer = ask(roles, role, page, address)
                assert refused(answer), (role, page.method, address, answer.status)
    assert rows(sqlite) == before


def test_who_may_see_a_page_is_not_refused_by_its_rule(roles: Roles) -> None:
    for page in PAGES:
        if page.method == "GET" and "{" not in page.address.replace("{study}", "").replace("{token}", ""):
            for role in sorted(MAY[page.rule]):
                answer = roles.browsers[role].get(*address_of(page, "one", roles.link))
                assert answer.status in (200, 303), (role, page.address, answer.status)
                assert page.rule is Access.anyone or answer.goes_to != "/login"


def test_nobody_sees_what_belongs_to_others(roles: Roles) -> None:
    """Every route, with the names and numbers of both studies: what is secret of a study is in no answer."""
    for role in ROLES:
        check_what_is_seen(roles, role)


def test_an_administrator_changes_nothing_of_another_study(roles: Roles, sqlite: Database) -> None:
    """The addresses of their own study, with the numbers of things of the other."""
    before = rows_of_one(sqlite)
    for role in ("other administrator", "other"):
        for page in PAGES:
            if page.method == "POST" and "{study}" in page.address:
                for address in address_of(page, "two", roles.link):
                    ask(roles, role, page, address)
    assert rows_of_one(sqlite) == before


def rows_of_one(database: Database) -> list[object]:
    """All that is kept of the first study."""
    tables = [Record.metadata.tables[name] for name in ("pair", "member", "place", "invite")]
    study = Record.metadata.tables["study"]
    with database.reading() as session:
        kept = [tuple(row) for row in session.execute(select(study).where(study.c.id == 1))]
        for table in tables:
            chosen = select(table).where(table.c.study_id == 1).order_by(table.c.id)
            kept += [(table.name, *row) for row in session.execute(chosen)]
        return list(kept)


def check_what_is_seen(roles: Roles, role: str) -> None:
    administrates = {"owner": {"one", "two"}, "administrator": {"one"}, "other administrator": {"two"}}.get(role, set())
    belongs = {"annotator": {"one"}, "excluded": {"one"}, "other": {"two"}}.get(role, set()) | administrates
    secret = [text for name, texts in HIDDEN.items() if name not in administrates for text in texts]
    private = [text for name, texts in MEMBERS.items() if name not in belongs for text in texts[1:]]
    leaving = ("/account/delete", "/logout", "/join/")  # afterwards, this browser would be somebody else's
    for page in PAGES:
        if page.address.startswith(leaving) and page.method == "POST":
            continue
        for study in ("one", "two"):
            for address in address_of(page, study, roles.link):
                text = ask(roles, role, page, address).text
                shown = [word for word in (*secret, *private) if word in text]
                if page.address.endswith("/trial"):  # tells why, after the answer
                    shown = [word for word in shown if "reason" not in word]
                assert shown == [], (role, page.method, address)
