"""Sentences parsed by grammars that have not seen them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, Treebank, apply, bundled, concatenate, from_tuples, parse
from treegauge.parsers.base import find_parser
from treegauge.parsers.held_out import HeldOut, held_out, most_trees
from treegauge.parsers.pcfg import Pcfg
from treegauge.treebank import Text


def english() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions", "add-root"])


def own_tags(count: int) -> Treebank:
    """Each sentence has a tag of its own, so a grammar has a tree for it only if it has seen it."""
    return from_tuples([("S", ("NP", (f"T{number}", "x")), ("VB", "goes")) for number in range(count)])


def forms(treebank: Treebank) -> list[str | None]:
    return treebank.tokens.text("form").decode()


@pytest.mark.parametrize("folds", [1, 3, 10])
def test_no_grammar_has_seen_its_sentences(folds: int) -> None:
    found = held_out(own_tags(30), np.arange(10, 20), folds=folds)
    assert found.unparsed == 10
    assert found.trees == 30 - most_of_a_fold(10, folds)


def most_of_a_fold(sentences: int, folds: int) -> int:
    return max(len(part) for part in np.array_split(np.arange(sentences), folds))


def test_sentences_come_in_the_order_they_were_named_in() -> None:
    treebank, chosen = english(), [40, 3, 17, 9, 60]
    found = held_out(treebank, chosen, folds=2)
    assert forms(found.gold) == forms(found.parsed) == forms(treebank.select(np.array(chosen)))


def test_parses_are_those_of_a_grammar_of_all_other_trees() -> None:
    treebank, chosen = english(), np.array([5, 20, 33])
    found = held_out(treebank, chosen, folds=3)
    assert found.trees == most_trees(treebank, chosen, 3) == len(treebank) - 1
    for place, sentence in enumerate(chosen.tolist()):
        others = treebank.select(np.delete(np.arange(len(treebank)), sentence))
        alone = parse(others, treebank.select(np.array([sentence])), "pcfg").trees
        assert found.parsed[place].brackets() == alone[0].brackets()


def test_sentences_without_a_parse_are_distinguished() -> None:
    """Every second sentence has tags that others have too."""
    same = from_tuples([("S", ("NP", ("NN", "x")), ("VB", "goes"))] * 3)
    odd = own_tags(2)
    treebank = in_order([same, odd], [0, 3, 1, 4, 2])
    found = held_out(treebank, np.arange(5), folds=2)
    assert found.without_parse.tolist() == [False, True, False, True, False]
    assert found.unparsed == 2


def in_order(parts: list[Treebank], order: list[int]) -> Treebank:
    return concatenate(parts).select(np.array(order))


def test_all_grammars_learn_from_as_many_trees_as_asked_for() -> None:
    """Where all trees are alike, their words say how many there were."""
    treebank = from_tuples([("S", ("NP", ("NN", "x")), ("VB", "goes"))] * 30)
    found = held_out(treebank, np.arange(8), trees=12, folds=4)
    assert (found.trees, found.words) == (12, 24)
    assert found.fact("rules") == 2


def test_two_annotations_of_the_same_sentences_get_the_same_folds() -> None:
    deep = english()
    flat = apply(deep, "remove-unaries(tokens=true)")
    one, other = (held_out(own, np.arange(20), trees=30, folds=4, seed=3) for own in (deep, flat))
    assert np.array_equal(one.fold, other.fold)
    assert one.words == other.words


def brackets(found: HeldOut) -> list[str]:
    return [tree.brackets() for tree in found.parsed]


def test_a_seed_draws_the_same_trees_again() -> None:
    one, again, other = (held_out(english(), np.arange(20), trees=15, folds=2, seed=seed) for seed in (1, 1, 2))
    assert brackets(one) == brackets(again)
    assert brackets(one) != brackets(other)


def test_words_can_be_parsed_too() -> None:
    found = held_out(english(), np.arange(6), "pcfg(words=true)", folds=2)
    assert found.fact("lexicon") > 100


@pytest.mark.parametrize(
    ("sentences", "options", "message"),
    [
        ([1, 1], {"folds": 1}, "a sentence is to be parsed twice"),
        ([1, 64], {"folds": 1}, "numbered from 0 to 63"),
        ([-1, 2], {"folds": 1}, "numbered from 0 to 63"),
        ([1, 2], {"folds": 3}, "2 sentences cannot be parsed in 3 folds"),
        ([], {"folds": 1}, "0 sentences cannot be parsed in 1 folds"),
        ([1, 2], {"folds": 2, "trees": 64}, "cannot learn from 64 trees: only 63 are outside the largest fold"),
        ([1, 2], {"folds": 2, "trees": 0}, "cannot learn from 0 trees"),
    ],
)
def test_what_cannot_be_is_reported(sentences: list[int], options: dict[str, int], message: str) -> None:
    with pytest.raises(CallError, match=message):
        held_out(english(), sentences, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parser",
    [
        "pcfg",
        "pcfg(words=true)",
        "arc-standard",
        pytest.param("maltparser", marks=pytest.mark.slow),
        pytest.param("udpipe(iterations=1)", marks=pytest.mark.slow),
    ],
)
def test_models_that_were_kept_give_the_same_parses(parser: str, tmp_path: Path) -> None:
    chosen = find_parser(parser)
    if chosen.missing():
        pytest.skip(str(chosen.missing()))
    treebank = english() if chosen.makes == "constituents" else bundled("english.conllu")
    learned, again = (held_out(treebank, np.arange(20), parser, folds=2, models=tmp_path) for _ in range(2))
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 2
    assert same_trees(learned.parsed, again.parsed)
    assert same_trees(learned.parsed, held_out(treebank, np.arange(20), parser, folds=2).parsed)
    held_out(treebank, np.arange(20), parser, folds=2, seed=1, models=tmp_path)
    assert len(sorted(tmp_path.iterdir())) == 4, "other trees, other models"


def same_trees(one: Treebank, other: Treebank) -> bool:
    shown = [[str(tree) for tree in treebank] for treebank in (one, other)]
    return shown[0] == shown[1]


def test_transforms_are_undone_also_where_models_are_kept(tmp_path: Path) -> None:
    options: dict[str, Any] = {"transforms": ["parent-annotation"], "undo": True, "folds": 2}
    kept = [held_out(english(), np.arange(20), models=tmp_path, **options) for _ in range(2)]
    plain = held_out(english(), np.arange(20), **options)
    assert brackets(kept[0]) == brackets(kept[1]) == brackets(plain)
    assert not any("^" in tree for tree in brackets(plain))


def test_the_parser_gets_the_sentences_that_are_given() -> None:
    treebank = english()
    unknown = treebank.replace(tokens=treebank.tokens.replace(tag=Text.of(["??"] * len(treebank.tokens))))
    found = held_out(treebank, np.arange(10), given=unknown, folds=2)
    assert found.unparsed == 10
    assert found.gold.tokens.text("tag").decode() == treebank[:10].tokens.text("tag").decode()


def test_a_parser_without_saved_models_cannot_keep_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pcfg, "saved", ())
    with pytest.raises(CallError, match="cannot be kept"):
        held_out(english(), np.arange(4), "pcfg", folds=2, models=tmp_path)
