"""Nothing in the data of a page can run, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from page_actions import Open, needs_browser, settle

import treegauge as tg

pytest_plugins = ["browsing"]
pytestmark = needs_browser


NASTY = [
    "<script>alert(1)</script>",
    "</script><img/src=x onerror=alert(1)>",
    "\"'&quot;",
    "<!--",
    "{{x}}",
    "&lt;b&gt;",
]


def test_nothing_in_the_data_can_run(open_page: Open, tmp_path: Path) -> None:
    rows = [
        f"{number}\t{word}\t_\t_\tN<\"'>{number}\t_\t{number - 1}\t<b>{number}\"'\t_\t_"
        for number, word in enumerate(NASTY, 1)
    ]
    gold = tmp_path / "<b>gold.conllu"
    gold.write_text("\n".join(rows) + "\n\n", "utf-8")
    wrong = tmp_path / "wrong.conllu"
    wrong.write_text(gold.read_text("utf-8").replace("\t2\t<b>3", "\t1\t<i>3"), "utf-8")
    tg.write_report(gold, {"<script>alert(2)</script>": wrong, '"><b>': gold}, tmp_path / "nasty.html")
    page = open_page(str(tmp_path / "nasty.html"))
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    for view in ("#overview", "#where", "#sentences"):
        page.goto(page.url.split("#")[0] + view)
        settle(page)
        assert page.locator("main b, main i, main img, main script").count() == 0
    shown = page.locator("#trees figure").first.locator(".form").all_text_contents()
    assert shown == NASTY
    page.goto(page.url.split("#")[0] + "#where")
    page.locator("[data-facet='label'] svg a").first.click()
    settle(page)
    assert page.locator("#part").input_value().startswith("<")


def test_an_injected_script_does_not_run(browser: Any, folder: Path) -> None:
    page = browser.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto((folder / "phrases.html").as_uri())
    ran = page.evaluate(
        """() => {
        try {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.body.append(script);
        } catch { return false; }
        return Boolean(window.injected);
    }"""
    )
    page.close()
    assert not ran
    assert any("Content Security Policy" in message or "Trusted" in message for message in messages)
