"""Trees for the tests of errors: the sentence of the paper, random trees in which errors find places, and what must not
change."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from treegauge import Text, Treebank, from_tuples, to_dependencies
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank import no_rows
from treegauge.treebank.shape import node_sizes

# Figure 3 of Rehbein and van Genabith (2007).
SENTENCE_9 = """(TOP (S (NP (ART Die) (NN Stadtverwaltung) (PP (APPR von) (NE Venedig))) (VAFIN hat) (VP (ADV erstmals)
(NP (ADJA streunende) (NN Katzen)) (VVPP gezählt))) ($. .))"""

_LABELS = ("S", "NP", "NP", "PP", "PP", "VP", "AVP")
_TAGS = ("NN", "NN", "NE", "ADV", "APPR", "VVFIN")
_RELATIONS = ("MO", "SB", "OC", "NK")


def brackets(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def conllu(*lines: str) -> Treebank:
    """One sentence: form, universal tag, head and relation of each word."""
    rows = [
        "\t".join((str(number), form, form, tag, "_", "_", head, relation, "_", "_"))
        for number, (form, tag, head, relation) in enumerate((line.split() for line in lines), 1)
    ]
    reader = FORMATS.get("conllu").read
    assert reader is not None
    return reader(Input(("\n".join(rows) + "\n\n").encode()))


@st.composite
def _phrase(draw: st.DrawFn, depth: int) -> Any:
    """A phrase of TIGER as nested tuples, words below it or phrases."""
    label = draw(st.sampled_from(_LABELS))
    words = st.sampled_from(_TAGS).map(lambda tag: (tag, tag.lower()))
    children = words | _phrase(depth - 1) if depth else words
    return (label, *draw(st.lists(children, min_size=1, max_size=4)))


@st.composite
def german_trees(draw: st.DrawFn, *, phrases: bool = True) -> Treebank:
    """Random trees in which there is much room for errors; with heads, those of the phrases or any, or without. Without
    `phrases` only the heads are left."""
    tops = draw(st.lists(st.lists(_phrase(2), min_size=1, max_size=3), min_size=1, max_size=2))
    treebank = from_tuples([("S", *top) for top in tops])
    heads = draw(st.sampled_from(["none", "converted", "random"])) if phrases else "converted"
    if heads != "none":
        treebank = to_dependencies(treebank, "negra", relations=False)
        names = st.none() | st.sampled_from(_RELATIONS)
        relations = draw(st.lists(names, min_size=len(treebank.tokens), max_size=len(treebank.tokens)))
        treebank = treebank.replace(tokens=treebank.tokens.replace(deprel=Text.of(relations)))
    if heads == "random":
        treebank = treebank.replace(tokens=treebank.tokens.replace(head=_any_heads(draw, treebank)))
    if not phrases:
        return treebank.replace(nodes=no_rows(len(treebank)), tokens=treebank.tokens.replace(parent=None))
    return treebank


def _any_heads(draw: st.DrawFn, treebank: Treebank) -> NDArray[np.int32]:
    """Heads that make a tree and have nothing to do with the phrases."""
    heads: list[int] = []
    for length in treebank.tokens.counts.tolist():
        order = draw(st.permutations(range(length)))
        own = {word: draw(st.sampled_from([-1, *order[:place]])) for place, word in enumerate(order)}
        heads += [own[word] for word in range(length)]
    return np.array(heads, np.int32)


def gaps(treebank: Treebank) -> int:
    """How many nodes have a gap."""
    nodes = treebank.nodes
    return int((node_sizes(treebank) < nodes.numbers("right") - nodes.numbers("left")).sum()) if len(nodes) else 0


def circles(treebank: Treebank) -> bool:
    """Whether the heads of a sentence go round in a circle."""
    for begin, end in zip(treebank.tokens.offsets[:-1].tolist(), treebank.tokens.offsets[1:].tolist(), strict=True):
        head = treebank.tokens.numbers("head")[begin:end].tolist()
        for word in range(len(head)):
            seen, at = set(), word
            while at >= 0 and at not in seen:
                seen.add(at)
                at = head[at]
            if at >= 0:
                return True
    return False


def empty_nodes(treebank: Treebank) -> int:
    return int(np.sum(node_sizes(treebank) == 0)) if len(treebank.nodes) else 0
