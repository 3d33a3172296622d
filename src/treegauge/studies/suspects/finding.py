"""`find_suspects`: probable annotation errors, the worst first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import numpy as np

from ...core.bounds import SeedNumber, checked
from ...core.errors import CallError
from ...core.types import Floats, Int64s
from ...treebank import Treebank
from .calibrating import EvidenceWeights, fit
from .controlled import insert_share, located, usual_kinds
from .evidence import Evidence
from .form import form_evidence
from .items import SuspectItems, items_of
from .surprise import MoreBits, surprise_evidence
from .variation import variation_evidence

EVIDENCE = ("surprise", "variation", "form")
_CALIBRATION_RATE = 0.02
_CALIBRATION_SEED = 1_000_003  # the errors of calibration are others than those of an evaluation with the same seed


class SuspectRow(TypedDict):
    """What `treegauge suspects --json` prints: one row per suspect.

    rank         1 is the most suspicious
    sentence     its number, from 1
    where        the file and line of the sentence
    label        the label of the node, or the relation of the word
    left, right  its first word, from 0, and one past the last
    score        how suspicious it is: the logarithm of the odds of an error, up to a constant
    reasons      why, in words
    """

    rank: int
    sentence: int
    where: str
    label: str | None
    left: int
    right: int
    score: float
    reasons: list[str]


@dataclass(frozen=True, eq=False)
class Suspects:
    """All items of a treebank, by how suspicious they are.

    treebank  the trees as they were given
    items     what is ranked
    evidence  the evidence about all items
    score     one number per item
    order     the items, the worst first
    """

    treebank: Treebank = field(repr=False)
    items: SuspectItems = field(repr=False)
    evidence: tuple[Evidence, ...] = field(repr=False)
    score: Floats = field(repr=False)
    order: Int64s = field(repr=False)

    def __len__(self) -> int:
        return len(self.order)

    def reasons(self, item: int) -> list[str]:
        """Why an item is suspicious; evidence that says nothing about it is left out."""
        found = [part.reason(item) for part in self.evidence]
        return [reason for reason in found if reason is not None]

    def rows(self, first: int | None = None) -> list[SuspectRow]:
        """The worst suspects, one row each."""
        return [self._row(rank, int(item)) for rank, item in enumerate(self.order[:first], 1)]

    def conflicts(self, first: int | None = None) -> list[tuple[int, int, int]]:
        """The first suspects whose words are annotated differently elsewhere: the rank, the item, the other item."""
        pairs = []
        for rank, item in enumerate(self.order[:first].tolist(), 1):
            for part in self.evidence:
                if part.like is not None and part.like[item] >= 0 and part.reason(item) is not None:
                    pairs.append((rank, int(item), int(part.like[item])))
        return pairs

    def _row(self, rank: int, item: int) -> SuspectRow:
        items, sentence = self.items, int(self.items.sentence[item])
        left, right = self._words(item)
        return {
            "rank": rank,
            "sentence": sentence + 1,
            "where": self.treebank.where(sentence),
            "label": items.label[item],
            "left": left,
            "right": right,
            "score": float(self.score[item]),
            "reasons": self.reasons(item),
        }

    def _words(self, item: int) -> tuple[int, int]:
        """The words of an item in its sentence, as it was given."""
        row = int(self.items.row[item])
        if self.items.kind == "nodes":
            nodes = self.treebank.nodes
            return int(nodes.numbers("left")[row]), int(nodes.numbers("right")[row])
        place = row - int(self.treebank.tokens.start[row])
        return place, place + 1

    def text(self, row: SuspectRow) -> str:
        """The words of a suspect."""
        start = int(self.treebank.tokens.offsets[row["sentence"] - 1])
        form = self.treebank.tokens.text("form")
        return " ".join(form[start + place] or "" for place in range(row["left"], row["right"]))


@checked
def find_suspects(
    treebank: Treebank,
    *,
    evidence: Sequence[str] = EVIDENCE,
    scheme: str = "auto",
    seed: SeedNumber = 0,
    node_bits: MoreBits | None = None,
) -> Suspects:
    """Rank the nodes of constituency trees, or the words of dependency trees, by how probable an annotation error is.

    The weights of the evidence are learned from a copy of the treebank with controlled errors (`perturb`); the trees
    that are ranked have none of these.

    evidence   kinds of evidence: `surprise`, `variation`, `form`
    scheme     the annotation scheme, for the controlled errors
    node_bits  a function from a treebank (without empty elements) to columns of bits, one row per node (or word), which
               are more columns of `surprise`
    """
    for name in evidence:
        if name not in EVIDENCE:
            raise CallError(f"unknown evidence '{name}'; choose from: {', '.join(EVIDENCE)}")
    if not evidence:
        raise CallError(f"name at least one kind of evidence: {', '.join(EVIDENCE)}")
    items = items_of(treebank)
    weights = _calibrated(treebank, items, tuple(evidence), scheme, seed, node_bits)
    found = gather_evidence(items, tuple(evidence), node_bits)
    score = weights.score(found)
    return Suspects(treebank, items, found, score, np.argsort(-score, kind="stable"))


def gather_evidence(
    items: SuspectItems, evidence: Sequence[str], node_bits: MoreBits | None = None
) -> tuple[Evidence, ...]:
    """The evidence of some kinds about all items."""
    finders = {
        "surprise": lambda: surprise_evidence(items, node_bits),
        "variation": lambda: variation_evidence(items),
        "form": lambda: form_evidence(items),
    }
    return tuple(finders[name]() for name in evidence)


def _calibrated(
    treebank: Treebank,
    items: SuspectItems,
    evidence: tuple[str, ...],
    scheme: str,
    seed: int,
    node_bits: MoreBits | None,
) -> EvidenceWeights:
    perturbed = insert_share(
        treebank, items, usual_kinds(items), _CALIBRATION_RATE, scheme, (seed + _CALIBRATION_SEED) % 2**31
    )
    changed = items_of(perturbed.treebank)
    wrong = located(perturbed, changed).wrong(len(changed))
    return fit(gather_evidence(changed, evidence, node_bits), wrong, seed)
