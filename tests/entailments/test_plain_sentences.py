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
