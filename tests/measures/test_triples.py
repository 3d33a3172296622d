"""Dependency triples."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from projection_twins import random_heads

from strategies import treebanks
from treegauge import CallError, Treebank
from treegauge.annotation.punctuation import punctuation
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.headed import headed, only
from treegauge.measures.shared.words import words_only
from treegauge.measures.triples import Triples
from treegauge.transforms.conversions.to_dependencies import to_dependencies

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

FIGURE_3 = (
    "(TOP (S (NP (ART Die) (NN Stadtverwaltung) (PP (APPR von) (NE Venedig))) (VAFIN hat)"
    " (VP (ADV erstmals) (NP (ADJA streunende) (NN Katzen)) (VVPP gezählt))) ($. .))"
)
FIGURE_8 = """\
#BOS 9 0 0 0
Die	ART	--	NK	501
Stadtverwaltung	NN	--	NK	501
von	APPR	--	AC	500
Venedig	NE	--	NK	500
hat	VAFIN	--	HD	504
erstmals	ADV	--	MO	503
streunende	ADJA	--	NK	502
Katzen	NN	--	NK	502
gezählt	VVPP	--	HD	503
.	$.	--	--	0
#500	PP	--	PG	501
#501	NP	--	SB	504
#502	NP	--	OA	503
#503	VP	--	OC	504
#504	S	--	--	0
#EOS 9
"""
TABLE_8 = [
    ("Die", "ART", "Stadtverwaltung"),
    ("Stadtverwaltung", "NN", "hat"),
    ("von", "APPR", "Stadtverwaltung"),
    ("Venedig", "NE", "von"),
    ("hat", "VAFIN", "-"),
    ("erstmals", "ADV", "gezählt"),
    ("streunende", "ADJA", "Katzen"),
    ("Katzen", "NN", "gezählt"),
    ("gezählt", "VVPP", "hat"),
]


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def triples(treebank: Treebank) -> list[tuple[str, str | None, str]]:
    pair = headed(treebank, treebank, rules=("auto", "auto"), trees="constituents", drop=True)
    (tree,) = pair.gold
    return [(t.form, t.tag, t.head.form if t.head else "-") for t in tree if pair.keep[t.index]]


def score(gold: Treebank, test: Treebank, spec: str = "triples") -> list[float]:
    measure = find_measure(spec)
    return [round(float(value), 2) for value in measure.score(np.nansum(measure.count(gold, test), axis=0)).values()]


@pytest.mark.parametrize(("text", "format"), [(FIGURE_3, "brackets"), (FIGURE_8, "export")])
def test_table_8_of_the_paper(text: str, format: str) -> None:
    assert triples(trees(text, format)) == TABLE_8


def test_functions_and_rules_give_the_same_triples() -> None:
    assert score(trees(FIGURE_8, "export"), trees(FIGURE_3)) == [100.0, 100.0, 100.0]


def test_a_wrong_attachment_is_a_wrong_triple() -> None:
    high = FIGURE_3.replace(" (PP (APPR von) (NE Venedig)))", ") (PP (APPR von) (NE Venedig))")
    assert Triples().count(trees(FIGURE_3), trees(high)).tolist() == [[8, 9, 9]]
    assert score(trees(FIGURE_3), trees(high)) == [88.89, 88.89, 88.89]


def test_a_wrong_tag_is_a_wrong_triple_unless_tags_do_not_count() -> None:
    wrong = trees(FIGURE_3.replace("(NE Venedig)", "(NN Venedig)"))
    assert Triples().count(trees(FIGURE_3), wrong).tolist() == [[8, 9, 9]]
    assert Triples(tags=False).count(trees(FIGURE_3), wrong).tolist() == [[9, 9, 9]]


def test_punctuation_counts_if_it_is_kept() -> None:
    assert Triples(punctuation="keep").count(trees(FIGURE_3), trees(FIGURE_3)).tolist() == [[10, 10, 10]]


def test_two_equal_words_are_two_triples() -> None:
    gold = trees("(NP (NP (NNS dogs)) (PP (IN of) (NP (NNS dogs))))")
    assert Triples().count(gold, gold).tolist() == [[3, 3, 3]]


def test_dependents_of_punctuation_are_attached_higher() -> None:
    gold = random_heads(trees("(S (VBZ is) (, ,) (NN it))"), 0)
    through = gold.replace(tokens=gold.tokens.replace(head=np.array([-1, 0, 1], np.int32)))
    direct = gold.replace(tokens=gold.tokens.replace(head=np.array([-1, 0, 0], np.int32)))
    assert Triples().count(through, direct).tolist() == [[2, 2, 2]]
    assert Triples(punctuation="keep").count(through, direct).tolist() == [[2, 3, 3]]


def test_gold_phrases_are_compared_with_dependencies_and_the_reverse() -> None:
    gold = trees(FIGURE_3)
    parsed = only(to_dependencies(gold, "negra"), "dependencies")
    assert not parsed.has_constituents
    assert Triples().count(gold, parsed).tolist() == Triples().count(parsed, gold).tolist() == [[9, 9, 9]]


def test_a_word_whose_head_is_not_given_has_no_triple() -> None:
    gold = random_heads(trees("(S (A a) (B b))"), 0)
    test = gold.replace(tokens=gold.tokens.replace(head=np.array([-2, -1], np.int32)))
    gold = gold.replace(tokens=gold.tokens.replace(head=np.array([1, -1], np.int32)))
    assert Triples().count(gold, test).tolist() == [[1, 2, 1]]


def test_labelled_triples_need_the_same_function() -> None:
    gold, test = trees(FIGURE_8, "export"), trees(FIGURE_8.replace("NP	--	OA", "NP	--	DA"), "export")
    assert Triples(labelled=True).count(gold, gold).tolist() == [[9, 9, 9]]
    assert Triples(labelled=True).count(gold, test).tolist() == [[8, 9, 9]]
    assert Triples().count(gold, test).tolist() == [[9, 9, 9]]


def test_functions_in_labels_are_functions() -> None:
    gold, test = (trees(f"(S (NP-{name} (NN dogs)) (VP (VBP bark)))") for name in ("SBJ", "TMP"))
    assert Triples(labelled=True).count(gold, test).tolist() == [[1, 2, 2]]


def test_labelled_triples_without_functions_are_an_error() -> None:
    with pytest.raises(CallError, match="labelled=false"):
        Triples(labelled=True).fits(trees(FIGURE_3), trees(FIGURE_3))


def test_marks_of_heads_are_not_part_of_the_tag() -> None:
    gold, test = trees("(NP (DT the) (NN dog))"), trees("(NP (DT the) (NN* dog))")
    assert Triples(heads="collins").count(gold, test).tolist() == [[2, 2, 2]]


def test_sentences_with_other_words_are_not_counted() -> None:
    gold, test = trees("(S (A a) (B b))\n(S (A a))\n(S (A a))"), trees("(S (A a) (B b))\n(S (A b))\n(S (A a) (A a))")
    rows = Triples().count(gold, test)
    assert np.isnan(rows).all(axis=1).tolist() == [False, True, True]
    assert rows[0].tolist() == [2, 2, 2]
    assert Triples().reason(gold, test, 1) == "word 1 is 'a' in gold and 'b' in test"


def test_parts_by_tag_add_up() -> None:
    gold, test = trees(FIGURE_3), trees(FIGURE_3.replace("(NE Venedig)", "(NN Venedig)"))
    parts = Triples().parts(gold, test, "label")
    assert parts["NN"].tolist() == [2, 2, 3]
    assert parts["NE"].tolist() == [0, 1, 0]
    assert sum(parts.values()).tolist() == Triples().count(gold, test)[0].tolist()  # type: ignore[union-attr]


@given(treebank=treebanks())
@patient
def test_gold_against_itself_is_perfect(treebank: Treebank) -> None:
    rows = Triples(heads="right").count(treebank, treebank)
    assert (rows[:, 0] == rows[:, 1]).all()
    assert (rows[:, 0] == rows[:, 2]).all()


@given(treebank=treebanks(constituents=False, missing_tags=False), seed=st.integers(0, 10**6))
@patient
def test_triples_are_those_of_a_plain_loop(treebank: Treebank, seed: int) -> None:
    gold = words_only(treebank)
    test = random_heads(gold, seed)
    mark = punctuation(gold).tolist()
    rows = []
    for tree, other in zip(gold, test, strict=True):
        start = int(gold.tokens.offsets[tree.index])
        mine, theirs = (_climbed(t.column("tokens", "head"), mark[start:]) for t in (tree, other))
        kept = [i for i in range(len(tree)) if not mark[start + i]]
        same = [i for i in kept if mine[i] == theirs[i] >= -1]
        rows.append([len(same), sum(mine[i] >= -1 for i in kept), sum(theirs[i] >= -1 for i in kept)])
    assert Triples().count(treebank, test).tolist() == rows


def _climbed(heads: list[int], mark: list[bool]) -> list[int]:
    found = []
    for head in heads:
        above = head
        while above >= 0 and mark[above]:
            above = heads[above]
        found.append(above)
    return found
