"""Whatever is sent to any address by anybody, it is never our mistake."""

from __future__ import annotations

import random
import re
from collections import Counter
from urllib.parse import quote

import pytest
from asking import Browser
from hypothesis import settings
from roles import make_roles

from treegauge.judge.database.connection import Database
from treegauge.judge.web.routes import PAGES

pytest_plugins = ["database_fixtures"]

USUAL = ("", "0", "1", "2", "-1", "2147483648", "9" * 40, "1e309", "nan", "yes", "no", "on", "one", "two", "open")
ODD = (
    "\0",
    "a\0b",
    "\u00e4\u212b\ufdfa" * 30,
    "x" * 5000,
    "<script>",
    "' OR 1=1",
    "%00",
    "../..",
    "\U0001f600",
    "\r\nX: y",
)
FIRST = ("place", "choice", "seconds", "comment", "answered", "agree", "name", "password", "old", "new", "sure")
NAMES = [
    *FIRST,
    "answers",
    "title",
    "minutes",
    "language",
    "label",
    "days",
    "role",
    "shared",
    "member",
    "reason",
    "state",
]


@pytest.mark.usefixtures("quick_passwords")
def test_no_form_and_no_address_is_a_mistake_of_the_server(database: Database) -> None:
    roles = make_roles(database)
    draw, seen = random.Random(3), Counter[int]()
    browsers = list(roles.browsers.values())
    for _ in range(16 * settings().max_examples):
        page, browser = draw.choice(PAGES), draw.choice(browsers)
        address = re.sub(r"\{[^}]+\}", lambda _: quote(any_value(draw), safe=""), page.address)
        if draw.random() < 0.7:
            address = page.address.replace("{study}", draw.choice(("one", "two"))).replace("{token}", roles.link)
            address = re.sub(r"\{[^}]+\}", lambda _: draw.choice(("1", "2", "3")), address)
        if page.method == "GET":
            answer = browser.get(f"{address}?{draw.choice(NAMES)}={quote(any_value(draw))}")
        else:
            answer = browser.send(address, any_form(draw, browser))
        seen[answer.status] += 1
        assert answer.status < 500, (page.method, address)
    assert seen[200] > 40
    assert seen[303] > 20


def any_value(draw: random.Random) -> str:
    return draw.choice(USUAL if draw.random() < 0.7 else ODD)


def any_form(draw: random.Random, browser: Browser) -> dict[str, str]:
    fields = {name: any_value(draw) for name in draw.sample(NAMES, draw.randrange(8))}
    secret = re.search(r'name="csrf" value="([0-9a-f]+)"', browser.get("/login").text)
    if secret and draw.random() < 0.95:
        fields["csrf"] = secret[1]
    return fields
