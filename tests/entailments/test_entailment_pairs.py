"""Differences between parses, and pairs of text and hypothesis: drawn, written, read and answered."""

from __future__ import annotations

import json
import math
import re
from xml.etree import ElementTree

import pytest
from thesis_examples import APPENDIX, BELL, HAAG, INSIDERS, PARSES, ROLLS_ROYCE, treebank

from treegauge import (
    DataError,
    Treebank,
    bundled,
    entail_differences,
)
from treegauge.entailments.api import with_known_dependencies
from treegauge.entailments.checking import Answer, answer_pairs, deep_trees, follows
from treegauge.entailments.pair_selection import draw_pairs
from treegauge.entailments.pairs import EntailmentPair, pairs_as_text, parse_pairs
from treegauge.entailments.texts import ParsedTexts, text_key
from treegauge.evaluation.answers import CheckedEntailments
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.pete import entail_both

SAW = "He PRP 2 SBJ\nsaw VBD 0 ROOT\nmen NNS 2 OBJ\nwith IN {} {}\nhats NNS 4 PMOD"
HIGH, LOW = SAW.format(2, "ADV"), SAW.format(3, "NMOD")
HAT = """
The DT 2 det
man NN 7 nsubj
with IN 5 case
the DT 5 det
hat NN 2 nmod
was VBD 7 cop
tired JJ 0 root
. . 7 punct
"""
SEMEVAL = """<?xml version="1.0" encoding="UTF-8"?>
<entailment-corpus>
<pair id="1001" entailment="YES" task="PETE">
  <t>The man with the hat was tired.</t>
  <h>The man was tired.</h>
</pair>
<pair id="1002" entailment="NO" task="PETE">
  <t>The man with the hat was tired.</t>
  <h>The hat was tired.</h>
</pair>
</entailment-corpus>
"""


def both(gold: str | list[str], test: str | list[str]) -> tuple[Treebank, Treebank]:
    return treebank(gold), treebank(test)


def test_a_phrase_attached_elsewhere_is_one_error() -> None:
    (errors,) = entail_differences(*both(LOW, HIGH)).errors
    assert errors.error == "existential NMOD → adverbial ADV"
    (place,) = errors.places
    assert [entailment.text for entailment in place.missing] == ["There are men with hats."]
    assert [entailment.text for entailment in place.invented] == ["X saw X with hats."]


def test_frequent_errors_come_first() -> None:
    wrong = HAAG.replace("SBJ", "OBJ")
    differences = entail_differences(*both([HAAG, LOW, LOW], [wrong, HIGH, HIGH]))
    assert [len(errors.places) for errors in differences.errors] == [2, 1, 1]
    assert differences.errors[0].error == "existential NMOD → adverbial ADV"
    assert [row["count"] for row in differences.rows()] == [2, 2, 1, 1]


def test_the_same_relation_to_another_head_is_named_so() -> None:
    words = "a NN 4 SBJ\nand CC 1 COORD\nb NN 2 CONJ\nsaw VBD 0 ROOT\nc NN {} OBJ\nsat VBD 4 OBJ"
    differences = entail_differences(*both(words.format(4), words.format(6)))
    assert "object OBJ → other head" in [errors.error for errors in differences.errors]


def test_gold_differs_from_itself_in_nothing() -> None:
    assert entail_differences(*both(PARSES, PARSES)).errors == ()


def test_pairs_are_balanced_and_drawn_where_parsers_disagree() -> None:
    words = "Tom NNP 2 {}\nsaw VBD 0 ROOT\nAnn NNP 2 {}"
    gold, test = words.format("SBJ", "OBJ"), words.format("OBJ", "SBJ")
    pairs = draw_pairs([entail_both(*both([gold, HAAG], [test, HAAG]), thesis=False)])
    assert [(pair.text, pair.hypothesis, pair.answer, pair.kind) for pair in pairs] == [
        ("Tom saw Ann", "Ann saw Tom.", False, "object"),
        ("Tom saw Ann", "Tom saw Ann.", True, "subject"),
    ]


def test_no_question_has_an_answer_that_depends_on_how_it_is_read() -> None:
    """Gold has men with hats, so that he saw somebody with hats is not a no."""
    assert draw_pairs([entail_both(*both([LOW, HAAG], [HIGH, HAAG]), thesis=False)]) == []


def test_as_many_pairs_as_the_rarer_answer_has() -> None:
    compared = entail_both(bundled("english.mrg"), bundled("english.parsed.mrg"), thesis=False)
    pairs = draw_pairs([compared], seed=3)
    assert [pair.answer for pair in pairs].count(True) == [pair.answer for pair in pairs].count(False) > 0
    assert draw_pairs([compared], seed=3) == pairs


def test_what_people_may_read_in_the_text_is_not_a_no() -> None:
    """The parser attaches `raise` to the barn, but the sentence is the text itself."""
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    no = [pair for pair in draw_pairs([entail_both(gold, test, thesis=False)]) if pair.answer is False]
    assert "Lindenau normally leaves from platform four." in {pair.hypothesis for pair in no}
    assert not any(text_key(pair.hypothesis) in text_key(pair.text) for pair in no)


