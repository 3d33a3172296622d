"""Entailments in plain English: wording, agreement, and what is asserted."""

from __future__ import annotations

import pytest
from test_deep_relations import penn

from treegauge import entail
from treegauge.entailments.plain.spelling import spell
from treegauge.entailments.texts import running_text

STATUTE = (
    "(S (NP (PRP They)) (VP (VBP cite) (NP (NP (DT the) (NN statute)) (SBAR (S (NP (NNP Mary)) (VP (VBD violated))))))"
    " (. .))"
)
STRANDED = (
    "(S (NP (PRP He)) (VP (VBZ has) (NP (NP (DT a) (NN plan)) (SBAR (S (NP (NNP Mary)) (VP (VBD worked)"
    " (PP (IN on))))))) (. .))"
)
ASKED = "(SQ (VBD Did) (NP (NNP Mary)) (VP (VB sell) (NP (DT the) (NN car))) (. ?))"
DENIED = (
    "(S (NP (PRP He)) (VP (VBD denied) (SBAR (IN that) (S (NP (PRP he)) (VP (VBD had) (VP (VBN met)"
    " (NP (PRP them))))))) (. .))"
)
NOT_EVERY = "(S (NP (RB Not) (DT every) (NN voter)) (VP (VBZ knows) (NP (PRP him))) (. .))"
CONDITION = (
    "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP they)) (VP (MD will) (VP (VB stay))) (. .))"
)
JOIN = "(S (NP (NP (NNP Bulgaria)) (CC and) (NP (NNP Romania))) (VP (VBP join) (NP (DT the) (NN union))) (. .))"
CLITIC = "(S (NP (PRP I)) (VP (VBP 'm) (VP (VBG reading) (NP (DT a) (NN book)))) (. .))"
BRACKET = (
    "(S (NP (PRP He)) (VP (VBD saw) (NP (DT the) (NN man) (PRN (-LRB- -LRB-) (NP (NNP Lee)) (-RRB- -RRB-)))) (. .))"
)
KNOWS = "(S (NP (PRP She)) (VP (VBZ knows) (SBAR (IN that) (S (NP (NNS prices)) (VP (VBD fell))))) (. .))"
SAYS = "(S (NP (PRP She)) (VP (VBZ says) (SBAR (IN that) (S (NP (NNS prices)) (VP (VBD fell))))) (. .))"
VALUE = (
    "(S (NP (PRP They)) (VP (VBP question) (NP (NP (DT the) (NN value)) (PP (IN of) (NP (DT the) (NN work))))) (. .))"
)


def said(tree: str) -> dict[str, str]:
    (entailments,) = entail(penn(tree)).sentences
    return {entailment.text: entailment.status for entailment in entailments}


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (STATUTE, {"Mary violated the statute.": "asserted"}),
        (ASKED, {"Mary sold the car.": "questioned"}),
        (DENIED, {"He had met them.": "reported", "He denied that he had met them.": "asserted"}),
        (NOT_EVERY, {"Not every voter knows him.": "negated"}),
        (CONDITION, {"It rains.": "conditional", "They will stay.": "conditional"}),
        (JOIN, {"Bulgaria joins the union.": "asserted", "Romania joins something.": "asserted"}),
        (CLITIC, {"I am reading a book.": "asserted"}),
        (KNOWS, {"Prices fell.": "asserted", "She knows that prices fell.": "asserted"}),
        (SAYS, {"Prices fell.": "reported", "She says that prices fell.": "asserted"}),
        (VALUE, {"They question the value of the work.": "asserted"}),
    ],
)
def test_sentences_and_what_they_claim(tree: str, expected: dict[str, str]) -> None:
    actual = said(tree)
    assert {text: actual.get(text) for text in expected} == expected


