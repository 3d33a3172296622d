"""The adapter to stanza: it is trained for real where the package and torch are installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from small_treebanks import conllu, tagged

from treegauge import CallError, DataError, ParserError, Treebank, bundled, find_parser, parse, read, score, write
from treegauge.parsers.adapters.stanza import Stanza, StanzaModel
from treegauge.parsers.trees import without_trees

pytestmark = pytest.mark.usefixtures("data")
BY_HAND = """
import stanza
from stanza.utils.conll import CoNLL
options = {"processors": "depparse", "depparse_pretagged": True, "depparse_model_path": "model.pt"}
pipeline = stanza.Pipeline("xx", dir=".", download_method=None, allow_unknown_language=True, **options)
CoNLL.write_doc2conll(pipeline(CoNLL.conll2doc("words.conllu")), "parsed.conllu")
"""
MISSING = find_parser("stanza").missing()
real = pytest.mark.skipif(MISSING is not None, reason=f"stanza cannot run here: {MISSING}")


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return bundled("english.conllu")


@pytest.fixture(scope="module")
def trained(treebank: Treebank, tmp_path_factory: pytest.TempPathFactory) -> StanzaModel:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TREEGAUGE_DATA", str(tmp_path_factory.mktemp("data")))
        model = Stanza(iterations=20).train(treebank)
    assert isinstance(model, StanzaModel)
    return model


@real
@pytest.mark.slow
def test_it_learns_from_trees(trained: StanzaModel, treebank: Treebank) -> None:
    assert score(treebank, trained.parse(treebank).trees, "attachment", resamples=0)[0].scores["las"] > 60


@real
@pytest.mark.slow
def test_the_trees_are_those_of_stanza_called_by_hand(trained: StanzaModel, treebank: Treebank, tmp_path: Path) -> None:
    trained.save(tmp_path / "model.pt")
    write(without_trees(treebank), tmp_path / "words.conllu")
    (tmp_path / "resources.json").write_text("{}", "utf-8")
    subprocess.run([sys.executable, "-c", BY_HAND], cwd=tmp_path, check=True, capture_output=True)
    by_hand = read(tmp_path / "parsed.conllu")
    here = parse(tmp_path / "model.pt", treebank, "stanza").trees
    assert here.tokens.numbers("head").tolist() == by_hand.tokens.numbers("head").tolist()
    assert here.tokens.text("deprel").equals(by_hand.tokens.text("deprel"))


@real
@pytest.mark.slow
def test_training_again_gives_the_same_and_reports_its_steps(
    treebank: Treebank, monkeypatch: Any, tmp_path: Path
) -> None:
    reported: list[tuple[int, int]] = []
    first = Stanza(iterations=2).train(treebank[:10], lambda *done: reported.append(done)).parse(treebank).trees
    assert reported == [(1, 2), (2, 2)]
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path / "other"))
    assert Stanza(iterations=2).train(treebank[:10]).parse(treebank).trees.equals(first)


@real
@pytest.mark.slow
def test_words_without_tags_odd_words_and_long_sentences(trained: StanzaModel) -> None:
    parses = trained.parse(tagged("_ 🙂", " ".join(["NN"] * 300), "\u00a0 \x01", "", "_"))
    assert (parses.parsed, len(parses.unparsed)) == (4, 1)


@real
@pytest.mark.slow
def test_a_treebank_without_tags_is_learned_from() -> None:
    bare = conllu("1\ta\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    assert parse(bare, bare, "stanza(iterations=1)").parsed == 1


@real
@pytest.mark.slow
def test_a_text_needs_models_that_are_installed(trained: StanzaModel, tmp_path: Path) -> None:
    trained.save(tmp_path / "m.pt")
    (tmp_path / "t.txt").write_text("A text.\n", "utf-8")
    with pytest.raises(CallError, match=r"does not divide a text into words; stanza\(lang=en\) does"):
        parse(tmp_path / "m.pt", tmp_path / "t.txt", "stanza")


@real
@pytest.mark.slow
def test_a_damaged_model_is_refused(trained: StanzaModel, tmp_path: Path) -> None:
    assert trained.path is not None
    data = trained.path.read_bytes()
    (tmp_path / "m.pt").write_bytes(data[: len(data) // 2])
    with pytest.raises(DataError, match="is not a model of stanza's parser"):
        Stanza().load(tmp_path / "m.pt")


@real
def test_models_that_are_not_installed_are_named() -> None:
    with pytest.raises(CallError, match=r"no models for 'xx' here; get them with: .*stanza.download\('xx'\)"):
        Stanza(lang="xx").trained().parse(tagged("A"))


@pytest.mark.parametrize(
    ("parser", "message"),
    [
        (Stanza(lang="de"), r"stanza\(lang=de\) is a trained model, .*; leave out the treebank, or 'lang'"),
        (Stanza(package="gum"), r"package=gum is an option of models that are installed: stanza\(lang=en,...\)"),
        (Stanza(tags="own"), r"tags=own is an option of models that are installed: stanza\(lang=en,...\)"),
    ],
)
def test_options_of_installed_models_are_not_for_training(parser: Stanza, message: str, treebank: Treebank) -> None:
    with pytest.raises(CallError, match=message):
        parser.train(treebank)
    with pytest.raises(CallError, match=message):
        parser.load("m.pt")


def test_it_needs_a_treebank_or_a_language() -> None:
    with pytest.raises(CallError, match=r"stanza needs a treebank to learn from, or a language"):
        Stanza().trained()
    with pytest.raises(CallError, match="models that are installed are not saved again"):
        Stanza(lang="de").trained().save("m.pt")


@pytest.mark.parametrize(
    ("parser", "expected"),
    [
        (Stanza(lang="en"), {"processors": "depparse", "depparse_pretagged": True}),
        (Stanza(lang="en", tags="own"), {"processors": "tokenize,pos,lemma,depparse", "tokenize_pretokenized": True}),
        (Stanza(lang="en", package="gum"), {"processors": "depparse", "depparse_pretagged": True, "package": "gum"}),
    ],
)
def test_a_pipeline_is_asked_for_without_the_network(
    parser: Stanza, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No models of languages are on PyPI, so a stand-in takes the place of the pipeline."""
    module = ModuleType("stanza")
    monkeypatch.setattr(module, "Pipeline", lambda language, **options: (language, options), raising=False)
    monkeypatch.setitem(sys.modules, "stanza", module)
    language, options = parser.trained().pipeline
    assert language == "en"
    assert options == {**expected, "download_method": None, "verbose": False}


def test_the_sentence_on_which_it_fails_is_named() -> None:
    def refuse(sentences: list[list[str]]) -> Any:
        if any("DIE" in words for words in sentences):
            raise RuntimeError("no such word")
        rows = [[SimpleNamespace(head=i, deprel="dep") for i in range(len(words))] for words in sentences]
        return SimpleNamespace(sentences=[SimpleNamespace(words=words) for words in rows])

    with pytest.raises(ParserError, match=r"stanza failed at sentence 2 .*no such word") as caught:
        StanzaModel(Stanza(lang="en", tags="own"), refuse).parse(tagged("A B", "DIE", "D"))
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0]
