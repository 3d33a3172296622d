"""Drawing errors: how many, which, several kinds together, the same number for several treebanks."""

from __future__ import annotations

import numpy as np
import pytest
from error_trees import SENTENCE_9, brackets, circles, empty_nodes, gaps, german_trees
from hypothesis import given
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import CallError, Treebank, UnknownNameError, apply, bundled, from_tuples, perturb, perturb_equally
from treegauge.studies.perturbing.inserting import insert, insert_equally
from treegauge.studies.perturbing.kinds import USUAL_KINDS, ErrorSpec, parse_errors
from treegauge.studies.perturbing.places import find_places
from treegauge.treebank.kernels import dependency_shape


def everything(treebank: Treebank, seed: int = 0, scheme: str = "auto") -> Treebank:
    """All kinds of errors for which there is a place, everywhere."""
    gold = find_places(treebank, USUAL_KINDS, scheme)
    kinds = [kind for kind, number in gold.counts.items() if number]
    return insert(gold, kinds, seed=seed).treebank if kinds else treebank


@given(german_trees() | treebanks(empty_nodes=True, secondary=True), st.integers(0, 5))
def test_errors_leave_the_words_the_nodes_and_a_sound_tree(treebank: Treebank, seed: int) -> None:
    found = everything(treebank, seed, "tiger")
    assert found.tokens.text("form").equals(treebank.tokens.text("form"))
    assert found.nodes.offsets.tolist() == treebank.nodes.offsets.tolist()
    assert gaps(found) == gaps(treebank)
    assert empty_nodes(found) == empty_nodes(treebank)
    if found.has_dependencies:
        assert not circles(found)


@given(german_trees(phrases=False), st.integers(0, 5))
def test_a_projective_tree_stays_projective(treebank: Treebank, seed: int) -> None:
    before = dependency_shape(treebank.tokens.offsets, treebank.tokens.numbers("head"))[1]
    found = everything(treebank, seed, "tiger")
    after = dependency_shape(found.tokens.offsets, found.tokens.numbers("head"))[1]
    assert not (after & ~before).any()


