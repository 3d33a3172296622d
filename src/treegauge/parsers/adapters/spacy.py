"""spaCy: run its pipelines on given words."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from typing import Any

from ...core.errors import CallError
from ...core.types import Progress
from ...treebank import Treebank
from ...treebank.pipelines import to_spacy
from ..base import Parser, ParserModel, parser
from ..foreign.sentences import HeadsAndRelations, missing_package, parse_blocks
from ..results import Predictions

_BLOCK = 64  # sentences per call of the pipeline
_USED = ("form", "misc")  # a pipeline predicts its own tags; misc has SpaceAfter=No


@parser("spacy")
@dataclass(frozen=True, kw_only=True)
class Spacy(Parser):
    """The parser of a trained spaCy pipeline, whose name or folder takes the place of the training treebank.

    Honnibal, Montani, Van Landeghem and Boyd 2020, spaCy: industrial-strength natural language processing in Python.
    """

    makes = "dependencies"
    learns = False

    def missing(self) -> str | None:
        return missing_package("spacy", "spacy")

    def load(self, path: str | os.PathLike[str]) -> SpacyModel:
        name = os.fspath(path)
        try:
            return SpacyModel(importlib.import_module("spacy").load(name), self)
        except OSError:
            raise CallError(
                f"there is no spaCy pipeline '{name}'; get one with: python -m spacy download en_core_web_sm"
            ) from None


@dataclass(frozen=True, eq=False)
class SpacyModel(ParserModel):
    """A loaded pipeline."""

    pipeline: Any
    parser: Spacy = Spacy()

    @property
    def spec(self) -> str:
        return self.parser.spec

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        return parse_blocks(sentences, self._arcs, block=_BLOCK, progress=progress)

    def _arcs(self, sentences: Treebank) -> list[HeadsAndRelations]:
        tokens = sentences.tokens
        others = dict.fromkeys(name for name in tokens.columns if name not in _USED)
        documents = to_spacy(sentences.replace(tokens=tokens.replace(**others)), self.pipeline.vocab)
        return [_arcs_of(document) for document in self.pipeline.pipe(documents)]


def _arcs_of(document: Any) -> HeadsAndRelations:
    if not document.has_annotation("DEP"):
        raise CallError("the spaCy pipeline has no parser; use another pipeline")
    heads = [-1 if token.head.i == token.i else token.head.i for token in document]
    return heads, [token.dep_ or "_" for token in document]
