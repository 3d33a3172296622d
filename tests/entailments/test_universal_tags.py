"""Penn tags of words that have universal tags only, and the entailments that come of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from thesis_list import thesis

from treegauge.entailments.universal_tags import universal_to_penn
from treegauge.treebank.build import Builder, TokenRow


def test_universal_tags_do_where_there_are_no_penn_tags() -> None:
    rows = [
        ("Insiders", "NOUN", "Number=Plur", 2, "nsubj"),
        ("must", "AUX", "VerbForm=Fin", 2, "aux"),
        ("file", "VERB", "VerbForm=Inf", -1, "root"),
        ("reports", "NOUN", "Number=Plur", 2, "obj"),
    ]
    assert universal_texts(rows) == ["Insiders must file X.", "X must file reports."]


def universal_texts(rows: Sequence[tuple[str, str, str | None, int, str]]) -> list[str]:
    builder = Builder()
    builder.add(
        {},
        [
            TokenRow(form=form, upos=upos, feats=feats, head=head, deprel=relation)
            for form, upos, feats, head, relation in rows
        ],
    )
    (entailments,) = thesis(builder.build()).sentences
    return [entailment.text for entailment in entailments]


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
    assert universal_to_penn(universal, features, relation, word) == expected
