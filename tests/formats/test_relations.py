"""Formats that have relations only: the graph is kept as it is, and a tree within it is what measures compare."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from relation_samples import SAMPLES

import treegauge
from treegauge import FormatError, Treebank
from treegauge.formats.api import detect
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.ccg_pa import modified_slot
from treegauge.formats.lemmas import can_be_form_of
from treegauge.formats.parc import split_words
from treegauge.formats.relations import ROOT, GraphRelation, spanning_tree, words_tree
from treegauge.treebank.build import check_dependencies


def read(name: str, data: bytes | None = None) -> Treebank:
    reader = FORMATS.get(name).read
    assert reader is not None
    return reader(Input(SAMPLES[name] if data is None else data))


def heads(treebank: Treebank, sentence: int = 0) -> dict[str, str]:
    """The head of each word that has one."""
    tree = treebank[sentence]
    words = [token.form or "" for token in tree]
    numbers = treebank[sentence : sentence + 1].tokens.numbers("head").tolist()
    return {word: "ROOT" if head < 0 else words[head] for word, head in zip(words, numbers, strict=True) if head > -2}


def relations(treebank: Treebank, word: str, sentence: int = 0) -> str | None:
    part = treebank[sentence : sentence + 1].tokens
    return part.text("deps")[part.text("form").decode().index(word)]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_is_recognised_by_its_content_and_by_its_name(name: str, tmp_path: Path) -> None:
    format = detect(SAMPLES[name], "file")
    assert format is not None
    assert format.name == name
    path = tmp_path / f"a.{name.upper()}"
    path.write_bytes(SAMPLES[name])
    assert len(treegauge.read(path)) == 3


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sentence_without_relations_is_kept(name: str) -> None:
    assert len(read(name)) == 3


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_can_be_written_as_conllu(name: str) -> None:
    treebank = read(name)
    out = io.BytesIO()
    treegauge.write(treebank, out, "conllu")
    again = read("conllu", out.getvalue())
    deps = treebank[: len(again)].tokens.text("deps").decode()
    assert again.tokens.text("deps").decode() == [edges or "_" for edges in deps]
    assert len(again.empty) == len(treebank.empty)


def test_a_word_with_several_heads_keeps_them_all() -> None:
    stanford = read("stanford")
    assert relations(stanford, "dog") == "4:nsubj|5:nsubj|7:nsubj"
    assert heads(stanford)["dog"] == "sees"


def test_words_without_relations_have_no_head_and_the_root_is_found() -> None:
    assert heads(read("stanford")) == {
        "The": "dog",
        "dog": "sees",
        "barked": "dog",
        "sees": "ROOT",
        "chases": "sees",
        "a": "cat",
        "cat": "sees",
        "Rome": "cat",
    }


def test_words_in_the_relations_of_stanford_are_subtypes() -> None:
    assert relations(read("stanford"), "Rome") == "9:prep:in"


def test_a_copy_of_a_word_is_an_empty_node() -> None:
    treebank = read("stanford", b"root(ROOT-0, a-1)\nconj_and(a-1, a-1')\ndobj(a-1', b-3)\n")
    assert len(treebank.empty) == 1
    assert relations(treebank, "b") == "1.1:dobj"
    assert heads(treebank) == {"a": "ROOT", "b": "a"}


def test_the_parser_s_own_output_has_no_line_of_words() -> None:
    treebank = read("stanford", b"nsubj(falls-2, Rain-1)\n\nnsubj(barks-3, dog-2)\ndet(dog-2, The-1)\n")
    assert [[token.form for token in tree] for tree in treebank] == [["Rain", "falls"], ["The", "dog", "barks"]]


def test_words_that_are_not_those_of_the_numbers_are_left_out() -> None:
    treebank = read("stanford", b"pre-war Rome fell\n\nnsubj(fell-5, Rome-4)\n")
    assert treebank.tokens.text("form").decode() == ["Rome", "fell"]
    assert treebank.tokens.text("misc").decode() == ["Number=4", "Number=5"]


def test_grammatical_relations_have_types_and_subtypes() -> None:
    gr = read("gr")
    assert relations(gr, "barked") == "2:cmod:that"
    assert relations(gr, "dog") == "4:ncsubj|6:ncsubj"
    assert heads(gr)["in"] == "cat"
    assert gr[1].id == "s2"


def test_a_property_of_a_word_is_a_feature() -> None:
    treebank = read("gr", b"It was sold .\n(passive sold)\n(ncsubj sold It obj)\n(aux sold was)\n")
    assert treebank.tokens.text("feats").decode() == [None, None, "Passive=Yes", None]
    assert relations(treebank, "It") == "3:ncsubj:obj"


def test_the_nearest_of_several_words_is_a_guess() -> None:
    treebank = read("gr", b"the cat saw the dog .\n(det dog the)\n(det cat the)\n(ncsubj saw cat _)\n(dobj saw dog)\n")
    assert treebank.tokens.numbers("head").tolist() == [1, 2, -1, 4, 2, -2]
    assert treebank.tokens.text("misc").decode() == ["Guessed=Yes", None, None, "Guessed=Yes", None, None]


def test_conjuncts_belong_to_the_conjunction_between_them() -> None:
    text = (
        b"he makes and sells red , blue and green hats\n(conj and makes)\n(conj and sells)\n(conj and red)\n"
        b"(conj and blue)\n(conj and green)\n(ncsubj and he _)\n(dobj and hats)\n(ncmod _ hats and)\n"
    )
    treebank = read("gr", text)
    assert treebank.tokens.text("deps").decode() == [
        "3:ncsubj",
        "3:conj",
        None,
        "3:conj",
        "8:conj",
        None,
        "8:conj",
        "10:ncmod",
        "8:conj",
        "3:dobj",
    ]


def test_a_name_of_several_words_is_one_unit() -> None:
    treebank = read("gr", b"Mr. de Castro runs .\n(ncsubj runs:4 Mr._de_Castro:1:3 _)\n")
    assert treebank.tokens.text("deps").decode() == ["3:unit", "3:unit", "4:ncsubj", None, None]


def test_a_word_that_is_not_in_the_sentence_is_an_empty_node() -> None:
    treebank = read("gr", b"He can .\n(ncsubj can He _)\n(xcomp _ can swim)\n")
    assert len(treebank.empty) == 1
    assert heads(treebank) == {"He": "can", "can": "ROOT"}


def test_in_predicate_argument_structures_modifiers_depend_on_what_they_modify() -> None:
    expected = {"The": "dog", "that": "dog", "dog": "sees", "sees": "ROOT", "cat": "sees", "in": "cat", "Rome": "in"}
    for name in ("ccg-pa", "hpsg-pa"):
        assert heads(read(name)).items() >= expected.items()
    assert relations(read("hpsg-pa"), "The") is None  # in the graph it is the head of dog
    assert "1:ARG1:det_arg1" in (relations(read("hpsg-pa"), "dog") or "")


def test_an_argument_that_is_not_in_the_sentence_is_an_empty_node() -> None:
    assert "7:ARG2:verb_arg12" in (read("hpsg-pa").empty.text("fields")[0] or "")


def test_the_word_that_a_category_modifies() -> None:
    slots = {
        r"((S\NP)\(S\NP))/NP": 2,
        r"(NP\NP)/(S[dcl]\NP)": 1,
        "NP[nb]/N": 1,
        "N/N": 1,
        r"(S[dcl]\NP)/NP": None,
        r"(S[dcl]\S[dcl])/NP": None,
        "N": None,
        "((": None,
    }
    assert {category: modified_slot(category) for category in slots} == slots


def test_nodes_of_parc_are_found_among_the_words() -> None:
    parc = read("parc")
    assert heads(parc) == {
        "dog": "and",
        "barked": "dog",
        "sees": "and",
        "and": "ROOT",
        "chases": "and",
        "cat": "and",
        "in": "cat",
        "Rome": "in",
    }
    assert parc.tokens.text("feats").decode()[1] == "det_form=the|num=sg"
    assert len(parc.empty) == 1  # the subject of barked
    assert [token.form for token in parc[2]] == ["silence", "golden"]  # no sentence: the nodes


def test_words_of_a_sentence_are_those_of_the_penn_treebank() -> None:
    text = "``I don't (really) know,'' says Mr. F. Smith\\, Inc."
    words = "`` I do n't ( really ) know , '' says Mr. F. Smith , Inc ."
    assert split_words(text) == words.split()


def test_forms_of_a_lemma() -> None:
    pairs = [("makes", "make"), ("stopped", "stop"), ("carried", "carry"), ("taking", "take"), ("was", "be")]
    assert all(can_be_form_of(word, lemma) for word, lemma in pairs)
    assert not can_be_form_of("cart", "car")
    assert not can_be_form_of("a", "")


def test_a_node_without_a_word_gives_its_place_to_its_first_dependent() -> None:
    nodes = [
        GraphRelation("top", ROOT, 3),
        GraphRelation("conj", 3, 1),
        GraphRelation("conj", 3, 0),
        GraphRelation("subj", 3, 2),
    ]
    assert words_tree(spanning_tree(nodes), 3) == {1: (ROOT, "top"), 0: (1, "conj"), 2: (1, "subj")}


@given(
    arcs=st.lists(st.tuples(st.integers(-1, 7), st.integers(0, 7), st.booleans()), max_size=20),
    words=st.integers(1, 8),
)
def test_what_is_found_in_any_graph_is_a_tree_of_all_words_with_relations(
    arcs: Sequence[tuple[int, int, bool]], words: int
) -> None:
    graph = [GraphRelation("x", head, dependent, modifies and head >= 0) for head, dependent, modifies in arcs]
    tree = words_tree(spanning_tree(graph), words)
    check_dependencies([tree.get(word, (-2, ""))[0] for word in range(words)])
    mentioned = {node for arc in arcs for node in arc[:2] if 0 <= node < words}
    assert tree.keys() == mentioned


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("stanford", b"a b\n\nnsubj(a-1, ROOT-0)\n", "words are numbered from 1"),
        ("stanford", b"nsubj(a-1, b-2)\nnsubj(a-1, c-2)\n", "word 2 is"),
        ("gr", b"a b\n(dobj a:1 b:9)\n", "'b' is not word 9"),
        ("gr", b"a b\n(dobj a b c d)\n", "found 4"),
        ("gr", b"a b\n(dobj a a)\n", "cannot depend on itself"),
        ("gr", b"(dobj a b)\n", "expected the words"),
        ("ccg-pa", b'<s id="x"> 3\n1 2 N/N\n<\\s>\n', "expected ARGUMENT FUNCTOR"),
        ("ccg-pa", b'<s id="x"> 3\n1 0 N/N 1 b a\n', "add what is missing"),
        ("ccg-pa", b'<s id="x"> 3\n1 0 N/N 1 b a\n1 0 N/N 1 c a\n<\\s>\n', "word 1 is"),
        ("hpsg-pa", b"a\tb\n", "expected 12 fields"),
        ("parc", b"sentence(\nid(1)\nstructure(\nsubj(a b)\n)\n)\n", "expected a relation"),
        ("parc", b"subj(a~1, b~2)\n", "expected sentence("),
    ],
)
def test_what_is_wrong_is_said_with_the_line(name: str, data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message.replace("(", r"\(")) as error:
        read(name, data)
    assert error.value.reject.line == 1


def test_graphs_with_the_same_words_can_be_compared() -> None:
    stanford, gr = read("stanford")[:2], read("gr")[:2]
    result = treegauge.score(stanford, gr, "attachment")[0]
    assert result.scores["uas"] == pytest.approx(100 * 8 / 15)  # the conjunction is the head of conjuncts in gr
    assert treegauge.score(stanford, read("hpsg-pa")[:2], "attachment", on_mismatch="align")[0].scores["uas"] > 50


@pytest.mark.parametrize(
    ("file", "sentences", "relations"),
    [
        ("required-wsj02.gr", 10, 265),
        ("genia.gr", 9, 200),
        ("required-wsj02.Stanford", 10, 255),
        ("genia.stanford", 9, 236),
        ("required-wsj02.parc", 10, 241),
        ("bnc10.parc", 10, 248),
        ("genia.parc", 9, 234),
        ("required-wsj02.ccg-pa", 10, 282),
        ("optional-wsj02.ccg-pa", 15, 388),
        ("required-wsj02.hpsg-pa", 10, 316),
        ("optional-wsj02.hpsg-pa", 15, 382),
        ("genia.hpsg-pa", 9, 317),
    ],
)
def test_no_relation_of_a_real_file_is_lost(file: str, sentences: int, relations: int, shared: Path) -> None:
    """The numbers of different relations were counted with grep, awk and sort."""
    treebank = treegauge.read(shared / "pe08" / file)
    assert len(treebank) == sentences
    deps = [*treebank.tokens.text("deps").decode(), *empty_deps(treebank)]
    edges = [edge for text in deps if text and text != "_" for edge in text.split("|")]
    assert sum(not edge.endswith(":unit") for edge in edges) == relations


def empty_deps(treebank: Treebank) -> list[str]:
    fields = treebank.empty.text("fields").decode() if len(treebank.empty) else []
    return [(row or "").split("\t")[7] for row in fields]
