"""Tree edit distance: how many nodes are inserted, deleted or relabelled to make one tree the other."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from ..core.types import Counts, Mask
from ..core.wording import counted
from ..treebank import Treebank, concatenate
from .shared.base import Measure, Scores, measure, ratio
from .shared.edit_trees import MOST_PAIRS, EditTrees, TreeKind, edit_trees
from .shared.words import differences, plain_labels, same_words, words_only


@measure("tree-edit")
@dataclass(frozen=True, kw_only=True)
class TreeEdit(Measure):
    """The tree edit distance: how many nodes are inserted, deleted or relabelled to turn one tree into the other.

    Zhang & Shasha (1989), Simple fast algorithms for the editing distance between trees and related problems; for
    parsing, Emms (2008), Tree-distance and some other variants of EVALB.
    Equal to the packages zss and apted, where every operation costs 1.

    trees   which trees to use if a treebank has both
    labels  of phrases: plain (without function tags and indices, all usual root labels are equal, and a root that only
            one side has is left out), or whole, as they are in the trees

    Phrases, tags and words are the nodes of a constituency tree. A dependency tree has one node per word, with its
    relation as label, and a root above them; the dependents of a word are in the order of the sentence.

    similarity  1 - distance / (nodes of gold + nodes of test), over all sentences
    distance    per sentence
    """

    trees: Literal["constituents", "dependencies"] = "constituents"
    labels: Literal["plain", "whole"] = "plain"

    counts: ClassVar[tuple[str, ...]] = ("kept", "gold", "test", "sentences")
    main: ClassVar[tuple[str, ...]] = ("similarity",)
    lower: ClassVar[tuple[str, ...]] = ("distance",)
    of_gold: ClassVar[tuple[str, ...] | None] = ("gold", "sentences")
    by_default: ClassVar[bool] = False
    separable: ClassVar[bool] = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return self._kind(gold, test) is not None

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        return self._kind(gold, test)

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        gold, test, trees = self._trees(gold, test)
        number = len(gold)
        sizes = trees.sizes
        wanted = np.flatnonzero(same_words(gold, test) & self._small(trees))
        distance = trees.distances(wanted, wanted + number)
        rows = np.full((number, len(self.counts)), np.nan)
        nodes, test_nodes = sizes[wanted], sizes[wanted + number]
        rows[wanted] = np.column_stack((nodes + test_nodes - distance, nodes, test_nodes, np.ones(len(wanted))))
        rows[wanted[distance < 0]] = np.nan
        return rows

    def score(self, total: Counts) -> Scores:
        kept, gold, test, sentences = np.moveaxis(np.asarray(total), -1, 0)
        return {
            "similarity": ratio(kept, gold + test),
            "distance": ratio(gold + test - kept, sentences) / 100,
        }

    def counted(self, total: Counts) -> str:
        return (
            f"{counted(round(float(total[1])), 'node')} of gold and {round(float(total[2])):,} of test, with the roots"
        )

    def reasons(self, gold: Treebank, test: Treebank) -> list[str]:
        gold, test, trees = self._trees(gold, test)
        texts, same, small = differences(gold, test), same_words(gold, test), self._small(trees)
        for number in np.flatnonzero(same).tolist():
            if not small[number]:
                texts[number] = f"more than {MOST_PAIRS:,} pairs of nodes"
            elif not trees.whole[[number, number + len(gold)]].all():
                texts[number] = "the heads form a cycle"
        return texts

    def _kind(self, gold: Treebank, test: Treebank) -> TreeKind | None:
        """The kind of trees that both have; the one asked for, if they have both kinds."""
        has: dict[TreeKind, bool] = {
            "constituents": gold.has_constituents and test.has_constituents,
            "dependencies": gold.has_dependencies and test.has_dependencies,
        }
        return self.trees if has[self.trees] else next((kind for kind in has if has[kind]), None)

    def _trees(self, gold: Treebank, test: Treebank) -> tuple[Treebank, Treebank, EditTrees]:
        """Both sides, prepared, and the trees of gold followed by those of test."""
        kind = self._kind(gold, test) or self.trees
        gold, test = words_only(gold), words_only(test)
        if kind == "constituents" and self.labels == "plain":
            gold, test = plain_labels(gold, test)
        return gold, test, edit_trees(concatenate([gold, test]), kind)

    @staticmethod
    def _small(trees: EditTrees) -> Mask:
        """The pairs of trees whose tables fit into memory."""
        sizes = trees.sizes.reshape(2, -1)
        return np.asarray(sizes[0] * sizes[1] <= MOST_PAIRS)
