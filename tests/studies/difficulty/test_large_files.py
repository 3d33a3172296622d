"""A large file is measured block by block: the same grammar and the same figures, to the last digit."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from treegauge import Treebank, apply, bundled, concatenate, difficulties, difficulty, read, write
from treegauge.core.errors import DataError
from treegauge.formats import blocks
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.induction import count_rules, induce, root_of, rooted
from treegauge.models.grammars.merging import GrammarSum


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "SMALLEST_FILE", 0)
    monkeypatch.setattr(blocks, "LINES_PER_BLOCK", 7)


def file_of(folder: Path, *steps: str) -> str:
    write(apply(bundled("english.mrg"), ["remove-empties", *steps]), folder / "gold.mrg")
    return str(folder / "gold.mrg")


def merged(treebank: Treebank, size: int) -> str:
    total = GrammarSum()
    top = root_of(treebank) is None
    for start in range(0, len(treebank), size):
        part = read_again(treebank[start : start + size])
        labels = part.nodes.text("label").compact().values
        total.add(count_rules(apply(part, "add-root") if top else part), labels)
    return total.grammar().to_text()


def read_again(treebank: Treebank) -> Treebank:
    """As a block of a file is read: its strings are in the order of their first use."""
    out, format = io.BytesIO(), FORMATS.get("brackets")
    assert format.read is not None
    write(treebank, out, "brackets")
    return format.read(Input(out.getvalue(), "block"))


@pytest.mark.parametrize("steps", [(), ("remove-root",), ("strip-functions",)], ids=str)
@pytest.mark.parametrize("size", [1, 7, 100])
def test_the_grammars_of_blocks_add_up_in_the_same_order(steps: tuple[str, ...], size: int) -> None:
    treebank = read_again(apply(bundled("english.mrg"), ["remove-empties", *steps]))
    assert merged(treebank, size) == induce(treebank).to_text()


@pytest.mark.parametrize("protocol", ["train", "loo"])
@pytest.mark.parametrize("steps", [(), ("remove-root",)], ids=str)
def test_figures_and_remarks_are_those_of_the_whole_file(tmp_path: Path, protocol: str, steps: tuple[str, ...]) -> None:
    path = file_of(tmp_path, *steps)
    (there,) = difficulties([path], protocol=protocol, max_length=20)
    (here,) = difficulties([path], plain=False, protocol=protocol, max_length=20)
    assert repr(there.row) == repr(here.row)
    assert there.remarks == here.remarks
    assert any("labels with functions" in remark for remark in here.remarks)


def test_only_a_part_of_the_file_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_of(tmp_path)
    sizes: list[int] = []
    whole = blocks.Blocks.read

    def watched(self: blocks.Blocks, number: int) -> Treebank | None:
        part = whole(self, number)
        sizes.append(len(part or ()))
        return part

    monkeypatch.setattr(blocks.Blocks, "read", watched)
    difficulties([path])
    assert max(sizes) == 7
    assert sum(sizes) == 2 * len(read(path))


def test_some_trees_without_the_root_of_the_others_get_one(tmp_path: Path) -> None:
    with_root = apply(bundled("english.mrg"), ["remove-empties", "add-root"])
    write(concatenate([with_root, apply(with_root, "remove-root")]), tmp_path / "mixed.mrg")
    path = str(tmp_path / "mixed.mrg")
    (there,) = difficulties([path])
    assert there.row == difficulty(rooted(read(path)), name=path).row()


def test_trees_that_no_grammar_can_have_are_the_same_error(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    with open(path, "a", encoding="utf-8") as file:
        file.write("(S (NP ) (VBZ is))\n")
    messages = []
    for plain in (True, False):
        with pytest.raises(DataError) as error:
            difficulties([path], plain=plain)
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert "does all that a grammar needs" in messages[0]
