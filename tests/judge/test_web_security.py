"""What keeps others out: forms, cookies, headers, limits, the size of what is sent, and what is not said."""

from __future__ import annotations

import ast
import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from asking import Answered, Browser, open_browser, site_of
from roles import MAY, PASSWORD, Roles, make_roles
from small_judge import small_study
from sqlalchemy import select

import treegauge.judge
from treegauge.judge import secrets
from treegauge.judge.database.connection import AwayError, Database, NoSpaceError, open_database
from treegauge.judge.database.records import StudyRecord
from treegauge.judge.people import invite
from treegauge.judge.studies import AskedPair
from treegauge.judge.web import answering, application
from treegauge.judge.web.routes import PAGES

pytest_plugins = ["database_fixtures"]

SECRET = re.compile(r'name="csrf" value="([0-9a-f]+)"')
LOGIN = {"name": "the owner", "password": PASSWORD}


@pytest.fixture
def roles(sqlite: Database, quick_passwords: None) -> Roles:
    return make_roles(sqlite)


def secret_of(browser: Browser) -> str:
    found = SECRET.search(browser.get("/login").text)
    assert found is not None
    return found[1]


def test_every_form_needs_the_secret_of_this_visit_and_comes_from_our_pages(roles: Roles) -> None:
    others = secret_of(roles.browsers["other"])
    for page in PAGES:
        if page.method != "POST":
            continue
        role = "owner" if "owner" in MAY[page.rule] else "annotator"
        browser, address = roles.browsers[role], re.sub(r"\{[^}]+\}", "one", page.address)
        own = secret_of(browser)
        for fields, headers in (
            ({}, {}),
            ({"csrf": others}, {}),
            ({"csrf": own}, {"origin": "https://elsewhere.example"}),
            ({"csrf": own}, {"sec-fetch-site": "cross-site"}),
        ):
            answer = browser.send(address, fields, **headers)
            assert answer.status == 403, (page.address, fields, headers)
            assert "This form is too old" in answer.text


