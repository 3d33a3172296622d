"""Deep relations: the same for active and passive, relative clauses, control, coordination and so on."""

from __future__ import annotations

import pytest
from thesis_examples import treebank

from treegauge import Treebank
from treegauge.entailments.api import with_known_dependencies
from treegauge.entailments.checking import deep_trees
from treegauge.formats.base import FORMATS, Input


def penn(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def relations(trees: Treebank) -> set[str]:
    (deep,) = deep_trees(with_known_dependencies(trees))
    assert deep is not None
    forms = deep.tree.forms
    return {f"{forms[one.head]} {one.role} {forms[one.token]}" for one in deep.relations}


MARY = "(NP (NNP Mary))"
ACTIVE = f"(S {MARY} (VP (VBD sold) (NP (DT the) (NN car)) (PP (TO to) (NP (NNP John)))) (. .))"
PASSIVE = f"(S (NP (DT The) (NN car)) (VP (VBD was) (VP (VBN sold) (PP (IN by) {MARY}))) (. .))"
ZERO = f"(NP (NP (DT the) (NN statute)) (SBAR (S {MARY} (VP (VBD violated)))))"
WHICH = f"(NP (NP (DT the) (NN statute)) (SBAR (WHNP (WDT which)) (S {MARY} (VP (VBD violated)))))"
REDUCED = f"(NP (NP (DT the) (NN car)) (VP (VBN sold) (PP (IN by) {MARY})))"
STRANDED = f"(NP (NP (NN something)) (SBAR (S {MARY} (VP (VBD worked) (PP (IN on))))))"
EMBEDDED = (
    "(NP (NP (DT the) (NN man)) (SBAR (WHNP (WP who)) (S (NP (PRP he)) (VP (VBD said) (SBAR (S (VP (VBD left))))))))"
)
WANTS = f"(S {MARY} (VP (VBZ wants) (S (VP (TO to) (VP (VB buy) (NP (DT a) (NN car)))))) (. .))"
ASKED = f"(S {MARY} (VP (VBD asked) (S (NP (NNP John)) (VP (TO to) (VP (VB leave))))) (. .))"
TO_MAKE = "(VP (VBD wanted) (S (VP (TO to) (VP (VB make)))))"
MADE = f"(NP (NP (DT the) (NNS changes)) (SBAR (WHNP (WDT which)) (S {MARY} {TO_MAKE})))"
ACCUSED = f"(S {MARY} (VP (VBD accused) (NP (NNP John)) (PP (IN of) (S (VP (VBG lying))))) (. .))"
BOTH = f"(S {MARY} (VP (VP (VBD came)) (CC and) (VP (VBD saw) (NP (PRP it)))) (. .))"
GIVEN = f"(S {MARY} (VP (VBD gave) (NP (NNP John)) (NP (DT a) (NN book))) (. .))"
STEAMED = f"(S {MARY} (VP (VBD ate) (NP (VBN steamed) (NNS grains))) (. .))"
FRONTED = f"(S (S (NP (NNS prices)) (VP (VBD fell))) (, ,) {MARY} (VP (VBD said)) (. .))"
ONE_OF = "(S (NP (NP (CD one)) (PP (IN of) (NP (DT the) (NNS students)))) (VP (VBD left)) (. .))"
LEFT_EARLY = "(NP (NP (DT the) (NN day)) (SBAR (S (NP (PRP he)) (VP (VBD left)))))"
MISTAGGED = "(S (NP (NP (DT the) (NN bank)) (VP (VBD obliged) (PP (IN in) (NP (NNP May))))) (VP (VBZ pays)) (. .))"
NUMBER_OF = (
    "(NP (NP (DT the) (NN number)) (PP (IN of) (NP (NP (NNS people)) (SBAR (WHNP (WP who)) (S (VP (VBP buy) (NP (NNS"
    " cars))))))))"
)
PERCENT = "(S (NP (NP (CD 20) (NN %)) (PP (IN of) (NP (NNS workers)))) (VP (VBD left)) (. .))"
ACCEPTED = "(S (NP (NNP John)) (VP (VBD accepted) (, ,) (NP (DT a) (NN law))))"
RAISED = f"(S (S {MARY} (VP (VBD proposed))) (, ,) (CC and) {ACCEPTED} (. .))"
NOT_RAISED = f"(S (S {MARY} (VP (VBD called))) (CC and) (S (NP (NNP John)) (VP (VBD took) (NP (NN phone)))) (. .))"
SOLD_FILE = "(VP (VBD sold) (NP (DT the) (NN file)))"
INNER = f"(S {MARY} (VP (VP (VBD hid)) (, ,) (VP (VBD deleted)) (CC or) {SOLD_FILE}) (. .))"
HARD = "(S (NP (DT the) (NN task)) (VP (VBZ is) (ADJP (JJ hard) (S (VP (TO to) (VP (VB solve)))))) (. .))"
BY_FORCES = "(PP (PP (IN by) (NP (NNS forces))) (, ,) (CC and) (RB not) (PP (IN by) (NP (NNS facts))))"
NOT_BY = f"(S (NP (NNS views)) (VP (VBD were) (VP (VBN shaped) {BY_FORCES})) (. .))"
OWED = "(S (NP (PRP they)) (VP (VBP owe) (PP (IN about) (NP ($ $) (CD 430)))) (. .))"


@pytest.mark.parametrize(
    ("tree", "expected", "absent"),
    [
        (ACTIVE, {"sold subject Mary", "sold object car", "sold to John", "sold indirect John"}, {"sold object Mary"}),
        (PASSIVE, {"sold subject Mary", "sold object car"}, {"sold subject car"}),
        (ZERO, {"violated subject Mary", "violated object statute"}, {"violated subject statute"}),
        (WHICH, {"violated subject Mary", "violated object statute"}, {"violated subject statute"}),
        (REDUCED, {"sold object car", "sold subject Mary"}, {"sold subject car"}),
        (STRANDED, {"worked subject Mary", "worked on something"}, {"worked object something"}),
        (EMBEDDED, {"left subject man", "said subject he"}, {"said object man"}),
        (WANTS, {"wants subject Mary", "buy subject Mary", "buy object car"}, {"wants object car"}),
        (ASKED, {"asked subject Mary", "leave subject John"}, {"leave subject Mary"}),
        (MADE, {"make object changes", "make subject Mary"}, {"wanted object changes"}),
        (ACCUSED, {"lying subject John"}, {"lying subject Mary"}),
        (BOTH, {"came subject Mary", "saw subject Mary", "saw object it"}, {"came object it"}),
        (GIVEN, {"gave subject Mary", "gave object book", "gave indirect John"}, set()),
        (STEAMED, {"steamed object grains", "ate object grains"}, {"steamed subject grains"}),
        (FRONTED, {"said subject Mary", "said complement fell", "fell subject prices"}, {"said subject prices"}),
        (ONE_OF, {"left subject one", "left subject students"}, set()),
        (LEFT_EARLY, {"left subject he"}, {"left object day"}),
        (MISTAGGED, {"obliged object bank", "pays subject bank"}, {"obliged subject bank"}),
        (NUMBER_OF, {"buy subject people"}, {"buy subject number"}),
        (PERCENT, {"left subject workers"}, set()),
        (RAISED, {"proposed object law", "accepted object law"}, {"proposed subject John"}),
        (NOT_RAISED, {"took object phone"}, {"called object phone"}),
        (INNER, {"deleted object file", "sold object file"}, set()),
        (HARD, {"solve object task"}, {"solve subject task"}),
        (NOT_BY, {"shaped subject forces"}, {"shaped subject facts"}),
        (OWED, {"owe object $"}, set()),
    ],
)
def test_who_does_what_to_whom(tree: str, expected: set[str], absent: set[str]) -> None:
    actual = relations(penn(tree))
    assert expected <= actual
    assert not absent & actual


def test_universal_dependencies_give_the_same_relations() -> None:
    text = "The DT 2 det\ncar NN 4 nsubj:pass\nwas VBD 4 aux:pass\nsold VBN 0 root\nby IN 6 case\nMary NNP 4 obl"
    assert {"sold object car", "sold subject Mary"} <= relations(treebank(text, "ud"))


def test_no_relation_is_of_a_word_with_itself_and_none_is_twice() -> None:
    (deep,) = deep_trees(with_known_dependencies(penn(ONE_OF)))
    assert deep is not None
    keys = [one[:3] for one in deep.relations]
    assert len({*keys}) == len(keys)
    assert all(one.head != one.token for one in deep.relations)
