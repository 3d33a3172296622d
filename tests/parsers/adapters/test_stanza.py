"""The adapter to stanza: what goes into a pipeline, and what is taken from it. No model is needed."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from small_treebanks import conllu, tagged

from treegauge import CallError, ParserError, Treebank
from treegauge.parsers.adapters import stanza as adapter
from treegauge.parsers.adapters.stanza import Stanza, StanzaModel


def chain(sentences: list[list[str]]) -> Any:
    """What a stanza pipeline returns; every word depends on the one before."""
    if any("DIE" in words for words in sentences):
        raise RuntimeError("no such word")
    made = [[SimpleNamespace(head=i, deprel="dep" if i else "root") for i in range(len(words))] for words in sentences]
    return SimpleNamespace(sentences=[SimpleNamespace(words=words) for words in made])


def test_words_go_in_as_they_are_and_heads_come_out() -> None:
    before = conllu("# sent_id = a\n1\ta b\ta\tX\tN\t_\t2\tx\t2:x\tM=1\n2\tb\tb\tX\tN\t_\t0\troot\t_\t_\n\n")
    seen: list[Any] = []

    def pipeline(given: Any) -> Any:
        seen.append(given)
        return chain(given)

    after = StanzaModel(pipeline, Stanza(tags="own")).parse(before).trees
    assert seen == [[["a b", "b"]]]
    assert after.tokens.numbers("head").tolist() == [-1, 0]
    assert after.tokens.text("deprel").decode() == ["root", "dep"]
    for column in ("form", "lemma", "upos", "tag", "misc"):
        assert after.tokens.text(column).equals(before.tokens.text(column))


def test_with_the_tags_given_a_document_goes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Treebank] = []
    monkeypatch.setattr(adapter, "to_stanza", lambda treebank: [treebank])

    def pipeline(given: list[Treebank]) -> Any:
        seen.extend(given)
        return chain([[token.form for token in tree] for tree in given[0]])

    found = StanzaModel(pipeline).parse(conllu("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"))
    assert found.trees.tokens.numbers("head").tolist() == [-1]
    assert seen[0].tokens.text("tag").decode() == ["X"]
    assert not seen[0].has_dependencies


def test_real_documents_go_in_and_out() -> None:
    documents = pytest.importorskip("stanza.models.common.doc", reason="the package stanza is not installed")

    def pipeline(document: Any) -> Any:
        words = sum(len(sentence.words) for sentence in document.sentences)
        document.set((documents.HEAD, documents.DEPREL), [(0, "root")] * words)
        return document

    found = StanzaModel(pipeline).parse(tagged("A B", "", "C"))
    assert found.trees.tokens.numbers("head").tolist() == [-1, -1, -1]


def test_the_sentence_on_which_it_fails_is_named() -> None:
    with pytest.raises(ParserError, match=r"stanza failed at sentence 2 .*no such word") as caught:
        StanzaModel(chain, Stanza(tags="own")).parse(tagged("A B", "DIE", "D"))
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0]


@pytest.mark.parametrize(
    ("parser", "expected"),
    [
        (Stanza(), {"processors": "depparse", "depparse_pretagged": True}),
        (Stanza(tags="own"), {"processors": "tokenize,pos,lemma,depparse", "tokenize_pretokenized": True}),
        (Stanza(package="gum"), {"processors": "depparse", "depparse_pretagged": True, "package": "gum"}),
    ],
)
def test_a_pipeline_is_asked_for_without_the_network(
    parser: Stanza, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ModuleType("stanza")
    monkeypatch.setattr(made, "Pipeline", lambda language, **options: (language, options), raising=False)
    monkeypatch.setitem(sys.modules, "stanza", made)
    language, options = parser.load("en").pipeline
    assert language == "en"
    assert options == {**expected, "download_method": None, "verbose": False}


def test_models_that_are_not_there_say_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(language: str, **options: Any) -> None:
        raise FileNotFoundError("resources.json")

    made = ModuleType("stanza")
    monkeypatch.setattr(made, "Pipeline", refuse, raising=False)
    monkeypatch.setitem(sys.modules, "stanza", made)
    with pytest.raises(CallError, match=r"no models for 'xx' here; get them with: .*stanza.download\('xx'\)"):
        Stanza().load("xx")
