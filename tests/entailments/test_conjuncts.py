"""Entailments that phrases add, where they show what conjuncts share; and trees without function tags."""

from __future__ import annotations

from pathlib import Path

import pytest
from thesis_list import thesis

from treegauge import Treebank, read
from treegauge.entailments.conjuncts import PhraseTree, find_coordinations
from treegauge.entailments.heuristics import mend_relations
from treegauge.formats.base import FORMATS, Input

# Figure 4.3: red modifies cars only, or both; as the object of a sentence.
LOW = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (NP (JJ red) (NNS cars)) (CC and) (NP (NNS apples)))) (. .))"
HIGH = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (JJ red) (NX (NX (NNS cars)) (CC and) (NX (NNS apples))))) (. .))"
FLAT = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (DT the) (NNS cars) (CC and) (NNS apples))) (. .))"
BELL = (
    "(S (NP-SBJ (NNP Bell)) (VP (VBZ makes) (CC and) (VBZ distributes) (NP (UCP (JJ electronic) (, ,) (NN computer)"
    " (CC and) (NN building)) (NNS products))) (. .))"
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def added(text: str) -> list[str]:
    (entailments,) = thesis(trees(text)).sentences
    return [entailment.text for entailment in entailments if entailment.kind == "coordination"]


def test_a_modifier_attached_to_one_conjunct_is_not_shared() -> None:
    (entailments,) = thesis(trees(LOW)).sentences
    assert [entailment.text for entailment in entailments] == ["He saw X.", "X saw red cars.", "X saw apples."]


def test_a_modifier_attached_above_the_conjuncts_is_shared() -> None:
    assert added(HIGH) == ["X saw red apples."]


def test_a_determiner_of_a_flat_phrase_is_shared() -> None:
    assert added(FLAT) == ["X saw the apples."]


def test_each_conjunct_has_a_verb_of_its_own_number() -> None:
    text = "(S (NP-SBJ (DT the) (NX (NX (NN food)) (CC and) (NX (NNS drinks)))) (VP (VBP are) (ADJP-PRD (JJ hot))))"
    (entailments,) = thesis(trees(text)).sentences
    assert [entailment.text for entailment in entailments] == [
        "The food is X.",
        "Drinks are X.",
        "X are hot.",
        "The drinks are X.",
    ]


def test_a_coordination_adds_nothing_within_a_conjunct() -> None:
    assert added("(S (NP-SBJ (PRP He)) (VP (VP (VBD came) (ADVP (RB early))) (CC and) (VP (VBD left))))") == [
        "He left."
    ]


def test_verbs_share_subject_and_object() -> None:
    assert added(BELL) == [
        "Bell distributes X.",
        "X distributes electronic products.",
        "X makes computer products.",
        "X makes building products.",
    ]


def test_auxiliaries_outside_the_conjuncts_are_kept() -> None:
    text = "(S (NP-SBJ (PRP He)) (VP (MD may) (VP (VP (VB eat) (NP (NN cake))) (CC or) (VP (VB drink) (NP (NN tea))))))"
    assert added(text) == ["He may drink X."]


def test_a_dependent_of_the_last_conjunct_attached_above_it_is_shared() -> None:
    text = (
        "(S (NP-SBJ (PRP It)) (VP (VBD lacked) (NP (NP (DT the) (NNS profits) (CC and) (NN capital)) (SBAR (WHADVP-1"
        " (-NONE- 0)) (S (NP-SBJ (-NONE- *)) (VP (TO to) (VP (VB pay) (ADVP (-NONE- *T*-1)))))))))"
    )
    assert "There are the profits to pay." in added(text)


def test_an_added_entailment_knows_its_words() -> None:
    (entailments,) = thesis(trees(BELL)).sentences
    entailment = next(entailment for entailment in entailments if entailment.text == "Bell distributes X.")
    assert (entailment.target, entailment.head, entailment.tokens) == (0, 3, (0, 3))


def test_without_coordination_nothing_is_added() -> None:
    (entailments,) = thesis(trees(BELL), coordination=False).sentences
    assert [entailment for entailment in entailments if entailment.kind == "coordination"] == []


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("NNS CC NNS", [[0], [2]]),
        ("NN , NN CC NN", [[0], [2], [4]]),
        ("NN CC NN CC NN", [[0], [2], [4]]),
        ("JJ NNS CC NNS", [[1], [3]]),
        ("NNS CC JJ NNS", [[0], [2, 3]]),
        ("CC NN VBZ", []),
        ("NN CC", []),
    ],
)
def test_conjuncts_of_a_flat_phrase(tags: str, expected: list[list[int]]) -> None:
    given = tags.split()
    coordinations = find_coordinations(PhraseTree([-1], ["NP"], [0] * len(given)), given)
    conjuncts = [
        [t for t in range(len(given)) if tokens >> t & 1] for conjuncts in coordinations for tokens in conjuncts
    ]
    assert conjuncts == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # form, tag, head, label: the nearest noun before a verb is its subject, the nearest dependent after `is` its
        # predicative.
        ("It PRP 1 DEP,is VBZ -1 ROOT,on IN 1 ADV", ["SBJ", "ROOT", "PRD"]),
        ("Prices NNS 1 DEP,remain VBP -1 ROOT,still RB 1 ADV,low JJ 1 DEP", ["SBJ", "ROOT", "ADV", "PRD"]),
        ("It PRP 2 DEP,fell VBD 2 OBJ,said VBD -1 ROOT,he PRP 2 OBJ", ["SBJ", "OBJ", "ROOT", "OBJ"]),
        ("fell VBD 1 OBJ,said VBD -1 ROOT,he PRP 1 OBJ", ["OBJ", "ROOT", "SBJ"]),
        ("It PRP 1 DEP,is VBZ -1 ROOT,made VBN 1 VC", ["SBJ", "ROOT", "VC"]),
        ("Had VBD -1 ROOT,he PRP 0 DEP,seen VBN 0 VC,men NNS 2 OBJ", ["ROOT", "SBJ", "VC", "OBJ"]),
        ("Today NN 2 TMP,he PRP 2 DEP,came VBD -1 ROOT", ["TMP", "SBJ", "ROOT"]),
        ("Today NN 1 TMP,came VBD -1 ROOT", ["TMP", "ROOT"]),
    ],
)
def test_subject_and_predicate_heuristics(words: str, expected: list[str]) -> None:
    forms, tags, heads, labels = zip(*(word.split() for word in words.split(",")), strict=True)
    assert mend_relations(forms, tags, [int(head) for head in heads], labels) == expected


