"""Pairs of files as a study asks them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import DataError
from ..core.wording import shown
from ..entailments.pairs import EntailmentPair
from .database.records import ASKED
from .studies import NO, YES, AskedPair


def asked_pairs(pairs: Sequence[EntailmentPair], purpose: str = ASKED) -> list[AskedPair]:
    """Pairs of a file for a study. The answers that the file has are the known ones of control and trial pairs; people
    are never shown those of the others, and they are not kept."""
    return [_asked(pair, purpose) for pair in pairs]


def _asked(pair: EntailmentPair, purpose: str) -> AskedPair:
    if purpose == ASKED:
        return AskedPair(pair.id, pair.text, pair.hypothesis, pair.kind)
    if pair.answer is None:
        raise DataError(f'pair {shown(pair.id)} has no answer; {purpose} pairs need theirs: entailment="YES" or "NO"')
    return AskedPair(pair.id, pair.text, pair.hypothesis, pair.kind, purpose, YES if pair.answer else NO)
