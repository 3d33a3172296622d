"""Agreement of annotators: tree edit distances compared with zss, and whole runs of `agree`.

The trees are those of UD Greek-GDT if it is in the data folder (`SHARED`), otherwise copies of the bundled ones. The
second annotator has another relation at every twentieth word.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import treegauge
from timing import Row, best_processor_time
from treegauge import Text, Treebank
from treegauge.core.parallel import jobs
from treegauge.formats.bundled import bundled
from treegauge.measures.shared.edit_trees import EditTrees, edit_trees

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
PAIRS = 200  # that zss compares


def agreement() -> list[Row]:
    """Distances of pairs of trees; alpha of 300 sentences, and of 10,000 by a sample of pairs."""
    trees = annotated(10_000)
    rows = [distances(trees.select(np.arange(300)))]
    for sentences, goal in ((300, "10 s"), (10_000, "60 s")):
        sides = {"a": trees.select(np.arange(sentences)), "b": changed(trees.select(np.arange(sentences)))}
        seconds = best_processor_time(lambda sides=sides: treegauge.agree(sides), 1)  # type: ignore[misc]
        rows.append((f"agree, two annotators, {sentences:,} sentences", f"{seconds:.1f} s", "", "", goal))
    return rows


def annotated(sentences: int) -> Treebank:
    """So many sentences with dependency trees."""
    path = SHARED / "ud" / "UD_Greek-GDT" / "el_gdt-ud-train.conllu.xz"
    some = treegauge.read(path) if path.exists() else bundled("english.conllu")
    return some.select(np.arange(sentences) % len(some))


def changed(trees: Treebank) -> Treebank:
    """The same with other relations at random."""
    generator = np.random.default_rng(1)
    relation = trees.tokens.text("deprel")
    other = generator.integers(len(relation.values), size=len(relation)).astype(np.int32)
    codes = np.where(generator.random(len(relation)) < 0.05, other, relation.codes)
    return trees.replace(tokens=trees.tokens.replace(deprel=Text(codes.astype(np.int32), relation.values)))


def distances(trees: Treebank) -> Row:
    """Distances per second, in one thread; those of zss must be equal."""
    made = edit_trees(trees, "dependencies")
    first, second = np.triu_indices(len(trees), 1)
    found = made.distances(first, second)
    with jobs(1):
        ours = len(first) / best_processor_time(lambda: made.distances(first, second), 3)
    job, speed = f"tree edit distance, trees of {len(trees.tokens) / len(trees):.0f} words", f"{ours:,.0f} pairs/s"
    try:
        import zss
    except ImportError:
        return job, speed, "", "", ""
    chosen = np.random.default_rng(0).choice(len(first), PAIRS, replace=False).tolist()
    pairs = [(nodes(made, int(first[k]), zss), nodes(made, int(second[k]), zss)) for k in chosen]
    theirs = PAIRS / best_processor_time(lambda: [zss.simple_distance(*pair) for pair in pairs], 1)
    assert [zss.simple_distance(*pair) for pair in pairs] == found[chosen].tolist()
    return job, speed, f"zss {theirs:,.0f} pairs/s", f"{ours / theirs:,.0f} x", ""


def nodes(trees: EditTrees, tree: int, zss: Any) -> Any:
    """A tree as zss has it."""
    start, end = trees.offsets[tree : tree + 2].tolist()
    made = [zss.Node(str(label)) for label in trees.label[start:end].tolist()]
    for node, parent in zip(made[1:], trees.parent[start + 1 : end].tolist(), strict=True):
        made[parent].addkid(node)
    return made[0]
