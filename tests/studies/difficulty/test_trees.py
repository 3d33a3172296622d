"""Training and test trees are treated alike, stand under one root, and are checked."""

from __future__ import annotations

import pytest

from treegauge import DataError, Treebank, UnknownNameError, bundled
from treegauge.formats.base import FORMATS, Input
from treegauge.studies.difficulty.trees import alike, grammar_of, one_root, remarks


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def roots(treebank: Treebank) -> list[str | None]:
    return [treebank.nodes.text("label")[int(first)] for first in treebank.nodes.offsets[:-1]]


@pytest.mark.parametrize(
    ("train", "test", "expected"),
    [
        ("(S (a x))", "(S (b x))", ["S", "S"]),
        ("(TOP (S (a x)))", "(TOP (X (b x)))", ["TOP", "TOP"]),
        ("(S (a x))", "(X (b x))", ["TOP", "TOP"]),
        ("(S (a x))", "(TOP (S (b x)))", ["TOP", "TOP"]),
        ("(S (a x))\n(X (a x))", "(S (b x))", ["TOP", "TOP", "TOP"]),
        ("(S (a x))", "(S (b x))\n(X (a x))", ["TOP", "TOP", "TOP"]),
        ("(ROOT (S (a x)))", "(S (b x))", ["TOP", "TOP"]),
    ],
)
def test_training_and_test_trees_have_one_root(train: str, test: str, expected: list[str]) -> None:
    assert roots(one_root([trees(train), trees(test)], ["a", "b"])) == expected


@pytest.mark.parametrize("place", [0, 1])
def test_a_treebank_without_trees_is_told_by_its_name(place: int) -> None:
    treebanks = [trees("(S (a x))"), trees("(S (a x))")]
    treebanks[place] = trees("")
    with pytest.raises(DataError, match=f"{'ab'[place]}: there are no constituency trees to measure"):
        one_root(treebanks, ["a", "b"])


def test_transforms_change_all_treebanks() -> None:
    found, specs = alike([trees("(S (A-1 (a x)))"), trees("(S (B-2 (a x)))")], ["strip-functions", "add-root"], 0)
    assert [treebank[0].brackets() for treebank in found] == ["(TOP (S (A (a x))))", "(TOP (S (B (a x))))"]
    assert specs == ["strip-functions", "add-root"]


@pytest.mark.parametrize("spec", ["prepare", "prepare(auto)", "prepare(name=auto)"])
def test_an_automatic_preparation_is_that_of_the_training_trees(spec: str) -> None:
    """The test trees alone would be prepared otherwise, or not at all."""
    english, odd = bundled("english.mrg"), trees("(Q (Q-1 (q x)) (-NONE- *))")
    (_, test), specs = alike([english, odd], [spec], 0)
    assert specs == ["prepare(penn)"]
    assert test[0].brackets() == "(TOP (Q (Q (q x))))"


def test_a_wrong_transform_is_told_before_any_work() -> None:
    with pytest.raises(UnknownNameError):
        alike([trees("(S (a x))")], ["sample(99)", "no-such-transform"], 0)


def test_a_seed_is_for_transforms_that_draw() -> None:
    treebank = trees("\n".join(f"(S (a x{number}))" for number in range(50)))
    first, again, other = (alike([treebank], ["shuffle"], seed)[0][0] for seed in (1, 1, 2))
    assert first.equals(again)
    assert not first.equals(other)


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("(S (A 0=a 2=c) (B 1=b))", "discbracket", "a discontinuous phrase; use raise-crossing first"),
        ("(S (A x) (B (b y)))\n(S (A ) (B (b y)))", "brackets", "without"),
    ],
)
def test_trees_without_a_grammar_are_told_with_what_to_do(text: str, format: str, message: str) -> None:
    with pytest.raises(DataError, match=rf"{message}.*; -t 'prepare\(auto\)' does all that a treebank needs"):
        grammar_of(trees(text, format))


def test_empty_elements_and_functions_are_remarked_on() -> None:
    found = remarks(trees("(S (NP-SBJ (-NONE- *)) (VP=1 (V x)))"))
    assert len(found) == 2
    assert found[0].startswith("1 empty elements are taken for words; -t 'prepare(auto)'")
    assert found[1].startswith("2 labels with functions (NP-SBJ) are taken as they are")


def test_prepared_trees_need_no_remark() -> None:
    assert remarks(alike([bundled("english.mrg")], ["prepare"], 0)[0][0]) == []
