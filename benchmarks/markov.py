"""What smoothed rules cost: inference under a Markov grammar against the treebank grammar, in the same run, one core.

The sentences are about 220 of up to 25 tokens, evenly spaced in the Penn Treebank sample; the grammars are those of the
whole sample.
"""

from __future__ import annotations

import numpy as np

import grammars
import treegauge
from timing import Row
from treegauge.core.parallel import jobs
from treegauge.models.grammars.inference import AnyGrammar, infer
from treegauge.models.grammars.markov import find_markov, learn_markov

SENTENCES, LONGEST = 220, 25
MODELS = ("h=0", "h=1", "h=2", "h=1,smoothing=kneser-ney", "h=1,heads=collins", "h=2,heads=collins", "h=2,v=2")


def markov() -> list[Row]:
    """One row per model."""
    trees = grammars.treebank()
    short = grammars.short(trees, LONGEST)
    sample = short[np.arange(0, len(short), max(len(short) // SENTENCES, 1))[:SENTENCES]]
    rows = []

    def measured(grammar: AnyGrammar) -> float:
        infer(grammar, sample[:2])  # builds the network
        return grammars.seconds([lambda: infer(grammar, sample)], 2)[0]

    with jobs(1):
        plain = measured(treegauge.induce(trees))
        for options in MODELS:
            model = find_markov(f"markov({options})")
            spent = measured(learn_markov(trees, model))
            job = f"{len(sample)} sentences under markov({options})"
            rows.append(
                (job, f"{spent:.2f} s", f"the rules as they are: {plain:.2f} s", f"{spent / plain:.1f} x", "3 x")
            )
            print(*rows[-1], sep=" | ", flush=True)
    return rows
