"""A parser: it learns a model from a treebank, and the model predicts trees for words and tags."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from treegauge.extend import (
    DataError,
    Dependencies,
    Parser,
    ParserModel,
    Predictions,
    Progress,
    Text,
    Treebank,
    check_dependency_trees,
    parser,
)


class ChainModel(ParserModel):
    """What the parser has learned: on which side heads are, and the most frequent relations."""

    def __init__(self, side: str, root: str, other: str) -> None:
        self.side, self.root, self.other = side, root, other

    @property
    def spec(self) -> str:
        return "chain"

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        tokens = sentences.tokens
        word = np.arange(len(tokens)) - tokens.start  # the number of each word in its sentence
        last = tokens.counts[tokens.sentence] - 1
        heads = word - 1 if self.side == "left" else np.where(word == last, -1, word + 1)
        relations = Text.of(self.root if head == -1 else self.other for head in heads.tolist())
        return Predictions(dependencies=Dependencies(heads, relations))

    def save(self, path: str | os.PathLike[str]) -> None:
        Path(path).write_text(json.dumps([self.side, self.root, self.other]), "utf-8")


@parser("chain")
@dataclass(frozen=True, kw_only=True)
class Chain(Parser):
    """A baseline: every word depends on its neighbour, on the side where most heads are."""

    makes: ClassVar[Literal["constituents", "dependencies"]] = "dependencies"
    saved: ClassVar[tuple[str, ...]] = (".chain",)

    def train(self, treebank: Treebank, progress: Progress | None = None) -> ChainModel:
        check_dependency_trees(treebank, self.name)
        tokens = treebank.tokens
        head, relation = tokens.numbers("head"), tokens.text("deprel")
        word = np.arange(len(tokens)) - tokens.start
        to_the_left = int(((head >= 0) & (head < word)).sum()) >= int((head > word).sum())
        kinds = (relation.take(head == -1), relation.take(head >= 0))
        root, other = (next(iter(kind.counts()), "dep") for kind in kinds)
        return ChainModel("left" if to_the_left else "right", root, other)

    def load(self, path: str | os.PathLike[str]) -> ChainModel:
        try:
            side, root, other = json.loads(Path(path).read_text("utf-8"))
        except ValueError:
            raise DataError(f"'{os.fspath(path)}' is not a model of chain") from None
        return ChainModel(side, root, other)
