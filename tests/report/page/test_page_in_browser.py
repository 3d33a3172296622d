"""The report page in a real browser: every click, every key, and the figures of `score --json`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import started, why_none
from page_data import other_sentences

import treegauge as tg

pytestmark = pytest.mark.skipif(bool(why_none()), reason=f"not tested in a browser: {why_none()}")
GOLD, PARSED = "english.mrg", "english.parsed.mrg"
ARCS, PARSED_ARCS = "english.conllu", "english.parsed.conllu"
Open = Callable[..., Any]


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    with started(request.param) as browser:
        if browser is None:
            pytest.skip(f"Playwright has no {request.param} here")
        yield browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of two systems, of phrases and of arcs; the second system has the first half of the sentences right."""
    folder = tmp_path_factory.mktemp("reports")
    for name, gold, parsed in (("phrases", GOLD, PARSED), ("arcs", ARCS, PARSED_ARCS)):
        systems = {"parser": tg.bundled(parsed), "half": half(gold, parsed)}
        tg.write_report(tg.bundled(gold), systems, folder / f"{name}.html", name=gold, draws=100)
    return folder


def half(gold: str, parsed: str) -> tg.Treebank:
    return tg.concatenate([tg.bundled(gold)[:32], tg.bundled(parsed)[32:]])


@pytest.fixture
def open_page(browser: Any, folder: Path) -> Iterator[Open]:
    """Open a report; whatever the console says is an error, and so is a request."""
    messages: list[str] = []
    pages = []

    def note_request(request: Any) -> None:
        if not request.url.startswith("file:"):
            messages.append(request.url)

    def open_(name: str = "phrases", address: str = "", **options: Any) -> Any:
        path = folder / f"{name}.html" if not Path(name).is_absolute() else Path(name)
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 800}, **options})
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on("request", note_request)
        page.goto(f"{path.as_uri()}{address}")
        page.wait_for_selector("html[data-ready]")
        pages.append(page)
        return page

    yield open_
    for page in pages:
        page.close()
    assert messages == []


def settle(page: Any) -> None:
    """Wait until the page has dealt with what was done: a new address is an event of its own."""
    page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 20))")


def title(page: Any) -> str:
    """The title of the sentence that is shown."""
    settle(page)
    return str(page.locator("#about h2").inner_text())


def listed(page: Any) -> list[int]:
    """The numbers of the sentences in the list, as far as they are drawn."""
    settle(page)
    return [int(text) for text in page.locator(".row .number").all_inner_texts()]


def found(page: Any) -> int:
    """How many sentences the list has."""
    settle(page)
    return int(re.match(r"[\d,]+", page.locator("#found").inner_text())[0].replace(",", ""))  # type: ignore[index]


def test_the_figures_are_those_of_score(open_page: Open, command: Any, tmp_path: Path) -> None:
    gold, test = tmp_path / GOLD, tmp_path / PARSED
    tg.write(tg.bundled(GOLD), gold)
    tg.write(tg.bundled(PARSED), test)
    rows = json.loads(command("score", gold, test, "--json")[1])["results"]
    page = open_page()
    page.click("summary:has-text('All scores')")
    table = page.locator("table.scores")
    for row in rows:
        for name, value in row["scores"].items():
            if value is None:
                continue
            cell = table.locator(f"td[data-measure='{row['measure']}'][data-score='{name}']").first
            assert float(cell.get_attribute("data-value")) == value
            low, high = row["intervals"][name]
            assert cell.inner_text() == f"{value:.2f} {low:.2f}–{high:.2f}"


def test_the_first_screen_ranks_the_systems(open_page: Open) -> None:
    page = open_page()
    first = page.locator("#overview .forest").first
    assert first.locator("a title").all_text_contents()[0].startswith("half: ")
    assert "parseval(" in page.locator(".compared").inner_text()
    assert page.locator(".pairs td.real").count() == 1


def test_a_difference_leads_to_the_sentences_that_one_has_right_and_the_other_wrong(open_page: Open) -> None:
    page = open_page()
    page.click(".pairs td.real a")
    settle(page)
    assert page.locator("#right").input_value() == "half"
    assert page.locator("#wrong").input_value() == "parser"
    numbers = listed(page)
    assert numbers
    assert max(numbers) <= 32


