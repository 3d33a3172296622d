"""To nltk, spaCy, stanza and tuples, and back to the same trees."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

import treegauge
from strategies import treebanks
from treegauge import DataError, Treebank
from treegauge.core.errors import MissingExtraError
from treegauge.treebank.bridges import from_nltk, from_tuples, to_nltk, to_tuples
from treegauge.treebank.pipelines import from_spacy, from_stanza, to_spacy, to_stanza

DEEP = 100_000
NESTED = ("S", ("NP", ("DT", "the"), ("NN", "dog")), ("VP", ("VBZ", "barks")), "!")
FLAT = [("the", "DT", 1, "det"), ("dog", "NN", 2, "nsubj"), ("barks", None, -1, None), ("!", ".", None, None)]
CONLLU = """\
# sent_id = a
# text = Vámonos al mar.
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t0:root\t_
2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t1:obj\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\t_\t_\t5\tcase\t5:case\t_
3.1\tuno\tuno\tPRON\t_\t_\t_\t_\t5:nmod\t_
4\tel\tel\tDET\t_\t_\t5\tdet\t5:det\t_
5\tmar\tmar\tNOUN\tNN\t_\t1\tobl\t1:obl\tSpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

# sent_id = b
# text = Sí
1\tSí\tsí\tINTJ\t_\t_\t0\troot\t0:root\t_

