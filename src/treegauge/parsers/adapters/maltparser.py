"""MaltParser 1.9.2, run as a program that reads and writes files in CoNLL-X."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from ...core.errors import CallError, DataError
from ...core.types import Progress
from ...core.wording import option
from ...core.zip_files import DamagedZipError, read_members
from ...programs.java import JavaRun
from ...treebank import Treebank
from ..base import ParserModel, parser
from ..foreign.base import JavaParser, reporting
from ..foreign.conll import ConllModel, write_words
from ..foreign.models import plain_model
from ..trees import check_dependency_trees

Algorithm = Literal[
    "nivreeager",
    "nivrestandard",
    "covproj",
    "covnonproj",
    "stackproj",
    "stackeager",
    "stacklazy",
    "planar",
    "2planar",
]
_MAIN = "org.maltparser.Malt"
_NAME = "treegauge"  # the name inside a model; MaltParser requires that the file has the same name
_OURS = frozenset(["-a", "-c", "-grl", "-i", "-ic", "-if", "-m", "-o", "-oc", "-of", "-w"])
_INFORMATION = re.compile(r"([^/\0]{1,200})/\1_singlemalt\.info")
_SENTENCES = re.compile(r"\.* *\t *(\d+)\t")  # read so far; it does not say how far it is when it trains on them
_CHATTER = re.compile(r"[-\s.]|Started:|Finished:|(Learning|Parsing) time:|Picked up ")


@parser("maltparser")
@dataclass(frozen=True, kw_only=True)
class MaltParser(JavaParser):
    """MaltParser 1.9.2 with all its algorithms: transition-based, greedy, with a linear classifier.

    Nivre, Hall and Nilsson 2006, MaltParser: a data-driven parser-generator for dependency parsing. `options` are
    switches of MaltParser for training, `memory` is the memory of Java (4g), and `root_label` is the relation of words
    that it does not attach. Trained models of others (.mco) can replace the training treebank.
    """

    makes = "dependencies"
    saved = (".mco",)
    needs = 1 << 30
    algorithm: Algorithm = "nivreeager"
    root_label: str = "ROOT"
    options: str | None = None

    def check_treebank(self, treebank: Treebank) -> None:
        check_dependency_trees(treebank, self.name)
        taken = sorted(_OURS.intersection(self._switches))
        if taken:
            raise CallError(f"'{taken[0]}' in the options of maltparser is set by treegauge; leave it out")
        if "-gcs" not in self._switches and any("~" in relation for relation in treebank.tokens.text("deprel").values):
            raise CallError(
                "a relation of the treebank has a '~', which MaltParser uses to separate the parts of a transition;"
                " choose another sign: maltparser(options='-gcs @')"
            )

    @property
    def _switches(self) -> list[str]:
        return shlex.split(self.options or "")

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        write_words(treebank, folder / "train.conll")
        report = reporting(folder, _SENTENCES, len(treebank), progress)
        call = ["-m", "learn", "-c", _NAME, "-i", "train.conll", "-a", self.algorithm, "-grl", self.root_label]
        outcome = self.run(_MAIN, [*call, *self._switches], folder, report)
        model = folder / f"{_NAME}.mco"
        if outcome.status or not model.is_file():
            said = outcome.message(_CHATTER, self.name)
            raise DataError(f"{treebank.where(0)}: maltparser could not learn from the treebank: {said}")
        return model

    def model_in(self, path: Path) -> MaltParserModel:
        name, settings = _settings(path.read_bytes(), str(path))
        algorithm, root_label = settings.get("parsing_algorithm"), settings.get("root_label", "ROOT")
        if algorithm not in get_args(Algorithm):
            raise DataError(f"'{path}' is a model of an algorithm that MaltParser 1.9.2 lacks: {algorithm}")
        trained = replace(self, algorithm=algorithm, root_label=root_label)  # type: ignore[arg-type]
        return MaltParserModel(path, trained, name)

    def load(self, path: str | os.PathLike[str]) -> ParserModel:
        # The file does not say which switches it was trained with.
        return replace(self, options=None).model_in(plain_model(path, self.saved))


@dataclass(frozen=True, eq=False)
class MaltParserModel(ConllModel):
    """A model (.mco), and the name that MaltParser knows it by."""

    chatter = _CHATTER
    name: str = _NAME

    def run(self, folder: Path, source: str, target: str, report: Callable[[], None], workers: int) -> JavaRun:
        shutil.copyfile(self.path, folder / f"{self.name}.mco")
        call = ["-m", "parse", "-c", self.name, "-i", source, "-o", target]
        return self.parser.run(_MAIN, call, folder, report, workers=workers)


def _settings(data: bytes, source: str) -> tuple[str, dict[str, str]]:
    """The name of a model, and the options that it was trained with."""
    try:
        members = read_members(data, source, _INFORMATION.fullmatch)
    except DamagedZipError as error:
        raise _not_a_model(source, str(error)) from None
    if len(members) != 1:
        raise _not_a_model(source, "it does not have the information on one model")
    ((member, content),) = members.items()
    name, information = member.partition("/")[0], content.decode("utf-8", "replace")
    return name, dict(re.findall(r"(?m)^  (\w+) \( *-\w+\) +(\S+)", information))


def _not_a_model(source: str, problem: str) -> DataError:
    return DataError(
        f"'{source}' is not a model of MaltParser: {problem}; get it again, or train with {option('save', 'FILE.mco')}"
    )
