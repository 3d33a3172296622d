"""Oracles and derivation order on one core, compared with a plain implementation of the transition systems.

The trees are those of UD English-EWT if it is in the data folder (`SHARED`), otherwise many copies of the bundled
treebank.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

import treegauge
from timing import best_processor_time
from treegauge import Derivations, Treebank
from treegauge.formats.bundled import bundled
from treegauge.models.transitions.systems import SYSTEMS, Transition, replay
from treegauge.transforms.base import find_transform

SHARED = Path(__file__).parent.parent.parent / "shared"
Row = tuple[str, str, str, str, str]
SAMPLE = 500  # sentences that the plain definition replays


def treebank() -> Treebank:
    path = SHARED / "treebanks" / "ud" / "UD_English-EWT" / "en_ewt-ud-train.rebuilt.conllu.xz"
    return treegauge.read(path) if path.exists() else treegauge.concatenate([bundled("english.conllu")] * 200)


def oracles() -> list[Row]:
    """Every system: the oracle with the order of attachment, and the whole transform."""
    trees = treebank()
    words = len(trees.tokens)
    rows = []
    for system in SYSTEMS:
        treegauge.derive(trees[:10], system).order  # noqa: B018
        derivations = treegauge.derive(trees[:SAMPLE], system)
        ours = words / best_processor_time(lambda system=system: treegauge.derive(trees, system).order)  # type: ignore[misc]
        theirs = len(derivations.treebank.tokens) / best_processor_time(partial(_replayed, derivations), 1)
        rows.append(
            (
                f"oracle and derivation order, {system}, {words:,} words",
                f"{ours / 1e6:.1f} M words/s",
                f"{theirs / 1e6:.2f} M words/s (plain replay)",
                f"{ours / theirs:.0f} x",
                "1 M words/s",
            )
        )
        step = find_transform(f"derivation-order({system})")
        step(trees[:10])
        speed = words / best_processor_time(lambda step=step: step(trees)) / 1e6  # type: ignore[misc]
        rows.append((f"derivation-order({system})", f"{speed:.1f} M words/s", "", "", "1 M words/s"))
    return rows


def _replayed(derivations: Derivations) -> None:
    lengths = derivations.treebank.tokens.counts.tolist()
    for words, (begin, end) in zip(lengths, pairwise(derivations.offsets.tolist()), strict=True):
        replay(derivations.system, words, map(Transition, derivations.transition[begin:end].tolist()))
