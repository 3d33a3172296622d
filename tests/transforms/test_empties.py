"""Empty elements, and words as tags."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import treegauge
from strategies import treebanks
from treegauge import Treebank, apply
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank.edit import restructure
from treegauge.treebank.shape import no_words, node_sizes

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(S (NP-SBJ (-NONE- *T*-1)) (VP (VB go)))", "(S (VP (VB go)))"),
        ("(S (NP (NP (-NONE- *))) (VP (VB go) (NP (-NONE- 0))))", "(S (VP (VB go)))"),
        ("(S (-LRB- -LRB-) (NN x) (-RRB- -RRB-))", "(S (-LRB- -LRB-) (NN x) (-RRB- -RRB-))"),
        ("(S (CODE <c>) (NN x) (ID a.1))", "(S (NN x))"),
        ("(S (NN *) (CD 0))", "(S (NN *) (CD 0))"),  # a tag says that they are words
        ("(S (NP) (VB go))", "(S (VB go))"),
        ("(S (: -) (NN x))", "(S (: -) (NN x))"),
    ],
)
def test_empty_elements_are_removed_with_the_phrases_above(before: str, after: str) -> None:
    assert apply(trees(before), "remove-empties")[0].brackets() == after


def test_a_bare_trace_is_not_a_word() -> None:
    assert no_words(trees("(S (NP *T*-1 *pro* 0 go))")).tolist() == [True, True, True, False]


def test_a_trace_with_the_tag_of_a_word_is_a_word() -> None:
    assert no_words(trees("(S (NP *T*-1) (C 0))")).tolist() == [False, False]


def test_a_sentence_of_empty_elements_is_kept_without_words() -> None:
    after = apply(trees("(S (NP (-NONE- *)))\n(S (NN x))"), "remove-empties")
    assert [(len(tree), len(tree.nodes)) for tree in after] == [(0, 0), (1, 1)]


def test_whether_others_have_empty_elements_does_not_matter_for_a_sentence() -> None:
    alone = trees("(S (NP) (VB go))")
    among = trees("(S (NP) (VB go))\n(S (-NONE- *) (X x))")
    assert apply(alone, "remove-empties")[0] == apply(among, "remove-empties")[0]


@given(treebanks(empty_nodes=True))
@patient
def test_removing_empties_twice_changes_nothing_more(treebank: Treebank) -> None:
    once = apply(treebank, "remove-empties")
    assert apply(once, "remove-empties") is once


@given(treebanks(constituents=True, empty_nodes=True))
@patient
def test_no_phrase_is_without_words_afterwards(treebank: Treebank) -> None:
    after = apply(treebank, "remove-empties")
    assert (node_sizes(after) > 0).all()


@given(treebanks(constituents=True, empty_nodes=True))
@patient
def test_the_table_is_in_order_afterwards(treebank: Treebank) -> None:
    after = apply(treebank, "remove-empties")
    assert list(restructure(after)) == list(after)


@given(treebanks(empty_nodes=True))
@patient
def test_the_words_are_kept(treebank: Treebank) -> None:
    words = [[token.form for token in tree if token.is_word] for tree in treebank]
    assert [[token.form for token in tree] for tree in apply(treebank, "remove-empties")] == words


def test_every_word_becomes_its_tag() -> None:
    assert apply(trees("(S (DT the) (NN dog))"), "words-to-tags")[0].brackets() == "(S (DT DT) (NN NN))"


def test_words_as_tags_have_no_lemma() -> None:
    reader = FORMATS.get("brackets-cess").read
    assert reader is not None
    treebank = reader(Input(b"(S (da0 el el) (nc perro perro))"))
    assert "lemma" not in apply(treebank, "words-to-tags").tokens


def test_the_penn_treebank_cleaned_is_the_clean_one(shared: Path, reference: Path) -> None:
    raw = treegauge.read(shared / "ptb_wsj_sample" / "wsj_sample.mrg.xz")
    clean = treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")
    assert apply(raw, ["remove-empties", "strip-functions", "add-root"]).equals(clean)
