"""The conversions on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from treegauge import apply, read, to_english_ud, to_lth, write
from treegauge.formats.bundled import bundled

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def penn(tmp_path: Path) -> Path:
    write(bundled("english.mrg"), tmp_path / "penn.mrg")
    return tmp_path / "penn.mrg"


@pytest.mark.parametrize("transform", ["to-lth", "to-ud", "to-dependencies", "to-dependencies(heads=collins)"])
def test_phrases_can_be_written_as_dependencies(command: Command, penn: Path, tmp_path: Path, transform: str) -> None:
    status, _, said = command("convert", penn, tmp_path / "out.conll", "-t", transform)
    assert status == 0
    assert "cannot represent phrases" in said
    heads = read(tmp_path / "out.conll").tokens.numbers("head")
    assert heads.tolist() == apply(bundled("english.mrg"), transform).tokens.numbers("head").tolist()


def test_transforms_and_functions_do_the_same() -> None:
    treebank = bundled("english.mrg")
    assert apply(treebank, "to-lth(raw=true, coordination=flat)").equals(
        to_lth(treebank, raw=True, coordination="flat")
    )
    assert apply(treebank, "to-ud").equals(to_english_ud(treebank))


def test_dependencies_can_be_written_as_phrases(command: Command, tmp_path: Path) -> None:
    write(bundled("english.conllu"), tmp_path / "ud.conllu")
    names = (tmp_path / "ud.conllu", tmp_path / "out.mrg")
    status, _, _ = command("convert", *names, "-t", "to-constituents", "-t", "raise-crossing")
    assert status == 0
    assert read(tmp_path / "out.mrg")[0].brackets().startswith("(S (NP (DT The) (NN rain)) (VBD stopped)")


def test_a_style_that_does_not_exist_is_a_wrong_call(command: Command, penn: Path) -> None:
    status, _, said = command("convert", penn, "-:conllx", "-t", "to-lth(coordination=round)")
    assert status == 2
    assert "chain, flat, conjunction" in said


def test_trees_of_the_wrong_kind_are_a_wrong_call(command: Command, penn: Path) -> None:
    status, _, said = command("convert", penn, "-:brackets", "-t", "to-constituents")
    assert status == 2
    assert "there is no dependency tree" in said
