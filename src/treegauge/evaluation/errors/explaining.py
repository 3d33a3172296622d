"""Why the brackets of a sentence are wrong: the phrase or word that is attached elsewhere, or what else differs.

The yield of a bracket is a set of words, written as the bits of a number: phrases with gaps are like all others.

1. A missing and an extra bracket with the same words have different labels.
2. A missing and an extra bracket with the same label are the same phrase with other words, if they share at least half
   of the smaller one. As many as possible are paired, with as few different words as possible. What differs are units:
   the largest phrases that both trees have, and single words. These were attached elsewhere.
3. A bracket that is alone is a node over one word, a unary node, or it groups units that are not grouped in the other
   tree. If it is within a phrase of the same label (a VP that begins a VP), what is added there is attached elsewhere.
   See alone.py.
4. Brackets that differ by the same unit are one error. A bracket with several units counts for the one that explains
   most brackets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from .alone import Brackets, explain_alone
from .units import (
    ATTACHMENTS,
    COORDINATION,
    DIFFERENT_LABEL,
    NP_INTERNAL,
    STRUCTURE,
    WORD,
    Bracket,
    MovedUnit,
    Sentence,
)

_RANKS = {kind: rank for rank, kind in enumerate((COORDINATION, *ATTACHMENTS.values(), WORD))}
_SHARED = 2  # paired brackets share at least one word in so many of the smaller


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


def explain_brackets(sentence: Sentence, missing: Sequence[Bracket], extra: Sequence[Bracket]) -> list[Explained]:
    """The errors of a sentence, from its missing and extra brackets, each from the top down."""
    wrong: list[_Wrong] = []
    gold_brackets = Brackets.of(sentence.shared, missing, extra)
    test_brackets = Brackets(gold_brackets.other_tree, gold_brackets.same_tree)
    missing, extra = list(missing), list(extra)
    for gold, test in _same_words(missing, extra):
        wrong.append(_Wrong((gold, test), kind=DIFFERENT_LABEL))
    for gold, test in _same_label(missing, extra):
        wrong.append(_differing(sentence, gold, test, gold_brackets))
    wrong += [_alone(sentence, bracket, gold_brackets) for bracket in missing]
    wrong += [_alone(sentence, bracket, test_brackets) for bracket in extra]
    return _charged(sentence, wrong)


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


def _differing(sentence: Sentence, gold: Bracket, test: Bracket, brackets: Brackets) -> _Wrong:
    """Two brackets that differ by the units between them. If several units are one phrase in gold, or else in test,
    that phrase is the unit."""
    units: list[MovedUnit] = []
    around = brackets.around_object(gold, test)
    if around is not None:
        return _Wrong((gold, test), [around.as_unit()])
    for words in (gold.words & ~test.words, test.words & ~gold.words):
        parts = sentence.units(words)
        whole = brackets.with_words(words) if len(parts) > 1 else None
        units += [whole.as_unit()] if whole is not None else parts
    conjunctions = gold.conjunctions | test.conjunctions
    coordinated = any(_touches(unit.words, conjunctions) for unit in units)
    return _Wrong((gold, test), units, coordinated=coordinated)


def _touches(words: int, conjunctions: int) -> bool:
    return bool(words & (conjunctions | conjunctions << 1 | conjunctions >> 1))


def _alone(sentence: Sentence, bracket: Bracket, brackets: Brackets) -> _Wrong:
    """A bracket that the other tree does not have, even with other words."""
    reason = explain_alone(sentence, bracket, brackets)
    return _Wrong([bracket], kind=reason) if isinstance(reason, str) else _Wrong([bracket], reason)


def _charged(sentence: Sentence, wrong: Sequence[_Wrong]) -> list[Explained]:
    """The errors: wrong brackets that have the same unit are one."""
    votes = Counter(unit.words for item in wrong for unit in item.units for _ in item.brackets)
    moved = {unit.words for item in wrong if len(item.brackets) > 1 for unit in item.units}
    errors: list[Explained] = []
    charged: defaultdict[int, list[tuple[_Wrong, MovedUnit]]] = defaultdict(list)
    for item in (_whole(item, moved) for item in wrong):
        if item.kind is not None:
            errors.append(_error(item.kind, item.brackets, item.brackets[0].words, item.brackets[0].label))
        else:
            units = item.units
            if len(item.brackets) == 1 and units[0].words == item.brackets[0].words:
                units = [unit for unit in units[1:] if unit.words in moved] or units[:1]
            unit = min(units, key=lambda unit: (-votes[unit.words], _RANKS[unit.kind], unit.words & -unit.words))
            charged[unit.words].append((item, unit))
    for items in charged.values():
        unit = min((unit for _, unit in items), key=lambda unit: _RANKS[unit.kind])
        brackets = [bracket for item, _ in items for bracket in item.brackets]
        kind = COORDINATION if any(item.coordinated for item, _ in items) else unit.kind
        if kind == WORD and unit.words & sentence.nominal and _is_nominal(brackets):
            kind = NP_INTERNAL
        errors.append(_error(kind, brackets, unit.words, unit.label))
    return sorted(errors, key=lambda error: (error.words & -error.words, -error.words))


def _whole(item: _Wrong, moved: AbstractSet[int]) -> _Wrong:
    """A bracket that attaches nothing in particular is explained if it is a phrase that is attached elsewhere."""
    first = item.brackets[0]
    return _Wrong([first], [first.as_unit()]) if item.kind == STRUCTURE and first.words in moved else item


def _is_nominal(brackets: Sequence[Bracket]) -> bool:
    """Whether brackets are noun phrases, some perhaps with the prepositions before them."""
    kinds = {bracket.kind for bracket in brackets}
    return "noun_phrase" in kinds and kinds <= {"noun_phrase", "prepositional_phrase"}


def _error(kind: str, brackets: Sequence[Bracket], words: int, label: str | None) -> Explained:
    missing = sum(bracket.missing for bracket in brackets)
    return Explained(kind, missing, len(brackets) - missing, words, label)
