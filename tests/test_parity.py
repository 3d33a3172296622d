"""Every verb is a call of public functions: the same numbers and signatures from the command line and from Python."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import treegauge as tg

Command = Callable[..., tuple[int, str, str]]


def trees(name: str) -> tg.Treebank:
    return tg.bundled(name)


@dataclass(frozen=True)
class Case:
    """A verb with its arguments, and the call in Python that gives its rows."""

    arguments: tuple[str | float, ...]
    rows: Callable[[], Sequence[Any]]

    def __str__(self) -> str:
        return " ".join(map(str, self.arguments))


ENGLISH, PARSED = "english.mrg", "english.parsed.mrg"
ARCS, PARSED_ARCS = "english.conllu", "english.parsed.conllu"
GERMAN, GERMAN_PARSED = "german.export", "german.parsed.export"

CASES = [
    Case(("stats", ENGLISH), lambda: [tg.describe(trees(ENGLISH), ENGLISH).row()]),
    Case(
        ("diff", ENGLISH, f"parser={PARSED}", f"gold={ENGLISH}", "--where", "label=PP", "--better", "gold",
         "--worst", 4, "--prm", "new"),
        lambda: tg.diff(
            trees(ENGLISH), {"parser": trees(PARSED), "gold": trees(ENGLISH)}, where="label=PP", better="gold", worst=4,
            options={"prm": "new"},
        ).rows(),
    ),
    Case(
        ("diff", ARCS, PARSED_ARCS, "--sentence", "5-8", "-m", "attachment(punctuation=form)"),
        lambda: tg.diff(
            trees(ARCS), {PARSED_ARCS: trees(PARSED_ARCS)}, "attachment(punctuation=form)", sentences="5-8"
        ).rows(),
    ),
    Case(
        ("stats", ARCS, "--test", PARSED_ARCS, "--splits", 5, "--level", 0.9),
        lambda: tg.leakage(trees(ARCS), trees(PARSED_ARCS), names=(ARCS, PARSED_ARCS), splits=5, level=0.9).rows(),
    ),
    Case(("suspects", ARCS, "--first", 7, "--seed", 2), lambda: tg.find_suspects(trees(ARCS), seed=2).rows(7)),
    Case(("suspects", ARCS, "--evaluate", "--rate", 0.05), lambda: tg.evaluate_suspects(trees(ARCS), rate=0.05).rows()),
    Case(
        ("show", GERMAN, "3", "5-7", "-t", "strip-functions"),
        lambda: tg.show(trees(GERMAN), ["3", "5-7"], transforms="strip-functions").rows(),
    ),
    Case(("score", ENGLISH, PARSED), lambda: [result.row() for result in tg.score(trees(ENGLISH), trees(PARSED))]),
    Case(
        ("score", ENGLISH, PARSED, "-t", "prepare", "-t", "sample(20)", "--seed", 3, "-m", "parseval", "--prm", "new"),
        lambda: [
            result.row()
            for result in tg.score(
                trees(ENGLISH), trees(PARSED), "parseval", transforms=["prepare", "sample(20)"], options={"prm": "new"},
                seed=3,
            )
        ],
    ),
    Case(
        ("score", ARCS, PARSED_ARCS, "-m", "attachment", "--by", "label"),
        lambda: [
            part.row() for part in tg.score(trees(ARCS), trees(PARSED_ARCS), "attachment")[0].by("label")
        ],
    ),
    Case(
        ("score", ENGLISH, PARSED, "--scores", "f1,tag_accuracy"),
        lambda: [result.row() for result in tg.score(trees(ENGLISH), trees(PARSED), scores=["f1", "tag_accuracy"])],
    ),
    Case(
        ("score", ARCS, PARSED_ARCS, "-m", "attachment", "--by", "length", "--by", "label", "--sort", "-las", "--top",
         4),
        lambda: [
            part.row()
            for by in ("length", "label")
            for part in tg.score(trees(ARCS), trees(PARSED_ARCS), "attachment")[0].by(by, sort="-las", top=4)
        ],
    ),
    Case(
        ("compare", ARCS, PARSED_ARCS, ARCS, "--resamples", "200", "-t", "head(30)"),
        lambda: [
            comparison.row()
            for comparison in tg.compare(
                trees(ARCS), {PARSED_ARCS: trees(PARSED_ARCS), ARCS: trees(ARCS)}, resamples=200, transforms="head(30)"
            )
        ],
    ),
    Case(
        ("compare", ARCS, f"parser={PARSED_ARCS}", f"gold={ARCS}", "--by", "length", "--scores", "las"),
        lambda: [
            comparison.row()
            for comparison in tg.compare(
                trees(ARCS), {"parser": trees(PARSED_ARCS), "gold": trees(ARCS)}, by="length", scores="las"
            )
        ],
    ),
    Case(
        ("compare", ENGLISH, f"parser={PARSED}", f"gold={ENGLISH}", "--as", "benepar", "--resamples", "200"),
        lambda: [
            comparison.row()
            for comparison in tg.compare(
                trees(ENGLISH), {"parser": trees(PARSED), "gold": trees(ENGLISH)}, program="benepar", resamples=200
            )
        ],
    ),
    Case(
        ("score", ENGLISH, PARSED, "--as", "stanza"),
        lambda: [result.row() for result in tg.score(trees(ENGLISH), trees(PARSED), program="stanza")],
    ),
    Case(
        ("explain", ARCS, PARSED_ARCS, "--as", "ud", "--as", "spacy", "-t", "head(30)", "--scores", "las"),
        lambda: [
            explanation.row()
            for explanation in tg.explain(
                trees(ARCS), trees(PARSED_ARCS), ["ud", "spacy"], transforms="head(30)", scores="las"
            )
        ],
    ),
    Case(
        ("agree", f"a={ENGLISH}", f"b={PARSED}", "--pairs", 500, "--resamples", 9, "--seed", 3, "-t", "head(20)"),
        lambda: [
            result.row()
            for result in tg.agree(
                {"a": trees(ENGLISH), "b": trees(PARSED)}, pairs=500, resamples=9, seed=3, transforms=["head(20)"]
            )
        ],
    ),
    Case(
        ("errors", ENGLISH, PARSED, "--classes", "kummerfeld", "--seed", 3),
        lambda: tg.find_errors(trees(ENGLISH), {PARSED: trees(PARSED)}, classes="kummerfeld", seed=3).rows,
    ),
    Case(
        ("errors", GERMAN, f"a={GERMAN_PARSED}", f"b={GERMAN}", "--prm", "none", "--resamples", "9", "-t", "head(20)"),
        lambda: tg.find_errors(
            trees(GERMAN), {"a": trees(GERMAN_PARSED), "b": trees(GERMAN)}, prm="none", resamples=9,
            transforms="head(20)",
        ).rows,
    ),
    Case(
        ("errors", ENGLISH, PARSED, "--class", "PP attachment", "--scheme", "penn"),
        lambda: tg.find_errors(trees(ENGLISH), {PARSED: trees(PARSED)}, scheme="penn").each("PP attachment"),
    ),
    Case(("derive", ARCS, "--system", "arc-eager"), lambda: tg.derive(trees(ARCS), "arc-eager").rows()),
    Case(
        ("perplexity", ARCS, ARCS, "--parsed", PARSED_ARCS, "-t", "head(40)"),
        lambda: tg.perplexity(
            trees(ARCS), trees(ARCS), parsed={PARSED_ARCS: trees(PARSED_ARCS)}, transforms="head(40)"
        ).rows(),
    ),
    Case(
        ("surprisal", GERMAN_PARSED, "--train", GERMAN, "--words", "-t", "prepare", "-g", "markov(h=1)"),
        lambda: tg.surprisal(
            trees(GERMAN_PARSED), train=trees(GERMAN), words=True, transforms="prepare", grammar="markov(h=1)"
        ).rows(),
    ),
    Case(
        ("surprisal", ENGLISH, "--folds", 4, "--seed", 2),
        lambda: tg.surprisal(trees(ENGLISH), folds=4, seed=2).rows(),
    ),
    Case(("parse", ENGLISH, PARSED, "--parser", "pcfg", "-t", "prepare"),
         lambda: [tg.parse(trees(ENGLISH), trees(PARSED), "pcfg", transforms="prepare").row()]),
    Case(("parse", ARCS, "--folds", 4, "--tags", "predicted", "--parser", "swap-lazy", "--seed", 2),
         lambda: [tg.parse(None, trees(ARCS), "swap-lazy", folds=4, tags="predicted", seed=2).row()]),
    Case(("parsers",), tg.available_parsers),
    Case(("treebanks", "--language", "german"), lambda: tg.available_treebanks("german")),
    Case(("warm", "--status"), lambda: [kernel.row() for kernel in tg.kernel_status()]),
    Case(("list",), tg.registered),
    Case(("entail", ENGLISH), lambda: tg.entail(trees(ENGLISH)).rows()),
    Case(("entail", ENGLISH, PARSED, "--diff"), lambda: tg.entail_differences(trees(ENGLISH), trees(PARSED)).rows()),
    Case(
        ("entail", ENGLISH, PARSED, "--pairs", "yes-no"),
        lambda: tg.entail_pairs(trees(ENGLISH), [trees(PARSED)]).rows(),
    ),
    Case(
        ("functions", ENGLISH, "--folds", "3", "-t", "head(40)"),
        lambda: [
            {"treebank": ENGLISH, **row}
            for row in tg.validate_functions(trees(ENGLISH), folds=3, transforms="head(40)").rows()
        ],
    ),
    Case(
        ("difficulty", ENGLISH, GERMAN, "-t", "prepare", "--protocol", "loo"),
        lambda: [
            treebank.row
            for treebank in tg.difficulties(
                {ENGLISH: trees(ENGLISH), GERMAN: trees(GERMAN)}, transforms=["prepare"], protocol="loo", level=0.99
            )
        ],
    ),
    Case(
        ("difficulty", ENGLISH, "-t", "prepare", "--by", "sentence"),
        lambda: tg.difficulty(trees(ENGLISH), name=ENGLISH, transforms="prepare").by_sentence(),
    ),
    Case(("sample", ENGLISH, "-n", 10), lambda: tg.random_sample(trees(ENGLISH), 10, name=ENGLISH).rows()),
    Case(
        ("sample", ENGLISH, GERMAN, "-n", 10, "--comparable", "--min-length", 2, "--deviation", 4),
        lambda: [
            row
            for sample in tg.comparable_samples(
                [trees(ENGLISH), trees(GERMAN)], 10, names=[ENGLISH, GERMAN], min_length=2, deviation=4
            )
            for row in sample.rows()
        ],
    ),
    Case(
        ("perturb", GERMAN, "-e", "attach1", "-e", "label1", "--seed", 2),
        lambda: tg.perturb(trees(GERMAN), ["attach1", "label1"], seed=2, name=GERMAN).rows(),
    ),
    Case(
        ("schemes", GERMAN, ENGLISH, "-e", "attach1", "-m", "parseval", "--seeds", 2, "-t", "head(30)"),
        lambda: tg.inserted_errors(
            [trees(GERMAN), trees(ENGLISH)], "attach1", ["parseval"], names=(GERMAN, ENGLISH), seeds=2,
            transforms="head(30)",
        ).rows(),
    ),
    Case(
        ("schemes", GERMAN, "--dial", "-m", "parseval", "--seeds", 2),
        lambda: tg.bias_curve(trees(GERMAN), None, ["parseval"], name=GERMAN, seeds=2).rows(),
    ),
    Case(
        ("schemes", GERMAN, "--parsed", GERMAN_PARSED, "-m", "parseval"),
        lambda: [
            row
            for converted in tg.converted_scores(trees(GERMAN), trees(GERMAN_PARSED), None, ["parseval"], name=GERMAN)
            for row in converted.rows()
        ],
    ),
    Case(
        ("judge", "simulate", "--pairs", 40, "--most", 3, "--repeats", 2, "--guessers", 0.2, "--method", "dawid-skene"),
        lambda: [
            row.row() for row in tg.plan_judgements(3, pairs=40, repeats=2, guessers=0.2, method="dawid-skene")
        ],
    ),
    Case(("schemes", GERMAN, "--reliability"), lambda: [tg.conversion_reliability(trees(GERMAN), name=GERMAN)]),
    Case(
        ("reassign", ENGLISH, PARSED_ARCS, "--min-count", 2),
        lambda: tg.compare_heads(trees(ENGLISH), {PARSED_ARCS: trees(PARSED_ARCS)}, min_count=2).rows(),
    ),
]  # fmt: skip


def plain(value: Any) -> Any:
    """As JSON has it: a number that is not defined is null."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the bundled files under their own names, as the working directory."""
    data = Path(tg.__file__).parent / "data"
    for file in data.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_verb_and_its_function_give_the_same_rows(case: Case, command: Command) -> None:
    status, output, _ = command(*case.arguments, "--json")
    assert status == 0
    assert without_places(json.loads(output)["results"]) == without_places(plain(list(case.rows())))


