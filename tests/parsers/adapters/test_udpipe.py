"""The adapter to UDPipe 1, where the package is installed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from small_treebanks import conllu, tagged

from treegauge import CallError, DataError, ParserError, Text, Treebank, apply, bundled, parse, score, write
from treegauge.parsers.adapters.udpipe import UDPipe, UDPipeModel
from treegauge.parsers.trees import without_trees

udpipe = pytest.importorskip("ufal.udpipe", reason="the package ufal.udpipe is not installed")
SMALL = "hidden_layer=20;structured_interval=0"


@pytest.fixture(scope="module")
def small() -> Treebank:
    return apply(bundled("english.conllu"), "head(20)")


@pytest.fixture(scope="module")
def learned(small: Treebank) -> UDPipeModel:
    return UDPipe(iterations=1, options=SMALL).train(small)


@pytest.mark.parametrize(
    "spec", ["system=projective,oracle=static", "system=swap,oracle=static_eager", "system=swap", "system=link2"]
)
def test_every_system_learns_and_parses(small: Treebank, spec: str) -> None:
    found = parse(small, small, f"udpipe({spec},iterations=1,options='{SMALL}')")
    assert (found.parsed, len(found.trees)) == (20, 20)
    assert f"udpipe({spec}" in found.parser


def test_training_goes_on_as_iterations_do(small: Treebank) -> None:
    reported: list[tuple[int, int]] = []
    UDPipe(iterations=3, options=SMALL).train(small, lambda *done: reported.append(done))
    assert reported == [(1, 3), (2, 3), (3, 3)]


def test_it_learns_what_it_is_given() -> None:
    treebank = bundled("english.conllu")
    found = UDPipe(iterations=2).train(treebank).parse(treebank)
    assert score(treebank, found.trees, "attachment", resamples=0)[0].scores["las"] > 60


def test_the_system_must_have_the_oracle(small: Treebank) -> None:
    with pytest.raises(CallError, match="the oracle of swap is static_lazy or static_eager, not dynamic"):
        UDPipe(system="swap", oracle="dynamic").train(small)
    with pytest.raises(CallError, match="'iterations' in 'udpipe' must be a whole number from 1 to 100,000, not 0"):
        UDPipe(iterations=0).train(small)


def test_what_it_says_of_wrong_options_is_reported(small: Treebank) -> None:
    with pytest.raises(DataError, match="could not learn from the treebank: Cannot parse hidden_layer int value 'x'"):
        UDPipe(options="hidden_layer=x").train(small)


def test_several_roots_need_an_option() -> None:
    two = conllu("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n2\tb\tb\tX\tX\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(DataError, match=r"every training tree must have single root! \(udpipe\(single_root=false\)"):
        UDPipe(iterations=1, options=SMALL).train(two)
    found = UDPipe(iterations=1, options=SMALL, single_root=False).train(two).parse(two)
    assert found.parsed == 1


def test_words_with_blanks_and_without_letters(learned: UDPipeModel) -> None:
    sentences = tagged("X", "", "X X")
    odd = sentences.replace(tokens=sentences.tokens.replace(form=Text.of(["a b", "", "a\tb"])))
    found = learned.parse(odd)
    assert found.trees.tokens.text("form").decode() == ["a b", "", "a\tb"]
    assert [sentence.sentence for sentence in found.unparsed] == [2]


@pytest.mark.parametrize("name", ["m.udpipe", "m.model.xz"])
def test_a_saved_model_parses_the_same(small: Treebank, learned: UDPipeModel, name: str, tmp_path: Path) -> None:
    learned.save(tmp_path / name)
    again = parse(tmp_path / name, small, "udpipe")
    assert again.trees.equals(learned.parse(small).trees)
    assert again.parser == "udpipe"


def test_another_file_is_not_a_model(learned: UDPipeModel, small: Treebank, tmp_path: Path) -> None:
    (tmp_path / "m.model").write_bytes(b"something else")
    with pytest.raises(DataError, match=r"m.model' is not a model of UDPipe 1; train one with save=\"FILE.udpipe\""):
        UDPipe().load(tmp_path / "m.model")
    (tmp_path / "m.model").write_bytes(learned.data[: len(learned.data) // 2])
    with pytest.raises(DataError, match=r"m\.model: udpipe cannot read the model: it is damaged or cut short"):
        parse(tmp_path / "m.model", small, "udpipe")


def test_a_sentence_that_it_refuses_is_named(learned: UDPipeModel, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_two_words(sentence: Any, options: str, error: Any) -> bool:
        sentence.setHead(1, 0, "root")
        return len(sentence.words) < 3

    monkeypatch.setattr(UDPipeModel, "_loaded", (udpipe, SimpleNamespace(parse=refuse_two_words)))
    with pytest.raises(ParserError, match="udpipe failed at sentence 2 ") as caught:
        UDPipeModel(learned.data, "udpipe").parse(tagged("A", "B C", "D"))
    assert len(caught.value.parses.trees) == 1


@pytest.fixture(scope="module")
def with_tokenizer(small: Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with a tokenizer and a tagger, as the authors of UDPipe train them."""
    folder = tmp_path_factory.mktemp("model")
    write(small, folder / "small.conllu")
    reader, error = udpipe.InputFormat.newConlluInputFormat(), udpipe.ProcessingError()
    reader.setText((folder / "small.conllu").read_text("utf-8"))
    sentences, sentence = udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = udpipe.Sentence()
    settings = ("epochs=1;dimension=16", "models=1;iterations_1=1", f"iterations=1;{SMALL}")
    data = udpipe.Trainer.train("morphodita_parsito", sentences, udpipe.Sentences(), *settings, error)
    assert not error.occurred(), error.message
    (folder / "full.udpipe").write_bytes(data)
    return folder / "full.udpipe"


