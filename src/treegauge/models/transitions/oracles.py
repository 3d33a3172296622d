"""`derive`: the canonical derivation of every tree of a treebank under a transition system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError, DataError
from ...core.types import Mask
from ...treebank import Strings, Text, Treebank
from .systems import System, Transition, find_system


class DerivationRow(TypedDict):
    """A row of `treegauge derive --json`."""

    sentence: int
    transitions: list[str]
    order: list[int]
    lost: list[int]


@dataclass(frozen=True, eq=False)
class Derivations:
    """The derivations of all sentences, end to end: those of sentence s run from offsets[s] to offsets[s + 1].

    transition  the transitions (`Transition`)
    token       the word that each one attaches, from 0 within the sentence; -1 if it attaches none
    """

    system: System
    treebank: Treebank
    offsets: NDArray[np.int64]
    transition: NDArray[np.int8]
    token: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.treebank)

    @cached_property
    def _attachments(self) -> tuple[NDArray[np.int32], Mask]:
        from .kernels import attachment_order

        order, attached = attachment_order(self.treebank.tokens.offsets, self.offsets, self.token)
        return order, attached

    @property
    def order(self) -> NDArray[np.int32]:
        """The words of each sentence, from 0, in the order of their attachment; one row per token. Words that no arc
        attaches come last, in the order of the sentence."""
        return self._attachments[0]

    @property
    def lost(self) -> Mask:
        """Tokens that no arc attaches: the arc to their head is lost. None in the swap systems, and none in projective
        trees."""
        return ~self._attachments[1]

    def names(self, *, labelled: bool = True) -> Text:
        """The transitions as a column: SH, LA+nsubj, RA+obj, SW, RE; `labelled=False`: SH, LA, RA, SW, RE."""
        if not labelled:
            return Text(self.transition.astype(np.int32), Strings.of(kind.short for kind in Transition))
        tokens = self.treebank.tokens
        relation, kinds = tokens.text("deprel"), len(Transition)
        arcs = [
            f"{arc.short}+{label}" for arc in (Transition.LEFT_ARC, Transition.RIGHT_ARC) for label in relation.values
        ]
        start = np.repeat(tokens.offsets[:-1], np.diff(self.offsets))
        label = np.where(
            self.token >= 0, np.append(relation.codes, -1)[np.where(self.token >= 0, start + self.token, -1)], -1
        )
        right = (self.transition == Transition.RIGHT_ARC) * len(relation.values)
        codes = np.where(label >= 0, kinds + right + label, self.transition)
        return Text(codes.astype(np.int32), Strings.of([*(kind.short for kind in Transition), *arcs]))

    def rows(self, *, labelled: bool = True) -> list[DerivationRow]:
        """One row per sentence, as `treegauge derive --json` prints it; words are numbered from 1."""
        names = self.names(labelled=labelled)
        values, codes = list(names.values), names.codes.tolist()
        order, lost = (self.order + 1).tolist(), self.lost.tolist()
        spans = zip(pairwise(self.offsets.tolist()), pairwise(self.treebank.tokens.offsets.tolist()), strict=True)
        return [
            {
                "sentence": number,
                "transitions": [values[code] for code in codes[start:end]],
                "order": order[first:last],
                "lost": [word for word, is_lost in enumerate(lost[first:last], 1) if is_lost],
            }
            for number, ((start, end), (first, last)) in enumerate(spans, 1)
        ]


def derive(treebank: Treebank, system: str = "swap-lazy") -> Derivations:
    """The canonical derivation of every tree under a transition system: arc-standard, arc-eager, swap-eager or
    swap-lazy.

    Several roots are allowed. If a tree is not projective, arc-standard and arc-eager lose the arcs that they cannot
    make: see `Derivations.lost`.
    """
    chosen = find_system(system)
    check_trees(treebank)
    tokens = treebank.tokens
    transition, token, ends = chosen.oracle(tokens.offsets, np.asarray(tokens.numbers("head"), np.int32))
    return Derivations(chosen, treebank, ends, transition, token)


def check_trees(treebank: Treebank) -> None:
    """Raise an error unless every word has a head and the root is above all words."""
    if not treebank.has_dependencies and len(treebank.tokens):
        raise CallError(
            "a derivation comes from a dependency tree, and there is none; -t to-dependencies makes one from phrases"
        )
    from .kernels import find_cycle

    tokens = treebank.tokens
    head = np.asarray(tokens.numbers("head"), np.int32)
    wrong = np.flatnonzero((head < -1) | (head >= np.repeat(tokens.counts, tokens.counts)))
    if len(wrong):
        sentence = int(tokens.sentence[wrong[0]])
        word, form = int(wrong[0] - tokens.offsets[sentence]) + 1, tokens.text("form")[int(wrong[0])]
        raise DataError(
            f"{treebank.where(sentence)}: word {word} ('{form}') has no head; a derivation needs a whole tree"
        )
    cyclic = find_cycle(tokens.offsets, head)
    if cyclic >= 0:
        raise DataError(f"{treebank.where(cyclic)}: the heads form a cycle; a derivation needs a tree")
