"""Suspects: variation in a treebank of 1 million words, and all evidence with its calibration."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import treegauge
from timing import Row, best_processor_time
from treegauge.formats.bundled import bundled
from treegauge.studies.suspects.items import items_of
from treegauge.studies.suspects.variation import variation_evidence

ICEPAHC = Path(__file__).parent.parent.parent / "shared" / "treebanks" / "icepahc" / "icepahc_psd.tar.xz"


def suspects() -> list[Row]:
    """IcePaHC if it is in the data folder, otherwise copies of the bundled trees."""
    if ICEPAHC.exists():
        trees = treegauge.read(ICEPAHC)
    else:
        trees = bundled("english.mrg").select(np.arange(10_000) % 64)
    items = items_of(trees)
    words = f"{len(items.treebank.tokens):,} words"
    variation = best_processor_time(lambda: variation_evidence(items), 1)
    everything = best_processor_time(lambda: treegauge.find_suspects(trees), 1)
    return [
        (f"suspects, variation, {words}", f"{variation:.1f} s", "", "", "60 s"),
        (f"suspects, all evidence, {words}", f"{everything:.1f} s", "", "", ""),
    ]
