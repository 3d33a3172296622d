"""Programs that read words and print phrases: one sentence per line in, one bracketed tree per line out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from ...core.errors import FormatError
from ...core.types import Progress
from ...formats.base import Input
from ...formats.brackets import read_brackets, write_brackets
from ...formats.dialects import DIALECTS
from ...transforms.flatten import add_root
from ...treebank import Rows, Treebank
from ...treebank.views import escape_brackets
from ..results import Constituents, Facts, Failure, Predictions
from .parts import PartParser, parsed_in_parts

_NO_TAG = "X"  # of a word in a flat tree that has none

# A tree as the program printed it, or the reason why there is none.
PrintedTree = tuple[str, None] | tuple[None, str]


def words_for_brackets(treebank: Treebank, column: str = "form", missing: str = "_") -> list[list[str]]:
    """The words of each sentence, or another column, as they can be written between brackets and spaces."""
    words = [value or missing for value in treebank.tokens.text(column).map(escape_brackets).decode()]
    return [words[begin:end] for begin, end in pairwise(treebank.tokens.offsets.tolist())]


def write_trees_for_training(treebank: Treebank, path: Path, root: str = "") -> None:
    """Write the trees of the sentences that have words, one per line, each below one root with this name. A root that
    is called TOP, ROOT, S1 or VROOT is replaced."""
    full = treebank[np.flatnonzero(treebank.tokens.counts)]
    with path.open("wb") as file:
        write_brackets(add_root(full.replace(header={}), label=root), file, DIALECTS["brackets"])


def predict_phrases(
    sentences: Treebank,
    trees: Sequence[PrintedTree],
    *,
    failure: str | None = None,
    facts: Facts | None = None,
    root: str = "ROOT",
) -> Predictions:
    """The predictions, from the trees of the sentences that have words, in order. If there are too few, the program
    failed at the next sentence: `failure` says why.

    A sentence without a tree, or with one over other words, is without a parse and gets a flat tree below `root`.
    """
    full = np.flatnonzero(sentences.tokens.counts)
    failed = None
    if len(trees) < len(full):
        failed = Failure(int(full[len(trees)]), failure or "it stopped there")
        sentences = sentences[: failed.sentence]
        full = full[: len(trees)]
    flat = _flat_trees(sentences[full], root)
    read, reasons = _read_trees([tree for tree, _ in trees], flat, sentences.tokens.counts[full].tolist())
    reasons |= {number: reason for number, (_, reason) in enumerate(trees) if reason is not None}
    counts = np.zeros(len(sentences), np.int64)
    counts[full] = read.nodes.counts
    nodes = Rows(np.concatenate(([0], np.cumsum(counts))), read.nodes.columns)
    return Predictions(
        constituents=Constituents(nodes, read.tokens.numbers("parent")),
        tags=read.tokens.text("tag"),
        unparsed={int(full[number]): reason for number, reason in reasons.items()},
        facts=facts or {},
        failure=failed,
    )


def _flat_trees(sentences: Treebank, root: str) -> list[str]:
    pairs = zip(words_for_brackets(sentences, "tag", _NO_TAG), words_for_brackets(sentences), strict=True)
    return [f"({root} {' '.join(f'({tag} {word})' for tag, word in zip(*pair, strict=True))})" for pair in pairs]


def _read_trees(
    trees: Sequence[str | None], flat: Sequence[str], words: Sequence[int]
) -> tuple[Treebank, dict[int, str]]:
    """The trees as a treebank, with flat ones in place of those that cannot be used, and why they cannot."""
    lines = [flat[number] if tree is None else tree for number, tree in enumerate(trees)]
    reasons: dict[int, str] = {}
    while True:
        try:
            read = _read(lines)
        except FormatError as error:
            number = error.reject.line - 1
            reasons[number] = f"its tree cannot be read: {error.reject.message}"
            lines[number] = flat[number]
            continue
        found = read.tokens.counts.tolist()
        wrong = [number for number, count in enumerate(found) if count != words[number]]
        if not wrong:
            return read, reasons
        for number in wrong:
            reasons[number] = (
                f"it divided the words otherwise: its tree has {found[number]}, the sentence {words[number]}"
            )
            lines[number] = flat[number]


def _read(lines: Sequence[str]) -> Treebank:
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    read = read_brackets(Input(data, "the output"), DIALECTS["brackets"])
    if len(read) != len(lines):
        raise ValueError(f"{len(read)} trees on {len(lines)} lines")
    return read


def parse_parts(
    sentences: Treebank,
    workers: int,
    parse: PartParser[PrintedTree],
    progress: Progress | None = None,
    facts: Facts | None = None,
    root: str = "ROOT",
) -> Predictions:
    """The predictions of a program, of which several processes work side by side."""
    trees, problem = parsed_in_parts(sentences, workers, parse, progress)
    return predict_phrases(sentences, trees, failure=problem, facts=facts, root=root)