def test_pairs_follow_the_dtd_of_semeval() -> None:
    """Its elements and attributes; all attributes are required, and there are no others."""
    pairs = draw_pairs([entail_both(bundled("english.mrg"), bundled("english.parsed.mrg"), thesis=False)])
    root = ElementTree.fromstring(pairs_as_text(pairs))
    assert root.tag == "entailment-corpus"
    for item in root:
        assert (item.tag, {*item.keys()}) == ("pair", {"id", "entailment", "word1", "word2"})
        assert item.get("entailment") in ("YES", "NO")
        assert [child.tag for child in item] == ["t", "h"]


def test_gold_answers_its_own_pairs() -> None:
    gold = bundled("english.mrg")
    pairs = draw_pairs([entail_both(gold, bundled("english.parsed.mrg"), thesis=False)])
    assert all(answer.answer == answer.gold for answer in answer_pairs(pairs, gold))
    assert not any(" ." in pair.text or "``" in pair.text or " X" in pair.hypothesis for pair in pairs)


def test_pairs_of_csv_and_their_kinds() -> None:
    table = 'id,text,hypothesis,entailment,kind\n7,"A, b",C.,yes,subject\n\n8,D,E,,\n'
    pairs = [EntailmentPair("7", "A, b", "C.", True, kind="subject"), EntailmentPair("8", "D", "E", None)]
    assert parse_pairs(table.encode(), "pairs.csv") == pairs
    assert parse_pairs(table.encode(), "upload") == pairs
    assert parse_pairs(pairs_as_text(pairs, "jsonl").encode(), "pairs.jsonl") == pairs
    nameless = parse_pairs(b"hypothesis,text\nb,a\n", "pairs.csv")
    assert nameless == [EntailmentPair("2", "a", "b", None)]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (b"text,answer\na,yes\n", "pairs.csv:1: the header has no column hypothesis; found: 'text', 'answer'"),
        (b"text,hypothesis\na,b\nc\n", "pairs.csv:3: the header has 2 columns, this row has 1"),
        (b"text,hypothesis,entailment\na,b,perhaps\n", "pairs.csv:2: the answer is YES or NO, not 'perhaps'"),
        (b"text,hypothesis\na,\xff\n", "pairs.csv:2: this is not UTF-8 text (byte 0xff)"),
        (b'text,hypothesis\n"a"x,b\n', "pairs.csv:2: this is not CSV:"),
    ],
)
def test_an_error_in_csv_says_where_it_is(table: bytes, message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)):
        parse_pairs(table, "pairs.csv")


@pytest.mark.parametrize("form", ["xml", "jsonl"])
def test_pairs_are_read_as_they_were_written(form: str) -> None:
    pairs = [
        EntailmentPair("1", 'A & B < "C"', "X.", True, "A", "B"),
        EntailmentPair("2", "é", "ü", False),
        EntailmentPair("3", "a", "b", None),
    ]
    assert parse_pairs(pairs_as_text(pairs, form).encode(), "pairs") == pairs


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("We came. We saw the harbour!", [0, 1]),
        ("saw the harbour", [1]),  # its parse has other words around it
        ("came we saw the harbour we", [0, 1, 2]),
        ("We won the last of the three games in the harbour.", [2]),  # the parse has other spelling
        ("We won.", []),
        ("the harbour was closed yesterday", []),
    ],
)
def test_texts_are_found_however_parses_divide_them(text: str, sentences: list[int]) -> None:
    parsed = ["We came .", "We saw the harbour !", "We won the last of the three games in the harbor ."]
    assert ParsedTexts.of(parsed).find(text) == sentences


