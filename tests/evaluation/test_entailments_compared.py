"""Parses compared by their entailments in Python: the same as the command line gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import (
    DataError,
    Treebank,
    bundled,
    check_entailments,
    entail,
    entail_differences,
    entail_pairs,
    read_pairs,
    write_pairs,
)

Run = Callable[..., tuple[int, str, str]]
DATA = files("treegauge").joinpath("data")
GOLD, TEST = str(DATA.joinpath("english.mrg")), str(DATA.joinpath("english.parsed.mrg"))


@pytest.fixture(scope="module")
def trees() -> tuple[Treebank, Treebank]:
    return bundled("english.mrg"), bundled("english.parsed.mrg")


def printed(command: Run, *arguments: str) -> Any:
    status, out, _ = command("entail", *arguments, "--json")
    assert status == 0
    return json.loads(out)["results"]


@pytest.mark.parametrize("coordination", [True, False])
def test_entail_gives_the_rows_that_are_printed(
    command: Run, trees: tuple[Treebank, Treebank], coordination: bool
) -> None:
    option = "--coordination" if coordination else "--no-coordination"
    assert entail(trees[0], coordination=coordination).rows() == printed(command, GOLD, option)


def test_differences_are_the_rows_that_are_printed(command: Run, trees: tuple[Treebank, Treebank]) -> None:
    differences = entail_differences(*trees)
    assert differences.rows() == printed(command, GOLD, TEST, "--diff")
    assert len(differences.rows()) == sum(len(errors.places) for errors in differences.errors) > 0


def test_pairs_and_their_answers_are_those_that_are_printed(
    command: Run, trees: tuple[Treebank, Treebank], tmp_path: Path
) -> None:
    gold, test = trees
    pairs = entail_pairs(gold, [test], seed=2)
    assert pairs.rows() == printed(command, GOLD, TEST, "--pairs", "yes-no", "--seed", "2")
    write_pairs(pairs, tmp_path / "pairs.jsonl")
    row = check_entailments(read_pairs(tmp_path / "pairs.jsonl"), test).row()
    assert [row] == printed(command, TEST, "--check", str(tmp_path / "pairs.jsonl"))


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_sentences_with_other_words_are_left_out_and_counted(trees: tuple[Treebank, Treebank]) -> None:
    gold = trees[0][:4]
    other = gold.select(np.array([0, 0, 2, 3]))
    differences = entail_differences(gold, other)
    assert (differences.other_words, differences.errors) == (1, ())
    assert entail_pairs(gold, [gold, other]).other_words == (0, 1)


def test_problems_are_those_of_both_sides(trees: tuple[Treebank, Treebank]) -> None:
    gold, test = trees
    differences = entail_differences(gold, test)
    assert differences.problems == {"gold": entail(gold).problems, "test": entail(test).problems}


def test_one_treebank_of_parses_is_enough(trees: tuple[Treebank, Treebank]) -> None:
    gold, test = trees
    assert entail_pairs(gold, test) == entail_pairs(gold, [test])


@pytest.mark.parametrize("name", ["pairs.xml", "pairs.jsonl", "pairs.xml.gz"])
def test_pairs_are_read_from_the_file_they_were_written_to(
    trees: tuple[Treebank, Treebank], tmp_path: Path, name: str
) -> None:
    """XML has no place for the kind."""
    pairs = entail_pairs(*trees)
    assert len(pairs)
    write_pairs(pairs, tmp_path / name)
    kept = pairs.pairs if name.endswith(".jsonl") else tuple(replace(pair, kind="") for pair in pairs)
    assert tuple(read_pairs(tmp_path / name)) == kept


def test_a_file_without_pairs_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(DataError, match=r"none\.jsonl' has no pairs"):
        read_pairs(tmp_path / "none.jsonl")
