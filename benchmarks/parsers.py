"""The greedy parsers compared with MaltParser and its default features: training, parsing, accuracy.

The treebanks are UD Turkish-IMST and English-EWT in the data folder (`SHARED`). MaltParser is included if it is
installed (`treegauge parsers install maltparser`). Times are those of whole calls on one core.
"""

from __future__ import annotations

import time
from pathlib import Path

import treegauge
from foreign import no_kept_models
from treegauge import Treebank, find_parser, score
from treegauge.core.parallel import jobs

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks" / "ud"
Row = tuple[str, str, str, str, str]
TREEBANKS = {
    "Turkish-IMST": ("tr_imst-ud-train.conllu.xz", "tr_imst-ud-test.conllu.xz"),
    "English-EWT": ("en_ewt-ud-train.rebuilt.conllu.xz", "en_ewt-ud-test.conllu.xz"),
}
PEERS = {
    "arc-standard": "nivrestandard",
    "arc-eager": "nivreeager",
    "swap-eager": "stackeager",
    "swap-lazy": "stacklazy",
}


def parsers() -> list[Row]:
    """Every system on every available treebank."""
    rows = []
    for name, files in TREEBANKS.items():
        if not (SHARED / f"UD_{name}").exists():
            continue
        train, test = (treegauge.read(SHARED / f"UD_{name}" / file) for file in files)
        for system, algorithm in PEERS.items():
            treegauge.parse(train[:50], test[:10], system)  # compiles
            rows += _compared(name, train, test, system, f"maltparser(algorithm={algorithm})")
    return rows


def _compared(name: str, train: Treebank, test: Treebank, system: str, peer: str) -> list[Row]:
    ours = _measured(train, test, system)
    theirs = _measured(train, test, peer) if find_parser(peer).missing() is None else None
    words = (len(train.tokens), len(test.tokens), 0)
    rows = []
    for place, (what, unit) in enumerate((("train", "s"), ("parse", "words/s"), ("LAS", ""))):
        our_value, their_value = ours[place], theirs[place] if theirs else None
        better = "" if their_value is None else f"{their_value / our_value:.1f} x"
        if place == 2:
            better = "" if their_value is None else f"{our_value - their_value:+.2f}"
        shown, peer_shown = (
            "" if value is None else f"{words[1] / value:,.0f} {unit}" if place == 1 else f"{value:.2f} {unit}".strip()
            for value in (our_value, their_value)
        )
        goal = ("60 s for EWT", "20,000 words/s", "-1 or better")[place]
        rows.append((f"{system}, {name}: {what}", shown, peer_shown, better, goal))
    return rows


def _measured(train: Treebank, test: Treebank, spec: str) -> tuple[float, float, float]:
    """Seconds of training and of parsing, and the labelled attachment score."""
    with jobs(1), no_kept_models():
        start = time.perf_counter()
        model = find_parser(spec).train(train)
        trained = time.perf_counter()
        parses = model.parse(test)
        parsed = time.perf_counter()
    accuracy = score(test, parses.trees, "attachment")[0].scores["las"]
    return trained - start, parsed - trained, accuracy
