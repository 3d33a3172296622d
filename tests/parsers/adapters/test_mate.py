"""The adapter to mate-tools, with the program itself where it is installed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from by_hand import TEST, TRAIN, arcs, check_odd_words, columns, run

from treegauge import DataError, Treebank, write
from treegauge.parsers.adapters.mate import Mate, MateModel

MISSING = Mate().missing()
MAIN = "is2.parser.Parser"
real = pytest.mark.skipif(MISSING is not None, reason=f"mate cannot run here: {MISSING}")
SMALL = Mate(iterations=2, hash_size=1_000_003)


@pytest.fixture(scope="module")
def model() -> MateModel:
    trained = SMALL.train(TRAIN)
    assert isinstance(trained, MateModel)
    return trained


def predicted(treebank: Treebank) -> Treebank:
    """Trees whose predicted columns are those that the program is to use."""
    tokens = treebank.tokens
    columns = {f"p{name}": tokens.text(name) for name in ("lemma", "tag", "feats")}
    return treebank.replace(tokens=tokens.replace(**columns))


@real
@pytest.mark.parametrize("decoding", ["non-projective", pytest.param("projective", marks=pytest.mark.slow)])
def test_trees_are_those_of_the_program(tmp_path: Path, decoding: str) -> None:
    write(predicted(TRAIN), tmp_path / "train.conll09")
    write(predicted(TEST), tmp_path / "test.conll09")
    kind = ["-decode", "proj" if decoding == "projective" else "non-proj"]
    run(SMALL, tmp_path, MAIN, "-train", "train.conll09", "-model", "m", "-i", "2", "-hsize", "1000003", *kind)
    run(SMALL, tmp_path, MAIN, "-test", "test.conll09", "-model", "m", "-out", "out")
    parser = Mate(iterations=2, hash_size=1_000_003, decoding=decoding)  # type: ignore[arg-type]
    assert arcs(parser.train(TRAIN).parse(TEST).trees) == columns(tmp_path / "out", 9, 11)


@real
@pytest.mark.slow
def test_odd_words_long_and_empty_sentences(model: MateModel) -> None:
    check_odd_words(model)


@real
def test_a_saved_model_may_have_any_name(tmp_path: Path, model: MateModel) -> None:
    path = tmp_path / "-a 'b'; ä.model"
    model.save(path)
    assert Mate().load(path).parse(TEST[:4]).trees.equals(model.parse(TEST[:4]).trees)


def test_another_file_is_not_a_model(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.mate", "w") as file:
        file.writestr("other", "x")
    (tmp_path / "b.mate").write_bytes(b"PK\x03\x04")
    for name in ("a.mate", "b.mate"):
        with pytest.raises(DataError, match=rf"{name}' is not a model of mate, or it is damaged"):
            Mate().load(tmp_path / name)


@real
def test_what_is_not_a_parsers_model_inside_is_reported(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.mate", "w") as file:
        file.writestr("data", b"\xff" * 100)
    with pytest.raises(DataError, match="mate failed at sentence 1"):
        Mate().load(tmp_path / "m.mate").parse(TEST)


@real
def test_too_little_memory_is_reported() -> None:
    with pytest.raises(DataError, match=r"Java ran out of memory; give it more: mate\(memory=8g\)"):
        Mate(memory="100m", iterations=1).train(TRAIN[:2])