@pytest.mark.slow
def test_a_text_is_parsed_as_by_udpipe_itself(with_tokenizer: Path, tmp_path: Path) -> None:
    text = "The dog barks. I cannot see it!\n\nA second paragraph: öl, 🙂.\n"
    (tmp_path / "text.txt").write_text(text, "utf-8")
    model, default = udpipe.Model.load(str(with_tokenizer)), udpipe.Model.DEFAULT
    lines = udpipe.Pipeline(model, "tokenize", default, default, "conllu").process(text)
    parses = parse(with_tokenizer, tmp_path / "text.txt", "udpipe")
    assert parses.trees.equals(conllu(lines))
    assert parses.parsed == len(parses.trees) > 0
    assert parses.predicted_tags


def test_a_model_without_a_tokenizer_does_not_parse_a_text(learned: UDPipeModel, tmp_path: Path) -> None:
    learned.save(tmp_path / "m.udpipe")
    (tmp_path / "text.txt").write_text("A text.\n", "utf-8")
    with pytest.raises(CallError, match=r"m\.udpipe has no tokenizer, so that udpipe cannot divide a text into words"):
        parse(tmp_path / "m.udpipe", tmp_path / "text.txt", "udpipe")


def test_the_trees_are_those_of_udpipe_called_by_hand(learned: UDPipeModel, small: Treebank, tmp_path: Path) -> None:
    learned.save(tmp_path / "m.udpipe")
    write(without_trees(small), tmp_path / "words.conllu")
    model, pipeline = udpipe.Model.load(str(tmp_path / "m.udpipe")), udpipe.Pipeline
    run = pipeline(model, "conllu", pipeline.NONE, udpipe.Model.DEFAULT, "conllu")
    by_hand = conllu(run.process((tmp_path / "words.conllu").read_text("utf-8"))).tokens
    here = learned.parse(small).trees.tokens
    assert here.numbers("head").tolist() == by_hand.numbers("head").tolist()
    assert here.text("deprel").equals(by_hand.text("deprel"))
