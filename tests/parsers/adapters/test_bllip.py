"""The adapter to the BLLIP parser: the trees of the program itself, where it is installed.

Training needs programs of its source code as well; the variable BLLIP_TRAINER names their folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from small_treebanks import brackets, tagged, trees

from treegauge import CallError, DataError, Text, Treebank, apply, bundled, parse
from treegauge.core.errors import MissingFileError
from treegauge.parsers.adapters._bllip_training import find_trainer
from treegauge.parsers.adapters.bllip import Bllip, BllipModel
from treegauge.testing import check_parser

MISSING = Bllip().missing() or (
    None if find_trainer(None) else "BLLIP_TRAINER does not name the programs that train it"
)
real = pytest.mark.skipif(MISSING is not None, reason=f"the BLLIP parser cannot be trained here: {MISSING}")
SENTENCES = 58  # of the bundled trees, to learn from
TUNING = (9, 19, 39, 49)  # one of ten, but not 29, which has a label that no other tree has
BY_HAND = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
from bllipparser import RerankingParser
parser = RerankingParser()
parser.load_parser_model(sys.argv[2])
for words, tags in json.loads(sys.argv[3]):
    parses = parser.parse_tagged(words, dict(enumerate(tags))) if tags else parser.parse(words)
    print(parses[0].ptb_parse)
"""


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties"])


@pytest.fixture(scope="module")
def model(treebank: Treebank) -> BllipModel:
    trained = Bllip().train(treebank[:SENTENCES])
    assert isinstance(trained, BllipModel)
    return trained