STOCKS = (
    "(S (NP (NNS Speculators)) (VP (VBD dumped) (NP (NP (DT every) (NN stock)) (SBAR (S (NP (PRP they)) (VP (VBD had)))"
    "))) (. .))"
)
PRICES = "(S (NP (NNS Tickets)) (VP (VBP cost) (NP (NP ($ $) (CD 15)) (CC or) (NP ($ $) (CD 20)))) (. .))"
SURE = "(S (VP (VB Make) (ADJP (JJ sure) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ light))))))) (. .))"
OFTEN = "(S (NP (NNS Embryos)) (ADVP (RB often)) (VP (VBP survive) (PP (IN beyond) (NP (DT this) (NN stage)))) (. .))"
CRE = "(S (NP (NML (NN Cre) (HYPH -) (VBN mediated)) (NN excision)) (VP (VBD removed) (NP (DT the) (NN gene))) (. .))"
PLANTS = "(S (NP (PRP They)) (VP (VBD sold) (NP (DT the) (ADJP (JJ French) (CC and) (JJ German)) (NNS plants))) (. .))"
AIM = "(S (NP (PRP They)) (VP (VBD took) (NP (NN aim)) (PP (IN at) (NP (PRP us)))) (. .))"
NEED = (
    "(S (NP (PRP It)) (VP (VBZ ends) (NP (DT the) (NN need) (S (VP (TO to) (VP (VB string) (NP (NNS lights)))))))"
    " (. .))"
)
POWER = "(S (NP (NP (DT the) (NN group)) (PP (IN in) (NP (NN power)))) (VP (VBZ takes) (NP (DT the) (NN money))) (. .))"
RAINS = "(S (SBAR (WHADVP (WRB When)) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP we)) (VP (VBP stay)) (. .))"
TASTES = (
    "(S (NP (NN Cheese)) (VP (VBZ smells) (ADVP (ADVP (RBR worse)) (SBAR (IN than) (S (NP (PRP it)) (VP (VBZ tastes))))"
    ")) (. .))"
)


@pytest.mark.parametrize(
    ("tree", "present", "absent"),
    [
        (STOCKS, "Speculators dumped something.", "Speculators dumped every stock."),
        (STOCKS, "Speculators dumped something.", "They had every stock."),
        (PRICES, "Tickets cost $15 or $20.", "Tickets cost $15."),
        (OFTEN, "Embryos often survive beyond this stage.", "Embryos survive beyond this stage."),
        (CRE, "Cre-mediated excision removed the gene.", "Cre was mediated."),
        (PLANTS, "They sold the French and German plants.", "They sold the French plants."),
        (AIM, "They took aim at us.", "They took something."),
        (NEED, "It ends the need to string lights.", "It ends the need."),
        (POWER, "The group in power takes the money.", "The group takes the money."),
    ],
)
def test_what_cannot_be_cut_is_said(tree: str, present: str, absent: str) -> None:
    actual = said(tree)
    assert actual.get(present) == "asserted"
    assert absent not in actual


@pytest.mark.parametrize("tree", [SURE, RAINS, TASTES])
def test_commands_conditions_and_comparisons_are_not_asserted(tree: str) -> None:
    asserted = {text for text, status in said(tree).items() if status == "asserted"}
    assert asserted.isdisjoint({"It is light.", "It rains.", "We stay.", "It tastes."})


def test_attachment_sentences_are_not_in_the_strict_list() -> None:
    hats = penn("(S (NP (PRP He)) (VP (VBD saw) (NP (NP (NNS men)) (PP (IN with) (NP (NNS hats))))) (. .))")
    (full,), (strict,) = entail(hats).sentences, entail(hats, strict=True).sentences
    assert {own.text for own in full} - {own.text for own in strict} == {
        "There were men with hats.",
        "He saw somebody.",
    }


def test_zero_relatives_keep_their_object() -> None:
    assert "Mary violated." not in said(STATUTE)


def test_stranded_prepositions_are_not_objects() -> None:
    assert "Mary worked a plan." not in said(STRANDED)


def test_no_escapes_are_left() -> None:
    assert not any("LRB" in text or "RRB" in text for text in said(BRACKET))


def test_the_strict_list_has_what_is_asserted() -> None:
    (entailments,) = entail(penn(SAYS), strict=True).sentences
    assert {own.status for own in entailments} == {"asserted"}
    assert len(entailments) < len(said(SAYS))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("he saw a old house", "He saw an old house."),
        ("it costs $ 5 or 12 %", "It costs $5 or 12%."),
        ("an university has a MBA course", "A university has an MBA course."),
        ("the company 's shares fell", "The company's shares fell."),
        ("a 15 - year deal ended", "A 15-year deal ended."),
    ],
)
def test_words_are_spelled_as_people_do(words: str, text: str) -> None:
    assert spell(words.split()) == text


def test_running_text_has_no_signs_of_treebanks() -> None:
    words = ["``", "I", "do", "n't", "know", ",", "''", "he", "said", "-LRB-", "twice", "-RRB-", ";", "$", "5", "."]
    assert running_text(words) == '"I don\'t know," he said (twice); $5.'