def test_the_files_of_semeval_and_rte_are_read() -> None:
    first, second = parse_pairs(SEMEVAL.encode(), "pete.xml")
    assert first == EntailmentPair("1001", "The man with the hat was tired.", "The man was tired.", True)
    assert second.answer is False
    old = '<entailment-corpus><pair id="1" value="FALSE" task="QA"><t>a</t><h>b</h></pair></entailment-corpus>'
    assert parse_pairs(old.encode(), "rte1.xml") == [EntailmentPair("1", "a", "b", False)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("<pair", "this is not XML"),
        ("<a></a>", "no <pair>"),
        ('<a><pair id="7"><t>x</t></pair></a>', "pair 7 has no <t> or no <h>"),
        ('<a><pair id="7" entailment="PERHAPS"><t>x</t><h>y</h></pair></a>', "not 'PERHAPS'"),
        ("nothing", "bad:1: this is not JSON: Expecting value in 'nothing'"),
        (json.dumps({"text": "a"}), "bad:1: key 'hypothesis' is missing; it is a string"),
        ("[1]", "bad:1: this must be an object, not a list of 1"),
    ],
)
def test_bad_pairs_are_errors_with_their_place(data: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_pairs(data.encode(), "bad")
    assert message in str(error.value)


def test_a_parse_answers_pairs() -> None:
    answers = answer_pairs(parse_pairs(SEMEVAL.encode(), "pete.xml"), treebank(HAT, "ud"))
    assert [(answer.id, answer.answer, answer.found) for answer in answers] == [
        ("1001", True, True),
        ("1002", False, True),
    ]


def test_another_parse_answers_otherwise() -> None:
    wrong = HAT.replace("man NN 7 nsubj", "man NN 5 compound").replace("hat NN 2 nmod", "hat NN 7 nsubj")
    answers = answer_pairs(parse_pairs(SEMEVAL.encode(), "pete.xml"), treebank(wrong, "ud"))
    assert [answer.answer for answer in answers] == [False, True]


def test_a_text_without_parse_is_answered_with_no_and_counted() -> None:
    (answer,) = answer_pairs([EntailmentPair("1", "Something else.", "It is.", True)], treebank(HAAG))
    assert answer == Answer("1", True, False, False, missing="the text is not among the parses")
    assert CheckedEntailments((answer,)).not_found == 1


def test_all_entailments_follow_from_their_own_parse() -> None:
    parses = treebank([*APPENDIX])
    texts = [tree.text for tree in parses]
    pairs = [
        EntailmentPair("1", text, sentence, True)
        for text, sentences in zip(texts, APPENDIX.values(), strict=True)
        for sentence in sentences
    ]
    assert all(answer.answer for answer in answer_pairs(pairs, parses))


@pytest.mark.parametrize(
    ("parse", "hypothesis", "follows"),
    [
        (HAAG, "Ms. Haag plays Elianti.", True),
        (HAAG, "Haag plays something.", True),
        (HAAG, "Elianti plays Ms. Haag.", False),
        (HAAG, "Ms. Haag plays football.", False),
        (HAAG, "Elianti is Ms. Haag.", False),
        (BELL, "Bell was based in Los Angeles.", True),
        (BELL, "Bell makes products.", True),
        (BELL, "Los Angeles makes products.", False),
        (INSIDERS, "The insiders are required to file reports.", True),
        (INSIDERS, "The rules are required to file reports.", False),
        (INSIDERS, "The rules would be tougher.", True),
        (ROLLS_ROYCE, "Its sales are steady.", True),
    ],
)
def test_hypotheses_in_other_words_follow_if_their_relations_hold(parse: str, hypothesis: str, follows: bool) -> None:
    (pair,) = [EntailmentPair("1", next(iter(treebank(parse))).text, hypothesis, None)]
    assert [answer.answer for answer in answer_pairs([pair], treebank(parse))] == [follows]


def test_x_in_a_hypothesis_is_any_phrase() -> None:
    text = next(iter(treebank(HAAG))).text
    pairs = [
        EntailmentPair("1", text, "X plays Elianti.", True),
        EntailmentPair("2", text, "X Haag plays Elianti X.", False),
    ]
    assert [answer.answer for answer in answer_pairs(pairs, treebank(HAAG))] == [True, False]


def test_scores_and_the_baseline() -> None:
    gold, said = [True, True, True, False], [True, True, False, True]
    answers = [Answer(str(n), right, answer, True) for n, (right, answer) in enumerate(zip(gold, said, strict=True))]
    row = CheckedEntailments((*answers, Answer("4", None, True, True))).row()
    assert (row["pairs"], row["judged"], row["not_found"]) == (5, 4, 0)
    assert row["accuracy"] == 50
    assert (row["precision"], row["recall"], row["f1"]) == pytest.approx((200 / 3, 200 / 3, 200 / 3))
    assert row["always_yes"] == pytest.approx({"accuracy": 75, "precision": 75, "recall": 100, "f1": 600 / 7})


def test_no_answers_have_no_scores() -> None:
    assert math.isnan(CheckedEntailments(()).scores()["accuracy"])


def test_the_search_for_words_ends() -> None:
    """Many equal words have more ways to be found than are tried."""
    parse = "\n".join(f"so RB {number} ADV" for number in range(60)).replace("so RB 0 ADV", "so RB 0 ROOT")
    (tree,) = deep_trees(treebank(parse))
    assert tree is not None
    assert not follows("So so so so so so so so so so.", tree).follows


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [
        ("Vinken is chairman.", True),
        ("Vinken is chairman of Elsevier.", True),
        ("Elsevier is chairman.", False),
        ("Elsevier is the Dutch publishing group.", True),
        ("The group is Elsevier.", True),
        ("Vinken is Elsevier.", False),
    ],
)
def test_a_preposition_is_not_left_out(hypothesis: str, expected: bool) -> None:
    text = (
        "(S (NP-SBJ (NNP Vinken)) (VP (VBZ is) (NP-PRD (NP (NN chairman)) (PP (IN of) (NP (NP (NNP Elsevier)) (, ,)"
        " (NP (DT the) (JJ Dutch) (VBG publishing) (NN group)))))) (. .))"
    )
    reader = FORMATS.get("brackets").read
    assert reader is not None
    (tree,) = deep_trees(with_known_dependencies(reader(Input(text.encode()))))
    assert tree is not None
    assert follows(hypothesis, tree).follows is expected
