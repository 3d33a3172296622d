"""`study`: rows of treebanks and parsers, over processes, and not computed twice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from treegauge import CallError, DataError, Text, Treebank, UnknownNameError, bundled, perplexity, score, write
from treegauge.core.types import Progress
from treegauge.parsers.base import PARSERS, Parser, ParserModel
from treegauge.parsers.results import Dependencies, Predictions
from treegauge.studies.derivation_perplexity.studying import Studied, _digest, study

OPTIONS: dict[str, Any] = {"smoothing": "witten-bell", "processes": 1}


@dataclass(frozen=True, kw_only=True)
class Chain(Parser):
    """Every word depends on the one after it, or before it."""

    name: ClassVar[str] = "chain"
    makes: ClassVar[Any] = "dependencies"
    back: bool = False

    def train(self, treebank: Treebank, progress: Progress | None = None) -> ParserModel:
        CALLS.append(self.spec)
        return ChainModel(self)


@dataclass(frozen=True, eq=False)
class ChainModel(ParserModel):
    parser: Chain

    @property
    def spec(self) -> str:
        return self.parser.spec

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        if FAILING:
            raise DataError("out of order")
        tokens = sentences.tokens
        place = np.arange(len(tokens)) - tokens.offsets[tokens.sentence]
        last = tokens.counts[tokens.sentence] - 1
        head = place - 1 if self.parser.back else np.where(place == last, -1, place + 1)
        return Predictions(dependencies=Dependencies(head, Text.constant("nsubj", len(head))))


CALLS: list[str] = []
FAILING: list[bool] = []
CHAINS = ("chain", "chain(back=true)")


@pytest.fixture(autouse=True)
def _chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARSERS._members, "chain", Chain)
    CALLS.clear()
    FAILING.clear()


@pytest.fixture
def treebanks() -> list[Studied]:
    english, german = bundled("english.conllu"), bundled("german.conllu")
    return [
        Studied("english", english[:40], lambda: english[40:], "one"),
        Studied("german", german[:24], german[24:], "other"),
    ]


def test_rows_are_those_of_perplexity_and_score(treebanks: list[Studied]) -> None:
    found = study(treebanks, CHAINS, **OPTIONS)
    assert [(row["treebank"], row["group"]) for row in found.treebanks] == [("english", "one"), ("german", "other")]
    assert [(row["treebank"], row["parser"]) for row in found.parsers] == [
        (name, parser) for name in ("english", "german") for parser in CHAINS
    ]
    trees = bundled("english.conllu")
    parses = ChainModel(Chain(back=True)).parse(trees[40:]).trees
    rows = perplexity(trees[:40], trees[40:], smoothing="witten-bell", parsed={"chain": parses}).rows()
    first = found.treebanks[0]
    assert (first["string"], first["derivation"]) == (rows[0]["ppl"], rows[1]["ppl"])
    assert (first["increase"], first["size"], first["words"]) == (
        rows[1]["increase"],
        len(trees[:40].tokens),
        len(trees[40:].tokens),
    )
    own, scores = found.parsers[1], score(trees[40:], parses, "attachment")[0].scores
    assert own["derivation"] == rows[2]["ppl"]
    assert {name: own[name] for name in ("uas", "las", "uem", "lem")} == {
        name: float(scores[name]) for name in ("uas", "las", "uem", "lem")
    }


def test_outputs_are_the_same_where_heads_and_relations_are(treebanks: list[Studied]) -> None:
    """The digest does not depend on the parser, nor on the order in which it learned the relations."""
    forward, back = (row["output"] for row in study(treebanks[:1], CHAINS, **OPTIONS).parsers)
    trees = bundled("english.conllu")[40:]
    assert forward == _digest(ChainModel(Chain()).parse(trees).trees)
    assert forward != back
    relations = trees.tokens.text("deprel")
    learned, other = Text.of(relations.decode()), Text.constant("nsubj", len(relations))
    assert learned.codes.tolist() != relations.codes.tolist()
    same, changed = (trees.replace(tokens=trees.tokens.replace(deprel=column)) for column in (learned, other))
    assert _digest(same) == _digest(trees) != _digest(changed)


def test_processes_give_the_same_rows_in_the_same_order(treebanks: list[Studied], tmp_path: Path) -> None:
    paths = []
    for name in ("english.conllu", "german.conllu"):
        write(bundled(name)[:20], tmp_path / name)
        paths.append(Studied(name, tmp_path / name, tmp_path / name))
    alone, together = (study(paths, (), smoothing="witten-bell", processes=number) for number in (1, 2))
    assert alone == together


def test_what_is_finished_is_not_computed_again(treebanks: list[Studied], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    study(treebanks[:1], CHAINS[:1], resume=file, **OPTIONS)
    first = study(treebanks, CHAINS, resume=file, **OPTIONS)
    calls = list(CALLS)
    again = study(treebanks, CHAINS, resume=file, **OPTIONS)
    assert calls == CALLS
    assert sorted(CALLS) == ["chain(back=false)"] * 2 + ["chain(back=true)"] * 2
    assert first == again
    assert len(file.read_text("utf-8").splitlines()) == 6


@pytest.mark.filterwarnings("ignore:.*of other calls:treegauge.TreegaugeWarning")
def test_other_options_and_other_trees_are_computed_again(treebanks: list[Studied], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    study(treebanks[:1], CHAINS[:1], resume=file, **OPTIONS)
    study(treebanks[:1], CHAINS[:1], resume=file, **{**OPTIONS, "n": 2})
    shorter = [Studied("english", bundled("english.conllu")[:39], bundled("english.conllu")[40:])]
    study(shorter, CHAINS[:1], resume=file, **OPTIONS)
    assert len(CALLS) == 3


def test_another_name_or_group_changes_no_figure(treebanks: list[Studied], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    study(treebanks[:1], CHAINS[:1], resume=file, **OPTIONS)
    renamed = [Studied("English", treebanks[0].train, treebanks[0].test, "else")]
    found = study(renamed, CHAINS[:1], resume=file, **OPTIONS)
    assert len(CALLS) == 1
    assert [(row["treebank"], row["group"]) for row in (*found.treebanks, *found.parsers)] == [("English", "else")] * 2


def test_what_was_finished_before_a_failure_is_kept(treebanks: list[Studied], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    FAILING.append(True)
    with pytest.raises(DataError, match=r"english, chain\(back=false\): out of order"):
        study(treebanks, CHAINS, resume=file, **OPTIONS)
    assert len(file.read_text("utf-8").splitlines()) == 1
    FAILING.clear()
    assert len(study(treebanks, CHAINS, resume=file, **OPTIONS).parsers) == 4


def test_progress_counts_every_row(treebanks: list[Studied], tmp_path: Path) -> None:
    for _ in range(2):  # measured, and from the file
        told: list[tuple[int, int]] = []
        study(
            treebanks,
            CHAINS,
            resume=tmp_path / "rows",
            progress=lambda done, total, told=told: told.append((done, total)),  # type: ignore[misc]
            **OPTIONS,
        )
        assert told == [(done, 6) for done in range(7)]


def test_remarks_say_of_what(treebanks: list[Studied]) -> None:
    remarks = study(treebanks, (), processes=1).remarks
    assert remarks
    assert all(remark.startswith(("english: ", "german: ")) for remark in remarks)


def test_a_wrong_call_is_an_error_before_any_work() -> None:
    def never() -> Treebank:
        raise AssertionError

    twice = [Studied("a", never, never), Studied("a", never, never)]
    with pytest.raises(UnknownNameError, match="no-such"):
        study(twice[:1], ["no-such"])
    for wrong in ((twice, ()), (twice[:1], ["chain", "chain(back=false)"])):
        with pytest.raises(CallError, match="named twice"):
            study(*wrong)


def test_a_treebank_without_dependencies_is_bad_data_with_its_name() -> None:
    phrases = bundled("english.mrg")
    with pytest.raises(DataError, match=r"phrases: .*no dependency trees"):
        study([Studied("phrases", phrases, phrases)], (), **OPTIONS)
