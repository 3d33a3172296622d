"""Training and test trees have one root, and are checked."""

from __future__ import annotations

import pytest

from treegauge import DataError, Treebank, apply, bundled
from treegauge.formats.base import FORMATS, Input
from treegauge.studies.difficulty.trees import grammar_of, oddities, one_root


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
def test_a_treebank_without_trees_is_named_in_the_error(place: int) -> None:
    treebanks = [trees("(S (a x))"), trees("(S (a x))")]
    treebanks[place] = trees("")
    with pytest.raises(DataError, match=f"{'ab'[place]}: there are no constituency trees to measure"):
        one_root(treebanks, ["a", "b"])


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("(S (A 0=a 2=c) (B 1=b))", "discbracket", "a discontinuous phrase; use raise-crossing first"),
        ("(S (A x) (B (b y)))\n(S (A ) (B (b y)))", "brackets", "without"),
    ],
)
def test_the_error_for_trees_without_a_grammar_says_what_to_do(text: str, format: str, message: str) -> None:
    with pytest.raises(DataError, match=rf"{message}.*; -t 'prepare\(auto\)' does all that a grammar needs"):
        grammar_of(trees(text, format))


def test_empty_elements_and_functions_are_remarked_on() -> None:
    found = oddities(trees("(S (NP-SBJ (-NONE- *)) (VP=1 (V x)))")).remarks()
    assert len(found) == 2
    assert found[0].startswith("empty elements counted as words: 1; -t 'prepare(auto)'")
    assert found[1].startswith("labels with functions, such as NP-SBJ: 2;")


def test_prepared_trees_need_no_remark() -> None:
    assert oddities(apply(bundled("english.mrg"), "prepare")).remarks() == []
