"""Relations of several formats become trees that can be compared: the same sentence in five representations."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from relation_samples import SAMPLES

import treegauge
from treegauge import DataError, Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank.build import Builder, TokenRow, check_dependencies

TAGGED = (
    "( (S (NP (NP (DT The) (NN dog)) (SBAR (WHNP (WDT that)) (S (VP (VBD barked))))) (VP (VBZ sees) (CC and)"
    " (VBZ chases) (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (NNP Rome))))) (. .)) )\n"
    "( (S (NP (NN Rain)) (VP (VBZ falls)) (. .)) )\n"
)


def sample(name: str) -> Treebank:
    reader = FORMATS.get(name).read
    assert reader is not None
    return reader(Input(SAMPLES[name]))[:2]


@pytest.fixture
def tagged(tmp_path: Path) -> str:
    path = tmp_path / "tagged.mrg"
    path.write_text(TAGGED, "utf-8")
    return str(path)


def arcs(treebank: Treebank, sentence: int = 0) -> dict[str, str]:
    return {
        str(token.form): f"{token.deprel} {token.head.form if token.head else '-'}"
        for token in treebank[sentence]
        if token.deprel
    }


@pytest.mark.parametrize("name", SAMPLES)
def test_the_core_of_a_sentence_is_the_same_in_all_representations(name: str, tagged: str) -> None:
    converted = treegauge.apply(sample(name), f"relations-to-ud(tags='{tagged}')")
    expected = {"The": "det dog", "dog": "nsubj sees", "sees": "root -", "cat": "obj sees", "in": "case Rome"}
    assert arcs(converted).items() >= expected.items()
    assert arcs(converted)["Rome"] == "nmod cat"
    assert arcs(converted, 1).items() >= {"Rain": "nsubj falls", "falls": "root -"}.items()


@pytest.mark.parametrize("name", ["stanford", "gr", "parc", "hpsg-pa"])
def test_conjuncts_depend_on_the_first_one(name: str, tagged: str) -> None:
    converted = arcs(treegauge.apply(sample(name), f"relations-to-ud(tags='{tagged}')"))
    assert converted["chases"] == "conj sees"
    assert converted["and"] == "cc chases"


def test_auxiliaries_and_copulas_depend_on_content_words(tmp_path: Path) -> None:
    path = tmp_path / "tags.mrg"
    path.write_text("(S (NP (PRP It)) (VP (MD may) (VP (VB be) (ADJP (JJ old)))))\n", "utf-8")
    reader = FORMATS.get("ccg-pa").read
    assert reader is not None
    text = (
        rb'<s id="a.1"> 3' + b"\n"
        rb"0 1 (S[dcl]\NP)/(S[b]\NP) 1 It may" + b"\n"
        rb"2 1 (S[dcl]\NP)/(S[b]\NP) 2 be may" + b"\n"
        rb"3 2 (S[b]\NP)/(S[adj]\NP) 2 old be" + b"\n<\\s>\n"
    )
    converted = treegauge.apply(reader(Input(text)), f"relations-to-ud(tags='{path}')")
    assert arcs(converted) == {"It": "nsubj old", "may": "aux old", "be": "cop old", "old": "root -"}


def test_entailments_and_labelled_scores_can_be_compared(tagged: str) -> None:
    spec = f"relations-to-ud(tags='{tagged}')"
    stanford, parc = (treegauge.apply(sample(name), spec) for name in ("stanford", "parc"))
    assert treegauge.score(stanford, parc, "attachment")[0].scores["las"] > 80
    assert treegauge.score(stanford, parc, "pete")[0].scores["f1"] > 80


def test_other_treebanks_are_not_changed() -> None:
    for treebank in (treegauge.bundled("english.conllu"), treegauge.bundled("english.mrg")):
        assert treegauge.apply(treebank, "relations-to-ud").equals(treebank)


def test_tags_of_other_sentences_are_an_error(tagged: str) -> None:
    with pytest.raises(DataError, match="has 2 sentences, and the treebank has 1"):
        treegauge.apply(sample("gr")[:1], f"relations-to-ud(tags='{tagged}')")


LABELS = (
    "ncsubj",
    "dobj",
    "conj",
    "xcomp:to",
    "ncmod",
    "aux",
    "prep:in",
    "conj:and",
    "ARG1:coord_arg12-of",
    "unit",
    "x",
)
TAGS = ("NN", "VB", "VBN", "IN", "TO", "CC", "MD", "DT", "JJ", ",", None)


@given(data=st.data(), size=st.integers(1, 8))
def test_any_tree_remains_a_tree(data: st.DataObject, size: int) -> None:
    rows: list[TokenRow] = []
    order = data.draw(st.permutations(range(size)))
    for place in range(size):
        before = [other for other in range(size) if order[other] < order[place]]
        head = data.draw(st.sampled_from([-2, -1, *before]))
        forms = st.sampled_from(["is", "have", "in", "and", "dog"])
        row: TokenRow = {"form": data.draw(forms), "tag": data.draw(st.sampled_from(TAGS)), "deps": None}
        if head > -2:
            row |= {"head": head, "deprel": data.draw(st.sampled_from(LABELS))}
        rows.append(row)
    builder = Builder()
    builder.add({}, [{"form": "dog", "head": -1, "deprel": "ncsubj", "deps": "0:x"}])
    builder.add({}, rows)
    converted = treegauge.apply(builder.build(), "relations-to-ud")[1:]
    check_dependencies(converted.tokens.numbers("head").tolist())
