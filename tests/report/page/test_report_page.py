"""The report page as a file: what is packed in it, its size, and that nothing in it can run."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import numpy as np
import pytest
from page_data import columns_of, other_sentences

import treegauge as tg
from treegauge.report.page.assembling import script_text
from treegauge.report.page.packing import Pack, unpack
from treegauge.report.page.writing import short_names

GOLD, PARSED = "english.mrg", "english.parsed.mrg"
CROSSING, PARSED_CROSSING = "german.export", "german.parsed.export"
ARCS, PARSED_ARCS = "english.conllu", "english.parsed.conllu"


def written(path: Path, gold: str, test: str) -> str:
    tg.write_report(tg.bundled(gold), {"parser": tg.bundled(test)}, path, resamples=10)
    return path.read_text("utf-8")


def test_columns_are_packed_in_the_smallest_type() -> None:
    pack = Pack({"name": "<é>"})
    numbers = {"small": [0, 255], "signed": [-1, 100], "large": [-70000, 3], "none": []}
    for name, values in numbers.items():
        pack.add(name, np.array(values, np.int64))
    about, columns = unpack(pack.text())
    assert about["name"] == "<é>"
    assert {name: column.tolist() for name, column in columns.items()} == numbers
    assert [columns[name].dtype.itemsize for name in numbers] == [1, 1, 4, 1]


@pytest.mark.parametrize(("gold", "test"), [(GOLD, PARSED), (CROSSING, PARSED_CROSSING)])
def test_phrases_are_read_back(tmp_path: Path, gold: str, test: str) -> None:
    about, columns = columns_of(written(tmp_path / "page.html", gold, test))
    for side, name in (("gold", gold), ("0", test)):
        trees = tg.apply(tg.bundled(name), "remove-empties")
        above = np.concatenate(
            [np.cumsum(part) - 1 for part in np.split(columns[f"{side}.above"].astype(int), trees.tokens.offsets[1:-1])]
        )
        assert above.tolist() == trees.tokens.numbers("parent").tolist()
        labels = [about["names"][code] for code in columns[f"{side}.label"]]
        assert labels == [label or "" for label in trees.nodes.text("label").decode()]


def test_marks_are_the_counts_of_the_measure(tmp_path: Path) -> None:
    _, columns = columns_of(written(tmp_path / "page.html", GOLD, PARSED))
    counts = tg.score(tg.bundled(GOLD), tg.bundled(PARSED), "parseval", resamples=0)[0].row()["counts"]
    marks, missed = columns["0.marks"], columns["gold.marks.0"]
    assert (marks == 1).sum() == (missed == 1).sum() == counts["matched"]
    assert (marks > 0).sum() == counts["test"]
    assert (missed > 0).sum() == counts["gold"]


def test_arcs_are_read_back_in_terms_of_gold(tmp_path: Path) -> None:
    about, columns = columns_of(written(tmp_path / "page.html", ARCS, PARSED_ARCS))
    tokens = tg.bundled(PARSED_ARCS).tokens
    relation = columns["gold.relation"].astype(int) + columns["0.relation"]
    assert [about["names"][code] for code in relation] == list(tokens.text("deprel"))
    within = np.arange(len(tokens)) - tokens.start
    head = np.where(columns["0.head"] == 0, -1, within + columns["0.head"])
    assert head.tolist() == tokens.numbers("head").tolist()


def test_only_the_script_and_the_style_of_the_page_are_allowed(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", GOLD, PARSED)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'")
    assert "unsafe" not in policy[1]
    for name, text in (
        ("script", re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)),
        ("style", re.search(r"<style>(.*?)</style>", page, re.DOTALL)),
    ):
        assert text is not None
        digest = base64.b64encode(hashlib.sha256(text[1].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy[1]
    assert not re.search(r"\son\w+=|\sstyle=|https?://(?!www\.w3\.org/2000/svg)", page.replace(script_text(), ""))


def test_modules_are_joined_without_imports_and_each_is_there_once() -> None:
    script = script_text()
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    for name in ("openData", "currentRoute", "drawPhrases", "drawArcs", "chosenSentences"):
        assert len(re.findall(rf"function {name}\(", script)) == 1


def test_the_same_call_writes_the_same_page(tmp_path: Path) -> None:
    assert written(tmp_path / "a.html", GOLD, PARSED) == written(tmp_path / "b.html", GOLD, PARSED)


def test_of_many_sentences_the_page_has_the_worst_and_a_sample(tmp_path: Path) -> None:
    tg.write_report(tg.bundled(GOLD), {"parser": tg.bundled(PARSED)}, tmp_path / "page.html", sentences=10)
    page = (tmp_path / "page.html").read_text("utf-8")
    _, columns = columns_of(page)
    assert "This page has 10 sentences" in page
    parts = tg.score(tg.bundled(GOLD), tg.bundled(PARSED), "parseval", resamples=0)[0].by("sentence")
    errors = {int(part.name): part.counts["gold"] + part.counts["test"] - 2 * part.counts["matched"] for part in parts}
    worst = sorted(errors, key=lambda number: -errors[number])[:5]
    assert set(worst) <= set(columns["number"].tolist())
    assert len(columns["number"]) == 10


def test_a_page_of_2000_sentences_and_three_systems_is_small(tmp_path: Path) -> None:
    many = [number % 64 for number in range(2000)]
    test = tg.bundled(PARSED)[many]
    tg.write_report(
        tg.bundled(GOLD)[many], {"a": test, "b": test, "c": test}, tmp_path / "page.html", resamples=10, draws=10
    )
    assert (tmp_path / "page.html").stat().st_size < 3_000_000


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["tr.malt-eager.conllu", "tr.malt-lazy.conllu"], ["eager", "lazy"]),
        (["a.mrg", "a.mrg.gz"], ["a.mrg", "a.mrg.gz"]),
        (["one.mrg"], ["one.mrg"]),
        (["x/a.mrg", "y/a.mrg"], ["x/a", "y/a"]),
    ],
)
def test_names_are_short_and_different(names: list[str], expected: list[str]) -> None:
    assert short_names(names) == expected


def test_sentences_that_cannot_be_compared_are_listed(tmp_path: Path) -> None:
    gold, test = tmp_path / "gold.mrg", tmp_path / "test.mrg"
    gold.write_text("(S (N a) (V b))\n(S (N c) (V d))\n(S (N e) (V f))\n")
    test.write_text("(S (N a) (V b))\n(S (N c) (V x))\n(S (N e) (V f))\n")
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    about, columns = columns_of(page)
    assert "1 left out" in page
    assert "word 2 is" in about["left_out"][0]["2"]
    assert columns["errors.0"].tolist() == [0, 65535, 0]


def test_errors_are_those_of_the_classes_where_the_parser_has_words_of_its_own(tmp_path: Path) -> None:
    gold, test = other_sentences(tmp_path)
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html", measures=["ud"], resamples=10)
    about, columns = columns_of((tmp_path / "page.html").read_text("utf-8"))
    errors = next(iter(tg.find_errors(gold, {"parser": test}, resamples=0))).errors
    assert columns["errors.0"].tolist() == np.bincount(errors.sentence, minlength=3).tolist()
    assert about["noun"] == "wrong arc"
    assert columns["class.count"].sum() == columns["errors.0"].sum() > 0


def test_brackets_are_not_called_errors(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", GOLD, PARSED)
    assert columns_of(page)[0]["noun"] == "wrong bracket"
    assert re.search(r"parser, label NP: F1 [\d.]+, \d+ wrong brackets in \d+ sentences", page)


def test_sizes_of_parts_are_those_of_gold_and_missing_words_those_of_each_system(tmp_path: Path) -> None:
    gold, test = other_sentences(tmp_path)
    systems = {"parser": test, "gold": gold}
    tg.write_report(gold, systems, tmp_path / "page.html", measures=["ud"], resamples=10, draws=10)
    page = (tmp_path / "page.html").read_text("utf-8")
    chart = re.search(r'<figure class="bars" data-facet="label">.*?</figure>', page, re.DOTALL)
    assert chart is not None
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", chart[0])
    relations = list(tg.read(gold).tokens.text("deprel"))
    for name in ("obj", "root"):
        assert texts[texts.index(name) + 1] == str(relations.count(name))
    assert texts[texts.index("missing words") + 1 :][:3] == ["", "1 word", "–"]
    assert "parser: 2 words in 1 sentence, of the parser, not in gold" in chart[0]


def test_sizes_are_those_of_score(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", ARCS, PARSED_ARCS)
    parts = tg.score(tg.bundled(ARCS), tg.bundled(PARSED_ARCS), "attachment", resamples=0)[0].by("direction")
    chart = re.search(r'<figure class="bars" data-facet="direction">.*?</figure>', page, re.DOTALL)
    assert chart is not None
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", chart[0])
    for part in parts:
        assert f"{part.counts['tokens']:,.0f}" in texts


def test_it_is_said_how_many_sentences_each_measure_compared(tmp_path: Path) -> None:
    gold, test = other_sentences(tmp_path)
    with pytest.warns(tg.TreegaugeWarning):
        tg.write_report(gold, {"parser": test}, tmp_path / "page.html", resamples=10)
    page = (tmp_path / "page.html").read_text("utf-8")
    about = page[page.index("What was compared") : page.index("Signatures")]
    assert "The measures do not compare the same sentences" in page
    with pytest.warns(tg.TreegaugeWarning):
        results = tg.score(gold, test, ["ud", "attachment"], resamples=0)
    assert len(results[0].compared) != len(results[1].compared)
    for result in results:
        assert re.search(rf"{len(result.compared)} sentences? compared by [^;<]*{result.measure.name}", about)


def test_the_sentences_of_a_parser_that_divides_the_text_differently_are_in_the_page(tmp_path: Path) -> None:
    gold, test = other_sentences(tmp_path)
    with pytest.warns(tg.TreegaugeWarning):
        tg.write_report(gold, {"parser": test}, tmp_path / "page.html", resamples=10)
    about, columns = columns_of((tmp_path / "page.html").read_text("utf-8"))
    assert about["divided"][0] == {"1": [["", "a bc", "d e"]], "2": [["a bc", "d e", ""]]}
    triples = [score["name"] for score in about["scores"]].index("triples F1")
    assert columns[f"score.{triples}.0"][:2].tolist() == [65535, 65535]


def test_parts_have_names_in_words(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", ARCS, PARSED_ARCS)
    where = page[page.index('id="where"') : page.index('id="sentences"')]
    shown = re.sub(r"<[^>]*>", " ", where)
    assert "to the root" in shown
    assert "7 or more" in shown
    assert "to_root" not in shown
    assert "-..." not in shown
    distance = next(facet for facet in columns_of(page)[0]["facets"] if facet["name"] == "distance")
    assert distance["titles"] == {"to_root": "to the root", "7-...": "7 or more"}
    assert "7-..." in distance["parts"]


@pytest.mark.parametrize("card", [False, True])
def test_progress_is_reported(tmp_path: Path, card: bool) -> None:
    steps: list[tuple[int, int]] = []
    gold, test = tg.bundled(GOLD), tg.bundled(PARSED)

    def note_step(done: int, total: int) -> None:
        steps.append((done, total))

    tg.write_report(gold, {"a": test, "b": gold}, tmp_path / "a.html", card=card, draws=50, progress=note_step)
    total = steps[0][1]
    assert steps == [(done, total) for done in range(1, total)]  # the page itself is the last step
    assert total > 3


def test_other_words_are_aligned_if_the_text_is_the_same(tmp_path: Path) -> None:
    gold, test = tmp_path / "gold.mrg", tmp_path / "test.mrg"
    gold.write_text("(S (N a) (V bc) (N d))\n(S (N e) (X -LRB-) (V fg))\n(S (N h) (V i))\n(S (N j))\n")
    test.write_text("(S (N a) (V b) (V c) (N D))\n(S (N e) (X -LRB-) (V fg))\n(S (N h) (V x) (V y))\n(S (N j))\n")
    tg.write_report(gold, {"parser": test}, tmp_path / "page.html", measures=["parseval"], resamples=10)
    _, columns = columns_of((tmp_path / "page.html").read_text("utf-8"))
    assert columns["0.state"].tolist() == [0, 1, 0, 1]
    assert columns["0.paired"].tolist() == [1, 0, 0, 2, 0, 0, 0]
