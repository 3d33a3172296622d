"""`find_suspects`: probable annotation errors, the worst first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import numpy as np

from ...core.bounds import SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.remarks import remark
from ...core.types import Floats, Int64s
from ...treebank import Treebank
from .calibrating import EvidenceWeights, fit, uncalibrated
from .controlled import insert_share, located, usual_kinds
from .disagreement import disagreement_evidence
from .evidence import COSTLY, EVIDENCE, Evidence
from .form import form_evidence
from .grammar import grammar_evidence
from .items import SuspectItems, items_of
from .parses import ParsedItems, given_parses, parse_in_folds
from .surprise import surprise_evidence
from .variation import variation_evidence

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
    parses: Sequence[Treebank] = (),
    scheme: str = "auto",
    seed: SeedNumber = 0,
) -> Suspects:
    """Rank the nodes of constituency trees, or the words of dependency trees, by how probable an annotation error is.

    The weights of the evidence are learned from a copy of the treebank with controlled errors (`perturb`); the trees
    that are ranked have none of these. The parses of `disagreement` are made once: no parser has seen the sentence
    that it parses, with or without controlled errors, so that both can be compared with the same parses. Where no
    controlled error is possible, because the annotation scheme is not known, the score is the sum of the largest
    numbers of bits.

    evidence  kinds of evidence: `surprise`, `variation`, `form`; `grammar` and `disagreement` take longer
    parses    parses of the same sentences, by parsers that have not seen their trees, for `disagreement`; without them,
              treegauge's own parsers parse the sentences in folds
    scheme    the annotation scheme, for the controlled errors
    """
    kinds = _checked_kinds(evidence, has_parses=len(parses) > 0)
    items = items_of(treebank)
    parsed: Sequence[ParsedItems] = ()
    if "disagreement" in kinds:
        parsed = given_parses(items, parses) if len(parses) else parse_in_folds(items, seed)
    found = _gathered(items, kinds, parsed)
    try:
        weights = _calibrated(treebank, items, kinds, parsed, scheme, seed)
    except (CallError, DataError) as error:
        if scheme != "auto":
            raise
        remark(f"the score is not calibrated, but the sum of the largest numbers of bits: {error}")
        weights = uncalibrated(found)
    score = weights.score(found)
    return Suspects(treebank, items, found, score, np.argsort(-score, kind="stable"))


def _checked_kinds(evidence: Sequence[str], *, has_parses: bool) -> tuple[str, ...]:
    """The kinds of evidence asked for; parses are given for disagreement."""
    known = (*EVIDENCE, *COSTLY)
    for name in evidence:
        if name not in known:
            raise CallError(f"unknown evidence '{name}'; choose from: {', '.join(known)}")
    if not evidence:
        raise CallError(f"name at least one kind of evidence: {', '.join(known)}")
    more = ("disagreement",) if has_parses and "disagreement" not in evidence else ()
    return (*evidence, *more)


def _gathered(items: SuspectItems, kinds: Sequence[str], parsed: Sequence[ParsedItems]) -> tuple[Evidence, ...]:
    """The evidence of some kinds about all items."""
    finders: dict[str, Callable[[], Evidence]] = {
        "surprise": lambda: surprise_evidence(items),
        "variation": lambda: variation_evidence(items),
        "form": lambda: form_evidence(items),
        "grammar": lambda: grammar_evidence(items),
        "disagreement": lambda: disagreement_evidence(items, parsed),
    }
    return tuple(finders[name]() for name in kinds)


def _calibrated(
    treebank: Treebank,
    items: SuspectItems,
    kinds: Sequence[str],
    parsed: Sequence[ParsedItems],
    scheme: str,
    seed: int,
) -> EvidenceWeights:
    perturbed = insert_share(
        treebank, items, usual_kinds(items), _CALIBRATION_RATE, scheme, (seed + _CALIBRATION_SEED) % 2**31
    )
    changed = items_of(perturbed.treebank)
    wrong = located(perturbed, changed).wrong(len(changed))
    return fit(_gathered(changed, kinds, parsed), wrong, seed)
