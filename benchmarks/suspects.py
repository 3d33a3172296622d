"""Suspects: variation in a treebank of 1 million words, and all evidence with its calibration."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import treegauge
from timing import Row, best_processor_time
from treegauge.formats.bundled import bundled
from treegauge.studies.suspects.items import items_of
from treegauge.studies.suspects.variation import variation_evidence

TREEBANKS = Path(__file__).parent.parent.parent / "shared" / "treebanks"


def suspects() -> list[Row]:
    """The phrases of IcePaHC, and the dependencies of all UD treebanks of the data folder; without it, copies of the
    bundled trees."""
    sources = {"phrases": (TREEBANKS / "icepahc", "english.mrg"), "dependencies": (TREEBANKS / "ud", "english.conllu")}
    rows = []
    for kind, (folder, small) in sources.items():
        if folder.exists():
            trees = treegauge.read(str(folder / ("*.tar.xz" if kind == "phrases" else "UD_*/*.conllu.xz")))
        else:
            trees = bundled(small).select(np.arange(10_000) % 64)
        items = items_of(trees)
        job = f"{kind}, {len(items.treebank.tokens):,} words"
        variation = best_processor_time(lambda items=items: variation_evidence(items), 1)  # type: ignore[misc]
        everything = best_processor_time(lambda trees=trees: treegauge.find_suspects(trees), 1)  # type: ignore[misc]
        rows.append((f"suspects, variation, {job}", f"{variation:.1f} s", "", "", "60 s"))
        rows.append((f"suspects, all evidence, {job}", f"{everything:.1f} s", "", "", ""))
    return rows
