"""Training a trigram model and measuring perplexity, compared with lmplz and query of KenLM.

The environment variable KENLM names their folder. The benchmark also shows how the time grows with the text. The text
is that of UD English-EWT if it is in the data folder (`SHARED`), otherwise many copies of the bundled treebank.
"""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import time
import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np

import treegauge
from timing import best_processor_time
from treegauge import Text
from treegauge.core.parallel import jobs
from treegauge.formats.bundled import bundled
from treegauge.models.ngrams import Corpus, DiscountWarning, train_ngrams

SHARED = Path(__file__).parent.parent.parent / "shared"
Row = tuple[str, str, str, str, str]
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
        rows = [_against_kenlm(text, spent)]
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
    rows.append(("the same a word, against the small text", f"{growth:.1f} x", "", "", "1 x: linear"))
    rows.append(("most memory of this process", f"{memory:.0f} MB", "", "", "2000 MB"))
    return rows


def _against_kenlm(text: Corpus, ours: float) -> Row:
    name = f"train and perplexity, {len(text.words):,} words"
    if "KENLM" not in os.environ:
        return (name, f"{ours:.2f} s", "", "", "lmplz and query: set KENLM")
    programs = Path(os.environ["KENLM"])
    words = text.words.decode()
    with tempfile.TemporaryDirectory() as folder:
        source, model = Path(folder) / "text", Path(folder) / "model"
        source.write_text("".join(" ".join(map(str, words[a:b])) + "\n" for a, b in pairwise(text.offsets)), "utf-8")
        before = _children()
        # By default lmplz takes most of the memory, and spends its time on that.
        train_command: list[str | Path] = [programs / "lmplz", "-o", "3", "-S", "500M"]
        with source.open() as file, model.open("wb") as out:
            subprocess.run(train_command, stdin=file, stdout=out, stderr=subprocess.PIPE, check=True)
        command: list[str | Path] = [programs / "query", "-v", "summary", model]
        with source.open() as file:
            subprocess.run(command, stdin=file, capture_output=True, check=True)
        theirs = _children() - before
    return (name, f"{ours:.2f} s", f"{theirs:.2f} s (lmplz, query)", f"{theirs / ours:.1f} x", "1 x")


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
