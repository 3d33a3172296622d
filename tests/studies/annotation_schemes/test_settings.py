"""The dial: the trees at each setting, with the same errors at all of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, Treebank, apply, bundled, score
from treegauge.annotation.schemes import SCHEMES
from treegauge.formats.base import FORMATS, Input
from treegauge.studies.annotation_schemes.dial import visible
from treegauge.studies.annotation_schemes.settings import (
    DIAL_STEPS,
    Setting,
    dial_settings,
    differing,
    nodes_per_word,
    remember_labels,
)
from treegauge.studies.perturbing.inserting import insert, perturb
from treegauge.studies.perturbing.places import Places, find_places

PENN = SCHEMES["penn"]
GOLD = (
    "(S (NP (DT the) (NN man)) (VP (VBD saw) (NP (NP (DT the) (NN dog)) (PP (IN with) (NP (DT a) (NN tail))))) (. .))"
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def english() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])


def all_settings(treebank: Treebank) -> list[Setting]:
    return dial_settings(treebank, PENN, [name for name in DIAL_STEPS if name != "fields"])


def brackets(treebank: Treebank, setting: Setting) -> str:
    return setting.apply(treebank)[0].brackets()


def test_a_tree_from_flat_to_deep() -> None:
    gold = trees(GOLD)
    found = [brackets(gold, setting) for setting in all_settings(gold)]
    man, dog, pp = "(NP (DT the) (NN man))", "(DT the) (NN dog)", "(PP (IN with) (DT a) (NN tail))"
    deep = "(PP (IN with) (NP (DT a) (NN tail)))"
    assert found == [
        f"(S {man} (VBD saw) (NP {dog} {pp}) (. .))",
        f"(S {man} (VBD saw) (NP {dog} {deep}) (. .))",
        f"(S {man} (VBD saw) (NP (NP {dog}) {deep}) (. .))",
        GOLD,
        GOLD,
        f"(S (S {man} (VP (VBD saw) (NP (NP {dog}) {deep}))) (. .))",
    ]


@pytest.mark.parametrize(
    ("kind", "flat", "deep"),
    [
        (
            "attach1",
            "(S (NP (DT the) (NN man)) (VBD saw) (NP (DT the) (NN dog)) (PP (IN with) (DT a) (NN tail)) (. .))",
            "(S (S (NP (DT the) (NN man)) (VP (VP (VBD saw) (NP (NP (DT the) (NN dog))))"
            " (PP (IN with) (NP (DT a) (NN tail))))) (. .))",
        ),
        (
            "label1",
            "(S (NP (DT the) (NN man)) (VBD saw) (NP (DT the) (NN dog) (NP (IN with) (DT a) (NN tail))) (. .))",
            "(S (S (NP (DT the) (NN man)) (VP (VBD saw) (NP (NP (DT the) (NN dog))"
            " (NP (IN with) (NP (DT a) (NN tail)))))) (. .))",
        ),
    ],
)
def test_an_error_is_the_one_that_is_made_in_trees_of_the_setting(kind: str, flat: str, deep: str) -> None:
    """As if someone who works with the flat (the deep) trees had made the mistake."""
    test = perturb(remember_labels(trees(GOLD)), kind, scheme="penn").treebank
    dial = all_settings(test)
    assert brackets(test, dial[0]) == flat
    assert brackets(test, dial[-1]) == deep


@pytest.mark.parametrize("kind", ["label1", "label2"])
def test_an_error_in_a_label_changes_a_label_and_nothing_else(kind: str) -> None:
    gold = english()
    found = find_places(remember_labels(gold), kind, PENN)
    dial = all_settings(gold)
    seen = Places(found.treebank, PENN, found.kinds, found.changes.take(visible(found, dial, applied(gold, dial))))
    test = insert(seen, kind).treebank
    for setting in dial:
        right, wrong = setting.apply(gold).nodes, setting.apply(test).nodes
        label = right.text("label")
        assert np.array_equal(right.numbers("parent"), wrong.numbers("parent"))
        assert (wrong.text("label").in_terms_of(label) != label.codes).sum() == seen.count(kind) > 0


def applied(treebank: Treebank, dial: list[Setting]) -> list[Treebank]:
    return [setting.apply(treebank) for setting in dial]


def test_an_error_that_flat_trees_do_not_show_is_invisible() -> None:
    """(PP in (NP (NP x) (PP of y))): in flat trees, both PPs stand in the PP, wherever the second was attached."""
    gold = trees("(S (VP (VB go) (PP (IN in) (NP (NP (DT a) (NN x)) (PP (IN of) (NN y))))))")
    found = find_places(remember_labels(gold), "attach1", PENN)
    dial = all_settings(gold)
    assert len(found.changes) == 1
    assert visible(found, dial, applied(gold, dial)).tolist() == [False]
    assert visible(found, dial[3:], applied(gold, dial[3:])).tolist() == [True]


@pytest.mark.parametrize("kind", ["attach1", "attach2", "label1", "label2", "span1", "span2"])
def test_visible_errors_are_seen_one_by_one(kind: str) -> None:
    """The plain twin of `visible`: each error alone in the whole treebank."""
    gold = english()
    found = find_places(remember_labels(gold), kind, PENN)
    dial = all_settings(gold)
    flat = dial[0].apply(gold)
    expected = []
    for row in range(len(found.changes)):
        one = Places(found.treebank, PENN, found.kinds, found.changes.take(np.array([row])))
        expected.append(bool(differing(flat, dial[0].apply(insert(one, kind).treebank)).any()))
    assert visible(found, dial[:1], [flat]).tolist() == expected


def test_the_same_sentences_are_wrong_at_every_setting() -> None:
    gold = english()
    kinds = ["attach1", "attach2", "label1", "span1", "span2"]
    found = find_places(remember_labels(gold), kinds, PENN)
    dial = all_settings(gold)
    seen = Places(found.treebank, PENN, found.kinds, found.changes.take(visible(found, dial, applied(gold, dial))))
    perturbed = insert(seen, [f"{kind}(rate=0.3)" for kind in kinds], seed=3)
    for setting in dial:
        wrong = np.flatnonzero(differing(setting.apply(gold), setting.apply(perturbed.treebank)))
        assert wrong.tolist() == perturbed.sentences.tolist()


def test_settings_go_from_flat_to_deep_over_the_same_words() -> None:
    gold = english()
    found = applied(gold, dial_settings(gold, PENN))
    assert len(found) == 6
    assert (np.diff([nodes_per_word(treebank) for treebank in found]) > 0).all()
    assert all(treebank.tokens.text("form").equals(gold.tokens.text("form")) for treebank in found)


def test_a_deeper_setting_has_the_brackets_of_the_flat_one() -> None:
    """But for a few: of two that have the same words, a setting without unary nodes keeps one."""
    gold = english()
    flat, *deeper = applied(gold, dial_settings(gold, PENN))
    assert all(score(flat, one, "parseval", resamples=0)[0].scores["recall"] > 99 for one in deeper)


def test_a_step_that_changes_nothing_gives_no_setting() -> None:
    gold = trees("(S (NP (DT the) (NN man)) (VP (VBD saw) (NP (DT a) (NN dog))))")
    assert [setting.up for setting in dial_settings(gold, PENN)] == [(), ("verb-phrases",)]


def test_steps_may_be_chosen() -> None:
    found = dial_settings(trees(GOLD), PENN, ["noun-levels", "binary"])
    assert [setting.name for setting in found] == ["flat", "+ noun-levels", "+ binary"]
    assert found[0].transforms == ("remove-noun-levels(scheme=penn)",)


def test_an_unknown_step_is_an_error() -> None:
    with pytest.raises(CallError, match="unknown step 'deeper' of the dial; known, from flat to deep: np-in-pp, "):
        dial_settings(trees(GOLD), PENN, ["deeper"])


@given(treebanks(constituents=True))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_treebank_does_not_differ_from_itself(treebank: Treebank) -> None:
    assert not differing(treebank, treebank).any()


def test_trees_differ_by_labels_parents_and_words() -> None:
    one = trees("(S (NP (NN x)) (NN y))\n" * 4)
    other = trees(
        "(S (NP (NN x)) (NN y))\n(S (VP (NN x)) (NN y))\n(S (NP (NN x) (NN y)))\n(S (NP (NP (NN x)))  (NN y))"
    )
    assert differing(one, other).tolist() == [False, True, True, True]
