"""Why the brackets of a sentence are wrong: the phrase or word that is attached elsewhere, or what else differs.

The yield of a bracket is a set of words, written as the bits of a number: phrases with gaps are like all others.

1. A missing and an extra bracket with the same words have different labels.
2. A missing and an extra bracket with the same label are the same phrase with other words, if they share at least half
   of the smaller one. As many as possible are paired, with as few different words as possible. What differs are units:
   the largest phrases that both trees have, and single words. These were attached elsewhere.
3. A bracket that is alone is a node over one word, a unary node, or it groups units that are not grouped in the other
   tree. If it is within a phrase of the same label (a VP that begins a VP), what is added there is attached elsewhere.
4. Brackets that differ by the same unit are one error. A bracket with several units counts for the one that explains
   most brackets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...annotation.phrase_kinds import PhraseKind

COORDINATION, STRUCTURE, NP_INTERNAL = "Coordination", "Other structure", "NP internal structure"
SINGLE_WORD, UNARY, DIFFERENT_LABEL = "Single-word phrase", "Unary", "Different label"
MODIFIER, WORD, OTHER = "Modifier attachment", "Word attachment", "Other attachment"
ATTACHMENTS: dict[PhraseKind, str] = {
    "coordination": OTHER,
    "prepositional_phrase": "PP attachment",
    "clause": "Clause attachment",
    "modifier": MODIFIER,
    "noun_phrase": "NP attachment",
    "verb_phrase": "VP attachment",
    "other": OTHER,
}
_RANKS = {kind: rank for rank, kind in enumerate((COORDINATION, *ATTACHMENTS.values(), WORD))}
_HEADS: dict[PhraseKind, tuple[PhraseKind, ...]] = {"clause": ("verb_phrase",)}  # besides phrases of the same kind
_SHARED = 2  # paired brackets share at least one word in so many of the smaller


class Bracket(NamedTuple):
    """A bracket of one tree.

    words         its yield
    label         the label of the tree; `compared` is another one that counts as equal (EVALB: ADVP and PRT)
    conjunctions  the conjunctions among its children, after another child
    followed      whether the next child of its parent is a conjunction
    within        the kind of its parent
    doubled       whether another bracket of the tree has the same words
    adjoined      what is added to it by its parent, if that has the same label
    """

    words: int
    label: str
    kind: PhraseKind
    missing: bool
    conjunctions: int = 0
    followed: bool = False
    within: PhraseKind = "other"
    doubled: bool = False
    adjoined: int = 0
    compared: str | None = None

    @property
    def key(self) -> str:
        """The label that brackets are paired by."""
        return self.label if self.compared is None else self.compared


class MovedUnit(NamedTuple):
    """A phrase that both trees have, or a word."""

    words: int
    label: str | None
    kind: str  # the class of errors if it is attached elsewhere
    phrase: PhraseKind | None  # None: a word


class Explained(NamedTuple):
    """An error: the class, how many brackets are missing and extra because of it, what is concerned."""

    kind: str
    missing: int
    extra: int
    words: int
    label: str | None


@dataclass
class _Wrong:
    """A wrong bracket, or two that are paired, with the units that may be the reason."""

    brackets: Sequence[Bracket]
    units: Sequence[MovedUnit] = ()
    kind: str | None = None  # if it does not depend on a unit
    coordinated: bool = False


@dataclass(frozen=True)
class Sentence:
    """What both trees of a sentence have: brackets from the top down; and the kinds of its words."""

    shared: Sequence[Bracket]
    labels: Sequence[str | None]
    conjunctions: int = 0
    adverbs: int = 0
    _cached: dict[int, list[MovedUnit]] = field(default_factory=dict)

    def units(self, words: int) -> list[MovedUnit]:
        """The largest units within a set of words, from left to right."""
        if words not in self._cached:
            self._cached[words] = sorted(self._split(words), key=lambda unit: unit.words & -unit.words)
        return self._cached[words]

    def _split(self, words: int) -> Iterator[MovedUnit]:
        for bracket in self.shared:
            if bracket.words & words == bracket.words:
                yield MovedUnit(bracket.words, bracket.label, ATTACHMENTS[bracket.kind], bracket.kind)
                words ^= bracket.words
        while words:
            word = words & -words
            words ^= word
            kind = COORDINATION if word & self.conjunctions else MODIFIER if word & self.adverbs else WORD
            yield MovedUnit(word, self.labels[word.bit_length() - 1], kind, None)


def explain_brackets(sentence: Sentence, missing: Sequence[Bracket], extra: Sequence[Bracket]) -> list[Explained]:
    """The errors of a sentence, from its missing and extra brackets, each from the top down."""
    wrong: list[_Wrong] = []
    missing, extra = list(missing), list(extra)
    for gold, test in _same_words(missing, extra):
        wrong.append(_Wrong((gold, test), kind=DIFFERENT_LABEL))
    for gold, test in _same_label(missing, extra):
        wrong.append(_differing(sentence, gold, test))
    wrong += [_alone(sentence, bracket) for bracket in (*missing, *extra)]
    return _charged(wrong)


def _same_words(missing: list[Bracket], extra: list[Bracket]) -> Iterator[tuple[Bracket, Bracket]]:
    """Take the pairs of brackets that have the same words out of both lists."""
    for gold in missing[:]:
        test = next((test for test in extra if test.words == gold.words), None)
        if test is not None:
            missing.remove(gold)
            extra.remove(test)
            yield gold, test


def _same_label(missing: list[Bracket], extra: list[Bracket]) -> Iterator[tuple[Bracket, Bracket]]:
    """Take the pairs of brackets that are the same phrase with other words out of both lists."""
    for label in dict.fromkeys(bracket.key for bracket in missing):
        golds = [bracket for bracket in missing if bracket.key == label]
        tests = [bracket for bracket in extra if bracket.key == label]
        for gold, test in _assigned(golds, tests):
            missing.remove(gold)
            extra.remove(test)
            yield gold, test


def _assigned(golds: Sequence[Bracket], tests: Sequence[Bracket]) -> list[tuple[Bracket, Bracket]]:
    """The pairs with the fewest different words in all."""
    costs = [[_difference(gold, test) for test in tests] for gold in golds]
    allowed = [cost for row in costs for cost in row if cost is not None]
    if not allowed:
        return []
    if len(golds) == 1 or len(tests) == 1:
        places = [
            (row, column) for row, line in enumerate(costs) for column, cost in enumerate(line) if cost == min(allowed)
        ][:1]
    else:
        from scipy.optimize import linear_sum_assignment

        never = (max(allowed) + 1) * (len(golds) + len(tests))  # more than all others together
        rows, columns = linear_sum_assignment([[never if cost is None else cost for cost in row] for row in costs])
        places = [
            place
            for place in zip(rows.tolist(), columns.tolist(), strict=True)
            if costs[place[0]][place[1]] is not None
        ]
    return [(golds[row], tests[column]) for row, column in places]


def _difference(gold: Bracket, test: Bracket) -> int | None:
    """How many words differ; None if too few are the same."""
    smaller = min(gold.words.bit_count(), test.words.bit_count())
    if _SHARED * (gold.words & test.words).bit_count() < smaller:
        return None
    return (gold.words ^ test.words).bit_count()


def _differing(sentence: Sentence, gold: Bracket, test: Bracket) -> _Wrong:
    """Two brackets that differ by the units between them."""
    units = sentence.units(gold.words & ~test.words) + sentence.units(test.words & ~gold.words)
    conjunctions = gold.conjunctions | test.conjunctions
    coordinated = any(_touches(unit.words, conjunctions) for unit in units)
    return _Wrong((gold, test), units, coordinated=coordinated)


def _touches(words: int, conjunctions: int) -> bool:
    return bool(words & (conjunctions | conjunctions << 1 | conjunctions >> 1))


def _alone(sentence: Sentence, bracket: Bracket) -> _Wrong:
    """A bracket that the other tree does not have, even with other words."""
    if bracket.doubled:
        return _Wrong([bracket], kind=UNARY)
    if bracket.words.bit_count() == 1:
        return _Wrong([bracket], kind=SINGLE_WORD)
    units = sentence.units(bracket.words)
    if len(units) == 1:
        return _Wrong([bracket], kind=UNARY)
    if bracket.kind == "coordination" or bracket.conjunctions or bracket.followed:
        return _Wrong([bracket], kind=COORDINATION)
    adjuncts = [unit for unit in sentence.units(bracket.adjoined) if unit.phrase is not None]
    if adjuncts and bracket.kind != "noun_phrase":  # in VP over MD and VP, the word is the head
        return _Wrong([bracket], adjuncts)
    unit = _attached(bracket, units)
    return _Wrong([bracket], [unit]) if unit is not None else _Wrong([bracket], kind=_structure(bracket, units))


def _attached(bracket: Bracket, units: Sequence[MovedUnit]) -> MovedUnit | None:
    """The unit that is attached to the others by a bracket: a modifier, or else an argument."""
    head = _head(bracket, units)
    further = {unit.phrase: unit for unit in reversed(units) if unit is not head}
    for kind in ("prepositional_phrase", "clause"):
        if kind in further:
            return further[kind]
    if bracket.kind == "prepositional_phrase":
        return MovedUnit(bracket.words, bracket.label, ATTACHMENTS[bracket.kind], bracket.kind)
    words_only = all(unit.phrase is None for unit in units)
    if words_only and "noun_phrase" in (bracket.kind, bracket.within):
        return None
    if bracket.kind == "modifier":
        return MovedUnit(bracket.words, bracket.label, MODIFIER, bracket.kind)
    if "modifier" in further:
        return further["modifier"]
    if bracket.kind == "noun_phrase":
        return None
    return further.get("noun_phrase") or further.get("verb_phrase")


def _head(bracket: Bracket, units: Sequence[MovedUnit]) -> MovedUnit:
    """The unit that the others are attached to: one of the same kind as the bracket, or a word, or the first."""
    for kind in (bracket.kind, *_HEADS.get(bracket.kind, ()), None):
        for unit in units:
            if unit.phrase == kind and unit.kind not in (COORDINATION, MODIFIER):
                return unit
    return units[0]


def _structure(bracket: Bracket, units: Sequence[MovedUnit]) -> str:
    """The class of a bracket that attaches nothing in particular."""
    if bracket.kind == "noun_phrase" or (
        bracket.within == "noun_phrase" and all(unit.phrase is None for unit in units)
    ):
        return NP_INTERNAL
    return COORDINATION if all(unit.phrase == bracket.kind for unit in units) else STRUCTURE


def _charged(wrong: Sequence[_Wrong]) -> list[Explained]:
    """The errors: wrong brackets that have the same unit are one."""
    votes = Counter(unit.words for item in wrong for unit in item.units for _ in item.brackets)
    errors: list[Explained] = []
    charged: defaultdict[int, list[tuple[_Wrong, MovedUnit]]] = defaultdict(list)
    for item in wrong:
        if item.kind is not None:
            errors.append(_error(item.kind, item.brackets, item.brackets[0].words, item.brackets[0].label))
        else:
            unit = min(item.units, key=lambda unit: (-votes[unit.words], _RANKS[unit.kind], unit.words & -unit.words))
            charged[unit.words].append((item, unit))
    for items in charged.values():
        unit = min((unit for _, unit in items), key=lambda unit: _RANKS[unit.kind])
        brackets = [bracket for item, _ in items for bracket in item.brackets]
        kind = COORDINATION if any(item.coordinated for item, _ in items) else unit.kind
        if kind == WORD and all(bracket.kind == "noun_phrase" for bracket in brackets):
            kind = NP_INTERNAL
        errors.append(_error(kind, brackets, unit.words, unit.label))
    return sorted(errors, key=lambda error: (error.words & -error.words, -error.words))


def _error(kind: str, brackets: Sequence[Bracket], words: int, label: str | None) -> Explained:
    missing = sum(bracket.missing for bracket in brackets)
    return Explained(kind, missing, len(brackets) - missing, words, label)
