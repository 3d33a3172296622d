"""Train a parser of spaCy: a small pipeline of one component, with settings of our own."""

from __future__ import annotations

import importlib
import logging
import random
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ...core.types import Progress
from ...treebank import Treebank
from ...treebank.pipelines import to_spacy

_ATTRIBUTES = {"NORM": 5000, "PREFIX": 1000, "SUFFIX": 2500, "SHAPE": 2500}  # and the rows of their tables
_TAGS = {"TAG": 500, "POS": 100}
_WIDTH = 96
_SMALLEST, _LARGEST, _GROWTH = 100, 1000, 1.001  # words of a batch, which become more with every batch
_DROPOUT = 0.1


def train_spacy(
    treebank: Treebank,
    language: str,
    folder: Path,
    progress: Progress | None,
    *,
    iterations: int,
    seed: int,
    tags: bool,
) -> None:
    """Learn from trees, with or without their tags, and write the pipeline to a folder."""
    spacy = importlib.import_module("spacy")
    with _random_numbers(seed), _quiet():
        pipeline = spacy.blank(language)
        # Texts are divided at full stops, as the parser itself only ever sees whole sentences.
        pipeline.add_pipe("sentencizer")
        pipeline.add_pipe("parser", config=_config({**_ATTRIBUTES, **(_TAGS if tags else {})}))
        examples = _examples(treebank, pipeline.vocab)
        optimizer = pipeline.initialize(lambda: examples)
        batches = importlib.import_module("spacy.training.batchers").minibatch_by_words
        sizes = _batch_sizes()
        for iteration in range(iterations):
            random.shuffle(examples)
            for batch in batches(examples, size=sizes, tolerance=0.2):
                pipeline.update(batch, sgd=optimizer, drop=_DROPOUT)
            if progress is not None:
                progress(iteration + 1, iterations)
        pipeline.meta["treegauge"] = {"tags": tags, "root": _root_relation(treebank)}
        with pipeline.use_params(optimizer.averages):
            pipeline.to_disk(folder)


def _batch_sizes() -> Iterator[int]:
    size = float(_SMALLEST)
    while True:
        yield int(size)
        size = min(size * _GROWTH, _LARGEST)


def _config(attributes: dict[str, int]) -> dict[str, Any]:
    embed = {
        "@architectures": "spacy.MultiHashEmbed.v2",
        "width": _WIDTH,
        "attrs": list(attributes),
        "rows": list(attributes.values()),
        "include_static_vectors": False,
    }
    encode = {
        "@architectures": "spacy.MaxoutWindowEncoder.v2",
        "width": _WIDTH,
        "window_size": 1,
        "maxout_pieces": 3,
        "depth": 4,
    }
    model = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode},
    }
    return {"model": model, "min_action_freq": 1}  # 30 is the default, for large treebanks


def _examples(treebank: Treebank, vocab: Any) -> list[Any]:
    """The sentences next to their trees; what is not a tree is given to the parser in training too."""
    example = importlib.import_module("spacy.training").Example
    bare = treebank.replace(tokens=treebank.tokens.replace(head=None, deprel=None))
    return [example(*pair) for pair in zip(to_spacy(bare, vocab), to_spacy(treebank, vocab), strict=True)]


def _root_relation(treebank: Treebank) -> str:
    """The relation of most roots; spaCy has only one, ROOT."""
    roots = np.flatnonzero(np.asarray(treebank.tokens.numbers("head")) < 0)
    relations = treebank.tokens.text("deprel")
    return Counter(relations[int(root)] or "_" for root in roots).most_common(1)[0][0]


@contextmanager
def _random_numbers(seed: int) -> Iterator[None]:
    """spaCy takes random numbers from the two generators that all of a process uses; they are as before afterwards."""
    states = random.getstate(), np.random.get_state()
    try:
        importlib.import_module("spacy.util").fix_random_seed(seed)
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])


@contextmanager
def _quiet() -> Iterator[None]:
    """Without advice on tables of words that could be installed too."""
    logger = logging.getLogger("spacy")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
