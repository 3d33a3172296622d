"""Training a trigram model and measuring perplexity: how the time grows with the text, without reading.

The text is that of UD English-EWT if it is in the data folder (`SHARED`), otherwise many copies of the bundled
treebank. `commands.py` has the whole command, compared with other programs.
"""

from __future__ import annotations

import os
import resource
import time
import warnings
from pathlib import Path

import numpy as np

import treegauge
from timing import Row, best_processor_time
from treegauge import Text
from treegauge.core.parallel import jobs
from treegauge.formats.bundled import bundled
from treegauge.models.ngrams import Corpus, DiscountWarning, train_ngrams

SHARED = Path(__file__).parent.parent.parent / "shared"
LARGE = int(os.environ.get("WORDS", "10_000_000"))
NOISE = 0.3  # of the words of a copy are exchanged, or the copies would have no new n-grams


def corpus() -> Corpus:
    path = SHARED / "treebanks" / "ud" / "UD_English-EWT" / "en_ewt-ud-train.rebuilt.conllu.xz"
    trees = treegauge.read(path) if path.exists() else treegauge.concatenate([bundled("english.conllu")] * 200)
    return Corpus.of(trees)


def copied(text: Corpus, words: int) -> Corpus:
    """Copies of a text in which some words are exchanged."""
    copies = -(-words // len(text.words))
    generator = np.random.default_rng(0)
    codes = np.tile(text.words.codes, copies)
    moved = generator.random(len(codes)) < NOISE
    codes[moved] = generator.permutation(codes[moved])
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.tile(text.lengths, copies))))
    return Corpus(Text(codes, text.words.values), offsets)


def language_model() -> list[Row]:
    """Training and perplexity, one core."""
    text = corpus()
    train_ngrams(text).score(text)
    with jobs(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", DiscountWarning)
        spent = best_processor_time(lambda: train_ngrams(text).score(text))
        rows = [(f"train and perplexity, {len(text.words):,} words", f"{spent:.2f} s", "", "", "")]
        large = copied(text, LARGE)
        start = time.process_time()
        model = train_ngrams(large)
        trained = time.process_time()
        model.score(large)
        scored = time.process_time()
    words = f"{len(large.words):,} words"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    rows.append((f"train, {words}", f"{trained - start:.1f} s", "", "", "10 s with a perplexity"))
    rows.append((f"perplexity, {words}", f"{scored - trained:.1f} s", "", "", ""))
    growth = (scored - start) / spent / (len(large.words) / len(text.words))
    rows.append(("the same per word, against the small text", f"{growth:.1f} x", "", "", "1 x: linear"))
    rows.append(("most memory of this process", f"{memory:.0f} MB", "", "", "2000 MB"))
    return rows
