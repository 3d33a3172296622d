"""The checks for plug-ins find what is wrong, and say so."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, ClassVar

import numpy as np
import pytest

import treegauge
from treegauge import CallError, Treebank, bundled, testing
from treegauge.extend import (
    Builder,
    Counts,
    Dependencies,
    Format,
    Input,
    Measure,
    Parser,
    ParserModel,
    Predictions,
    Scores,
    Text,
    ratio,
    same_words,
    words_only,
)
from treegauge.formats.base import FORMATS
from treegauge.measures.shared.base import MEASURES
from treegauge.parsers.base import PARSERS
from treegauge.testing.treebanks import sample_pairs, sample_treebanks
from treegauge.transforms.base import TRANSFORMS, Transform
from treegauge.treebank.edit import drop_nodes


def test_every_check_is_exported() -> None:
    assert sorted(testing._HOME) == testing.__all__
    assert all(getattr(testing, name) is not None for name in testing.__all__)


def test_the_checks_do_not_need_the_packages_of_our_own_tests() -> None:
    code = """
import sys
sys.modules["hypothesis"] = sys.modules["pytest"] = None
from treegauge.testing import *
check_transform("remove-empties"), check_format("brackets")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_random_treebanks_are_sound_and_the_same_for_a_seed() -> None:
    first, again = (testing.random_treebanks(5, 3, dependencies=True) for _ in range(2))
    assert all(one.equals(other) for one, other in zip(first, again, strict=True))
    for treebank in [*first, *sample_treebanks(), *(side for pair in sample_pairs() for side in pair)]:
        testing.check_treebank(treebank)


def test_a_treebank_that_is_not_sound_is_found() -> None:
    treebank = bundled("english.mrg")[:2]
    nodes = treebank.nodes.replace(right=treebank.nodes.numbers("right") + 99)
    with pytest.raises(AssertionError, match="sentence 1: a node begins and ends within its sentence"):
        testing.check_treebank(treebank.replace(nodes=nodes))
    circle = treebank.tokens.replace(head=np.zeros(len(treebank.tokens), np.int32))
    with pytest.raises(AssertionError, match="every sentence has a sound tree: sentence 1"):
        testing.check_treebank(treebank.replace(tokens=circle))


@dataclass(frozen=True, kw_only=True)
class Tags(Measure):
    """Words with the right tag.

    Anyone (2026), A paper.
    """

    counts: ClassVar[tuple[str, ...]] = ("right", "words")
    separable: ClassVar[bool] = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return bool(len(gold.tokens))

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        gold, test = words_only(gold), words_only(test)
        same = np.flatnonzero(same_words(gold, test))
        rows = np.full((len(gold), 2), np.nan)
        gold, test = gold[same], test[same]
        tag = gold.tokens.text("tag")
        right = test.tokens.text("tag").in_terms_of(tag) == tag.codes
        rows[same, 0] = np.bincount(gold.tokens.sentence, right, minlength=len(gold))
        rows[same, 1] = gold.tokens.counts
        return rows

    def score(self, total: Counts) -> Scores:
        return {"accuracy": ratio(total[..., 0], total[..., 1])}


def _without_citation(kind: type[Tags]) -> None:
    kind.__doc__ = "Words with the right tag."


def _too_few_rows(kind: type[Tags]) -> None:
    kind.count = lambda self, gold, test: Tags.count(self, gold, test)[1:]  # type: ignore[method-assign]


def _counts_by_number(kind: type[Tags]) -> None:
    def count(self: Tags, gold: Treebank, test: Treebank) -> Counts:
        return Tags.count(self, gold, test) * np.arange(1, len(gold) + 1)[:, None]

    kind.count = count  # type: ignore[method-assign]


def _counts_other_words(kind: type[Tags]) -> None:
    kind.count = lambda self, gold, test: np.ones((len(gold), 2))  # type: ignore[method-assign]


def _half(kind: type[Tags]) -> None:
    kind.score = lambda self, total: {"accuracy": Tags.score(self, total)["accuracy"] / 2}  # type: ignore[method-assign]


