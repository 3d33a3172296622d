"""Penn trees to CoNLL-2008 dependencies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from penn_strategies import as_penn, assert_is_tree, penn_trees, trees

from strategies import treebanks
from treegauge import CallError, DataError, Treebank, read, to_english_ud, to_lth
from treegauge.formats.bundled import bundled
from treegauge.transforms.conversions.coordination import CoordinationStyle
from treegauge.transforms.conversions.join_split_words import join_split_words
from treegauge.treebank.edit import relabel

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def arcs(text: str, **options: bool | str) -> list[str]:
    """`word<RELATION<head` for each word of a tree."""
    converted = to_lth(trees(text), **options)[0]  # type: ignore[arg-type]
    return [f"{token.form}<{token.deprel}<{token.head.form if token.head else '-'}" for token in converted]


def test_auxiliaries_and_to_head_their_chains() -> None:
    text = "(S (NP-SBJ (PRP he)) (VP (MD will) (VP (VB want) (S (NP-SBJ (-NONE- *)) (VP (TO to) (VP (VB go)))))))"
    assert arcs(text) == ["he<SBJ<will", "will<ROOT<-", "want<VC<will", "to<OPRD<want", "go<IM<to"]


def test_prepositions_and_subordinators_are_heads() -> None:
    text = (
        "(S (NP-SBJ (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP-SBJ (PRP it)) (VP (VBD fell) (PP (IN on) (NP (NNP"
        " Mary))))))))"
    )
    assert arcs(text)[2:] == ["that<OBJ<said", "it<SBJ<fell", "fell<SUB<that", "on<ADV<fell", "Mary<PMOD<on"]


def test_several_words_can_be_one_preposition() -> None:
    assert arcs("(NP (NP (NNS crops)) (PP (JJ such) (IN as) (NP (NN rice))))") == [
        "crops<ROOT<-",
        "such<DEP<as",
        "as<NMOD<crops",
        "rice<PMOD<as",
    ]


def test_functions_are_relations_in_the_order_of_the_alphabet() -> None:
    text = "(S (NP-SBJ (PRP it)) (VP (VBZ is) (PP-PRD-LOC (IN at) (NP (NN home))) (NP-TMP (NN today))))"
    assert arcs(text)[2:] == ["at<LOC-PRD<is", "home<PMOD<at", "today<TMP<is"]


def test_form_tags_are_not_relations() -> None:
    assert arcs("(S (NP-TTL-SBJ (PRP it)) (VP (VBZ goes) (PP-CLR (IN on))))")[2] == "on<ADV<goes"
    assert arcs("(S (NP-TTL-SBJ (PRP it)) (VP (VBZ goes) (PP-CLR (IN on))))")[0] == "it<SBJ<goes"


def test_a_logical_subject_is_marked_on_the_preposition() -> None:
    text = "(S (NP-SBJ-1 (PRP it)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)) (PP (IN by) (NP-LGS (PRP us))))))"
    assert arcs(text)[2:] == ["seen<VC<was", "by<LGS<seen", "us<PMOD<by"]


def test_a_small_clause_is_an_object_and_a_predicative() -> None:
    text = "(S (NP-SBJ (PRP we)) (VP (VBD made) (S (NP-SBJ (PRP him)) (ADJP-PRD (JJ angry)))))"
    assert arcs(text)[2:] == ["him<OBJ<made", "angry<OPRD<made"]


def test_quoted_clauses_are_not_taken_apart() -> None:
    text = "(S (NP-SBJ (PRP he)) (VP (VBD said) (`` ``) (S (NP-SBJ (PRP they)) (VP (VBD came))) ('' '')))"
    assert arcs(text)[3:5] == ["they<SBJ<came", "came<OBJ<said"]


def test_two_noun_phrases_are_two_objects() -> None:
    assert arcs("(S (NP-SBJ (PRP I)) (VP (VBP give) (NP (PRP him)) (NP (NN tea))))")[2:] == [
        "him<OBJ<give",
        "tea<OBJ<give",
    ]


def test_a_moved_phrase_returns_to_its_trace() -> None:
    text = (
        "(SBARQ (WHNP-1 (WP what)) (SQ (VBP do) (NP-SBJ (PRP you)) (VP (VB think) (SBAR (-NONE- 0) (S (NP-SBJ (PRP he))"
        " (VP (VBD saw) (NP (-NONE- *T*-1))))))))"
    )
    assert arcs(text) == ["what<OBJ<saw", "do<ROOT<-", "you<SBJ<do", "think<VC<do", "he<SBJ<saw", "saw<OBJ<think"]


def test_a_parenthetical_takes_the_place_of_the_clause_around_it() -> None:
    text = (
        "(S (S-1 (NP-SBJ (PRP they)) (PRN (, ,) (S (NP-SBJ (PRP he)) (VP (VBD said) (SBAR (-NONE- 0)"
        " (S (-NONE- *T*-1))))) (, ,)) (VP (VBD left))))"
    )
    assert [arc for arc in arcs(text) if "," not in arc] == [
        "they<SBJ<left",
        "he<SBJ<said",
        "said<ROOT<-",
        "left<OBJ<said",
    ]


def test_an_extraposed_clause_is_extr() -> None:
    text = (
        "(S (NP-SBJ (NP (PRP it)) (S (-NONE- *EXP*-1))) (VP (VBZ is) (ADJP-PRD (JJ good)) (S-1 (NP-SBJ (-NONE- *))"
        " (VP (TO to) (VP (VB go))))))"
    )
    assert arcs(text) == ["it<SBJ<is", "is<ROOT<-", "good<PRD<is", "to<EXTR<is", "go<IM<to"]


def test_the_clause_of_a_cleft_moves_to_the_predicative() -> None:
    text = (
        "(S-CLF (NP-SBJ (PRP it)) (VP (VBD was) (NP-PRD (NNP Mary)) (SBAR (WHNP-1 (WP who)) (S (NP-SBJ (-NONE- *T*-1))"
        " (VP (VBD left))))))"
    )
    assert arcs(text)[2:] == ["Mary<PRD<was", "who<SBJ<left", "left<NMOD<Mary"]


def test_gapped_phrases_depend_on_the_conjunction() -> None:
    text = (
        "(S (S (NP-SBJ-1 (NNP John)) (VP (VBZ eats) (NP-2 (NN rice)))) (CC and) (S (NP-SBJ=1 (NNP Mary)) (NP=2 (NN"
        " tea))))"
    )
    assert arcs(text)[3:] == ["and<COORD<eats", "Mary<GAP-SBJ<and", "tea<GAP-OBJ<and"]


LIST = "(NP (NP (NN tea)) (, ,) (NP (NN rice)) (CC and) (NP (NN milk)))"


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("chain", ["tea<ROOT<-", ",<P<tea", "rice<COORD<tea", "and<COORD<rice", "milk<CONJ<and"]),
        ("flat", ["tea<ROOT<-", ",<P<tea", "rice<COORD<tea", "and<CC<tea", "milk<COORD<tea"]),
        ("conjunction", ["tea<COORD<and", ",<P<and", "rice<COORD<and", "and<ROOT<-", "milk<COORD<and"]),
    ],
)
def test_coordination_has_three_styles(style: str, expected: list[str]) -> None:
    assert arcs(LIST, coordination=style) == expected


def test_a_conjunction_at_the_beginning_joins_nothing() -> None:
    assert arcs("(S (CC And) (NP-SBJ (PRP it)) (VP (VBD went)))")[0] == "And<DEP<went"


def test_flat_noun_phrases_are_divided_into_conjuncts() -> None:
    text = "(NP (DT the) (NNP Mozart) (CC and) (NNP Strauss) (NNS concertos))"
    assert arcs(text) == [
        "the<NMOD<concertos",
        "Mozart<NMOD<concertos",
        "and<COORD<Mozart",
        "Strauss<CONJ<and",
        "concertos<ROOT<-",
    ]
    assert arcs(text, bracketed=True)[4] == "concertos<CONJ<and"


def test_names_titles_and_appositions() -> None:
    assert arcs("(NP (NNP Mr.) (NNP John) (NNP Smith) (NNP Jr.))") == [
        "Mr.<TITLE<Smith",
        "John<NAME<Smith",
        "Smith<ROOT<-",
        "Jr.<POSTHON<Smith",
    ]
    assert arcs("(NP (NP (NNP Smith)) (, ,) (NP (DT a) (NN smith)) (, ,))")[3] == "smith<APPO<Smith"
    assert arcs("(NP (NP (NNP Bell)) (, ,) (VP (VBN based) (PP (IN in) (NP (NN town)))))")[2] == "based<APPO<Bell"
    assert arcs("(NP (NP (NNP Bell) (POS 's)) (NN home))") == ["Bell<NMOD<home", "'s<SUFFIX<Bell", "home<ROOT<-"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (True, ["Fraser<NAME<Neave", "&<NAME<Neave", "Neave<ROOT<-", "Ltd.<POSTHON<Neave"]),
        (False, ["Fraser<ROOT<-", "&<COORD<Fraser", "Neave<CONJ<&", "Ltd.<POSTHON<Fraser"]),
    ],
)
def test_company_names_can_be_found(names: bool, expected: list[str]) -> None:
    assert arcs("(NP (NNP Fraser) (CC &) (NNP Neave) (NNP Ltd.))", names=names) == expected


def test_a_persons_name_after_a_noun_is_an_apposition() -> None:
    text = "(NP (DT the) (NN oboist) (NNP Heinz) (NNP Holliger))"
    assert arcs(text)[1:] == ["oboist<ROOT<-", "Heinz<NAME<Holliger", "Holliger<APPO<oboist"]
    assert arcs(text, names=False)[1:] == ["oboist<NMOD<Holliger", "Heinz<NAME<Holliger", "Holliger<ROOT<-"]


def test_raw_trees_have_no_relations_that_need_functions() -> None:
    text = "(S (NP-SBJ (DT the) (NN dog)) (VP (VBZ eats) (NP (NN tea)) (PP-TMP (IN in) (NP (NNP May)))) (. .))"
    assert arcs(text, raw=True) == [
        "the<NMOD<dog",
        "dog<VMOD<eats",
        "eats<ROOT<-",
        "tea<VMOD<eats",
        "in<VMOD<eats",
        "May<PMOD<in",
        ".<P<eats",
    ]


def test_raw_is_the_same_with_and_without_functions() -> None:
    treebank = bundled("english.mrg")
    labels = treebank.nodes.text("label").map(lambda label: label.split("-")[0].split("=")[0] or label)
    bare = treebank.replace(nodes=treebank.nodes.replace(label=labels))
    assert to_lth(treebank, raw=True).tokens.equals(to_lth(bare, raw=True).tokens)


def test_sentences_without_phrases_keep_their_heads() -> None:
    converted = to_lth(bundled("english.mrg"))
    mixed = converted.replace(nodes=converted.nodes.keep(np.zeros(len(converted.nodes), bool)))
    mixed = mixed.replace(tokens=mixed.tokens.replace(parent=np.full(len(mixed.tokens), -1, np.int32)))
    assert to_lth(mixed).tokens.text("deprel").equals(converted.tokens.text("deprel"))


def test_dependencies_need_phrases() -> None:
    with pytest.raises(CallError, match="there is no constituency tree"):
        to_lth(bundled("english.conllu"))


def test_the_words_of_the_bundled_trees_become_trees() -> None:
    converted = to_lth(bundled("english.mrg"))
    assert len(converted.tokens) == len(bundled("english.conllu").tokens)
    for tree in converted:
        assert_is_tree([token.head.index if token.head else -1 for token in tree])


@given(
    below=st.lists(penn_trees, min_size=1, max_size=4),
    raw=st.booleans(),
    bracketed=st.booleans(),
    style=st.sampled_from(["chain", "flat", "conjunction"]),
)
@patient
def test_any_penn_tree_becomes_a_tree(below: list[str], raw: bool, bracketed: bool, style: CoordinationStyle) -> None:
    converted = to_lth(trees(f"(S {' '.join(below)})"), raw=raw, bracketed=bracketed, coordination=style)
    for tree in converted:
        assert_is_tree([token.head.index if token.head else -1 for token in tree])
        assert all(token.deprel for token in tree)


@given(treebank=treebanks(constituents=True, dependencies=False, empty_nodes=True))
@patient
def test_any_treebank_can_be_converted(treebank: Treebank) -> None:
    for tree in to_lth(as_penn(treebank)):
        if tree.nodes:
            assert sum(token.is_root for token in tree) == 1


@pytest.mark.parametrize(("names", "labelled"), [(True, 0.958), (False, 0.935)])
def test_the_converter_is_reproduced(shared: Path, names: bool, labelled: float) -> None:
    """Against the data of CoNLL-2008; the public program itself has 0.936 there."""
    right = words = 0
    for name in ("required", "optional"):
        gold = join_split_words(read(shared / "pe08" / f"{name}-wsj02.conll08")).tokens
        test = to_lth(read(f"{shared / 'pe08' / name}-wsj02.ptb"), names=names).tokens
        same = gold.numbers("head") == test.numbers("head")
        right += int((same & (test.text("deprel").in_terms_of(gold.text("deprel")) == gold.text("deprel").codes)).sum())
        words += len(gold)
    assert words == 747
    assert right / words >= labelled


@pytest.mark.parametrize("convert", [to_lth, to_english_ud])
def test_trees_that_are_not_in_the_penn_style_are_refused(convert: Callable[[Treebank], Treebank]) -> None:
    with pytest.raises(DataError, match=r"words have a tag of the Penn treebank.*-t to-dependencies"):
        convert(bundled("german.export"))


def test_tags_of_genia_are_those_of_penn() -> None:
    tags = {".": "PERIOD", ",": "COMMA", "PRP$": "PRPP"}
    gold = bundled("english.mrg")
    renamed = relabel(gold, lambda tag: tags.get(tag, tag), "tokens", "tag")
    assert to_lth(renamed).tokens.text("deprel").decode() == to_lth(gold).tokens.text("deprel").decode()
    assert to_lth(renamed).tokens.text("tag").decode() == to_lth(gold).tokens.text("tag").decode()
