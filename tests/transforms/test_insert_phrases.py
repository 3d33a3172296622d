"""From a flat annotation scheme towards a deep one: more nodes over the same words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import Text, Treebank, apply, bundled, to_dependencies
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.siblings import Siblings
from treegauge.treebank.edit import drop_nodes
from treegauge.treebank.shape import child_counts

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
STEPS = (
    "insert-np-in-pp(scheme=penn)",
    "insert-np-in-pp(scheme=penn, single=true)",
    "insert-noun-levels(scheme=penn)",
    "insert-noun-levels(scheme=penn, single=true)",
    "insert-verb-phrases(scheme=penn)",
    "insert-verb-phrases(scheme=penn, single=true)",
    "insert-word-phrases(scheme=penn)",
    "binarise",
)
BACK = {
    "insert-np-in-pp(scheme=penn)": "remove-np-in-pp(scheme=penn)",
    "insert-noun-levels(scheme=penn)": "remove-noun-levels(scheme=penn)",
    "insert-verb-phrases(scheme=penn)": "remove-verb-phrases(scheme=penn)",
    "insert-word-phrases(scheme=penn)": "remove-unaries(tokens=true)",
}
FLAT = ["remove-noun-levels(scheme=penn)", "remove-np-in-pp(scheme=penn)", "remove-verb-phrases(scheme=penn)",
        "remove-unaries(tokens=true)"]  # fmt: skip
random_trees = treebanks(constituents=True, empty_nodes=True)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def brackets(text: str, spec: str) -> str:
    return apply(trees(text), spec)[0].brackets()


def english() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])


@pytest.mark.parametrize(
    ("scheme", "before", "after"),
    [
        ("tiger", "(PP (APPR nach) (ART der) (NN Wende))", "(PP (APPR nach) (NP (ART der) (NN Wende)))"),
        ("tiger", "(PP (ADV kurz) (APPR nach) (ART der) (NN x) (PP (APPR in) (NN y)))",
         "(PP (ADV kurz) (APPR nach) (NP (ART der) (NN x) (PP (APPR in) (NN y))))"),
        ("tiger", "(PP (APPR von) (ART dem) (NN Tag) (APZR an))", "(PP (APPR von) (NP (ART dem) (NN Tag)) (APZR an))"),
        ("tiger", "(PP (ART der) (NN Form) (APPO halber))", "(PP (NP (ART der) (NN Form)) (APPO halber))"),
        ("tiger", "(PP (APPR in) (ART den) (NN x) ($, ,))", "(PP (APPR in) (NP (ART den) (NN x)) ($, ,))"),
        ("tiger", "(PP (APPR nach) (NN Haus))", None),  # a single word
        ("tiger", "(PP (APPR seit) (ADV immer) (ADV schon))", None),  # nothing nominal
        ("tiger", "(PP (APPR mit) (NN x) (KON und) (NN y))", None),  # that would be a coordination
        ("penn", "(PP (IN in) (NP (DT the) (NN house)))", None),
        ("penn", "(PP (IN in) (S (VP (VBG x) (NN y))))", None),
        ("penn", "(NP (IN in) (DT the) (NN house))", None),
        ("cess", "(sp (prep (sps00 de)) (da la) (nc casa))", "(sp (prep (sps00 de)) (sn (da la) (nc casa)))"),
    ],
)  # fmt: skip
def test_a_noun_phrase_is_put_over_the_words_that_a_preposition_governs(
    scheme: str, before: str, after: str | None
) -> None:
    assert brackets(before, f"insert-np-in-pp(scheme={scheme})") == (after or before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(NP (DT a) (NN x) (PP (IN of) (NN y)))", "(NP (NP (DT a) (NN x)) (PP (IN of) (NN y)))"),
        ("(NP (NP (NN j) (POS 's)) (NN x) (SBAR (NN y)))", "(NP (NP (NP (NN j) (POS 's)) (NN x)) (SBAR (NN y)))"),
        ("(NP (NN x) (PP (IN of) (NN y)))", None),  # a single word
        ("(NP (DT a) (NN x))", None),  # nothing follows
        ("(NP (DT a) (NN x) (PP (IN of) (NN y)) (NN z))", None),  # the noun is not in one piece
        ("(NP (NN x) (CC and) (NN y) (PP (IN of) (NN z)))", None),
    ],
)
def test_a_noun_phrase_is_put_over_a_noun_where_a_phrase_follows(before: str, after: str | None) -> None:
    assert brackets(before, "insert-noun-levels(scheme=penn)") == (after or before)


@pytest.mark.parametrize(
    ("scheme", "before", "after"),
    [
        ("tiger", "(S (PPER er) (VAFIN hat) (NP (ART den) (NN x)) ($. .))",
         "(S (PPER er) (VP (VAFIN hat) (NP (ART den) (NN x))) ($. .))"),
        ("tiger", "(S (KOUS weil) (VP (NN x) (VVPP y)) (VAFIN hat))",
         "(S (KOUS weil) (VP (VP (NN x) (VVPP y)) (VAFIN hat)))"),
        ("penn-historical", "(IP (NP (N x)) (BEPI er) (NP (N y)))", "(IP (NP (N x)) (VP (BEPI er) (NP (N y))))"),
        ("penn", "(S (NN x) (VP (VBD y)) (ADVP (RB z) (RB z)))",
         "(S (NN x) (VP (VP (VBD y)) (ADVP (RB z) (RB z))))"),
        ("penn", "(S (NN x) (VP (VBD y) (NN z)) (ADVP (RB z) (RB z)))", None),  # it has one
        ("tiger", "(S (VVFIN sieht) (PPER er) (NN x))", None),  # it would be over all
        ("tiger", "(S (PPER er) (VVFIN x) (KON und) (VVFIN y))", None),
    ],
)  # fmt: skip
def test_a_verb_phrase_is_put_over_a_clause_from_its_first_verb_on(scheme: str, before: str, after: str | None) -> None:
    assert brackets(before, f"insert-verb-phrases(scheme={scheme})") == (after or before)


def test_single_words_become_phrases() -> None:
    before = "(S (PPER er) (VVFIN kommt) (ADV heute) (AP (ADV sehr) (ADJD spät)) (NP (ART der) (NN x)))"
    after = "(S (NP (PPER er)) (VVFIN kommt) (AVP (ADV heute)) (AP (AVP (ADV sehr)) (ADJD spät)) (NP (ART der) (NN x)))"
    assert brackets(before, "insert-word-phrases(scheme=tiger)") == after


def test_single_words_are_governed_and_have_a_level_if_asked_for() -> None:
    assert brackets("(PP (IN in) (NN x))", "insert-np-in-pp(scheme=penn, single=true)") == "(PP (IN in) (NP (NN x)))"
    result = brackets("(NP (NN x) (PP (IN of) (NN y)))", "insert-noun-levels(scheme=penn, single=true)")
    assert result == "(NP (NP (NN x)) (PP (IN of) (NN y)))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(VP (VB see) (NP (NN x)) (PP (IN y)) (RB z))", "(VP (VP (VP (VB see) (NP (NN x))) (PP (IN y))) (RB z))"),
        ("(NP (DT a) (JJ b) (JJ c) (NN d))", "(NP (DT a) (NP (JJ b) (NP (JJ c) (NN d))))"),
        ("(NP (DT a) (JJ b) (NN c) (PP (IN d)))", "(NP (NP (DT a) (NP (JJ b) (NN c))) (PP (IN d)))"),
        ("(TOP (NN a) (NN b) (NN c))", None),
        ("(NP (NN a) (NN b))", None),
    ],
)
def test_binarised_phrases_have_two_children(before: str, after: str | None) -> None:
    assert brackets(before, "binarise(heads=collins)") == (after or before)


@given(random_trees)
@patient
def test_binarised_trees_are_binary(treebank: Treebank) -> None:
    virtual = treebank.nodes.text("label").mask({"", "ROOT", "TOP"})
    result = apply(treebank, "binarise")
    assert len(result.nodes) == len(treebank.nodes) + np.maximum(child_counts(treebank)[~virtual] - 2, 0).sum()
    assert (child_counts(result)[~result.nodes.text("label").mask({"ROOT"})] <= 2).all()


@pytest.mark.parametrize("step", STEPS)
@given(treebank=random_trees)
@patient
def test_without_the_new_nodes_the_trees_are_as_before(step: str, treebank: Treebank) -> None:
    marked = treebank.replace(nodes=treebank.nodes.replace(old=Text.constant("old", len(treebank.nodes))))
    result = apply(marked, step)
    again = drop_nodes(result, result.nodes.text("old").codes < 0)
    if "function" not in treebank.nodes and "function" in again.nodes:
        again = again.replace(nodes=again.nodes.replace(function=None))
    assert again.equals(marked)


@pytest.mark.parametrize("step", STEPS)
def test_the_heads_of_words_are_kept(step: str) -> None:
    """But for a few that head rules find otherwise in smaller phrases."""
    trees = english()
    before, after = (to_dependencies(side, "collins").tokens.numbers("head") for side in (trees, apply(trees, step)))
    assert np.mean(before == after) > 0.99


@pytest.mark.parametrize("step", BACK)
def test_there_is_a_way_back(step: str) -> None:
    flat = apply(english(), FLAT)
    deep = apply(flat, step)
    assert len(deep.nodes) > len(flat.nodes)
    back = apply(deep, BACK[step])
    assert [tree.brackets() for tree in back] == [tree.brackets() for tree in flat]


@given(random_trees)
@patient
def test_siblings_are_the_children_of_each_phrase_in_order(treebank: Treebank) -> None:
    """The plain twin of `Siblings` and its figures: every other child is chosen."""
    siblings = Siblings.of(treebank)
    chosen = np.arange(len(siblings.item)) % 2 == 0
    first, last, count = siblings.first(chosen), siblings.last(chosen), siblings.count(chosen)
    start = 0
    for row, (sentence, number) in enumerate(plain_nodes(treebank)):
        children = plain_children(treebank, sentence, number)
        assert siblings.item[start : start + len(children)].tolist() == children
        places = [place for place in range(len(children)) if chosen[start + place]]
        assert first[row] == (places[0] if places else len(children))
        assert last[row] == (places[-1] if places else -1)
        assert count[row] == len(places)
        start += len(children)
    assert start == len(siblings.item)


def plain_nodes(treebank: Treebank) -> list[tuple[int, int]]:
    return [(sentence, number) for sentence, count in enumerate(treebank.nodes.counts) for number in range(count)]


def plain_children(treebank: Treebank, sentence: int, number: int) -> list[int]:
    """Rows of tokens, and of nodes after all tokens, by the first word; a token before a node."""
    tokens, nodes = treebank.tokens, treebank.nodes
    items = []
    for row in range(tokens.offsets[sentence], tokens.offsets[sentence + 1]):
        if tokens.numbers("parent")[row] == number:
            items.append((row - tokens.offsets[sentence], row))
    for row in range(nodes.offsets[sentence], nodes.offsets[sentence + 1]):
        if nodes.numbers("parent")[row] == number:
            items.append((nodes.numbers("left")[row], len(tokens) + row))
    return [row for _, row in sorted(items)]