def test_a_tree_with_functions_marks_its_predicatives() -> None:
    labels = mend_relations(("It", "is", "on"), ("PRP", "VBZ", "IN"), (1, -1, 1), ("DEP", "ROOT", "ADV"), tagged=True)
    assert labels == ["SBJ", "ROOT", "ADV"]


def test_trees_without_functions_have_subjects_and_predicatives() -> None:
    text = "(S (NP{} (NNS Prices)) (VP (VBP remain) (ADJP{} (JJ low))) (. .))"
    with_functions, without = (thesis(trees(text.format(*tags))) for tags in (("-SBJ", "-PRD"), ("", "")))
    assert [entailment.text for entailment in without.sentences[0]] == ["Prices remain X.", "X remain low."]
    assert with_functions.sentences[0] == without.sentences[0]


def test_phrases_and_dependencies_of_pe08_agree_except_for_what_phrases_add(shared: Path) -> None:
    phrases, arcs = (thesis(read(shared / "pe08" / f"required-wsj02.{name}")) for name in ("ptb", "conll08"))
    ours, theirs = (
        {(number, entailment.text) for number, sentence in enumerate(side.sentences) for entailment in sentence}
        for side in (phrases, arcs)
    )
    assert len(ours & theirs) / len(theirs) > 0.9
    assert {(0, "Bell distributes X."), (0, "X distributes electronic products.")} <= ours - theirs
