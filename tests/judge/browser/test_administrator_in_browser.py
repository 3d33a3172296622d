"""The whole way of an administrator, in a browser: from the link to the exported gold, on a screen and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsers import why_none
from walking import PHONE, answer_by, check_page, press, to_first_pair

from treegauge import read_pairs

if TYPE_CHECKING:
    from served import Serve, Served

pytest.importorskip("axe_playwright_python", reason="not tested in a browser: axe is missing (extra `browser`)")
pytest_plugins = ["served"]
pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none())

Open = Callable[..., Any]
PAGES = ("", "/pairs", "/links", "/people", "/agreement", "/gold", "/export", "/settings")
CONTROLS = "id,text,hypothesis,entailment\nknown-1,The dog barks.,A dog barks.,yes\n"


def come_in(page: Any, served: Served) -> None:
    """From the link that is printed to the list of studies."""
    page.goto(served.administrator)
    check_page(page)
    page.locator("input[name=name]").fill("Ada")
    page.locator("input[name=password]").fill("correct horse")
    press(page, "button.main")
    assert page.url == f"{served.address}/admin"
    check_page(page)


def go_to(page: Any, section: str) -> None:
    """Another page of the study."""
    with page.expect_navigation():
        page.locator("nav.tabs").get_by_role("link", name=section, exact=True).click()
    check_page(page)


def upload(page: Any, file: Path, purpose: str) -> None:
    """Upload pairs, from whichever page."""
    go_to(page, "Pairs")
    if not page.locator("input[type=file]").is_visible():
        page.locator("details.panel summary").click()
    page.locator("input[type=file]").set_input_files(file)
    page.locator(f"input[name=purpose][value={purpose}]").check()
    press(page, "details.panel button.main")


def new_link(page: Any, kind: str, label: str) -> str:
    """Make a link; what it leads to."""
    go_to(page, "Links")
    page.locator(f"input[name=kind][value={kind}]").check()
    page.locator("input[name=label]").fill(label)
    page.locator("input[name=days]").fill("7")
    press(page, "form.panel button.main")
    check_page(page)
    return str(page.locator("input.link").input_value())


def answer_all(open_window: Open, link: str, key: str) -> None:
    """Somebody answers all pairs with the same key."""
    page = open_window()
    to_first_pair(page, link)
    for _ in range(4):
        answer_by(page, lambda: page.keyboard.press(key))
    page.keyboard.press(key)
    page.get_by_role("heading", name="Thank you").wait_for()


def test_from_the_link_to_the_exported_gold(serve: Serve, open_window: Open, tmp_path: Path) -> None:
    served = serve(control_every=2)
    page = open_window("422 (Unprocessable Entity)", accept_downloads=True)
    come_in(page, served)
    press(page, ".cards h2 a")
    check_page(page)

    wrong = tmp_path / "wrong.csv"
    wrong.write_text("text,hypothesis\nA dog barks.,\n")
    upload(page, wrong, "asked")
    assert "Nothing was added." in page.get_by_role("alert").inner_text()
    check_page(page)
    known = tmp_path / "known.csv"
    known.write_text(CONTROLS)
    upload(page, known, "control")
    assert page.get_by_role("status").first.inner_text() == "1 pair was added."

    answer_all(open_window, new_link(page, "one", "Berta"), "1")
    answer_all(open_window, new_link(page, "shared", ""), "2")
    go_to(page, "Overview")
    assert "8 of 8 answers" in page.locator("#live-figures").inner_text()

    go_to(page, "People")
    with page.expect_navigation():
        page.get_by_role("link", name="person 3").click()
    check_page(page)
    page.locator("input[name=reason]").fill("answered no to everything")
    press(page, "button.danger")
    check_page(page)
    go_to(page, "Overview")
    assert "4 of 8 answers" in page.locator("#live-figures").inner_text()
    answer_all(open_window, new_link(page, "one", "Carl"), "3")

    go_to(page, "Agreement")
    go_to(page, "Gold")
    assert "Pairs to adjudicate (4)" in page.locator("main").inner_text()
    press(page, "tbody a >> nth=0")
    check_page(page)
    press(page, "button[value=no]")
    check_page(page)
    assert "Pairs to adjudicate (3)" in page.locator("main").inner_text()

    go_to(page, "Export")
    with page.expect_download() as download:
        page.locator("form[action$='gold.xml'] button.main").click()
    download.value.save_as(tmp_path / "gold.xml")
    assert [pair.answer for pair in read_pairs(tmp_path / "gold.xml")] == [False]
    with page.expect_download() as download:
        page.locator("button[formaction$='answers.csv']").click()
    assert "Berta" not in Path(download.value.path()).read_text()


def test_the_figures_change_while_the_page_is_open(serve: Serve, open_window: Open) -> None:
    served = serve(answers_needed=1)
    page = open_window()
    come_in(page, served)
    press(page, ".cards h2 a")
    page.clock.install()
    page.reload()
    page.locator("details summary").click()
    somebody = open_window()
    to_first_pair(somebody, served.link())
    answer_by(somebody, lambda: somebody.keyboard.press("1"))
    page.clock.run_for(11_000)
    page.get_by_text("1 of 4 answers").wait_for()
    assert page.locator("details").first.get_attribute("open") is not None


@pytest.mark.parametrize("options", [{"language": "en"}, {"language": "de"}], ids=["en", "de"])
def test_every_page_on_a_phone(serve: Serve, open_window: Open, options: dict[str, str]) -> None:
    served = serve(**options)
    page = open_window(**PHONE)
    come_in(page, served)
    for address in PAGES:
        page.goto(f"{served.address}/admin/letters{address}")
        check_page(page)
    page.goto(f"{served.address}/new-study")
    check_page(page)


def test_without_javascript_and_by_keyboard(serve: Serve, open_window: Open) -> None:
    served = serve()
    page = open_window(java_script_enabled=False)
    page.goto(served.administrator)
    page.locator("input[name=name]").fill("Ada")
    page.locator("input[name=password]").fill("correct horse")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="New study").press("Enter")
    page.locator("input[name=title]").fill("Second study")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Overview").wait_for()
    assert page.url == f"{served.address}/admin/second-study"
    page.get_by_role("button", name="Pause the study").press("Enter")
    page.get_by_text("paused").wait_for()
    page.get_by_role("link", name="Settings").press("Enter")
    page.locator("form[action$='delete'] input[name=name]").fill("second-study")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Studies").wait_for()
    assert "Second study" not in page.locator("main").inner_text()
