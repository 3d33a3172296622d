"""spaCy: train its parser, or use a pipeline that is installed."""

from __future__ import annotations

import importlib
import os
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ...core.bounds import Positive, SeedNumber
from ...core.errors import CallError, DataError
from ...core.outputs import work_folder
from ...core.types import Progress
from ...core.zip_files import DamagedZipError, read_members
from ...treebank import Text, Treebank
from ...treebank.pipelines import from_spacy, to_spacy
from ..base import ParserModel, parser
from ..foreign.models import copy_model
from ..foreign.packages import PackageParser, check_only_named, check_tags_to_parse, parses_of_text
from ..foreign.sentences import HeadsAndRelations, parse_blocks, with_both_tags
from ..results import Parses, Predictions
from ..trees import check_dependency_trees, has_tags

_BLOCK = 64  # sentences or paragraphs per call of the pipeline
# The universal tags that spaCy accepts.
_UNIVERSAL = re.compile("ADJ|ADP|ADV|AUX|CCONJ|DET|INTJ|NOUN|NUM|PART|PRON|PROPN|PUNCT|SCONJ|SYM|VERB|X")
_MEMBER = re.compile(r"(?!.*\.\.)[\w.-]+(/[\w.-]+)*\Z")  # a name inside the folder of a pipeline
_USED = {False: ("form", "misc"), True: ("form", "misc", "tag", "upos")}  # misc has SpaceAfter=No


@parser("spacy")
@dataclass(frozen=True, kw_only=True)
class Spacy(PackageParser):
    """The parser of spaCy 3: transition-based, greedy, with a neural network. Or a pipeline that is installed.

    Honnibal, Montani, Van Landeghem and Boyd 2020, spaCy: industrial-strength natural language processing in Python.

    model       an installed pipeline (en_core_web_sm) or its folder, which predicts its own tags: nothing is trained
    lang        the language whose rules divide a text into words; xx has general rules
    tags        given: it learns from words and tags, and parses the tags given; none: from words only
    iterations  how often it goes through the training trees
    """

    makes = "dependencies"
    saved = (".spacy-pipeline",)
    reads_text = True
    package_name = "spacy"
    model: str | None = None
    lang: str = "xx"
    tags: Literal["given", "none"] = "given"
    iterations: Positive = 30
    seed: SeedNumber = 0

    def check_treebank(self, treebank: Treebank) -> None:
        check_only_named(self.model, "model", self.name)
        check_dependency_trees(treebank, self.name)

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        from ._spacy_training import train_spacy

        full = with_both_tags(treebank[np.flatnonzero(treebank.tokens.counts)])
        tags = self.tags == "given" and has_tags(full)
        train_spacy(
            _columns(full, tags, "head", "deprel"),
            self.lang,
            folder / "pipeline",
            progress,
            iterations=self.iterations,
            seed=self.seed,
            tags=tags,
        )
        return _pack(folder / "pipeline", folder / "model")

    def model_in(self, path: Path) -> SpacyModel:
        with work_folder() as folder:
            _unpack(path, folder)
            pipeline = _loaded(folder, str(path))
        facts = pipeline.meta.get("treegauge", {})
        return SpacyModel(pipeline, self.spec, bool(facts.get("tags")), facts.get("root"), path)

    def load(self, path: str | os.PathLike[str]) -> ParserModel:
        check_only_named(self.model, "model", self.name)
        return super().load(path)

    def trained(self) -> SpacyModel:
        if self.model is None:
            raise CallError(
                "spacy needs a treebank to learn from, or the name of a pipeline that is installed:"
                " 'spacy(model=en_core_web_sm)'"
            )
        return SpacyModel(_loaded(self.model, self.model), self.spec)


def _loaded(place: str | Path, name: str) -> Any:
    """A pipeline from its package or folder."""
    try:
        return importlib.import_module("spacy").load(place)
    except OSError as error:
        if not isinstance(place, str):
            raise DataError(f"{name} is not a model of spacy: {error}") from None
        raise CallError(
            f"there is no spaCy pipeline '{name}'; get one with: python -m spacy download en_core_web_sm"
        ) from None
    except Exception as error:  # spaCy has no error of its own for a pipeline that is damaged or of another version
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise DataError(f"{name} is damaged, or of another version of spaCy: {reason}") from None


