"""MaltParser 1.9.2, run as a program that reads and writes files in CoNLL-X."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from ...core.children import child_process
from ...core.errors import CallError, DataError, FormatError
from ...core.outputs import work_folder
from ...core.types import Progress
from ...core.wording import option
from ...core.zip_files import DamagedZipError, read_members
from ...formats.base import Input
from ...formats.conll import CONLLX, read_conll, write_conll
from ...treebank import Treebank
from ..base import Parser, ParserModel, parser
from ..results import Predictions
from ..trees import check_dependency_trees
from .maltparser_jar import find_jar, install_jar, missing_part
from .models import read_model, write_model
from .sentences import HeadsAndRelations, predict_arcs, with_both_tags

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
_NAME = "treegauge"  # the name inside a model; MaltParser requires that the file has the same name
_OURS = frozenset(["-a", "-c", "-grl", "-i", "-ic", "-if", "-m", "-o", "-oc", "-of", "-w"])
_INFORMATION = re.compile(r"([^/\0]{1,200})/\1_singlemalt\.info")
_POLL = 0.2  # seconds between two reports of progress
_CHATTER = re.compile(r"[-\s.]|Started:|Finished:|(Learning|Parsing) time:|Picked up ")


@parser("maltparser")
@dataclass(frozen=True, kw_only=True)
class MaltParser(Parser):
    """MaltParser 1.9.2 with all its algorithms: transition-based, greedy, with a linear classifier.

    Nivre, Hall and Nilsson 2006, MaltParser: a data-driven parser-generator for dependency parsing. `options` are
    switches of MaltParser for training, `memory` is the memory of Java (4g), and `root_label` is the relation of words
    that it does not attach.
    """

    makes = "dependencies"
    saved = (".mco",)
    algorithm: Algorithm = "nivreeager"
    root_label: str = "ROOT"
    options: str | None = None
    memory: str | None = None

    @classmethod
    def missing(cls) -> str | None:
        return missing_part()

    @classmethod
    def install(cls, source: str | os.PathLike[str] | None = None) -> str:
        return f"MaltParser is installed as {install_jar(source)}"

    def train(self, treebank: Treebank, progress: Progress | None = None) -> MaltParserModel:
        check_dependency_trees(treebank, self.name)
        extra = shlex.split(self.options or "")
        taken = sorted(_OURS.intersection(extra))
        if taken:
            raise CallError(f"'{taken[0]}' in the options of maltparser is set by treegauge; leave it out")
        if "-gcs" not in extra and any("~" in relation for relation in treebank.tokens.text("deprel").values):
            raise CallError(
                "a relation of the treebank has a '~', which MaltParser uses to separate the parts of a transition;"
                " choose another sign: maltparser(options='-gcs @')"
            )
        with work_folder() as folder:
            _write(treebank, folder / "train.conll")
            call = ["-m", "learn", "-c", _NAME, "-i", "train.conll", "-a", self.algorithm, "-grl", self.root_label]
            status, said = _run(self, folder, [*call, *extra])
            model = folder / f"{_NAME}.mco"
            if status or not model.is_file():
                raise DataError(f"{treebank.where(0)}: maltparser could not learn from the treebank: {said}")
            return MaltParserModel(model.read_bytes(), _NAME, self)

    def load(self, path: str | os.PathLike[str]) -> MaltParserModel:
        data = read_model(path)
        name, settings = _settings(data, os.fspath(path))
        algorithm, root_label = settings.get("parsing_algorithm"), settings.get("root_label", "ROOT")
        if algorithm not in get_args(Algorithm):
            raise DataError(f"'{os.fspath(path)}' is a model of an algorithm that MaltParser 1.9.2 lacks: {algorithm}")
        trained = replace(self, algorithm=algorithm, root_label=root_label, options=None)  # type: ignore[arg-type]
        return MaltParserModel(data, name, trained)


@dataclass(frozen=True, eq=False)
class MaltParserModel(ParserModel):
    """The bytes of a model (.mco), and the name that MaltParser knows it by."""

    data: bytes
    name: str
    parser: MaltParser

    @property
    def spec(self) -> str:
        return self.parser.spec

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        total = int((sentences.tokens.counts > 0).sum())
        if not total:
            return predict_arcs(sentences, [])
        with work_folder() as folder:
            test, parsed = folder / "test.conll", folder / "parsed.conll"
            (folder / f"{self.name}.mco").write_bytes(self.data)
            _write(sentences, test)

            def report() -> None:
                # It parses in order, and the output is about as long as the input.
                if progress is not None and parsed.exists():
                    progress(min(total * parsed.stat().st_size // test.stat().st_size, total), total)

            call = ["-m", "parse", "-c", self.name, "-i", test.name, "-o", parsed.name]
            status, said = _run(self.parser, folder, call, report)
            arcs, unreadable = _arcs(parsed.read_bytes() if parsed.exists() else b"")
        if progress is not None and not status:
            progress(total, total)
        return predict_arcs(sentences, arcs, unreadable or said or None)

    def save(self, path: str | os.PathLike[str]) -> None:
        write_model(self.data, path)


def _write(treebank: Treebank, path: Path) -> None:
    """Write sentences for MaltParser, which stops at a sentence without words."""
    full = with_both_tags(treebank[np.flatnonzero(treebank.tokens.counts)])
    with path.open("wb") as file:
        write_conll(full.replace(tokens=full.tokens.replace(phead=None, pdeprel=None)), file, CONLLX)


def _run(
    parser: MaltParser, folder: Path, arguments: list[str], report: Callable[[], None] = lambda: None
) -> tuple[int, str]:
    """Run MaltParser in a folder: its exit status, and its messages."""
    if parser.memory is not None and not re.fullmatch(r"\d+[kKmMgG]?", parser.memory):
        raise CallError(f"memory is a number of bytes for Java such as 500m or 4g, not '{parser.memory}'")
    limit = [] if parser.memory is None else [f"-Xmx{parser.memory}"]
    call = ["java", *limit, "-jar", str(find_jar().absolute()), *arguments]
    with (
        (folder / "log").open("wb") as log,
        child_process(call, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT) as process,
    ):
        while process.poll() is None:
            try:
                process.wait(_POLL)
            except subprocess.TimeoutExpired:
                report()
    lines = (folder / "log").read_text("utf-8", "replace").splitlines()
    said = " ".join(line.strip() for line in lines if line and not _CHATTER.match(line))
    if "OutOfMemoryError" in said:
        said += "; give Java more memory: maltparser(memory=4g)"
    return process.returncode, said


def _arcs(data: bytes) -> tuple[list[HeadsAndRelations], str | None]:
    """The heads and relations of the sentences that MaltParser wrote, and what is wrong with the next one, if it cannot
    be read; a sentence that it did not finish is left out."""
    try:
        return _read(data), None
    except FormatError as error:
        before = b"".join(line + b"\n" for line in data.split(b"\n")[: error.reject.line - 1])
        return _read(before), f"its output cannot be read: {error}"


def _read(data: bytes) -> list[HeadsAndRelations]:
    end = data.rfind(b"\n\n")
    trees = read_conll(Input(data[: end + 2] if end >= 0 else b"", "the output", lenient=True), CONLLX)
    heads, relations = trees.tokens.numbers("head").tolist(), trees.tokens.text("deprel").decode()
    return [
        (heads[begin:end], [relation or "_" for relation in relations[begin:end]])
        for begin, end in pairwise(trees.tokens.offsets.tolist())
    ]


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
