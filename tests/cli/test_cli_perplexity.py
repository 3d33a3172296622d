"""`treegauge perplexity`: what is printed, what is told, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge

Run = Callable[..., tuple[int, str, str]]
KEYS = [
    "order",
    "system",
    "source",
    "sentences",
    "words",
    "oov",
    "logprob",
    "ppl",
    "ppl1",
    "size",
    "size_over_ppl",
    "increase",
    "intervals",
    "signature",
]
FIGURES = ("sentences", "words", "oov", "logprob", "ppl", "ppl1")
FILES = ("train.conllu", "test.conllu", "--smoothing", "witten-bell")


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line beside the files: exit status, standard output, standard error."""
    trees, parsed = treegauge.bundled("english.conllu"), treegauge.bundled("english.parsed.conllu")
    treegauge.write(trees[:40], tmp_path / "train.conllu")
    treegauge.write(trees[40:], tmp_path / "test.conllu")
    treegauge.write(parsed[40:], tmp_path / "parsed.conllu")
    treegauge.write(treegauge.bundled("english.mrg"), tmp_path / "phrases.mrg")
    (tmp_path / "empty.conllu").write_text("")
    (tmp_path / "unknown.conllu").write_text("1\tqq\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
    (tmp_path / "headless.conll").write_text("1\tThe\t_\tX\tX\t_\t_\t_\t_\t_\n2\tend\t_\tX\tX\t_\t0\troot\t_\t_\n\n")
    monkeypatch.chdir(tmp_path)
    return command


def rows(out: str) -> list[dict[str, Any]]:
    answer = json.loads(out)
    assert (answer["treegauge"], answer["command"]) == (treegauge.__version__, "perplexity")
    results = answer["results"]
    assert isinstance(results, list)
    return results


def test_json_is_what_the_function_gives(run: Run) -> None:
    status, out, told = run("perplexity", *FILES, "--parsed", "parsed.conllu", "--json")
    found = rows(out)
    assert (status, told) == (0, "")
    assert [list(row) for row in found] == [KEYS] * 3
    assert [(row["order"], row["system"], row["source"]) for row in found] == [
        ("string", None, "gold"),
        ("derivation", "swap-lazy", "gold"),
        ("derivation", "swap-lazy", "parsed.conllu"),
    ]
    train, test, parsed = (treegauge.read(name) for name in ("train.conllu", "test.conllu", "parsed.conllu"))
    options = {"smoothing": "witten-bell", "parsed": {"parsed.conllu": parsed}}
    expected = treegauge.perplexity(train, test, **options).rows()  # type: ignore[arg-type]
    assert [row["logprob"] for row in found] == [row["logprob"] for row in expected]
    assert found[2]["intervals"] == {name: list(pair) for name, pair in expected[2]["intervals"].items()}
    assert found[0]["increase"] is None


def test_the_table_has_figures_increase_and_size_over_perplexity(run: Run) -> None:
    status, out, told = run("perplexity", *FILES)
    assert (status, told) == (0, "")
    found = rows(run("perplexity", *FILES, "--json")[1])
    lines = out.splitlines()
    assert " ".join(lines[0].split()) == "order system source sentences words OOV logprob ppl 95 % interval ppl1"
    for line, row in zip(lines[1:3], found, strict=True):
        assert line.split()[:3] == [row["order"], row["system"] or "-", "gold"]
        assert line.split()[-1] == f"{row['ppl1']:.7g}"
    assert f"derivation order: perplexity {found[1]['increase']:+.1f} % (" in out
    over = "; ".join(rf"{row['order']} order {row['size_over_ppl']:.1f} \(.*?\)" for row in found)
    assert re.search(f"size over perplexity, of {found[0]['size']:,} training words: {over}", out)
    assert found[0]["signature"] in out


def test_csv_has_the_intervals_as_columns(run: Run) -> None:
    found = list(csv.DictReader(io.StringIO(run("perplexity", *FILES, "--format", "csv")[1])))
    low, high = rows(run("perplexity", *FILES, "--json")[1])[1]["intervals"]["increase"]
    assert (float(found[1]["increase_low"]), float(found[1]["increase_high"])) == pytest.approx((low, high))
    assert (found[0]["increase_low"], found[0]["system"]) == ("", "")


def test_a_file_is_written_as_its_name_says(run: Run, tmp_path: Path) -> None:
    assert run("perplexity", *FILES, "-o", "out.json")[:2] == (0, "")
    assert len(rows((tmp_path / "out.json").read_text("utf-8"))) == 2


def test_order_system_level_and_seed(run: Run) -> None:
    only = rows(run("perplexity", *FILES, "--order", "derivation", "--system", "arc-eager", "--json")[1])
    assert [(row["order"], row["system"]) for row in only] == [("derivation", "arc-eager")]
    wide, narrow = (
        rows(run("perplexity", *FILES, "--level", level, "--json")[1])[0]["intervals"]["ppl"] for level in (0.99, 0.5)
    )
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    other = rows(run("perplexity", *FILES, "--level", 0.99, "--seed", 7, "--json")[1])[0]["intervals"]["ppl"]
    assert other != wide


def test_options_of_the_model(run: Run) -> None:
    options = ("--n", "2", "--smoothing", "absolute", "--discount", "0.4", "--open-vocabulary")
    found = rows(run("perplexity", "train.conllu", "test.conllu", *options, "--json")[1])
    assert found[0]["signature"].startswith("ngram(order=2,smoothing=absolute,minimum=1/1,open=true,like=srilm,")
    assert found[0]["oov"] == 0
    kept = rows(run("perplexity", *FILES, "--minimum", "1", "--json")[1])
    assert "minimum=1/1/1" in kept[0]["signature"]
    assert run("perplexity", *FILES, "--discount", "0.4")[0] == 2


def test_transforms_change_all_treebanks(run: Run) -> None:
    found = rows(run("perplexity", *FILES, "--parsed", "parsed.conllu", "-t", "head(5)", "--json")[1])
    assert [row["sentences"] for row in found] == [5, 5, 5]


def test_discounts_that_fall_back_are_reported_once_per_model(run: Run) -> None:
    told = run("perplexity", "train.conllu", "test.conllu", "--parsed", "parsed.conllu", "-t", "head(2)")[2]
    lines = told.splitlines()
    assert len(lines) == len(set(lines)) == 6
    assert lines[0].startswith("treegauge: string order: 1-grams: the discounts cannot be estimated")


def test_phrases_alone_give_string_order_with_a_note(run: Run) -> None:
    call = ("perplexity", "phrases.mrg", "phrases.mrg", "--smoothing", "witten-bell", "-t", "remove-empties", "--json")
    status, out, told = run(*call)
    assert (status, [row["order"] for row in rows(out)]) == (0, ["string"])
    assert told == "treegauge: phrases.mrg has no dependency trees, so there is no derivation order\n"
    status, out, told = run("perplexity", "phrases.mrg", "phrases.mrg", "--order", "derivation")
    assert (status, out) == (2, "")
    assert "phrases.mrg has no dependency trees" in told


def test_a_remark_about_one_file_is_given_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "traces.mrg").write_text("(S (NP (-NONE- *)) (V b))\n(S (N a) (V b))\n")
    path = str(tmp_path / "traces.mrg")
    _, _, remarks = run("perplexity", path, path, "--smoothing", "witten-bell")
    assert remarks.count("empty elements counted as words: 1") == 1


