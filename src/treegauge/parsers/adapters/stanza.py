"""stanza: train its dependency parser, or use the models of a language that are installed."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ...core.bounds import Positive, SeedNumber
from ...core.children import child_process
from ...core.errors import CallError, DataError
from ...core.outputs import work_folder
from ...core.types import Progress
from ...formats.conll import CONLLU, write_conll
from ...treebank import Text, Treebank
from ...treebank.pipelines import from_stanza, to_stanza
from ...treebank.table import no_rows
from ..base import ParserModel, parser
from ..foreign.models import copy_model
from ..foreign.packages import PackageParser, check_only_named, parses_of_text
from ..foreign.sentences import NO_VALUE, HeadsAndRelations, missing_package, parse_blocks, with_both_tags
from ..results import Parses, Predictions
from ..trees import check_dependency_trees

_BLOCK = 64  # sentences per call of the pipeline
_BATCH = 500  # words of one step of training
_PROCESSORS: dict[str, dict[str, Any]] = {
    "given": {"processors": "depparse", "depparse_pretagged": True},
    "own": {"processors": "tokenize,pos,lemma,depparse", "tokenize_pretokenized": True},
    "text": {"processors": "tokenize,mwt,pos,lemma,depparse"},
}
# Without vectors of words and models of characters, which are not on PyPI; a model a third as wide as theirs, one rate
# of learning, and no choice by a development set: all trees are learned from.
_NEVER = 10**9
_SETTINGS = {
    **{"hidden_dim": 128, "num_layers": 2, "char_hidden_dim": 64, "deep_biaff_hidden_dim": 128},
    **{"optim": "adam", "lr": 0.003, "beta2": 0.95, "weight_decay": 0, "batch_size": _BATCH},
    **{"eval_interval": _NEVER, "max_steps_before_stop": _NEVER, "second_optim_start_step": _NEVER},
    **{"train_file": "train.conllu", "eval_file": "first.conllu", "save_dir": ".", "save_name": "model"},
    **{"lang": "xx", "shorthand": "xx_treebank"},
}
_SWITCHES = ["--no_pretrain", "--no_checkpoint", "--cpu"]
# One thread gives the same model on every machine; several wait for each other where other programs run.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_STEP = re.compile(r"Finished STEP (\d+)/(\d+)")


@parser("stanza")
@dataclass(frozen=True, kw_only=True)
class Stanza(PackageParser):
    """The dependency parser of stanza: graph-based, biaffine, with a neural network. Or models that are installed.

    Qi, Zhang, Zhang, Bolton and Manning 2020, Stanza: a Python natural language processing toolkit for many human
    languages. Dozat and Manning 2017, Deep biaffine attention for neural dependency parsing.

    lang        a language whose models are installed (de): nothing is trained
    package     the treebank that these models learned from (gsd)
    tags        given: parse the tags and lemmas given; own: those that the installed models predict
    iterations  how often it goes through the training trees
    """

    makes = "dependencies"
    saved = (".pt",)
    reads_text = True
    package_name = "stanza"
    lang: str | None = None
    package: str | None = None
    tags: Literal["given", "own"] = "given"
    iterations: Positive = 30
    seed: SeedNumber = 0

    def missing(self) -> str | None:
        return super().missing() or missing_package("torch", self.name)  # stanza cannot be imported without it

    def check_treebank(self, treebank: Treebank) -> None:
        self._check_training()
        check_dependency_trees(treebank, self.name)

    def _check_training(self) -> None:
        check_only_named(self.lang, "lang", self.name)
        for name, value in {"package": self.package, "tags": self.tags if self.tags == "own" else None}.items():
            if value is not None:
                raise CallError(f"{name}={value} is an option of models that are installed: stanza(lang=en,...)")

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        full = _with_tags(treebank[np.flatnonzero(treebank.tokens.counts)])
        for name, trees in {"train": full, "first": full[:1]}.items():
            with (folder / f"{name}.conllu").open("wb") as file:
                write_conll(trees, file, CONLLU)
        steps = self.iterations * -(-len(full.tokens) // _BATCH)
        said = _run_training(_call(steps, self.seed), folder, progress)
        if not (folder / "model").is_file():
            raise DataError(f"{treebank.where(0)}: stanza could not learn from the treebank: {said}")
        return folder / "model"

    def model_in(self, path: Path) -> StanzaModel:
        return StanzaModel(self, _pipeline_of(path), path)

    def load(self, path: str | os.PathLike[str]) -> ParserModel:
        self._check_training()
        return super().load(path)

    def trained(self) -> StanzaModel:
        if self.lang is None:
            raise CallError(
                "stanza needs a treebank to learn from, or a language whose models are installed: 'stanza(lang=en)'"
            )
        return StanzaModel(self)

    def installed(self, processors: str) -> Any:
        """The pipeline of the language, from models that are installed."""
        options = {**_PROCESSORS[processors], **({} if self.package is None else {"package": self.package})}
        try:
            return importlib.import_module("stanza").Pipeline(self.lang, download_method=None, verbose=False, **options)
        except Exception as error:  # stanza has a different error for each file that may be missing
            raise CallError(
                f"stanza has no models for '{self.lang}' here; get them with: python -c \"import stanza;"
                f" stanza.download('{self.lang}')\" ({type(error).__name__}: {error})"
            ) from None


def _with_tags(treebank: Treebank) -> Treebank:
    """Words with tags, X where there is none: stanza does not parse a word without a tag. Multiword tokens and empty
    nodes are left out, because they have no part in a tree."""
    words = with_both_tags(treebank)
    tokens, none = words.tokens, no_rows(len(words))
    filled = {name: Text.of(_filled(tokens.text(name).decode())) for name in ("upos", "tag")}
    return words.replace(tokens=tokens.replace(**filled), multiword=none, empty=none)


def _filled(tags: list[str | None]) -> list[str]:
    return ["X" if tag is None or tag in NO_VALUE else tag for tag in tags]


def _call(steps: int, seed: int) -> list[str]:
    """The call of stanza's own program for training."""
    settings = {**_SETTINGS, "seed": seed, "max_steps": steps, "log_step": max(1, steps // 100)}
    options = [f"--{name}={value}" for name, value in settings.items()]
    return [sys.executable, "-m", "stanza.models.parser", "--mode=train", *_SWITCHES, *options]


def _run_training(call: list[str], folder: Path, progress: Progress | None) -> str:
    """Train in another process; returns its last message."""
    said = ""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    text: dict[str, Any] = {"text": True, "encoding": "utf-8", "errors": "replace"}
    with child_process(call, cwd=folder, env={**os.environ, **_ONE_THREAD}, **pipes, **text) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said = line.strip() or said
            step = _STEP.search(line)
            if step and progress is not None:
                progress(int(step[1]), int(step[2]))
    return said


def _pipeline_of(path: Path) -> Any:
    """The pipeline of one trained model. stanza looks for a list of all models that can be downloaded; an empty one
    will do."""
    with work_folder() as folder:
        (folder / "resources.json").write_text("{}", "utf-8")
        try:
            return importlib.import_module("stanza").Pipeline(
                "xx",
                dir=str(folder),
                depparse_model_path=str(path),
                allow_unknown_language=True,
                download_method=None,
                logging_level="CRITICAL",
                use_gpu=False,
                **_PROCESSORS["given"],
            )
        except Exception as error:  # torch has many errors for a file that is not one of its own
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise DataError(f"{path} is not a model of stanza's parser: {reason}") from None


@dataclass(frozen=True, eq=False)
class StanzaModel(ParserModel):
    """The models of a language, or a parser that was trained here."""

    parser: Stanza
    trained: Any = None
    path: Path | None = None

    @property
    def spec(self) -> str:
        return self.parser.spec

    @cached_property
    def pipeline(self) -> Any:
        """What parses words."""
        return self.parser.installed(self.parser.tags) if self.trained is None else self.trained

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        return parse_blocks(sentences, self._arcs, block=_BLOCK, progress=progress)

    def _arcs(self, sentences: Treebank) -> list[HeadsAndRelations]:
        if self.parser.tags == "own":
            given: Any = [[token.form or "_" for token in tree] for tree in sentences]
        else:
            given = to_stanza(_with_tags(sentences))
        return [
            ([word.head - 1 for word in sentence.words], [word.deprel for word in sentence.words])
            for sentence in self.pipeline(given).sentences
        ]

    def parse_text(self, text: str, progress: Progress | None = None) -> Parses:
        if self.trained is not None:
            raise CallError(
                "a parser of stanza that learned from a treebank does not divide a text into words;"
                " stanza(lang=en) does, with models that are installed"
            )
        return parses_of_text(self.spec, from_stanza(self.parser.installed("text")(text)))

    def save(self, path: str | os.PathLike[str]) -> None:
        if self.path is None:
            raise CallError("models that are installed are not saved again; name them: stanza(lang=...)")
        copy_model(self.path, path)
