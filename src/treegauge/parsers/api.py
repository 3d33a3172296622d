"""`parse`: train a parser on one treebank and parse another, with transforms before and their inverses after."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from ..core.bounds import Folds, SeedNumber, checked
from ..core.errors import CallError
from ..core.types import Progress
from ..formats.api import read
from ..formats.sources import load_one
from ..treebank import Treebank
from .base import Parser, ParserModel, find_parser
from .predicted_tags import TagSource, predict_tags, with_hidden
from .results import ParserError, Parses
from .transforming import Transformed, transform_alike, undo_transforms
from .trees import check_tags


@checked
def parse(
    train: Treebank | str | os.PathLike[str] | None,
    test: Treebank | str | os.PathLike[str],
    parser: str | Parser = "pcfg",
    *,
    transforms: str | Sequence[str] = (),
    undo: bool = False,
    seed: SeedNumber | None = None,
    save: str | os.PathLike[str] | None = None,
    tags: TagSource = "given",
    folds: Folds | None = None,
    progress: Progress | None = None,
) -> Parses:
    """Parse the sentences of `test` with a parser that learns from `train`: a treebank, its path, or the path of a
    saved model; None for a parser that comes with a trained model. Only the words and tags of `test` are used: its
    trees are removed before the parser sees the sentences. `save` writes what was learned to a file.

    `test` is a treebank or its path, or the path of a text (.txt, or FILE:text) for parsers that divide texts into
    sentences and words themselves.

    The transforms change both treebanks first; those that need trees leave sentences without trees as they are. `undo`
    gives trees as they were before the transforms: with the labels of `train` and the tags of `test`, or those that a
    parser of words predicts. A transform that has no inverse is then an error. The flat tree of a sentence without a
    parse keeps its root.

    tags   `predicted`: parse tags that a tagger predicts from the words, and learn from such tags too (jackknife:
           no tagger has seen the sentence that it tags). Lemmas and features are then removed
    folds  with `train` None: parse the sentences of `test` in so many folds, each by a parser that learns from the
           others

    A parser that fails part of the way raises a `ParserError`, which has the sentences parsed before in `parses`.
    """
    chosen = find_parser(parser) if isinstance(parser, str) else parser
    chosen.check()
    if save is not None:
        chosen.check_save(save)
    specs = [transforms] if isinstance(transforms, str) else transforms
    if folds is not None:
        return _parsed_folds(train, test, chosen, specs, folds, undo=undo, seed=seed, tags=tags, progress=progress)
    source = _source(train, chosen)
    if not isinstance(test, Treebank) and is_text(test):
        return _parsed_text(chosen, source, test, specs, progress)
    sentences = test if isinstance(test, Treebank) else read(test, lenient=True)
    transformed = transform_alike(source, sentences, specs, undo, seed)
    words = transformed.sentences
    if tags == "predicted":
        transformed = _with_predicted_tags(transformed, seed or 0)
    source, sentences = transformed.source, transformed.sentences
    if isinstance(source, Treebank) and chosen.makes == "dependencies":
        check_tags(source, sentences, chosen.name)
    model = source if isinstance(source, ParserModel) else _trained(chosen, source, progress)
    if save is not None:
        model.save(save)
    try:
        parses = model.parse(sentences, progress)
        if tags == "predicted":
            parses = replace(parses, trees=with_hidden(parses.trees, words), predicted_tags=True)
    except ParserError as error:
        error.parses = undo_transforms(error.parses, model, transformed) if undo else error.parses
        raise
    return undo_transforms(parses, model, transformed) if undo else parses


def _with_predicted_tags(transformed: Transformed, seed: int) -> Transformed:
    if not isinstance(transformed.source, Treebank):
        raise CallError("predicted tags are learned from training trees, and a model has none; give a treebank")
    train, test = predict_tags(transformed.source, transformed.sentences, seed=seed)
    return replace(transformed, source=train, sentences=test)


def _trained(parser: Parser, treebank: Treebank, progress: Progress | None) -> ParserModel:
    if not parser.learns:
        raise CallError(f"{parser.name} does not learn from a treebank here; give it the name of a model")
    return parser.train(treebank, progress)


def _source(train: Treebank | str | os.PathLike[str] | None, parser: Parser) -> Treebank | ParserModel:
    """Trees to learn from, or a model, which has learned already."""
    if train is None:
        return parser.trained()
    if isinstance(train, Treebank):
        return train
    return parser.load(train) if parser.is_saved(train) else read(train)


def _parsed_folds(
    train: Treebank | str | os.PathLike[str] | None,
    test: Treebank | str | os.PathLike[str],
    parser: Parser,
    transforms: Sequence[str],
    folds: int,
    *,
    undo: bool,
    seed: int | None,
    tags: TagSource,
    progress: Progress | None,
) -> Parses:
    from .held_out import held_out

    if train is not None:
        raise CallError("folds are those of one treebank: give the sentences to parse only, with their trees")
    if not parser.learns:
        raise CallError(f"{parser.name} does not learn from a treebank here, so that there is nothing to do in folds")
    treebank = test if isinstance(test, Treebank) else read(test)
    return held_out(
        treebank,
        range(len(treebank)),
        parser,
        folds=folds,
        seed=seed or 0,
        transforms=transforms,
        undo=undo,
        tags=tags,
        progress=progress,
    ).joined()


def is_text(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a text to be divided into sentences and words, judged by its name: .txt, or FILE:text."""
    name = os.fspath(path)
    return name.endswith((":text", ".txt"))


def _parsed_text(
    parser: Parser,
    source: Treebank | ParserModel,
    path: str | os.PathLike[str],
    transforms: Sequence[str],
    progress: Progress | None,
) -> Parses:
    name = os.fspath(path).removesuffix(":text")
    if not parser.reads_text:
        raise CallError(
            f"{parser.name} does not divide a text into sentences and words; for one sentence per line and spaces"
            f" between words, give '{name}:words'"
        )
    if transforms:
        raise CallError("transforms are for treebanks, and a text has no words yet; transform the trees afterwards")
    model = source if isinstance(source, ParserModel) else _trained(parser, source, progress)
    return model.parse_text(load_one(name, "text")[0].decode("utf-8", "surrogateescape"), progress)
