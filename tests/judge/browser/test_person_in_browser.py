"""The whole way of a person who answers, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from browsers import why_none
from sqlalchemy import select
from starlette.requests import Request
from walking import PHONE, answer_by, check_page, hypothesis, to_first_pair

from treegauge.judge.database.records import ASKED, PairRecord, PlaceRecord
from treegauge.judge.web.rendering import error_page

if TYPE_CHECKING:
    from served import Serve, Served

pytest.importorskip("axe_playwright_python", reason="not tested in a browser: axe is missing (extra `browser`)")
pytest_plugins = ["served"]
pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none())

Open = Callable[..., Any]


def answers(served: Served) -> dict[str, PlaceRecord]:
    """The answers in the database, by hypothesis."""
    with served.database.reading() as session:
        places = session.scalars(
            select(PlaceRecord)
            .join(PairRecord, PairRecord.id == PlaceRecord.pair_id)
            .where(PlaceRecord.choice.is_not(None), PairRecord.purpose == ASKED)
        ).all()
        return {place.pair.hypothesis: place for place in places}


def test_by_keyboard_alone_with_undo_and_a_comment_and_on_with_another_device(serve: Serve, open_window: Open) -> None:
    served = serve()
    page = open_window()
    to_first_pair(page, served.link(shared=True))
    first = answer_by(page, lambda: page.keyboard.press("1"))
    assert page.locator("#status").inner_text() == "Saved"
    second = answer_by(page, lambda: page.keyboard.press("2"))
    answer_by(page, lambda: page.keyboard.press("u"))
    assert hypothesis(page) == second
    check_page(page)
    page.locator("summary").press("Enter")
    page.locator("textarea").fill("123 is not an answer")
    assert hypothesis(page) == second
    answer_by(page, lambda: page.locator("button[value=unsure]").press("Enter"))
    kept = answers(served)
    assert {text: place.choice for text, place in kept.items()} == {first: "yes", second: "unsure"}
    assert (kept[second].comment, kept[second].changed) == ("123 is not an answer", 1)

    page.get_by_role("link", name="Pause").click()
    check_page(page)
    page.get_by_role("button").click()
    own = page.locator("input.link").input_value()
    other = open_window(**PHONE)
    other.goto(own)
    other.locator("button.main").click()
    assert "2 answered · 2 left" in other.locator(".below").inner_text()
    answer_by(other, lambda: other.locator("button[value=no]").tap())
    other.locator("button[value=no]").tap()
    other.get_by_role("heading", name="Thank you").wait_for()
    check_page(other)
    assert sorted(str(place.choice) for place in answers(served).values()) == ["no", "no", "unsure", "yes"]
    page.goto(f"{served.address}/account")
    check_page(page)


def test_on_a_phone_in_german(serve: Serve, open_window: Open) -> None:
    served = serve(language="de", title="Folgt das?")
    page = open_window(**PHONE, locale="de-DE")
    to_first_pair(page, served.link(shared=True))
    assert page.locator("html").get_attribute("lang") == "de"
    for choice in ("Ja", "Nein", "Nicht sicher"):
        answer_by(page, page.get_by_role("button", name=choice).tap)
    assert sorted(str(place.choice) for place in answers(served).values()) == ["no", "unsure", "yes"]


def test_without_javascript(serve: Serve, open_window: Open) -> None:
    served = serve()
    page = open_window(java_script_enabled=False)
    page.goto(served.link())
    page.locator("button.main").click()
    page.locator("input[name=agree]").check()
    page.locator("button.main").click()
    page.locator("button.main").click()
    for _ in range(3):
        page.locator("button[value=no]").click()
        page.locator("a.main").click()
    page.locator("button[value=yes]").click()
    page.get_by_role("button", name="Take back my last answer").click()
    page.get_by_text("Your last answer was taken back").wait_for()
    for _ in range(4):
        page.locator("button[value=no]").click()
    page.get_by_role("heading", name="Thank you").wait_for()
    kept = answers(served)
    assert [place.choice for place in kept.values()] == ["no"] * 4
    assert not any(place.measured for place in kept.values())


def test_the_time_of_a_hidden_tab_does_not_count(serve: Serve, open_window: Open) -> None:
    served = serve()
    page = open_window()
    to_first_pair(page, served.link())

    def turn(hidden: bool) -> None:
        page.evaluate(
            "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
            " document.dispatchEvent(new Event('visibilitychange')); }",
            hidden,
        )

    turn(hidden=True)
    page.wait_for_timeout(3_000)
    turn(hidden=False)
    first = answer_by(page, lambda: page.keyboard.press("1"))
    page.wait_for_timeout(1_500)
    second = answer_by(page, lambda: page.keyboard.press("1"))
    kept = answers(served)
    assert kept[first].measured
    assert 0 < (kept[first].seconds or 0) < 2.9
    assert (kept[second].seconds or 0) >= 1.5


def test_a_full_disk_is_said_at_once(serve: Serve, open_window: Open) -> None:
    served = serve()
    page = open_window(expected="507 (Insufficient Storage)")
    to_first_pair(page, served.link())
    said = error_page(Request({"type": "http", "headers": []}), 507, "no_space").body
    page.route("**/answer", lambda route: route.fulfill(status=507, content_type="text/html", body=bytes(said)))
    page.keyboard.press("1")
    page.get_by_text("Your answer was not saved").wait_for()
    check_page(page)


def test_an_answer_is_sent_again_until_it_is_kept(serve: Serve, open_window: Open) -> None:
    served = serve()
    page = open_window(expected="503 (Service Unavailable)")
    to_first_pair(page, served.link())
    failures = iter([True, False])

    def sometimes(route: Any) -> None:
        if next(failures, False):
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    page.route("**/answer", sometimes)
    first = hypothesis(page)
    page.keyboard.press("1")
    page.get_by_text("Not saved. Trying again").wait_for()
    page.wait_for_function("before => document.querySelector('.hypothesis').textContent !== before", arg=first)
    assert [place.choice for place in answers(served).values()] == ["yes"]
