"""MSTParser 0.5.1, run as a program that reads and writes files in CoNLL-X."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Annotated, Literal

from ...core.bounds import Bounds, Positive
from ...core.errors import DataError
from ...core.types import Progress
from ...core.wording import option
from ...core.zip_files import read_members
from ...programs.java import JavaRun
from ...treebank import Treebank
from ..base import parser
from ..foreign.base import JavaParser, reporting
from ..foreign.conll import ConllModel, write_words
from ..trees import check_dependency_trees

_MAIN = "mstparser.DependencyParser"
_CHATTER = re.compile(r"\s*$|-{3,}|FLAGS|train-file|loss-type|[\w-]+: ?\S*$|\s*(Iteration|Training|Processing)")
# MSTParser takes for granted that a map of Trove returns -1 for a key that it does not have; with the Trove that Maven
# has, which returns 0, it finds no features at all. So the one byte of that method that says 0 is made to say -1.
_MAP = "gnu/trove/TObjectIntHashMap.class"
_ABSENT_IS_0 = re.compile(rb"(\x1c\x9c\x00\x07)\x03(\xa7\x00\x09\x2a\xb4..\x1c\x2e\xac)", re.DOTALL)
_ITERATION = re.compile(r"\s*Iteration (\d+)\[")
_MODEL = b"\xac\xed\x00\x05ur\x00\x02[D"  # an object of Java, an array of numbers
_OF_ORDER_2 = re.compile(rb"t..POS_TRIP=", re.DOTALL)  # a feature of three words, as a string of Java
_TYPES = {"projective": "proj", "non-projective": "non-proj"}


@parser("mstparser")
@dataclass(frozen=True, kw_only=True)
class MSTParser(JavaParser):
    """MSTParser 0.5.1: graph-based, the tree with the highest sum of scores of its arcs or pairs of arcs.

    McDonald, Crammer and Pereira 2005, Online large-margin training of dependency parsers; McDonald and Pereira 2006,
    Online learning of approximate dependency parsing algorithms.

    order       1: arcs; 2: pairs of neighbouring arcs with the same head
    decoding    projective (Eisner), or non-projective (Chu-Liu-Edmonds; approximate for order 2)
    iterations  how often it goes through the training trees
    training_k  how many trees a sentence is compared with in training
    """

    makes = "dependencies"
    saved = (".mst",)
    needs = 2 << 30
    order: Annotated[int, Bounds(1, 2)] = 1
    decoding: Literal["projective", "non-projective"] = "projective"
    iterations: Positive = 10
    training_k: Positive = 1

    def check_treebank(self, treebank: Treebank) -> None:
        check_dependency_trees(treebank, self.name)

    @property
    def _switches(self) -> list[str]:
        return ["format:CONLL", f"order:{self.order}", f"decode-type:{_TYPES[self.decoding]}"]

    def classes(self, folder: Path) -> list[Path]:
        trove = self.files[-1].path
        content = read_members(trove.read_bytes(), str(trove), _MAP.__eq__)[_MAP]
        changed, times = _ABSENT_IS_0.subn(b"\\1\x02\\2", content)
        assert times == 1
        (folder / _MAP).parent.mkdir(parents=True, exist_ok=True)
        (folder / _MAP).write_bytes(changed)
        return [folder, *super().classes(folder)]

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        write_words(treebank, folder / "train.conll")
        settings = [f"iters:{self.iterations}", f"training-k:{self.training_k}"]
        call = ["train", "train-file:train.conll", "model-name:model", *settings, *self._switches]
        report = reporting(folder, _ITERATION, self.iterations, progress, first=0)
        outcome = self.run(_MAIN, call, folder, report)
        model = folder / "model"
        if outcome.status or not model.is_file():
            said = outcome.message(_CHATTER, self.name)
            raise DataError(f"{treebank.where(0)}: mstparser could not learn from the treebank: {said}")
        return model

    def model_in(self, path: Path) -> MSTParserModel:
        with path.open("rb") as file:
            if file.read(len(_MODEL)) != _MODEL:
                raise DataError(f"'{path}' is not a model of MSTParser; train one with {option('save', 'FILE.mst')}")
            with mmap(file.fileno(), 0, access=ACCESS_READ) as content:
                order = 2 if _OF_ORDER_2.search(content) else 1
        return MSTParserModel(path, replace(self, order=order))


@dataclass(frozen=True, eq=False)
class MSTParserModel(ConllModel):
    """A trained model."""

    parser: MSTParser
    heads = True
    chatter = _CHATTER

    def run(self, folder: Path, source: str, target: str, report: Callable[[], None], workers: int) -> JavaRun:
        files = [f"model-name:{self.linked(folder)}", f"test-file:{source}", f"output-file:{target}"]
        call = ["test", *files, *self.parser._switches]
        return self.parser.run(_MAIN, call, folder, report, workers=workers)
