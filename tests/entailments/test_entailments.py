"""Entailments from dependencies: those that the thesis prints, the same from both schemes, and what else must hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from thesis_examples import APPENDIX, BELL, CHAPTER_4, HAAG, NOT_ALL, PARSES, ROLLS_ROYCE, Scheme, treebank
from thesis_list import thesis

from strategies import treebanks
from treegauge import CallError, Entailment, EntailmentPair, Treebank, bundled, entail, read
from treegauge.entailments.checking import answer_pairs
from treegauge.entailments.generation import ENTAILMENT_KINDS
from treegauge.entailments.plain.status import STATUSES
from treegauge.entailments.relation_schemes import relation_schemes
from treegauge.treebank.build import Builder, TokenRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
both_schemes = pytest.mark.parametrize("scheme", ["conll08", "ud"])
LABELS = [label for scheme in relation_schemes() for label in scheme.roles]
TAGS = [
    "NN",
    "NNS",
    "NNP",
    "VBD",
    "VB",
    "VBN",
    "VBG",
    "MD",
    "TO",
    "IN",
    "CC",
    "DT",
    "JJ",
    "RB",
    "WP",
    "WP$",
    "POS",
    ",",
    "EX",
]


def texts(parses: str | list[str], scheme: Scheme = "conll08") -> list[str]:
    return [entailment.text for sentence in thesis(treebank(parses, scheme)).sentences for entailment in sentence]


@both_schemes
@pytest.mark.parametrize("parse", APPENDIX)
def test_appendix_a_word_for_word(parse: str, scheme: Scheme) -> None:
    assert texts(parse, scheme) == APPENDIX[parse]


@both_schemes
@pytest.mark.parametrize(("parse", "expected", "kind"), CHAPTER_4)
def test_chapter_4_word_for_word(parse: str, expected: str, kind: str, scheme: Scheme) -> None:
    (entailments,) = thesis(treebank(parse, scheme)).sentences
    assert [entailment.kind for entailment in entailments if entailment.text == expected] == [kind]


@pytest.mark.parametrize("parse", PARSES)
def test_both_schemes_give_the_same(parse: str) -> None:
    assert texts(parse, "ud") == texts(parse, "conll08")


def test_a_negation_that_heads_a_subject_is_kept() -> None:
    assert texts(NOT_ALL) == ["Not all those oppose X.", "Not all those wrote.", "X oppose the changes."]


def test_an_entailment_knows_its_words() -> None:
    (entailments,) = thesis(treebank(ROLLS_ROYCE)).sentences
    entailment = next(
        entailment for entailment in entailments if entailment.text == "X are to remain X at about 1,200 cars."
    )
    assert (entailment.kind, entailment.target, entailment.head, entailment.relation) == ("adverbial", 16, 11, "LOC")
    assert entailment.tokens == (10, 11, 13, 14, 15, 16)


def test_rows_name_words_and_number_tokens_from_one() -> None:
    (row,) = thesis(treebank(HAAG)).rows()
    assert (row["sentence"], row["text"]) == (1, "Ms. Haag plays Elianti .")
    assert row["entailments"][1] == {
        "text": "Ms. Haag plays X.",
        "kind": "subject",
        "target": "Haag",
        "head": "plays",
        "relation": "SBJ",
        "status": "asserted",
        "tokens": [1, 2, 3],
    }


def _problems(trees: Treebank) -> list[tuple[int, str]]:
    return [(problem.sentence, problem.kind) for problem in thesis(trees).problems]


def test_problems_are_named_and_counted() -> None:
    builder = Builder()
    word: TokenRow = {"form": "a", "tag": "NN"}
    builder.add(
        {}, [{**word, "head": 1, "deprel": "SBJ"}, {"form": "runs", "tag": "VBZ", "head": -1, "deprel": "ROOT"}]
    )
    builder.add({}, [{**word, "head": -1, "deprel": "ROOT"}])
    builder.add({}, [{"form": "!", "tag": ".", "head": -1, "deprel": "P"}])
    builder.add(
        {}, [{**word, "head": 1, "deprel": "FOO"}, {"form": "runs", "tag": "VBZ", "head": -1, "deprel": "ROOT"}]
    )
    builder.add({}, [{**word, "head": -2, "deprel": "SBJ"}])
    builder.add({}, [{**word, "head": -1, "deprel": "BAR"}])
    builder.add({}, [])
    entailments = thesis(builder.build())
    assert [(problem.sentence, problem.kind) for problem in entailments.problems] == [
        (2, "no verb"),
        (3, "no words"),
        (4, "labels"),
        (5, "no tree"),
        (6, "labels"),
        (7, "no tree"),
    ]
    assert "FOO" in entailments.problems[2].reason
    assert entailments.problem_counts == {"labels": 2, "no tree": 2, "no verb": 1, "no words": 1}
    assert [len(sentence) for sentence in entailments.sentences] == [1, 0, 0, 0, 0, 0, 0]


def test_heads_in_a_cycle_are_reported() -> None:
    trees = treebank(HAAG)
    turned = trees.replace(tokens=trees.tokens.replace(head=np.array([1, 0, -1, 2, 2], np.int32)))
    assert _problems(turned) == [(1, "cycle")]


def test_words_without_trees_are_a_wrong_call() -> None:
    builder = Builder()
    builder.add({}, [{"form": "Hund", "tag": "NN"}])
    with pytest.raises(CallError, match="neither"):
        thesis(builder.build())


def test_phrases_of_another_treebank_are_named() -> None:
    assert _problems(bundled("german.export")[:2]) == [(1, "no tree"), (2, "no tree")]


def test_a_very_deep_tree_is_not_a_problem() -> None:
    depth = 20_000
    rows = [TokenRow(form="in", tag="IN", head=token - 1, deprel="PMOD") for token in range(depth)]
    rows[0]["deprel"] = "ROOT"
    builder = Builder()
    builder.add({}, rows)
    assert _problems(builder.build()) == [(1, "no verb")]


@pytest.mark.slow
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("tag", ["VB", "VBD", "VBG"])
@pytest.mark.parametrize("label", ["OBJ", "OPRD", "NMOD", "ADV", "PRD"])
def test_a_very_deep_chain_of_verbs_is_not_a_problem(label: str, tag: str, backwards: bool) -> None:
    depth = 1_500  # more than Python recurses
    rows = [TokenRow(form="see", tag=tag, head=token - 1, deprel=label) for token in range(depth)]
    if backwards:
        rows = [TokenRow(form="see", tag=tag, head=token + 1, deprel=label) for token in range(depth)]
        rows[-1]["head"] = -1
    rows[-1 if backwards else 0]["deprel"] = "ROOT"
    builder = Builder()
    builder.add({}, rows)
    assert len(entail(builder.build())) == 1


@given(treebanks())
@patient
def test_any_sentence_has_entailments_or_a_problem(trees: Treebank) -> None:
    entailments = thesis(trees)
    assert len(entailments) == len(trees)
    lost = [problem.sentence for problem in entailments.problems if problem.kind in ("cycle", "no tree", "no words")]
    assert all(entailments.sentences[number - 1] == () for number in lost)


@st.composite
def odd_trees(draw: st.DrawFn) -> Treebank:
    """Any tree over any tags with any labels of both schemes."""
    builder = Builder()
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 9))
        order = draw(st.permutations(range(size)))
        rows = [TokenRow(form=f"w{token}", tag=draw(st.sampled_from(TAGS))) for token in range(size)]
        for place, token in enumerate(order):
            head = draw(st.sampled_from([*order[:place], -1])) if place else -1
            rows[token]["head"], rows[token]["deprel"] = head, draw(st.sampled_from(LABELS))
        builder.add({}, rows)
    return builder.build()


@given(odd_trees())
@settings(patient, max_examples=100)
def test_entailments_are_sentences_about_words_of_the_tree(trees: Treebank) -> None:
    for sentence, tree in zip(thesis(trees).sentences, trees, strict=True):
        assert len({entailment.text for entailment in sentence}) == len(sentence)
        for entailment in sentence:
            _must_be_well_made(entailment, [token.form for token in tree])


@given(odd_trees())
@settings(patient, max_examples=100)
def test_plain_sentences_and_answers_do_not_fail_on_odd_trees(trees: Treebank) -> None:
    for sentence in entail(trees).sentences:
        assert len({entailment.text for entailment in sentence}) == len(sentence)
        assert all(entailment.status in STATUSES and entailment.text.endswith(".") for entailment in sentence)
    texts = ["W0 was w1 by w2.", "Somebody w1 that w2 did not w3 to w4.", "There is w0 of w1 and w2."]
    pairs = [EntailmentPair("1", tree.text, text, None) for tree in trees for text in texts]
    assert len(answer_pairs(pairs, trees)) == len(pairs)


def _must_be_well_made(entailment: Entailment, forms: list[str]) -> None:
    assert entailment.kind in ENTAILMENT_KINDS
    assert entailment.text.endswith(".")
    assert entailment.text[0] == entailment.text[0].upper()
    assert entailment.head >= 0
    assert entailment.target != entailment.head
    assert {*entailment.tokens} <= {*range(len(forms))}
    assert all(forms[token].lower() in entailment.text.lower() for token in entailment.tokens)


@pytest.mark.parametrize(
    ("name", "number", "parse"), [("optional", 0, ROLLS_ROYCE), ("required", 0, BELL), ("required", 1, NOT_ALL)]
)
def test_sentences_of_pe08_with_their_words_joined(name: str, number: int, parse: str, shared: Path) -> None:
    entailments = thesis(read(shared / "pe08" / f"{name}-wsj02.conll08"))
    assert [entailment.text for entailment in entailments.sentences[number]] == texts(parse)
    assert entailments.problems == ()


def test_phrases_of_another_treebank_are_reported_as_such() -> None:
    entailments = thesis(bundled("german.export"))
    assert entailments.problem_counts["no tree"] == len(entailments)
    assert entailments.problems[0].reason == "phrases over words that do not have the tags of the Penn treebank"