@pytest.mark.parametrize("name", ["german.export", "english.mrg", "english.conllu"])
def test_the_number_asked_for_is_drawn(name: str) -> None:
    places = {kind: find_places(bundled(name), kind) for kind in USUAL_KINDS}
    available = {kind: gold.count(kind) for kind, gold in places.items() if gold.count(kind)}
    assert available
    for kind, number in available.items():
        wanted = max(number // 2, 1)
        assert insert(places[kind], ErrorSpec(kind, wanted)).inserted == {kind: wanted}
        assert insert(places[kind], ErrorSpec(kind, rate=0.5)).inserted == {kind: round(number / 2)}


def test_a_seed_says_which_places_are_drawn() -> None:
    gold = find_places(bundled("english.mrg"), "label1")
    same, again, other = (insert(gold, "label1(count=20)", seed=seed) for seed in (1, 1, 2))
    assert same.treebank.equals(again.treebank)
    assert not same.treebank.equals(other.treebank)


def test_places_are_drawn_evenly() -> None:
    gold = find_places(bundled("english.mrg"), "label1")
    drawn = np.concatenate([insert(gold, "label1(count=20)", seed=seed).changes.phrase for seed in range(200)])
    counts = np.unique(drawn, return_counts=True)[1]
    assert len(counts) == gold.count("label1")
    assert counts.max() < 2 * counts.mean()


def test_two_errors_do_not_change_the_same_nodes() -> None:
    gold = brackets(SENTENCE_9)
    for first, second in (("attach1", "span2"), ("span2", "attach1")):
        found = perturb(gold, [first, second], scheme="tiger")
        assert found.inserted == {first: 1, second: 0}
        assert found.passed_over == {first: 0, second: 1}


def test_a_label_does_not_get_into_the_way_of_a_move() -> None:
    found = perturb(brackets(SENTENCE_9), ["label1", "attach1", "label2"], scheme="tiger")
    assert found.inserted == {"label1": 1, "attach1": 1, "label2": 1}
    assert "(NP (APPR von) (NE Venedig)) (VAFIN hat) (PP (ADV" in found.treebank[0].brackets()


def test_labels_and_heads_of_one_word_change_together() -> None:
    alone = {kind: perturb(bundled("english.conllu"), kind).inserted[kind] for kind in ("attach2", "label1")}
    both = perturb(bundled("english.conllu"), ["attach2", "label1"])
    assert both.inserted == alone


def test_perturbed_sentences_are_those_that_changed() -> None:
    gold = bundled("english.mrg")
    found = perturb(gold, ["attach1", "label2"], rate=0.1, seed=4)
    changed = [i for i in range(len(gold)) if gold[i].brackets() != found.treebank[i].brackets()]
    assert found.sentences.tolist() == changed


def test_both_treebanks_get_the_same_number_of_errors() -> None:
    german = apply(bundled("german.export"), ["attach-punctuation", "raise-crossing"])
    english = bundled("english.mrg")
    kinds = ["attach1", "attach2", "label1", "span2"]
    one, other = perturb_equally([german, english], kinds, seed=3)
    assert one.inserted == other.inserted
    fewest = {kind: min(find_places(tree, kind).count(kind) for tree in (german, english)) for kind in kinds}
    assert one.inserted["attach1"] == fewest["attach1"]
    assert all(0 < one.inserted[kind] <= fewest[kind] for kind in kinds)
    few = perturb_equally([german, english], kinds, count=2)
    assert [found.inserted for found in few] == [dict.fromkeys(kinds, 2)] * 2


def test_equal_numbers_are_kept_where_errors_get_into_each_others_way() -> None:
    """In the first treebank only one of the two kinds has room; in the second both."""
    tight = find_places(brackets(SENTENCE_9), ["attach1", "span2"], "tiger")
    wide_text = SENTENCE_9 + "(S (NP (ART a) (NN b) (PP (APPR c) (NN d)) (S (PRELS e))) (VVFIN f))"
    wide = find_places(brackets(wide_text), ["attach1", "span2"], "tiger")
    assert wide.counts == {"attach1": 1, "span2": 2}
    for seed in range(4):
        found = insert_equally([tight, wide], ["attach1", "span2"], seed=seed)
        assert found[0].inserted == found[1].inserted == {"attach1": 1, "span2": 0}


def test_rates_and_counts_are_read() -> None:
    assert parse_errors(["attach1", "label1(rate=0.2)", "span2(count=5)"], count=7) == (
        ErrorSpec("attach1", 7),
        ErrorSpec("label1", rate=0.2),
        ErrorSpec("span2", 5),
    )
    assert [str(errors) for errors in parse_errors("label1(rate=0.2)")] == ["label1(rate=0.2)"]


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        (["atach1"], "unknown kind of errors 'atach1'; did you mean 'attach1'"),
        (["xyz"], "unknown kind of errors 'xyz'; known: attach1"),
        (["label1", "label1(count=3)"], "'label1' is given twice"),
        (["label1(count=3,rate=0.1)"], "a count or a rate, not both"),
        (["label1(rate=20)"], "a share from 0 to 1, not 20"),
        (["label1(count=-1)"], "must not be negative"),
        ([], "at least one kind"),
    ],
)
def test_wrong_specifications_of_errors_are_refused(specs: list[str], message: str) -> None:
    with pytest.raises((CallError, UnknownNameError), match=message):
        parse_errors(specs)


def test_a_treebank_without_prepositional_phrases_is_reported() -> None:
    bare = brackets("(S (NP (NN a)) (VVFIN b))")
    with pytest.raises(CallError, match=r"no place for 'label1' .*no prepositional phrases .*'tiger': PP"):
        perturb(bare, "label1", scheme="tiger")


def test_a_kind_that_the_scheme_does_not_have_is_reported() -> None:
    old = from_tuples(
        [("IP-MAT", ("NP-SBJ", ("PRO-N", "hann")), ("VBDI", "kom"), ("PP", ("P", "til"), ("NPR-G", "X")))]
    )
    with pytest.raises(CallError, match=r"no place for 'label2' .*no verb phrases in .* 'penn-historical'"):
        perturb(old, "label2")


def test_more_errors_than_places_are_an_error() -> None:
    with pytest.raises(CallError, match=r"cannot insert 9 errors 'label1' into 1 place"):
        perturb(brackets(SENTENCE_9), "label1", count=9, scheme="tiger")


def test_errors_need_trees() -> None:
    words = from_tuples([[("the", "DT"), ("dog", "NN")]])
    with pytest.raises(CallError, match="the treebank has none"):
        perturb(words, "label1", scheme="penn")


def test_places_of_another_kind_are_an_error() -> None:
    gold = find_places(bundled("english.mrg"), "label1")
    with pytest.raises(CallError, match="there are no places for 'label2' here"):
        insert(gold, "label2")
