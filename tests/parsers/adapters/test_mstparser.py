"""The adapter to MSTParser, with the program itself where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from by_hand import TEST, TRAIN, arcs, check_odd_words, columns, put_trees, run

from treegauge import DataError
from treegauge.parsers.adapters.mstparser import MSTParser, MSTParserModel

MISSING = MSTParser().missing()
MAIN = "mstparser.DependencyParser"
real = pytest.mark.skipif(MISSING is not None, reason=f"MSTParser cannot run here: {MISSING}")
SETTINGS = [
    pytest.param(1, "projective"),
    pytest.param(2, "non-projective"),
    pytest.param(1, "non-projective", marks=pytest.mark.slow),
    pytest.param(2, "projective", marks=pytest.mark.slow),
]


@pytest.fixture(scope="module")
def model() -> MSTParserModel:
    trained = MSTParser(iterations=2).train(TRAIN)
    assert isinstance(trained, MSTParserModel)
    return trained


@real
@pytest.mark.slow
@pytest.mark.parametrize(("order", "decoding"), SETTINGS)
def test_trees_are_those_of_the_program(tmp_path: Path, order: int, decoding: str) -> None:
    kind = {"projective": "proj", "non-projective": "non-proj"}[decoding]
    put_trees(tmp_path, "conllx")
    options = ["format:CONLL", f"order:{order}", f"decode-type:{kind}"]
    parser = MSTParser(order=order, decoding=decoding, iterations=2)  # type: ignore[arg-type]
    run(parser, tmp_path, MAIN, "train", "train-file:train.conllx", "model-name:m", "iters:2", "training-k:1", *options)
    run(parser, tmp_path, MAIN, "test", "model-name:m", "test-file:test.conllx", "output-file:out", *options)
    assert arcs(parser.train(TRAIN).parse(TEST).trees) == columns(tmp_path / "out", 6, 7)


@real
def test_a_model_knows_its_order(tmp_path: Path, model: MSTParserModel) -> None:
    second = MSTParser(order=2, iterations=1).train(TRAIN[:5])
    second.save(tmp_path / "a: 'b'; ä.mst")
    loaded = MSTParser(iterations=1).load(tmp_path / "a: 'b'; ä.mst")
    assert loaded.spec == second.spec == "mstparser(order=2,decoding=projective,iterations=1,training_k=1)"
    assert loaded.parse(TEST[:3]).trees.equals(second.parse(TEST[:3]).trees)
    assert model.parser.order == 1


@real
def test_the_trove_of_maven_needs_one_other_byte(tmp_path: Path) -> None:
    """With the jar as it is, MSTParser takes each new feature for feature 0 and stops; see the docs."""
    put_trees(tmp_path, "conllx", TRAIN[:5])
    folder, *jars = MSTParser().classes(tmp_path)
    (changed,) = folder.rglob("*.class")
    with zipfile.ZipFile(jars[-1]) as jar:
        pairs = zip(jar.read(changed.relative_to(folder).as_posix()), changed.read_bytes(), strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]] == [(0x03, 0x02)]  # iconst_0, iconst_m1
    shutil.rmtree(folder / "gnu")
    call = ["train", "train-file:train.conllx", "model-name:m", "iters:1", "format:CONLL"]
    paths = ":".join(map(str, jars))
    done = subprocess.run(
        ["java", "-cp", paths, MAIN, *call], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "Exception" in done.stderr


@real
@pytest.mark.slow
def test_odd_words_long_and_empty_sentences(model: MSTParserModel) -> None:
    check_odd_words(model)


@real
def test_progress_of_training_counts_iterations(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []
    MSTParser(iterations=3).learn(TRAIN[:6], lambda *done: reported.append(done), tmp_path)
    assert reported
    assert reported == sorted(reported)
    assert {total for _, total in reported} == {3}


@pytest.mark.parametrize("content", [b"", b"text", b"\xac\xed\x00\x05sr\x00\x0fedu.stanford.nlp"])
def test_another_file_is_not_a_model(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.mst").write_bytes(content)
    with pytest.raises(DataError, match=r"m.mst' is not a model of MSTParser"):
        MSTParser().load(tmp_path / "m.mst")


@real
def test_a_damaged_model_is_reported(tmp_path: Path, model: MSTParserModel) -> None:
    (tmp_path / "m.mst").write_bytes(model.path.read_bytes()[:5000])
    with pytest.raises(DataError, match=r"mstparser failed at sentence 1 .*: java.io.EOFException"):
        MSTParser().load(tmp_path / "m.mst").parse(TEST)


@real
def test_too_little_memory_is_reported(model: MSTParserModel) -> None:
    with pytest.raises(DataError, match=r"Java ran out of memory; give it more: mstparser\(memory=8g\)"):
        MSTParser(memory="3m").model_in(model.path).parse(TEST)
