"""English Penn trees to UD-like dependencies."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from penn_strategies import as_penn, assert_is_tree, penn_trees, trees

from strategies import treebanks
from treegauge import CallError, Treebank, apply, read, score, to_english_ud
from treegauge.formats.bundled import bundled

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def arcs(text: str) -> list[str]:
    """`word<relation<head` for each word of a tree."""
    return [
        f"{token.form}<{token.deprel}<{token.head.form if token.head else '-'}"
        for token in to_english_ud(trees(text))[0]
    ]


def test_content_words_are_heads() -> None:
    text = "(S (NP-SBJ (PRP he)) (VP (MD may) (VP (VB have) (VP (VBN gone) (PP (IN to) (NP (DT the) (NN sea)))))))"
    assert arcs(text) == [
        "he<nsubj<gone",
        "may<aux<gone",
        "have<aux<gone",
        "gone<root<-",
        "to<case<sea",
        "the<det<sea",
        "sea<obl<gone",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "(S (NP-SBJ (PRP it)) (VP (VBZ is) (ADJP-PRD (RB very) (JJ old))))",
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (RB very) (JJ old))))",
    ],
)
def test_the_predicative_of_be_is_the_head_with_and_without_functions(text: str) -> None:
    assert arcs(text) == ["it<nsubj<old", "is<cop<old", "very<advmod<old", "old<root<-"]


def test_other_verbs_keep_their_predicatives() -> None:
    assert arcs("(S (NP-SBJ (PRP it)) (VP (VBZ seems) (ADJP-PRD (JJ old))))") == [
        "it<nsubj<seems",
        "seems<root<-",
        "old<xcomp<seems",
    ]


def test_there_is_predicates_nothing() -> None:
    text = "(S (NP-SBJ (EX there)) (VP (VBD was) (NP-PRD (NN tea))))"
    assert arcs(text) == ["there<expl<was", "was<root<-", "tea<nsubj<was"]


def test_a_passive_has_its_own_relations() -> None:
    text = "(S (NP-SBJ-1 (PRP it)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)) (PP (IN by) (NP-LGS (PRP us))))))"
    assert arcs(text) == ["it<nsubj:pass<seen", "was<aux:pass<seen", "seen<root<-", "by<case<us", "us<obl:agent<seen"]


def test_clauses() -> None:
    said = "(S (NP (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD fell))))))"
    assert arcs(said)[2:] == ["that<mark<fell", "it<nsubj<fell", "fell<ccomp<said"]
    wants = "(S (NP (PRP he)) (VP (VBZ wants) (S (VP (TO to) (VP (VB go))))))"
    assert arcs(wants)[2:] == ["to<mark<go", "go<xcomp<wants"]
    since = "(S (NP (PRP he)) (VP (VBD left) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD fell))))))"
    assert arcs(since)[4] == "fell<advcl<left"
    relative = "(NP (NP (NNS dogs)) (SBAR (WHNP (WDT that)) (S (VP (VBP bark)))))"
    assert arcs(relative) == ["dogs<root<-", "that<nsubj<bark", "bark<acl:relcl<dogs"]


def test_the_subject_of_a_small_clause_is_an_object() -> None:
    text = "(S (NP-SBJ (PRP we)) (VP (VBD made) (S (NP-SBJ (PRP him)) (VP (VB go)))))"
    assert arcs(text)[2:] == ["him<obj<made", "go<xcomp<made"]


def test_a_question_word_can_be_predicated() -> None:
    assert arcs("(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP-SBJ (DT that))) (. ?))") == [
        "what<root<-",
        "is<cop<what",
        "that<nsubj<what",
        "?<punct<what",
    ]


def test_marks_and_conjunctions_belong_to_the_conjunct_after_them() -> None:
    assert arcs("(NP (NP (NN tea)) (, ,) (NP (NN rice)) (CC and) (NP (NN milk)))") == [
        "tea<root<-",
        ",<punct<rice",
        "rice<conj<tea",
        "and<cc<milk",
        "milk<conj<tea",
    ]


def test_what_follows_coordinated_verbs_belongs_to_the_first() -> None:
    text = "(VP (VB buy) (CC or) (VB lease) (NP (QP (IN about) (CD 40)) (NNS jets)) (PP (IN in) (NP (NNP May))))"
    assert arcs(text) == [
        "buy<root<-",
        "or<cc<lease",
        "lease<conj<buy",
        "about<advmod<40",
        "40<nummod<jets",
        "jets<obj<buy",
        "in<case<May",
        "May<obl<buy",
    ]
    text = "(VP (VBD came) (, ,) (VBD saw) (CC and) (RB then) (VBD won) (NP (PRP it)))"
    assert arcs(text)[1:] == [
        ",<punct<saw",
        "saw<conj<came",
        "and<cc<won",
        "then<advmod<won",
        "won<conj<came",
        "it<obj<came",
    ]
    assert arcs("(ADJP (JJ old) (CC and) (JJ ill) (PP (IN with) (NP (NN age))))")[-1] == "age<obl<old"


def test_unlike_conjuncts_before_a_noun_modify_it() -> None:
    assert arcs("(NP (UCP (JJ red) (CC and) (NN brick)) (NNS walls))")[0] == "red<amod<walls"


def test_a_clause_after_coordinated_nouns_is_not_a_conjunct() -> None:
    text = "(NP (NP (NN tea)) (CC and) (NP (NN rice)) (, ,) (SBAR (WHNP (WDT which)) (S (VP (VBD fell)))))"
    assert arcs(text)[-1] == "fell<acl:relcl<tea"


@pytest.mark.parametrize(
    ("text", "root"),
    [
        (
            "(S (PP (IN in) (NP (NN May))) (, ,) (S (NP (PRP I)) (VP (VBD came))) (CC and) (S (NP (PRP he))"
            " (VP (VBD left))))",
            4,
        ),
        ("(S (INTJ (UH yeah)) (, ,) (CC and) (VP (VB stop)))", 3),
        ("(S (UH well) (, ,) (NP-SBJ (PRP I)) (VP (VBD came)) (CC and) (S (NP (PRP he)) (VP (VBD left))))", 3),
        ("(PP (PP-LOC (IN in) (NP (NN may))) (CC or) (PP (IN at) (NP (NN noon))))", 1),
    ],
)
def test_what_comes_before_the_first_conjunct_is_not_the_head(text: str, root: int) -> None:
    assert [number for number, arc in enumerate(arcs(text)) if "<root<" in arc] == [root]


def test_adverbs_after_a_conjunction_belong_to_the_conjunct_after_them() -> None:
    text = "(VP (VP (VB go)) (CC and) (ADVP (RB then)) (VP (VB come)))"
    assert arcs(text) == ["go<root<-", "and<cc<come", "then<advmod<come", "come<conj<go"]


def test_an_aside_in_what_is_said_is_parataxis() -> None:
    text = (
        "(S (S-1 (NP-SBJ (PRP they)) (PRN (, ,) (S (NP-SBJ (PRP he)) (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE-"
        " *T*-1))))) (, ,)) (VP (VBD left))) (. .))"
    )
    assert arcs(text)[:5] == ["they<nsubj<left", ",<punct<said", "he<nsubj<said", "said<parataxis<left", ",<punct<said"]


def test_a_quoted_clause_before_the_subject_is_what_is_said() -> None:
    text = "(S (`` ``) (S (NP (PRP it)) (VP (VBD fell))) (, ,) ('' '') (NP-SBJ (PRP he)) (VP (VBD cried)) (. .))"
    assert "fell<ccomp<cried" in arcs(text)


def test_numbers_are_compounds() -> None:
    assert arcs("(NP (QP ($ $) (CD 5) (CD million)))") == ["$<root<-", "5<compound<million", "million<nummod<$"]
    assert arcs("(NP (QP (JJR more) (IN than) (CD ten)) (NNS cups))")[:2] == ["more<advmod<ten", "than<fixed<more"]
    assert arcs("(NP (QP (IN at) (JJS least) (CD ten)) (NNS cups))")[:2] == ["at<case<least", "least<advmod<ten"]


def test_participles_after_be_are_passive_and_nouns_after_become_predicative() -> None:
    assert arcs("(S (NP (NN space)) (VP (VBZ is) (ADJP (VBN limited))))")[:2] == [
        "space<nsubj:pass<limited",
        "is<aux:pass<limited",
    ]
    assert arcs("(S (NP (PRP he)) (VP (VBD became) (NP (DT a) (NN monk))))")[-1] == "monk<xcomp<became"


def test_words_that_belong_to_a_preposition() -> None:
    assert arcs("(NP (NP (NN tea)) (PP (JJ such) (IN as) (NP (NN mint))))")[1:3] == ["such<case<mint", "as<fixed<such"]
    order = "(S (VP (VB go) (SBAR (IN in) (NN order) (S (VP (TO to) (VP (VB win)))))))"
    assert arcs(order)[1:4] == ["in<mark<win", "order<fixed<in", "to<mark<win"]
    assert arcs("(S (NP (NP (PRP we)) (NP (DT all))) (VP (VBD left)))")[1] == "all<det<we"


def test_a_noun_phrase_in_brackets_is_an_apposition() -> None:
    text = "(NP (NP (NN text)) (PRN (-LRB- -LRB-) (NP (NNP ST)) (-RRB- -RRB-)))"
    assert arcs(text)[2] == "ST<appos<text"


def test_a_comma_belongs_to_the_phrase_that_it_sets_off() -> None:
    text = "(S (PP (IN in) (NP (NNP May))) (, ,) (NP (PRP he)) (VP (VBD left)) (. .))"
    assert arcs(text)[2:] == [",<punct<May", "he<nsubj<left", "left<root<-", ".<punct<left"]


def test_fixed_expressions_have_their_first_word_as_head() -> None:
    text = "(S (NP (PRP he)) (VP (VBD left) (PP (IN because) (IN of) (NP (PRP us)))))"
    assert arcs(text)[2:] == ["because<case<us", "of<fixed<because", "us<obl<left"]


def test_names_are_flat() -> None:
    assert arcs("(NP (NNP Irena) (NNP Vane))") == ["Irena<root<-", "Vane<flat<Irena"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Mr. Vane", ["Mr.<nmod:desc<Vane", "Vane<root<-"]),
        ("Dr. Irena Vane", ["Dr.<nmod:desc<Irena", "Irena<root<-", "Vane<flat<Irena"]),
        ("Vane Corp.", ["Vane<compound<Corp.", "Corp.<root<-"]),
        ("South Dakota", ["South<amod<Dakota", "Dakota<root<-"]),
    ],
)
def test_titles_and_the_kinds_of_things_give_the_head_of_a_name(words: str, expected: list[str]) -> None:
    assert arcs(f"(NP {' '.join(f'(NNP {word})' for word in words.split())})") == expected


def test_a_remnant_of_a_clause_without_a_verb_is_promoted() -> None:
    text = (
        "(S (S (NP-SBJ-1 (NNP John)) (VP (VBZ eats) (NP-2 (NN rice)))) (CC and) (S (NP-SBJ=1 (NNP Mary)) (NP=2 (NN"
        " tea))))"
    )
    assert arcs(text)[3:] == ["and<cc<Mary", "Mary<conj<eats", "tea<orphan<Mary"]


def test_corrected_words_depend_on_the_correction() -> None:
    text = "(S (EDITED (NP (DT the) (NN dog))) (, ,) (NP-SBJ (DT the) (NN cat)) (VP (VBD left)))"
    assert arcs(text) == [
        "the<det<dog",
        "dog<reparandum<cat",
        ",<punct<left",
        "the<det<cat",
        "cat<nsubj<left",
        "left<root<-",
    ]


def test_parts_of_a_word_written_apart_depend_on_the_first() -> None:
    text = "(S (NP-SBJ (PRP he)) (VP (VBD went) (ADVP (GW with) (RB out))))"
    assert arcs(text)[2:] == ["with<advmod<went", "out<goeswith<with"]


def test_a_noun_phrase_in_front_that_left_no_trace_is_dislocated() -> None:
    text = "(S (NP-TPC (DT that) (NN man)) (, ,) (NP-SBJ (PRP he)) (VP (VBD left)))"
    assert arcs(text)[1] == "man<dislocated<left"
    traced = "(S (NP-TPC-1 (DT that) (NN man)) (, ,) (NP-SBJ (PRP I)) (VP (VBP like) (NP (-NONE- *T*-1))))"
    assert arcs(traced)[1] == "man<obj<like"


def test_the_number_of_an_item_is_discourse() -> None:
    assert arcs("(S (LST (LS 1)) (NP-SBJ (PRP it)) (VP (VBD fell)))")[0] == "1<discourse<fell"


def test_dependencies_need_phrases() -> None:
    with pytest.raises(CallError, match="there is no constituency tree"):
        to_english_ud(bundled("english.conllu"))


@given(below=st.lists(penn_trees, min_size=1, max_size=4))
@patient
def test_any_penn_tree_becomes_a_tree(below: list[str]) -> None:
    for tree in to_english_ud(trees(f"(S {' '.join(below)})")):
        assert_is_tree([token.head.index if token.head else -1 for token in tree])
        assert all(token.deprel for token in tree)


@given(treebank=treebanks(constituents=True, dependencies=False, empty_nodes=True))
@patient
def test_any_treebank_can_be_converted(treebank: Treebank) -> None:
    for tree in to_english_ud(as_penn(treebank)):
        if tree.nodes:
            assert sum(token.is_root for token in tree) == 1


def attachment(gold: Treebank, test: Treebank) -> tuple[float, float]:
    (result,) = score(gold, test, ["attachment"])
    return result.scores["uas"], result.scores["las"]


def test_the_bundled_trees_give_almost_the_bundled_dependencies() -> None:
    uas, las = attachment(bundled("english.conllu"), to_english_ud(bundled("english.mrg")))
    assert uas >= 97  # titles are flat there, as in older versions of UD
    assert las >= 95


def test_function_tags_help_a_little(shared: Path) -> None:
    """Against gold UD, from trees that a parser made."""
    gold = read(shared / "gum" / "gentle_dep.conllu.xz")[:400]
    parsed = read(shared / "gum" / "gentle_const.ptb.xz")[:400]
    with_functions = attachment(gold, to_english_ud(parsed))
    without = attachment(gold, to_english_ud(apply(parsed, "strip-functions")))
    assert with_functions[1] > without[1] > 70
