"""The graph-based parser of mate-tools (anna 3.5), run as a program that reads and writes files in CoNLL-09."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from ...core.bounds import Bounds, Positive
from ...core.errors import DataError
from ...core.parallel import available, current_jobs
from ...core.types import Progress
from ...formats.conll import Layout
from ...programs.java import JavaRun
from ...treebank import Treebank
from ..base import parser
from ..foreign.base import JavaParser, reporting
from ..foreign.conll import ConllModel, write_words
from ..trees import check_dependency_trees

_MAIN = "is2.parser.Parser"
_CHATTER = re.compile(
    r"\s*$|\d+\.\d+\.\d+ |Registering|[A-Z]+ \d+:\d+|Creat|Training|-{3}|Decod|Iteration|used time|end\.|Used|Cluster"
    r"|Processing|no info"
)
_ITERATION = re.compile(r"Iteration (\d+):")
_START = ("number", "form", "lemma", "lemma", "tag", "tag", "feats", "feats")
# It reads lemmas, tags and features from the predicted columns, and writes heads and relations into those.
_INPUT = Layout((*_START, "head", "phead", "deprel", "pdeprel", "rest"), no_rest="_\t_")
_OUTPUT = Layout((*_START, "old_head", "head", "old_deprel", "deprel", "rest"))


@parser("mate")
@dataclass(frozen=True, kw_only=True)
class Mate(JavaParser):
    """The parser of mate-tools (anna 3.5): graph-based, second order, with a passive-aggressive perceptron.

    Bohnet 2010, Very high accuracy and fast dependency parsing is not a contradiction. Trained models of others can
    replace the training treebank.

    iterations  how often it goes through the training trees
    decoding    non-projective (arcs of the projective tree are moved while this helps), or projective
    threshold   by how much moving an arc must raise the score of the tree
    hash_size   how many weights the model has; each takes 4 bytes when it parses, and 12 when it learns
    """

    makes = "dependencies"
    saved = (".mate", ".model")
    needs = 1 << 30
    iterations: Positive = 10
    decoding: Literal["non-projective", "projective"] = "non-projective"
    threshold: Annotated[float, Bounds(0, 1e6, whole=False)] = 0.3
    hash_size: Positive = 134_217_727

    def check_treebank(self, treebank: Treebank) -> None:
        check_dependency_trees(treebank, self.name)

    def workers(self, sentences: int) -> int:
        return 1  # it uses all processors by itself

    @property
    def switches(self) -> list[str]:
        """Those for training and parsing."""
        return ["-decodeTH", str(self.threshold), "-cores", str(current_jobs() or available())]

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        write_words(treebank, folder / "train", _INPUT)
        decoding = "proj" if self.decoding == "projective" else "non-proj"
        settings = ["-i", str(self.iterations), "-hsize", str(self.hash_size), "-decode", decoding]
        report = reporting(folder, _ITERATION, self.iterations, progress, first=0)
        call = ["-train", "train", "-model", "model", *settings, *self.switches]
        run = self.run(_MAIN, call, folder, report)
        if run.status or not (folder / "model").is_file():
            said = run.message(_CHATTER, self.name)
            raise DataError(f"{treebank.where(0)}: mate could not learn from the treebank: {said}")
        return folder / "model"

    def model_in(self, path: Path) -> MateModel:
        try:
            with zipfile.ZipFile(path) as file:
                is_model = file.namelist() == ["data"]
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            is_model = False
        if not is_model:
            raise DataError(f"'{path}' is not a model of mate, or it is damaged")
        return MateModel(path, self)


@dataclass(frozen=True, eq=False)
class MateModel(ConllModel):
    """A trained model; it knows whether it decodes projectively."""

    parser: Mate
    layout = _INPUT
    written = _OUTPUT
    chatter = _CHATTER

    def run(self, folder: Path, source: str, target: str, report: Callable[[], None], workers: int) -> JavaRun:
        call = ["-test", source, "-out", target, "-model", self.linked(folder), *self.parser.switches]
        return self.parser.run(_MAIN, call, folder, report, workers=workers)
