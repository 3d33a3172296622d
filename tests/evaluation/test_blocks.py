"""Scoring large files block by block."""

from __future__ import annotations

import gc
import re
import weakref
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import treegauge
from treegauge import Result, Treebank
from treegauge.core.parallel import jobs
from treegauge.core.types import Progress
from treegauge.evaluation.blocks import _compact, _joined_rows, score_in_blocks
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


@pytest.mark.parametrize("measure", ["mph(rules=ud)", "triples(labelled=true)"])
def test_measures_that_look_at_the_whole_are_not_taken_in_blocks(tmp_path: Path, measure: str) -> None:
    gold, test = pair(tmp_path)
    assert in_blocks(gold, test, measure) is None
    assert in_blocks(gold, test, measure.partition("(")[0]) is not None
    assert Parseval.separable


@pytest.mark.parametrize("lines", [7, 21, 64])
def test_all_measures_that_fit_give_what_whole_files_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    monkeypatch.setattr(blocks, "LINES_PER_BLOCK", lines)
    gold, test = pair(tmp_path)
    found = treegauge.score(gold, test, resamples=20)
    whole = treegauge.score(treegauge.read(gold), treegauge.read(test), resamples=20)
    assert [result.measure.name for result in found] == [result.measure.name for result in whole]
    assert {"triples", "mph", "exact-match"} <= {result.measure.name for result in found}
    assert all(result.gold is None for result in found)
    assert [result.row() for result in found] == [result.row() for result in whole]


@pytest.mark.parametrize(
    ("measure", "lines"),
    [
        # other tags of punctuation in the second half, which has fewer of them
        ("triples", ["(S (N a) (V b) (, ,) (. .))"] * 7 + ["(S (N a) (V b) ($. .))"] * 7),
        ("mph", ["(S (NP (N a) (A b)) (V b) (, ,) (. .))"] * 7 + ["(S (NP (N a) (A b)) (V b) ($. .))"] * 7),
        # functions in one half only
        (None, ["(S (NP-SBJ (N a) (A b)) (V c))"] * 7 + ["(S (NP (N a) (A b)) (V c))"] * 7),
        # tags in one half only
        ("exact-match", ["(S (N a) (V b))"] * 7 + ["(S a b)"] * 7),
    ],
)
def test_blocks_that_lead_to_different_choices_are_scored_as_a_whole(
    tmp_path: Path, measure: str | None, lines: list[str]
) -> None:
    for name in ("gold.mrg", "test.mrg"):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    gold, test = str(tmp_path / "gold.mrg"), str(tmp_path / "test.mrg")
    assert score_in_blocks(gold, [test], measure and [measure], None, Policy()) is None
    found = treegauge.score(gold, test, measure, resamples=0)
    whole = treegauge.score(treegauge.read(gold), treegauge.read(test), measure, resamples=0)
    assert str([result.row() for result in found]) == str([result.row() for result in whole])  # also where it is NaN


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


@pytest.mark.parametrize("measure", ["parseval", "leaf-ancestor"])
def test_parsers_compared_in_blocks_are_as_compared_whole(tmp_path: Path, measure: str) -> None:
    gold, test = pair(tmp_path)
    lines = Path(gold).read_text("utf-8").splitlines()
    other = Path(test).read_text("utf-8").splitlines()
    mixed = [lines[number] if number % 2 else line for number, line in enumerate(other)]
    mixed[10] = "(())"
    (tmp_path / "mixed.mrg").write_text("\n".join(mixed) + "\n", "utf-8")
    files = {"a": test, "b": str(tmp_path / "mixed.mrg")}
    assert score_in_blocks(gold, list(files.values()), [measure], None, Policy()) is not None
    with pytest.warns(treegauge.TreegaugeWarning, match="1 gold sentence has no parse"):
        found = treegauge.compare(gold, files, measure, resamples=50)
    with pytest.warns(treegauge.TreegaugeWarning, match="1 gold sentence has no parse"):
        whole = treegauge.compare(
            treegauge.read(gold), {name: treegauge.read(file) for name, file in files.items()}, measure, resamples=50
        )
    assert [row.row() for row in found] == [row.row() for row in whole]