def without_places(value: Any) -> Any:
    """Without the folders of files, which differ."""
    if isinstance(value, dict):
        return {key: without_places(item) for key, item in value.items() if key != "where"}
    if isinstance(value, list):
        return [without_places(item) for item in value]
    return value


def test_every_verb_is_compared() -> None:
    from treegauge.cli import application

    app = application()
    verbs = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    assert verbs - {case.arguments[0] for case in CASES} == {"convert", "report", "tour", "run", "replicate"}


def test_convert_writes_what_the_function_writes(folder: Path, command: Command) -> None:
    assert command("convert", GERMAN, "verb.mrg", "-t", "raise-crossing")[0] == 0
    tg.convert(GERMAN, "function.mrg", transforms="raise-crossing")
    assert (folder / "verb.mrg").read_bytes() == (folder / "function.mrg").read_bytes()


def test_report_writes_what_the_function_writes(folder: Path, command: Command) -> None:
    assert command("report", ENGLISH, f"parser={PARSED}", "-o", "verb.html", "--seed", 2, "-t", "head(20)")[0] == 0
    tg.write_report(ENGLISH, {"parser": PARSED}, "function.html", seed=2, transforms="head(20)")
    assert (folder / "verb.html").read_bytes() == (folder / "function.html").read_bytes()


PLOTS: dict[str, tuple[tuple[str, ...], Callable[[], Any]]] = {
    "score": (("score", ENGLISH, PARSED), lambda: tg.score(trees(ENGLISH), trees(PARSED))),
    "score --by": (
        ("score", ARCS, PARSED_ARCS, "-m", "attachment", "--by", "label", "--sort", "-las", "--top", "5"),
        lambda: tg.score(trees(ARCS), trees(PARSED_ARCS), "attachment")[0].by("label", sort="-las", top=5),
    ),
    "compare": (
        ("compare", ARCS, f"parser={PARSED_ARCS}", f"gold={ARCS}", "--resamples", "200"),
        lambda: tg.compare(trees(ARCS), {"parser": trees(PARSED_ARCS), "gold": trees(ARCS)}, resamples=200),
    ),
}


@pytest.mark.parametrize("name", PLOTS)
def test_the_verb_and_its_result_draw_the_same_chart(name: str, folder: Path, command: Command) -> None:
    arguments, result = PLOTS[name]
    assert command(*arguments, "--plot", "verb.svg")[0] == 0
    result().plot("function.svg")
    assert (folder / "verb.svg").read_bytes() == (folder / "function.svg").read_bytes()
