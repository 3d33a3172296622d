"""Programs that read and write dependency trees in CoNLL formats: one file in, one file out."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import numpy as np

from ...core.errors import FormatError
from ...core.types import Progress
from ...formats.base import Input
from ...formats.conll import CONLLX, Layout, read_conll, write_conll
from ...programs.java import JavaRun
from ...treebank import Treebank
from ..results import Predictions
from .base import FileModel, JavaParser
from .parts import parsed_in_parts
from .sentences import HeadsAndRelations, predict_arcs, with_both_tags


def write_words(treebank: Treebank, path: Path, layout: Layout = CONLLX, *, heads: bool = False) -> None:
    """Write the sentences that have words; programs stop at one that has none. With `heads`, every word is a root where
    the sentences have no trees, for programs that do not take words without heads."""
    full = with_both_tags(treebank[np.flatnonzero(treebank.tokens.counts)])
    tokens = full.tokens.replace(phead=None, pdeprel=None, rest=None)
    if heads and not full.has_dependencies:
        tokens = tokens.replace(head=np.full(len(tokens), -1, np.int32))
    with path.open("wb") as file:
        write_conll(full.replace(tokens=tokens), file, layout)


def read_arcs(data: bytes, layout: Layout = CONLLX) -> tuple[list[HeadsAndRelations], str | None]:
    """The heads and relations of the sentences that a program wrote, and what is wrong with the next one, if it cannot
    be read; a sentence that it did not finish is left out."""
    try:
        return _read(data, layout), None
    except FormatError as error:
        before = b"".join(line + b"\n" for line in data.split(b"\n")[: error.reject.line - 1])
        return _read(before, layout), f"its output cannot be read: {error}"


def _read(data: bytes, layout: Layout) -> list[HeadsAndRelations]:
    end = data.rfind(b"\n\n")
    trees = read_conll(Input(data[: end + 2] if end >= 0 else b"", "the output", lenient=True), layout)
    heads, relations = trees.tokens.numbers("head").tolist(), trees.tokens.text("deprel").decode()
    return [
        (heads[begin:end], [relation or "_" for relation in relations[begin:end]])
        for begin, end in pairwise(trees.tokens.offsets.tolist())
    ]


@dataclass(frozen=True, eq=False)
class ConllModel(FileModel):
    """A model of a Java program that parses a file and writes another one.

    layout   the format of both
    written  the format of its output, if it is another one
    heads    whether the words to parse must have heads
    chatter  how the lines begin that the program always prints
    """

    layout: ClassVar[Layout] = CONLLX
    written: ClassVar[Layout | None] = None
    heads: ClassVar[bool] = False
    chatter: ClassVar[re.Pattern[str]] = re.compile(r"\s*$")

    parser: JavaParser

    @property
    def spec(self) -> str:
        return self.parser.spec

    def run(self, folder: Path, source: str, target: str, report: Callable[[], None], workers: int) -> JavaRun:
        """Parse one file of a folder and write another one."""
        raise NotImplementedError

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        workers = self.parser.workers(int((sentences.tokens.counts > 0).sum()))
        arcs, problem = parsed_in_parts(sentences, workers, partial(self._parsed, workers), progress)
        return predict_arcs(sentences, arcs, problem)

    def _parsed(
        self, workers: int, sentences: Treebank, folder: Path, report: Callable[[int], None]
    ) -> tuple[list[HeadsAndRelations], str | None]:
        """The trees of some sentences, and what the program said if there are too few."""
        source, target = folder / "test", folder / "parsed"
        write_words(sentences, source, self.layout, heads=self.heads)

        def look() -> None:
            # It parses in order, and the output is about as long as the input.
            if target.exists():
                report(min(len(sentences) * target.stat().st_size // source.stat().st_size, len(sentences)))

        outcome = self.run(folder, source.name, target.name, look, workers)
        arcs, problem = read_arcs(target.read_bytes() if target.exists() else b"", self.written or self.layout)
        if not outcome.status:
            report(len(arcs))
        return arcs, problem or outcome.message(self.chatter, self.parser.name) or None
