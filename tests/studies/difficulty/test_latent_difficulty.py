"""Difficulty under a latent-variable grammar that is learned, next to the rules: the figures of `difficulty` itself."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import treegauge
from treegauge import Parser, ParserModel, Treebank
from treegauge.studies.difficulty.latent import LatentRow, latent_difficulty
from treegauge.studies.difficulty.trees import doubled_phrases
from treegauge.treebank.edit import drop_nodes

GRAMMAR = Path(__file__).parents[2] / "models" / "grammars" / "berkeley" / "english"
LONGEST = 25


class Saved(ParserModel):
    """A model whose file is a grammar that the Berkeley parser learned before."""

    def save(self, path: str | os.PathLike[str]) -> None:
        for part in (".grammar", ".lexicon"):
            shutil.copy(GRAMMAR.with_suffix(part), Path(path).with_suffix(part))


@dataclass(frozen=True, kw_only=True)
class LearnedBefore(Parser):
    """It learns the same grammar from all trees."""

    name = "learned-before"
    makes = "constituents"
    saved = (".grammar",)
    learned_from: ClassVar[list[Treebank]] = []

    def train(self, treebank: Treebank, progress: Any = None) -> ParserModel:
        self.learned_from.append(treebank)
        return Saved()


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return treegauge.apply(treegauge.bundled("english.mrg"), "prepare(penn)")


@pytest.fixture(scope="module")
def rows(treebank: Treebank) -> dict[str, LatentRow]:
    return {row["grammar"]: row for row in latent_difficulty(treebank, parser=LearnedBefore(), max_length=LONGEST)}


@pytest.mark.parametrize("words", [False, True])
def test_the_figures_are_those_of_difficulty_under_the_file(
    treebank: Treebank, rows: dict[str, LatentRow], words: bool
) -> None:
    spec = f"latent(file={GRAMMAR}.grammar,words={str(words).lower()})"
    single = drop_nodes(treebank, doubled_phrases(treebank))
    wanted = treegauge.difficulty(single, grammar=spec, max_length=LONGEST).summary
    row = rows["words" if words else "tags"]
    for name in ("trees", "covered", "ecc", "ecc_interval", "f1", "emr", "f1_all", "emr_all"):
        assert row[name] == pytest.approx(getattr(wanted, name)), name


def test_the_rules_are_those_of_the_same_folds(treebank: Treebank, rows: dict[str, LatentRow]) -> None:
    single = drop_nodes(treebank, doubled_phrases(treebank))
    wanted = treegauge.difficulty(single, folds=4, max_length=LONGEST).summary
    for name in ("trees", "covered", "f1_all", "emr_all"):
        assert rows["rules"][name] == pytest.approx(getattr(wanted, name)), name


def test_shared_trees_are_covered_by_all(rows: dict[str, LatentRow]) -> None:
    assert len({row["shared"] for row in rows.values()}) == 1
    assert all(row["shared"] <= row["covered"] for row in rows.values())
    assert all(row["shared"] == 0 or np.isfinite(row["ecc_shared"]) for row in rows.values())


def test_a_label_that_is_a_tag_as_well_is_learned_under_another_name(treebank: Treebank) -> None:
    tags = treebank.tokens.text("tag").map(lambda tag: "PP" if tag == "IN" else tag)
    both = treebank.replace(tokens=treebank.tokens.replace(tag=tags))
    rows = latent_difficulty(both, parser=LearnedBefore(), folds=2, max_length=LONGEST)
    learned = LearnedBefore.learned_from[-1]
    assert "PP+" in learned.nodes.text("label").decode()
    assert not set(learned.nodes.text("label").decode()) & set(learned.tokens.text("tag").decode())
    assert rows[0]["trees"] == treegauge.difficulty(both, folds=2, max_length=LONGEST).summary.trees


def test_a_parser_whose_models_are_no_text_is_refused(treebank: Treebank) -> None:
    with pytest.raises(treegauge.CallError, match=r"X\.grammar"):
        latent_difficulty(treebank, parser="arc-eager")
