"""Model files that earlier versions of treegauge wrote can still be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from treegauge import (
    apply,
    bundled,
    induce,
    learn_functions,
    read_functions,
    read_grammar,
    write_functions,
    write_grammar,
)
from treegauge.models.transitions.parser import learn_parser
from treegauge.models.transitions.storage import read_parser, write_parser

OLD = Path(__file__).parent / "files_of_0_1"  # learned from the first three trees of the bundled treebanks


def test_a_function_tagger_of_an_earlier_version() -> None:
    trees = bundled("english.mrg")[:3]
    old, new = read_functions(OLD / "small.functions"), learn_functions(trees, iterations=2, minimum=4)
    assert old.classes == new.classes
    assert old.tag(trees).equals(new.tag(trees))


def test_a_parser_of_an_earlier_version() -> None:
    trees = bundled("english.conllu")[:3]
    old = read_parser(OLD / "small.parser")
    new = learn_parser(trees, "arc-eager", iterations=2, minimum=4)
    assert old.options == new.options
    (old_heads, old_relations), (new_heads, new_relations) = old.parse(trees), new.parse(trees)
    assert old_heads.tolist() == new_heads.tolist()
    assert old_relations.decode() == new_relations.decode()


def test_a_grammar_of_an_earlier_version() -> None:
    trees = apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])[:3]
    assert read_grammar(OLD / "small.npz").to_text() == induce(trees, words=True).to_text()


@pytest.mark.parametrize("compressed", ["", ".gz", ".xz"])
def test_all_models_can_be_compressed(compressed: str, tmp_path: Path) -> None:
    path = tmp_path / f"model{compressed}"
    write_functions(read_functions(OLD / "small.functions"), path)
    assert read_functions(path).templates == read_functions(OLD / "small.functions").templates
    write_parser(read_parser(OLD / "small.parser"), path)
    assert read_parser(path).relations.list == read_parser(OLD / "small.parser").relations.list
    write_grammar(read_grammar(OLD / "small.npz"), tmp_path / f"model.npz{compressed}")
    assert read_grammar(tmp_path / f"model.npz{compressed}").to_text() == read_grammar(OLD / "small.npz").to_text()
