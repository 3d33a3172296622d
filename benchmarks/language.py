"""Training a trigram model and measuring perplexity: how the time grows with the text, without reading.

The texts are those of `texts.py`: a real one, and a large one drawn at random. `commands.py` has the whole command,
compared with other programs.
"""

from __future__ import annotations

import os
import resource
import time
import warnings

import texts
from timing import Row, best_processor_time
from treegauge.core.parallel import jobs
from treegauge.models.ngrams import DiscountWarning, train_ngrams

LARGE = int(os.environ.get("WORDS", "10_000_000"))


def language_model() -> list[Row]:
    """Training and perplexity, one core."""
    text = texts.real()
    train_ngrams(text).score(text)
    with jobs(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", DiscountWarning)
        spent = best_processor_time(lambda: train_ngrams(text).score(text))
        rows = [(f"train and perplexity, {len(text.words):,} words", f"{spent:.2f} s", "", "", "")]
        large = texts.generated(LARGE)
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
