"""Predicted tags in place of gold ones, and parsing in folds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, bundled, parse
from treegauge.core.types import Progress
from treegauge.models.word_tags import tagger as tagger_module
from treegauge.parsers.base import Parser, ParserModel
from treegauge.parsers.predicted_tags import predict_tags
from treegauge.parsers.results import Dependencies, Predictions
from treegauge.treebank.folds import drawn_folds


def words(treebank: Treebank) -> set[str]:
    return {str(form) for form in treebank.tokens.text("form")}


@dataclass(frozen=True, eq=False)
class Chain(ParserModel):
    """Attaches each word to the one before, and remembers what it saw."""

    seen: list[Treebank]

    @property
    def spec(self) -> str:
        return "chain"

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        self.seen.append(sentences)
        tokens = sentences.tokens
        heads = np.arange(len(tokens)) - tokens.offsets[tokens.sentence] - 1
        return Predictions(dependencies=Dependencies(heads.astype(np.int32)))


@dataclass(frozen=True, kw_only=True)
class Chains(Parser):
    """A chain of words."""

    makes = "dependencies"
    learned: list[Treebank] = field(default_factory=list)
    seen: list[Treebank] = field(default_factory=list)

    def train(self, treebank: Treebank, progress: Progress | None = None) -> Chain:
        self.learned.append(treebank)
        return Chain(self.seen)


Chains.name = "chains"


def test_no_tagger_has_seen_the_sentence_that_it_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    treebank = bundled("english.conllu")
    calls: list[tuple[list[str | None], list[str | None]]] = []
    learn = tagger_module.learn_tags

    def spying(train: Treebank, **options: object) -> object:
        learned = learn(train, **options)  # type: ignore[arg-type]

        class Spy:
            def tag(self, sentences: Treebank) -> Treebank:
                calls.append((train.sentences.text("id").decode(), sentences.sentences.text("id").decode()))
                return learned.tag(sentences)

        return Spy()

    monkeypatch.setattr("treegauge.parsers.predicted_tags.learn_tags", spying)
    train, test = predict_tags(treebank[:40], treebank[40:], folds=4)
    assert len(calls) == 2 * (4 + 1)  # universal tags, and the others
    assert all(not set(learned) & set(tagged) for learned, tagged in calls)
    assert sorted(len(tagged) for _, tagged in calls) == [10] * 8 + [24] * 2
    assert train.sentences.equals(treebank[:40].sentences)
    assert train.tokens.text("form").equals(treebank[:40].tokens.text("form"))
    for column in ("tag", "upos"):
        assert not train.tokens.text(column).equals(treebank[:40].tokens.text(column))
        assert not test.tokens.text(column).equals(treebank[40:].tokens.text(column))
    assert "lemma" not in train.tokens
    assert "feats" not in test.tokens


def test_parsers_learn_from_and_see_predicted_tags_only() -> None:
    treebank = bundled("english.conllu")
    parser = Chains()
    parses = parse(treebank[:40], treebank[40:], parser, tags="predicted")
    ((learned,), (seen,)) = parser.learned, parser.seen
    expected = predict_tags(treebank[:40], treebank[40:])
    assert learned.tokens.text("tag").decode() == expected[0].tokens.text("tag").decode()
    assert seen.tokens.text("tag").decode() == expected[1].tokens.text("tag").decode()
    assert "feats" not in seen.tokens
    assert parses.predicted_tags
    assert parses.trees.tokens.text("feats").equals(treebank[40:].tokens.text("feats"))
    assert parses.trees.tokens.text("tag").decode() == seen.tokens.text("tag").decode()


def test_a_model_and_words_without_tags_cannot_be_used(tmp_path: object) -> None:
    treebank = bundled("english.conllu")
    bare = treebank.replace(tokens=treebank.tokens.replace(tag=None, upos=None))
    with pytest.raises(DataError, match=re.escape("no word has a tag, so that no tagger can learn")):
        parse(bare, bare, Chains(), tags="predicted")
    grammar = f"{tmp_path}/g.grammar"
    trees = bundled("english.mrg")
    parse(trees, trees[:1], "pcfg", transforms="prepare", save=grammar)
    with pytest.raises(CallError, match="predicted tags are learned from training trees"):
        parse(grammar, trees[:1], "pcfg", tags="predicted")


@pytest.mark.parametrize("tags", ["given", "predicted"])
def test_in_folds_no_parser_has_seen_the_sentence_that_it_parses(tags: str) -> None:
    treebank = bundled("english.conllu")
    parser = Chains()
    parses = parse(None, treebank, parser, folds=5, seed=3, tags=tags)  # type: ignore[arg-type]
    assert parses.trees.sentences.equals(treebank.sentences)
    assert len(parser.learned) == len(parser.seen) == 5
    for learned, seen in zip(parser.learned, parser.seen, strict=True):
        ids = [set(part.sentences.text("id").decode()) for part in (learned, seen)]
        assert not ids[0] & ids[1]
        assert len(ids[0]) == 64 - 13
    parts = [part.sentences.text("id").decode() for part in parser.seen]
    fold = drawn_folds(64, 5, np.random.default_rng(3))
    ids_of = treebank.sentences.text("id").decode()
    assert parts == [[ids_of[k] for k in np.flatnonzero(fold == number)] for number in range(5)]


def test_sentences_without_a_parse_keep_their_numbers_in_folds() -> None:
    trees = bundled("english.mrg")
    parses = parse(None, trees, "pcfg", folds=4, transforms="prepare")
    assert 0 < len(parses.unparsed) < len(trees)
    numbers = [sentence.sentence for sentence in parses.unparsed]
    assert numbers == sorted(numbers)
    for sentence in parses.unparsed:
        assert sentence.where == parses.trees.where(sentence.sentence - 1)
    assert parses.facts["rules"] > 100


def test_folds_are_of_one_treebank_and_of_a_parser_that_learns() -> None:
    treebank = bundled("english.conllu")
    with pytest.raises(CallError, match="folds are those of one treebank"):
        parse(treebank, treebank, "swap-lazy", folds=2)

    class Fixed(Chains):
        learns = False

    with pytest.raises(CallError, match="nothing to do in folds"):
        parse(None, treebank, Fixed(), folds=2)
    with pytest.raises(CallError, match="no trained model of its own"):
        parse(None, treebank, Chains())