def test_sentences_without_a_parse_are_numbered_through(tmp_path: Path) -> None:
    gold, test = pair(tmp_path)
    lines = Path(test).read_text("utf-8").splitlines()
    lines[3] = lines[40] = "(())"
    Path(test).write_text("\n".join(lines) + "\n", "utf-8")
    found, whole = in_blocks(gold, test), treegauge.score
    assert found is not None
    with pytest.warns(treegauge.TreegaugeWarning, match="2 gold sentences have no parse"):
        (expected,) = whole(treegauge.read(gold), treegauge.read(test), "parseval", resamples=0)
    assert found[0].row() == expected.row()
    assert found[0].unparsed.tolist() == expected.unparsed.tolist() == [3, 40]


def test_a_sentence_that_is_in_another_block_is_found(tmp_path: Path) -> None:
    gold, test = pair(tmp_path)
    lines = Path(test).read_text("utf-8").splitlines()
    lines[3], lines[40] = lines[40], lines[3]
    Path(test).write_text("\n".join(lines) + "\n", "utf-8")
    assert in_blocks(gold, test) is None
    with pytest.warns(treegauge.TreegaugeWarning, match="2 sentences are at other places"):
        (result,) = treegauge.score(gold, test, "parseval", resamples=0)
    assert len(result.compared) == len(lines)


@pytest.mark.slow
@pytest.mark.parametrize("lines", [3, 21])
def test_the_number_of_trees_in_memory_does_not_grow_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    gold, test = pair(tmp_path)
    monkeypatch.setattr(blocks, "LINES_PER_BLOCK", lines)
    alive: weakref.WeakSet[Treebank] = weakref.WeakSet()
    most: list[int] = []
    read = blocks.Blocks.read

    def watched(self: blocks.Blocks, number: int) -> Treebank | None:
        treebank = read(self, number)
        if treebank is not None:
            alive.add(treebank)
        gc.collect()
        most.append(len(alive))
        return treebank

    monkeypatch.setattr(blocks.Blocks, "read", watched)
    with jobs(1):
        results = treegauge.compare(gold, [test, gold], "parseval", resamples=20)
    assert len(most) > 3 * 64 // lines
    assert max(most) <= 4  # gold and the test files of one block, and one that is about to be removed
    assert results


@pytest.mark.parametrize("window", [64, 200, 1 << 20])
def test_where_a_file_is_cut_does_not_depend_on_the_pieces_it_is_read_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    text = "(S (A a)\n  (B b))\n\n(S (A a)) (S (B b))\n" * 20 + "(S (A a))"
    (tmp_path / "file.mrg").write_text(text)
    monkeypatch.setattr(blocks, "_WINDOW", window)
    found = blocks.find_blocks(str(tmp_path / "file.mrg"))
    assert found is not None
    pieces = [text[begin:end] for begin, end in pairwise(found.places.tolist())]
    assert "".join(pieces) == text
    assert found.lines.tolist() == [text[:place].count("\n") for place in found.places.tolist()[:-1]]
    assert [piece.count("))\n") for piece in pieces[:-1]] == [7] * (len(pieces) - 1)


@pytest.mark.parametrize("lines", [1, 3, 50, 5_000])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_result_depends_neither_on_the_blocks_nor_on_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: int, threads: int
) -> None:
    gold, test = pair(tmp_path)
    monkeypatch.setattr(blocks, "LINES_PER_BLOCK", lines)
    with jobs(threads):
        found = treegauge.score(gold, test, "parseval", resamples=20)
    whole = treegauge.score(treegauge.read(gold), treegauge.read(test), "parseval", resamples=20)
    assert found[0].gold is None
    assert found[0].row() == whole[0].row()
    np.testing.assert_array_equal(found[0].rows, whole[0].rows)


def test_counts_are_kept_in_half_precision_only_where_that_is_exact() -> None:
    assert _compact(np.array([[2048.0, np.nan]])).dtype == np.float16
    assert _compact(np.array([[2049.0]])).dtype == np.float32
    assert _compact(np.array([[70000.0]])).dtype == np.float32
    assert _compact(np.array([[0.1]])).dtype == np.float64
    assert _joined_rows([np.ones((2, 1), np.float16), np.ones((2, 1), np.float16)]).dtype == np.float32