def test_every_answer_has_the_headers_that_keep_others_out(roles: Roles, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = roles.browsers["annotator"]
    answers = [
        browser.get("/login"),
        browser.get("/"),
        browser.get("/nowhere"),
        browser.get("/static/judge.js"),
        browser.get("/static/../../../secrets.py"),
        browser.ask("DELETE", "/login", [], {}),
        browser.send("/logout", {}),
        browser.send("/login", {"name": "x" * 70_000}),
    ]
    for error in (RuntimeError("a mistake"), AwayError(""), NoSpaceError("")):
        with failing(monkeypatch, error):
            answers.append(browser.get("/s/one/pair"))
    assert [answer.status for answer in answers] == [200, 303, 404, 200, 404, 405, 403, 413, 500, 503, 507]
    for answer in answers:
        policy = answer.header("content-security-policy") or ""
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.header("x-content-type-options") == "nosniff"
        assert answer.header("referrer-policy") == "no-referrer"
        assert answer.header("cache-control") in ("no-store", "max-age=3600")
        assert answer.header("strict-transport-security") is None
        assert "mistake" not in answer.text.replace("made a mistake", "")


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Iterator[None]:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(answering, "next_place", fail)
        yield


def cookies(answer: Answered) -> list[str]:
    return [value for name, value in answer.headers if name == "set-cookie"]


def test_the_cookie_is_signed_and_hidden_from_scripts_and_other_sites(sqlite: Database) -> None:
    browser = open_browser(site_of(sqlite))
    (cookie,) = cookies(browser.get("/login"))
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert cookies(browser.get("/login")) == []  # it is kept
    browser.cookies = {name: "AB"[value.startswith("A")] + value[1:] for name, value in browser.cookies.items()}
    assert len(cookies(browser.get("/login"))) == 1


def test_the_cookie_is_for_tls_only_where_people_come_by_it(sqlite: Database) -> None:
    spoofed = open_browser(site_of(sqlite), headers={"x-forwarded-proto": "https"})
    assert "Secure" not in cookies(spoofed.get("/login"))[0]
    for browser in (
        open_browser(site_of(sqlite, public="https://judge.test")),
        open_browser(site_of(sqlite), scheme="https"),
    ):
        answer = browser.get("/login")
        assert cookies(answer)[0].startswith("__Host-treegauge=")
        assert "Secure" in cookies(answer)[0]
        assert answer.header("strict-transport-security") is not None


def test_who_logs_in_gets_a_new_secret_and_the_old_one_is_worth_nothing(roles: Roles) -> None:
    browser = open_browser(roles.site)
    browser.get("/login")
    before = dict(browser.cookies)
    assert browser.post("/login", LOGIN).goes_to == "/"
    stolen = Browser(browser.application, dict(browser.cookies))
    assert browser.cookies != before
    assert Browser(browser.application, before).get("/account").goes_to == "/login"
    assert stolen.get("/account").status == 200
    browser.post("/logout", page="/account")
    assert stolen.get("/account").goes_to == "/login"


def test_a_wrong_password_and_an_unknown_name_give_the_same_answer(
    roles: Roles, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[str] = []
    plain = secrets._ARGON2.verify

    class Counting:
        def verify(self, password: str, kept: str) -> bool:
            verified.append(kept)
            return plain(password, kept)

    monkeypatch.setattr(secrets, "_ARGON2", Counting())
    browser = open_browser(roles.site)
    answers = [
        browser.post("/login", {"name": name, "password": "wrong horse"}) for name in ("the owner", "nobody", "\u212b")
    ]
    assert {answer.status for answer in answers} == {403}
    assert len({answer.body for answer in answers}) == 1
    assert len(verified) == 3
    assert all(kept.startswith("$argon2id$") for kept in verified)


def test_guessing_ends_after_some_attempts_on_a_name_or_from_an_address(roles: Roles) -> None:
    browser = open_browser(roles.site)
    statuses = [browser.post("/login", {"name": f"The  OWNER{' ' * n}", "password": "no"}).status for n in range(11)]
    assert statuses == [403] * 10 + [429]
    assert open_browser(roles.site, address="192.0.2.2").post("/login", LOGIN).status == 429
    statuses = [browser.post("/login", {"name": f"guess {n}", "password": "no"}).status for n in range(90)]
    assert (statuses[:89], statuses[89]) == ([403] * 89, 429)
    assert open_browser(roles.site, address="192.0.2.2").post("/login", {"name": "x"}).status == 403


def test_accounts_are_limited_by_address_and_one_network_of_ipv6_is_one_address(roles: Roles) -> None:
    statuses = []
    for number in range(61):
        browser = open_browser(roles.site, address=f"2001:db8::{number:x}")
        statuses.append(browser.post("/s/one/signup", {"name": f"person {number}", "password": PASSWORD}).status)
    assert statuses == [303] * 60 + [429]


def test_a_password_is_not_guessed_by_changing_it(roles: Roles) -> None:
    browser = roles.browsers["owner"]
    wrong = {"old": "wrong horse", "new": "another horse"}
    assert [browser.post("/account/password", wrong).status for _ in range(11)] == [422] * 10 + [429]


@pytest.mark.parametrize("length", [{}, {"content-length": "200000"}])
def test_a_body_that_is_too_large_is_refused_while_it_comes_in(roles: Roles, length: dict[str, str]) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded", **length}
    answer = roles.browsers["annotator"].ask("POST", "/login", [b"a=" + b"x" * 40_000] * 5, kind)
    assert answer.status == 413


def test_much_is_read_only_from_those_who_may_send_it(roles: Roles) -> None:
    uploads = [page for page in PAGES if page.upload]
    for page in uploads:
        address = page.address.replace("{study}", "one")
        for role, status in (("anonymous", 401), ("annotator", 404), ("other administrator", 404), ("owner", 413)):
            much = {"content-type": "multipart/form-data; boundary=x", "content-length": str(2**30)}
            assert roles.browsers[role].ask("POST", address, [b"x" * 100], much).status == status


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/form-data", "application/json", ""])
def test_a_body_that_is_not_a_form_is_refused(roles: Roles, kind: str) -> None:
    body = [b'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n', b"\xff\x00"]
    assert roles.browsers["annotator"].ask("POST", "/login", body, {"content-type": kind}).status in (400, 403)


def test_what_is_wrong_is_said_in_the_language_of_the_browser(roles: Roles) -> None:
    answered = roles.browsers["other"].get("/there-is-no-such-page", **{"accept-language": "de-DE"})
    assert answered.status == 404
    assert 'lang="de"' in answered.text


def test_redirects_stay_inside(roles: Roles) -> None:
    evil = {"host": "evil.example", "x-forwarded-host": "evil.example"}
    for page in PAGES:
        for role in MAY[page.rule]:
            if page.method == "GET":
                address = page.address.replace("{study}", "one").replace("{token}", roles.link)
                goes = roles.browsers[role].get(f"{address}?next=//evil.example", **evil).goes_to
                assert goes is None or re.match("/[^/]|/$", goes), (page.address, goes)
    for address in ("/login/", "//evil.example/login", "/s/one/pair/"):
        assert roles.browsers["anonymous"].get(address, **evil).status == 404


def test_what_people_write_is_shown_as_text(sqlite: Database) -> None:
    markup = '<script>alert("x")</script>\'"&'
    pair = AskedPair("markup", markup, markup, reason=markup, purpose="trial", truth="yes")
    small = small_study(sqlite, [pair, AskedPair("asked", markup, markup)], title=markup, about=markup, sign_up=True)
    browser = open_browser(site_of(sqlite))
    fields = {"name": markup, "password": PASSWORD}
    pages = [browser.get("/s/letters/signup"), browser.post("/s/letters/signup", fields, page="/s/letters/signup")]
    pages += [browser.get("/s/letters/consent"), browser.post("/s/letters/consent", {"agree": "yes"})]
    pages += [browser.post("/s/letters/instructions"), browser.get("/s/letters/trial")]
    place = re.search(r'name="place" value="(\d+)"', pages[-1].text)
    assert place is not None
    pages += [browser.post("/s/letters/trial", {"place": place[1], "choice": "no"}), browser.get("/s/letters/pair")]
    pages += [browser.get("/account"), browser.get("/s/letters/pair?said=" + "%3Cscript%3E")]
    assert small.study
    assert all("<script>alert" not in page.text for page in pages)
    assert sum("&lt;script&gt;alert(" in page.text for page in pages) >= 6


def test_logs_have_no_secrets(roles: Roles, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("treegauge.judge").setLevel(logging.INFO)
    browser = open_browser(roles.site)
    browser.get(f"/join/{roles.link}")
    browser.post(f"/join/{roles.link}", page=f"/join/{roles.link}")
    browser.post("/login", {"name": "somebody", "password": "a wrong password"})
    browser.post("/login", LOGIN)
    assert "POST /join/{token} 303" in caplog.text
    kept = [roles.link, PASSWORD, "a wrong password", "somebody", "192.0.2.1", *browser.cookies.values()]
    assert [secret for secret in kept if secret in caplog.text] == []


def test_errors_do_not_say_where_the_database_is_or_its_password(caplog: pytest.LogCaptureFixture) -> None:
    database = open_database("postgresql://judge:geheim@127.0.0.1:1/hidden")
    answer = open_browser(site_of(database)).get("/account")
    assert answer.goes_to == "/login"
    browser = Browser(application.create_application(site_of(database)), {"treegauge": signed(database)})
    answer = browser.get("/account")
    assert answer.status == 503
    assert "cannot save anything at the moment" in answer.text
    assert not re.search("geheim|hidden|127.0.0.1", answer.text + caplog.text)
    assert "geheim" not in repr(database)


def signed(database: Database) -> str:
    return str(site_of(database).cookies.dumps("a visit"))


def test_a_link_that_an_administrator_tried_does_not_open_their_account(sqlite: Database, roles: Roles) -> None:
    with sqlite.writing() as session:
        study = session.scalars(select(StudyRecord)).first()
        assert study is not None
        _, token = invite(session, study, time.time())
    assert roles.browsers["owner"].post(f"/join/{token}").goes_to == "/s/one"
    stranger = open_browser(roles.site)
    assert stranger.post(f"/join/{token}").goes_to == "/login"
    assert stranger.get("/account").goes_to == "/login"
    assert roles.browsers["owner"].post("/s/one/pause").status == 404


def test_sql_is_made_by_the_mapper_alone() -> None:
    allowed = re.compile(r"PRAGMA |BEGIN|(\w+ IS (NOT )?NULL( AND )?)+$")
    written = []
    for file in sorted(Path(treegauge.judge.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and called(node) in ("text", "exec_driver_sql", "execute", "executemany"):
                written += [(file.name, said) for each in node.args for said in strings(each)]
    assert written
    assert [(name, said) for name, said in written if not allowed.match(said)] == []


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def strings(node: Any) -> list[str]:
    """The texts that an argument is made of; not those inside of other calls."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))]
    if isinstance(node, ast.IfExp):
        return strings(node.body) + strings(node.orelse)
    if isinstance(node, ast.BinOp):
        return strings(node.left) + strings(node.right)
    return []
