"""`parse`: a parser trained on one treebank, run on another, with transforms before and their inverses after."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_treebanks import brackets, tagged, trees

from treegauge import CallError, Treebank, UnknownNameError, apply, bundled, induce, parse, score, write
from treegauge.models.grammars.storage import write_grammar
from treegauge.parsers.pcfg import Pcfg

TRAIN = "(S (NP (PRP I)) (VP (VBD saw) (NP (NNS stars))))\n(S (NP (NN x)) (VP (VBZ saw) (NP (NN y))))\n"


def labels(treebank: Treebank) -> set[str]:
    return set(treebank.nodes.text("label").compact().values)


@pytest.fixture(scope="module")
def english() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])


def test_the_function_does_what_the_parser_does(english: Treebank) -> None:
    assert brackets(parse(english, english).trees) == brackets(Pcfg().train(english).parse(english).trees)


def test_a_parser_may_be_named_or_given(english: Treebank) -> None:
    named, given = parse(english, english, "pcfg(max_length=9)"), parse(english, english, Pcfg(max_length=9))
    assert named.row() == given.row()
    assert named.parsed == (english.tokens.counts <= 9).sum()


def test_an_unknown_parser_is_a_wrong_call(english: Treebank) -> None:
    with pytest.raises(UnknownNameError, match="unknown parser"):
        parse(english, english, "bitpar")


@pytest.mark.parametrize("name", ["train.mrg", "train.grammar", "train.npz"])
def test_training_may_be_a_path(english: Treebank, name: str, tmp_path: Path) -> None:
    if name.endswith(".mrg"):
        write(english, tmp_path / name)
    else:
        write_grammar(induce(english), tmp_path / name)
    found = parse(tmp_path / name, english)
    assert found.facts == {"rules": len(induce(english))}
    assert found.parsed == len(english)


def test_transforms_change_training_and_test_alike(english: Treebank) -> None:
    changed = apply(english, ["cluster-pos", "parent-annotation"])
    found = parse(english, english, transforms=["cluster-pos", "parent-annotation"])
    assert brackets(found.trees) == brackets(parse(changed, changed).trees)
    assert labels(found.trees) <= labels(changed)


def test_one_transform_need_not_be_in_a_list(english: Treebank) -> None:
    assert parse(english, english, transforms="head(5)").row()["sentences"] == 5


def test_a_saved_grammar_leaves_the_transforms_to_the_test(english: Treebank, tmp_path: Path) -> None:
    transforms = ["cluster-pos", "parent-annotation"]
    write_grammar(induce(apply(english, transforms)), tmp_path / "x.npz")
    again = parse(tmp_path / "x.npz", english, transforms=transforms, undo=True)
    assert brackets(again.trees) == brackets(parse(english, english, transforms=transforms, undo=True).trees)


def test_undone_trees_have_the_labels_of_training_and_the_tags_of_test(english: Treebank) -> None:
    found = parse(english, english, transforms=["cluster-pos", "parent-annotation"], undo=True).trees
    assert labels(found) <= labels(english)
    assert found.tokens.text("tag").decode() == english.tokens.text("tag").decode()
    assert "own_tag" not in found.tokens


def test_parent_annotation_is_better_on_what_it_was_trained_on(english: Treebank) -> None:
    plain = parse(english, english).trees
    annotated = parse(english, english, transforms="parent-annotation", undo=True).trees
    f1 = [score(english, parsed, "parseval", resamples=0)[0].scores["f1"] for parsed in (plain, annotated)]
    assert f1[0] < f1[1]


def test_a_root_that_training_added_is_undone_and_stays_above_a_flat_tree() -> None:
    found = parse(trees(TRAIN + "(NP (NN x))"), tagged("NN", "NN VBZ NN", "NN NN"), undo=True)
    assert brackets(found.trees) == [
        "(NP (NN NN))",
        "(S (NP (NN NN)) (VP (VBZ VBZ) (NP (NN NN))))",
        "(TOP (NN NN) (NN NN))",
    ]
    assert [sentence.sentence for sentence in found.unparsed] == [3]


def test_without_undo_the_root_that_training_added_is_kept() -> None:
    found = parse(trees(TRAIN + "(NP (NN x))"), tagged("NN"))
    assert brackets(found.trees) == ["(TOP (NP (NN NN)))"]


def test_undo_goes_from_the_last_transform_to_the_first() -> None:
    transforms = ["add-root(label=R)", "parent-annotation", "parent-annotation(mark='@')"]
    found = parse(trees(TRAIN), tagged("NN VBZ NN"), transforms=transforms)
    assert labels(found.trees) == {"R", "S^R@R", "NP^S@S^R", "VP^S@S^R", "NP^VP@VP^S"}
    undone = parse(trees(TRAIN), tagged("NN VBZ NN"), transforms=transforms, undo=True)
    assert brackets(undone.trees) == ["(S (NP (NN NN)) (VP (VBZ VBZ) (NP (NN NN))))"]


def test_tags_come_back_for_flat_trees_too() -> None:
    found = parse(trees(TRAIN), tagged("NNS NNP VBG"), transforms="cluster-pos", undo=True)
    assert brackets(found.trees) == ["(S (NNS NNS) (NNP NNP) (VBG VBG))"]
    assert len(found.unparsed) == 1


def test_functions_come_back_from_the_labels() -> None:
    german = apply(bundled("german.export"), "raise-crossing")
    found = parse(german, german, transforms="join-functions", undo=True).trees
    assert labels(found) <= labels(german)
    assert set(found.nodes.text("function").compact().values) <= set(german.nodes.text("function").values)
    assert "SB" in set(found.nodes.text("function").compact().values)


@pytest.mark.parametrize("spec", ["strip-functions", "cluster-nt", "prepare(penn)", "cluster(to=X,of=NP)"])
def test_what_cannot_be_undone_is_refused(english: Treebank, spec: str) -> None:
    with pytest.raises(CallError, match=r"cannot be undone; change the treebanks with it first"):
        parse(english, english, transforms=spec, undo=True)


def test_a_preparation_is_found_by_the_training_trees_for_sentences_without_any() -> None:
    found = parse(bundled("english.mrg"), bundled("english.conllu"), transforms="prepare")
    assert (len(found.trees), found.parsed) == (64, 64)
    whole = apply(bundled("english.mrg"), "prepare")
    assert labels(found.trees) <= labels(whole)
    assert found.trees.sentences.text("id").decode() == bundled("english.conllu").sentences.text("id").decode()


def test_transforms_that_choose_sentences_choose_in_both(english: Treebank) -> None:
    found = parse(english, english, transforms=["select-length(max=8)"], undo=True)
    assert len(found.trees) == found.parsed == int((english.tokens.counts <= 8).sum())


def test_a_seed_is_for_transforms_that_draw(english: Treebank) -> None:
    drawn = [brackets(parse(english, english, transforms="sample(5)", seed=seed).trees) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
