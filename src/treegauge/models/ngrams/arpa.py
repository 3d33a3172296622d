"""`write_arpa`: an n-gram model as an ARPA file, the text format that SRILM, KenLM and others write and read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import numpy as np

from ...core.errors import DataError
from ...core.outputs import create_binary
from .counts import MARKS
from .model import NgramModel

_BATCH = 1 << 16  # n-grams that are converted to text at a time
_BLANK = re.compile(r"[ \t\n\r\v\f]")


def write_arpa(model: NgramModel, path: str | os.PathLike[str]) -> None:
    """Write a model; `-` is standard output; .gz, .bz2, .xz and .zst files are compressed."""
    _check_words(model)
    with create_binary(os.fspath(path)) as file:
        sizes = "".join(f"ngram {order}={size}\n" for order, size in enumerate(model.sizes, 1))
        file.write(f"\\data\\\n{sizes}".encode())
        texts: list[str] = []
        for order in range(1, model.order + 1):
            texts = _spelled(model, order, texts)
            file.write(f"\n\\{order}-grams:\n".encode())
            for lines in _lines(model, order, texts):
                file.write(lines.encode())
        file.write(b"\n\\end\\\n")


def _check_words(model: NgramModel) -> None:
    for word in model.words.list[len(MARKS) :]:
        if word in MARKS or not word or _BLANK.search(word):
            raise DataError(
                f"an ARPA file cannot hold the word {word!r}: it is a mark, empty or has a space; replace it"
            )


def _spelled(model: NgramModel, order: int, contexts: list[str]) -> list[str]:
    """All n-grams of an order as text, from those one shorter."""
    if order == 1:
        return list(model.words)
    start, end = int(model.starts[order - 1]), int(model.starts[order])
    below = int(model.starts[order - 2])
    context = np.repeat(np.arange(len(contexts)), np.diff(model.children[below : start + 1])).tolist()
    words = model.words.list
    return [f"{contexts[c]} {words[w]}" for c, w in zip(context, model.word[start:end].tolist(), strict=True)]


def _lines(model: NgramModel, order: int, texts: list[str]) -> Iterator[str]:
    """Lines in batches: log probability, n-gram, and the back-off weight if the n-gram is a context or has a weight all
    the same, as in a file of another program."""
    digits = 7 if model.single_precision else 12
    start, end = int(model.starts[order - 1]), int(model.starts[order])
    skip = 1 if order == 1 and not model.open_vocabulary else 0
    for begin in range(start + skip, end, _BATCH):
        stop = min(begin + _BATCH, end)
        probability = model.probability[begin:stop].tolist()
        if order < model.order:
            is_context = np.diff(model.children[begin : stop + 1]) > 0
            pairs = zip(model.back_off[begin:stop].tolist(), is_context.tolist(), strict=True)
            weights = [f"\t{weight:.{digits}g}" if there or weight else "" for weight, there in pairs]
        else:
            weights = [""] * len(probability)
        rows = zip(probability, texts[begin - start : stop - start], weights, strict=True)
        yield "".join(f"{value:.{digits}g}\t{text}{weight}\n" for value, text, weight in rows)
