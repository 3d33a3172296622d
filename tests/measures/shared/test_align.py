"""Sentences whose words differ, aligned on their characters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from perturbed import trees

from strategies import treebanks
from treegauge import Text, Treebank
from treegauge.measures.attachment import Attachment
from treegauge.measures.parseval import Parseval
from treegauge.measures.shared.align import Aligned, align
from treegauge.measures.shared.words import same_words, words_only
from treegauge.treebank.build import Builder
from treegauge.treebank.edit import split_tokens

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
letters = st.text("abc", min_size=1, max_size=4)


def forms(treebank: Treebank) -> list[list[str]]:
    return [[token.form for token in tree] for tree in treebank]


def f1(gold: Treebank, test: Treebank) -> float:
    measure = Parseval()
    return float(measure.score(measure.count(*align(gold, test, "pieces")).sum(0))["f1"])


@pytest.mark.parametrize(
    ("gold", "test"),
    [
        ("(S (NP (N can) (RB not)) (V go))", "(S (NP (N cannot)) (V go))"),
        ("(S (NP (N cannot)) (V go))", "(S (NP (N can) (RB not)) (V go))"),
        ("(S (NP (N ab) (N c)) (V d))", "(S (NP (N a) (N bc)) (V d))"),
        ("(S (-LRB- -LRB-) (N a) (-RRB- -RRB-))", "(S (X -LSB-) (N a) (X -RSB-))"),
        ("(S (-LRB- -LRB-) (N a))", "(S (-LRB- -LRB-) (N a))"),
        ("(S (N 1\\/2))", "(S (N 1/2))"),
        ("(S (`` ``) (N a) ('' ''))", """(S (`` ") (N a) ('' "))"""),
        ("(S (NP (-NONE- *)) (N a))", "(S (N a))"),
    ],
)
def test_the_same_tree_over_other_tokens_is_perfect(gold: str, test: str) -> None:
    assert f1(trees(gold), trees(test)) == 100


def test_words_are_cut_where_the_other_side_has_a_boundary() -> None:
    gold, test = align(trees("(S (N ab) (N cde))"), trees("(S (N abc) (N d) (N e))"), "pieces")
    assert forms(gold) == forms(test) == [["ab", "cde", "cde", "cde"]]
    assert gold.nodes.numbers("right").tolist() == [4]


def test_only_words_that_are_the_same_piece_of_text_stay_where_words_are_kept_whole() -> None:
    gold, test = align(trees("(S (N a) (NP (N b) (N cd)))"), trees("(S (N a) (N bc) (N d))"), "words")
    assert forms(gold) == forms(test) == [["a"]]
    assert gold.nodes.text("label").decode() == ["S"]


def test_text_that_only_one_side_has_is_removed() -> None:
    gold, test = align(trees("(S (N a) (X (UH um)) (N b))"), trees("(S (N a) (N b) (. .))"), "pieces")
    assert forms(gold) == forms(test) == [["a", "b"]]


def test_a_sentence_without_a_parse_has_nothing_in_common() -> None:
    gold, test = align(trees("(S (N a))\n(S (N b))"), trees("(S (-NONE- *))\n(S (N b))"), "pieces")
    assert forms(gold) == forms(test) == [[], ["b"]]


def test_heads_of_words_that_go_are_climbed() -> None:
    builder = Builder()
    builder.add({}, [{"form": "ab", "tag": "N", "head": 1}, {"form": "c", "tag": "V", "head": -1}])
    gold = builder.build()
    builder = Builder()
    heads = (("a", 1), ("b", 2), ("c", -1))
    builder.add({}, [{"form": form, "tag": "N", "head": head} for form, head in heads])
    one, other = align(gold, builder.build(), "words")
    assert forms(one) == forms(other) == [["c"]]
    assert Attachment().count(one, other)[0, :3].tolist() == [1, 1, 1]


@given(st.data(), treebanks(constituents=True, missing_tags=False, forms=letters), st.sampled_from(["pieces", "words"]))
@patient
def test_both_sides_have_the_same_words_after_it(data: st.DataObject, gold: Treebank, by: Aligned) -> None:
    """Forms changed at random on one side: what stays must be as many words in both, under the forms of gold."""
    word = st.sampled_from(["a", "b", "abc", "cab", ""]) | letters
    forms_of_test = data.draw(st.lists(word, min_size=len(gold.tokens), max_size=len(gold.tokens)))
    test = gold.replace(tokens=gold.tokens.replace(form=Text.of(forms_of_test)))
    one, other = align(gold, test, by)
    assert same_words(one, other).all()
    assert len(one) == len(gold)
    assert one.nodes.numbers("right").max(initial=0) <= one.tokens.counts.max(initial=0)


@given(st.data(), treebanks(constituents=True, dependencies=False, missing_tags=False, forms=letters))
@patient
def test_words_cut_at_random_on_one_side_change_no_bracket(data: st.DataObject, treebank: Treebank) -> None:
    """A token cut into its letters, with forms to match, is the same text: the trees stay equal."""
    gold = words_only(treebank)
    lengths = np.array([len(form) for form in gold.tokens.text("form").decode() if form is not None], np.int64)
    chosen = data.draw(st.lists(st.booleans(), min_size=len(lengths), max_size=len(lengths)))
    pieces = np.where(np.array(chosen, bool), lengths, 1)
    test = _spelled(split_tokens(gold, pieces), pieces)
    one, other = align(gold, test, "pieces")
    measure = Parseval(prm="none")
    before, after = measure.count(gold, gold), measure.count(one, other)
    assert after[:, :4].tolist() == before[:, :4].tolist() or np.isnan(before).any()
    assert np.array_equal(np.isnan(before), np.isnan(after))


def _spelled(treebank: Treebank, pieces: np.ndarray) -> Treebank:
    """Pieces of words with their own letters."""
    found: list[str] = []
    number = 0
    all_forms = treebank.tokens.text("form").decode()
    for count in pieces.tolist():
        form = all_forms[number] or ""
        found += list(form) if count > 1 else [form]
        number += count
    return treebank.replace(tokens=treebank.tokens.replace(form=Text.of(found)))


@pytest.mark.parametrize("by", ["pieces", "words"])
def test_nothing_to_align_is_fine(by: Aligned) -> None:
    empty = trees("(S (N a))")[:0]
    assert [len(side) for side in align(empty, empty, by)] == [0, 0]
