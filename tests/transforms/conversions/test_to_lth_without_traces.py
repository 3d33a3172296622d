"""Penn trees without empty elements to CoNLL-2008 dependencies: what the structure shows is restored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from penn_strategies import trees

from treegauge import apply, entail, read, score, to_lth


def arcs(text: str, *, restore: bool = True) -> list[str]:
    """`word<RELATION<head` for each word of a tree that is not punctuation."""
    converted = to_lth(trees(text), restore=restore)[0]
    return [
        f"{token.form}<{token.deprel}<{token.head.form if token.head else '-'}"
        for token in converted
        if token.tag not in (",", ".", "``", "''", ":")
    ]


def test_the_noun_phrase_before_the_verb_phrase_is_the_subject() -> None:
    text = "(S (NP (NN today)) (NP (PRP he)) (VP (VBD left)))"
    assert arcs(text) == ["today<DEP<left", "he<SBJ<left", "left<ROOT<-"]
    assert arcs(text, restore=False) == ["today<DEP<left", "he<DEP<left", "left<ROOT<-"]


def test_a_clause_can_be_a_subject() -> None:
    text = "(S (SBAR (WHNP (WP what)) (S (VP (VBZ matters)))) (VP (VBZ is) (NP (NN tea))))"
    assert arcs(text) == ["what<SBJ<matters", "matters<SBJ<is", "is<ROOT<-", "tea<PRD<is"]


def test_a_subject_can_follow_its_verb() -> None:
    assert arcs("(SQ (VBD did) (NP (PRP he)) (VP (VB go)))") == ["did<ROOT<-", "he<SBJ<did", "go<VC<did"]
    fell = "(S (NP (PRP it)) (VP (VBD fell)))"
    assert arcs(f"(SINV {fell} (, ,) (VP (VBD said)) (NP (NNP Mary)))") == [
        "it<SBJ<fell",
        "fell<OBJ<said",
        "said<ROOT<-",
        "Mary<SBJ<said",
    ]


@pytest.mark.parametrize("tags", [("", "", ""), ("-SBJ", "-TPC", "-SBJ"), ("-SBJ", "-TPC-1", "-SBJ")])
def test_a_fronted_clause_is_the_object_of_the_verb(tags: tuple[str, str, str]) -> None:
    inner, front, outer = tags
    fell = f"(S{front} (NP{inner} (PRP it)) (VP (VBD fell)))"
    text = f"(S {fell} (, ,) (NP{outer} (NNS men)) (VP (VBP have) (VP (VBN said))))"
    assert arcs(text) == ["it<SBJ<fell", "fell<OBJ<said", "men<SBJ<have", "have<ROOT<-", "said<VC<have"]


def test_a_fronted_subordinate_clause_is_an_object_only_with_a_tag() -> None:
    text = "(S (SBAR{} (IN that) (S (NP (PRP it)) (VP (VBD fell)))) (, ,) (NP (PRP he)) (VP (VBD said)))"
    assert arcs(text.format("-TPC"))[0] == "that<OBJ<said"
    assert arcs(text.format(""))[0] == "that<ADV<said"


def test_a_verb_with_a_clause_takes_no_other() -> None:
    fell = "(S (NP (PRP it)) (VP (VBD fell)))"
    text = f"(S {fell} (, ,) (NP (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD broke))))))"
    assert arcs(text)[1] == "fell<DEP<said"


def test_the_clause_around_a_parenthetical_is_its_object() -> None:
    text = "(S (NP (PRP they)) (PRN (, ,) (S (NP (PRP he)) (VP (VBD said))) (, ,)) (VP (VBD left)))"
    assert arcs(text) == ["they<SBJ<left", "he<SBJ<said", "said<ROOT<-", "left<OBJ<said"]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("(WHNP (WDT that)) (S (VP (VBP bark)))", "that<SBJ<bark"),
        ("(WHNP (WDT that)) (S (NP (PRP I)) (VP (VBD saw)))", "that<OBJ<saw"),
        ("(WHNP (WDT that)) (S (NP (PRP I)) (VP (VBD looked) (PP (IN at))))", "that<PMOD<at"),
        (
            "(WHNP (WDT that)) (S (NP (PRP I)) (VP (VBP want) (S (VP (TO to) (VP (VB see))))))",
            "that<OBJ<see",
        ),
        (
            "(WHNP (WDT that)) (S (NP (PRP I)) (VP (VBP think) (SBAR (S (VP (VBP bark))))))",
            "that<SBJ<bark",
        ),
        ("(WHADVP (WRB where)) (S (NP (PRP I)) (VP (VBP live)))", "where<ADV<live"),
    ],
)
def test_a_relative_pronoun_belongs_where_something_is_missing(clause: str, expected: str) -> None:
    assert expected in arcs(f"(NP (NP (NNS dogs)) (SBAR {clause}))")


def test_the_subject_of_a_small_clause_is_an_object() -> None:
    go = "(S (NP (PRP we)) (VP (VBD made) (S (NP (PRP him)) (VP (VB go)))))"
    assert arcs(go)[2:] == ["him<OBJ<made", "go<OPRD<made"]
    left = "(S (NP (PRP we)) (VP (VBD said) (S (NP (NNP Bob)) (VP (VBD left)))))"
    assert arcs(left)[2:] == ["Bob<SBJ<left", "left<OBJ<said"]
    place = "(S (NP (PRP we)) (VP (VBP have) (S (NP (DT a) (NN team)) (PP (IN in) (NP (NN place))))))"
    assert arcs(place)[3:] == ["team<OBJ<have", "in<OPRD<have", "place<PMOD<in"]


def test_extraposed_and_set_off_phrases_are_not_objects() -> None:
    it = "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ hard)) (S (VP (TO to) (VP (VB say))))))"
    assert arcs(it)[3] == "to<EXTR<is"
    saying = "(S (NP (PRP he)) (VP (VBD left) (, ,) (S (VP (VBG saying) (NP (DT that))))))"
    assert arcs(saying)[2:] == ["saying<ADV<left", "that<OBJ<saying"]
    when = "(S (NP{} (PRP he)) (VP (VBD left) (SBAR (WHADVP (WRB when)) (S (NP{} (PRP it)) (VP (VBD fell))))))"
    assert arcs(when.format("", ""))[4] == "fell<ADV<left"
    assert arcs(when.format("-SBJ", "-SBJ"))[4] == "fell<OBJ<left"


def test_a_tree_with_an_empty_element_is_left_alone() -> None:
    text = "(S (NP (PRP he)) (VP (VBD said) (SBAR (-NONE- 0) (S (NP (PRP it)) (VP (VBD fell))))))"
    assert arcs(text)[0] == "he<DEP<said"


def test_functions_without_traces_give_nearly_the_same_as_gold(shared: Path) -> None:
    gold = read(shared / "ptb_wsj_sample" / "wsj_sample.mrg.xz")[:300]
    for transforms, least in ((["remove-empties"], 98.0), (["remove-empties", "strip-functions"], 92.5)):
        test = gold
        for name in transforms:
            test = apply(test, name)
        (result,) = score(gold, test, "pete", resamples=0)
        assert result.scores["f1"] > least


def test_gold_trees_are_as_they_were_without_restoring(shared: Path) -> None:
    """Except for some question words without a trace, which make no difference to the entailments."""
    gold = read(shared / "ptb_wsj_sample" / "wsj_sample.mrg.xz")[600:1300]
    plain = to_lth(gold, restore=False)
    heads, same = (side.tokens.numbers("head") for side in (to_lth(gold), plain))
    assert int(np.sum(heads != same)) <= 1
    restored, before = (
        [entailment.text for sentence in entail(side).sentences for entailment in sentence]
        for side in (to_lth(gold), plain)
    )
    assert restored == before
