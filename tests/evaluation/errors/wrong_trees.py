"""Trees with errors, for the tests of error classes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import treegauge as tg
from treegauge.formats.base import FORMATS, Input

_LABELS = ("S", "SBAR", "SINV", "NP", "NP", "VP", "PP", "ADVP", "ADJP", "QP", "UCP", "WHNP", "PRN", "FRAG")
_TAGS = ("NN", "CC", "VB", "RB", "IN", "JJ")
Plain = list["str | Plain"]


def trees(text: str) -> tg.Treebank:
    """Bracketed trees, as text."""
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def some_trees(generator: random.Random, count: int) -> Iterator[str]:
    """Random trees of a few words under a root."""
    for _ in range(count):
        words = [f"({generator.choice(_TAGS)} w{number})" for number in range(generator.randint(2, 7))]
        yield f"(ROOT {_phrase(words, generator, 0)})"


def _phrase(parts: list[str], generator: random.Random, depth: int) -> str:
    """A random phrase over words."""
    cuts = sorted(generator.sample(range(1, len(parts)), generator.randint(0, min(3, len(parts) - 1))))
    groups = [parts[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(parts)], strict=True)]
    below = []
    for group in groups:
        if depth > 3 or (len(group) == 1 and generator.random() < 0.7):
            below += group
        else:
            below.append(_phrase(group, generator, depth + 1))
    return f"({generator.choice(_LABELS)} {' '.join(below)})"


def mutated(tree: str, generator: random.Random) -> str:
    """Another tree over the same words: half of them near, with other labels and fewer phrases, the others random."""
    words = [part for part in tree.replace(")", "").split("(") if " w" in part]
    if generator.random() < 0.5:
        return f"(ROOT {_phrase([f'({word.strip()})' for word in words], generator, 0)})"
    for label in generator.sample(_LABELS, 3):
        tree = tree.replace(f"({label} ", f"({generator.choice(_LABELS)} ", generator.randint(0, 2))
    return tree
