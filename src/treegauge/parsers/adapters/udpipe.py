"""UDPipe 1 through its Python package: train its parser on gold tags, and run it."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ...core.bounds import Repeats
from ...core.children import child_process
from ...core.errors import CallError, DataError
from ...core.outputs import work_folder
from ...core.types import Progress
from ...core.wording import option
from ...formats.base import Input
from ...formats.conll import CONLLU, read_conll, write_conll
from ...treebank import Treebank
from ..base import Parser, ParserModel, parser
from ..foreign.models import read_model, write_model
from ..foreign.packages import parses_of_text
from ..foreign.sentences import NO_VALUE, HeadsAndRelations, missing_package, parse_blocks, with_both_tags
from ..results import Parses, Predictions
from ..trees import check_dependency_trees

_MARK = b"\x12morphodita_parsito"  # the first bytes of a model of UDPipe 1
_ORACLES = {  # the oracles of each system, the default first
    "projective": ("dynamic", "static"),
    "swap": ("static_lazy", "static_eager"),
    "link2": ("static",),
}
_FIELDS = {"lemma": "lemma", "upos": "upostag", "tag": "xpostag", "feats": "feats"}


@parser("udpipe")
@dataclass(frozen=True, kw_only=True)
class UDPipe(Parser):
    """The parser of UDPipe 1 (Parsito): transition-based, greedy, with a small neural network.

    Straka, Hajič, Straková and Hajič 2015, Parsing universal dependency treebanks using neural networks and
    search-based oracle. It learns from gold tags. `options` are other options of its parser: "hidden_layer=100;run=2".
    """

    makes = "dependencies"
    saved = (".udpipe", ".model")
    reads_text = True
    system: Literal["projective", "swap", "link2"] = "projective"
    oracle: Literal["dynamic", "static", "static_eager", "static_lazy"] | None = None
    iterations: Repeats = 10
    single_root: bool = True
    options: str | None = None

    def missing(self) -> str | None:
        return missing_package("ufal.udpipe", "udpipe")

    def train(self, treebank: Treebank, progress: Progress | None = None) -> UDPipeModel:
        check_dependency_trees(treebank, self.name)
        if self.iterations < 1:
            raise CallError(f"iterations is 1 or more, not {self.iterations}")
        if self.oracle is not None and self.oracle not in _ORACLES[self.system]:
            raise CallError(f"the oracle of {self.system} is {' or '.join(_ORACLES[self.system])}, not {self.oracle}")
        full = with_both_tags(treebank[np.flatnonzero(treebank.tokens.counts)])
        with work_folder() as folder:
            source, model = folder / "train.conllu", folder / "model"
            with source.open("wb") as file:
                write_conll(full, file, CONLLU)
            said = _run_training(self._settings(), source, model, progress, self.iterations)
            if not model.is_file():
                raise DataError(f"{treebank.where(0)}: udpipe could not learn from the treebank: {said}")
            return UDPipeModel(model.read_bytes(), self.spec)

    def load(self, path: str | os.PathLike[str]) -> UDPipeModel:
        data = read_model(path)
        if not data.startswith(_MARK):
            raise DataError(
                f"'{os.fspath(path)}' is not a model of UDPipe 1; train one with {option('save', 'FILE.udpipe')}"
            )
        return UDPipeModel(data, self.name, os.fspath(path))  # the file does not say how it was trained

    def _settings(self) -> str:
        """The options as UDPipe spells them."""
        given = {
            "iterations": self.iterations,
            "transition_system": self.system,
            "transition_oracle": self.oracle or _ORACLES[self.system][0],
            "single_root": int(self.single_root),
            "use_gold_tags": 1,
        }
        return ";".join([*(f"{name}={value}" for name, value in given.items()), *filter(None, [self.options])])


def _run_training(settings: str, source: Path, model: Path, progress: Progress | None, iterations: int) -> str:
    """Train in another process; returns its last message."""
    call = [sys.executable, "-m", f"{__package__}._udpipe_training", settings, str(source), str(model)]
    said = ""
    with child_process(call, stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace") as process:
        assert process.stderr is not None
        for line in process.stderr:
            said = line.strip() or said
            iteration = re.match(r"Iteration (\d+):", line)
            if iteration and progress is not None:
                progress(int(iteration[1]), iterations)
    if "single root" in said:
        said += " (udpipe(single_root=false) learns from other trees too)"
    return said


@dataclass(frozen=True, eq=False)
class UDPipeModel(ParserModel):
    """The bytes of a model; it uses the tags of the sentences, even if it has a tagger."""

    data: bytes
    trained_as: str
    source: str = "<model>"  # the file that it was read from

    @cached_property
    def _loaded(self) -> Any:
        udpipe = importlib.import_module("ufal.udpipe")
        with work_folder() as folder:
            path = folder / "model"
            path.write_bytes(self.data)
            model = udpipe.Model.load(str(path))
        if model is None:
            raise DataError(f"{self.source}: udpipe cannot read the model: it is damaged or cut short; get it again")
        return udpipe, model

    @property
    def spec(self) -> str:
        return self.trained_as

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        return parse_blocks(sentences, partial(_arcs, *self._loaded), progress=progress)

    def parse_text(self, text: str, progress: Progress | None = None) -> Parses:
        udpipe, model = self._loaded
        default = udpipe.Model.DEFAULT
        if model.newTokenizer(default) is None:
            raise CallError(
                f"{self.source} has no tokenizer, so that udpipe cannot divide a text into words; use a trained model"
                " that has one, such as those of UDPipe itself"
            )
        error = udpipe.ProcessingError()
        lines = udpipe.Pipeline(model, "tokenize", default, default, "conllu").process(text, error)
        if error.occurred():
            raise DataError(f"udpipe could not parse the text: {error.message}")
        return parses_of_text(self.spec, read_conll(Input(lines.encode("utf-8", "surrogateescape")), CONLLU))

    def save(self, path: str | os.PathLike[str]) -> None:
        write_model(self.data, path)


def _arcs(udpipe: Any, model: Any, sentences: Treebank) -> list[HeadsAndRelations]:
    """The arcs that a loaded model predicts."""
    error = udpipe.ProcessingError()
    arcs: list[HeadsAndRelations] = []
    for tree in sentences:
        columns = {theirs: tree.column("tokens", ours) for ours, theirs in _FIELDS.items()}
        sentence = udpipe.Sentence()
        for token in tree:
            word = sentence.addWord(token.form or "_")
            for name, values in columns.items():
                value = values[token.index]
                setattr(word, name, "" if value is None or value in NO_VALUE else value)
        if not model.parse(sentence, udpipe.Model.DEFAULT, error):
            raise ValueError(error.message)
        words = list(sentence.words)[1:]  # the first one is the root
        arcs.append(([word.head - 1 for word in words], [word.deprel for word in words]))
    return arcs
