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

    arguments: tuple[str | int, ...]
    rows: Callable[[], Sequence[Any]]

    def __str__(self) -> str:
        return " ".join(map(str, self.arguments))


ENGLISH, PARSED = "english.mrg", "english.parsed.mrg"
ARCS, PARSED_ARCS = "english.conllu", "english.parsed.conllu"
GERMAN, GERMAN_PARSED = "german.export", "german.parsed.export"

CASES = [
    Case(("stats", ENGLISH), lambda: [tg.describe(trees(ENGLISH), ENGLISH).row()]),
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
            part.row("label") for part in tg.score(trees(ARCS), trees(PARSED_ARCS), "attachment")[0].by("label")
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
    Case(("derive", ARCS, "--system", "arc-eager"), lambda: tg.derive(trees(ARCS), "arc-eager").rows()),
    Case(
        ("perplexity", ARCS, ARCS, "--parsed", PARSED_ARCS, "-t", "head(40)"),
        lambda: tg.perplexity(
            trees(ARCS), trees(ARCS), parsed={PARSED_ARCS: trees(PARSED_ARCS)}, transforms="head(40)"
        ).rows(),
    ),
    Case(("parse", ENGLISH, PARSED, "--parser", "pcfg", "-t", "prepare"),
         lambda: [tg.parse(trees(ENGLISH), trees(PARSED), "pcfg", transforms="prepare").row()]),
    Case(("parsers",), tg.available_parsers),
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
