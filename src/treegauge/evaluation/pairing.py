"""Which test sentence belongs to which gold sentence: by their ids or by their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Protocol, TypedDict

import numpy as np

from ..core.errors import DataError
from ..core.remarks import remark
from ..core.types import Int64s
from ..core.wording import counted, option
from ..treebank import Treebank, concatenate
from .common_sequence import Keys, longest_increasing
from .matching import match_words
from .sentence_keys import SentenceKeys

_NONE = -1
_LEAST_SHARED = 0.5  # of the ids of the shorter file that the other must have


@dataclass(frozen=True)
class PlacedSentence:
    """A sentence, numbered from 1, and where it is in the file."""

    sentence: int
    where: str


@dataclass(frozen=True)
class Moved(PlacedSentence):
    """A gold sentence that is at another place in test."""

    test_sentence: int
    test_where: str


class PairingRow(TypedDict):
    """How sentences were paired, as `treegauge score --json` prints it."""

    by: str
    missing: list[dict[str, Any]]
    extra: list[dict[str, Any]]
    moved: list[dict[str, Any]]


@dataclass(frozen=True, eq=False)
class Pairing:
    """How the sentences of test were paired with those of gold.

    by       `order`: the same words in the same order; `id`; `words`; `text`: the measure compares running text
    missing  gold sentences without a parse: not in test, or a tree without words
    extra    test sentences that gold does not have; they are not counted
    moved    sentences that are at another place in test; they are paired and counted
    """

    by: Literal["order", "id", "words", "text"]
    missing: tuple[PlacedSentence, ...] = ()
    extra: tuple[PlacedSentence, ...] = ()
    moved: tuple[Moved, ...] = ()
    source: str = "test"
    test: Treebank | None = field(default=None, repr=False)
    numbers: Int64s = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)

    @cached_property
    def unparsed(self) -> Int64s:
        """The numbers (from 0) of the gold sentences without a parse."""
        return np.array([place.sentence - 1 for place in self.missing], np.int64)

    @property
    def is_ambiguous(self) -> bool:
        """Whether sentences are missing and extra at the same place: perhaps the text is only divided differently."""
        paired = np.flatnonzero(self.numbers >= 0)
        chain = paired[longest_increasing(self.numbers[paired])]
        absent = np.flatnonzero(self.numbers < 0)
        extra = np.array([place.sentence - 1 for place in self.extra], np.int64)
        gaps = np.searchsorted(chain, absent), np.searchsorted(self.numbers[chain], extra)
        return bool(np.isin(*gaps).any())

    @property
    def is_complete(self) -> bool:
        """Whether every sentence was at its place and had a parse."""
        return not (self.missing or self.extra or self.moved)

    def row(self) -> PairingRow:
        """What `treegauge score --json` prints."""
        missing, extra, moved = (
            [asdict(place) for place in places] for places in (self.missing, self.extra, self.moved)
        )
        return {"by": self.by, "missing": missing, "extra": extra, "moved": moved}

    def without_trees(self) -> Pairing:
        """The same without the treebank, for files that are scored block by block."""
        return replace(self, test=None, numbers=np.zeros(0, np.int64))


class HasPairing(Protocol):
    """A result."""

    @property
    def pairing(self) -> Pairing: ...


def pair_sentences(gold: Treebank, test: Treebank) -> Pairing:
    """Pair test sentences with gold sentences. Sentences with the same words in the same order are paired as they are.
    Otherwise they are paired by their ids, if every sentence has a different one in both; else by their words: the
    longest common subsequence of whole sentences, then the same words at other places, then what is left between two
    paired sentences, if it is equally many sentences in both. It is an error if no sentence of test belongs to gold."""
    keys = SentenceKeys.of_both(gold, test)
    if len(gold) == len(test) and np.array_equal(keys[0].words, keys[1].words):
        return Pairing("order", test=test, numbers=np.arange(len(gold)))
    by_id = _by_id(gold, test)
    if by_id is not None and _agree(keys, by_id):
        return _described(gold, test, keys, "id", by_id)
    matched = match_words(*keys)
    if by_id is not None and matched.same_words <= 2 * _same_words(keys, by_id):
        return _described(gold, test, keys, "id", by_id)
    if not matched.belonging and keys[0].full.any() and (keys[1].full.any() or not len(test)):
        raise _nothing_belongs(gold, test, keys)
    return _described(gold, test, keys, "words", matched.numbers)


@dataclass(frozen=True, eq=False)
class InPlace:
    """Sentences that are paired as they are: how many have the same words, and the keys of the others that have any."""

    pairing: Pairing
    same: int
    gold_keys: Keys
    test_keys: Keys


def pair_in_place(gold: Treebank, test: Treebank) -> InPlace | None:
    """Pair two blocks with the same number of sentences in order; None if some sentence seems to be at another place.
    Whether the words of a block are those of another one, only the whole files can say."""
    keys = SentenceKeys.of_both(gold, test)
    differ = np.flatnonzero(keys[0].words != keys[1].words)
    if len(differ):
        matched = match_words(*keys)
        if not np.array_equal(matched.numbers, np.arange(len(gold))):
            return None
    gold_keys, test_keys = (side.among(differ[side.full[differ]]).words for side in keys)
    pairing = _described(gold, test, keys, "words", np.arange(len(gold)))
    return InPlace(pairing, len(gold) - len(differ), gold_keys, test_keys)


def remark_on_pairing(results: Sequence[HasPairing], missing: str) -> bool:
    """Warn of what is missing, extra or moved, once for all measures of one test treebank; whether there was any."""
    pairing = next((result.pairing for result in results if not result.pairing.is_complete), None)
    return pairing is not None and remark_on_sentences(pairing, missing)


def remark_on_sentences(pairing: Pairing, missing: str) -> bool:
    """Warn of what is missing, extra or moved; whether there was any."""
    if pairing.is_complete:
        return False
    counts = f"; those without a parse count against the parser (not with {option('missing', 'leave-out')})"
    remark(pairing_message(pairing, counts if missing == "count" else "; those without a parse are left out"))
    return True


def paired_test(gold: Treebank, test: Treebank) -> Treebank:
    """The test sentences in the order of gold, with an empty sentence where one is missing."""
    pairing = pair_sentences(gold, test)
    if not pairing.is_complete:
        remark(pairing_message(pairing))
    assert pairing.test is not None
    return pairing.test


def pairing_message(pairing: Pairing, if_missing: str = "") -> str:
    """What is missing, extra and moved, in one line."""
    parts = [
        _some(pairing.missing, "gold sentence has no parse", "gold sentences have no parse"),
        _some(pairing.extra, "sentence is not in gold", "sentences are not in gold"),
        _some(pairing.moved, "sentence is at another place", "sentences are at other places"),
    ]
    how = {"id": "; sentences are paired by their ids", "words": "; sentences are paired by their words"}
    ending = if_missing if pairing.missing else ""
    return f"{pairing.source}: {', '.join(filter(None, parts))}{how.get(pairing.by, '')}{ending}"


def _some(places: Sequence[PlacedSentence], one: str, several: str) -> str:
    if not places:
        return ""
    first = places[0]
    where = f"{first.test_where} is {first.where}" if isinstance(first, Moved) else first.where
    return f"{counted(len(places), one, several)} ({'' if len(places) == 1 else 'the first: '}{where})"


def _by_id(gold: Treebank, test: Treebank) -> Int64s | None:
    """The test sentence of each gold sentence by id, -1 for none; None if the ids cannot be used: not every sentence
    has a different one, they are the running numbers of a file, or the files do not share them."""
    columns = gold.sentences.text("id"), test.sentences.text("id")
    for column in columns:
        if not len(column) or (column.codes < 0).any() or len(np.unique(column.codes)) < len(column):
            return None
    gold_ids, test_ids = (column.decode() for column in columns)
    if _running(test_ids):
        return None
    number_of = {name: number for number, name in enumerate(test_ids)}
    numbers = np.array([number_of.get(name, _NONE) for name in gold_ids], np.int64)
    shared = np.count_nonzero(numbers >= 0)
    return numbers if shared and shared >= _LEAST_SHARED * min(len(gold), len(test)) else None


def _running(ids: Sequence[str | None]) -> bool:
    """Whether ids are only the numbers of the sentences in their file: a program that left one out numbers anew."""
    first = ids[0] or ""
    if not (first.isascii() and first.isdigit()) or len(first) > 18:
        return False
    return list(ids) == [str(number) for number in range(int(first), int(first) + len(ids))]


def _same_words(keys: tuple[SentenceKeys, SentenceKeys], numbers: Int64s) -> int:
    paired = np.flatnonzero(numbers >= 0)
    return int(np.count_nonzero(keys[0].words[paired] == keys[1].words[numbers[paired]]))


def _agree(keys: tuple[SentenceKeys, SentenceKeys], numbers: Int64s) -> bool:
    """Whether most sentences with the same id have the same words."""
    return 2 * _same_words(keys, numbers) >= int(np.count_nonzero(numbers >= 0))


def _described(
    gold: Treebank, test: Treebank, keys: tuple[SentenceKeys, SentenceKeys], by: Literal["id", "words"], numbers: Int64s
) -> Pairing:
    paired = np.flatnonzero(numbers >= 0)
    used = np.zeros(len(test) + 1, bool)
    used[numbers] = True
    has_parse = np.append(keys[1].full, False)[numbers]
    missing = np.flatnonzero(keys[0].full & ~has_parse)
    extra = np.flatnonzero(keys[1].full & ~used[:-1])
    moved = np.delete(paired, longest_increasing(numbers[paired]))
    in_order = len(gold) == len(test) and np.array_equal(numbers, np.arange(len(gold)))
    return Pairing(
        "order" if in_order else by,
        missing=tuple(PlacedSentence(number + 1, gold.where(number)) for number in missing.tolist()),
        extra=tuple(PlacedSentence(number + 1, test.where(number)) for number in extra.tolist()),
        moved=tuple(
            Moved(number + 1, gold.where(number), other + 1, test.where(other))
            for number, other in zip(moved.tolist(), numbers[moved].tolist(), strict=True)
        ),
        source=(test.sentences.text("source")[0] if len(test) else None) or "test",
        test=test if in_order else _select(test, gold, numbers),
        numbers=numbers,
    )


def _nothing_belongs(gold: Treebank, test: Treebank, keys: tuple[SentenceKeys, SentenceKeys]) -> DataError:
    sides = []
    for name, treebank, side in (("gold", gold, keys[0]), ("test", test, keys[1])):
        full = np.flatnonzero(side.full)
        begins = f"begins with '{side.first_words(int(full[0]))}' ({treebank.where(int(full[0]))})" if len(full) else ""
        sides.append(f"{name} {begins or 'has no sentences'}")
    return DataError(f"no sentence of test belongs to gold: {sides[0]}, {sides[1]}; give both the same sentences")


def _select(test: Treebank, gold: Treebank, numbers: Int64s) -> Treebank:
    """Sentences by number; -1 is an empty sentence."""
    if (numbers >= 0).all():
        return test.select(numbers)
    return concatenate([test, _empty_sentence(test, gold)]).select(np.where(numbers < 0, len(test), numbers))


def _empty_sentence(test: Treebank, gold: Treebank) -> Treebank:
    """One sentence without tokens, with the columns of test, or of gold if test has no sentences."""
    first = (test if len(test) else gold).select(np.zeros(1, np.int64))
    emptied = {name: rows.keep(np.zeros(len(rows), bool)) for name, rows in first.tables.items() if name != "sentences"}
    return first.replace(**emptied)