@pytest.fixture(scope="module")
def folder(treebank: Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that the script trainParser made, called by hand."""
    places = find_trainer(None)
    assert places is not None
    programs, static = places
    work = tmp_path_factory.mktemp("by hand")
    target = work / "model"
    target.mkdir()
    for file in [*static.glob("featInfo.*"), *(static / name for name in ("bugFix.txt", "headInfo.txt", "terms.txt"))]:
        (target / file.name).write_bytes(file.read_bytes())
    printed = [tree.replace("( ", "(S1 ", 1) for tree in brackets(treebank[:SENTENCES])]
    parts = {
        "train": [tree for number, tree in enumerate(printed) if number not in TUNING],
        "tune": [printed[number] for number in TUNING],
    }
    for name, part in parts.items():
        (work / name).write_text("".join(f"{tree}\n" for tree in part), "utf-8")
    call = ["bash", str(programs / "trainParser"), "-parser", "-En", "model", "train", "tune"]
    subprocess.run(call, cwd=work, check=True, capture_output=True)
    return target


def by_hand(folder: Path, test: Treebank, *, tags: bool = False) -> list[str]:
    words, given = test.tokens.text("form").decode(), test.tokens.text("tag").decode()
    spans = list(pairwise(test.tokens.offsets.tolist()))
    sentences = [(words[begin:end], given[begin:end] if tags else None) for begin, end in spans]
    packages = [str(file.path) for file in Bllip().files]
    call = [sys.executable, "-c", BY_HAND, json.dumps(packages), folder.name, json.dumps(sentences)]
    return subprocess.run(call, cwd=folder.parent, check=True, capture_output=True, text=True).stdout.splitlines()


@real
@pytest.mark.slow
def test_a_model_is_that_of_the_script_called_by_hand(model: BllipModel, folder: Path, tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(model.path) as archive:
        archive.extractall(tmp_path)
    names = {path.name for path in folder.iterdir()}
    assert {path.name for path in tmp_path.iterdir()} == names
    for name in names - {"terms.txt"}:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


@real
@pytest.mark.slow
@pytest.mark.parametrize("tags", [False, True])
def test_trees_are_those_of_the_program_called_by_hand(treebank: Treebank, folder: Path, tags: bool) -> None:
    test = treebank[SENTENCES:]
    parses = parse(None, test, Bllip(model_folder=str(folder), tags="given" if tags else "own"))
    assert not parses.unparsed
    assert brackets(parses.trees) == by_hand(folder, test, tags=tags)


@real
def test_a_folder_and_one_file_are_the_same_model(model: BllipModel, treebank: Treebank, tmp_path: Path) -> None:
    import zipfile

    test = treebank[SENTENCES:]
    place = tmp_path / "-a 'b\"; ü"
    with zipfile.ZipFile(model.path) as archive:
        archive.extractall(place)
    from_folder = Bllip().load(place)
    assert Bllip().is_saved(place)
    from_folder.save(tmp_path / "ü.bllip")
    expected = brackets(model.parse(test).trees)
    assert brackets(from_folder.parse(test).trees) == expected
    assert brackets(Bllip().load(tmp_path / "ü.bllip").parse(test).trees) == expected


@real
def test_odd_words_and_sentences_without_words_or_too_long(model: BllipModel) -> None:
    odd = ["(", ")", "😀", "a b", "a\tb", "a\u00a0b", "\u2028", "", "@"]
    sentences = tagged(" ".join(["x"] * len(odd)), "", " ".join(["x"] * 400), "x")
    forms = Text.of([*odd, *["x"] * 400, "dog"])
    parses = model.parse(sentences.replace(tokens=sentences.tokens.replace(form=forms, tag=None)))
    assert parses.trees.tokens.text("form").equals(forms)
    reasons = {sentence.sentence: sentence.reason for sentence in parses.unparsed}
    assert reasons[2] == "no words"
    assert reasons[3] == "Sentence is too long (400 tokens, must be under 399)"
    assert 4 not in reasons


@real
def test_a_crash_costs_one_sentence(
    model: BllipModel, treebank: Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from treegauge.parsers.adapters import _bllip_worker

    worker = tmp_path / "worker.py"
    crash = 'if words == ["CRASH"]:\n        import os, signal\n        os.kill(os.getpid(), signal.SIGSEGV)\n    try:'
    worker.write_text(Path(_bllip_worker.__file__).read_text("utf-8").replace("try:", crash, 1), "utf-8")
    monkeypatch.setattr(_bllip_worker, "__file__", str(worker))
    sentences = trees("( (S (NP (DT The) (NN rain)) (VP (VBD stopped)) (. .)))\n( (S (X CRASH)))\n")[[0, 1, 0]]
    parses = model.parse(sentences)
    assert [(one.sentence, one.reason) for one in parses.unparsed] == [(2, "the BLLIP parser crashed (signal 11)")]
    assert brackets(parses.trees)[2] == brackets(parses.trees)[0]


@real
@pytest.mark.slow
def test_it_passes_the_checks_for_parsers() -> None:
    check_parser("bllip", predicts_tags=True)


@real
def test_a_reranker_that_is_not_there_is_an_error(model: BllipModel, treebank: Treebank) -> None:
    with pytest.raises(CallError, match="has no reranker"):
        BllipModel(model.path, Bllip(rerank=True)).parse(treebank[:1])


def test_without_the_programs_that_train_the_error_says_how_to_get_them(
    treebank: Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BLLIP_TRAINER", raising=False)
    with pytest.raises(CallError, match=r"not in its Python package; get the source code .*bllip\(trainer=FOLDER\)"):
        Bllip().learn(treebank, None, tmp_path)
    with pytest.raises(CallError, match="does not have the programs that train"):
        Bllip(trainer=str(tmp_path)).learn(treebank, None, tmp_path)
    with pytest.raises(CallError, match="bllip has no model of its own"):
        Bllip().trained()


def test_what_is_not_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.bllip").write_bytes(b"text")
    with pytest.raises(DataError, match=r"is not a model of the BLLIP parser: .*; get it again"):
        Bllip().load(tmp_path / "x.bllip")
    with pytest.raises(DataError, match=r"is not the folder of a model of the BLLIP parser: it has no pSgT\.txt"):
        Bllip().load(tmp_path)
    with pytest.raises(MissingFileError):
        Bllip().load(tmp_path / "nothing.bllip")


def test_what_it_cannot_learn_from_is_refused() -> None:
    with pytest.raises(CallError, match="without empty elements; use -t remove-empties"):
        Bllip().check_treebank(trees("( (S (NP (-NONE- *)) (VP (V b))))"))