def _pack(folder: Path, target: Path) -> Path:
    """The folder of a pipeline as a zip file, the same bytes for the same files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                file.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), compresslevel=6)
    return target


def _unpack(path: Path, folder: Path) -> None:
    try:
        members = read_members(path.read_bytes(), str(path), lambda name: True)
    except DamagedZipError as error:
        raise DataError(f"{path} is not a model of spacy: {error}") from None
    for name, content in members.items():
        if not _MEMBER.match(name):
            raise DataError(f"{path} is not a model of spacy: it has a file '{name}'")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _columns(treebank: Treebank, tags: bool, *others: str) -> Treebank:
    """The sentences with the columns that a pipeline uses; spaCy accepts no other universal tags than those of UD."""
    tokens = treebank.tokens
    kept = {*_USED[tags], *others}
    tokens = tokens.replace(**dict.fromkeys(name for name in tokens.columns if name not in kept))
    if tags:
        universal = (tag if tag and _UNIVERSAL.fullmatch(tag) else None for tag in tokens.text("upos").decode())
        tokens = tokens.replace(upos=Text.of(universal))
    return treebank.replace(tokens=tokens)


@dataclass(frozen=True, eq=False)
class SpacyModel(ParserModel):
    """A loaded pipeline.

    tags  whether it uses the tags given
    root  the relation of roots in the treebank that it learned from; spaCy calls it ROOT
    path  the file of a model that was trained here
    """

    pipeline: Any
    spec: str = "spacy"
    tags: bool = False
    root: str | None = None
    path: Path | None = None

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        if self.tags:
            check_tags_to_parse(sentences, "spacy")
        return parse_blocks(sentences, self._arcs, block=_BLOCK, progress=progress)

    def _arcs(self, sentences: Treebank) -> list[HeadsAndRelations]:
        documents = to_spacy(_columns(sentences, self.tags), self.pipeline.vocab)
        return [self._arcs_of(document) for document in self.pipeline.pipe(documents)]

    def _arcs_of(self, document: Any) -> HeadsAndRelations:
        _check_parsed(document)
        heads = [-1 if token.head.i == token.i else token.head.i for token in document]
        return heads, [self._relation(token.dep_) for token in document]

    def _relation(self, relation: str) -> str:
        return self.root if self.root is not None and relation == "ROOT" else relation or "_"

    def parse_text(self, text: str, progress: Progress | None = None) -> Parses:
        if self.tags:
            raise CallError("this model of spacy uses tags, which a text does not have; train one of spacy(tags=none)")
        # Between words, spaCy takes anything but single spaces for words of their own.
        paragraphs = [" ".join(lines.split()) for lines in re.split(r"\n\s*\n", text)]
        documents = []
        for begin in range(0, len(paragraphs), _BLOCK):
            documents += self.pipeline.pipe(filter(None, paragraphs[begin : begin + _BLOCK]))
            if progress is not None:
                progress(min(begin + _BLOCK, len(paragraphs)), len(paragraphs))
        for document in documents:
            _check_parsed(document)
        trees = from_spacy(documents)
        if self.root is not None and len(trees.tokens):
            relations = [self._relation(relation or "_") for relation in trees.tokens.text("deprel").decode()]
            trees = trees.replace(tokens=trees.tokens.replace(deprel=Text.of(relations)))
        return parses_of_text(self.spec, trees)

    def save(self, path: str | os.PathLike[str]) -> None:
        if self.path is None:
            raise CallError("a pipeline that is installed is not saved again; name it: spacy(model=...)")
        copy_model(self.path, path)


def _check_parsed(document: Any) -> None:
    if not document.has_annotation("DEP"):
        raise CallError("the spaCy pipeline has no parser; use another pipeline")
