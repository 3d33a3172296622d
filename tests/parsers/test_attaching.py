"""A parser sees no trees of the sentences, and its result has only the trees that it predicted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from small_treebanks import brackets, conllu, tagged, trees

from treegauge import (
    CallError,
    DataError,
    Parser,
    ParserError,
    ParserModel,
    Rows,
    Text,
    Treebank,
    bundled,
    parse,
    score,
)
from treegauge.core.types import Progress
from treegauge.parsers.attaching import attach_predictions
from treegauge.parsers.pcfg import Pcfg
from treegauge.parsers.results import Constituents, Dependencies, Failure, Predictions

Predict = Callable[[Treebank], Any]


@dataclass(frozen=True, kw_only=True)
class Adapter(Parser):
    """A parser that learns nothing and predicts what a function returns."""

    name = "adapter"
    predict: Predict

    @property
    def spec(self) -> str:
        return "adapter"

    def train(self, treebank: Treebank, progress: Progress | None = None) -> ParserModel:
        return AdapterModel(self.predict)


@dataclass(frozen=True, eq=False)
class AdapterModel(ParserModel):
    function: Predict

    @property
    def spec(self) -> str:
        return "adapter"

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Any:
        return self.function(sentences)


def first_is_root(sentences: Treebank) -> Predictions:
    """All words depend on the first one."""
    tokens = sentences.tokens
    heads = np.where(np.arange(len(tokens)) == tokens.offsets[tokens.sentence], -1, 0)
    return Predictions(dependencies=Dependencies(heads, Text.constant("dep", len(tokens))))


def flat(sentences: Treebank) -> Predictions:
    """One phrase over all words."""
    offsets = np.arange(len(sentences) + 1)
    nodes = Rows(
        offsets, {"label": Text.constant("S", len(sentences)), "parent": np.full(len(sentences), -1, np.int32)}
    )
    return Predictions(constituents=Constituents(nodes, np.zeros(len(sentences.tokens), np.int32)))


@pytest.mark.parametrize("name", ["english.mrg", "german.export", "english.conllu"])
@pytest.mark.parametrize("transforms", [(), ("head(9)",)])
def test_no_tree_reaches_a_parser(name: str, transforms: tuple[str, ...]) -> None:
    seen: list[Treebank] = []

    def look(sentences: Treebank) -> Predictions:
        seen.append(sentences)
        return first_is_root(sentences)

    gold = bundled(name)
    parse(gold, gold, Adapter(predict=look), transforms=transforms)
    AdapterModel(look).parse(gold)
    for sentences in seen:
        assert not sentences.has_constituents
        assert not sentences.has_dependencies
        assert not len(sentences.nodes)
        assert set(sentences.tokens.columns) <= {"form", "tag", "lemma", "upos", "feats", "misc"}


def test_heads_alone_give_trees_without_phrases() -> None:
    gold = bundled("english.mrg")
    parsed = parse(gold, gold, Adapter(predict=first_is_root)).trees
    assert parsed.has_dependencies
    assert not parsed.has_constituents
    with pytest.raises(CallError, match="parseval does not fit these trees"):
        score(gold, parsed, "parseval")


def test_phrases_alone_give_trees_without_heads() -> None:
    gold = bundled("english.conllu")
    parsed = parse(gold, gold, Adapter(predict=flat)).trees
    assert parsed.has_constituents
    assert not parsed.has_dependencies
    assert parsed.nodes.numbers("right").tolist() == gold.tokens.counts.tolist()


def test_predicted_tags_replace_those_of_the_sentences() -> None:
    def tag(sentences: Treebank) -> Predictions:
        words = len(sentences.tokens)
        return Predictions(dependencies=first_is_root(sentences).dependencies, tags=Text.constant("X", words))

    parses = AdapterModel(tag).parse(tagged("A B"))
    assert parses.predicted_tags
    assert parses.trees.tokens.text("tag").decode() == ["X", "X"]


@pytest.mark.parametrize("wrong", [lambda sentences: sentences, lambda sentences: None])
def test_a_model_that_returns_its_input_is_refused(wrong: Predict) -> None:
    with pytest.raises(TypeError, match="the model of adapter must return Predictions, not "):
        AdapterModel(wrong).parse(bundled("english.mrg"))


def test_phrases_of_the_input_are_not_there_to_be_returned() -> None:
    with pytest.raises(CallError, match="there are no phrases in these trees"):
        AdapterModel(lambda sentences: Predictions(constituents=Constituents.of(sentences))).parse(
            bundled("english.mrg")
        )


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        (Predictions(), "p returned no trees, neither dependencies nor constituents"),
        (Predictions(dependencies=Dependencies(np.array([-1]))), "p returned 1 heads for 3 words"),
        (
            Predictions(dependencies=Dependencies(np.array([-1, 0, -1]), Text.of(["r"]))),
            "p returned 1 relations for 3 words",
        ),
        (Predictions(dependencies=Dependencies(np.array([-1, 0, -1])), tags=Text.of([])), "p returned 0 tags for 3"),
        (flat(tagged("A B C")), "p returned phrases for 1 sentences, not for 2"),
    ],
)
def test_predictions_must_fit_the_words(predictions: Predictions, message: str) -> None:
    with pytest.raises(DataError, match=message):
        attach_predictions("p", tagged("A B", "C"), predictions)


@pytest.mark.parametrize(
    ("heads", "sentence", "message"),
    [
        ([-1, 0, 1], 2, "it returned no head for a word, or a head outside the sentence"),
        ([-1, 0, -2], 2, "it returned no head for a word, or a head outside the sentence"),
        ([1, 0, 5], 1, "it returned heads that form a cycle"),
    ],
)
def test_the_first_sentence_whose_heads_are_not_a_tree_is_named(heads: list[int], sentence: int, message: str) -> None:
    with pytest.raises(ParserError, match=f"^p failed at sentence {sentence} .*: {message}$") as caught:
        attach_predictions("p(x=1)", tagged("A B", "C"), Predictions(dependencies=Dependencies(np.array(heads))))
    assert len(caught.value.parses.trees) == sentence - 1


def test_phrases_below_phrases_that_are_not_there_are_a_failure() -> None:
    wrong = flat(tagged("A B", "C"))
    assert wrong.constituents is not None
    outside = Constituents(wrong.constituents.nodes, np.array([0, 0, 1]))
    with pytest.raises(
        ParserError, match=r"p failed at sentence 2 .*: it returned a parent outside the sentence"
    ) as caught:
        attach_predictions("p", tagged("A B", "C"), Predictions(constituents=outside))
    assert brackets(caught.value.parses.trees) == ["(S (A A) (B B))"]


def test_what_was_parsed_before_a_failure_is_kept() -> None:
    before = first_is_root(tagged("A B", ""))
    failed = Predictions(dependencies=before.dependencies, failure=Failure(2, "it stopped there"))
    with pytest.raises(ParserError, match=r"^p failed at sentence 3 \(sentence 3\): it stopped there$") as caught:
        attach_predictions("p", tagged("A B", "", "C"), failed)
    assert caught.value.sentence == 3
    assert [sentence.sentence for sentence in caught.value.parses.unparsed] == [2]
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0]


TRAIN = trees("(S (NP (N a)) (VP (V b)))\n(S (CODE (N x)) (NP (N a)) (VP (V b)))\n")


def test_trees_decide_which_words_are_text_and_no_more() -> None:
    parsed = parse(TRAIN, TRAIN, Pcfg(), transforms="drop-phrases(CODE)").trees
    assert brackets(parsed) == ["(S (NP (N a)) (VP (V b)))"] * 2


def test_a_transform_that_orders_words_by_their_trees_is_refused() -> None:
    gold = bundled("english.conllu")
    message = "'derivation-order' changes words or tags according to the trees of the sentences to parse"
    with pytest.raises(CallError, match=message):
        parse(gold, gold, Adapter(predict=first_is_root), transforms="derivation-order")


@pytest.mark.parametrize("spec", ["to-dependencies", "to-lth", "to-ud"])
def test_training_trees_may_be_converted_without_a_change_of_the_words(spec: str) -> None:
    gold = bundled("english.mrg")
    parses = parse(gold, gold, Adapter(predict=first_is_root), transforms=spec)
    assert len(parses.trees) == len(gold)


def test_a_model_has_no_trees_to_choose_a_preparation_by(tmp_path: Any) -> None:
    gold = bundled("english.mrg")
    parse(gold, gold, transforms="prepare", save=tmp_path / "m.npz")
    named, unnamed = (f"prepare({name})" for name in ("penn", "auto"))
    assert parse(tmp_path / "m.npz", gold, transforms=named).parsed == len(gold)
    with pytest.raises(CallError, match="depends on the training trees, and a model has none; name the preparation"):
        parse(tmp_path / "m.npz", gold, transforms=unnamed)


def test_sentences_keep_their_ids_and_comments() -> None:
    before = conllu("# sent_id = a\n# constituency = (S (X b))\n1\tb\tb\tX\tN\t_\t0\troot\t0:root\tM=1\n\n")
    after = AdapterModel(first_is_root).parse(before).trees
    assert after.sentences.text("comments").decode() == ["# sent_id = a"]
    assert after.tokens.text("misc").decode() == ["M=1"]
