"""Parses compared by their entailments: where they differ from gold, and questions drawn from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..core.bounds import SeedNumber, checked
from ..entailments.differences import EntailmentDifferences, compare_entailments
from ..entailments.pair_selection import draw_pairs
from ..entailments.pairs import EntailmentPair, PairRow
from ..measures.pete import entail_both
from ..treebank import Treebank
from .pairing import paired_test


@dataclass(frozen=True)
class EntailmentPairs:
    """Pairs of a text and a hypothesis, half of them with the answer yes.

    other_words  how many sentences were left out because the words of a parse differ, one number per parse
    """

    pairs: tuple[EntailmentPair, ...]
    other_words: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[EntailmentPair]:
        return iter(self.pairs)

    def rows(self) -> list[PairRow]:
        """The rows of `treegauge entail --pairs yes-no --json`."""
        return [pair.row() for pair in self.pairs]


def entail_differences(gold: Treebank, test: Treebank, *, coordination: bool = True) -> EntailmentDifferences:
    """Compare parses with gold by what they entail: the sentences that test misses or invents, by kind of error.
    Sentences are paired as in `score`; those whose words differ are left out and counted."""
    return compare_entailments(*entail_both(gold, paired_test(gold, test), coordination=coordination))


@checked
def entail_pairs(gold: Treebank, tests: Treebank | Iterable[Treebank], *, seed: SeedNumber = 0) -> EntailmentPairs:
    """Draw pairs of a text and a hypothesis from where gold and the parses disagree, as many with the answer yes as
    with no. Texts are as people write them, hypotheses are plain sentences."""
    parses = [tests] if isinstance(tests, Treebank) else list(tests)
    compared = [entail_both(gold, paired_test(gold, test), thesis=False) for test in parses]
    other_words = tuple(len(gold) - len(same) for _, _, same in compared)
    return EntailmentPairs(tuple(draw_pairs(compared, seed)), other_words)
