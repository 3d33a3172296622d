"""The bits of nodes: their sum against the figure of each sentence, in every treebank, and what they cost.

`sums` measures the constituency treebanks of the data folder (`SHARED`), under both protocols: all trees of up to 39
tokens, or a random sample of `MOST` sentences where a treebank has more. `python benchmarks/node_bits.py --all` takes
all sentences, which takes about ten minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import grammars
import treegauge
from timing import Row
from treegauge import Grammar, Treebank
from treegauge.core.parallel import jobs
from treegauge.models.grammars.derivations import derivations
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.leave_one_out import leave_one_out

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
MOST = 2000
TREEBANKS = (
    "ptb_wsj_sample/wsj_sample.mrg.xz", "gum/gum_const.ptb.xz", "gum/gentle_const.ptb.xz", "craft/craft_penn.tree.xz",
    "genia/*.trees.xz", "genia/genia_treebank_v1_xml.tar.xz", "handparsed/english_handparsed.mrg", "pe08/*.ptb",
    "icepahc", "farpahc", "yiddish", "keyaki", "pcc", "tiger_sample/tiger-sample.export",
    "tiger_sample/corpus-sample.export", "tuebadz_sample/exportxml-example.xml.xz",
    "tuebadz_sample/tueba-sample.export", "squoia/*_DE.xml.xz", "squoia/*_ES.xml.xz",
    "smultron/smultron_de_banana.xml.xz", "smultron/smultron_sv_banana.xml.xz", "smultron/smultron_en_banana.xml.xz",
    "alpino", "discodop_alpino_sample", "cess_esp", "floresta", "sinica",
)  # fmt: skip


def sums(most: int | None = MOST) -> list[Row]:
    """One row per treebank: the greatest difference, in bits, between the nodes of a tree and its log2 p(w)/p(t)."""
    rows = []
    for name in TREEBANKS:
        if not list(SHARED.glob(name)):
            continue
        trees = treegauge.apply(treegauge.read(str(SHARED / name), on_error="skip"), "prepare")
        whole = most is None or len(trees) <= most
        trees = trees if whole else treegauge.apply(trees, f"sample({most})")
        found = [greatest_difference(trees, protocol) for protocol in ("train", "loo")]
        shown = [f"{count:,} trees, {difference:.1g}" for count, difference in found]
        size = f"{len(trees):,} sentences" + ("" if whole else " (sample)")
        good = "yes" if all(difference <= 1e-9 for _, difference in found) else "NO"
        rows.append((f"{name}, {size}", f"train: {shown[0]}", f"loo: {shown[1]}", good, "1e-9"))
        print(*rows[-1], sep=" | ", flush=True)
    return rows


def greatest_difference(trees: Treebank, protocol: str) -> tuple[int, float]:
    """How many trees are covered, and the greatest difference in bits; 0 where there is none."""
    figures = treegauge.difficulty(trees, protocol=protocol).figures  # type: ignore[arg-type]
    total = np.bincount(figures.trees.nodes.sentence, figures.node_bits.sum(1), len(figures))
    differences = np.abs(total - figures.delta)[figures.covered]
    return len(differences), float(differences.max(initial=0.0))


def costs() -> list[Row]:
    """The time with the bits of nodes against the time without them, one core."""
    trees = grammars.short(grammars.treebank(), 39)
    grammar = treegauge.induce(trees)
    rows = []
    for protocol in ("train", "loo"):
        plain, more = _options(grammar, trees, protocol)
        with jobs(1):
            spent = grammars.seconds(
                [
                    lambda plain=plain: infer(grammar, trees, **plain),  # type: ignore[misc]
                    lambda plain=plain, more=more: infer(grammar, trees, **plain, **more),  # type: ignore[misc]
                ]
            )
        ratio = f"{spent[1] / spent[0]:.2f} x"
        rows.append((f"bits of nodes, {protocol}", f"{spent[1]:.1f} s", f"{spent[0]:.1f} s", ratio, "1.3 x at most"))
    return rows


def _options(grammar: Grammar, trees: Treebank, protocol: str) -> tuple[dict[str, object], dict[str, object]]:
    """What inference needs for a protocol, and what it needs for the bits of nodes too."""
    if protocol == "train":
        return {}, {"log2_rule": derivations(grammar, trees).log2_rules(grammar.probability)}
    without = leave_one_out(grammar, trees)
    return {"patches": without.patches}, {"log2_rule": without.log2_rule}


if __name__ == "__main__":
    for line in costs():
        print(*line, sep=" | ")
    sums(None if "--all" in sys.argv else MOST)