def _zero(kind: type[Tags]) -> None:
    kind.score = lambda self, total: {"accuracy": np.nan_to_num(Tags.score(self, total)["accuracy"])}  # type: ignore[method-assign]


def _one_total(kind: type[Tags]) -> None:
    kind.score = lambda self, total: {"accuracy": ratio(total[0], total[1])}  # type: ignore[method-assign]


def _breakdown(kind: type[Tags]) -> None:
    kind.breakdowns = ("tag",)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda kind: None, ""),
        (_without_citation, "the docstring of tags has a citation with a year"),
        (_breakdown, "tags: breakdowns are named where parts is defined"),
        (_zero, "tags: accuracy where all counts are 0: 0.0 where nan is expected"),
        (_one_total, "tags: accuracy of many totals at once is that of each"),
        (_too_few_rows, r"tags: counts have the shape \(12, 2\): \(11, 2\)"),
        (_half, "tags: accuracy of gold against itself: 50.0 where 100.0 is expected"),
        (_counts_by_number, "tags: the counts of a sentence do not depend on the order"),
        (_counts_other_words, "tags: counts are NaN exactly where sentences cannot be compared: sentence "),
    ],
)
def test_what_is_wrong_with_a_measure_is_found(
    spoil: Callable[[type[Tags]], None], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind: type[Tags] = type("Spoiled", (Tags,), {"__doc__": Tags.__doc__, "name": "tags"})
    MEASURES.names()
    monkeypatch.setitem(MEASURES._members, "tags", kind)
    spoil(kind)
    if not message:
        testing.check_measure("tags")
        return
    with pytest.raises(AssertionError, match=message):
        testing.check_measure("tags")


def test_a_measure_that_fits_nothing_needs_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="fits some trees; give pairs that it fits"):
        testing.check_measure("parseval", [(bundled("english.conllu"), bundled("english.conllu"))])


def _refuse(treebank: Treebank) -> Treebank:
    """Refuse all."""
    raise CallError("no")


def _by_number(treebank: Treebank) -> Treebank:
    """Drop the first node."""
    return drop_nodes(treebank, np.arange(len(treebank.nodes)) == 1)


def _at_random(treebank: Treebank) -> Treebank:
    """Another tree each time."""
    return drop_nodes(treebank, np.array([random.random() < 0.5 for _ in range(len(treebank.nodes))], bool))


def _in_place(treebank: Treebank) -> Treebank:
    """Change the input."""
    if len(treebank.nodes):
        treebank.nodes.columns["label"] = Text.constant("X", len(treebank.nodes))  # type: ignore[index]
    return treebank