"""


@pytest.fixture
def spanish(tmp_path: Path) -> Treebank:
    (tmp_path / "a.conllu").write_text(CONLLU, encoding="utf-8")
    return treegauge.read(tmp_path / "a.conllu")


def depth(tree: Any) -> int:
    """How deep a chain of first children is."""
    steps = 0
    while not isinstance(tree[-1], str):
        tree, steps = tree[-1], steps + 1
    return steps


def test_nested_tuples_are_a_constituency_tree() -> None:
    tree = from_tuples([NESTED])[0]
    assert tree.brackets() == "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) !)"
    assert tree.tokens[3].tag is None
    assert tree.to_tuples() == NESTED


def test_flat_tuples_are_a_dependency_tree() -> None:
    treebank = from_tuples([FLAT, [("yes", "UH")], []])
    assert [len(tree) for tree in treebank] == [4, 1, 0]
    assert [token.head.form if token.head else None for token in treebank[0]] == ["dog", "barks", None, None]
    assert to_tuples(treebank) == [FLAT, [("yes", "UH", None, None)], []]


def test_tuples_without_heads_stay_without() -> None:
    treebank = from_tuples([[("yes", "UH")]])
    assert not treebank.has_dependencies
    assert to_tuples(treebank) == [[("yes", "UH")]]


def test_the_kind_of_tuples_can_be_chosen() -> None:
    treebank = from_tuples([NESTED, FLAT])
    assert to_tuples(treebank[0], "dependency")[0] == ("the", "DT", None, None)
    assert to_tuples(treebank[1], "dependency") == FLAT


@pytest.mark.parametrize(
    "wrong", [[("a",)], [("a", "b", 0, "c", "d")], [(1, "NN")], ("S", 3), ("S", ()), [("a", "NN", 7)]]
)
def test_wrong_tuples_say_in_which_sentence(wrong: Any) -> None:
    with pytest.raises(DataError, match="sentence 2: "):
        from_tuples([NESTED, wrong])


def test_heads_that_form_a_cycle_are_an_error() -> None:
    with pytest.raises(DataError, match="the heads form a cycle"):
        from_tuples([[("a", "NN", 1), ("b", "NN", 0)]])


@given(treebanks(constituents=True, dependencies=False, discontinuous=False, missing_tags=False))
@settings(deadline=None)
def test_tuples_and_nltk_round_trips_keep_the_brackets(treebank: Treebank) -> None:
    spelled = [tree.brackets() for tree in treebank]
    assert [tree.brackets() for tree in from_tuples(to_tuples(treebank))] == spelled
    assert [tree.brackets() for tree in from_nltk(to_nltk(treebank))] == spelled


@given(treebanks(constituents=False))
@settings(deadline=None)
def test_a_dependency_tree_survives_as_tuples(treebank: Treebank) -> None:
    flat = to_tuples(treebank)
    assert to_tuples(from_tuples(flat)) == flat


def test_phrases_without_tokens_keep_their_places() -> None:
    nested = ("S", ("NN", "a"), ("EMPTY",), ("NN", "b"), ("NP", ("EMPTY",)))
    assert from_tuples([nested])[0].to_tuples() == nested
    assert from_tuples([("EMPTY",)])[0].brackets() == "(EMPTY)"


def test_a_discontinuous_tree_is_not_nested() -> None:
    nltk = pytest.importorskip("nltk")
    treebank = treegauge.read(treegauge.__path__[0] + "/data/german.export")
    with pytest.raises(DataError, match="discontinuous"):
        treebank[0].to_nltk()
    with pytest.raises(DataError, match="discontinuous"):
        treebank[0].to_tuples()
    assert nltk


def test_nltk_trees_are_what_nltk_reads() -> None:
    nltk = pytest.importorskip("nltk")
    line = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) !)"
    theirs = nltk.Tree.fromstring(line)
    assert from_nltk(theirs)[0].brackets() == line
    assert from_nltk([theirs])[0].to_nltk() == theirs
    chunks = nltk.Tree("S", [nltk.Tree("NP", [("the", "DT"), ("dog", "NN")]), ("barks", "VBZ")])
    assert from_nltk([chunks])[0].brackets() == "(S (NP (DT the) (NN dog)) (VBZ barks))"


def test_trees_100_000_deep_cross_every_bridge() -> None:
    pytest.importorskip("nltk")
    nested: Any = ("NN", "dog")
    for _ in range(DEEP):
        nested = ("A", nested)
    treebank = from_tuples([nested])
    assert len(treebank.nodes) == DEEP
    assert depth(treebank[0].to_tuples()) == DEEP
    assert len(from_nltk(treebank[0].to_nltk()).nodes) == DEEP


def test_a_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, package: str | None = None) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", refuse)
    for function, extra in ((to_nltk, "nltk"), (to_spacy, "spacy"), (to_stanza, "stanza")):
        with pytest.raises(MissingExtraError, match=rf"treegauge\[{extra}\]"):
            function(from_tuples([]))


def test_nothing_is_imported_before_it_is_needed() -> None:
    import subprocess

    code = (
        "import sys, treegauge.treebank.bridges, treegauge.treebank.pipelines; "
        "print({'nltk', 'spacy', 'stanza', 'polars'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_spacy_gives_back_a_dependency_treebank(spanish: Treebank) -> None:
    pytest.importorskip("spacy")
    back = from_spacy(to_spacy(spanish))
    tokens = spanish.tokens.replace(deps=None)
    assert back.tokens.replace(misc=None).equals(tokens.replace(misc=None))
    assert back[0].text == "Vamos nos a el mar."
    assert [token.misc for token in back[0]][3:5] == ["_", "SpaceAfter=No"]


def test_spacy_sentences_become_sentences() -> None:
    spacy = pytest.importorskip("spacy")
    words, heads = ["Go", "!", "Stop", "!"], [0, 0, 2, 2]
    doc = spacy.tokens.Doc(spacy.vocab.Vocab(), words=words, heads=heads, deps=["ROOT", "punct"] * 2)
    treebank = from_spacy(doc)
    assert to_tuples(treebank) == [[("Go", "_", -1, "ROOT"), ("!", "_", 0, "punct")],
                                   [("Stop", "_", -1, "ROOT"), ("!", "_", 0, "punct")]]  # fmt: skip
    plain = from_spacy([spacy.tokens.Doc(spacy.vocab.Vocab(), words=words), spacy.tokens.Doc(spacy.vocab.Vocab())])
    assert [len(tree) for tree in plain] == [4, 0]
    assert not plain.has_dependencies


def test_spacy_keeps_heads_that_are_not_given_and_empty_sentences() -> None:
    pytest.importorskip("spacy")
    treebank = from_spacy(to_spacy(from_tuples([FLAT, []])))
    assert treebank.tokens.numbers("head").tolist() == [1, 2, -1, -2]
    assert len(treebank) == 2


def test_a_tag_that_spacy_does_not_know_is_an_error(spanish: Treebank) -> None:
    pytest.importorskip("spacy")
    from treegauge.treebank.edit import relabel

    with pytest.raises(DataError, match="spaCy rejects the sentence"):
        to_spacy(relabel(spanish, lambda tag: "FOO", "tokens", "upos")[0])


@given(treebanks(constituents=False, several_roots=False))
@settings(deadline=None)
def test_heads_survive_spacy(treebank: Treebank) -> None:
    pytest.importorskip("spacy")
    back = from_spacy(to_spacy(treebank))
    assert back.tokens.text("form").decode() == treebank.tokens.text("form").decode()
    assert len(treebank.tokens) == 0 or (back.tokens.numbers("head") == treebank.tokens.numbers("head")).all()


def phrase(label: str, *children: Any) -> SimpleNamespace:
    """What stanza's parse tree looks like."""
    return SimpleNamespace(label=label, children=children)


