"""Let several processes of a program work on parts of the sentences side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from ...core.outputs import work_folder
from ...core.parallel import together
from ...core.types import Progress
from ...treebank import Treebank

SentenceOutput = TypeVar("SentenceOutput")
# Gets sentences that have words, an empty folder, and a function to report how many are done. Returns what the program
# made of them, one per sentence up to the one at which it failed, and what it said then.
PartParser = Callable[[Treebank, Path, Callable[[int], None]], tuple[Sequence[SentenceOutput], str | None]]


def parsed_in_parts(
    sentences: Treebank, workers: int, parse: PartParser[SentenceOutput], progress: Progress | None = None
) -> tuple[list[SentenceOutput], str | None]:
    """The output for the sentences that have words, in order, up to the first one at which a process failed, and what
    this process said."""
    full = np.flatnonzero(sentences.tokens.counts)
    if not len(full):
        return [], None
    parts = np.array_split(full, workers)
    done = [0] * len(parts)

    def report(part: int, number: int) -> None:
        done[part] = number
        if progress is not None:
            progress(sum(done), len(full))

    with work_folder() as folder:
        calls = []
        for number, part in enumerate(parts):
            place = folder / str(number)
            place.mkdir()
            calls.append(partial(parse, sentences[part], place, partial(report, number)))
        outputs: list[tuple[Sequence[SentenceOutput], str | None]] = together(list(calls))
    found: list[SentenceOutput] = []
    for part, (parsed, problem) in zip(parts, outputs, strict=True):
        found += parsed[: len(part)]
        if len(parsed) < len(part):
            return found, problem
    return found, None