def dependencies(folder: Path, format: str = "conllu") -> tuple[str, str]:
    """Gold, and the same with some heads changed to the root."""
    gold = treegauge.bundled("english.conllu")
    head = gold.tokens.numbers("head").copy()
    root = np.zeros(len(gold), np.int32)
    root[gold.tokens.sentence[head == -1]] = (np.arange(len(head)) - gold.tokens.start)[head == -1]
    changed = np.flatnonzero((head >= 0) & (np.arange(len(head)) % 7 == 0))
    head[changed] = root[gold.tokens.sentence[changed]]
    test = gold.replace(tokens=gold.tokens.replace(head=head))
    return written(folder, f"gold.{format}", gold), written(folder, f"test.{format}", test)


@pytest.mark.parametrize("format", ["conllu", "conllx", "conll09"])
@pytest.mark.parametrize("measure", [None, "attachment", "ud", "attachment(punctuation=upos)"])
def test_conll_files_in_blocks_give_what_whole_files_give(tmp_path: Path, format: str, measure: str | None) -> None:
    if measure == "ud" and format != "conllu":
        return
    gold, test = dependencies(tmp_path, format)
    assert score_in_blocks(gold, [test], measure and [measure], None, Policy()) is not None
    found = treegauge.score(gold, test, measure, resamples=20)
    whole = treegauge.score(treegauge.read(gold), treegauge.read(test), measure, resamples=20)
    assert found[0].gold is None
    assert [result.row() for result in found] == [result.row() for result in whole]


def test_conll_parsers_compared_in_blocks_are_as_compared_whole(tmp_path: Path) -> None:
    gold, test = dependencies(tmp_path)
    files = {"a": test, "b": gold}
    found = treegauge.compare(gold, files, resamples=20)
    whole = treegauge.compare(
        treegauge.read(gold), {name: treegauge.read(file) for name, file in files.items()}, resamples=20
    )
    assert [row.row() for row in found] == [row.row() for row in whole]


def test_blocks_of_conll_know_their_lines(tmp_path: Path) -> None:
    gold, _ = dependencies(tmp_path)
    found = blocks.find_blocks(gold)
    assert found is not None
    whole = treegauge.read(gold)
    parts = [part for part in (found.read(number) for number in range(len(found))) if part is not None]
    assert len(parts) > 3
    assert [part.where(number) for part in parts for number in range(len(part))] == [
        whole.where(number) for number in range(len(whole))
    ]
    lines = (Path(gold).read_text("utf-8") * 5).split("\n")
    place = len(lines) - 3
    lines[place] = "one field"
    Path(gold).write_text("\n".join(lines), "utf-8")
    with pytest.raises(treegauge.FormatError, match=f"gold.conllu:{place + 1}:"):
        in_blocks(gold, gold, "attachment")


@pytest.mark.parametrize("window", [300, 1 << 20])
def test_empty_lines_do_not_matter_where_conll_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    row = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    text = "\n" + (row + "\n" + "# text = a\n" + row) * 20
    (tmp_path / "file.conllu").write_text(text)
    monkeypatch.setattr(blocks, "_WINDOW", window)
    found = blocks.find_blocks(str(tmp_path / "file.conllu"))
    assert found is not None
    sizes = [len(part) for part in map(found.read, range(len(found))) if part is not None]
    assert sizes == [7] * 5 + [5]
    assert found.lines.tolist() == [text[:place].count("\n") for place in found.places.tolist()[:-1]]


def test_ids_at_other_places_are_found_in_the_whole_files(tmp_path: Path) -> None:
    gold, test = dependencies(tmp_path)
    moved = re.sub("(?<== )en-0[23]", lambda id: {"en-02": "en-03", "en-03": "en-02"}[id[0]], Path(test).read_text())
    Path(test).write_text(moved)
    assert in_blocks(gold, test, "attachment") is not None  # the same words in the same order
    Path(test).write_text(re.sub(r"(?m)^2\t\S+", r"2\tother", moved, count=1))
    assert in_blocks(gold, test, "attachment") is None