def test_unknown_words_alone_give_null(run: Run) -> None:
    found = rows(run("perplexity", "train.conllu", "unknown.conllu", *FILES[2:], "--json")[1])
    assert [(row["words"], row["oov"], row["ppl1"]) for row in found] == [(1, 1, None)] * 2
    assert " - " in run("perplexity", "train.conllu", "unknown.conllu", *FILES[2:])[1]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("empty.conllu", "test.conllu"), 1, "empty.conllu"),
        (("train.conllu", "empty.conllu"), 1, "empty.conllu"),
        (("train.conllu", "headless.conll"), 1, r"headless.conll:1: word 1 \('The'\) has no head"),
        (("train.conllu", "test.conllu", "--parsed", "train.conllu"), 1, "train.conllu: 40 sentences"),
        (("train.conllu", "no-such.conllu"), 2, "no-such.conllu"),
        (("-", "-"), 2, "standard input"),
        (("train.conllu", "test.conllu", "--parsed", "a", "--parsed", "a"), 2, "twice"),
        (("train.conllu", "test.conllu", "--order", "string", "--parsed", "parsed.conllu"), 2, "derivation order"),
    ],
)
def test_what_cannot_be_measured_is_refused(run: Run, arguments: tuple[str, ...], status: int, message: str) -> None:
    found, out, told = run("perplexity", *arguments)
    assert (found, out) == (status, "")
    assert re.search(message, told)
