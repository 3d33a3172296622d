"""Entailments from dependencies: those that the thesis prints, the same from both schemes, and what else must hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from thesis_examples import APPENDIX, BELL, CHAPTER_4, HAAG, NOT_ALL, PARSES, ROLLS_ROYCE, Scheme, treebank

from strategies import treebanks
from treegauge import CallError, Entailment, Treebank, bundled, entail, read
from treegauge.conversions.entailments.generation import KINDS
from treegauge.conversions.entailments.schemes import schemes
from treegauge.conversions.entailments.tags import penn_tag
from treegauge.treebank.build import Builder

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
both_schemes = pytest.mark.parametrize("scheme", ["conll08", "ud"])
LABELS = [label for scheme in schemes() for label in scheme.roles]
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
    return [one.text for sentence in entail(treebank(parses, scheme)).sentences for one in sentence]


@both_schemes
@pytest.mark.parametrize("parse", APPENDIX)
def test_appendix_a_word_for_word(parse: str, scheme: Scheme) -> None:
    assert texts(parse, scheme) == APPENDIX[parse]


@both_schemes
@pytest.mark.parametrize(("parse", "expected", "kind"), CHAPTER_4)
def test_chapter_4_word_for_word(parse: str, expected: str, kind: str, scheme: Scheme) -> None:
    (found,) = entail(treebank(parse, scheme)).sentences
    assert [one.kind for one in found if one.text == expected] == [kind]


@pytest.mark.parametrize("parse", PARSES)
def test_both_schemes_give_the_same(parse: str) -> None:
    assert texts(parse, "ud") == texts(parse, "conll08")


def test_a_negation_that_heads_a_subject_is_told() -> None:
    assert texts(NOT_ALL) == ["Not all those oppose X.", "Not all those wrote.", "X oppose the changes."]


def test_an_entailment_knows_its_words() -> None:
    (found,) = entail(treebank(ROLLS_ROYCE)).sentences
    one = next(one for one in found if one.text == "X are to remain X at about 1,200 cars.")
    assert (one.kind, one.target, one.head, one.relation) == ("adverbial", 16, 11, "LOC")
    assert one.tokens == (10, 11, 13, 14, 15, 16)


def test_rows_name_words_and_number_tokens_from_one() -> None:
    (row,) = entail(treebank(HAAG)).rows()
    assert (row["sentence"], row["text"]) == (1, "Ms. Haag plays Elianti .")
    assert row["entailments"][1] == {
        "text": "Ms. Haag plays X.",
        "kind": "subject",
        "target": "Haag",
        "head": "plays",
        "relation": "SBJ",
        "tokens": [1, 2, 3],
    }


@pytest.mark.parametrize(
    ("parse", "expected"),
    [
        # Copulas, negation and clitics.
        ("He PRP 4 nsubj\nis VBZ 4 cop\nn't RB 4 advmod\nhappy JJ 0 root", ["He isn't X.", "X isn't happy."]),
        ("He PRP 2 SBJ\nis VBZ 0 ROOT\nn't RB 2 ADV\nhappy JJ 2 PRD", ["He isn't X.", "X isn't happy."]),
        # What is said to be there.
        ("There EX 2 expl\nis VBZ 0 root\na DT 4 det\ncat NN 2 nsubj", ["There is a cat."]),
        ("There EX 2 SBJ\nis VBZ 0 ROOT\na DT 4 NMOD\ncat NN 2 PRD", ["There is a cat."]),
        # An auxiliary behind the verb comes before it in a sentence.
        ("Excluded VBN 3 VC\nwill MD 0 ROOT\nbe VB 2 VC\nbonds NNS 2 SBJ", ["Bonds will be excluded."]),
        # Apposition, with the number of the first noun.
        ("Cats NNS 0 ROOT\n, , 1 P\nmy PRP$ 4 NMOD\npets NNS 1 APPO", ["Cats are my pets."]),
        # `whose` is told as a genitive.
        (
            "men NNS 0 root\nwhose WP$ 3 nmod:poss\ncars NNS 4 nsubj\nbroke VBD 1 acl:relcl",
            ["Men's cars broke."],
        ),
        # An article fits what it stands before once the adjective is gone.
        (
            "an DT 4 NMOD\nalarm NN 4 NMOD\n, , 4 P\nsystem NN 5 SBJ\nrang VBD 0 ROOT",
            ["There is an alarm system.", "A system rang."],
        ),
        # A relative pronoun as the object.
        (
            "rules NNS 0 ROOT\nwhich WDT 4 OBJ\nthey PRP 4 SBJ\nmade VBD 1 NMOD",
            ["X made rules.", "They made X."],
        ),
        # A reduced relative clause: the noun is the object where there is a subject.
        ("rules NNS 0 ROOT\nthey PRP 3 SBJ\nmade VBD 1 NMOD", ["They made.", "X made rules."]),
        # Complements of an adjective are told with it.
        (
            "He PRP 2 SBJ\nwas VBD 0 ROOT\nhard JJ 2 PRD\non IN 3 AMOD\nus PRP 4 PMOD",
            ["He was X.", "X was hard.", "X was hard on us."],
        ),
        # Conjuncts of a verb share its auxiliary, not its subject: dependencies do not say whether it is shared.
        (
            "He PRP 2 SBJ\nmay MD 0 ROOT\neat VB 2 VC\nor CC 3 COORD\ndrink VB 4 CONJ\ntea NN 5 OBJ",
            ["He may eat.", "X may drink tea."],
        ),
        # A clause that begins with `having`.
        (
            "having VBG 4 ADV\neaten VBN 1 VC\nthey PRP 4 SBJ\nleft VBD 0 ROOT\nhim PRP 2 OBJ",
            ["X left having eaten X.", "They left.", "X have eaten him."],
        ),
        # A participle that is a preposition.
        (
            "He PRP 2 SBJ\nleft VBD 0 ROOT\nbased VBN 2 ADV\non IN 3 PMOD\nreports NNS 4 PMOD",
            ["He left.", "X left based on reports."],
        ),
        # `ago` is an adverb, whatever its tag.
        (
            "He PRP 2 SBJ\nleft VBD 0 ROOT\ntwo CD 4 NMOD\nyears NNS 5 AMOD\nago IN 2 TMP",
            ["He left.", "X left two years ago."],
        ),
        # A comparative stays before `than`.
        (
            "We PRP 2 SBJ\nsee VBP 0 ROOT\nmore JJR 4 NMOD\nstars NNS 2 OBJ\nthan IN 4 NMOD\nowners NNS 5 PMOD",
            ["We see X.", "X see more stars.", "There are more stars than owners."],
        ),
        # `a` before a plural belongs to the word between them.
        (
            "A DT 3 NMOD\nfew JJ 3 NMOD\nmen NNS 0 ROOT\nof IN 3 NMOD\nhonor NN 4 PMOD",
            ["There are a few men of honor."],
        ),
        # A slash as it is read, and a genitive of either form.
        (
            "Dogs NNS 3 NMOD\n’ POS 1 SUFFIX\nTV\\/radio NN 0 ROOT\nof IN 3 NMOD\nus PRP 4 PMOD",
            ["There is dogs’ TV/radio.", "There is dogs’ TV/radio of us."],
        ),
        # Correlatives are told of no conjunct alone.
        (
            "Both DT 2 NMOD\nmen NNS 5 SBJ\nand CC 2 COORD\nboys NNS 3 CONJ\nate VBD 0 ROOT",
            ["Men ate.", "Boys ate."],
        ),
        (
            "Both CCONJ 2 cc:preconj\nmen NNS 5 nsubj\nand CC 4 cc\nboys NNS 2 conj\nate VBD 0 root",
            ["Men ate.", "Boys ate."],
        ),
        ("Both DT 2 NMOD\nmen NNS 3 SBJ\nate VBD 0 ROOT", ["Both men ate."]),
        (
            "Neither DT 2 NMOD\nmen NNS 5 SBJ\nnor CC 2 COORD\nboys NNS 3 CONJ\nate VBD 0 ROOT\ntea NN 5 OBJ",
            ["X ate tea."],
        ),
        (
            "He PRP 3 SBJ\nneither DT 3 DEP\nate VBD 0 ROOT\nnor CC 3 COORD\ndrank VBD 4 CONJ\ntea NN 5 OBJ",
            ["He neither ate.", "X neither drank tea."],
        ),
        # One that is the head of what it goes with.
        (
            "He PRP 2 SBJ\nate VBD 0 ROOT\neither CC 2 LOC\nin IN 3 COORD\ntown NN 4 PMOD\nor CC 4 COORD\n"
            "at IN 6 CONJ\nhome NN 7 PMOD",
            ["He ate.", "X ate in town.", "X ate at home."],
        ),
        # One of several subjects has a verb of its own number.
        (
            "Food NN 4 SBJ\nand CC 1 COORD\ndrinks NNS 2 CONJ\nare VBP 0 ROOT\nbanned VBN 4 VC",
            ["Food is banned.", "Drinks are banned."],
        ),
        (
            "She PRP 5 nsubj\nand CC 3 cc\nI PRP 1 conj\nwere VBD 5 aux\ngoing VBG 0 root",
            ["She was going.", "I was going."],
        ),
        # A hyphen that is a word of its own.
        (
            "a DT 5 det\n15 CD 4 nummod\n- HYPH 4 punct\nyear NN 5 compound\ndeal NN 6 nsubj\nended VBD 0 root",
            ["There is a 15-year deal.", "A deal ended."],
        ),
    ],
)
def test_constructions(parse: str, expected: list[str]) -> None:
    assert texts(parse, "ud" if "root" in parse else "conll08") == expected


def test_universal_tags_do_where_there_are_no_penn_tags() -> None:
    rows = [
        ("Insiders", "NOUN", "Number=Plur", 2, "nsubj"),
        ("must", "AUX", "VerbForm=Fin", 2, "aux"),
        ("file", "VERB", "VerbForm=Inf", -1, "root"),
        ("reports", "NOUN", "Number=Plur", 2, "obj"),
    ]
    assert universal_texts(rows) == ["Insiders must file X.", "X must file reports."]


def universal_texts(rows: list[tuple[str, str, str | None, int, str]]) -> list[str]:
    builder = Builder()
    names = ("form", "upos", "feats", "head", "deprel")
    builder.add({}, [dict(zip(names, row, strict=True)) for row in rows])
    (found,) = entail(builder.build()).sentences
    return [one.text for one in found]


def test_possessives_there_and_names_are_seen_without_penn_tags() -> None:
    rows = [
        ("There", "PRON", None, 1, "expl"),
        ("are", "VERB", "Mood=Ind|Tense=Pres|VerbForm=Fin", -1, "root"),
        ("New", "ADJ", "Degree=Pos", 3, "amod"),
        ("York", "PROPN", "Number=Sing", 5, "nmod:poss"),
        ("'s", "PART", None, 3, "case"),
        ("leaders", "NOUN", "Number=Plur", 1, "nsubj"),
    ]
    assert universal_texts(rows) == ["There is New York.", "There are New York's leaders."]


@pytest.mark.parametrize(
    ("universal", "features", "relation", "word", "expected"),
    [
        ("PROPN", "Number=Plur", "nsubj", None, "NNPS"),
        ("NOUN", "Number=Ptan", "nsubj", None, "NNS"),
        ("VERB", "Tense=Past|VerbForm=Part", "acl", None, "VBN"),
        ("VERB", "VerbForm=Ger", "acl", None, "VBG"),
        ("VERB", "Tense=Past|VerbForm=Fin", "root", None, "VBD"),
        ("VERB", "Number=Sing|Person=3|Tense=Pres|VerbForm=Fin", "root", None, "VBZ"),
        ("VERB", "Mood=Imp|VerbForm=Fin", "root", None, "VB"),
        ("AUX", "VerbForm=Fin", "aux", None, "MD"),
        ("AUX", "Mood=Ind|Tense=Pres|VerbForm=Fin", "aux", "will", "MD"),
        ("PRON", "Poss=Yes", "nmod:poss", None, "PRP$"),
        ("PRON", "Poss=Yes|PronType=Rel", "nmod:poss", None, "WP$"),
        ("PRON", "PronType=Rel", "nsubj", None, "WP"),
        ("PRON", "PronType=Rel", "nsubj", "which", "WDT"),
        ("PRON", "Number=Sing|PronType=Ind", "nsubj", None, "NN"),
        ("PRON", None, "expl", "there", "EX"),
        ("ADV", None, "advmod", "there", "RB"),
        ("ADJ", "Degree=Cmp", "amod", None, "JJR"),
        ("ADP", None, "compound:prt", None, "RP"),
        ("PART", None, "case", None, "POS"),
        ("PART", None, "advmod", None, "RB"),
        ("PART", None, "mark", "to", "TO"),
        (None, None, None, None, "XX"),
    ],
)
def test_penn_tags_of_universal_ones(
    universal: str | None, features: str | None, relation: str | None, word: str | None, expected: str
) -> None:
    assert penn_tag(universal, features, relation, word) == expected


def _problems(trees: Treebank) -> list[tuple[int, str]]:
    return [(problem.sentence, problem.kind) for problem in entail(trees).problems]


def test_what_is_odd_is_named_and_counted() -> None:
    builder = Builder()
    word = {"form": "a", "tag": "NN"}
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
    found = entail(builder.build())
    assert [(problem.sentence, problem.kind) for problem in found.problems] == [
        (2, "no verb"),
        (3, "no words"),
        (4, "labels"),
        (5, "no tree"),
        (6, "labels"),
        (7, "no tree"),
    ]
    assert "FOO" in found.problems[2].reason
    assert found.problem_counts == {"labels": 2, "no tree": 2, "no verb": 1, "no words": 1}
    assert [len(sentence) for sentence in found.sentences] == [1, 0, 0, 0, 0, 0, 0]


def test_heads_in_a_circle_are_named() -> None:
    trees = treebank(HAAG)
    turned = trees.replace(tokens=trees.tokens.replace(head=np.array([1, 0, -1, 2, 2], np.int32)))
    assert _problems(turned) == [(1, "circle")]


def test_words_without_trees_are_a_wrong_call() -> None:
    builder = Builder()
    builder.add({}, [{"form": "Hund", "tag": "NN"}])
    with pytest.raises(CallError, match="neither"):
        entail(builder.build())


def test_phrases_of_another_treebank_are_named() -> None:
    assert _problems(bundled("german.export")[:2]) == [(1, "no tree"), (2, "no tree")]


def test_a_very_deep_tree_is_no_problem() -> None:
    depth = 20_000
    rows = [{"form": "in", "tag": "IN", "head": token - 1, "deprel": "PMOD"} for token in range(depth)]
    rows[0]["deprel"] = "ROOT"
    builder = Builder()
    builder.add({}, rows)
    assert _problems(builder.build()) == [(1, "no verb")]


@given(treebanks())
@patient
def test_any_treebank_is_told_or_named(trees: Treebank) -> None:
    found = entail(trees)
    assert len(found) == len(trees)
    lost = [problem.sentence for problem in found.problems if problem.kind in ("circle", "no tree", "no words")]
    assert all(found.sentences[number - 1] == () for number in lost)


@st.composite
def odd_trees(draw: st.DrawFn) -> Treebank:
    """Any tree over any tags with any labels of both schemes."""
    builder = Builder()
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 9))
        order = draw(st.permutations(range(size)))
        rows: list[dict[str, Any]] = [
            {"form": f"w{token}", "tag": draw(st.sampled_from(TAGS))} for token in range(size)
        ]
        for place, token in enumerate(order):
            head = draw(st.sampled_from([*order[:place], -1])) if place else -1
            rows[token] |= {"head": head, "deprel": draw(st.sampled_from(LABELS))}
        builder.add({}, rows)
    return builder.build()


@given(odd_trees())
@settings(patient, max_examples=100)
def test_entailments_are_sentences_about_words_of_the_tree(trees: Treebank) -> None:
    for sentence, tree in zip(entail(trees).sentences, trees, strict=True):
        assert len({one.text for one in sentence}) == len(sentence)
        for one in sentence:
            _must_be_well_made(one, [token.form for token in tree])


def _must_be_well_made(one: Entailment, forms: list[str]) -> None:
    assert one.kind in KINDS
    assert one.text.endswith(".")
    assert one.text[0] == one.text[0].upper()
    assert one.head >= 0
    assert one.target != one.head
    assert {*one.tokens} <= {*range(len(forms))}
    assert all(forms[token].lower() in one.text.lower() for token in one.tokens)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "number", "parse"), [("optional", 0, ROLLS_ROYCE), ("required", 0, BELL), ("required", 1, NOT_ALL)]
)
def test_sentences_of_pe08_with_their_words_joined(name: str, number: int, parse: str, shared: Path) -> None:
    found = entail(read(shared / "pe08" / f"{name}-wsj02.conll08"))
    assert [one.text for one in found.sentences[number]] == texts(parse)
    assert found.problems == ()
