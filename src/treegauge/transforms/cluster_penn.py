"""The clusterings of Penn tags and labels by Corazza, Lavelli and Satta (Measuring Parsing Difficulty Across Treebanks,
Table 3): treebanks with less information, to see whether they are harder to parse."""

from __future__ import annotations

from collections.abc import Mapping

from ..treebank import Treebank
from ..treebank.edit import relabel
from .base import transform
from .label_functions import category_of

POS: Mapping[str, tuple[str, ...]] = {
    "JJ": ("JJ", "JJR", "JJS"),
    "NN": ("NN", "NNP", "NNPS", "NNS"),
    "VB": ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
    "RB": ("RB", "RBR", "RBS"),
}
NT: Mapping[str, tuple[str, ...]] = {
    "ADJ": ("ADJP", "WHADJP"),
    "ADV": ("ADVP", "WHADVP"),
    "NP": ("NP", "WHNP", "QP"),
    "PP": ("PP", "WHPP"),
}


@transform("cluster-pos")
def cluster_pos(treebank: Treebank) -> Treebank:
    """Merge Penn tags into JJ, NN, VB and RB (POS in Corazza et al., Table 3)."""
    to = _inverse(POS)
    return relabel(treebank, lambda tag: to.get(tag, tag), "tokens", "tag")


@transform("cluster-nt")
def cluster_nt(treebank: Treebank) -> Treebank:
    """Merge Penn labels into ADJ, ADV, NP and PP (NT in Corazza et al., Table 3); function tags are kept."""
    to = _inverse(NT)

    def clustered(label: str) -> str:
        category = category_of(label)
        return to.get(category, category) + label[len(category) :]

    return relabel(treebank, clustered)


@transform("cluster-all")
def cluster_all(treebank: Treebank) -> Treebank:
    """Merge both Penn tags and labels: cluster-pos and cluster-nt (ALL in Corazza et al.)."""
    return cluster_nt(cluster_pos(treebank))


def _inverse(clusters: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {member: name for name, members in clusters.items() for member in members}
