"""stanza: run its models on given words."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from typing import Any, Literal

from ...core.errors import CallError
from ...core.types import Progress
from ...treebank import Treebank
from ...treebank.pipelines import to_stanza
from ..base import Parser, ParserModel, parser
from ..foreign.sentences import HeadsAndRelations, missing_package, parse_blocks
from ..results import Predictions

_BLOCK = 64  # sentences per call of the pipeline
_PROCESSORS: dict[str, dict[str, Any]] = {
    "given": {"processors": "depparse", "depparse_pretagged": True},
    "own": {"processors": "tokenize,pos,lemma,depparse", "tokenize_pretokenized": True},
}


@parser("stanza")
@dataclass(frozen=True, kw_only=True)
class Stanza(Parser):
    """The trained dependency parser of stanza for a language, whose code takes the place of the training treebank.

    Qi, Zhang, Zhang, Bolton and Manning 2020, Stanza: a Python natural language processing toolkit for many human
    languages. `package` is the treebank that a model was trained on (ewt). It parses the tags and lemmas that are
    given, or predicts its own.
    """

    makes = "dependencies"
    learns = False
    package: str | None = None
    tags: Literal["given", "own"] = "given"

    def missing(self) -> str | None:
        return missing_package("stanza", "stanza")

    def load(self, path: str | os.PathLike[str]) -> StanzaModel:
        language = os.fspath(path)
        options = {**_PROCESSORS[self.tags], **({} if self.package is None else {"package": self.package})}
        try:
            pipeline = importlib.import_module("stanza").Pipeline(
                language, download_method=None, verbose=False, **options
            )
        except Exception as error:  # stanza has a different error for each file that may be missing
            raise CallError(
                f"stanza has no models for '{language}' here; get them with: python -c \"import stanza;"
                f" stanza.download('{language}')\" ({type(error).__name__}: {error})"
            ) from None
        return StanzaModel(pipeline, self)


@dataclass(frozen=True, eq=False)
class StanzaModel(ParserModel):
    """A loaded pipeline."""

    pipeline: Any
    parser: Stanza = Stanza()

    @property
    def spec(self) -> str:
        return self.parser.spec

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        return parse_blocks(sentences, self._arcs, block=_BLOCK, progress=progress)

    def _arcs(self, sentences: Treebank) -> list[HeadsAndRelations]:
        if self.parser.tags == "own":
            given: Any = [[token.form or "_" for token in tree] for tree in sentences]
        else:
            given = to_stanza(sentences)
        return [
            ([word.head - 1 for word in sentence.words], [word.deprel for word in sentence.words])
            for sentence in self.pipeline(given).sentences
        ]
