"""Scoring large files block by block."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import treegauge
from treegauge import Result, Treebank
from treegauge.core.types import Progress
from treegauge.evaluation.blocks import score_in_blocks
from treegauge.evaluation.choosing import Policy
from treegauge.formats import blocks
from treegauge.measures.parseval import Parseval


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "SMALLEST_FILE", 0)
    monkeypatch.setattr(blocks, "LINES_PER_BLOCK", 7)


def written(folder: Path, name: str, treebank: Treebank) -> str:
    path = str(folder / name)
    treegauge.write(treebank, path)
    return path


def pair(folder: Path) -> tuple[str, str]:
    sides = (
        treegauge.apply(treegauge.bundled(name), ["remove-empties"]) for name in ("english.mrg", "english.parsed.mrg")
    )
    gold, test = (written(folder, name, side) for name, side in zip(("gold.mrg", "test.mrg"), sides, strict=True))
    return gold, test


def in_blocks(gold: str, test: str, measure: str = "parseval", progress: Progress | None = None) -> list[Result] | None:
    results = score_in_blocks(gold, [test], [measure], None, Policy(), progress=progress)
    return None if results is None else results[0]


@pytest.mark.parametrize("measure", ["parseval", "leaf-ancestor"])
def test_blocks_give_what_whole_files_give(tmp_path: Path, measure: str) -> None:
    gold, test = pair(tmp_path)
    broken = Path(test).read_text("utf-8").splitlines()
    broken[40] = "(S (X other))"
    Path(test).write_text("\n".join(broken) + "\n", "utf-8")
    assert in_blocks(gold, test, measure) is not None
    found = treegauge.score(gold, test, measure, resamples=50, seed=3)
    whole = treegauge.score(treegauge.read(gold), treegauge.read(test), measure, resamples=50, seed=3)
    assert found[0].gold is None
    assert [result.row() for result in found] == [result.row() for result in whole]
    np.testing.assert_array_equal(found[0].rows, whole[0].rows)
    assert [sentence.sentence for sentence in found[0].left_out] == [41]


def test_trees_over_several_lines_can_be_cut(tmp_path: Path) -> None:
    text = "( (S\n    (NP (D a) (N b))\n    (VP (V c))))\n"
    for name in ("gold.mrg", "test.mrg"):
        (tmp_path / name).write_text(text * 30)
    found = blocks.find_blocks(str(tmp_path / "gold.mrg"))
    assert found is not None
    assert len(found) == 5
    read = [found.read(number) for number in range(len(found))]
    assert [len(block) for block in read if block is not None] == [7, 7, 7, 7, 2]
    assert read[1] is not None
    assert read[1].where(0).endswith("gold.mrg:22")
    results = in_blocks(str(tmp_path / "gold.mrg"), str(tmp_path / "test.mrg"))
    assert results is not None
    assert results[0].scores["f1"] == 100.0


def test_an_error_in_a_block_names_the_line_of_the_file(tmp_path: Path) -> None:
    lines = ["(S (A a))"] * 30
    lines[20] = "(S (A a)) junk"
    for name in ("gold.mrg", "test.mrg"):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    with pytest.raises(treegauge.FormatError, match=r"gold.mrg:21:"):
        in_blocks(str(tmp_path / "gold.mrg"), str(tmp_path / "test.mrg"))


@pytest.mark.parametrize(
    ("gold", "test"),
    [
        ("(S (A a))\n" * 9, "(S (A a)) (S (A a))\n" * 9),  # other sentences on the same lines
        ("(S (A a))\n" * 9, "(S (A a))\n" * 8),
        ("# comment\n(S (A a))\n", "(S (A a))\n"),
        ("(S (A a)\n(S (A a))\n" * 9, "(S (A a))\n" * 18),  # brackets that do not match: one block, and its error
    ],
)
def test_files_that_do_not_go_together_are_not_taken_in_blocks(tmp_path: Path, gold: str, test: str) -> None:
    (tmp_path / "gold.mrg").write_text(gold)
    (tmp_path / "test.mrg").write_text(test)
    try:
        found = in_blocks(str(tmp_path / "gold.mrg"), str(tmp_path / "test.mrg"))
    except treegauge.FormatError:
        return
    assert found is None or len(found[0].rows) == gold.count("(S")


def test_measures_that_look_at_the_whole_are_not_taken_in_blocks(tmp_path: Path) -> None:
    gold, test = pair(tmp_path)
    assert in_blocks(gold, test, "mph") is None
    assert Parseval.separable


def test_other_formats_and_text_that_is_not_utf8_are_left_to_the_reader(tmp_path: Path) -> None:
    assert blocks.find_blocks(written(tmp_path, "gold.export", treegauge.bundled("german.export"))) is None
    (tmp_path / "latin.mrg").write_bytes("(S (A ä))\n".encode("latin-1") * 9)
    found = blocks.find_blocks(str(tmp_path / "latin.mrg"))
    assert found is not None
    assert found.read(0) is None
    assert in_blocks(str(tmp_path / "latin.mrg"), str(tmp_path / "latin.mrg")) is None


def test_progress_is_reported(tmp_path: Path) -> None:
    gold, test = pair(tmp_path)
    told: list[tuple[int, int]] = []
    in_blocks(gold, test, progress=lambda done, total: told.append((done, total)))
    assert sorted(told)[-1] == (10, 10)