@pytest.mark.parametrize(
    ("name", "by"), [("phrases", "label"), ("arcs", "label"), ("arcs", "distance"), ("phrases", "length")]
)
def test_every_bar_leads_to_its_sentences(open_page: Open, name: str, by: str) -> None:
    page = open_page(name, "#where")
    links = page.locator(f"[data-facet='{by}'] svg a")
    assert links.count() > 2
    for number in range(0, min(links.count(), 8)):
        said = links.nth(number).locator("title").text_content()
        wanted = int(re.search(r"in ([\d,]+) sentence", said)[1])  # type: ignore[index]
        links.nth(number).click()
        assert found(page) == wanted
        page.go_back()
        page.wait_for_selector("#where:not([hidden])")


def test_every_cell_of_a_confusion_leads_to_its_sentences(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    cells = page.locator(".heat svg a")
    assert cells.count() > 4
    for number in range(4):
        count = int(cells.nth(number).locator("text").text_content())
        cells.nth(number).click()
        assert 1 <= found(page) <= count
        assert page.locator("#by").input_value() == "confusion"
        page.go_back()


def test_a_class_of_errors_leads_to_its_sentences(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    page.locator("[data-facet='class'] svg a").first.click()
    settle(page)
    assert page.locator("#by").input_value() == "class"
    assert 0 < found(page) < 64


def test_sentences_are_sorted(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    gold = tg.bundled(GOLD)
    page.select_option("#sort", "order")
    assert listed(page)[:5] == [1, 2, 3, 4, 5]
    page.select_option("#sort", "long")
    lengths = [len([word for word in gold[number - 1] if word.tag != "-NONE-"]) for number in listed(page)]
    assert lengths == sorted(lengths, reverse=True)
    page.select_option("#sort", "errors")
    cells = [int(text) for text in page.locator(".row .cell:nth-child(2)").all_inner_texts()]
    others = [int(text) for text in page.locator(".row .cell:nth-child(3)").all_inner_texts()]
    sums = [sum(pair) for pair in zip(cells, others, strict=True)]
    assert sums == sorted(sums, reverse=True)
    page.select_option("#sort", "difference")
    assert max(listed(page)[:5]) <= 32


def test_words_in_a_row_are_found(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    forms = [" ".join(str(word.form) for word in tree if word.tag != "-NONE-").lower() for tree in tg.bundled(GOLD)]
    page.fill("#word", "the m")
    wanted = sum(bool(re.search(r"(?:^| )the m", form)) for form in forms)
    assert found(page) == wanted > 0
    page.fill("#word", "the ")
    assert found(page) == sum(bool(re.search(r"(?:^| )the(?: |$)", form)) for form in forms)
    page.click("#clear")
    assert found(page) == 64


def test_parts_are_chosen_by_names_in_words(open_page: Open) -> None:
    page = open_page("arcs", "#sentences?by=distance&part=7-...")
    settle(page)
    assert page.locator("#part").input_value() == "7-..."
    assert page.locator("#part option:checked").inner_text() == "7 or more"


def test_right_and_wrong(open_page: Open) -> None:
    page = open_page("arcs", "#sentences")
    results = {
        name: tg.score(tg.bundled(ARCS), test, "attachment", resamples=0)[0]
        for name, test in (("parser", tg.bundled(PARSED_ARCS)), ("half", half(ARCS, PARSED_ARCS)))
    }
    right = {
        name: {int(part.name) for part in result.by("sentence") if part.scores["las"] == 100}
        for name, result in results.items()
    }
    page.select_option("#right", "half")
    page.select_option("#wrong", "parser")
    assert found(page) == len(right["half"] - right["parser"])
    assert set(listed(page)) <= right["half"] - right["parser"]


def test_the_address_can_be_shared_and_back_works(open_page: Open) -> None:
    page = open_page("phrases", "#sentences?by=label&part=PP&in=parser&s=42")
    assert title(page) == "Sentence 42"
    assert page.locator("#part").input_value() == "PP"
    page.locator(".row").nth(2).click()
    other = title(page)
    assert other != "Sentence 42"
    page.go_back()
    assert title(page) == "Sentence 42"
    page.go_forward()
    assert title(page) == other


def test_everything_is_reached_by_keys(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("3")
    page.wait_for_selector("#sentences:not([hidden])")
    first = title(page)
    page.keyboard.press("j")
    second = title(page)
    assert second != first
    page.keyboard.press("ArrowUp")
    assert title(page) == first
    page.keyboard.press("ArrowRight")
    settle(page)
    assert page.locator(".leaf.hit").count() == 3
    page.keyboard.press("/")
    page.keyboard.type("said")
    assert 0 < found(page) < 64
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert found(page) == 64
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.wait_for_selector("#where:not([hidden])")


def test_closing_the_keys_keeps_the_filters(open_page: Open) -> None:
    page = open_page("phrases", "#sentences?word=said")
    wanted = found(page)
    assert wanted < 64
    page.keyboard.press("?")
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    settle(page)
    assert not page.locator("#keys").is_visible()
    assert found(page) == wanted


@pytest.mark.parametrize("view", ["overview", "where"])
def test_an_address_opens_its_view_at_the_top(open_page: Open, view: str) -> None:
    page = open_page("phrases", f"#{view}")
    settle(page)
    assert page.evaluate("window.scrollY") == 0


def test_back_returns_to_the_same_place(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    cell = page.locator(".heat svg a").first
    cell.scroll_into_view_if_needed()
    settle(page)
    place = page.evaluate("window.scrollY")
    assert place > 300
    cell.click()
    settle(page)
    page.go_back()
    page.wait_for_selector("#where:not([hidden])")
    settle(page)
    assert abs(page.evaluate("window.scrollY") - place) < 50


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("s=999999", "This page has no sentence 999999."),
        ("by=label&part=XYZ", "This page has no label “XYZ” with errors."),
        ("by=xyz&part=NP", "This page has no “xyz” to divide errors by."),
        ("in=nobody", "This page has no system “nobody”."),
        ("by=label&part=NP&in=parser&s=3", ""),
    ],
)
def test_what_an_address_asks_for_in_vain_is_said(open_page: Open, address: str, said: str) -> None:
    page = open_page("phrases", f"#sentences?{address}")
    settle(page)
    assert page.locator("#unknown").inner_text() == said
    assert page.locator("#unknown").is_visible() == bool(said)


def test_the_number_of_a_system_is_not_read_as_a_count(open_page: Open) -> None:
    page = open_page("phrases", "#sentences")
    assert "missed by system 1" in page.locator(".legend").inner_text()


def test_bars_are_reached_by_keys(open_page: Open) -> None:
    page = open_page("phrases", "#where")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('nav, svg') !== null")
    for _ in range(8):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('svg') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sentences:not([hidden])")


@pytest.mark.parametrize("name", ["phrases", "arcs"])
def test_hovering_links_a_word_in_all_trees(open_page: Open, name: str) -> None:
    page = open_page(name, "#sentences")
    page.locator("#trees figure").first.locator(".leaf").nth(2).hover()
    words = page.locator(".leaf.hit .form").all_text_contents()
    assert len(words) == 3
    assert len(set(words)) == 1


def test_wrong_phrases_are_marked_as_the_measure_counts_them(open_page: Open) -> None:
    parts = tg.score(tg.bundled(GOLD), tg.bundled(PARSED), "parseval", resamples=0)[0].by("sentence")
    page = open_page("phrases", "#sentences")
    for part in parts[40:48]:
        page.goto(page.url.split("#")[0] + f"#sentences?s={part.name}")
        settle(page)
        figure = page.locator("#trees figure").nth(1)
        wrong = figure.locator(".phrase.wrong, .phrase.mislabelled").count()
        assert wrong == part.counts["test"] - part.counts["matched"]
        counted = figure.locator(".phrase.right").count()
        assert counted == part.counts["matched"]


def test_wrong_arcs_are_marked_as_the_measure_counts_them(open_page: Open) -> None:
    parts = tg.score(tg.bundled(ARCS), tg.bundled(PARSED_ARCS), "attachment", resamples=0)[0].by("sentence")
    page = open_page("arcs", "#sentences")
    for part in parts[40:48]:
        page.goto(page.url.split("#")[0] + f"#sentences?s={part.name}")
        settle(page)
        figure = page.locator("#trees figure").nth(1)
        assert figure.locator(".arc.wrong").count() == part.counts["tokens"] - part.counts["right_head"]
        assert figure.locator(".relation.mislabelled").count() == part.counts["tokens"] - part.counts["right_label"]


@pytest.mark.parametrize(("measure", "wrong"), [("ud", 0), ("attachment", 1), ("attachment(subtypes=false)", 0)])
def test_subtypes_are_marked_only_if_the_measure_compares_them(
    open_page: Open, tmp_path: Path, measure: str, wrong: int
) -> None:
    gold, test = tmp_path / "gold.conllu", tmp_path / "test.conllu"
    rows = "1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tend\tend\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    gold.write_text(rows)
    test.write_text(rows.replace("\tdet\t", "\tdet:def\t"))
    systems = {"parser": test, "gold": gold}
    tg.write_report(gold, systems, tmp_path / "page.html", measures=[measure], draws=10, resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences")
    settle(page)
    assert page.locator("#trees figure").nth(1).locator(".relation.mislabelled").count() == wrong
    assert page.locator("#trees figure").first.locator("tspan.by").count() == wrong


def test_the_sentences_of_a_parser_that_divides_the_text_differently_are_listed(
    open_page: Open, tmp_path: Path
) -> None:
    gold, test = other_sentences(tmp_path)
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html", measures=["ud"], resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences?s=2")
    settle(page)
    figure = page.locator("#trees figure").nth(1)
    assert figure.locator("li").all_inner_texts() == ["a bc d e"]
    assert figure.locator("li strong").all_inner_texts() == ["d e"]
    assert "F1" not in figure.inner_text()


def test_marks_are_not_by_colour_alone(open_page: Open) -> None:
    page = open_page("arcs", "#sentences")
    style = "node => getComputedStyle(node).strokeDasharray"
    assert page.locator(".arc.wrong path:not(.halo)").first.evaluate(style) != "none"
    phrases = open_page("phrases", "#sentences")
    box = "node => getComputedStyle(node).stroke"
    assert phrases.locator(".phrase.wrong rect").first.evaluate(box) != "none"
    assert phrases.locator(".phrase.right rect").first.evaluate(box) == "none"


def test_a_long_sentence_scrolls_and_all_trees_with_it(open_page: Open, tmp_path: Path) -> None:
    words = " ".join(f"(N word{number})" for number in range(120))
    gold = tmp_path / "long.mrg"
    gold.write_text(f"(S (NP {words}))\n")
    tg.write_report(gold, {"same": gold}, tmp_path / "long.html")
    page = open_page(str(tmp_path / "long.html"), "#sentences")
    frames = page.locator("#trees .scroll")
    assert frames.first.evaluate("node => node.scrollWidth > 2 * node.clientWidth")
    frames.first.evaluate("node => { node.scrollLeft = 500; }")
    page.wait_for_function("document.querySelectorAll('#trees .scroll')[1].scrollLeft === 500")


def test_odd_trees_are_drawn(open_page: Open, tmp_path: Path) -> None:
    """Very deep, very flat; a cycle, a word that is its own head, a head that is missing, two roots."""
    deep = "(A " * 2000 + "(N a)" + ")" * 2000
    flat = "(S " + " ".join(f"(N w{number})" for number in range(3000)) + ")"
    (tmp_path / "odd.mrg").write_text(f"{deep}\n{flat}\n")
    tg.write_report(tmp_path / "odd.mrg", {"same": tmp_path / "odd.mrg"}, tmp_path / "odd.html")
    page = open_page(str(tmp_path / "odd.html"), "#sentences?s=1")
    assert page.locator("#trees figure").first.locator(".phrase").count() == 2000
    page.keyboard.press("j")
    settle(page)
    assert page.locator("#trees figure").first.locator(".leaf").count() == 3000
    heads = [2, 1, 3, 0, 0, "_"]
    rows = [f"{number}\tw{number}\t_\tX\tX\t_\t{head}\tdep\t_\t_" for number, head in enumerate(heads, 1)]
    (tmp_path / "odd.conllu").write_text("\n".join(rows) + "\n\n")
    gold = tg.read(tmp_path / "odd.conllu", lenient=True)
    tg.write_report(gold, {"same": gold}, tmp_path / "odd.html", measures="attachment")
    page = open_page(str(tmp_path / "odd.html"), "#sentences")
    assert page.locator("#trees figure").nth(1).locator(".arc.wrong").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_in_light_and_dark(open_page: Open, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    ink, paper = page.evaluate(
        "[getComputedStyle(document.documentElement).color, getComputedStyle(document.documentElement).backgroundColor]"
    )
    assert contrast(ink, paper) > 7
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != paper


def contrast(first: str, second: str) -> float:
    """The ratio of luminances, as WCAG defines it."""
    lights = []
    for colour in (first, second):
        parts = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_the_classes_of_errors_in_a_sentence_lead_to_others(open_page: Open) -> None:
    page = open_page("phrases", "#sentences?by=class&sort=errors")
    link = page.locator("#trees .classes a").first
    name = re.sub(r" \d+$", "", link.inner_text())
    link.click()
    settle(page)
    assert page.locator("#part").input_value() == name
    assert 0 < found(page) < 64


def test_it_prints_in_light_colours(open_page: Open) -> None:
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.evaluate("getComputedStyle(document.documentElement).color")
    assert contrast(ink, "rgb(255, 255, 255)") > 7


def test_it_prints_without_controls(open_page: Open) -> None:
    page = open_page()
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert page.locator("#overview").is_visible()
    assert page.locator("#where").is_visible()


@pytest.fixture(scope="module")
def many_systems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of twelve systems with long names."""
    path = tmp_path_factory.mktemp("many") / "many.html"
    systems = {f"some-parser-{number}": tg.bundled(PARSED)[:8] for number in range(12)}
    tg.write_report(tg.bundled(GOLD)[:8], systems, path, measures=["parseval"], draws=10, resamples=10)
    return path


def test_names_of_many_systems_are_not_broken(open_page: Open, many_systems: Path) -> None:
    page = open_page(str(many_systems))
    heights = page.locator(".pairs tbody th").evaluate_all(
        "nodes => nodes.map(node => { const range = document.createRange(); range.selectNodeContents(node);"
        " return range.getClientRects().length; })"
    )
    assert heights == [1] * 11
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.locator(".wide").first.evaluate("node => node.scrollWidth > node.clientWidth")
    assert "p is after Holm’s correction" in page.locator("#overview").inner_text()


@pytest.mark.parametrize("kind", ["phrases", "many"])
def test_all_bars_fit_on_paper(open_page: Open, many_systems: Path, kind: str) -> None:
    page = open_page(
        str(many_systems) if kind == "many" else kind, "#where", viewport={"width": 718, "height": 1000}
    )  # A4 without its margins
    page.emulate_media(media="print")
    for figure in ("#overview figure", "#where figure"):
        for right in page.locator(f"{figure} svg").evaluate_all(
            "nodes => nodes.map(node => node.getBoundingClientRect().right)"
        ):
            assert right <= 718


def test_text_from_right_to_left_is_listed_so(open_page: Open, tmp_path: Path) -> None:
    rows = "1\tשלום\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\tעולם\t_\tNOUN\t_\t_\t1\tdep\t_\t_\n\n"
    (tmp_path / "gold.conllu").write_text(rows, "utf-8")
    tg.write_report(tmp_path / "gold.conllu", [tmp_path / "gold.conllu"], tmp_path / "page.html", resamples=10)
    page = open_page(str(tmp_path / "page.html"), "#sentences")
    settle(page)
    assert page.locator(".row .text").first.evaluate("node => getComputedStyle(node).direction") == "rtl"


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


def test_only_visible_rows_exist(open_page: Open, tmp_path: Path) -> None:
    gold, test = tg.bundled(GOLD), tg.bundled(PARSED)
    many = [number % 64 for number in range(3000)]
    tg.write_report(gold[many], {"parser": test[many]}, tmp_path / "many.html", resamples=10, sentences=2500)
    page = open_page(str(tmp_path / "many.html"))
    assert "This page has 2,500 sentences" in page.locator(".compared").inner_text()
    page.keyboard.press("3")
    assert found(page) == 2500
    assert page.locator(".row").count() < 60
    page.locator("#list").evaluate("node => { node.scrollTop = node.scrollHeight; }")
    page.wait_for_selector(".row[aria-posinset='2500']", state="attached")  # a function would need eval to poll
    assert page.locator(".row").count() < 60
