"""The adapter to spaCy: it is trained for real where the package is installed."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_treebanks import conllu, tagged

from treegauge import CallError, DataError, ParserError, Treebank, bundled, parse, read, score
from treegauge.parsers.adapters.spacy import Spacy, SpacyModel
from treegauge.treebank.pipelines import from_spacy

spacy = pytest.importorskip("spacy", reason="the package spacy is not installed")
pytestmark = pytest.mark.usefixtures("data")
TWO_ROOTS = "1\ta\ta\tX\tX\t_\t0\ttop\t_\t_\n2\tb\tb\tX\tX\t_\t0\ttop\t_\t_\n\n"


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return bundled("english.conllu")


@pytest.fixture(scope="module")
def trained(treebank: Treebank, tmp_path_factory: pytest.TempPathFactory) -> SpacyModel:
    """It uses words and tags."""
    return _train(Spacy(iterations=10), treebank, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def of_words(treebank: Treebank, tmp_path_factory: pytest.TempPathFactory) -> SpacyModel:
    """It uses words only."""
    return _train(Spacy(iterations=10, tags="none", lang="en"), treebank, tmp_path_factory.mktemp("data"))


def _train(parser: Spacy, treebank: Treebank, folder: Path) -> SpacyModel:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TREEGAUGE_DATA", str(folder))
        model = parser.train(treebank)
        assert isinstance(model, SpacyModel)
        return model


def _unpacked(model: SpacyModel, folder: Path) -> Path:
    assert model.path is not None
    with zipfile.ZipFile(model.path) as file:
        file.extractall(folder / "pipeline")
    return folder / "pipeline"


Arcs = list[list[tuple[int, str]]]


def _by_hand(pipeline: Any, treebank: Treebank, columns: dict[str, str], root: str) -> Arcs:
    """The trees of spaCy for documents that are made here."""
    trees = []
    for tree in treebank:
        cells = {theirs: tree.column("tokens", ours) for theirs, ours in columns.items()}
        starts = [word == 0 for word in range(len(tree))]
        spaces = ["SpaceAfter=No" not in (value or "") for value in tree.column("tokens", "misc")]
        document = pipeline(spacy.tokens.Doc(pipeline.vocab, **cells, spaces=spaces, sent_starts=starts))
        heads = [-1 if token.head.i == token.i else token.head.i for token in document]
        relations = [root if token.dep_ == "ROOT" else token.dep_ for token in document]
        trees.append(list(zip(heads, relations, strict=True)))
    return trees


def _arcs_here(treebank: Treebank) -> Arcs:
    rows = ((tree.column("tokens", "head"), tree.column("tokens", "deprel")) for tree in treebank)
    return [list(zip(heads, relations, strict=True)) for heads, relations in rows]


def test_it_learns_from_trees(trained: SpacyModel, treebank: Treebank) -> None:
    assert score(treebank, trained.parse(treebank).trees, "attachment", resamples=0)[0].scores["las"] > 70


def test_the_trees_are_those_of_spacy_called_by_hand(trained: SpacyModel, treebank: Treebank, tmp_path: Path) -> None:
    columns = {"words": "form", "tags": "tag", "pos": "upos"}
    by_hand = _by_hand(spacy.load(_unpacked(trained, tmp_path)), treebank, columns, root="root")
    assert _arcs_here(trained.parse(treebank).trees) == by_hand


def test_a_text_is_divided_and_parsed_as_by_spacy(of_words: SpacyModel, tmp_path: Path) -> None:
    pipeline = spacy.load(_unpacked(of_words, tmp_path))
    paragraphs = ["I don't see the stars. They're not there!", "A second paragraph."]
    path = tmp_path / "text.txt"
    path.write_text(f"I don't  see\nthe stars. They're not there!\n \n\n{paragraphs[1]}\n", "utf-8")
    of_words.save(tmp_path / "m.spacy-pipeline")
    parses = parse(tmp_path / "m.spacy-pipeline", path, "spacy")
    expected = from_spacy([pipeline(paragraph) for paragraph in paragraphs])
    assert parses.trees.tokens.text("form").equals(expected.tokens.text("form"))
    assert parses.trees.tokens.numbers("head").tolist() == expected.tokens.numbers("head").tolist()
    assert [len(tree) for tree in parses.trees] == [7, 5, 4]
    assert "root" in parses.trees.tokens.text("deprel").decode()
    assert "ROOT" not in parses.trees.tokens.text("deprel").decode()
    assert parses.predicted_tags


def test_an_installed_pipeline_is_used_as_it_is(of_words: SpacyModel, treebank: Treebank, tmp_path: Path) -> None:
    folder = _unpacked(of_words, tmp_path)
    parser = Spacy(model=str(folder))
    parses = parse(None, treebank, parser)
    assert _arcs_here(parses.trees) == _by_hand(spacy.load(folder), treebank, {"words": "form"}, root="ROOT")
    assert parses.parser == parser.spec
    with pytest.raises(CallError, match="a pipeline that is installed is not saved again"):
        parse(None, treebank, parser, save=tmp_path / "m.spacy-pipeline")
    with pytest.raises(
        CallError, match=r"spacy\(model=.*\) is a trained model, .*; leave out the treebank, or 'model'"
    ):
        parse(treebank, treebank, parser)


def test_everything_but_the_tree_is_kept(trained: SpacyModel) -> None:
    before = conllu(
        "# sent_id = a\n1\tcan\ta\tX\tN\t_\t2\tx\t2:x\tSpaceAfter=No\n2\tnot\tb\tX\tN\t_\t0\troot\t_\t_\n\n"
    )
    after = trained.parse(before).trees
    assert after.sentences.equals(before.sentences)
    for column in ("form", "lemma", "upos", "tag", "feats", "misc"):
        assert after.tokens.text(column).equals(before.tokens.text(column))


def test_random_numbers_and_progress(treebank: Treebank) -> None:
    states = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    reported: list[tuple[int, int]] = []
    Spacy(iterations=2).train(treebank[:5], lambda *done: reported.append(done))
    assert reported == [(1, 2), (2, 2)]
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states  # type: ignore[index]


def test_another_seed_gives_another_model_and_the_same_seed_the_same(treebank: Treebank, tmp_path: Path) -> None:
    runs = zip((0, 0, 1), "abc", strict=True)  # in a folder of its own, so that a model is trained each time
    first, same, other = (_train(Spacy(iterations=1, seed=seed), treebank[:20], tmp_path / name) for seed, name in runs)
    assert first.path is not None
    assert same.path is not None
    assert first.path.read_bytes() == same.path.read_bytes()
    assert not first.parse(treebank).trees.equals(other.parse(treebank).trees)


def test_several_roots_odd_tags_and_long_sentences() -> None:
    model = Spacy(iterations=1).train(conllu(TWO_ROOTS))
    parses = model.parse(tagged("odd/tag 🙂", " ".join(["X"] * 300), "\u00a0 \x01", ""))
    assert parses.parsed == 3
    assert "top" in parses.trees.tokens.text("deprel").decode()


def test_trees_without_tags_are_learned_from() -> None:
    bare = conllu("1\ta\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    assert parse(bare, bare, "spacy(iterations=1)").parsed == 1


def test_a_model_of_tags_needs_tags(trained: SpacyModel, tmp_path: Path) -> None:
    trained.save(tmp_path / "m.spacy-pipeline")
    (tmp_path / "t.txt").write_text("A text.\n", "utf-8")
    with pytest.raises(CallError, match=r"uses tags, which a text does not have; train one of spacy\(tags=none\)"):
        parse(tmp_path / "m.spacy-pipeline", tmp_path / "t.txt", "spacy")
    with pytest.raises(DataError, match=r"no word has a tag, and this model of spacy uses tags"):
        parse(tmp_path / "m.spacy-pipeline", read(f"{tmp_path / 't.txt'}:words"), "spacy")


@pytest.mark.parametrize("name", ["../config.cfg", "/config.cfg", "a/../../b", "a\\b"])
def test_a_model_never_writes_outside_its_folder(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.spacy-pipeline", "w") as file:
        file.writestr(name, "x")
    with pytest.raises(DataError, match="is not a model of spacy: it has a file"):
        Spacy().load(tmp_path / "m.spacy-pipeline")


def test_a_model_that_is_cut_short_or_changed_is_refused(trained: SpacyModel, tmp_path: Path) -> None:
    assert trained.path is not None
    path = tmp_path / "m.spacy-pipeline"
    data = trained.path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(DataError, match="is not a model of spacy: it is not a whole zip file"):
        Spacy().load(path)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("config.cfg", "nothing")
    with pytest.raises(DataError, match=r"is not a model of spacy|is damaged, or of another version of spaCy"):
        Spacy().load(path)


def test_errors_of_names() -> None:
    message = r"there is no spaCy pipeline 'no_such'; get one with: python -m spacy download"
    with pytest.raises(CallError, match=message):
        Spacy(model="no_such").trained()
    with pytest.raises(CallError, match=r"spacy needs a treebank to learn from, or the name of a pipeline"):
        parse(None, bundled("english.conllu"), "spacy")


def test_a_pipeline_without_a_parser_is_refused() -> None:
    with pytest.raises(CallError, match="the spaCy pipeline has no parser"):
        SpacyModel(spacy.blank("en")).parse(tagged("A"))


def refuse(document: Any) -> Any:
    """A component that fails, as no parser of spaCy does."""
    if any(token.text == "DIE" for token in document):
        raise RuntimeError("no such word")
    for token in document:
        token.head = document[max(token.i - 1, 0)]
        token.dep_ = "dep" if token.i else "ROOT"
    return document


def test_the_sentence_on_which_it_fails_is_named() -> None:
    spacy.language.Language.component("treegauge_refuse", func=refuse)
    pipeline = spacy.blank("en")
    pipeline.add_pipe("treegauge_refuse")
    with pytest.raises(ParserError, match=r"spacy failed at sentence 3 .*no such word") as caught:
        SpacyModel(pipeline).parse(tagged("A B", "C", "DIE", "D"))
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0, -1]
