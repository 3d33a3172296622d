"""Compare the plain grammar of the Stanford parser with `pcfg` on the treebanks of docs/studies/across-treebanks.md.

python docs/ecc_parsers.py ROWS                            fills the tables of the page from the rows in the file ROWS
python docs/ecc_parsers.py ROWS TREEBANKS [-s] PATH ...    first measures treebanks of the folder TREEBANKS, and adds
                                                           one row for each; -s: 2,000 sentences of each
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from across_treebanks import LARGE, NAMES, SAMPLED
from measured import fill_page, markdown_table
from numpy.typing import NDArray

import treegauge
from treegauge import Treebank
from treegauge.core.types import Row
from treegauge.evaluation.statistics.correlation import correlate
from treegauge.models.grammars.derivations import log2_trees
from treegauge.treebank.edit import drop_nodes
from treegauge.treebank.shape import child_counts

MAX_LENGTH = 39
PARSERS = {
    "stanford": f"stanford(grammar=plain,tags=given,max_length={MAX_LENGTH},memory=4g)",
    "pcfg": f"pcfg(max_length={MAX_LENGTH})",
}
SCORES = {"precision": "LP", "recall": "LR", "f1": "F1", "exact_match": "EMR"}
SAME = 1e-6  # bits: the same rules in another order differ by less


def same_label(treebank: Treebank) -> NDArray[np.bool_]:
    """The phrases that are the only child of a phrase with the same label: the Stanford parser learns none of them."""
    nodes, label = treebank.nodes, treebank.nodes.text("label").codes
    parent = nodes.numbers("parent")
    above = np.where(parent < 0, 0, parent + nodes.offsets[nodes.sentence])
    doubled: NDArray[np.bool_] = (parent >= 0) & (child_counts(treebank)[above] == 1) & (label[above] == label)
    return doubled


def measure(path: str, transforms: Sequence[str]) -> Row:
    """The figures of both parsers on the trees that they learned from."""
    prepared = treegauge.apply(treegauge.read(path, on_error="skip"), list(transforms))
    prepared = prepared[np.flatnonzero(prepared.tokens.counts)]
    doubled = same_label(prepared)
    treebank = treegauge.apply(drop_nodes(prepared, doubled), "add-root")
    short = np.flatnonzero(treebank.tokens.counts <= MAX_LENGTH)
    gold, grammar = treebank[short], treegauge.induce(treebank)
    row: dict[str, object] = {"treebank": path, "transform": "+".join(transforms), "trees": len(gold)}
    row |= {"doubled": int(doubled.sum()), "rules": len(grammar)}
    parses = {}
    for name, parser in PARSERS.items():
        begin = time.perf_counter()
        found = treegauge.parse(treebank, gold, parser)
        parses[name] = found.trees
        row[name] = scored(gold, found.trees)
        words = [treegauge.apply(trees, "drop-punctuation") for trees in (gold, found.trees)]
        row[f"{name}_words"] = scored(*words)
        row[f"{name}_unparsed"] = len(found.unparsed)
        row[f"{name}_ms"] = 1000 * (time.perf_counter() - begin) / len(gold)
    equal = [one == other for one, other in zip(*map(_shapes, parses.values()), strict=True)]
    bits = log2_trees(grammar, parses["pcfg"]) - log2_trees(grammar, parses["stanford"])
    tied = ~np.array(equal) & (np.abs(bits) < SAME)
    worse = bits[~np.array(equal) & ~tied]
    return row | {"equal": sum(equal), "tied": int(tied.sum()), "worst": float(worse.max(initial=0.0))}


def scored(gold: Treebank, parses: Treebank) -> dict[str, float]:
    """Precision, recall, F1 and exact match rate; nothing is deleted, as in `treegauge difficulty`."""
    scores = treegauge.score(gold, parses, "parseval(prm=none)")[0].scores
    return {score: scores[score] for score in SCORES}


def _shapes(trees: Treebank) -> list[str]:
    return [tree.brackets() for tree in trees]


def tables(rows: Sequence[Row]) -> dict[str, str]:
    """One row per treebank, in the order of the page: all tokens, and without punctuation."""
    order = list(NAMES)
    rows = sorted(rows, key=lambda row: order.index(row["treebank"]))
    names = [NAMES[row["treebank"]][0] + (" 2,000" if row["transform"].endswith(SAMPLED) else "") for row in rows]
    heads = [f"{parser} {score}" for score in SCORES.values() for parser in ("Stanford", "pcfg")]
    all_tokens = [
        [
            name,
            *(f"{row[count]:,}" for count in ("trees", "doubled")),
            *(f"{row[parser][score]:.2f}" for score in SCORES for parser in PARSERS),
            *(f"{count:,}" for count in (row["equal"], row["tied"], row["trees"] - row["equal"] - row["tied"])),
        ]
        for name, row in zip(names, rows, strict=True)
    ]
    words = [
        [name, *(f"{row[f'{parser}_words'][score]:.2f}" for score in SCORES for parser in PARSERS)]
        for name, row in zip(names, rows, strict=True)
    ]
    counts = ["equal", "equally probable", "others"]
    return {
        "ecc-parsers": markdown_table(["treebank", "trees", "removed", *heads, *counts], all_tokens),
        "ecc-parsers-words": markdown_table(["treebank", *heads], words),
        "ecc-parsers-summary": summary([row for row in rows if row["trees"] >= LARGE]),
    }


def summary(rows: Sequence[Row]) -> str:
    """The correlation of the figures of the two parsers, and their largest and mean difference."""
    lines = [f"- {len(rows)} treebanks and samples with {LARGE:,} trees or more"]
    for title, ending in (("all tokens", ""), ("without punctuation", "_words")):
        for score in ("f1", "exact_match"):
            ours, theirs = ([row[parser + ending][score] for row in rows] for parser in ("pcfg", "stanford"))
            difference = np.subtract(theirs, ours)
            rank = correlate(theirs, ours, "spearman", "greater").value
            lines.append(
                f"- {SCORES[score]}, {title}: Spearman {rank:.3f}; Stanford - pcfg: mean {difference.mean():+.2f}, "
                f"from {difference.min():+.2f} to {difference.max():+.2f}"
            )
    trees, equal, tied = (sum(row[name] for row in rows) for name in ("trees", "equal", "tied"))
    worst = max(row["worst"] for row in rows)
    lines.append(
        f"- {trees:,} sentences: {equal:,} trees equal, {tied:,} equally probable, {trees - equal - tied} others,\n"
        f"  which are at most {worst:.4f} bits less probable"
    )
    return "\n".join(lines)


def main(file: Path, folder: str | None = None, *paths: str) -> None:
    sampled = paths[:1] == ("-s",)
    transforms = ["prepare", SAMPLED] if sampled else ["prepare"]
    if folder is not None:
        file = file.absolute()
        os.chdir(folder)
    for path in paths[1:] if sampled else paths:
        row = measure(path, transforms)
        print(row, flush=True)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    fill_page("across-treebanks.md", tables(rows))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *sys.argv[2:])