def _unsound(treebank: Treebank) -> Treebank:
    """Nodes that end after the sentence."""
    if not len(treebank.nodes):
        return treebank
    return treebank.replace(nodes=treebank.nodes.replace(right=treebank.nodes.numbers("right") + 99))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_refuse, "spoiled changes some treebanks; give treebanks that it does not refuse"),
        (_by_number, "spoiled changes a sentence in the same way alone as among others: sentence "),
        (_at_random, "spoiled gives the same result each time"),
        (_unsound, "spoiled gives sound trees: every sentence has a sound tree: sentence 1"),
        (lambda treebank: treebank, "the docstring of spoiled says what it does"),
    ],
)
def test_what_is_wrong_with_a_transform_is_found(
    function: Callable[[Treebank], Treebank], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    TRANSFORMS.names()
    monkeypatch.setitem(TRANSFORMS._members, "spoiled", Transform("spoiled", function))
    with pytest.raises(AssertionError, match=message):
        testing.check_transform("spoiled")


def _read_tags_only(input: Input) -> Treebank:
    builder = Builder()
    for line in input.data.decode().splitlines():
        builder.add({}, [{"form": "x", "tag": word.rpartition("/")[2]} for word in line.split()])
    return builder.build()


def _read_carelessly(input: Input) -> Treebank:
    builder = Builder()
    for line in input.data.decode().splitlines():
        builder.add({}, [{"form": word.split("/")[0], "tag": word.split("/")[1]} for word in line.split()])
    return builder.build()


def _write(treebank: Treebank, out: BinaryIO) -> None:
    for tree in treebank:
        out.write((" ".join(f"{token.form}/{token.tag}" for token in tree) + "\n").encode())


GOOD = Format("pairs", "word/TAG pairs", _read_carelessly, _write, (".pairs",))


@pytest.mark.parametrize(
    ("format", "message"),
    [
        (replace(GOOD, description=""), "pairs is described in one line"),
        (replace(GOOD, read=None, write=None), "pairs has a reader or a writer"),
        (replace(GOOD, extensions=("pairs",)), "the endings of pairs begin with a dot: pairs"),
        (replace(GOOD, sniff=lambda head: 3), "sniff of pairs answers 0, 1 or 2"),
        (replace(GOOD, write=None), "pairs is only read: give an example of a file"),
        (replace(GOOD, read=_read_tags_only), r"pairs gives back what it carries \(words\)"),
        (GOOD, r"pairs raises only errors of treegauge, not IndexError"),
    ],
)
def test_what_is_wrong_with_a_format_is_found(format: Format, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        testing.check_format(format)


def test_a_format_that_refuses_all_trees_needs_others() -> None:
    trees = bundled("english.conllu")
    with pytest.raises(AssertionError, match="brackets writes some treebanks; give treebanks that it does not refuse"):
        testing.check_format("brackets", [trees])
    assert FORMATS.get("brackets").write is not None


class ToyModel(ParserModel):
    """Every word depends on the one before it."""

    def __init__(self, relation: str | None = "dep") -> None:
        self.relation = relation

    @property
    def spec(self) -> str:
        return "toy"

    def predict(self, sentences: Treebank, progress: Any = None) -> Predictions:
        heads = np.arange(len(sentences.tokens)) - sentences.tokens.start - 1
        return Predictions(dependencies=Dependencies(heads, Text.constant(self.relation, len(heads))))


@dataclass(frozen=True, kw_only=True)
class Toy(Parser):
    """A toy."""

    makes = "dependencies"
    name = "toy"

    def train(self, treebank: Treebank, progress: Any = None) -> ToyModel:
        if not treebank.has_dependencies:
            raise CallError("there are no heads")
        return ToyModel()


class Greedy(Toy):
    """It learns from anything."""

    def train(self, treebank: Treebank, progress: Any = None) -> ToyModel:
        return ToyModel()


class Unlabelled(Toy):
    """It has no relations."""

    def train(self, treebank: Treebank, progress: Any = None) -> ToyModel:
        return ToyModel(None)


class Unsaved(Toy):
    """Its models cannot be saved."""

    saved = (".toy",)


class Absent(Toy):
    """It cannot run."""

    @classmethod
    def missing(cls) -> str | None:
        return "there is no program"


class Moody(Toy):
    """Its models differ."""

    def train(self, treebank: Treebank, progress: Any = None) -> ToyModel:
        return ToyModel(os.urandom(4).hex())


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Toy, ""),
        (Greedy, "toy learns from dependencies and refuses trees of another kind"),
        (Unlabelled, "toy gives every word a relation"),
        (Moody, "toy learns the same each time"),
        (Absent, "toy can run here: there is no program"),
    ],
)
def test_what_is_wrong_with_a_parser_is_found(kind: type[Toy], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PARSERS.names()
    monkeypatch.setitem(PARSERS._members, "toy", kind)
    if not message:
        testing.check_parser("toy")
        return
    with pytest.raises(AssertionError, match=message):
        testing.check_parser("toy")


def test_a_model_that_cannot_be_saved_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    PARSERS.names()
    monkeypatch.setitem(PARSERS._members, "toy", Unsaved)
    with pytest.raises(CallError, match="this model cannot be saved"):
        testing.check_parser("toy")


def test_the_package_has_the_checks() -> None:
    assert treegauge.testing is testing