def stanza_document(entries: list[Any], constituency: Any = None) -> SimpleNamespace:
    """What stanza's Document looks like from outside."""
    comments = ["# text = the dog", "# constituency = (S ...)"]
    sentence = SimpleNamespace(to_dict=lambda: entries, comments=comments, sent_id="7", constituency=constituency)
    return SimpleNamespace(sentences=[sentence])


def test_a_document_of_stanza_becomes_a_treebank() -> None:
    words = [
        {"id": 1, "text": "the", "upos": "DET", "head": 2, "deprel": "det", "start_char": 0, "end_char": 3},
        {"id": 2, "text": "dog", "upos": "NOUN", "head": 0, "deprel": "root", "misc": "SpaceAfter=No"},
    ]
    leaves = phrase("DT", phrase("the")), phrase("NN", phrase("dog"))
    tree = from_stanza(stanza_document(words, phrase("ROOT", phrase("NP", *leaves))))[0]
    assert tree.brackets() == "(ROOT (NP (DT the) (NN dog)))"
    assert (tree.id, tree.comments) == ("7", ["# text = the dog"])
    assert [(token.upos, token.lemma, token.misc) for token in tree] == [
        ("DET", "_", "_"),
        ("NOUN", "_", "SpaceAfter=No"),
    ]
    assert tree.tokens[0].head == tree.tokens[1]


def test_a_constituency_tree_must_have_the_words_of_the_sentence() -> None:
    with pytest.raises(DataError, match="a constituency tree of 2 words, as in the sentence; found 1"):
        from_stanza(stanza_document([{"id": 1, "text": "a"}, {"id": (2,), "text": "b"}], phrase("S", phrase("a"))))


def test_stanza_gives_back_a_treebank(spanish: Treebank) -> None:
    pytest.importorskip("stanza")
    assert from_stanza(to_stanza(spanish)).equals(spanish)


def test_stanza_gives_back_constituency_trees() -> None:
    pytest.importorskip("stanza")
    treebank = treegauge.read(treegauge.__path__[0] + "/data/english.mrg")
    back = from_stanza([to_stanza(treebank)])
    assert [tree.brackets() for tree in back] == [tree.brackets() for tree in treebank]
    assert not back.has_dependencies


def test_stanza_has_no_empty_sentences() -> None:
    pytest.importorskip("stanza")
    with pytest.raises(DataError, match="without words"):
        to_stanza(from_tuples([[]]))
