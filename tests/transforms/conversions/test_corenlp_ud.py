"""The converter of CoreNLP as a transform, with the program itself where it is installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from treegauge import CallError, DataError, apply, bundled, read
from treegauge.core.errors import MissingParserError
from treegauge.programs.files import foreign_program, missing_files, program_files
from treegauge.programs.java import missing_java

FILES = program_files(foreign_program("stanford").files)
MISSING = missing_java(8) or missing_files(FILES, "stanford")
real = pytest.mark.skipif(MISSING is not None, reason=f"CoreNLP cannot run here: {MISSING}")


@real
def test_heads_and_relations_are_those_of_the_program_called_by_hand(tmp_path: Path) -> None:
    trees = bundled("english.mrg")
    (tmp_path / "trees").write_text("".join(f"{tree.brackets()}\n" for tree in trees), "utf-8")
    jars = ":".join(str(file.path) for file in FILES)
    call = ["java", "-cp", jars, "edu.stanford.nlp.trees.ud.UniversalDependenciesConverter", "-treeFile", "trees"]
    output = subprocess.run(call, cwd=tmp_path, capture_output=True, check=True, text=True, encoding="utf-8").stdout
    (tmp_path / "out.conllu").write_text(output, "utf-8")
    by_hand, converted = read(tmp_path / "out.conllu"), apply(trees, "corenlp-ud")
    assert converted.tokens.numbers("head").tolist() == by_hand.tokens.numbers("head").tolist()
    assert converted.tokens.text("deprel").decode() == by_hand.tokens.text("deprel").decode()


@real
def test_everything_else_is_kept_as_to_ud_keeps_it() -> None:
    trees = bundled("english.mrg")
    theirs, ours = apply(trees, "corenlp-ud"), apply(trees, "to-ud")
    assert theirs.nodes.equals(ours.nodes)
    assert theirs.sentences.equals(ours.sentences)
    for column in ("form", "tag"):
        assert theirs.tokens.text(column).equals(ours.tokens.text(column))
    assert apply(theirs, "corenlp-ud").equals(theirs)


@real
def test_a_label_that_it_removes_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg"
    path.write_text("( (S (NP (DT The) (NN dog)) (VP (VBD ran))))\n( (S (RM (NP (PRP I))) (VP (VBD ran))))\n")
    with pytest.raises(DataError, match=r"a\.mrg:2: corenlp-ud returned 1 word for 2"):
        apply(read(path), "corenlp-ud")


def test_trees_must_be_phrases() -> None:
    with pytest.raises(CallError, match="there is no constituency tree"):
        apply(bundled("english.conllu"), "corenlp-ud")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path))
    with pytest.raises(MissingParserError, match=r"corenlp-ud cannot run here: .*install"):
        apply(bundled("english.mrg"), "corenlp-ud")
