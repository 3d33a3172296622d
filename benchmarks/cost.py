"""Plot the time per sentence against its length and the number of rules: `python benchmarks/cost.py OUT.svg`.

The first panel has the Penn Treebank sample under its own grammar. The second has sentences of 15 words from IcePaHC
under grammars of growing samples. Needs both treebanks in the data folder (`SHARED`). Times are processor times of one
core.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import treegauge
from grammars import SHARED, treebank
from treegauge import Grammar, Treebank
from treegauge.core.parallel import jobs
from treegauge.models.grammars.inference import infer
from treegauge.report.charts import COLOURS, Chart, page
from treegauge.report.scatter import Point, scatter

LENGTHS = (5, 10, 15, 20, 25, 30, 35, 40, 50, 60)
SAMPLES = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 70_000)


def milliseconds(grammar: Grammar, sentences: Treebank) -> float:
    """Processor time of a sentence, the best of three runs, without building the network of the grammar."""
    seconds = []
    with jobs(1):
        infer(grammar, sentences[:1])
        for _ in range(3):
            start = time.process_time()
            infer(grammar, sentences)
            seconds.append(time.process_time() - start)
    return 1e3 * min(seconds) / len(sentences)


def by_length() -> Chart:
    trees = treebank()
    grammar, counts = treegauge.induce(trees), trees.tokens.counts
    points = []
    for length in LENGTHS:
        chosen = np.flatnonzero(np.abs(counts - length) <= 1)[:40]
        points.append(Point(float(counts[chosen].mean()), milliseconds(grammar, trees[chosen])))
        print(f"{points[-1].x:5.1f} words {points[-1].y:8.3f} ms")
    chart = Chart(
        f"WSJ sample, {len(grammar):,} rules", "words", "ms per sentence", (0, 65), (0, max(p.y for p in points) * 1.1)
    )
    return _lined(chart, points)


def by_rules() -> Chart:
    trees = treegauge.apply(treegauge.read(SHARED / "treebanks" / "icepahc"), ["prepare(penn-historical)"])
    order = np.random.default_rng(0).permutation(len(trees))
    test = trees[np.sort(order[trees.tokens.counts[order] == 15][:128])]
    points = []
    for size in SAMPLES:
        grammar = treegauge.induce(trees[np.sort(order[:size])])
        points.append(Point(float(len(grammar)), milliseconds(grammar, test)))
        print(f"{len(grammar):6,} rules {points[-1].y:8.3f} ms")
    top = max(point.y for point in points) * 1.1
    return _lined(Chart("IcePaHC, sentences of 15 words", "rules", "ms per sentence", (0, 65_000), (0, top)), points)


def _lined(chart: Chart, points: list[Point]) -> Chart:
    chart.path([(point.x, point.y) for point in points], f'stroke="{COLOURS[0]}" stroke-width="1.4"')
    return scatter(chart, points)


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(page([by_length(), by_rules()]))
