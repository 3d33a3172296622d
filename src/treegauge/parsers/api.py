"""`parse`: train a parser on one treebank and let it parse another, with transforms before and their inverses after."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..core.errors import CallError
from ..core.types import Progress
from ..formats.api import read
from ..transforms.base import prepare
from ..transforms.inverses import find_inverse
from ..transforms.preparation import find_preparation, preparation_name
from ..treebank import Treebank, concatenate
from .base import Model, Parser, ParserError, Parses, find_parser
from .trees import check_tags

_OWN_TAG = "own_tag"  # the column that keeps the tags of the sentences while transforms change them


def parse(
    train: Treebank | str | os.PathLike[str],
    test: Treebank,
    parser: str | Parser = "pcfg",
    *,
    transforms: str | Sequence[str] = (),
    undo: bool = False,
    seed: int | None = None,
    save: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Parses:
    """Parse the sentences of `test` with a parser that learns from `train`: a treebank, its path, or that of a model
    saved earlier. Only words and tags of `test` are used, its trees are not. `save` keeps what was learned in a file.

    The transforms change both treebanks first; those that need trees leave sentences without trees as they are. `undo`
    gives trees as they were before the transforms: with the labels of `train` and the tags of `test`, or those that a
    parser of words predicts. A transform that has no inverse is then an error. The flat tree of a sentence without a
    parse keeps its root.

    A parser that fails half way raises a `ParserError`, which has what was parsed before in `parses`.
    """
    chosen = find_parser(parser) if isinstance(parser, str) else parser
    chosen.check()
    if save is not None:
        chosen.check_save(save)
    source = _source(train, chosen)
    if undo:
        test = test.replace(tokens=test.tokens.replace(**{_OWN_TAG: test.tokens.text("tag")}))
    specs, source, test = _changed(
        [transforms] if isinstance(transforms, str) else transforms, source, test, undo, seed
    )
    if isinstance(source, Treebank) and chosen.makes == "dependencies":
        check_tags(source, test, chosen.name)
    model = source if isinstance(source, Model) else _trained(chosen, source, progress)
    if save is not None:
        model.save(save)
    try:
        found = model.parse(test, progress)
    except ParserError as error:
        error.parses = _undone(error.parses, model, specs) if undo else error.parses
        raise
    return _undone(found, model, specs) if undo else found


def _trained(parser: Parser, treebank: Treebank, progress: Progress | None) -> Model:
    if not parser.learns:
        raise CallError(f"{parser.name} does not learn from a treebank here; give it the name of a model")
    return parser.train(treebank, progress)


def _source(train: Treebank | str | os.PathLike[str], parser: Parser) -> Treebank | Model:
    """What to parse with: trees to learn from, or a model, which has learned already."""
    if isinstance(train, Treebank):
        return train
    return parser.load(train) if parser.is_saved(train) else read(train)


def _changed(
    specs: Sequence[str], source: Treebank | Model, test: Treebank, undo: bool, seed: int | None
) -> tuple[list[str], Treebank | Model, Treebank]:
    """The transforms one by one, and what there is after them; one that cannot be undone is told before it is done."""
    done: list[str] = []
    for spec in specs:
        for step in _single_steps(spec, source if isinstance(source, Treebank) else test):
            if undo:
                find_inverse(step)
            change = prepare(step, seed)
            source, test = change(source) if isinstance(source, Treebank) else source, change(test)
            done.append(step)
    return done, source, test


def _single_steps(spec: str, treebank: Treebank) -> list[str]:
    """A preparation is found once, by the training trees, so that both treebanks get the same; and taken apart, so that
    what can be undone is known of each step."""
    name = preparation_name(spec)
    return [spec] if name is None else list(find_preparation(name, treebank).transforms)


def _undone(found: Parses, model: Model, specs: Sequence[str]) -> Parses:
    trees = model.undo(found.trees)
    for spec in reversed(specs):
        trees = find_inverse(spec)(trees)
    if found.unparsed and trees is not found.trees:
        # Without its root a flat tree would be no tree at all.
        order = np.arange(len(trees))
        order[[sentence.sentence - 1 for sentence in found.unparsed]] += len(trees)
        trees = concatenate([trees, found.trees]).select(order)
    own = trees.tokens.text("tag" if model.predicts_tags else _OWN_TAG)
    return replace(found, trees=trees.replace(tokens=trees.tokens.replace(tag=own, **{_OWN_TAG: None})))
