"""The adapter to spaCy: a blank pipeline with a rule for a parser stands for one that was downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_treebanks import conllu, tagged

from treegauge import CallError, ParserError, Treebank, bundled, parse
from treegauge.parsers.adapters.spacy import Spacy, SpacyModel

spacy = pytest.importorskip("spacy", reason="the package spacy is not installed")


def chain(document: Any) -> Any:
    """Every word depends on the one before."""
    if any(token.text == "DIE" for token in document):
        raise RuntimeError("no such word")
    for token in document:
        token.head = document[max(token.i - 1, 0)]
        token.dep_ = "dep" if token.i else "ROOT"
    return document


spacy.language.Language.component("treegauge_chain", func=chain)


@pytest.fixture
def model() -> SpacyModel:
    pipeline = spacy.blank("en")
    pipeline.add_pipe("treegauge_chain")
    return SpacyModel(pipeline)


@pytest.fixture(scope="module")
def trained() -> Any:
    """A real parser of spaCy that has learned a little."""
    from spacy.training import Example

    pipeline = spacy.blank("en")
    pipeline.add_pipe("parser", config={"min_action_freq": 1})
    sentences = [pipeline.make_doc("I saw stars"), pipeline.make_doc("you saw it")]
    given = {"heads": [1, 1, 1], "deps": ["nsubj", "ROOT", "obj"]}
    examples = [Example.from_dict(sentence, given) for sentence in sentences]
    pipeline.initialize(lambda: examples)
    for _ in range(20):
        pipeline.update(examples)
    return pipeline


def test_heads_and_relations_come_from_the_pipeline_and_all_else_is_kept(model: SpacyModel) -> None:
    before = conllu(
        "# sent_id = a\n1\tcan\ta\tX\tN\t_\t2\tx\t2:x\tSpaceAfter=No\n2\tnot\tb\tX\tN\t_\t0\troot\t_\t_\n\n"
    )
    after = model.parse(before).trees
    assert after.tokens.numbers("head").tolist() == [-1, 0]
    assert after.tokens.text("deprel").decode() == ["ROOT", "dep"]
    assert after.sentences.equals(before.sentences)
    for column in ("form", "lemma", "upos", "tag", "feats", "misc"):
        assert after.tokens.text(column).equals(before.tokens.text(column))


def test_words_are_not_divided_anew(model: SpacyModel) -> None:
    treebank = bundled("english.conllu")
    assert model.parse(treebank).trees.tokens.text("form").equals(treebank.tokens.text("form"))


def test_a_real_parser_learns_parses_and_is_loaded_from_its_folder(trained: Any, tmp_path: Path) -> None:
    trained.to_disk(tmp_path / "pipeline")
    sentences = tagged("I saw it", "", "you saw stars")
    found = parse(tmp_path / "pipeline", sentences, "spacy")
    assert found.trees.tokens.numbers("head").tolist() == [1, -1, 1] * 2
    assert found.trees.tokens.text("deprel").decode() == ["nsubj", "ROOT", "obj"] * 2
    assert found.parser == "spacy"


def test_the_sentence_on_which_it_fails_is_named(model: SpacyModel) -> None:
    with pytest.raises(ParserError, match=r"spacy failed at sentence 3 .*no such word") as caught:
        model.parse(tagged("A B", "C", "DIE", "D"))
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0, -1]


def test_a_pipeline_without_a_parser_is_refused() -> None:
    with pytest.raises(CallError, match="the spaCy pipeline has no parser"):
        SpacyModel(spacy.blank("en")).parse(tagged("A"))


def test_a_pipeline_that_is_not_there_is_named() -> None:
    with pytest.raises(
        CallError, match=r"there is no spaCy pipeline 'no_such'; get one with: python -m spacy download"
    ):
        Spacy().load("no_such")


def test_it_does_not_learn() -> None:
    treebank: Treebank = bundled("english.conllu")
    with pytest.raises(CallError, match="spacy does not learn from a treebank here; give it the name of a model"):
        parse(treebank, treebank, "spacy")
