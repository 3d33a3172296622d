"""The BLLIP parser (Charniak's), run in processes of its own."""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from ...core.bounds import Positive
from ...core.errors import CallError, DataError, MissingFileError
from ...core.outputs import create_binary, work_folder
from ...core.parallel import available, current_jobs
from ...core.types import Progress
from ...core.wording import option
from ...core.zip_files import DamagedZipError, read_members
from ...programs.running import run_program
from ...treebank import Treebank
from ..base import parser
from ..foreign.base import FileModel, ProgramParser
from ..foreign.phrases import PrintedTree, parse_parts, words_for_brackets
from ..results import Predictions
from ..trees import check_phrase_trees
from . import _bllip_training, _bllip_worker

_MEMBER = re.compile(r"(parser/|reranker/)?\w[\w.-]*")
_SIGN = "pSgT.txt"  # a file that every model of the first stage has
_FEW = 100  # sentences: fewer are not worth a second process
_SPACE = re.compile(r"\s")


@parser("bllip")
@dataclass(frozen=True, kw_only=True)
class Bllip(ProgramParser):
    """The BLLIP parser 2021.11.7: Charniak's lexicalised parser, with Johnson's reranker if the model has one.

    Charniak 2000, A maximum-entropy-inspired parser; Charniak and Johnson 2005, Coarse-to-fine n-best parsing and
    MaxEnt discriminative reranking. Training needs programs of its source code, see `trainer`.

    model_folder  a trained model: of the first stage, or with the folders parser and reranker
    trainer       the folder of its source code with the programs that train (or the variable BLLIP_TRAINER)
    nbest         how many trees the first stage makes; the reranker chooses one of them
    overparsing   how long it searches after the first tree, in tenths of the work until then
    rerank        use the reranker of the model; by default if there is one
    tags          predict them (own), or use those of the sentences (given)
    """

    makes = "constituents"
    saved = (".bllip",)
    model_folder: str | None = None
    trainer: str | None = None
    nbest: Positive = 50
    overparsing: Positive = 21
    rerank: bool | None = None
    tags: Literal["own", "given"] = "own"

    def check_treebank(self, treebank: Treebank) -> None:
        check_phrase_trees(treebank, self.name)
        if treebank.tokens.text("tag").mask({"-NONE-"}).any():
            raise CallError("bllip learns from trees without empty elements; use -t remove-empties")

    @property
    def trained_as(self) -> str:
        return Bllip().spec

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        model = _bllip_training.train_first_stage(treebank, self.trainer, folder, progress)
        packed = folder / "model.bllip"
        _pack(model, packed)
        return packed

    def trained(self) -> BllipModel:
        if self.model_folder is None:
            raise CallError(
                "bllip has no model of its own; give it a treebank to learn from, or bllip(model_folder=FOLDER)"
            )
        return self.load(self.model_folder)

    def is_saved(self, path: str | os.PathLike[str]) -> bool:
        return _first_stage(Path(path)) is not None or super().is_saved(path)

    def load(self, path: str | os.PathLike[str]) -> BllipModel:
        folder = Path(path)
        if folder.is_dir():
            if _first_stage(folder) is None:
                raise DataError(f"'{folder}' is not the folder of a model of the BLLIP parser: it has no {_SIGN}")
            return BllipModel(folder, self)
        if not folder.exists():
            raise MissingFileError.of(os.fspath(path))
        return self.model_in(folder)

    def model_in(self, path: Path) -> BllipModel:
        _members(path)
        return BllipModel(path, self)

    def workers(self, sentences: int) -> int:
        """How many processes parse this many sentences side by side."""
        return max(1, min(current_jobs() or available(), sentences // _FEW))


@dataclass(frozen=True, eq=False)
class BllipModel(FileModel):
    """A model: the folder that the BLLIP parser reads, or all of its files in one (.bllip)."""

    parser: Bllip

    @property
    def spec(self) -> str:
        return self.parser.spec

    def save(self, path: str | os.PathLike[str]) -> None:
        if self.path.is_dir():
            _pack(self.path, path)
        else:
            super().save(path)

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        with self._unpacked() as model:
            orders = self._orders(model)
            workers = self.parser.workers(int((sentences.tokens.counts > 0).sum()))
            return parse_parts(sentences, workers, partial(self._parse, orders), progress)

    @contextmanager
    def _unpacked(self) -> Iterator[Path]:
        """The folder of the model under a plain name: the parser takes no others."""
        with work_folder() as folder:
            model = folder / "model"
            if self.path.is_dir():
                model.symlink_to(self.path.absolute())
            else:
                for name, content in _members(self.path).items():
                    (model / name).parent.mkdir(parents=True, exist_ok=True)
                    (model / name).write_bytes(content)
            yield model

    def _orders(self, model: Path) -> dict[str, object]:
        files = {name: _reranker_file(model, name) for name in ("features", "weights")}
        reranker = None if None in files.values() else [str(file) for file in files.values()]
        if self.parser.rerank and reranker is None:
            raise CallError(f"'{self.path}' has no reranker (reranker/features.gz and weights.gz)")
        return {
            "packages": [str(file.path.absolute()) for file in self.parser.files],
            "parser": str(_first_stage(model)),
            "reranker": None if self.parser.rerank is False else reranker,
            "options": {"nbest": self.parser.nbest, "overparsing": self.parser.overparsing},
        }

    def _parse(
        self, orders: dict[str, object], sentences: Treebank, folder: Path, report: Callable[[int], None]
    ) -> tuple[Sequence[PrintedTree], str | None]:
        """The trees of some sentences. If the process crashes at one, another process parses those after it."""
        (folder / "orders").write_text(json.dumps(orders), "utf-8")
        lines = self._lines(sentences)
        trees: list[PrintedTree] = []
        while len(trees) < len(lines):
            done = len(trees)
            (folder / "words").write_text("".join(lines[done:]), "utf-8")
            (folder / "trees").unlink(missing_ok=True)
            look = partial(_look, folder / "trees", lambda number, done=done: report(done + number))  # type: ignore[misc]
            status, said = run_program([sys.executable, "-s", _bllip_worker.__file__, "orders"], folder, look)
            printed = _printed(folder / "trees")
            trees += printed[1:]
            if not status:
                break
            if not printed or status > 0:
                return trees, said[-1] if said else f"it ended with the status {status}"
            trees.append((None, f"the BLLIP parser crashed (signal {-status})"))
        report(len(trees))
        return trees, None

    def _lines(self, sentences: Treebank) -> list[str]:
        """The sentences for the worker: words without any white space, and tags or none."""
        words = [[_SPACE.sub("_", word) for word in sentence] for sentence in words_for_brackets(sentences)]
        if self.parser.tags == "own":
            return [f"{json.dumps([sentence, None])}\n" for sentence in words]
        pairs = zip(words, words_for_brackets(sentences, "tag"), strict=True)
        return [f"{json.dumps(pair)}\n" for pair in pairs]


def _look(path: Path, report: Callable[[int], None]) -> None:
    if path.exists():
        report(max(path.read_bytes().count(b"\n") - 1, 0))


def _printed(path: Path) -> list[PrintedTree]:
    """What the worker printed: first that the model is loaded, then the trees; a line that it did not end is not."""
    lines = path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


def _first_stage(folder: Path) -> Path | None:
    """The folder of the first stage of a model, if a folder is one."""
    return next((place for place in (folder, folder / "parser") if (place / _SIGN).is_file()), None)


def _reranker_file(model: Path, name: str) -> Path | None:
    files = [model / "reranker" / f"{name}.{ending}" for ending in ("gz", "bz2")]
    return next((file for file in files if file.is_file()), None)


def _pack(model: Path, target: str | os.PathLike[str]) -> None:
    """Put the files of a model into one file, which is the same each time."""
    files = sorted(file for file in model.rglob("*") if file.is_file())
    with create_binary(os.fspath(target)) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            name = path.relative_to(model).as_posix()
            if _MEMBER.fullmatch(name):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)


def _members(path: Path) -> dict[str, bytes]:
    """The files of a model in one file."""
    try:
        members = read_members(path.read_bytes(), str(path), _MEMBER.fullmatch)
    except DamagedZipError as error:
        raise _not_a_model(path, str(error)) from None
    if not {_SIGN, f"parser/{_SIGN}"}.intersection(members):
        raise _not_a_model(path, f"it has no {_SIGN}")
    return members


def _not_a_model(path: Path, problem: str) -> DataError:
    return DataError(
        f"'{path}' is not a model of the BLLIP parser: {problem}; get it again, or train with"
        f" {option('save', 'FILE.bllip')}"
    )
